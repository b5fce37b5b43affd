/* Policies for conversions, of which only those are shown that come. Let N be an arm's plays, S the sum of
 * the outcomes shown of it, of lags of at most `within`, and E its exposure (exposure.h): S / E estimates
 * what a play pays, with a known law. In round t, with L = ln t, they play the greatest of
 *
 *   "hoeffding": S / E + sqrt(2 N L) / E;
 *   "poisson":   the greatest q >= p = S / E with E (q - p + p ln(p / q)) <= L; if p = 0, L / E;
 *   "thompson":  a draw from Gamma(prior[1] + S, rate prior[2] + E),
 *
 * the first two those with E <= 1e-9 first, the one played least, the lowest in a tie. Zeros that are shown
 * are ignored. With outcomes that are cut off at `within` they are like those of Vernade, Cappe and Perchet
 * 2017; the constant of the Hoeffding bound, and Thompson's, are ours. The arm they name is the one with
 * the greatest S / E.
 *
 * Cost: that of the exposures, and a logarithm an action. */
#include "exposure.h"
#include "../sampling/greatest.h"
#include "../../base/elementary.h"
#include "../../random/distributions.h"

enum { HOEFFDING, POISSON, THOMPSON };

typedef struct conversion_state {
  exposure exposure;
  int rule;
  int lead; /* poisson: the last choice, where the search begins */
  double prior[2];
  greatest_draw greatest;
  draw_law *law; /* by place in v->live */
} conversion_state;

static const double *exposures(policy *p, const view *v)
{
  return exposures_now(&((conversion_state *)p->state)->exposure, p, v);
}

static const exposed_arm *arm_at(const policy *p, int arm) { return exposed_at(p, arm); }

static status start_with(policy *p, const view *v, const parameters *given, int rule)
{
  conversion_state *s = p->state;
  s->rule = rule;
  s->lead = -1;
  if (rule == THOMPSON) {
    const double *prior = parameters_numbers(given, "prior");
    s->prior[0] = prior[0];
    s->prior[1] = prior[1];
    greatest_open(&s->greatest, DRAW_GAMMA, p->memory);
    s->law = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->law);
    if (!s->law) return status_no_memory();
  }
  return exposure_open(&s->exposure, p, v, given);
}

static status hoeffding_start(policy *p, const view *v, const parameters *given)
{
  return start_with(p, v, given, HOEFFDING);
}

static status poisson_start(policy *p, const view *v, const parameters *given)
{
  return start_with(p, v, given, POISSON);
}

static status thompson_start(policy *p, const view *v, const parameters *given)
{
  return start_with(p, v, given, THOMPSON);
}

/* --- bounds --------------------------------------------------------------------------------------- */

static const double unexposed = 1e-9;

/* The x >= 1 with x - 1 - ln x = c. By Newton's method from above, where the function is convex; c is at most
 * a logarithm of a round, or x is as close as it gets. */
static double poisson_ratio(double c)
{
  enum { MOST_STEPS = 60 };
  double y = c + sqrt(2 * c); /* x - 1; x is at most that */
  for (int step = 0; step < MOST_STEPS && y > 0; step++) {
    const double slope = y / (1 + y), next = y - (y - same_log1p(y) - c) / slope;
    if (!(next < y) || y - next <= 1e-14 * y) break;
    y = next;
  }
  return 1 + y;
}

static double poisson_bound(double sum, double exposed, double log_term)
{
  if (sum <= 0) return log_term / exposed;
  return sum / exposed * poisson_ratio(log_term / sum);
}

/* Returns a bound that, where all outcomes are shown at once, is UCB1's to the last digit. */
static double hoeffding_bound(const exposed_arm *a, double exposed, double log_term)
{
  return a->sum / exposed + sqrt(2 * log_term / (exposed * exposed / (double)a->plays));
}

static double bound_of(const policy *p, int arm, double exposed, double log_term)
{
  const conversion_state *s = p->state;
  const exposed_arm *a = arm_at(p, arm);
  return s->rule == POISSON ? poisson_bound(a->sum, exposed, log_term)
                            : hoeffding_bound(a, exposed, log_term);
}

