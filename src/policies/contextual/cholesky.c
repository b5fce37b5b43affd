/* Columns are taken four at a time: what lies below them is then read and written
 * once, not four times. Each number goes through the same operations in the same
 * order as one by one, so that the lanes change nothing. */
#include "cholesky.h"
#include "../../base/hypotenuse.h"
#include "../../base/lanes.h"

enum { TOGETHER = 4 };

void cholesky_begin(double *l, cholesky c, double ridge)
{
  const double diagonal = sqrt(ridge);
  for (int j = 0; j < c.size; j++) {
    *l++ = diagonal;
    for (int i = j + 1; i < c.rows; i++) *l++ = 0;
  }
}

void cholesky_last(const double *l, cholesky c, double *z)
{
  for (int j = 0; j < c.size; j++) {
    l += c.rows - j;
    z[j] = l[-1];
  }
}

/* Four columns from their j-th rows on: column k begins with the row j + k. */
static void find_columns(const double *l, int below, const double **column)
{
  for (int k = 0; k < TOGETHER; k++, below--) {
    column[k] = l - k;
    l += below;
  }
}

/* --- a product ------------------------------------------------------------- */

double product_of(const double *x, const double *y, int count)
{
  double sum[4] = {0, 0, 0, 0}, rest = 0;
  int i = 0;
  for (; i + 4 <= count; i += 4)
    for (int k = 0; k < 4; k++) sum[k] += x[i + k] * y[i + k];
  for (; i < count; i++) rest += x[i] * y[i];
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + rest;
}

/* --- solving ---------------------------------------------------------------- */

static int subtract_plainly(const double *const *column, const double *value, double *x, int from, int count)
{
  for (int i = from; i < count; i++)
    for (int k = 0; k < TOGETHER; k++) x[i] -= value[k] * column[k][i];
  return count;
}

#ifdef UNRULY_FOUR_LANES

LANES static int subtract_in_lanes(const double *const *column, const double *value, double *x, int from,
                                   int count)
{
  const double *a = column[0], *b = column[1], *c = column[2], *d = column[3];
  const __m256d p = _mm256_set1_pd(value[0]), q = _mm256_set1_pd(value[1]);
  const __m256d r = _mm256_set1_pd(value[2]), s = _mm256_set1_pd(value[3]);
  int i = from;
  for (; i + 4 <= count; i += 4) {
    __m256d rest = _mm256_loadu_pd(x + i);
    rest = _mm256_sub_pd(rest, _mm256_mul_pd(p, _mm256_loadu_pd(a + i)));
    rest = _mm256_sub_pd(rest, _mm256_mul_pd(q, _mm256_loadu_pd(b + i)));
    rest = _mm256_sub_pd(rest, _mm256_mul_pd(r, _mm256_loadu_pd(c + i)));
    rest = _mm256_sub_pd(rest, _mm256_mul_pd(s, _mm256_loadu_pd(d + i)));
    _mm256_storeu_pd(x + i, rest);
  }
  return i;
}

#endif

/* x[i] -= the sum of value[k] column[k][i], for i from 4 on. */
static void subtract_columns(const double *const *column, const double *value, double *x, int count)
{
  int i = TOGETHER;
#ifdef UNRULY_FOUR_LANES
  if (has_lanes()) i = subtract_in_lanes(column, value, x, i, count);
#endif
  subtract_plainly(column, value, x, i, count);
}

void cholesky_forward(const double *l, cholesky c, double *x)
{
  int j = 0;
  for (; j + TOGETHER <= c.size; j += TOGETHER, x += TOGETHER) {
    const int below = c.rows - j;
    const double *column[TOGETHER];
    find_columns(l, below, column);
    for (int k = 0; k < TOGETHER; k++) {
      for (int before = 0; before < k; before++) x[k] -= x[before] * column[before][k];
      x[k] /= column[k][k];
    }
    subtract_columns(column, x, x, below);
    l += TOGETHER * below - TOGETHER * (TOGETHER - 1) / 2;
  }
  for (; j < c.size; j++, x++) {
    const int below = c.rows - j;
    x[0] /= l[0];
    for (int i = 1; i < below; i++) x[i] -= x[0] * l[i];
    l += below;
  }
}

