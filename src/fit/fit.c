#include "fit.h"
#include "../base/elementary.h"
#include <math.h>
#include <string.h>

double range_value(const free_range *r, double z)
{
  if (z == INFINITY) return r->upper;
  if (z == -INFINITY) return r->lower;
  const double share = 1 / (1 + same_exp(-z));
  if (!r->by_log) return r->lower + (r->upper - r->lower) * share;
  const double low = same_log(r->lower);
  return same_exp(low + (same_log(r->upper) - low) * share);
}

static bool is_broken(const fitter *f)
{
  return f->chooser.failure.code || f->chooser.refusal != CHOICES_FINE;
}

static double log_normal(double z, double mu, double sigma)
{
  const double x = (z - mu) / sigma;
  return -0.5 * x * x - same_log(sigma) - 0.91893853320467274178;
}

static double value_of(void *given, const double *z)
{
  fitter *f = given;
  if (is_broken(f)) return -INFINITY;
  for (int i = 0; i < f->d; i++) *f->range[i].at = range_value(&f->range[i], z[i]);
  double value = f->judge ? f->judge(f) : chooser_unit(&f->chooser, &f->policy, f->unit);
  if (f->mu)
    for (int i = 0; i < f->d; i++) value += log_normal(z[i], f->mu[i], f->sigma[i]);
  return value;
}

static search search_of(fitter *f, int64_t unit)
{
  f->unit = unit;
  f->chooser.failure = status_ok;
  f->chooser.refusal = CHOICES_FINE;
  return (search){.d = f->d, .value = value_of, .given = f};
}

/* Uphill from where it was, and from the middle of all units. */
static void climb_again(fitter *f, search *s, const summit *known, fitted *found)
{
  summit other = *known;
  found->best = *known;
  search_climb(s, &found->best);
  memcpy(other.z, f->mu, (size_t)f->d * sizeof *other.z);
  search_climb(s, &other);
  if (other.value > found->best.value + 1e-9) found->best = other;
}

bool fit_unit(fitter *f, int64_t unit, const summit *known, fitted *found)
{
  search s = search_of(f, unit);
  *found = (fitted){.agree = 1, .zero = -1};
  if (known && f->mu) climb_again(f, &s, known, found);
  else found->agree = search_everywhere(&s, f->starts, &found->best, f->room);
  if (is_broken(f)) return false;
  if (found->best.value > -INFINITY) {
    if (!f->mu) search_ends(&s, &found->best);
    search_curvature(&s, &found->best);
  } else {
    value_of(f, found->best.z);
    found->zero = f->chooser.zero;
  }
  for (int i = 0; i < f->d; i++) found->at_end[i] = s.fixed[i];
  found->evaluations = s.evaluations;
  return !is_broken(f);
}

/* --- profiles ------------------------------------------------------------------------------------- */

#define TOO_FAR 25.0
#define NEAR_END 9.0

/* How much above `level` the value is with this number at z, all others at their best. */
static double height_at(search *s, summit *at, int which, double z, double level)
{
  at->z[which] = z;
  at->curved = false;
  search_climb(s, at);
  return at->value - level;
}

/* The point between `inside` and `outside` at which the height is 0, by halving and secants in turn. */
static double find_crossing(search *s, summit *at, int which, double level, double inside, double outside,
                            double high, double low)
{
  summit best = *at;
  for (int i = 0; i < 60 && fabs(outside - inside) > 1e-7; i++) {
    double z = (inside + outside) / 2;
    if (i % 3 && isfinite(low)) z = inside + (outside - inside) * high / (high - low);
    const double height = height_at(s, &best, which, z, level);
    if (height > 0) inside = z, high = height;
    else outside = z, low = height;
    if (fabs(height) < 1e-10) return z;
  }
  return (inside + outside) / 2;
}

static double find_end(search *s, const fitted *from, int which, double level, double way)
{
  const int d = s->d;
  summit at = from->best;
  for (int i = 0; i < d; i++) at.z[i] = fmax(-NEAR_END, fmin(NEAR_END, at.z[i]));
  if (from->best.z[which] * way > NEAR_END) return way * INFINITY;
  const double variance = from->best.curved ? from->best.inverse[which * d + which] : NAN;
  double width = variance > 0 ? 2 * sqrt(variance) : 1;
  double inside = at.z[which], high = from->best.value - level;
  for (;; width *= 1.6) {
    const double outside = inside + way * width;
    if (fabs(outside) > TOO_FAR) return way * INFINITY;
    const double height = height_at(s, &at, which, outside, level);
    if (!(height > 0)) return find_crossing(s, &at, which, level, inside, outside, high, height);
    inside = outside;
    high = height;
  }
}

bool fit_profile(fitter *f, int64_t unit, const fitted *at, int which, double fall, double ends[2])
{
  search s = search_of(f, unit);
  s.fixed[which] = true;
  const double level = at->best.value - fall;
  ends[0] = find_end(&s, at, which, level, -1);
  ends[1] = find_end(&s, at, which, level, 1);
  return !is_broken(f);
}
