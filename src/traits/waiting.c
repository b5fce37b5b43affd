/* Waiting (farewell to arms, section 2): an action is an arm and a wait j; a
 * play takes min(tau, j) rounds and pays only if tau <= j. tau comes from the
 * second uniform of the pull's block. With `pay`, the reward depends on tau:
 * it is 1 with probability pay[k, tau], decided by the first uniform. With
 * `vain`, a play that was given up takes that long, if its wait is longer. */
#include "trait.h"
#include "../random/distributions.h"

typedef struct waiting_law {
  int arms, waits;
  const double *delay; /* P(tau = d), arm + (d - 1) * arms */
  const double *pay;   /* P(V = 1 | tau = d), or NULL */
  double *cumulative;  /* P(tau <= d), arm by arm */
  int64_t vain;        /* the most that a play in vain takes; 0: its wait */
} waiting_law;

static status waiting_prepare(problem *p, trait_model *m)
{
  const parameter *delay = parameters_find(&m->given, "delay"), *pay = parameters_find(&m->given, "pay");
  if (!delay || delay->rows != p->arm_count || (pay && pay->length != delay->length))
    return status_error(STATUS_INTERNAL, "Waiting needs a delay law for every arm.");
  waiting_law *law = arena_zeroed(&p->memory, 1, sizeof *law);
  if (!law) return status_no_memory();
  law->arms = p->arm_count;
  law->waits = p->waits = (int)(delay->length / delay->rows);
  law->delay = delay->values;
  law->pay = pay ? pay->values : NULL;
  law->vain = p->vain = (int64_t)parameters_number(&m->given, "vain", 0);
  law->cumulative = arena_zeroed(&p->memory, (size_t)delay->length, sizeof(double));
  if (!law->cumulative) return status_no_memory();
  for (int arm = 0; arm < law->arms; arm++) {
    double sum = 0;
    for (int d = 0; d < law->waits; d++)
      law->cumulative[(int64_t)arm * law->waits + d] = sum += delay->values[arm + (int64_t)d * law->arms];
    law->cumulative[(int64_t)arm * law->waits + law->waits - 1] = 1;
  }
  m->shared = law;
  return status_ok;
}

typedef struct waiting_state {
  const waiting_law *law;
} waiting_state;

static bool waiting_start(game *g, void *state, const void *shared)
{
  (void)g;
  ((waiting_state *)state)->law = shared;
  return true;
}

static int64_t time_in_vain(const waiting_law *law, int wait)
{
  return law->vain > 0 && law->vain < wait ? law->vain : wait;
}

/* E[V 1(tau <= wait)] and E[min(tau, wait)]. */
static void waiting_worth(const game *g, const void *shared, int arm, int wait, double *pay, double *time)
{
  (void)g;
  const waiting_law *law = shared;
  const double mean = *pay;
  *pay = *time = 0;
  for (int d = 1; d <= law->waits; d++) {
    const int64_t at = arm + (int64_t)(d - 1) * law->arms;
    *time += law->delay[at] * (double)(d <= wait ? d : time_in_vain(law, wait));
    if (d <= wait) *pay += law->delay[at] * (law->pay ? law->pay[at] : mean);
  }
}

static void waiting_shape(game *g, void *state, play *p)
{
  (void)g;
  const waiting_law *law = ((waiting_state *)state)->law;
  const int arm = p->seen.arm;
  const int delay =
      categorical_index(second_uniform(&p->block), law->cumulative + (int64_t)arm * law->waits, law->waits) +
      1;
  const bool pays = delay <= p->seen.wait;
  if (law->pay)
    p->worth = first_uniform(&p->block) < law->pay[arm + (int64_t)(delay - 1) * law->arms] ? 1 : 0;
  if (!pays) p->worth = 0;
  p->seen.cost = pays ? delay : time_in_vain(law, p->seen.wait);
  p->seen.delay = pays ? delay : 0;
  p->seen.observed = p->worth;
}

const trait_type trait_waiting = {
    .name = "waiting",
    .flag = HAS_WAITING,
    .state_size = sizeof(waiting_state),
    .prepare = waiting_prepare,
    .start = waiting_start,
    .worth = waiting_worth,
    .shape = waiting_shape,
};
