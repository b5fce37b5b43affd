#include "ahead.h"
#include "../random/many.h"

bool ahead_open(ahead *a, int places, int width, arena *memory)
{
  a->width = width;
  a->memory = memory;
  a->arm = arena_zeroed(memory, (size_t)places, sizeof *a->arm);
  return a->arm != NULL;
}

void ahead_forget(ahead *a, int arm) { a->arm[arm].from = a->arm[arm].count = 0; }

void ahead_revise(ahead *a, int arm, int64_t pulls)
{
  ahead_arm *drawn = &a->arm[arm];
  if (a->width == 2 || drawn->count == 0) return;
  const int64_t used = pulls - drawn->from;
  drawn->most = used < 1 ? 1 : used < MOST_AHEAD ? (int)used : MOST_AHEAD;
  ahead_forget(a, arm);
}

/* An arm of few pulls may get no more, and one whose law changes may get another. */
static int wanted(ahead_arm *drawn, int64_t pulls)
{
  const int usual = pulls < 8 ? 8 : pulls < 64 ? 16 : MOST_AHEAD, most = drawn->most;
  if (most == 0 || most >= usual) return usual;
  drawn->most = 2 * most;
  return most;
}

static void draw_each(const arms *law, int arm, const random_address *from, int count, double *reward)
{
  random_address at = *from;
  for (int i = 0; i < count; i++, at.pull++) {
    const philox_block block = random_block(&at, 0);
    reward[i] = law->model->type->draw(law, arm, &at, first_uniform(&block), 0);
  }
}

static void draw_by_kind(const ahead *a, const arms *law, int arm, const random_address *at, int count,
                         double *drawn)
{
  if (a->width == 2) many_uniform_pairs(at->key, at->pull, at->arm, at->replication, count, drawn);
  else if (law->model->type->draw_many) law->model->type->draw_many(law, arm, at, count, drawn);
  else draw_each(law, arm, at, count, drawn);
}

const double *ahead_draw(ahead *a, const arms *law, int arm, const random_address *at, int *count)
{
  ahead_arm *drawn = &a->arm[arm];
  const int want = wanted(drawn, (int64_t)at->pull);
  if (want > drawn->room) {
    double *room = arena_zeroed(a->memory, (size_t)want * (size_t)a->width, sizeof(double));
    if (!room) return NULL;
    drawn->drawn = room;
    drawn->room = want;
  }
  draw_by_kind(a, law, arm, at, want, drawn->drawn);
  drawn->from = (int64_t)at->pull;
  *count = drawn->count = want;
  return drawn->drawn;
}
