/* The spreads of finite length, and the geometric one. */
#include "spread.h"
#include "../base/elementary.h"
#include <math.h>

bool spread_open_ring(spread_flow *f, int64_t size, arena *memory)
{
  if (size < 1 || size > 1000000001) return false; /* R lets none through */
  f->size = size;
  f->ring = arena_zeroed(memory, (size_t)size, sizeof(double));
  return f->ring != NULL;
}

/* --- one lag for the whole reward: arrivals wait in the ring --------------- */

double spread_take_due(spread_flow *f, int64_t round)
{
  double *due = spread_ring_at(f, round);
  const double arrived = *due;
  *due = 0;
  return arrived;
}

static bool delay_start(spread_flow *f, const parameters *given, int64_t horizon, arena *memory)
{
  (void)horizon;
  f->from = (int64_t)parameters_number(given, "min");
  f->to = (int64_t)parameters_number(given, "max");
  return spread_open_ring(f, f->to + 1, memory);
}

static void delay_push(spread_flow *f, int64_t round, const spread_pay *pay)
{
  const int64_t lag = f->from + (int64_t)(pay->uniform * (double)(f->to - f->from + 1));
  *spread_ring_at(f, round + (lag < f->to ? lag : f->to)) += pay->amount;
}

const spread_law spread_delay = {
    .name = "delay",
    .takes = TAKES({"law", A_TEXT(NULL), REQUIRED}, {"min", A_WHOLE(0, LONGEST_SPREAD), REQUIRED},
                   {"max", A_WHOLE(0, LONGEST_SPREAD), .from = "min", REQUIRED}),
    .start = delay_start,
    .push = delay_push,
    .arrive = spread_take_due,
};

/* The paper's non-oblivious rule: lag d if the arm is the best one and has
 * been chosen at least `streak` times in succession, else lag 1. */
static bool adversarial_start(spread_flow *f, const parameters *given, int64_t horizon, arena *memory)
{
  (void)horizon;
  f->to = (int64_t)parameters_number(given, "length");
  f->streak = (int64_t)parameters_number_or(given, "streak", 3 * parameters_number(given, "length"));
  return spread_open_ring(f, f->to + 1, memory);
}

static void adversarial_push(spread_flow *f, int64_t round, const spread_pay *pay)
{
  const int64_t lag = pay->best && pay->streak >= f->streak ? f->to : 1;
  *spread_ring_at(f, round + lag) += pay->amount;
}

const spread_law spread_adversarial = {
    .name = "adversarial",
    .takes = TAKES({"law", A_TEXT(NULL), REQUIRED}, {"length", A_WHOLE(1, LONGEST_SPREAD), REQUIRED},
                   {"streak", A_WHOLE(1, LARGEST_COUNT), .otherwise = "3 length"}),
    .start = adversarial_start,
    .push = adversarial_push,
    .arrive = spread_take_due,
    .asks_for_best = true,
    .conflicts = CONFLICTS(
        {"waiting", "the adversary counts successive rounds, and with waiting a pull takes several"}),
    .spoken = "an adversarial spread",
};

/* --- window and linear: totals wait in the ring, sums move along ----------- */

void spread_keep_total(spread_flow *f, int64_t round, const spread_pay *pay)
{
  *spread_ring_at(f, round) = pay->amount;
}

/* The place of the round to come is cleared, in case nothing is paid in it. */
static void clear_next(spread_flow *f, int64_t round) { *spread_ring_at(f, round + 1) = 0; }

static bool window_start(spread_flow *f, const parameters *given, int64_t horizon, arena *memory)
{
  (void)horizon;
  f->from = (int64_t)parameters_number(given, "from");
  f->to = (int64_t)parameters_number(given, "to");
  f->scale = 1 / (double)(f->to - f->from);
  return spread_open_ring(f, f->to + 2, memory);
}

/* Adding and taking away leaves rounding errors behind; a fresh sum every
 * `to` rounds keeps them at those of one window, at constant cost a round. */
