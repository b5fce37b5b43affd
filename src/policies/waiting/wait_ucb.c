/* Wait-UCB (Sharoff, Mehta and Ganti 2020, Algorithm 1): in epoch s, with n
 * plays of (k, j), their total pay R and total time C,
 *
 *   argmax R / C + alpha_j ln(s - 1) / n + beta_j sqrt(ln(s - 1) / n),
 *   alpha_j = 8 (j - 1) / 3,  beta_j = sqrt(2) (sqrt(j - 1) + 1),
 *
 * after each (k, j) once, in order of k then j. Ties go to the lowest arm,
 * then the lowest wait. The index grows with s: exact and lazy (race.h).
 *
 * Side feedback (ours, side.h): n, R and C of (k, i) count all plays of arm k
 * with a wait of at least i. Whether a play
 * counts is settled before its outcome is drawn, so the counted outcomes are
 * independent draws of (pay, time) of (k, i), as in Lemma 1, and the same
 * radius holds with the larger n.
 *
 * A play is not counted for longer waits, although what they would have given
 * is known when tau <= j was seen. It is known only then: to count it would be
 * to leave out the cases in which tau is long. With P(tau = 1) = P(tau = 6) =
 * 1/2 every such count of wait 6 would read "pays 1 in 1 round", and the policy
 * would keep playing it although wait 1 is best. What short plays do teach
 * about long waits is used by wait_hoeffding.c ("product-limit"). */
#include "side.h"

typedef struct wait_ucb_state {
  index_state index; /* the first member: see index.h */
  bool side;
  double *alpha, *beta;     /* by action */
  double ahead, part, root; /* 1 / n and its root for the n that comes next, most likely */
} wait_ucb_state;

static double wait_ucb_value(const policy *p, const view *v, int action, index_clock c)
{
  (void)v;
  const wait_ucb_state *s = p->state;
  const contender *a = contender_at(p, action);
  const double n = (double)a->tally.pulls;
  return a->tally.total / a->time + s->alpha[action] * c.log / n + s->beta[action] * sqrt(c.log / n);
}

static status wait_ucb_start(policy *p, const view *v, const parameters *given)
{
  wait_ucb_state *s = p->state;
  s->side = parameters_text_is(given, "feedback", "side");
  const int actions = v->arms * v->waits;
  s->alpha = arena_zeroed(p->memory, (size_t)actions, sizeof(double));
  s->beta = arena_zeroed(p->memory, (size_t)actions, sizeof(double));
  if (!s->alpha || !s->beta) return status_no_memory();
  for (int action = 0; action < actions; action++) {
    const int j = action % v->waits; /* j - 1 of the formula */
    s->alpha[action] = 8.0 * j / 3;
    s->beta[action] = sqrt(2) * (sqrt(j) + 1);
  }
  return index_start(p, v, given);
}

/* A division and a root take long, but need not be waited for: the one more play
 * that an action will have when its terms are wanted next is known before it is
 * made. */
static void foresee(wait_ucb_state *s, double n)
{
  s->ahead = n;
  s->part = 1 / n;
  s->root = sqrt(n) * s->part;
}

static index_terms wait_ucb_terms(const policy *p, const view *v, int action)
{
  (void)v;
  wait_ucb_state *s = p->state;
  const contender *a = contender_at(p, action);
  if (s->ahead != (double)a->tally.pulls) foresee(s, (double)a->tally.pulls);
  return (index_terms){a->tally.total / a->time, s->alpha[action] * s->part, s->beta[action] * s->root};
}

static const index_form wait_ucb = {.value = wait_ucb_value, .terms = wait_ucb_terms};

static int wait_ucb_choose(policy *p, const view *v)
{
  const int action = side_evened_out(p, v, index_find(p, v, epochs_before(v), &wait_ucb));
  if (action >= 0) foresee(p->state, (double)contender_at(p, action)->tally.pulls + 1);
  return action;
}

/* Learns what a wait of i, shorter than that of the play, would have given. */
static void wait_ucb_learn(policy *p, const view *v, const outcome *o, int i)
{
  const int action = o->action - o->wait + i;
  contender *a = contender_at(p, action);
  const double before = a->tally.pulls ? a->tally.total / a->time : 0;
  side_add(a, v, o, i);
  if (a->tally.pulls == 1) race_observed(race_of(p), p, v, action);
  else race_taught(race_of(p), p, v, action, a->tally.total / a->time - before);
}

static void wait_ucb_observe(policy *p, const view *v, const outcome *o)
{
  index_observe(p, v, o);
  if (!((const wait_ucb_state *)p->state)->side) return;
  for (int i = 1; i < o->wait; i++) wait_ucb_learn(p, v, o, i);
}

const policy_type policy_wait_ucb = {
    .constructor = "policy_wait_ucb",
    .call = "policy_wait_ucb(index = \"paper\")",
    .label = "Wait-UCB",
    .does = "learns which arm to play and how long to wait for it, by the pair whose reward per round may be "
            "the greatest, where longer waits need more evidence",
    .paper = "Sharoff, Mehta and Ganti 2020, Algorithm 1",
    .deterministic = true,
    .takes = TAKES({"feedback", A_TEXT("bandit|side"), USUALLY(FIRST_CHOICE)}),
    .needs = HAS_WAITING,
    .told_suffices = true,
    .state_size = sizeof(wait_ucb_state),
    .action_size = sizeof(contender),
    .start = wait_ucb_start,
    .choose = wait_ucb_choose,
    .observe = wait_ucb_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
};
