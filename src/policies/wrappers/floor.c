/* Keeps every propensity at or above a floor, so that estimates after a game have usable propensities
 * (Hadad, Hirshberg, Zhan, Wager and Athey 2021, section 5): with p the propensities
 * of the policy inside, K actions that can be played, and the floor
 *
 *   f = min(chance t^-decay, 1 / K)   in round t,
 *
 *   "mixture": (1 - K f) p + f: with probability K f an action with equal probability, else the
 *              choice of the policy inside;
 *   "clip":    p' - c (p' - f), p' = max(p, f), where c makes their sum 1. The choice of the
 *              policy inside stays with probability (new propensity) / p if that is less than 1, and
 *              else gives way to one of those whose propensity has grown, in proportion.
 *
 * In the first rounds (`first`) f is 1 / K, whatever the policy inside would do.
 *
 * The policy inside is asked for its choice in every round and shown whatever is played, as
 * it is plays that a log makes by itself. "mixture" tosses by heights whether it explores (coin.h), and takes
 * one random number if it does; "clip" takes one, two if it is not the choice of the policy inside. Cost:
 * that of the policy inside, and of its propensities for "clip". */
#include "inner.h"
#include "../sampling/coin.h"
#include <math.h>

typedef struct floor_state {
  inner inner;
  double chance, decay;
  int64_t first;
  bool clips, explores; /* in this round */
  coin coin;            /* of a mixture */
  double *own, *raised; /* propensities, by place in v->actions */
} floor_state;

static status refuse_to_clip(const policy_type *culprit)
{
  const char *because = culprit->no_chances;
  return status_error(STATUS_BAD_PARAMETER,
                      "The propensities of %s are unknown%s%s, and `type = \"clip\"` needs them. "
                      "Use `type = \"mixture\"`.",
                      culprit->label, because ? ", as it " : "", because ? because : "");
}

static status floor_start(policy *p, const view *v, const parameters *given)
{
  floor_state *s = p->state;
  const size_t actions = (size_t)v->arms * (size_t)v->waits;
  s->chance = parameters_number(given, "min_propensity");
  s->decay = parameters_number(given, "decay");
  s->first = (int64_t)parameters_number(given, "first");
  s->clips = parameters_text_is(given, "type", "clip");
  s->own = arena_zeroed(p->memory, actions, sizeof *s->own);
  s->raised = arena_zeroed(p->memory, actions, sizeof *s->raised);
  if (!s->own || !s->raised) return status_no_memory();
  coin_open(&s->coin, p, v);
  const status opened = inner_open(&s->inner, p, v, given);
  if (opened.code) return opened;
  const status started = inner_start(&s->inner, v);
  if (started.code || !s->clips) return started;
  const policy_type *culprit = inner_without_chances(&s->inner);
  return culprit ? refuse_to_clip(culprit) : status_ok;
}

static double floor_now(const floor_state *s, const view *v)
{
  const double even = 1 / (double)v->action_count;
  return v->round <= s->first ? even : fmin(s->chance * same_pow((double)v->round, -s->decay), even);
}

static void mix(const floor_state *s, const view *v, double least, double *chance)
{
  const double rest = fmax(1 - least * (double)v->action_count, 0);
  for (int i = 0; i < v->action_count; i++) chance[i] = rest * s->own[i] + least;
}

/* If all are at the floor there is nothing to take from. */
static void clip(const floor_state *s, const view *v, double least, double *chance)
{
  double sum = 0, above = 0;
  for (int i = 0; i < v->action_count; i++) {
    chance[i] = fmax(s->own[i], least);
    sum += chance[i];
    above += chance[i] - least;
  }
  const double part = above > 0 ? (sum - 1) / above : 0;
  for (int i = 0; i < v->action_count; i++) chance[i] -= part * (chance[i] - least);
}

static void raise_chances(const floor_state *s, const view *v, double least, double *chance)
{
  if (s->clips) clip(s, v, least, chance);
  else mix(s, v, least, chance);
}

static bool floor_chances(policy *p, const view *v, double *chance)
{
  floor_state *s = p->state;
  if (!inner_chances(&s->inner, p, v, s->own)) return false;
  raise_chances(s, v, floor_now(s, v), chance);
  return true;
}

static const policy_type *floor_without_chances(const policy *p)
{
  return inner_without_chances(&((const floor_state *)p->state)->inner);
}

/* One of those whose propensity has grown. */
static int draw_raised(const floor_state *s, const view *v, const double *raised)
{
  double sum = 0, cumulative = 0;
  int drawn = -1;
  for (int i = 0; i < v->action_count; i++) sum += fmax(raised[i] - s->own[i], 0);
  const double u = stream_uniform(v->random) * sum;
  for (int i = 0; i < v->action_count && !(u < cumulative); i++) {
    if (!(raised[i] > s->own[i])) continue;
    cumulative += raised[i] - s->own[i];
    drawn = v->actions[i];
  }
  return drawn;
}

static int draw_clipped(const floor_state *s, const view *v, int action, const double *raised)
{
  int at = 0;
  while (at + 1 < v->action_count && v->actions[at] != action) at++;
  const double u = stream_uniform(v->random);
  if (u * s->own[at] < raised[at]) return action;
  const int other = draw_raised(s, v, raised);
  return other >= 0 ? other : action;
}

