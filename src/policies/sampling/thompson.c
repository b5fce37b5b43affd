/* Thompson sampling: draw a mean for each action from its posterior and play
 * the greatest draw; ties go to the lowest action.
 *
 *   "gaussian": Normal(xbar, sd^2 / n), sd = 1, after one play each in order; with the prior
 *               Normal(m, s^2) (`prior_mean`, `prior_sd`) from the first round on
 *               Normal((m / s^2 + total / sd^2) / h, 1 / h), h = 1 / s^2 + n / sd^2;
 *   "beta":     Beta(1 + successes, 1 + failures); a reward in (0, 1) counts
 *               as a success with that probability (Agrawal and Goyal 2012);
 *               rewards in another range are scaled to [0, 1];
 *   "survival": draw a hazard (hazards.h), and play the least; any arm while no event was shown.
 *
 * With `previews`, where outcomes have them (src/traits/previews.c), Normal(Q / P, 1 / P): P is the sum over
 * plays of 1 / (sd^2 + s^2), s the standard deviation of the latest of its stages around the outcome, and Q
 * that of what was shown then over the same.
 *
 * The draw of the favourite, the action of greatest posterior mean, the lowest in a tie, is its
 * posterior's quantile at 1 - exp(-y), that of every other at exp(-y), y being the height of the action's
 * lane in this turn of the policy's clock (src/random/heights.h). Not all draws are made in every
 * round (draw_race.h): where one arm is better than the others, a round mostly costs no more than a
 * comparison, else a look at each action. */
#include "draw_race.h"
#include "foresight.h"
#include "hazards.h"
#include "../search/tally.h"
#include "../search/success.h"
#include "../delayed/pending.h"
#include "../../base/elementary.h"
#include "../../random/distributions.h"

typedef struct thompson_action {
  tally tally;                /* with a beta prior, of successes */
  double mean, root, inverse; /* of a Gaussian posterior: sqrt(n) / sd and its inverse */
  double weight, sum;         /* by previews: of all plays of which something was shown */
  followed followed;          /* of times lived */
} thompson_action;

typedef struct thompson_state {
  bool beta, survival;
  double sd, prior_mean, prior_weight; /* of the prior 1 / s^2; 0: it is flat */
  reward_range range;
  bool previews;
  pending seen;   /* by play: its latest preview */
  bool all_known; /* something was seen of all that are there: for speed, not in plain mode */
  draw_race *race;
  foresight foresight;
  hazards hazards;
  draw_law *law; /* of hazards, by place in v->live */
} thompson_state;

static thompson_action *thompson_at(const policy *p, int action)
{
  return (thompson_action *)p->actions + action;
}

/* Prepares what the draws need of the tally. */
static void prepare_gaussian(thompson_action *a, const thompson_state *s)
{
  const double n = (double)a->tally.pulls, variance = s->sd * s->sd;
  if (s->previews) {
    const double weight = s->prior_weight + a->weight;
    a->mean = (s->prior_weight * s->prior_mean + a->sum) / weight;
    a->root = sqrt(weight);
  } else if (s->prior_weight == 0) {
    a->mean = tally_mean(&a->tally);
    a->root = sqrt(n) / s->sd;
  } else {
    const double weight = s->prior_weight + n / variance;
    a->mean = (s->prior_weight * s->prior_mean + a->tally.total / variance) / weight;
    a->root = sqrt(weight);
  }
  a->inverse = 1 / a->root;
}

static posterior posterior_of(const policy *p, int action)
{
  const thompson_state *s = p->state;
  const thompson_action *a = thompson_at(p, action);
  if (s->beta) return beta_posterior(1 + a->tally.total, 1 + (double)a->tally.pulls - a->tally.total);
  return normal_posterior(a->mean, a->root);
}

/* --- hazards ---------------------------------------------------------------------------------- */

static followed *followed_of(const policy *p, int arm) { return &thompson_at(p, arm)->followed; }

static status start_survival(policy *p, const view *v)
{
  thompson_state *s = p->state;
  if (!v->lives) return status_error(STATUS_BAD_PARAMETER, ONLY_TIMES_LIVED);
  s->law = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->law);
  return s->law ? status_ok : status_no_memory();
}

static int choose_least_hazard(policy *p, const view *v)
{
  const thompson_state *s = p->state;
  if (!hazards_laws(p, v, followed_of, s->law)) return random_action(v);
  uniform_source source = source_of_stream(v->random);
  int best = -1;
  double least = 0;
  for (int i = 0; i < v->live_count; i++) {
    const double drawn = log_gamma_draw(&source, s->law[i].a) - same_log(s->law[i].b);
    if (best < 0 || drawn < least) best = v->live[i], least = drawn;
  }
  return best;
}

static bool chances_of_hazards(policy *p, const view *v, double *chance)
{
  thompson_state *s = p->state;
  if (!foresight_open(&s->foresight, DRAW_LEAST_GAMMA, p, v)) return false;
  if (hazards_laws(p, v, followed_of, s->foresight.law)) return foresee_laws(&s->foresight, p, v, chance);
  even_chances(v, chance);
  return true;
}

