/* A fixed shape of any kind: lag `from` + i gets weight[i] of the reward.
 *
 * Differences of the weights may be fewer than the weights themselves: a flat
 * piece has differences only at its ends, a straight one second differences
 * only at its ends. So the sum of differences times totals is formed, over the
 * lags where there are any, and summed up once or twice from round to round.
 * The cheapest of the three orders is taken; that of a round is the number of
 * lags it has, so constant for shapes of few straight pieces.
 *
 * Summing up collects rounding errors; every `size` rounds the sums are formed
 * afresh from the weights.
 *
 * If the weights themselves are fewest, they are handed out at the pull: the
 * ring then holds what is due, and a pull that pays nothing costs nothing. */
#include "spread.h"
#include <math.h>

enum { HIGHEST_ORDER = 2 };

/* Difference i of the given order, for i = 0..count + order - 1. */
static double difference(const parameter *w, int order, int64_t i)
{
  const double here = i < w->length && i >= 0 ? w->values[i] : 0;
  const double before = i >= 1 && i - 1 < w->length ? w->values[i - 1] : 0;
  const double second = i >= 2 && i - 2 < w->length ? w->values[i - 2] : 0;
  if (order == 0) return here;
  /* A line that is straight but for rounding is straight. */
  const double value = order == 1 ? here - before : (here - before) - (before - second);
  return fabs(value) <= 1e-14 * (fabs(here) + 2 * fabs(before) + fabs(second)) ? 0 : value;
}

static int64_t differences(const parameter *w, int order)
{
  int64_t count = 0;
  for (int64_t i = 0; i < w->length + order; i++) count += difference(w, order, i) != 0;
  return count;
}

static int cheapest_order(const parameter *w)
{
  int best = 0;
  for (int order = 1; order <= HIGHEST_ORDER; order++)
    if (2 * differences(w, order) < differences(w, best)) best = order;
  return best;
}

static bool custom_start(spread_flow *f, const parameters *given, int64_t horizon, arena *memory)
{
  (void)horizon;
  const parameter *w = parameters_find(given, "weights");
  if (!w) return false;
  f->from = (int64_t)parameters_number(given, "from");
  f->to = f->from + w->length;
  f->whole = w->values;
  f->order = cheapest_order(w);
  f->terms = (int)differences(w, f->order);
  f->weight = arena_zeroed(memory, (size_t)f->terms, sizeof(double));
  f->lag = arena_zeroed(memory, (size_t)f->terms, sizeof(int64_t));
  if (!f->weight || !f->lag) return false;
  int at = 0;
  for (int64_t i = 0; i < w->length + f->order; i++) {
    const double value = difference(w, f->order, i);
    if (value == 0) continue;
    f->weight[at] = value;
    f->lag[at++] = f->from + i;
  }
  return spread_open_ring(f, f->to + HIGHEST_ORDER + 1, memory);
}

/* The sum of weight times total over all lags, for a round. */
static double whole_sum(const spread_flow *f, int64_t round)
{
  double sum = 0;
  for (int64_t lag = f->from; lag < f->to; lag++)
    sum += f->whole[lag - f->from] * *spread_ring_at(f, round - lag);
  return sum;
}

/* Hands out what a reward pays in each of the rounds to come. */
static void hand_out(spread_flow *f, int64_t round, double amount)
{
  const int64_t count = f->to - f->from;
  const int64_t start = (round + f->from) % f->size;
  const int64_t before_end = count < f->size - start ? count : f->size - start;
  for (int64_t i = 0; i < before_end; i++) f->ring[start + i] += f->whole[i] * amount;
  for (int64_t i = before_end; i < count; i++) f->ring[i - before_end] += f->whole[i] * amount;
}

static void custom_push(spread_flow *f, int64_t round, const spread_pay *pay)
{
  if (f->order > 0) spread_keep_total(f, round, pay);
  else if (pay->amount != 0) hand_out(f, round, pay->amount);
}

static double custom_arrive(spread_flow *f, int64_t round)
{
  if (f->order == 0) return spread_take_due(f, round);
  if (round % f->size == 0) {
    f->sum = whole_sum(f, round);
    f->weighted = f->sum - whole_sum(f, round - 1);
  } else {
    double change = 0;
    for (int i = 0; i < f->terms; i++) change += f->weight[i] * *spread_ring_at(f, round - f->lag[i]);
    if (f->order == 2) change = f->weighted += change;
    f->sum += change;
  }
  *spread_ring_at(f, round + 1) = 0; /* in case nothing is paid in it */
  return f->sum;
}

const spread_law spread_custom = {
    .name = "custom",
    .takes = TAKES({"law", A_TEXT(NULL), REQUIRED},
                   {"weights", A_CHANCE, .size = SIZE_ANY, .sum = SUMS_TO_ONE, REQUIRED},
                   {"from", A_WHOLE(0, LONGEST_SPREAD - 1), USUALLY(1)}),
    .start = custom_start,
    .push = custom_push,
    .arrive = custom_arrive,
};
