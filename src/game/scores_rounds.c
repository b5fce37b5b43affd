#include "scores_rounds.h"

bool open_rounds_start(open_rounds *o, int arms, double horizon, double decay, arena *memory)
{
  *o = (open_rounds){.arms = arms, .horizon = horizon, .decay = decay};
#ifdef UNRULY_FOUR_LANES
  o->lanes = has_lanes();
#endif
  double **room[] = {&o->root,   &o->whole, &o->two_root, &o->two_whole,
                     &o->missed, &o->given, &o->two_now,  &o->now};
  bool all = true;
  for (size_t i = 0; i < sizeof room / sizeof *room; i++)
    all = (*room[i] = arena_zeroed(memory, lanes_padded(arms), sizeof(double))) && all;
  return all;
}

/* Behind the last arm probabilities are 1. */
static double excess_one_by_one(const open_rounds *o, const double *chance)
{
  double sum = -1;
  for (int k = 0; k < o->arms; k++) sum += chance[k] >= 0 ? chance[k] : NAN;
  return sum;
}

/* Lambda of two-point, with the probability of an arm and without. */
typedef struct two_point {
  double seldom, often;
} two_point;

static two_point two_point_of(const open_rounds *o, double t)
{
  const double a = o->decay, horizon = o->horizon;
  return (two_point){(1 - a) / (1 - a + horizon * same_pow(t / horizon, a) - t), 1 / (1 + horizon - t)};
}

static inline void weigh_one_by_one(open_rounds *o, const double *chance, two_point now)
{
  for (int k = 0; k < o->arms; k++) {
    const double e = chance[k], lambda = (1 - e) * now.seldom + e * now.often, w = lambda * (1 - o->given[k]);
    o->given[k] += w;
    o->two_now[k] = w * e;
  }
}

static void add_one_by_one(open_rounds *o, const double *chance)
{
  for (int k = 0; k < o->arms; k++) {
    const double e = chance[k];
    o->root[k] += o->now[k] = sqrt(e);
    o->whole[k] += e;
    o->missed[k] += !(e > 0);
  }
}

static void add_two_point_one_by_one(open_rounds *o, const double *two_now)
{
  for (int k = 0; k < o->arms; k++) {
    o->two_root[k] += sqrt(two_now[k]);
    o->two_whole[k] += two_now[k];
  }
}

#ifdef UNRULY_FOUR_LANES
LANES static inline void add_to(double *sum, __m256d x)
{
  _mm256_storeu_pd(sum, _mm256_add_pd(_mm256_loadu_pd(sum), x));
}

LANES static double excess_lanes(const open_rounds *o, const double *chance)
{
  __m256d sum = _mm256_setzero_pd(), wrong = sum;
  for (size_t k = 0; k < lanes_padded(o->arms); k += 4) {
    const __m256d e = _mm256_loadu_pd(chance + k);
    sum = _mm256_add_pd(sum, e);
    wrong = _mm256_or_pd(wrong, _mm256_cmp_pd(e, _mm256_setzero_pd(), _CMP_NGE_UQ));
  }
  double four[4];
  _mm256_storeu_pd(four, sum);
  const double behind = (double)(lanes_padded(o->arms) - (size_t)o->arms);
  return _mm256_movemask_pd(wrong) ? NAN : four[0] + four[1] + four[2] + four[3] - behind - 1;
}

LANES static void weigh_lanes(open_rounds *o, const double *chance, two_point now)
{
  const __m256d one = _mm256_set1_pd(1), seldom = _mm256_set1_pd(now.seldom),
                often = _mm256_set1_pd(now.often);
  for (size_t k = 0; k < lanes_padded(o->arms); k += 4) {
    const __m256d e = _mm256_loadu_pd(chance + k);
    const __m256d lambda =
        _mm256_add_pd(_mm256_mul_pd(_mm256_sub_pd(one, e), seldom), _mm256_mul_pd(e, often));
    const __m256d w = _mm256_mul_pd(lambda, _mm256_sub_pd(one, _mm256_loadu_pd(o->given + k)));
    add_to(o->given + k, w);
    _mm256_storeu_pd(o->two_now + k, _mm256_mul_pd(w, e));
  }
}

LANES static void add_lanes(open_rounds *o, const double *chance)
{
  const __m256d none = _mm256_setzero_pd(), one = _mm256_set1_pd(1);
  for (size_t k = 0; k < lanes_padded(o->arms); k += 4) {
    const __m256d e = _mm256_loadu_pd(chance + k), impossible = _mm256_cmp_pd(e, none, _CMP_NGT_UQ),
                  root = _mm256_sqrt_pd(e);
    _mm256_storeu_pd(o->now + k, root);
    add_to(o->root + k, root);
    add_to(o->whole + k, e);
    if (_mm256_movemask_pd(impossible)) add_to(o->missed + k, _mm256_and_pd(impossible, one));
  }
}

LANES static void add_two_point_lanes(open_rounds *o, const double *two_now)
{
  for (size_t k = 0; k < lanes_padded(o->arms); k += 4) {
    const __m256d square = _mm256_loadu_pd(two_now + k);
    add_to(o->two_root + k, _mm256_sqrt_pd(square));
    add_to(o->two_whole + k, square);
  }
}
#endif

bool open_rounds_sound(const open_rounds *o, const double *chance)
{
  return fabs(ONE_BY_ONE_OR_LANES(excess, o, chance)) <= 1e-8;
}

/* With a = 0 they are known without. */
void open_rounds_weigh(open_rounds *o, const double *chance, int64_t round)
{
  if (o->decay > 0) ONE_BY_ONE_OR_LANES(weigh, o, chance, two_point_of(o, (double)round));
}

void open_rounds_add(open_rounds *o, const double *chance, const double *two_now)
{
  o->rounds++;
  ONE_BY_ONE_OR_LANES(add, o, chance);
  if (o->decay > 0) ONE_BY_ONE_OR_LANES(add_two_point, o, two_now);
}