static bool explain_hazards(policy *p, const view *v, int action, reason *r)
{
  const thompson_state *s = p->state;
  r->code = v->action_count == 1 ? WHY_ONLY_ONE : WHY_DRAWN;
  if (!hazards_laws(p, v, followed_of, s->law)) return true;
  for (int i = 0; i < v->live_count; i++) {
    if (v->live[i] != action) continue;
    reason_add(r, PART_SHAPE, s->law[i].a);
    reason_add(r, PART_RATE, s->law[i].b);
  }
  return true;
}

/* The arm of fewest events per time at risk. */
static int thompson_recommend(const policy *p, const view *v)
{
  return ((const thompson_state *)p->state)->survival ? hazards_least(p, v, followed_of) : -1;
}

/* --- the policy ------------------------------------------------------------------------------- */

static status thompson_start(policy *p, const view *v, const parameters *given)
{
  thompson_state *s = p->state;
  s->survival = parameters_text_is(given, "family", "survival");
  if (s->survival) return start_survival(p, v);
  s->beta = !parameters_text_is(given, "family", "gaussian");
  s->sd = parameters_number(given, "sd");
  s->prior_mean = parameters_number_or(given, "prior_mean", 0);
  s->prior_weight = same_pow(parameters_number_or(given, "prior_sd", INFINITY), -2);
  s->range = reward_range_of(given);
  s->previews = !s->beta && v->stages > 0 && parameters_number_or(given, "previews", 0) != 0;
  const posterior_kind kind = s->beta ? POSTERIOR_BETA : POSTERIOR_NORMAL;
  return draws_open(p, v, &s->race, kind, posterior_of) ? status_ok : status_no_memory();
}

/* By previews: one of which nothing was shown, the one played least, or -1. */
static int unseen_action(const policy *p, const view *v)
{
  int least = -1;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    if (thompson_at(p, action)->tally.pulls > 0) continue;
    if (least < 0 || v->tried[action] < v->tried[least]) least = action;
  }
  return least;
}

/* The action of which there is nothing to draw from that is to be played next, or -1. */
static int unknown_action(policy *p, const view *v)
{
  thompson_state *s = p->state;
  if (s->beta || (s->all_known && !v->plain)) return -1;
  if (s->prior_weight == 0) {
    const int untried = s->previews ? unseen_action(p, v) : tally_untried(p, v, sizeof(thompson_action));
    s->all_known = untried < 0;
    return untried;
  }
  for (int i = 0; i < v->action_count; i++) {
    thompson_action *a = thompson_at(p, v->actions[i]);
    if (a->root == 0) prepare_gaussian(a, s); /* nothing was seen of it yet */
  }
  return -1;
}

static int thompson_choose(policy *p, const view *v)
{
  const thompson_state *s = p->state;
  if (s->survival) return choose_least_hazard(p, v);
  const int unknown = unknown_action(p, v);
  return unknown >= 0 ? unknown : draws_choose(s->race, p, v, stream_turn(v->random, draw_clock(p)));
}

static draw_law law_now(const policy *p, int action)
{
  const thompson_state *s = p->state;
  const thompson_action *a = thompson_at(p, action);
  const double n = (double)a->tally.pulls;
  if (s->beta) return (draw_law){1 + a->tally.total, 1 + n - a->tally.total};
  return (draw_law){a->mean, a->inverse};
}

/* As it will be once it is prepared. */
static draw_law law_then(const policy *p, int action)
{
  const thompson_state *s = p->state;
  thompson_action a = *thompson_at(p, action);
  if (s->beta || a.root > 0) return law_now(p, action);
  prepare_gaussian(&a, s);
  return (draw_law){a.mean, a.inverse};
}

static bool thompson_explain(policy *p, const view *v, int action, reason *r)
{
  const thompson_state *s = p->state;
  const bool flat = !s->beta && s->prior_weight == 0;
  if (s->survival) return explain_hazards(p, v, action, r);
  r->code = v->action_count == 1                                        ? WHY_ONLY_ONE
            : flat && tally_untried(p, v, sizeof(thompson_action)) >= 0 ? WHY_FIRST_PLAY
                                                                        : WHY_DRAWN;
  if (flat && thompson_at(p, action)->tally.pulls == 0) return true;
  const draw_law law = law_then(p, action);
  reason_add(r, s->beta ? PART_SHAPE1 : PART_MEAN, law.a);
  reason_add(r, s->beta ? PART_SHAPE2 : PART_SD, law.b);
  return true;
}

static bool thompson_chances(policy *p, const view *v, double *chance)
{
  thompson_state *s = p->state;
  if (s->survival) return chances_of_hazards(p, v, chance);
  const int unknown = unknown_action(p, v);
  if (unknown < 0)
    return foresee_greatest(&s->foresight, s->beta ? DRAW_BETA : DRAW_NORMAL, p, v, law_now, chance);
  sure_chances(v, unknown, chance);
  return true;
}

