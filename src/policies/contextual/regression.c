#include "regression.h"
#include "../../random/distributions.h"
#include <string.h>

static size_t bytes_of(const regressions *s) { return (size_t)s->shape.size * sizeof(double); }

/* theta and the context stand behind the factor. */
static double *theta_of(const regressions *s, const regression *r)
{
  return r->factor + cholesky_numbers(s->shape);
}
static double *asked_of(const regressions *s, const regression *r) { return theta_of(s, r) + s->shape.size; }

static regression *regression_of(const regressions *s, const policy *p, int arm)
{
  return s->shared ? (regression *)&s->all : (regression *)p->actions + arm;
}

/* In memory of an arm that is gone if there is some. */
static bool begin(regressions *s, policy *p, regression *r)
{
  const size_t numbers = cholesky_numbers(s->shape) + 2 * (size_t)s->shape.size;
  r->factor =
      s->spare_count > 0 ? s->spare[--s->spare_count] : arena_zeroed(p->memory, numbers, sizeof(double));
  if (!r->factor) return false;
  cholesky_begin(r->factor, s->shape, s->ridge);
  r->is_last_known = false;
  memset(theta_of(s, r), 0, bytes_of(s));
  return true;
}

status regressions_open(regressions *s, policy *p, const view *v, const parameters *given)
{
  if (v->context_size < 1) return status_error(STATUS_BAD_PARAMETER, "It needs contexts.");
  s->shape = (cholesky){v->context_size, v->context_size + 1};
  s->ridge = parameters_number_or(given, "ridge", 1); /* LinUCB-L has neither parameter */
  s->shared = parameters_number_or(given, "shared", 0) != 0;
  s->work = arena_zeroed(p->memory, (size_t)s->shape.rows, sizeof *s->work);
  s->spare = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->spare);
  const bool begun = s->work && s->spare && (!s->shared || begin(s, p, &s->all));
  return begun ? status_ok : status_no_memory();
}

static forecast solve(const regressions *s, const regression *r, const double *x)
{
  const int d = s->shape.size;
  memcpy(s->work, x, bytes_of(s));
  s->work[d] = 0;
  cholesky_forward(r->factor, s->shape, s->work);
  return (forecast){-s->work[d], product_of(s->work, s->work, d)};
}

forecast regressions_ask(const regressions *s, const policy *p, const view *v, int arm)
{
  regression *r = regression_of(s, p, arm);
  const double *x = arm_context(v, arm);
  if (!r->factor) return (forecast){0, product_of(x, x, s->shape.size) / s->ridge};
  if (v->plain) return solve(s, r, x);
  if (r->is_last_known && memcmp(asked_of(s, r), x, bytes_of(s)) == 0) return r->last;
  memcpy(asked_of(s, r), x, bytes_of(s));
  r->is_last_known = true;
  return r->last = solve(s, r, x);
}

double regressions_mean(const regressions *s, const policy *p, const view *v, int arm)
{
  const regression *r = regression_of(s, p, arm);
  return r->factor ? product_of(theta_of(s, r), arm_context(v, arm), s->shape.size) : 0;
}

const double *regressions_draw(const regressions *s, const view *v, double scale)
{
  cholesky_last(s->all.factor, s->shape, s->work);
  for (int i = 0; i < s->shape.size; i++) s->work[i] += scale * normal_quantile(stream_uniform(v->random));
  cholesky_backward(s->all.factor, s->shape, s->work);
  return s->work;
}

void regressions_played(policy *p, const view *v, const outcome *o)
{
  if (!context_kept(&((regressions *)p->state)->contexts, p, v, o)) p->failure = status_no_memory();
}

void regressions_observe(policy *p, const view *v, const outcome *o)
{
  regressions *s = p->state;
  regression *r = regression_of(s, p, o->arm);
  const double *x = context_of_play(&s->contexts, v, o);
  if (!x || (((const regression *)p->actions)[o->arm].is_gone && !v->is_live[o->arm])) return;
  if (!r->factor && !begin(s, p, r)) {
    p->failure = status_no_memory();
    return;
  }
  memcpy(s->work, x, bytes_of(s));
  s->work[s->shape.size] = o->observed;
  cholesky_add(r->factor, s->shape, s->work);
  r->is_last_known = false;
  if (!s->solves) return;
  cholesky_last(r->factor, s->shape, theta_of(s, r));
  cholesky_backward(r->factor, s->shape, theta_of(s, r));
}

void regressions_arm_left(policy *p, const view *v, int arm)
{
  regressions *s = p->state;
  regression *r = (regression *)p->actions + arm;
  if (v->away) return;
  r->is_gone = true;
  if (!r->factor) return;
  s->spare[s->spare_count++] = r->factor;
  r->factor = NULL;
}