void cholesky_backward(const double *l, cholesky c, double *x)
{
  l += cholesky_numbers(c);
  for (int j = c.size - 1; j >= 0; j--) {
    l -= c.rows - j;
    x[j] = (x[j] - product_of(l + 1, x + j + 1, c.size - j - 1)) / l[0];
  }
}

/* --- adding ------------------------------------------------------------------ */

/* The turn of a column and what is left of x that makes its first number that of x too. */
typedef struct rotation {
  double cosine, sine;
} rotation;

static rotation turn(double *diagonal, double x)
{
  const double length = hypotenuse(*diagonal, x);
  const rotation r = {*diagonal / length, x / length};
  *diagonal = length;
  return r;
}

static inline void rotate(rotation r, double *number, double *rest)
{
  const double before = *number;
  *number = r.cosine * before + r.sine * *rest;
  *rest = r.cosine * *rest - r.sine * before;
}

static void rotate_plainly(double *const *column, const rotation *r, double *x, int from, int count)
{
  for (int i = from; i < count; i++)
    for (int k = 0; k < TOGETHER; k++) rotate(r[k], column[k] + i, x + i);
}

#ifdef UNRULY_FOUR_LANES

LANES static int rotate_in_lanes(double *const *column, const rotation *r, double *x, int from, int count)
{
  __m256d cosine[TOGETHER], sine[TOGETHER];
  for (int k = 0; k < TOGETHER; k++) {
    cosine[k] = _mm256_set1_pd(r[k].cosine);
    sine[k] = _mm256_set1_pd(r[k].sine);
  }
  int i = from;
  for (; i + 4 <= count; i += 4) {
    __m256d rest = _mm256_loadu_pd(x + i);
    for (int k = 0; k < TOGETHER; k++) {
      const __m256d before = _mm256_loadu_pd(column[k] + i);
      const __m256d now = _mm256_add_pd(_mm256_mul_pd(cosine[k], before), _mm256_mul_pd(sine[k], rest));
      rest = _mm256_sub_pd(_mm256_mul_pd(cosine[k], rest), _mm256_mul_pd(sine[k], before));
      _mm256_storeu_pd(column[k] + i, now);
    }
    _mm256_storeu_pd(x + i, rest);
  }
  return i;
}

#endif

static void rotate_columns(double *const *column, const rotation *r, double *x, int count)
{
  int i = TOGETHER;
#ifdef UNRULY_FOUR_LANES
  if (has_lanes()) i = rotate_in_lanes(column, r, x, i, count);
#endif
  rotate_plainly(column, r, x, i, count);
}

void cholesky_add(double *l, cholesky c, double *x)
{
  int j = 0;
  for (; j + TOGETHER <= c.size; j += TOGETHER, x += TOGETHER) {
    const int below = c.rows - j;
    const double *found[TOGETHER];
    double *column[TOGETHER];
    rotation r[TOGETHER];
    find_columns(l, below, found);
    for (int k = 0; k < TOGETHER; k++) {
      column[k] = l + (found[k] - l);
      r[k] = turn(column[k] + k, x[k]);
      for (int i = k + 1; i < TOGETHER; i++) rotate(r[k], column[k] + i, x + i);
    }
    rotate_columns(column, r, x, below);
    l += TOGETHER * below - TOGETHER * (TOGETHER - 1) / 2;
  }
  for (; j < c.size; j++, x++) {
    const int below = c.rows - j;
    const rotation r = turn(l, x[0]);
    for (int i = 1; i < below; i++) rotate(r, l + i, x + i);
    l += below;
  }
}
