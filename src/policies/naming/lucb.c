/* LUCB (Kalyanakrishnan, Tewari, Auer and Stone 2012, section 3) and KL-LUCB (Kaufmann and
 * Kalyanakrishnan 2013, section 3), which look at two arms at a time: the leader, with the
 * greatest mean, and its rival, of the others that with the greatest upper bound,
 *
 *   LUCB:    mean + w sqrt(rate / (2 n)), the rate "hoeffding" of rates.h, w the width
 *            of the range of rewards;
 *   KL-LUCB: the greatest q with n d(mean, q) <= rate, d the divergence of Bernoulli
 *            distributions, the rate "kl", or "practical" as in Garivier and Kaufmann (2016).
 *
 * The leader is played, then the rival, then both are found again, for the t plays so
 * far, the n outcomes seen of an arm and the K arms that are there. Before, while
 * nothing was seen of one of them, the least played. Ties go to the lowest arm; a pair
 * is broken off if an arm comes of which nothing was seen, or if the rival leaves. The game
 * is not stopped amid a pair.
 *
 * Comparing an arm's bound with that of another takes no root; by divergence it takes one
 * divergence, and most often none (Pinsker). Cost: a look at each arm, two plays. */
#include "../../base/margin.h"
#include "../classical/divergence.h"
#include "rates.h"
#include "sample.h"
#include <string.h>

typedef struct bounds {
  double (*rate)(double t, double arms, double error);
  double (*upper)(const policy *p, const tally *a, double rate);
  /* Returns whether the upper bound is below this for certain. */
  bool (*is_below)(const policy *p, const tally *a, double rate, double level);
} bounds;

typedef struct lucb_state {
  const bounds *bounds;
  double error, width;
  bool practical; /* the rate of KL-LUCB */
  reward_range range;
  int leader; /* of this pair; -1: there is none */
  kept_arm rival;
  bool second;           /* the leader was played */
  bool unsought;         /* the rival has not been looked for yet: see lucb_recall() */
  int64_t plays;         /* before the pair */
  int *live, live_count; /* the arms there then */
} lucb_state;

static const size_t entrant = sizeof(sample);

static status start_with(policy *p, const view *v, const parameters *given, const bounds *b)
{
  lucb_state *s = p->state;
  s->bounds = b;
  s->error = parameters_number(given, "error");
  s->practical = parameters_text_is(given, "rate", "practical");
  s->range = reward_range_of(given);
  s->leader = -1;
  s->live = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->live);
  return s->live ? status_ok : status_no_memory();
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

static bool hoeffding_is_below(const policy *p, const tally *a, double rate, double level)
{
  const double n = (double)a->pulls, width = ((const lucb_state *)p->state)->width;
  const double gap = level * n - a->total - margin_of(fabs(level) * n + fabs(a->total));
  return gap > 0 && 2 * gap * gap > width * width * rate * n * (1 + UNRULY_MARGIN);
}

static bool kl_is_below(const policy *p, const tally *a, double rate, double level)
{
  (void)p;
  const double mean = tally_mean(a), n = (double)a->pulls, least = level - margin_of(1);
  if (least <= mean) return false;
  return mean + sqrt(rate / (2 * n)) < least ||
         n * bernoulli_shift(mean, least - mean) > rate * (1 + UNRULY_MARGIN);
}

static const bounds hoeffding = {rate_hoeffding, hoeffding_upper, hoeffding_is_below};
static const bounds divergences = {rate_kl, kl_upper, kl_is_below};

static status lucb_start(policy *p, const view *v, const parameters *given)
{
  ((lucb_state *)p->state)->width = parameters_width(given);
  return start_with(p, v, given, &hoeffding);
}

static status kl_lucb_start(policy *p, const view *v, const parameters *given)
{
  return start_with(p, v, given, &divergences);
}

/* --- pairs ------------------------------------------------------------------ */

/* Returns the rival, of the arms there when the pair began. The last one is looked at first, as it is often
 * still the one. */
static int rival_of(const policy *p, const view *v, int last)
{
  const lucb_state *s = p->state;
  const bounds *b = s->bounds;
  const double plays = (double)s->plays;
  const double rate =
      s->practical ? rate_practical(plays, s->error) : b->rate(plays, s->live_count, s->error);
  const bool lazy = !v->plain;
  const int leader = s->leader;
  int best = lazy && last >= 0 && last != leader && v->is_live[last] ? last : -1;
  double greatest = best < 0 ? 0 : b->upper(p, tally_of(p, best, entrant), rate);
  for (int i = 0; i < s->live_count; i++) {
    const int arm = s->live[i];
    const tally *a = tally_of(p, arm, entrant);
    if (arm == leader || arm == best || (best >= 0 && lazy && b->is_below(p, a, rate, greatest))) continue;
    const double upper = b->upper(p, a, rate);
    if (best < 0 || upper > greatest || (upper == greatest && action_before(v, arm, best)))
      best = arm, greatest = upper;
  }
  return best;
}