/* Returns whether the bound of an arm is below this level for certain. */
static bool is_surely_below(const conversion_state *s, const exposed_arm *a, double exposed, double log_term,
                            double level)
{
  if (s->rule != POISSON || !(level > 0)) return false;
  const double excess = level * exposed - a->sum;
  if (a->sum <= 0) return false; /* its bound costs no more */
  return excess > 0 && excess - a->sum * same_log(level * exposed / a->sum) > log_term * (1 + 1e-9) + 1e-9;
}

static int least_played(const policy *p, const view *v, const double *exposed)
{
  int least = -1;
  for (int i = 0; i < v->live_count; i++) {
    const int arm = v->live[i];
    if (exposed[arm] > unexposed) continue;
    if (least < 0 || arm_at(p, arm)->plays < arm_at(p, least)->plays) least = arm;
  }
  return least;
}

static int greatest_bound(policy *p, const view *v, const double *exposed)
{
  const conversion_state *s = p->state;
  const double log_term = same_log((double)v->round);
  const bool leads = !v->plain && s->lead >= 0 && v->is_live[s->lead];
  double greatest = leads ? bound_of(p, s->lead, exposed[s->lead], log_term) : -INFINITY;
  int best = leads ? s->lead : -1;
  for (int i = 0; i < v->live_count; i++) {
    const int arm = v->live[i];
    if (arm == best) continue;
    if (!v->plain && is_surely_below(s, arm_at(p, arm), exposed[arm], log_term, greatest)) continue;
    const double bound = bound_of(p, arm, exposed[arm], log_term);
    if (bound < greatest || (bound == greatest && best >= 0 && v->number[best] < v->number[arm])) continue;
    best = arm;
    greatest = bound;
  }
  return best;
}

static int bound_choose(policy *p, const view *v)
{
  conversion_state *s = p->state;
  const double *exposed = exposures(p, v);
  const int first = least_played(p, v, exposed);
  if (first >= 0) return first;
  return s->lead = greatest_bound(p, v, exposed);
}

/* --- draws ---------------------------------------------------------------------------------------- */

static draw_law law_of(const policy *p, int arm, double exposed)
{
  const conversion_state *s = p->state;
  return (draw_law){s->prior[0] + arm_at(p, arm)->sum, s->prior[1] + exposed};
}

static int thompson_choose(policy *p, const view *v)
{
  const double *exposed = exposures(p, v);
  uniform_source source = source_of_stream(v->random);
  int best = -1;
  double greatest = 0;
  for (int i = 0; i < v->live_count; i++) {
    const draw_law law = law_of(p, v->live[i], exposed[v->live[i]]);
    const double drawn = log_gamma_draw(&source, law.a) - same_log(law.b);
    if (best < 0 || drawn > greatest) best = v->live[i], greatest = drawn;
  }
  return best;
}

static bool thompson_chances(policy *p, const view *v, double *chance)
{
  conversion_state *s = p->state;
  const double *exposed = exposures(p, v);
  for (int i = 0; i < v->live_count; i++) s->law[i] = law_of(p, v->live[i], exposed[v->live[i]]);
  /* What was asked before is not seen in the last digits. */
  if (v->plain || v->anew || !greatest_knows(&s->greatest, s->law, v->live_count))
    greatest_forget(&s->greatest);
  if (greatest_chances(&s->greatest, s->law, v->live_count, chance)) return true;
  p->failure = status_no_memory();
  return false;
}

/* --- hooks ---------------------------------------------------------------------------------------- */

static void conversion_played(policy *p, const view *v, const outcome *o)
{
  exposure_played(&((conversion_state *)p->state)->exposure, p, v, o);
}

static void conversion_observe(policy *p, const view *v, const outcome *o)
{
  exposure_observe(&((conversion_state *)p->state)->exposure, p, v, o);
}

static void conversion_entered(policy *p, const view *v, int arm)
{
  const status s = exposure_entered(&((conversion_state *)p->state)->exposure, v, arm);
  if (s.code) p->failure = s;
}

/* Ages go on meanwhile, which makes no difference to a choice. */
static int conversion_recommend(const policy *p, const view *v)
{
  policy *same = (policy *)p;
  const double *exposed = exposures(same, v);
  int best = -1;
  double greatest = -INFINITY;
  for (int i = 0; i < v->live_count; i++) {
    const int arm = v->live[i];
    if (exposed[arm] <= unexposed) continue;
    const double rate = arm_at(p, arm)->sum / exposed[arm];
    if (rate > greatest) best = arm, greatest = rate;
  }
  return best;
}