static int draw_mixed(floor_state *s, const policy *p, const view *v, int action, double least)
{
  s->explores = coin_falls(&s->coin, p, v, least * (double)v->action_count);
  return s->explores ? random_action(v) : action;
}

static int fail_without_chances(const floor_state *s, policy *p)
{
  if (!p->failure.code)
    p->failure =
        status_error(STATUS_BAD_PARAMETER, "The propensities of %s are unknown here.", s->inner.type->label);
  return -1;
}

static int floor_choose_with_chances(policy *p, const view *v, double *chance, bool *known)
{
  floor_state *s = p->state;
  const int action = inner_choose_with_chances(&s->inner, p, v, s->own, known);
  if (s->clips && !*known) return fail_without_chances(s, p);
  if (action < 0) return -1;
  const double least = floor_now(s, v);
  if (*known) raise_chances(s, v, least, chance);
  return s->clips ? draw_clipped(s, v, action, chance) : draw_mixed(s, p, v, action, least);
}

static int floor_choose(policy *p, const view *v)
{
  floor_state *s = p->state;
  bool known;
  if (s->clips) return floor_choose_with_chances(p, v, s->raised, &known);
  const int action = inner_choose(&s->inner, p, v);
  return action < 0 ? -1 : draw_mixed(s, p, v, action, floor_now(s, v));
}

/* The action that was played may not be the choice of the policy inside. */
static void floor_recall(policy *p, const view *v, int action)
{
  (void)action;
  inner_recall(&((floor_state *)p->state)->inner, p, v, -1);
}

static void floor_played(policy *p, const view *v, const outcome *o)
{
  inner_played(&((floor_state *)p->state)->inner, v, o);
}

static void floor_observe(policy *p, const view *v, const outcome *o)
{
  inner_observe(&((floor_state *)p->state)->inner, v, o);
}

static void floor_preview(policy *p, const view *v, const outcome *o, int stage)
{
  inner_preview(&((floor_state *)p->state)->inner, v, o, stage);
}

static void floor_arm_entered(policy *p, const view *v, int arm)
{
  floor_state *s = p->state;
  if (!v->away) inner_forget(&s->inner, v, arm);
  inner_arm_entered(&s->inner, v, arm);
}

static void floor_arm_left(policy *p, const view *v, int arm)
{
  inner_arm_left(&((floor_state *)p->state)->inner, v, arm);
}

static void floor_life_told(policy *p, const view *v, int arm)
{
  inner_life_told(&((floor_state *)p->state)->inner, v, arm);
}

static int floor_recommend(const policy *p, const view *v)
{
  return inner_recommend(&((floor_state *)p->state)->inner, v);
}

static bool floor_may_stop(const policy *p, const view *v)
{
  return inner_may_stop(&((floor_state *)p->state)->inner, v);
}

static bool floor_settled(const policy *p, const view *v)
{
  return inner_settled(&((floor_state *)p->state)->inner, v);
}

static bool floor_must_be_asked(const policy *p)
{
  return inner_must_be_asked_alone(&((const floor_state *)p->state)->inner);
}

/* The choice of the policy inside, while that stands and the coin does not fall, whose chance does not grow.
 */
static void floor_stretch(policy *p, const view *v, int action, stretch *s)
{
  floor_state *in = p->state;
  if (in->clips || in->explores || !in->inner.type->stretch) return;
  in->inner.type->stretch(&in->inner.player, v, action, s);
  const uint64_t rests = coin_rests(&in->coin);
  if ((uint64_t)s->plays > rests) s->plays = (int64_t)rests;
}

static void floor_observe_run(policy *p, const view *v, const run *r)
{
  floor_state *s = p->state;
  coin_passed(&s->coin, p, v, (uint64_t)r->plays - 1);
  if (s->inner.type->observe_run) s->inner.type->observe_run(&s->inner.player, v, r);
}

const policy_type policy_floor = {
    .constructor = "policy_floor",
    .label = "Floor",
    .does = "plays by another policy, but keeps the probability of each arm above a floor",
    .paper = "Hadad, Hirshberg, Zhan, Wager and Athey 2021, section 5",
    .zeros = ZEROS_AS_INSIDE,
    .takes =
        TAKES({"min_propensity", A_POSITIVE_CHANCE, REQUIRED}, {"decay", A_CHANCE, .below = true, USUALLY(0)},
              {"type", A_TEXT("mixture|clip"), USUALLY(FIRST_CHOICE)},
              {"first", A_WHOLE(0, LARGEST_COUNT), USUALLY(0)}, {"base", A_TEXT(NULL), .holds = true}),
    .decays = "decay",
    .told_suffices = true,
    .must_be_asked = floor_must_be_asked,
    .state_size = sizeof(floor_state),
    .start = floor_start,
    .choose = floor_choose,
    .recall = floor_recall,
    .chances = floor_chances,
    .without_chances = floor_without_chances,
    .choose_with_chances = floor_choose_with_chances,
    .played = floor_played,
    .observe = floor_observe,
    .preview = floor_preview,
    .arm_entered = floor_arm_entered,
    .arm_left = floor_arm_left,
    .life_told = floor_life_told,
    .recommend = floor_recommend,
    .may_stop = floor_may_stop,
    .settled = floor_settled,
    .stretch = floor_stretch,
    .observe_run = floor_observe_run,
};
