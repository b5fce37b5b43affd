/* Racing (Maron and Moore 1994; Kaufmann and Kalyanakrishnan 2013, section 3): each round plays
 * every arm that is left once, in order; then the one with the least mean goes, if what was seen
 * says that it is not the best: with n outcomes of an arm,
 *
 *   Chernoff racing: n_a d(mean_a, m) + n_b d(mean_b, m) > rate (Garivier and Kaufmann
 *                    2016, section 6), a being the best, b the worst, m the mean of
 *                    both (half way: all have equal n, but for what is late);
 *   KL racing:       the least q with n d(mean, q) <= rate of the best is above the
 *                    greatest of the worst,
 *
 * d being the divergence of Bernoulli distributions and the rate that of rates.h at t plays,
 * "practical" or "kl", for the K arms that are here, out or in. At most one goes a
 * round; of arms of equal mean one is drawn (ties.h), as the authors' code means to (bench/README.md).
 * Once one is left the race has settled. Who comes late, and how much a round costs: see contest.h. */
#include "contest.h"
#include "rates.h"
#include "transport.h"

typedef struct racing_state {
  double error;
  bool proved;
  reward_range range;
  int64_t compared; /* plays that each arm had when they were compared last */
} racing_state;

static status racing_start(policy *p, const view *v, const parameters *given)
{
  racing_state *s = p->state;
  s->error = parameters_number(given, "error");
  s->proved = parameters_text_is(given, "rate", "proved");
  s->range = reward_range_of(given);
  contest_open(p, v);
  return status_ok;
}

static double racing_rate(const policy *p, const view *v)
{
  const racing_state *s = p->state;
  int arms = 0;
  for (int arm = 0; arm < v->arms; arm++) arms += contestant_at(p, arm)->here;
  return s->proved ? rate_kl((double)v->plays, arms, s->error) : rate_practical((double)v->plays, s->error);
}

static bool chernoff_parts(const tally *best, const tally *worst, double rate)
{
  return transport_bernoulli(best, worst) > rate;
}

/* The divergence is the same when successes and failures change places. */
static bool kl_parts(const tally *best, const tally *worst, double rate)
{
  const double lower = 1 - bernoulli_bound(1 - tally_mean(best), rate / (double)best->pulls);
  return lower > bernoulli_bound(tally_mean(worst), rate / (double)worst->pulls);
}

typedef bool (*parts)(const tally *best, const tally *worst, double rate);

/* Returns whether each arm that is left was played and seen once more. */
static bool round_is_over(const policy *p, const contest *c)
{
  return c->left > 1 && c->all_seen && c->least > ((const racing_state *)p->state)->compared;
}

/* Returns whether the worst goes then. */
static bool worst_goes(const policy *p, const view *v, const contest *c, parts apart)
{
  const tally *best = &contestant_at(p, c->best)->sample.tally;
  return apart(best, &contestant_at(p, c->worst)->sample.tally, racing_rate(p, v));
}

static int racing_choose(policy *p, const view *v, parts apart)
{
  racing_state *s = p->state;
  contest c = contest_now(p, v);
  if (round_is_over(p, &c)) {
    s->compared = c.least;
    if (worst_goes(p, v, &c, apart)) {
      contestant_at(p, c.worst)->out = true;
      c = contest_now(p, v);
    }
  }
  return contest_choice(p, v, &c);
}

static int chernoff_choose(policy *p, const view *v) { return racing_choose(p, v, chernoff_parts); }

static int kl_choose(policy *p, const view *v) { return racing_choose(p, v, kl_parts); }

/* One is left, or will be as soon as the worst of two goes. */
static bool racing_settled(const policy *p, const view *v, parts apart)
{
  const contest c = contest_now(p, v);
  return c.left == 1 || (c.left == 2 && round_is_over(p, &c) && worst_goes(p, v, &c, apart));
}

static bool chernoff_settled(const policy *p, const view *v) { return racing_settled(p, v, chernoff_parts); }

static bool kl_settled(const policy *p, const view *v) { return racing_settled(p, v, kl_parts); }

static void racing_observe(policy *p, const view *v, const outcome *o)
{
  outcome seen = *o;
  seen.observed = in_unit(((const racing_state *)p->state)->range, o->observed);
  contest_observe(p, v, &seen);
}

/* The totals of a stretch grow by what is observed, unscaled. */
static void racing_stretch(policy *p, const view *v, int action, stretch *s)
{
  const reward_range range = ((const racing_state *)p->state)->range;
  if (range.from == 0 && range.to == 1) contest_stretch(p, v, action, s);
}

#define RACING                                                                                  \
  .deterministic = true,                                                                        \
  .takes = TAKES({"error", A_POSITIVE_CHANCE, .below = true, USUALLY(0.05)},                    \
                 {"rate", A_TEXT("practical|proved"), USUALLY(FIRST_CHOICE)},                   \
                 {"range", A_RANGE, .bounded = "The Bernoulli divergence", FROM_BANDIT}),       \
  .own_plays = PLAYS_IN_TURN, .refuses = HAS_WAITING, .bytes_suffice = true,                    \
  .state_size = sizeof(racing_state), .action_size = sizeof(contestant), .start = racing_start, \
  .played = contest_played, .observe = racing_observe, .arm_entered = contest_entered,          \
  .arm_left = contest_left, .recommend = contest_recommend, .stretch = racing_stretch,          \
  .observe_run = contest_observe_run

const policy_type policy_chernoff_racing = {.constructor = "policy_chernoff_racing",
                                            .call = "policy_racing(test = \"chernoff\")",
                                            .label = "Chernoff racing",
                                            .does = "plays all arms that are left in turn, and "
                                                    "strikes off the worst once the evidence "
                                                    "against it is strong enough",
                                            .paper = "Garivier and Kaufmann 2016, section 6",
                                            .choose = chernoff_choose,
                                            .settled = chernoff_settled,
                                            RACING};

const policy_type policy_kl_racing = {.constructor = "policy_kl_racing",
                                      .call = "policy_racing(test = \"kl\")",
                                      .label = "KL racing",
                                      .does = "plays all arms that are left in turn, and strikes "
                                              "off an arm once its best case is below the worst "
                                              "case of the leader",
                                      .paper = "Kaufmann and Kalyanakrishnan 2013",
                                      .choose = kl_choose,
                                      .settled = kl_settled,
                                      RACING};