static double window_arrive(spread_flow *f, int64_t round)
{
  if (round % f->to == 0) {
    f->sum = 0;
    for (int64_t lag = f->from; lag < f->to; lag++) f->sum += *spread_ring_at(f, round - lag);
  } else {
    f->sum += *spread_ring_at(f, round - f->from) - *spread_ring_at(f, round - f->to);
  }
  clear_next(f, round);
  return f->sum * f->scale;
}

const spread_law spread_window = {
    .name = "window",
    .takes = TAKES({"law", A_TEXT(NULL), REQUIRED}, {"from", A_WHOLE(0, LONGEST_SPREAD - 1), REQUIRED},
                   {"to", A_WHOLE(0, LONGEST_SPREAD), .beyond = "from", REQUIRED}),
    .start = window_start,
    .push = spread_keep_total,
    .arrive = window_arrive,
};

static bool linear_start(spread_flow *f, const parameters *given, int64_t horizon, arena *memory)
{
  (void)horizon;
  f->to = (int64_t)parameters_number(given, "length");
  f->from = parameters_text_is(given, "direction", "increasing");
  f->scale = 2 / ((double)f->to * ((double)f->to + 1));
  return spread_open_ring(f, f->to + 3, memory);
}

/* sum = sum of the last d totals, weighted = the same times their weights. */
static void linear_afresh(spread_flow *f, int64_t round)
{
  const bool increasing = f->from;
  f->sum = f->weighted = 0;
  for (int64_t lag = 1; lag <= f->to; lag++) {
    const double total = *spread_ring_at(f, round - lag);
    f->sum += total;
    f->weighted += total * (double)(increasing ? lag : f->to + 1 - lag);
  }
}

static void linear_move(spread_flow *f, int64_t round)
{
  const bool increasing = f->from;
  const double newest = *spread_ring_at(f, round - 1), oldest = *spread_ring_at(f, round - 1 - f->to);
  if (!increasing) f->weighted += (double)f->to * newest - f->sum;
  f->sum += newest - oldest;
  if (increasing) f->weighted += f->sum - (double)f->to * oldest;
}

static double linear_arrive(spread_flow *f, int64_t round)
{
  if (round % f->to == 0) linear_afresh(f, round);
  else linear_move(f, round);
  clear_next(f, round);
  return f->weighted * f->scale;
}

const spread_law spread_linear = {
    .name = "linear",
    .takes = TAKES({"law", A_TEXT(NULL), REQUIRED}, {"length", A_WHOLE(1, LONGEST_SPREAD), REQUIRED},
                   {"direction", A_TEXT("decreasing|increasing"), USUALLY(FIRST_CHOICE)}),
    .start = linear_start,
    .push = spread_keep_total,
    .arrive = linear_arrive,
};

/* --- geometric: one decaying sum ------------------------------------------ */

static bool geometric_start(spread_flow *f, const parameters *given, int64_t horizon, arena *memory)
{
  (void)horizon, (void)memory;
  f->decay = parameters_number(given, "gamma");
  return true;
}

void spread_keep_last(spread_flow *f, int64_t round, const spread_pay *pay)
{
  (void)round;
  f->weighted = pay->amount;
}

void spread_turn(spread_flow *f)
{
  f->last_paid = f->weighted;
  f->weighted = 0;
}

static double geometric_arrive(spread_flow *f, int64_t round)
{
  (void)round;
  f->sum = spread_flush(f->decay * f->sum + (1 - f->decay) * f->last_paid);
  spread_turn(f);
  return f->sum;
}

static double geometric_pass(spread_flow *f, int64_t rounds)
{
  const double first = f->decay * f->sum + (1 - f->decay) * f->last_paid;
  spread_turn(f);
  f->sum = spread_flush(first * same_pow(f->decay, (double)(rounds - 1)));
  return first * (1 - same_pow(f->decay, (double)rounds)) / (1 - f->decay);
}

const spread_law spread_geometric = {
    .name = "geometric",
    .takes = TAKES({"law", A_TEXT(NULL), REQUIRED}, {"gamma", A_POSITIVE_CHANCE, .below = true, REQUIRED}),
    .start = geometric_start,
    .push = spread_keep_last,
    .arrive = geometric_arrive,
    .pass = geometric_pass,
};
