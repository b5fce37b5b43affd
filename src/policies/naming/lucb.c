/* LUCB (Kalyanakrishnan, Tewari, Auer and Stone 2012, section 3) and KL-LUCB (Kaufmann and
 * Kalyanakrishnan 2013, section 3), which look at two arms at a time: the leader, with the
 * greatest mean, and its rival, of the others that with the greatest upper bound,
 *
 *   LUCB:    mean + w sqrt(rate / (2 n)), the rate "hoeffding" of rates.h, w the width
 *            of the range of rewards;
 *   KL-LUCB: the greatest q with n d(mean, q) <= rate, d the divergence of Bernoulli
 *            laws, the rate "kl", or "practical" as in Garivier and Kaufmann (2016).
 *
 * The leader is played, then the rival, then both are found again, for the t plays so
 * far, the n outcomes seen of an arm and the K arms that are there. Before, while
 * nothing was seen of one of them, the least played. Ties go to the lowest arm; a pair
 * is broken off if an arm comes of which nothing was seen, or if the rival leaves. The game
 * is not stopped amid a pair.
 *
 * Whether an arm's bound by divergence is above that of another takes one divergence,
 * and most often none (Pinsker). Cost: a look at each arm, two plays. */
#include "../../base/margin.h"
#include "../classical/divergence.h"
#include "rates.h"
#include "sample.h"

typedef struct lucb_state {
  double error, width;
  bool practical; /* the rate of KL-LUCB */
  reward_range range;
  int leader, rival; /* of this pair; -1: there is none */
  bool second;       /* the leader was played */
} lucb_state;

static const size_t entrant = sizeof(sample);

static status lucb_start(policy *p, const view *v, const parameters *given)
{
  (void)v;
  lucb_state *s = p->state;
  s->error = parameters_number(given, "error", 0.05);
  s->width = parameters_number(given, "width", 1);
  s->practical = parameters_text_is(given, "rate", "practical");
  s->range = reward_range_of(given);
  s->leader = -1;
  return status_ok;
}

/* --- bounds ---------------------------------------------------------------- */

static double hoeffding_upper(const policy *p, const tally *a, double rate)
{
  return tally_mean(a) + ((const lucb_state *)p->state)->width * sqrt(rate / (2 * (double)a->pulls));
}

static double kl_upper(const policy *p, const tally *a, double rate)
{
  (void)p;
  return bernoulli_bound(tally_mean(a), rate / (double)a->pulls);
}

/* Whether it is below this for certain. */
static bool kl_upper_is_below(const tally *a, double rate, double level)
{
  const double mean = tally_mean(a), n = (double)a->pulls, least = level - margin_of(1);
  if (least <= mean) return false;
  return mean + sqrt(rate / (2 * n)) < least ||
         n * bernoulli_shift(mean, least - mean) > rate * (1 + UNRULY_MARGIN);
}

/* --- pairs ------------------------------------------------------------------ */

typedef struct bounds {
  double (*rate)(double t, double arms, double error);
  double (*upper)(const policy *p, const tally *a, double rate);
  bool (*is_below)(const tally *a, double rate, double level); /* or NULL */
} bounds;

static const bounds hoeffding = {rate_hoeffding, hoeffding_upper, NULL};
static const bounds divergences = {rate_kl, kl_upper, kl_upper_is_below};

/* The last one is looked at first, as it is often still the one. */
static int rival_of(const policy *p, const view *v, int leader, int last, const bounds *b)
{
  const lucb_state *s = p->state;
  const double plays = (double)v->plays;
  const double rate =
      s->practical ? rate_practical(plays, s->error) : b->rate(plays, v->live_count, s->error);
  const bool lazy = b->is_below && !v->plain;
  int best = lazy && last >= 0 && last != leader && v->is_live[last] ? last : -1;
  double greatest = best < 0 ? 0 : b->upper(p, tally_of(p, best, entrant), rate);
  for (int i = 0; i < v->live_count; i++) {
    const int arm = v->live[i];
    const tally *a = tally_of(p, arm, entrant);
    if (arm == leader || arm == best || (best >= 0 && lazy && b->is_below(a, rate, greatest))) continue;
    const double upper = b->upper(p, a, rate);
    if (best < 0 || upper > greatest || (upper == greatest && action_before(v, arm, best)))
      best = arm, greatest = upper;
  }
  return best;
}

static int lucb_choose_by(policy *p, const view *v, const bounds *b)
{
  lucb_state *s = p->state;
  const int first = v->live_count == 1 ? v->live[0] : sample_first(p, v, entrant);
  if (first >= 0) {
    s->leader = -1;
    s->second = false;
    return first;
  }
  if (s->second && v->is_live[s->rival]) return s->rival;
  s->second = false;
  const int last = s->leader < 0 ? -1 : s->rival;
  s->leader = tally_best(p, v, entrant);
  s->rival = rival_of(p, v, s->leader, last, b);
  return s->leader;
}

static int lucb_choose(policy *p, const view *v) { return lucb_choose_by(p, v, &hoeffding); }

static int kl_lucb_choose(policy *p, const view *v) { return lucb_choose_by(p, v, &divergences); }

static void lucb_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  lucb_state *s = p->state;
  sample_of(p, o->arm, entrant)->plays++;
  if (s->leader >= 0) s->second = !s->second;
}

static void lucb_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tally_add(&sample_of(p, o->arm, entrant)->tally, o->observed);
}

static void kl_lucb_observe(policy *p, const view *v, const outcome *o)
{
  outcome seen = *o;
  seen.observed = in_unit(((const lucb_state *)p->state)->range, o->observed);
  lucb_observe(p, v, &seen);
}

/* After the second play of a pair, or once the pair is broken. */
static bool lucb_may_stop(const policy *p, const view *v)
{
  const lucb_state *s = p->state;
  return !s->second || !v->is_live[s->rival];
}

const policy_type policy_lucb = {
    .constructor = "policy_lucb",
    .label = "LUCB",
    .paper = "Kalyanakrishnan, Tewari, Auer and Stone 2012",
    .own_plays = "plays arms in pairs",
    .deterministic = true,
    .takes = TAKES({"error", A_POSITIVE_CHANCE, .below = true}, {"width", A_POSITIVE}),
    .refuses = HAS_WAITING,
    .state_size = sizeof(lucb_state),
    .action_size = sizeof(sample),
    .start = lucb_start,
    .choose = lucb_choose,
    .played = lucb_played,
    .observe = lucb_observe,
    .may_stop = lucb_may_stop,
};

const policy_type policy_kl_lucb = {
    .constructor = "policy_kl_lucb",
    .label = "KL-LUCB",
    .paper = "Kaufmann and Kalyanakrishnan 2013",
    .own_plays = "plays arms in pairs",
    .deterministic = true,
    .takes = TAKES({"error", A_POSITIVE_CHANCE, .below = true}, {"rate", A_TEXT("proved|practical")},
                   {"range", A_RANGE, .bounded = "The Bernoulli divergence"}),
    .refuses = HAS_WAITING,
    .state_size = sizeof(lucb_state),
    .action_size = sizeof(sample),
    .start = lucb_start,
    .choose = kl_lucb_choose,
    .played = lucb_played,
    .observe = kl_lucb_observe,
    .may_stop = lucb_may_stop,
};
