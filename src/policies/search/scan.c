#include "scan.h"
#include "../../base/elementary.h"
#include "../../base/margin.h"
#include "../../base/lanes.h"

bool scan_open(scan *s, int actions, arena *memory)
{
  *s = (scan){.leader = -1};
  if (actions > MOST_SCANNED) return true;
  const size_t count = lanes_padded(actions);
  s->mean = arena_zeroed(memory, count, sizeof(double));
  s->linear = arena_zeroed(memory, count, sizeof(double));
  s->root = arena_zeroed(memory, count, sizeof(double));
  s->is_there = arena_zeroed(memory, count, 1);
  s->count = (int)count;
  return s->mean && s->linear && s->root && s->is_there;
}

void scan_empty(scan *s)
{
  s->leader = -1;
  s->size = 0;
  for (int i = 0; i < s->count; i++) {
    s->is_there[i] = 0;
    scan_put(s, i, scan_absent);
  }
}

/* --- the clock ------------------------------------------------------------- */

/* For a part in SERIES of the clock, the logarithm and its root are the first terms
 * of their series; the next would be below 1e-15. */
enum { SERIES = 4096 };

static void begin_series(scan *s, int64_t clock)
{
  scan_series *z = &s->series;
  const double l = same_log((double)clock), q = sqrt(l);
  const double once = 1 / q, thrice = once / l, five = thrice / l;
  *z = (scan_series){.from = clock, .until = clock + clock / SERIES, .part = 1 / (double)clock};
  z->log[0] = l, z->log[1] = 1, z->log[2] = -1.0 / 2, z->log[3] = 1.0 / 3;
  z->root[0] = q, z->root[1] = once / 2, z->root[2] = -once / 4 - thrice / 8;
  z->root[3] = once / 6 + thrice / 8 + five / 16;
}

static inline double series_at(const double *c, double t)
{
  return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
}

/* The logarithm of the clock and its root. */
typedef struct scan_clock {
  double log, root;
} scan_clock;

static inline scan_clock clock_of(scan *s, int64_t clock)
{
  if (clock < SERIES) return (scan_clock){same_log((double)clock), sqrt(same_log((double)clock))};
  if (clock < s->series.from || clock > s->series.until) begin_series(s, clock);
  const double t = (double)(clock - s->series.from) * s->series.part;
  return (scan_clock){series_at(s->series.log, t), series_at(s->series.root, t)};
}

/* --- bounds ---------------------------------------------------------------- */

static inline double value_of(index_terms a, scan_clock c)
{
  return a.mean + a.linear * c.log + a.root * c.root;
}

static inline double leader_value(const scan *s, scan_clock c)
{
  return s->leader < 0 ? -INFINITY : value_of(s->leads, c);
}

/* Rounding is far below this for indices that are close to the greatest. */
static inline double limit_of(const scan *s, double greatest)
{
  return greatest - margin_of(fabs(greatest) + 2 * s->size);
}

/* The leader if no other reaches it, else 0. */
static inline uint64_t leader_alone(const scan *s, double leads, double rival)
{
  return s->leader >= 0 && rival < limit_of(s, leads) ? (uint64_t)1 << s->leader : 0;
}

static inline uint64_t leader_too(const scan *s, double leads, double limit)
{
  return s->leader < 0 || leads < limit ? 0 : (uint64_t)1 << s->leader;
}

/* --- one by one ------------------------------------------------------------ */

static uint64_t plain_candidates(const scan *s, scan_clock c)
{
  const double leads = leader_value(s, c);
  double value[MOST_SCANNED], rival = -INFINITY;
  for (int i = 0; i < s->count; i++) {
    value[i] = value_of((index_terms){s->mean[i], s->linear[i], s->root[i]}, c);
    if (value[i] > rival) rival = value[i];
  }
  uint64_t bits = leader_alone(s, leads, rival);
  if (bits) return bits;
  const double limit = limit_of(s, rival > leads ? rival : leads);
  for (int i = 0; i < s->count; i++) bits |= (uint64_t) !(value[i] < limit) << i;
  return bits | leader_too(s, leads, limit);
}

/* --- four at a time -------------------------------------------------------- */

/* A product and a sum in one are not, to the last bit, what they are one by one; but
 * these are bounds, and the margin of the limit is wide enough for both. */
#ifdef UNRULY_FOUR_LANES

FUSED static inline double greatest_of_four(__m256d x)
{
  const __m128d two = _mm_max_pd(_mm256_castpd256_pd128(x), _mm256_extractf128_pd(x, 1));
  return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
}

FUSED static inline __m256d four_values(const scan *s, size_t i, __m256d logs, __m256d roots)
{
  const __m256d a = _mm256_fmadd_pd(_mm256_loadu_pd(s->linear + i), logs, _mm256_loadu_pd(s->mean + i));
  return _mm256_fmadd_pd(_mm256_loadu_pd(s->root + i), roots, a);
}

FUSED static uint64_t lanes_candidates(scan *s, int64_t clock)
{
  const scan_clock c = clock_of(s, clock);
  const double leads = leader_value(s, c);
  const __m256d logs = _mm256_set1_pd(c.log), roots = _mm256_set1_pd(c.root);
  __m256d value[MOST_SCANNED / 4], greatest = _mm256_set1_pd(-INFINITY);
  const size_t fours = (size_t)s->count / 4;
  for (size_t i = 0; i < fours; i++) {
    value[i] = four_values(s, 4 * i, logs, roots);
    greatest = _mm256_max_pd(value[i], greatest);
  }
  const double rival = greatest_of_four(greatest);
  uint64_t bits = leader_alone(s, leads, rival);
  if (bits) return bits;
  const double limit = limit_of(s, rival > leads ? rival : leads);
  for (size_t i = 0; i < fours; i++) {
    const __m256d reaches = _mm256_cmp_pd(value[i], _mm256_set1_pd(limit), _CMP_NLT_UQ);
    bits |= (uint64_t)_mm256_movemask_pd(reaches) << 4 * i;
  }
  return bits | leader_too(s, leads, limit);
}

#endif

/* --- both ------------------------------------------------------------------ */

uint64_t scan_candidates(scan *s, int64_t clock)
{
#ifdef UNRULY_FOUR_LANES
  if (has_fused_lanes()) return lanes_candidates(s, clock);
#endif
  return plain_candidates(s, clock_of(s, clock));
}