static void learned(policy *p, int action)
{
  const thompson_state *s = p->state;
  if (!s->beta) prepare_gaussian(thompson_at(p, action), s);
  draws_changed(s->race, action);
}

/* What is known of a play by a stage, in place of what was known of it before. */
static void learn_stage(policy *p, const view *v, const outcome *o, int stage)
{
  thompson_state *s = p->state;
  thompson_action *a = thompson_at(p, o->action);
  const double variance = s->sd * s->sd, before = pending_take(&s->seen, o->play);
  const double noise = v->preview_sd[stage], weight = 1 / (variance + noise * noise);
  if (isnan(before)) {
    a->tally.pulls++;
  } else {
    const double older = v->preview_sd[stage - 1], taken = 1 / (variance + older * older);
    a->weight -= taken;
    a->sum -= taken * before;
  }
  a->weight += weight;
  a->sum += weight * o->observed;
  if (stage + 1 < v->stages && !pending_keep(&s->seen, o->play, o->observed, p->memory))
    p->failure = status_no_memory();
  learned(p, o->action);
}

static void thompson_preview(policy *p, const view *v, const outcome *o, int stage)
{
  if (((const thompson_state *)p->state)->previews) learn_stage(p, v, o, stage);
}

static void thompson_played(policy *p, const view *v, const outcome *o)
{
  thompson_state *s = p->state;
  if (s->survival) hazards_played(&s->hazards, followed_of(p, o->arm), v, o);
}

static void thompson_observe(policy *p, const view *v, const outcome *o)
{
  const thompson_state *s = p->state;
  if (s->survival) {
    hazards_shown(&s->hazards, followed_of(p, o->arm), v, o);
    return;
  }
  if (s->previews) {
    learn_stage(p, v, o, v->stages - 1);
    return;
  }
  const double seen = s->beta ? success_of(v, s->range, o->observed) : o->observed;
  tally_add(&thompson_at(p, o->action)->tally, seen);
  learned(p, o->action);
}

static void thompson_arm_entered(policy *p, const view *v, int arm)
{
  thompson_state *s = p->state;
  s->all_known = false;
  if (!s->survival) draws_entered(s->race, v, arm);
}

static void thompson_stretch(policy *p, const view *v, int action, stretch *s)
{
  const thompson_state *state = p->state;
  if (state->survival) return;
  if (state->beta && !(v->binary && state->range.from == 0 && state->range.to == 1)) return;
  s->plays = draws_stretch(state->race, action);
  if (s->plays < 2) return;
  const thompson_action *a = thompson_at(p, action);
  s->total = a->tally.total;
  if (state->beta) {
    draws_beta_line(state->race, s, (double)a->tally.pulls);
    return;
  }
  const draw_prior prior = {state->prior_mean, state->prior_weight, state->sd * state->sd};
  const posterior now = posterior_of(p, action);
  draws_normal_line(state->race, &now, &prior, s, (double)a->tally.pulls);
}

static void thompson_observe_run(policy *p, const view *v, const run *r)
{
  thompson_action *a = thompson_at(p, r->action);
  if (((const thompson_state *)p->state)->survival) return; /* it has no stretches */
  const uint64_t turns = (uint64_t)r->plays - 1;
  a->tally.pulls += r->plays;
  a->tally.total = r->total;
  v->random->turn[draw_clock(p)] += turns;
  draws_passed(((const thompson_state *)p->state)->race, turns);
  learned(p, r->action);
}

const policy_type policy_thompson = {
    .constructor = "policy_thompson",
    .label = "Thompson",
    .does = "draws a plausible mean for each arm, and plays the arm with the greatest draw",
    .paper = "Thompson 1933; Agrawal and Goyal 2012",
    .takes = TAKES({"family", A_TEXT("bernoulli|gaussian|survival"), .bounded = "A beta prior", FROM_BANDIT},
                   {"range", A_RANGE, .only_if = "family=bernoulli", FROM_BANDIT},
                   {"sd", A_POSITIVE, .only_if = "family=gaussian", FROM_BANDIT, .not_with = "range"},
                   {"prior_mean", A_NUMBER, .only_with = "prior_sd", .otherwise = "0"},
                   {"prior_sd", A_POSITIVE, .only_if = "family=gaussian"},
                   {"previews", A_FLAG, USUALLY(0), .later = true, .only_if = "family=gaussian"}),
    .told_suffices = true,
    .counts_suffice = "",
    .state_size = sizeof(thompson_state),
    .action_size = sizeof(thompson_action),
    .start = thompson_start,
    .choose = thompson_choose,
    .chances = thompson_chances,
    .explain = thompson_explain,
    .recommend = thompson_recommend,
    .played = thompson_played,
    .observe = thompson_observe,
    .preview = thompson_preview,
    .arm_entered = thompson_arm_entered,
    .stretch = thompson_stretch,
    .observe_run = thompson_observe_run,
};
