#include "fading.h"
#include "../classical/divergence.h"
#include "../search/scan.h"

/* The worth of the sweep is measured in a build that evaluates every index in every round
 * (bench/README.md). */
#ifdef UNRULY_NO_SWEEP
enum { SWEEPS = false };
#else
enum { SWEEPS = true };
#endif

/* A division takes its time. */
static int arm_of(const view *v, int action) { return v->waits == 1 ? action : action / v->waits; }

/* Without a call of fmax(). */
static double greater(double x, double y) { return x > y ? x : y; }

static fading *fading_of(const policy *p) { return p->state; }

status fading_start(policy *p, const view *v, const parameters *given, double factor)
{
  fading *f = p->state;
  f->kl = parameters_text_is(given, "index", "kl");
  f->factor = f->kl ? 1 : factor * squared_width(given);
  f->range = reward_range_of(given);
  f->level = 1;
  if (!sweep_open(&f->sweep, v->arms * v->waits, p->memory)) return status_no_memory();
  for (int i = 0; i < v->action_count; i++) fading_renew(p, v, v->actions[i]);
  return status_ok;
}

/* --- the printed rule ------------------------------------------------------- */

static double mean_of(const faded *a) { return (a->total + a->rest) / a->count; }

static double value_of(const fading *f, const faded *a, double level)
{
  if (!(a->count > 0)) return INFINITY;
  const double each = level / a->count;
  return f->kl ? bernoulli_bound(mean_of(a), each) : mean_of(a) + sqrt(f->factor * each);
}

static double index_value(const policy *p, const view *v, int action, const void *level)
{
  (void)v;
  return value_of(p->state, faded_at(p, action), *(const double *)level);
}

void fading_explain(const policy *p, const faded *a, double level, reason *r)
{
  const fading *f = p->state;
  const double from = f->kl ? f->range.from : 0, width = f->kl ? f->range.to - f->range.from : 1;
  if (a->count > 0) reason_index(r, from + width * mean_of(a), 0, from + width * value_of(f, a, level));
}

/* --- bounds ------------------------------------------------------------------ */

/* The tangent of mean + sqrt(x / 2) at x = level / count, in the level. */
static void put_pinsker(fading *f, int action, const faded *a)
{
  const double half = sqrt(f->level / (2 * a->count)) / 2;
  sweep_put(&f->sweep, action, mean_of(a) + half, half / f->level);
}

void fading_renew(policy *p, const view *v, int action)
{
  fading *f = fading_of(p);
  faded *a = faded_at(p, action);
  a->search = 0;
  if (!SWEEPS) return;
  if (!v->is_live[arm_of(v, action)]) sweep_put(&f->sweep, action, -INFINITY, 0);
  else if (!(a->count > 0)) sweep_put(&f->sweep, action, INFINITY, 0);
  else if (f->kl) put_pinsker(f, action, a);
  else sweep_put(&f->sweep, action, mean_of(a), sqrt(f->factor / a->count));
}

/* The tangent at the index q found for this level: its slope is that of the inverse of
 * kl(mean, q), q (1 - q) / (q - mean), which is of no use where q - mean is all rounding. */
static void put_tangent(fading *f, int action, const faded *a, double level)
{
  const double rise = a->value - mean_of(a);
  if (!(rise > 1e-9)) return;
  const double slope = a->value * (1 - a->value) / rise / a->count;
  sweep_put(&f->sweep, action, a->value - slope * level, slope);
}

/* --- the search ---------------------------------------------------------------- */

static double exact_value(policy *p, const view *v, int action, double level)
{
  fading *f = fading_of(p);
  faded *a = faded_at(p, action);
  if (!f->kl || !(a->count > 0)) return index_value(p, v, action, &level);
  if (a->search == f->searches) return a->value;
  a->value = index_value(p, v, action, &level);
  a->search = f->searches;
  put_tangent(f, action, a, level);
  return a->value;
}

/* One of the actions with the greatest bound. */
static int first_reaching(const sweep *w, double s, double greatest)
{
  for (int block = 0; block < sweep_blocks(w); block++) {
    const uint64_t bits = sweep_reaching(w, block, s, greatest);
    if (bits) return block * SWEPT_TOGETHER + lowest(bits);
  }
  return -1;
}

/* Evaluates actions whose bound is the greatest and exceeds what the leader has, until it is
 * that of one who was evaluated; what no other exceeds. */
static double greatest_known(policy *p, const view *v, double s, double level, double leads)
{
  fading *f = fading_of(p);
  for (;;) {
    const double greatest = sweep_rival(&f->sweep, s);
    const int action = greatest < leads || isinf(greatest) ? -1 : first_reaching(&f->sweep, s, greatest);
    if (action < 0) return greater(greatest, leads);
    const faded *a = faded_at(p, action);
    if (a->search == f->searches) return greater(a->value, leads);
    exact_value(p, v, action, level);
  }
}

/* The best action so far; of several that may be the best, two or more are evaluated. */
typedef struct best_so_far {
  int action, count;
  double value;
} best_so_far;

static void compare(best_so_far *best, policy *p, const view *v, int action, double level)
{
  if (best->count++ == 0) {
    best->action = action;
    return;
  }
  if (best->count == 2) best->value = exact_value(p, v, best->action, level);
  const double value = exact_value(p, v, action, level);
  if (value > best->value || (value == best->value && action_before(v, action, best->action)))
    best->action = action, best->value = value;
}

/* The best of those that reach the limit. */
static int best_reaching(policy *p, const view *v, double s, double level, double leads, double limit)
{
  const sweep *w = &fading_of(p)->sweep;
  best_so_far best = {-1, 0, 0};
  if (w->leader >= 0 && leads >= limit) compare(&best, p, v, w->leader, level);
  for (int block = 0; block < sweep_blocks(w); block++)
    for (uint64_t bits = sweep_reaching(w, block, s, limit); bits; bits &= bits - 1)
      compare(&best, p, v, block * SWEPT_TOGETHER + lowest(bits), level);
  return best.action;
}

/* Returns what the leader has for certain. */
static double leading_value(policy *p, const view *v, double s, double level)
{
  const sweep *w = &fading_of(p)->sweep;
  const double bound = sweep_lead_value(w, s);
  return fading_of(p)->kl && !isinf(bound) ? exact_value(p, v, w->leader, level) : bound;
}

static int find_best(policy *p, const view *v, double level)
{
  fading *f = fading_of(p);
  if (!SWEEPS || v->plain || (f->kl && !(level > 0))) return argmax_action(p, v, index_value, &level);
  sweep *w = &f->sweep;
  const double s = f->kl ? level : sqrt(level);
  f->level = level > 0 ? level : 1;
  f->searches++;
  const double leads = leading_value(p, v, s, level), rival = sweep_rival(w, s);
  if (rival < sweep_limit(w, leads)) return w->leader;
  const double greatest = f->kl ? greatest_known(p, v, s, level, leads) : greater(rival, leads);
  const int best = best_reaching(p, v, s, level, leads, sweep_limit(w, greatest));
  sweep_lead(w, best);
  return best;
}

int fading_choose(policy *p, const view *v, double level) { return evened_out(v, find_best(p, v, level)); }

/* --- who comes and goes ---------------------------------------------------------- */

void fading_arm_entered(policy *p, const view *v, int arm)
{
  for (int i = 0; i < v->waits; i++) fading_renew(p, v, arm * v->waits + i);
}

void fading_arm_left(policy *p, const view *v, int arm) { fading_arm_entered(p, v, arm); }
