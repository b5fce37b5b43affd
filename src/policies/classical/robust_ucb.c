/* Robust UCB, for rewards with heavy tails (Bubeck, Cesa-Bianchi and Lugosi 2013, section 2): in round t,
 * n being how often an action was seen, argmax estimate + width, both at confidence delta = t^-2,
 *
 *   truncated mean (Lemma 1), where E|X|^(1+e) <= u:
 *     (1/n) sum x_i 1{|x_i| <= (u i / ln t^2)^(1/(1+e))} + 4 u^(1/(1+e)) (ln t^2 / n)^(e/(1+e));
 *   median of means (Lemma 2), where E|X - mean|^(1+e) <= v:
 *     the median of the means of k = floor(min(8 L, n / 2)) blocks of floor(n / k), at least one block,
 *     + (12 v)^(1/(1+e)) (16 L / n)^(e/(1+e)),   L = ln(e^(1/8) t^2) = 1/8 + 2 ln t.
 *
 * These are the index of section 2 with the constants of the two Lemmas. i counts what was seen of the
 * action, in that order. An action never seen has index +Inf; ties go to the lowest action.
 *
 * The index may fall as t grows, as observations fall out, so all are looked at in every round: O(K), where
 * an estimate is kept until something of it changes. Truncated: memory of the few observations that may still
 * fall out, see truncated_mean.h. Median of means: memory of all observations, and O(ln t) for the action
 * that was played, and for all when the number of blocks grows, every t / 16 rounds. */
#include "../search/tally.h"
#include "median_of_means.h"
#include "truncated_mean.h"
#include "../../base/elementary.h"

typedef struct robust_action {
  union {
    truncated_mean truncated;
    block_means blocks;
  } of;
  int64_t block_count; /* of the median; 0: not known */
  double median;
  double share; /* n^(-e/(1+e)) */
} robust_action;

typedef struct robust_state {
  bool by_median;
  double e, moment;
  double power, factor; /* the width is factor (log term / n)^power */
  robust_action *action;
  double *scratch; /* for the means of blocks */
} robust_state;

/* 1 + 16 ln t is less for every round that can be counted. */
enum { MOST_BLOCKS = 1 + 16 * 45 };

static status robust_start(policy *p, const view *v, const parameters *given)
{
  robust_state *s = p->state;
  s->by_median = parameters_text_is(given, "estimator", "median of means");
  s->e = parameters_number(given, "epsilon");
  s->moment = parameters_number(given, "moment");
  s->power = s->e / (1 + s->e);
  s->factor = s->by_median ? same_pow(12 * s->moment, 1 / (1 + s->e)) * same_pow(16, s->power)
                           : 4 * same_pow(s->moment, 1 / (1 + s->e));
  s->action = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->action);
  s->scratch = arena_zeroed(p->memory, MOST_BLOCKS, sizeof(double));
  return s->action && s->scratch ? status_ok : status_no_memory();
}

static double median_estimate(robust_action *a, double n, double log_term, double *scratch)
{
  const int64_t blocks = n < 2 ? 1 : (int64_t)fmin(8 * log_term, n / 2);
  if (a->block_count != blocks) a->median = median_of_means(&a->of.blocks, blocks, scratch);
  a->block_count = blocks;
  return a->median;
}

static int robust_choose(policy *p, const view *v)
{
  robust_state *s = p->state;
  if (p->failure.code) return -1;
  const double log_term = 2 * same_log((double)v->round) + (s->by_median ? .125 : 0);
  const double width = s->factor * same_pow(log_term, s->power);
  int best = tally_untried(p, v, sizeof(tally));
  if (best >= 0) return best;
  double greatest = 0;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    robust_action *a = &s->action[action];
    const double n = (double)tally_of(p, action, sizeof(tally))->pulls;
    const double estimate = s->by_median ? median_estimate(a, n, log_term, s->scratch)
                                         : truncated_sum(&a->of.truncated, log_term) / n;
    const double value = estimate + width * a->share;
    if (best < 0 || value > greatest) best = action, greatest = value;
  }
  return best;
}

/* The place may have been another arm's: its memory serves again. */
static void forget(robust_action *a, bool by_median)
{
  if (by_median) a->of.blocks.count = 0;
  else a->of.truncated.count = 0, a->of.truncated.sum = (twofold){0, 0};
}

static void robust_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  robust_state *s = p->state;
  robust_action *a = &s->action[o->action];
  tally *seen = (tally *)p->actions + o->action;
  if (seen->pulls == 0) forget(a, s->by_median);
  tally_add(seen, o->observed);
  const double n = (double)seen->pulls;
  a->share = same_pow(n, -s->power);
  a->block_count = 0;
  const bool fits = s->by_median
                        ? block_means_add(&a->of.blocks, o->observed, p->memory)
                        : truncated_add(&a->of.truncated, o->observed, n, s->moment, s->e, p->memory);
  if (!fits) p->failure = status_no_memory();
}

const policy_type policy_robust_ucb = {
    .constructor = "policy_robust_ucb",
    .label = "Robust UCB",
    .does = "plays the arm that may be the best, judged by a mean that a few extreme rewards "
            "cannot mislead",
    .paper = "Bubeck, Cesa-Bianchi and Lugosi 2013, section 2",
    .deterministic = true,
    .takes = TAKES({"estimator", A_TEXT("truncated|median of means"), USUALLY(FIRST_CHOICE)},
                   {"epsilon", A_POSITIVE_CHANCE, USUALLY(1)}, {"moment", A_POSITIVE, USUALLY(1)}),
    .told_suffices = true,
    .state_size = sizeof(robust_state),
    .action_size = sizeof(tally),
    .start = robust_start,
    .choose = robust_choose,
    .observe = robust_observe,
};
