/* LinUCB (Li et al. 2010; Traca, Rudin and Yan 2020, Algorithm 4 with psi
 * constant): in a round with context x
 *
 *   argmax theta' x + alpha sqrt(x' A^-1 x),  theta = A^-1 b,
 *
 * A = I + the sum of x x' and b = the sum of reward x over the rounds in which
 * the arm was played. Ties go to the lowest arm; there are no first plays.
 * (The printed update of A has A^-1 in place of A, a misprint.)
 *
 * A is kept as its Cholesky factor (cholesky.h). Cost: O(d^2) for every live
 * arm that was played, O(d) for the others. */
#include "linucb.h"
#include "cholesky.h"
#include <string.h>

static linucb_arm *arm_at(const policy *p, int arm) { return (linucb_arm *)p->actions + arm; }

/* b and theta stand behind the factor. */
static double *b_of(const linucb_state *s, const linucb_arm *a) { return a->factor + cholesky_size(s->size); }
static double *theta_of(const linucb_state *s, const linucb_arm *a) { return b_of(s, a) + s->size; }

status linucb_prepare(linucb_state *s, policy *p, const view *v)
{
  if (v->context_size < 1) return status_error(STATUS_BAD_PARAMETER, "It needs contexts.");
  s->size = v->context_size;
  s->work = arena_zeroed(p->memory, (size_t)s->size, sizeof *s->work);
  s->spare = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->spare);
  return s->work && s->spare ? status_ok : status_no_memory();
}

static double dot(const double *x, const double *y, int d)
{
  double sum = 0;
  for (int i = 0; i < d; i++) sum += x[i] * y[i];
  return sum;
}

double linucb_index(const linucb_state *s, const policy *p, const view *v, int arm, double weight)
{
  const linucb_arm *a = arm_at(p, arm);
  if (!a->factor) return weight * sqrt(dot(v->context, v->context, s->size));
  memcpy(s->work, v->context, (size_t)s->size * sizeof *s->work);
  cholesky_forward(a->factor, s->size, s->work);
  return dot(theta_of(s, a), v->context, s->size) + weight * sqrt(dot(s->work, s->work, s->size));
}

/* A = I, b = 0, in memory of an arm that is gone if there is some. */
static bool begin_arm(linucb_state *s, policy *p, linucb_arm *a)
{
  const size_t size = cholesky_size(s->size) + 2 * (size_t)s->size;
  a->factor = s->spare_count > 0 ? s->spare[--s->spare_count] : arena_zeroed(p->memory, size, sizeof(double));
  if (!a->factor) return false;
  cholesky_identity(a->factor, s->size);
  memset(b_of(s, a), 0, 2 * (size_t)s->size * sizeof(double));
  return true;
}

void linucb_observe(policy *p, const view *v, const outcome *o)
{
  linucb_state *s = p->state;
  linucb_arm *a = arm_at(p, o->arm);
  if (!a->factor && !begin_arm(s, p, a)) {
    p->failure = status_no_memory();
    return;
  }
  double *b = b_of(s, a), *theta = theta_of(s, a);
  for (int i = 0; i < s->size; i++) b[i] += o->observed * v->context[i];
  memcpy(s->work, v->context, (size_t)s->size * sizeof *s->work);
  cholesky_add(a->factor, s->size, s->work);
  memcpy(theta, b, (size_t)s->size * sizeof *theta);
  cholesky_forward(a->factor, s->size, theta);
  cholesky_backward(a->factor, s->size, theta);
}

void linucb_arm_left(policy *p, const view *v, int arm)
{
  linucb_state *s = p->state;
  linucb_arm *a = arm_at(p, arm);
  lives_arm_left(&s->lives, v, arm);
  if (v->away || !a->factor) return;
  s->spare[s->spare_count++] = a->factor;
  a->factor = NULL;
}

static status linucb_start(policy *p, const view *v, const parameters *given)
{
  linucb_state *s = p->state;
  s->alpha = parameters_number(given, "alpha", 1);
  return linucb_prepare(s, p, v);
}

static double linucb_value(const policy *p, const view *v, int arm, const void *with)
{
  (void)with;
  const linucb_state *s = p->state;
  return linucb_index(s, p, v, arm, s->alpha);
}

static int linucb_choose(policy *p, const view *v) { return argmax_action(p, v, linucb_value, NULL); }

const policy_type policy_linucb = {
    .constructor = "policy_linucb",
    .label = "LinUCB",
    .paper = "Li et al. 2010",
    .takes = TAKES({"alpha", NOT_NEGATIVE}),
    .needs = HAS_CONTEXT,
    .refuses = HAS_WAITING | HAS_SPREAD | HAS_DELAY | HAS_BATCHES,
    .told_suffices = true,
    .state_size = sizeof(linucb_state),
    .action_size = sizeof(linucb_arm),
    .start = linucb_start,
    .choose = linucb_choose,
    .observe = linucb_observe,
    .arm_left = linucb_arm_left,
};
