#include "sweep.h"
#include "../../base/lanes.h"

bool sweep_open(sweep *w, int actions, arena *memory)
{
  w->count = (int)lanes_padded(actions);
  w->size = 0;
  w->leader = -1;
  w->base = arena_zeroed(memory, (size_t)w->count, sizeof(double));
  w->rise = arena_zeroed(memory, (size_t)w->count, sizeof(double));
  w->greatest = arena_zeroed(memory, (size_t)sweep_blocks(w), sizeof(double));
  for (int i = 0; w->base && i < w->count; i++) w->base[i] = -INFINITY;
  return w->base && w->rise && w->greatest;
}

/* Returns the end of a block. */
static int end_of(const sweep *w, int from)
{
  return w->count - from < SWEPT_TOGETHER ? w->count : from + SWEPT_TOGETHER;
}

/* --- one by one ------------------------------------------------------------ */

static double greatest_within(const sweep *w, int from, int to, double s)
{
  double greatest[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
  for (int i = from; i < to; i += 4)
    for (int j = 0; j < 4; j++) {
      const double value = w->base[i + j] + w->rise[i + j] * s;
      greatest[j] = value > greatest[j] ? value : greatest[j];
    }
  const double x = greatest[0] > greatest[1] ? greatest[0] : greatest[1];
  const double y = greatest[2] > greatest[3] ? greatest[2] : greatest[3];
  return x > y ? x : y;
}

static double plain_rival(sweep *w, double s)
{
  double greatest = -INFINITY;
  for (int from = 0; from < w->count; from += SWEPT_TOGETHER) {
    const double x = greatest_within(w, from, end_of(w, from), s);
    w->greatest[from / SWEPT_TOGETHER] = x;
    if (x > greatest) greatest = x;
  }
  return greatest;
}

static uint64_t plain_reaching(const sweep *w, int from, int to, double s, double limit)
{
  uint64_t bits = 0;
  for (int i = from; i < to; i++) bits |= (uint64_t)(w->base[i] + w->rise[i] * s >= limit) << (i - from);
  return bits;
}

/* --- four at a time -------------------------------------------------------- */

/* As in scan.c: a product and a sum in one are rounded otherwise, and the margin of the limit
 * is wide enough for both. */
#ifdef UNRULY_FOUR_LANES

FUSED static inline __m256d four_of(const sweep *w, int i, __m256d s)
{
  return _mm256_fmadd_pd(_mm256_loadu_pd(w->rise + i), s, _mm256_loadu_pd(w->base + i));
}

FUSED static inline double greatest_of_four(__m256d x)
{
  const __m128d two = _mm_max_pd(_mm256_castpd256_pd128(x), _mm256_extractf128_pd(x, 1));
  return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
}

/* Two greatest at a time, as each waits for the one before it. */
FUSED static double lanes_rival(sweep *w, double s)
{
  const __m256d all = _mm256_set1_pd(s);
  double greatest = -INFINITY;
  for (int from = 0; from < w->count; from += SWEPT_TOGETHER) {
    const int to = end_of(w, from);
    __m256d one = _mm256_set1_pd(-INFINITY), other = one;
    for (int i = from; i + 4 < to; i += 8) {
      one = _mm256_max_pd(four_of(w, i, all), one);
      other = _mm256_max_pd(four_of(w, i + 4, all), other);
    }
    if ((to - from) % 8) one = _mm256_max_pd(four_of(w, to - 4, all), one);
    const double x = greatest_of_four(_mm256_max_pd(one, other));
    w->greatest[from / SWEPT_TOGETHER] = x;
    if (x > greatest) greatest = x;
  }
  return greatest;
}

FUSED static uint64_t lanes_reaching(const sweep *w, int from, int to, double s, double limit)
{
  const __m256d all = _mm256_set1_pd(s), least = _mm256_set1_pd(limit);
  uint64_t bits = 0;
  for (int i = from; i < to; i += 4)
    bits |= (uint64_t)_mm256_movemask_pd(_mm256_cmp_pd(four_of(w, i, all), least, _CMP_GE_OQ)) << (i - from);
  return bits;
}

#endif

/* --- both ------------------------------------------------------------------ */

double sweep_rival(sweep *w, double s)
{
#ifdef UNRULY_FOUR_LANES
  if (has_fused_lanes()) return lanes_rival(w, s);
#endif
  return plain_rival(w, s);
}

uint64_t sweep_reaching(const sweep *w, int block, double s, double limit)
{
  if (!(w->greatest[block] >= limit)) return 0;
  const int from = block * SWEPT_TOGETHER, to = end_of(w, from);
#ifdef UNRULY_FOUR_LANES
  if (has_fused_lanes()) return lanes_reaching(w, from, to, s, limit);
#endif
  return plain_reaching(w, from, to, s, limit);
}
