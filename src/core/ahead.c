#include "ahead.h"

bool ahead_open(ahead *a, int places, arena *memory)
{
  a->memory = memory;
  a->arm = arena_zeroed(memory, (size_t)places, sizeof *a->arm);
  return a->arm != NULL;
}

void ahead_forget(ahead *a, int arm)
{
  if (a->arm) a->arm[arm].from = a->arm[arm].count = 0;
}

/* An arm of few pulls may get no more. */
static int wanted(int64_t pulls) { return pulls < 8 ? 8 : pulls < 64 ? 16 : MOST_AHEAD; }

static void draw_each(const arms *law, int arm, const random_address *from, int count, double *reward)
{
  random_address at = *from;
  for (int i = 0; i < count; i++, at.pull++) {
    const philox_block block = random_block(&at, 0);
    reward[i] = law->model->type->draw(law, arm, &at, &block, 0);
  }
}

const double *ahead_draw(ahead *a, const arms *law, int arm, const random_address *at, int *count)
{
  ahead_arm *drawn = &a->arm[arm];
  const int want = wanted((int64_t)at->pull);
  if (want > drawn->room) {
    double *reward = arena_zeroed(a->memory, (size_t)want, sizeof(double));
    if (!reward) return NULL;
    drawn->reward = reward;
    drawn->room = want;
  }
  if (law->model->type->draw_many) law->model->type->draw_many(law, arm, at, want, drawn->reward);
  else draw_each(law, arm, at, want, drawn->reward);
  drawn->from = (int64_t)at->pull;
  *count = drawn->count = want;
  return drawn->reward;
}
