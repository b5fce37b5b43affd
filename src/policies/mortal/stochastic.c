/* Stochastic (Chakrabarti et al. 2008): draw a fresh arm, one alive and never
 * played, at random; after `pulls` pulls keep it until it dies if its total
 * exceeds pulls mu*, else drop it and draw the next. With early stopping it is
 * dropped as soon as that is out of reach:
 *
 *   total + pulls - done <= pulls mu*   (rewards lie in [0, 1]).
 *
 * mu* is the reference of the population unless it is given. If no arm is
 * fresh, a random live arm but the one just dropped is tried, from nothing.
 * Cost: a look at every live arm when one is drawn. */
#include "../../model/policy.h"
#include <math.h>

typedef struct stochastic_state {
  int64_t pulls;
  double reference;
  bool early_stop;
  int arm;         /* the one on trial or kept, or -1 */
  int drawn;       /* the last choice; becomes `arm` when it is played */
  int64_t dropped; /* number of the arm just dropped, or -1 */
  int64_t done;
  double total;
  bool kept;
} stochastic_state;

typedef struct stochastic_arm {
  bool played;
} stochastic_arm;

static stochastic_arm *arm_at(const policy *p, int arm) { return (stochastic_arm *)p->actions + arm; }

static status stochastic_start(policy *p, const view *v, const parameters *given)
{
  stochastic_state *s = p->state;
  s->pulls = (int64_t)parameters_number(given, "pulls");
  s->early_stop = parameters_number(given, "early_stop") != 0;
  s->reference = parameters_number_or(given, "reference", v->reference);
  s->arm = s->drawn = -1;
  s->dropped = -1;
  if (isnan(s->reference))
    return status_error(STATUS_BAD_PARAMETER,
                        "This bandit has no reference mu*. Supply `reference`, such as `reference = 0.9`.");
  return status_ok;
}

static int count_fresh(const policy *p, const view *v)
{
  int fresh = 0;
  for (int i = 0; i < v->live_count; i++) fresh += !arm_at(p, v->live[i])->played;
  return fresh;
}

static int draw_fresh(const policy *p, const view *v, int fresh)
{
  int left = stream_below(v->random, fresh);
  for (int i = 0; i < v->live_count; i++)
    if (!arm_at(p, v->live[i])->played && left-- == 0) return v->live[i];
  return v->live[0];
}

/* Any live arm but the one just dropped, unless that is the only one. */
static int draw_other(const stochastic_state *s, const view *v)
{
  int at = -1;
  for (int i = 0; i < v->live_count; i++)
    if (v->number[v->live[i]] == s->dropped) at = i;
  if (at < 0 || v->live_count == 1) return v->live[stream_below(v->random, v->live_count)];
  const int i = stream_below(v->random, v->live_count - 1);
  return v->live[i < at ? i : i + 1];
}

static int stochastic_choose(policy *p, const view *v)
{
  stochastic_state *s = p->state;
  if (s->arm >= 0 && v->is_live[s->arm]) return s->drawn = s->arm;
  const int fresh = count_fresh(p, v);
  return s->drawn = fresh > 0 ? draw_fresh(p, v, fresh) : draw_other(s, v);
}

static bool stochastic_chances(policy *p, const view *v, double *chance)
{
  const stochastic_state *s = p->state;
  if (s->arm >= 0 && v->is_live[s->arm]) {
    sure_chances(v, s->arm, chance);
    return true;
  }
  const int fresh = count_fresh(p, v);
  int others = 0;
  for (int i = 0; i < v->live_count; i++) {
    const int arm = v->live[i];
    const bool may = fresh ? !arm_at(p, arm)->played : v->number[arm] != s->dropped || v->live_count == 1;
    others += may;
    chance[i] = may;
  }
  for (int i = 0; i < v->live_count; i++) chance[i] /= others;
  return true;
}

/* A trial begins when the arm drawn is played. (The first plays of a replay
 * are the log's.) */
static void stochastic_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  stochastic_state *s = p->state;
  arm_at(p, o->arm)->played = true;
  if (o->arm != s->drawn || o->arm == s->arm) return;
  s->arm = o->arm;
  s->done = 0;
  s->total = 0;
  s->kept = false;
}

static void drop(stochastic_state *s, const view *v)
{
  s->dropped = v->number[s->arm];
  s->arm = -1;
}

static void stochastic_observe(policy *p, const view *v, const outcome *o)
{
  stochastic_state *s = p->state;
  if (o->arm != s->arm || s->kept) return;
  s->done++;
  s->total += o->observed;
  const double wanted = (double)s->pulls * s->reference;
  if (s->done == s->pulls) {
    if (s->total > wanted) s->kept = true;
    else drop(s, v);
  } else if (s->early_stop && s->total + (double)(s->pulls - s->done) <= wanted) {
    drop(s, v);
  }
}

static void stochastic_arm_left(policy *p, const view *v, int arm)
{
  stochastic_state *s = p->state;
  if (arm == s->arm && !v->away) s->arm = -1;
}

const policy_type policy_stochastic = {
    .constructor = "policy_stochastic",
    .label = "Stochastic",
    .does = "tries one fresh arm after another until one pays more than a reference value, and "
            "keeps that arm until it dies",
    .paper = "Chakrabarti et al. 2008",
    .own_plays = "tries one arm after the other, each for a number of pulls that it chose itself",
    .takes = TAKES({"pulls", A_WHOLE(1, LARGEST_COUNT), REQUIRED}, {"early_stop", A_FLAG, USUALLY(1)},
                   {"reference", A_NUMBER}),
    .refuses = HAS_WAITING,
    .state_size = sizeof(stochastic_state),
    .action_size = sizeof(stochastic_arm),
    .start = stochastic_start,
    .choose = stochastic_choose,
    .chances = stochastic_chances,
    .played = stochastic_played,
    .observe = stochastic_observe,
    .arm_left = stochastic_arm_left,
};