/* The arm to be played before there are pairs, or -1. */
static int first_arm(policy *p, const view *v)
{
  lucb_state *s = p->state;
  const int first = v->live_count == 1 ? v->live[0] : sample_first(p, v, entrant);
  if (first < 0) return -1;
  s->leader = -1;
  s->second = s->unsought = false;
  return first;
}

static void begin_pair(policy *p, const view *v, int leader)
{
  lucb_state *s = p->state;
  s->leader = leader;
  s->second = false;
  s->plays = v->plays;
  s->live_count = v->live_count;
  memcpy(s->live, v->live, (size_t)v->live_count * sizeof *s->live);
}

static void seek_rival(const policy *p, const view *v)
{
  lucb_state *s = p->state;
  if (s->unsought) s->rival = keep_arm(v, rival_of(p, v, -1));
  s->unsought = false;
}

static int lucb_choose(policy *p, const view *v)
{
  lucb_state *s = p->state;
  const int first = first_arm(p, v);
  if (first >= 0) return first;
  seek_rival(p, v);
  if (s->second && is_there(v, s->rival)) return s->rival.arm;
  const int last = s->leader < 0 ? -1 : s->rival.arm;
  begin_pair(p, v, tally_best(p, v, entrant));
  s->rival = keep_arm(v, rival_of(p, v, last));
  return s->leader;
}

/* The rival is the next arm that is recalled. It has to be looked for only if, before that,
 * something is seen of another arm than the leader, or an arm leaves. */
static void lucb_recall(policy *p, const view *v, int action)
{
  lucb_state *s = p->state;
  if (first_arm(p, v) >= 0) return;
  if (s->second && s->unsought) s->rival = keep_arm(v, action);
  const bool begins = !s->second || !is_there(v, s->rival);
  if (begins) begin_pair(p, v, action);
  s->unsought = begins;
}

static void lucb_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  lucb_state *s = p->state;
  sample_of(p, o->arm, entrant)->plays++;
  if (s->leader >= 0) s->second = !s->second;
}

static void lucb_observe(policy *p, const view *v, const outcome *o)
{
  if (o->arm != ((const lucb_state *)p->state)->leader) seek_rival(p, v);
  tally_add(&sample_of(p, o->arm, entrant)->tally, o->observed);
}

static void kl_lucb_observe(policy *p, const view *v, const outcome *o)
{
  outcome seen = *o;
  seen.observed = in_unit(((const lucb_state *)p->state)->range, o->observed);
  lucb_observe(p, v, &seen);
}

static void lucb_arm_left(policy *p, const view *v, int arm)
{
  (void)arm;
  seek_rival(p, v);
}

/* After the second play of a pair, or once the pair is broken. */
static bool lucb_may_stop(const policy *p, const view *v)
{
  const lucb_state *s = p->state;
  seek_rival(p, v);
  return !s->second || !is_there(v, s->rival);
}

const policy_type policy_lucb = {
    .constructor = "policy_lucb",
    .call = "policy_lucb(interval = \"hoeffding\")",
    .label = "LUCB",
    .does = "compares the leader with its strongest rival until their confidence intervals come "
            "apart",
    .paper = "Kalyanakrishnan, Tewari, Auer and Stone 2012",
    .own_plays = "plays arms in pairs",
    .deterministic = true,
    .told_suffices = true,
    .recalls_choice = true,
    .takes = TAKES({"error", A_POSITIVE_CHANCE, .below = true, USUALLY(0.05)},
                   {"range", A_RANGE, FROM_BANDIT}, {"sd", A_POSITIVE, FROM_BANDIT, .not_with = "range"}),
    .refuses = HAS_WAITING,
    .state_size = sizeof(lucb_state),
    .action_size = sizeof(sample),
    .start = lucb_start,
    .choose = lucb_choose,
    .recall = lucb_recall,
    .played = lucb_played,
    .observe = lucb_observe,
    .arm_left = lucb_arm_left,
    .may_stop = lucb_may_stop,
};

const policy_type policy_kl_lucb = {
    .constructor = "policy_kl_lucb",
    .call = "policy_lucb(interval = \"kl\")",
    .label = "KL-LUCB",
    .does = "compares the leader with its strongest rival until their confidence intervals, "
            "fitted to the distribution, come apart",
    .paper = "Kaufmann and Kalyanakrishnan 2013",
    .own_plays = "plays arms in pairs",
    .deterministic = true,
    .told_suffices = true,
    .recalls_choice = true,
    .takes = TAKES({"error", A_POSITIVE_CHANCE, .below = true, USUALLY(0.05)},
                   {"rate", A_TEXT("proved|practical"), USUALLY(FIRST_CHOICE)},
                   {"range", A_RANGE, .bounded = "The Bernoulli divergence", FROM_BANDIT}),
    .refuses = HAS_WAITING,
    .state_size = sizeof(lucb_state),
    .action_size = sizeof(sample),
    .start = kl_lucb_start,
    .choose = lucb_choose,
    .recall = lucb_recall,
    .played = lucb_played,
    .observe = kl_lucb_observe,
    .arm_left = lucb_arm_left,
    .may_stop = lucb_may_stop,
};