static refusal conversion_unfit(const parameters *given)
{
  const double within = parameters_number_or(given, "within", INFINITY);
  if (!parameters_text_is(given, "delay", "estimated") || within <= LONGEST_ESTIMATE) return refused_nothing;
  return refuse(REFUSED_ARGUMENT, "within",
                in_words("a whole number from 0 to %s where the law of delays is estimated",
                         number_words(LONGEST_ESTIMATE).text)
                    .text,
                number_words(within).text, NULL);
}

/* "Conversion Hoeffding (estimated)" */
static words name_of(const char *name, const parameters *given)
{
  return in_words("%s%s", name, parameters_text_is(given, "delay", "estimated") ? " (estimated)" : "");
}

static words poisson_name(const parameters *given) { return name_of("Conversion UCB", given); }
static words hoeffding_name(const parameters *given) { return name_of("Conversion Hoeffding", given); }
static words thompson_name(const parameters *given) { return name_of("Conversion Thompson", given); }

#define LAW_OF_DELAYS                                                                  \
  {"delay", A_TEXT("estimated"), .not_with = "lag|mean|chance"},                       \
      {"lag", A_WHOLE(0, LARGEST_COUNT), .size = SIZE_ANY, .not_with = "mean|chance"}, \
      {"mean", BETWEEN(1, LARGEST_NUMBER), .size = SIZE_ANY, .not_with = "chance"},    \
      {"longest", A_WHOLE(1, INFINITY), .only_with = "mean"},                          \
      {"chance", A_CHANCE, .size = SIZE_ANY_ROWS, .sum = ROWS_SUM_TO_ONE},             \
      {"from", A_WHOLE(0, LONGEST_SPREAD), .only_with = "chance"},                     \
  {                                                                                    \
    "within", A_WHOLE(0, INFINITY), USUALLY(INFINITY),                                 \
        .bounded = "It", .words = "a single whole number of at least 0, or Inf"        \
  }

#define FOR_CONVERSIONS                                                                                    \
  .paper = "Vernade, Cappe and Perchet 2017", .zeros = ZEROS_MAY_BE_LOST, .counts_lags = true,             \
  .unfit = conversion_unfit, .refuses = HAS_WAITING | HAS_SPREAD | HAS_CONTEXT, .told_suffices = true,     \
  .state_size = sizeof(conversion_state), .action_size = sizeof(exposed_arm), .played = conversion_played, \
  .observe = conversion_observe, .arm_entered = conversion_entered, .recommend = conversion_recommend

const policy_type policy_conversion = {
    .constructor = "policy_conversion",
    .call = "policy_conversion(rule = \"poisson\")",
    .label = "Conversion UCB",
    .does = "plays the arm whose rate of conversions may be the greatest, where a pull counts by how likely "
            "its conversion was seen by now",
    .deterministic = true,
    .takes = TAKES(LAW_OF_DELAYS),
    .named_by = poisson_name,
    .start = poisson_start,
    .choose = bound_choose,
    FOR_CONVERSIONS,
};

const policy_type policy_conversion_hoeffding = {
    .constructor = "policy_conversion_hoeffding",
    .call = "policy_conversion(rule = \"hoeffding\")",
    .label = "Conversion Hoeffding",
    .does = "plays the arm whose rate of conversions may be the greatest by a wider bound, that of UCB where "
            "nothing is late",
    .deterministic = true,
    .takes = TAKES(LAW_OF_DELAYS),
    .named_by = hoeffding_name,
    .start = hoeffding_start,
    .choose = bound_choose,
    FOR_CONVERSIONS,
};

const policy_type policy_conversion_thompson = {
    .constructor = "policy_conversion_thompson",
    .call = "policy_conversion(rule = \"thompson\")",
    .label = "Conversion Thompson",
    .does = "draws a plausible rate of conversions for each arm, and plays the arm with the greatest draw",
    .takes = TAKES(LAW_OF_DELAYS, {"prior", A_POSITIVE, .size = SIZE_TWO, USUALLY(1, 1)}),
    .named_by = thompson_name,
    .start = thompson_start,
    .choose = thompson_choose,
    .chances = thompson_chances,
    FOR_CONVERSIONS,
};
