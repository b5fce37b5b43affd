#include "scan.h"
#include "../random/lanes.h"

bool scan_open(scan *s, int actions, arena *memory)
{
  *s = (scan){.leader = -1};
  if (actions > MOST_SCANNED) return true;
  const size_t count = ((size_t)actions + 3) / 4 * 4;
  s->mean = arena_zeroed(memory, count, sizeof(double));
  s->linear = arena_zeroed(memory, count, sizeof(double));
  s->root = arena_zeroed(memory, count, sizeof(double));
  s->is_stale = arena_zeroed(memory, count, 1);
  s->stale = arena_zeroed(memory, count, sizeof *s->stale);
  s->count = (int)count;
  return s->mean && s->linear && s->root && s->is_stale && s->stale;
}

void scan_empty(scan *s)
{
  s->filled = true;
  s->leader = -1;
  s->stale_count = 0;
  s->size = 0;
  for (int i = 0; i < s->count; i++) {
    s->is_stale[i] = 0;
    scan_put(s, i, scan_absent);
  }
}

/* The logarithm of the clock and its root. */
typedef struct scan_clock {
  double log, root;
} scan_clock;

static inline double value_of(index_terms a, scan_clock c)
{
  return a.mean + a.linear * c.log + a.root * c.root;
}

/* Rounding is far below this for indices that are close to the greatest. */
static inline double limit_of(const scan *s, double greatest)
{
  return greatest - 1e-12 * (fabs(greatest) + 2 * s->size);
}

/* --- one by one ------------------------------------------------------------ */

/* The values of all but the leader; returns the greatest. */
static double plain_values(const scan *s, scan_clock c, double *value)
{
  double greatest = -INFINITY;
  for (int i = 0; i < s->count; i++) {
    value[i] = value_of((index_terms){s->mean[i], s->linear[i], s->root[i]}, c);
    if (value[i] > greatest) greatest = value[i];
  }
  return greatest;
}

/* Those that reach it, or cannot be compared. */
static uint64_t plain_reaching(const double *value, int count, double limit)
{
  uint64_t bits = 0;
  for (int i = 0; i < count; i++) bits |= (uint64_t) !(value[i] < limit) << i;
  return bits;
}

/* --- four at a time -------------------------------------------------------- */

#ifdef UNRULY_FOUR_LANES

LANES static inline double greatest_of_four(__m256d x)
{
  const __m128d two = _mm_max_pd(_mm256_castpd256_pd128(x), _mm256_extractf128_pd(x, 1));
  return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
}

LANES static double lanes_values(const scan *s, scan_clock c, double *value)
{
  const __m256d log = _mm256_set1_pd(c.log), sqrt = _mm256_set1_pd(c.root);
  __m256d greatest = _mm256_set1_pd(-INFINITY);
  for (int i = 0; i < s->count; i += 4) {
    const __m256d linear = _mm256_mul_pd(_mm256_loadu_pd(s->linear + i), log);
    const __m256d root = _mm256_mul_pd(_mm256_loadu_pd(s->root + i), sqrt);
    const __m256d x = _mm256_add_pd(_mm256_add_pd(_mm256_loadu_pd(s->mean + i), linear), root);
    _mm256_storeu_pd(value + i, x);
    greatest = _mm256_max_pd(x, greatest);
  }
  return greatest_of_four(greatest);
}

LANES static uint64_t lanes_reaching(const double *value, int count, double limit)
{
  const __m256d to = _mm256_set1_pd(limit);
  uint64_t bits = 0;
  for (int i = 0; i < count; i += 4) {
    const __m256d reaches = _mm256_cmp_pd(_mm256_loadu_pd(value + i), to, _CMP_NLT_UQ);
    bits |= (uint64_t)_mm256_movemask_pd(reaches) << i;
  }
  return bits;
}

#endif

/* --- both ------------------------------------------------------------------ */

static inline double values_of(const scan *s, scan_clock c, double *value)
{
#ifdef UNRULY_FOUR_LANES
  if (has_lanes()) return lanes_values(s, c, value);
#endif
  return plain_values(s, c, value);
}

static inline uint64_t reaching(const double *value, int count, double limit)
{
#ifdef UNRULY_FOUR_LANES
  if (has_lanes()) return lanes_reaching(value, count, limit);
#endif
  return plain_reaching(value, count, limit);
}

uint64_t scan_candidates(const scan *s, double log)
{
  double value[MOST_SCANNED];
  const scan_clock c = {log, sqrt(log)};
  const double rival = values_of(s, c, value), leads = s->leader < 0 ? -INFINITY : value_of(s->leads, c);
  const uint64_t leader = s->leader < 0 ? 0 : (uint64_t)1 << s->leader;
  if (rival < limit_of(s, leads)) return leader;
  const double limit = limit_of(s, rival > leads ? rival : leads);
  const uint64_t others = reaching(value, s->count, limit);
  return leads < limit ? others : others | leader;
}
