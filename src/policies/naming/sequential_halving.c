/* Sequential halving (Karnin, Koren and Somekh 2013), for a budget of T
 * plays. A phase plays each of the j arms left
 *
 *   floor(T / (j ceil(log2 K))) times, at least once,
 *
 * in turn; then the better half, rounded up, stays, by the mean of all that was seen of an arm, or
 * (`fresh`, as in the paper) of the plays of the phase; of equal arms some are drawn (ties.h). What
 * is left of the budget goes to the arm that is left. K are the arms of the first round; j is that at the
 * start of a phase; one that comes later plays as often as the others. Else as in contest.h. With
 * late rewards a phase lasts until something was seen of each. Cost: a look at each arm per round,
 * one sort per phase. */
#include "contest.h"
#include <stdlib.h>

typedef struct place {
  double mean;
  tie_number tie;
  int arm;
} place;

typedef struct halving_state {
  bool fresh;
  double horizon, phases;
  double wanted;  /* plays of each in this phase; 0: none has begun */
  int64_t before; /* the last round before it */
  place *places;  /* room for all arms */
} halving_state;

static status halving_start(policy *p, const view *v, const parameters *given)
{
  halving_state *s = p->state;
  s->fresh = parameters_number(given, "fresh") != 0;
  s->horizon = (double)v->horizon;
  s->phases = 1;
  for (int64_t arms = 2; arms < v->live_count; arms *= 2) s->phases++;
  s->places = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->places);
  contest_open(p, v);
  return s->places ? status_ok : status_no_memory();
}

static void begin_phase(const policy *p, const view *v, int left)
{
  halving_state *s = p->state;
  s->wanted = fmax(floor(s->horizon / (left * s->phases)), 1);
  s->before = v->round - 1;
  for (int arm = 0; arm < v->arms; arm++) {
    contestant_at(p, arm)->sample.plays = 0;
    contestant_at(p, arm)->phase = (tally){0, 0};
  }
}

static int by_mean(const void *x, const void *y)
{
  const place *a = x, *b = y;
  if (a->mean != b->mean) return a->mean > b->mean ? -1 : 1;
  return a->tie < b->tie ? -1 : 1;
}

/* Returns how many stay. */
static int halve(const policy *p, const view *v)
{
  const halving_state *s = p->state;
  int count = 0;
  for (int arm = 0; arm < v->arms; arm++) {
    const contestant *a = contestant_at(p, arm);
    if (!is_in(a)) continue;
    const double mean = tally_mean(s->fresh ? &a->phase : &a->sample.tally);
    s->places[count++] = (place){mean, a->tie, arm};
  }
  qsort(s->places, (size_t)count, sizeof *s->places, by_mean);
  const int stay = (count + 1) / 2;
  for (int i = stay; i < count; i++) contestant_at(p, s->places[i].arm)->out = true;
  return stay;
}

/* With late rewards it may last longer than its plays. */
static bool is_seen(const policy *p, const view *v)
{
  if (!((const halving_state *)p->state)->fresh) return true;
  for (int arm = 0; arm < v->arms; arm++)
    if (is_in(contestant_at(p, arm)) && contestant_at(p, arm)->phase.pulls == 0) return false;
  return true;
}

static bool phase_is_over(const policy *p, const view *v, const contest *c)
{
  return c->all_seen && (double)c->least >= ((const halving_state *)p->state)->wanted && is_seen(p, v);
}

/* Once one is left there are no phases; if others come, one begins. */
static int halving_choose(policy *p, const view *v)
{
  halving_state *s = p->state;
  contest c = contest_now(p, v);
  for (; c.left > 1; c = contest_now(p, v)) {
    if (s->wanted == 0) begin_phase(p, v, c.left);
    else if (phase_is_over(p, v, &c)) begin_phase(p, v, halve(p, v));
    else return contest_choice(p, v, &c);
  }
  s->wanted = 0;
  return contest_choice(p, v, &c);
}

static void halving_observe(policy *p, const view *v, const outcome *o)
{
  contest_observe(p, v, o);
  if (o->start > ((const halving_state *)p->state)->before)
    tally_add(&contestant_at(p, o->arm)->phase, o->observed);
}

const policy_type policy_sequential_halving = {
    .constructor = "policy_sequential_halving",
    .label = "Sequential halving",
    .does = "shares the pulls out in phases, and strikes off the worse half of the arms after "
            "each",
    .paper = "Karnin, Koren and Somekh 2013",
    .own_plays = PLAYS_IN_TURN,
    .deterministic = true,
    .takes = TAKES({"fresh", A_FLAG, USUALLY(0)}),
    .refuses = HAS_WAITING,
    .needs_horizon = "",
    .bytes_suffice = true,
    .state_size = sizeof(halving_state),
    .action_size = sizeof(contestant),
    .start = halving_start,
    .choose = halving_choose,
    .played = contest_played,
    .observe = halving_observe,
    .arm_entered = contest_entered,
    .arm_left = contest_left,
    .recommend = contest_recommend,
    .stretch = contest_stretch,
    .observe_run = contest_observe_run,
};
