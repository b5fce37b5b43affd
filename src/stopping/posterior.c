/* Stops when the arm with the greatest mean is the best one with a posterior chance of more than
 * `probability`. The means have independent posteriors:
 *
 *   beta:     Beta(1 + S, 1 + F), S the sum of the n rewards in [0, 1], F = n - S
 *   gaussian: Normal(mean, sd^2 / n), of a flat prior
 *   survival: hazards, of which the least is the best (policies/sampling/hazards.h): the leader is the arm of
 *             fewest events per time at risk
 *
 * The chance is the integral of the leader's density times the distribution functions of all
 * others, by the trapezoidal rule on the real line (of ln(x / (1 - x)) for beta laws), which
 * converges exponentially in the number of nodes for such integrands; at steps of the width of
 * their narrowest feature it is accurate to 1e-6. From one node to the next a beta law's
 * distribution function grows by the integral of its density, which the density and four
 * derivatives at both ends give to 1e-8 (Hermite's rule; Davis and Rabinowitz 1984, section 2.9).
 * Cost: that of some 20 nodes and one rival per round, as long as the chance to beat the closest
 * one is not enough; else of all rivals. Where an allocation or a rule that drops arms asks for all
 * these chances anyway, theirs are taken (best_arm.h). */
#include "../base/hypotenuse.h"
#include "beliefs.h"

typedef struct posterior {
  double probability;
  belief_scale scale;
  int closest; /* the rival that the leader is least sure to beat */
  /* The two arms, and what was shown of them when that was found not to be enough. */
  int leader;
  double shown[2], mean[2];
  bool beats_closest; /* that was enough, but not against all: all are looked at again */
  int64_t asked;      /* of hazards: when it held last, and of which arm */
  int named;
} posterior;

static void posterior_start(void *state, const parameters *given)
{
  *(posterior *)state = (posterior){
      .probability = parameters_number(given, "probability"), .scale = belief_scale_of(given), .leader = -1};
}

/* --- the chance to be the best ------------------------------------------------------ */

static double chance_to_beat(const posterior *s, const evidence *e, int rival)
{
  const belief leader = belief_of(&s->scale, e, e->leader), other = belief_of(&s->scale, e, rival);
  return belief_exceeds(&leader, &other, 0);
}

static bool is_rival(const evidence *e, int arm) { return arm != e->leader && e->there[arm]; }

/* The rival whose chance is closest, and the width of the narrowest feature, as place_nodes() has
 * it. */
static double look_at_rivals(posterior *s, const evidence *e, const belief *leader)
{
  double narrow = precision(leader), least = INFINITY;
  for (int arm = 0; arm < e->arms; arm++) {
    if (!is_rival(e, arm)) continue;
    const belief other = place_of(&s->scale, e, arm);
    const double apart = (leader->middle - other.middle) / hypotenuse(leader->sd, other.sd);
    if (apart < least) least = apart, s->closest = arm;
    narrow += precision(&other);
  }
  return narrow;
}

static void beat_arm(nodes *at, const posterior *s, const evidence *e, int arm)
{
  const belief rival = belief_of(&s->scale, e, arm);
  beat(at, &rival);
}

/* Or no less than that, if even that is not enough. */
static double chance_to_be_best(posterior *s, const evidence *e)
{
  nodes at;
  const belief leader = belief_of(&s->scale, e, e->leader);
  s->leader = -1;
  place_nodes(&at, &leader, look_at_rivals(s, e, &leader));
  beat_arm(&at, s, e, s->closest);
  const double most = integral(&at);
  s->beats_closest = most > s->probability;
  if (!s->beats_closest) return most;
  for (int arm = 0; arm < e->arms; arm++)
    if (is_rival(e, arm) && arm != s->closest) beat_arm(&at, s, e, arm);
  return integral(&at);
}

static bool is_as_it_was(const posterior *s, const evidence *e)
{
  const int a = e->leader, b = s->closest;
  return s->leader == a && s->shown[0] == e->shown[a] && s->mean[0] == e->mean[a] &&
         s->shown[1] == e->shown[b] && s->mean[1] == e->mean[b];
}

/* Both chances are right to 1e-6. */
static bool is_not_enough(posterior *s, const evidence *e)
{
  const int a = e->leader, b = s->closest;
  if (e->plain || !is_rival(e, b)) return false;
  if (is_as_it_was(s, e)) return true;
  s->leader = -1;
  if (s->beats_closest || chance_to_beat(s, e, b) > s->probability - 2e-6) return false;
  s->leader = a;
  s->shown[0] = e->shown[a], s->shown[1] = e->shown[b];
  s->mean[0] = e->mean[a], s->mean[1] = e->mean[b];
  return true;
}

static bool hazard_says(posterior *s, const evidence *e)
{
  if (!can_be_compared(e) || !hazards_were_seen(e)) return false;
  s->named = least_hazard(e);
  if (s->named < 0 || !(belief_is_best(&s->scale, e, s->named) > s->probability)) return false;
  s->asked = e->asked;
  return true;
}

static bool posterior_says(void *state, const evidence *e)
{
  posterior *s = state;
  if (s->scale.survival) return hazard_says(s, e);
  if (e->leader < 0 || !can_be_compared(e)) return false;
  if (beliefs_are_asked(e)) return belief_is_best(&s->scale, e, e->leader) > s->probability;
  if (is_not_enough(s, e)) return false;
  return chance_to_be_best(s, e) > s->probability;
}

static int posterior_names(const void *state, const evidence *e)
{
  const posterior *s = state;
  return s->scale.survival && s->asked == e->asked ? s->named : -1;
}

const stopping_type stopping_posterior = {
    .name = "posterior",
    .claims_best = true,
    .takes =
        TAKES({"probability", A_POSITIVE_CHANCE, .below = true, USUALLY(0.95)}, TAKES_BELIEFS, TAKES_LOOKS),
    .state_size = sizeof(posterior),
    .start = posterior_start,
    .says = posterior_says,
    .names = posterior_names,
};
