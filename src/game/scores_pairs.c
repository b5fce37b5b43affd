#include "scores_pairs.h"
#include "../base/lanes.h"
#include "../base/pair_sums.h"

static size_t row_length(const score_pairs *p) { return lanes_padded(p->arms); }

bool score_pairs_start(score_pairs *p, int arms, arena *memory)
{
  *p = (score_pairs){.arms = arms};
#ifdef UNRULY_FOUR_LANES
  p->lanes = has_lanes();
#endif
  const size_t cells = (size_t)arms * row_length(p);
  double **room[] = {&p->weight, &p->own, &p->products};
  bool all = true;
  for (int i = 0; i < 3; i++) all = (*room[i] = arena_zeroed(memory, cells, sizeof(double))) && all;
  return all;
}

static void add_one_by_one(score_pairs *p, const double *root)
{
  double *row = p->weight;
  for (int k = 0; k < p->arms; k++, row += row_length(p))
    for (int j = 0; j < p->arms; j++) row[j] += root[k] * root[j];
}

static void put_event_one_by_one(score_pairs *p, size_t row, double more, const double *root, double change,
                                 const double *score)
{
  for (size_t j = 0; j < (size_t)p->arms; j++) {
    const double v = more * root[j] + change * p->weight[row + j];
    p->own[row + j] += v;
    p->products[row + j] += v * score[j];
  }
}

#ifdef UNRULY_FOUR_LANES
LANES static inline __m256d sum_with(const double *x, __m256d more)
{
  return _mm256_add_pd(_mm256_loadu_pd(x), more);
}

LANES static void add_lanes(score_pairs *p, const double *root)
{
  double *row = p->weight;
  for (int k = 0; k < p->arms; k++, row += row_length(p)) {
    const __m256d own = _mm256_set1_pd(root[k]);
    for (size_t j = 0; j < row_length(p); j += 4)
      _mm256_storeu_pd(row + j, sum_with(row + j, _mm256_mul_pd(own, _mm256_loadu_pd(root + j))));
  }
}

LANES static void put_event_lanes(score_pairs *p, size_t row, double more, const double *root, double change,
                                  const double *score)
{
  const __m256d once = _mm256_set1_pd(more), ever = _mm256_set1_pd(change);
  for (size_t j = 0; j < row_length(p); j += 4) {
    const __m256d v = _mm256_add_pd(_mm256_mul_pd(once, _mm256_loadu_pd(root + j)),
                                    _mm256_mul_pd(ever, _mm256_loadu_pd(p->weight + row + j)));
    _mm256_storeu_pd(p->own + row + j, sum_with(p->own + row + j, v));
    _mm256_storeu_pd(p->products + row + j,
                     sum_with(p->products + row + j, _mm256_mul_pd(v, _mm256_loadu_pd(score + j))));
  }
}
#endif

void score_pairs_add(score_pairs *p, const double *root) { ONE_BY_ONE_OR_LANES(add, p, root); }

void score_pairs_event(score_pairs *p, int arm, double more, const double *root, double change,
                       const double *score)
{
  ONE_BY_ONE_OR_LANES(put_event, p, (size_t)arm * row_length(p), more * root[arm], root, change, score);
}

void score_pairs_move(score_pairs *p, int arm, double by)
{
  const size_t length = row_length(p);
  for (size_t j = 0; j < (size_t)p->arms; j++)
    p->products[(size_t)arm * length + j] -= by * p->own[j * length + (size_t)arm];
}

static pair_part part_of(const score_pairs *p, int arm, int other, const double *score)
{
  const size_t at = (size_t)arm * row_length(p) + (size_t)other;
  return (pair_part){score[arm], p->own[at], p->products[at]};
}

double score_pairs_comoment(const score_pairs *p, int a, int b, const double *score, double of_a, double of_b)
{
  const double weight = p->weight[(size_t)a * row_length(p) + (size_t)b];
  return pair_comoment(weight, part_of(p, a, b, score), part_of(p, b, a, score), of_a, of_b);
}
