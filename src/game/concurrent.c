/* Concurrent controls: what was shown of a control that was pulled since some arm entered, whenever it was
 * shown. Sums are kept by the distinct rounds of entries of the arms at all places, so that there are no more
 * of them than places. */
#include "state.h"
#include <math.h>

static control_arm concurrent_of(const stopping_plan *p, int rule)
{
  const control_arm none = {.number = NO_CONTROL}, its = control_of(&p->rules[rule].given);
  return its.concurrent ? its : none;
}

int concurrent_controls(const stopping_plan *p)
{
  int count = 0;
  for (int i = 0; i < rules_of_plan(p); i++) {
    const control_arm its = concurrent_of(p, i);
    count += is_controlled(&its);
  }
  return count;
}

static bool is_kept(const evidence *e, int64_t number)
{
  for (int i = 0; i < e->since_count; i++)
    if (e->since[i].number == number) return true;
  return false;
}

static bool keep(stopping *s, const control_arm *its, arena *memory)
{
  evidence *e = &s->seen;
  const int64_t number = control_number(its, e);
  if (is_kept(e, number)) return true;
  const size_t places = (size_t)e->arms;
  control_since *c = &s->since[e->since_count++];
  *c = (control_since){.number = number,
                       .place = e->arms * e->since_count,
                       .from = arena_zeroed(memory, places, sizeof *c->from),
                       .sum = arena_zeroed(memory, places, sizeof *c->sum)};
  return c->from && c->sum;
}

bool concurrent_open(game *g)
{
  stopping *s = g->stopping;
  const int most = concurrent_controls(s->plan);
  if (most == 0) return true;
  s->seen.since = s->since = arena_zeroed(&g->memory, (size_t)most, sizeof *s->since);
  if (!s->since) return false;
  for (int i = 0; i < rules_of_plan(s->plan); i++) {
    const control_arm its = concurrent_of(s->plan, i);
    if (is_controlled(&its) && !keep(s, &its, &g->memory)) return false;
  }
  return true;
}

static bool is_entry(const game *g, int64_t round)
{
  for (int arm = 0; arm < g->stopping->seen.arms; arm++)
    if (g->roster.first[arm] == round) return true;
  return false;
}

/* Forgets the entries of arms whose places are those of others by now. */
static void forget_entries(const game *g, control_since *c)
{
  const stopping *s = g->stopping;
  int kept = 0;
  for (int i = 0; i < c->count; i++) {
    if (!is_entry(g, c->from[i])) continue;
    c->from[kept] = c->from[i];
    c->sum[kept] = c->sum[i];
    s->shown[c->place + kept] = s->shown[c->place + i];
    s->mean[c->place + kept++] = s->mean[c->place + i];
  }
  c->count = kept;
}

/* Arms enter in the order of time. */
void concurrent_entered(game *g, int arm)
{
  const stopping *s = g->stopping;
  const int64_t first = g->roster.first[arm];
  for (int i = 0; i < s->seen.since_count; i++) {
    control_since *c = &s->since[i];
    if (c->count && c->from[c->count - 1] >= first) continue;
    if (c->count == s->seen.arms) forget_entries(g, c);
    c->from[c->count] = first;
    c->sum[c->count] = (long_sum){0};
    s->shown[c->place + c->count] = 0;
    s->mean[c->place + c->count++] = -INFINITY;
  }
}

void concurrent_shown(game *g, const outcome *o)
{
  const stopping *s = g->stopping;
  for (int i = 0; i < s->seen.since_count; i++) {
    const control_since *c = &s->since[i];
    if (g->roster.number[o->arm] != c->number) continue;
    for (int at = 0; at < c->count && c->from[at] <= o->start; at++) {
      const int place = c->place + at;
      sum_add(&c->sum[at], o->observed);
      s->shown[place]++;
      s->mean[place] = sum_value(&c->sum[at]) / s->shown[place];
    }
  }
}
