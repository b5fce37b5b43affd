#include "scores.h"
#include "../base/elementary.h"
#include "../base/lanes.h"
#include "../base/score_sums.h"
#include "state.h"
#include <math.h>
#include <string.h>

enum weights { UNIFORM, CONSTANT, TWO_POINT, WEIGHTS };

typedef struct arm_scores {
  int64_t shown;
  double mean, total, squares;
  score_sums sums[WEIGHTS];
} arm_scores;

/* What is to be known of a round whose outcome is still to come. */
typedef struct put_off {
  double *chance, *mean, *weight2; /* by arm; weight2: of two-point */
  int64_t next;                    /* of those that are free, from 1 */
} put_off;

struct scores {
  int arms;
  bool unknown; /* some choice was made with an unknown probability */
  bool forced;  /* the last choice was not the policy's */
  bool lanes;   /* the processor has them */
  double horizon, decay;
  arm_scores *arm;
  const double *chance; /* by arm, of the choice that was made last */
  double *scattered;
  double rounds; /* that count so far */
  /* By arm, since its mean is what it is: sums of weights and of their squares; `rounds` less those that
   * counted for it is `missed`. */
  double *root, *whole, *two_root, *two_whole, *missed;
  double *given, *two_now; /* by arm: the sum of w; the squared weights of this round */
  put_off *late;           /* from 1 */
  int64_t late_room, late_used, late_free;
};

/* Numbers are looked at four at a time, so there are some behind the last. */
static size_t padded(int count) { return ((size_t)count + 3) / 4 * 4; }

/* Behind the last they are 1: as if there were more arms, none of them impossible. */
static double *room_for_chances(game *g, int count)
{
  double *chance = arena_zeroed(&g->memory, padded(count), sizeof *chance);
  for (size_t i = (size_t)count; chance && i < padded(count); i++) chance[i] = 1;
  return chance;
}

static double *by_arm(game *g)
{
  return arena_zeroed(&g->memory, padded(g->problem->arm_count), sizeof(double));
}

static bool open_sums(game *g, double decay)
{
  scores *s = g->scores = arena_zeroed(&g->memory, 1, sizeof *s);
  if (!s) return false;
  s->arms = g->problem->arm_count;
  s->horizon = (double)g->roster.view.horizon;
  s->decay = decay;
#ifdef UNRULY_FOUR_LANES
  s->lanes = has_lanes();
#endif
  s->arm = arena_zeroed(&g->memory, (size_t)s->arms, sizeof *s->arm);
  s->scattered = room_for_chances(g, s->arms);
  double **room[] = {&s->root, &s->whole, &s->two_root, &s->two_whole, &s->missed, &s->given, &s->two_now};
  bool all = s->arm && s->scattered;
  for (size_t i = 0; i < sizeof room / sizeof *room; i++) all = (*room[i] = by_arm(g)) && all;
  return all;
}

bool scores_open(game *g, double decay)
{
  const record *r = g->record;
  if (!r || !(r->keep_choices || r->keep_scores || r->keep_prospects)) return true;
  g->prospects.wanted = true;
  g->prospects.chance = room_for_chances(g, g->action_count);
  return g->prospects.chance && (!r->keep_scores || open_sums(g, decay));
}

/* --- chances ------------------------------------------------------------------------- */

/* Where all arms are there, places in the list are arms. */
static void scatter_chances(game *g)
{
  scores *s = g->scores;
  const view *v = &g->roster.view;
  s->chance = g->prospects.chance;
  if (v->action_count == s->arms) return;
  memset(s->scattered, 0, (size_t)s->arms * sizeof *s->scattered);
  for (int i = 0; i < v->action_count; i++) s->scattered[v->actions[i]] = s->chance[i];
  s->chance = s->scattered;
}

/* What is certain has no overlap. */
void scores_chosen(game *g)
{
  scores *s = g->scores;
  s->forced = g->forced >= 0;
  if (s->forced) return;
  if (g->prospects.known && g->roster.type->chances) scatter_chances(g);
  else s->unknown = true;
}

double scores_chance(const game *g, int action)
{
  const view *v = &g->roster.view;
  if (!g->prospects.known) return NAN;
  const int arm = roster_arm_of(&g->roster, action), before = live_before(v, v->number[arm]);
  return g->prospects.chance[before * v->waits + action - arm * v->waits];
}

/* --- sums ----------------------------------------------------------------------------- */

/* Lambda of two-point, with the probability of an arm and without. */
typedef struct two_point {
  double seldom, often;
} two_point;

static two_point two_point_of(const scores *s, double t)
{
  const double a = s->decay, horizon = s->horizon;
  return (two_point){(1 - a) / (1 - a + horizon * same_pow(t / horizon, a) - t), 1 / (1 + horizon - t)};
}

/* Squared weights of two-point in this round. */
static inline void weigh_one_by_one(scores *s, two_point now)
{
  for (int k = 0; k < s->arms; k++) {
    const double e = s->chance[k], lambda = (1 - e) * now.seldom + e * now.often,
                 w = lambda * (1 - s->given[k]);
    s->given[k] += w;
    s->two_now[k] = w * e;
  }
}

static void add_one_by_one(scores *s)
{
  for (int k = 0; k < s->arms; k++) {
    const double e = s->chance[k];
    s->root[k] += sqrt(e);
    s->whole[k] += e;
    s->missed[k] += !(e > 0);
  }
}

static void add_two_point_one_by_one(scores *s)
{
  for (int k = 0; k < s->arms; k++) {
    s->two_root[k] += sqrt(s->two_now[k]);
    s->two_whole[k] += s->two_now[k];
  }
}

#ifdef UNRULY_FOUR_LANES
LANES static inline void add_to(double *sum, __m256d x)
{
  _mm256_storeu_pd(sum, _mm256_add_pd(_mm256_loadu_pd(sum), x));
}

LANES static void weigh_lanes(scores *s, two_point now)
{
  const __m256d one = _mm256_set1_pd(1), seldom = _mm256_set1_pd(now.seldom),
                often = _mm256_set1_pd(now.often);
  for (size_t k = 0; k < padded(s->arms); k += 4) {
    const __m256d e = _mm256_loadu_pd(s->chance + k);
    const __m256d lambda =
        _mm256_add_pd(_mm256_mul_pd(_mm256_sub_pd(one, e), seldom), _mm256_mul_pd(e, often));
    const __m256d w = _mm256_mul_pd(lambda, _mm256_sub_pd(one, _mm256_loadu_pd(s->given + k)));
    add_to(s->given + k, w);
    _mm256_storeu_pd(s->two_now + k, _mm256_mul_pd(w, e));
  }
}

LANES static void add_lanes(scores *s)
{
  const __m256d none = _mm256_setzero_pd(), one = _mm256_set1_pd(1);
  for (size_t k = 0; k < padded(s->arms); k += 4) {
    const __m256d e = _mm256_loadu_pd(s->chance + k), impossible = _mm256_cmp_pd(e, none, _CMP_NGT_UQ);
    add_to(s->root + k, _mm256_sqrt_pd(e));
    add_to(s->whole + k, e);
    if (_mm256_movemask_pd(impossible)) add_to(s->missed + k, _mm256_and_pd(impossible, one));
  }
}

LANES static void add_two_point_lanes(scores *s)
{
  for (size_t k = 0; k < padded(s->arms); k += 4) {
    const __m256d square = _mm256_loadu_pd(s->two_now + k);
    add_to(s->two_root + k, _mm256_sqrt_pd(square));
    add_to(s->two_whole + k, square);
  }
}
#define ONE_BY_ONE_OR_LANES(what, ...) (s->lanes ? what##_lanes(__VA_ARGS__) : what##_one_by_one(__VA_ARGS__))
#else
#define ONE_BY_ONE_OR_LANES(what, ...) what##_one_by_one(__VA_ARGS__)
#endif

/* With a = 0 they are known without. */
static inline void weigh_two_point(scores *s, int64_t round)
{
  if (s->decay > 0) ONE_BY_ONE_OR_LANES(weigh, s, two_point_of(s, (double)round));
}

/* A round in which every arm has the score of its mean. */
static inline void add_weights(scores *s)
{
  s->rounds++;
  ONE_BY_ONE_OR_LANES(add, s);
  if (s->decay > 0) ONE_BY_ONE_OR_LANES(add_two_point, s);
}

static inline void add_open(const scores *s, int k, score_sums *sums, double e, double more)
{
  const double mean = s->arm[k].mean;
  const double rounds = s->rounds - s->missed[k];
  score_sums_add_open(&sums[UNIFORM], rounds, rounds, mean, 1, 1, more);
  score_sums_add_open(&sums[CONSTANT], s->root[k], s->whole[k], mean, sqrt(e), e, more);
  if (s->decay > 0)
    score_sums_add_open(&sums[TWO_POINT], s->two_root[k], s->two_whole[k], mean, sqrt(s->two_now[k]),
                        s->two_now[k], more);
}

static inline void close_group(scores *s, int k, double e, double more)
{
  add_open(s, k, s->arm[k].sums, e, more);
  s->missed[k] = s->rounds;
  s->root[k] = s->whole[k] = 0;
  if (s->decay > 0) s->two_root[k] = s->two_whole[k] = 0;
}

static inline void count_shown(scores *s, int k, double observed)
{
  arm_scores *a = &s->arm[k];
  a->shown++;
  a->total += observed;
  a->squares += observed * observed;
  a->mean = a->total / (double)a->shown;
}

void scores_count(game *g, int arm, double observed)
{
  scores *s = g->scores;
  if (s->forced) close_group(s, arm, 0, 0);
  else if (!s->unknown) {
    const double e = s->chance[arm];
    weigh_two_point(s, g->play.start);
    add_weights(s);
    close_group(s, arm, e, e > 0 ? (observed - s->arm[arm].mean) / e : 0);
  }
  count_shown(s, arm, observed);
}

/* --- outcomes that come later ------------------------------------------------------------ */

static bool grow_late(scores *s, arena *memory)
{
  const int64_t room = s->late_room ? 2 * s->late_room : 16;
  put_off *late = arena_zeroed(memory, (size_t)room, sizeof *late);
  if (!late) return false;
  if (s->late_room) memcpy(late, s->late, (size_t)s->late_room * sizeof *late);
  s->late = late;
  s->late_room = room;
  return true;
}

/* A free number, or 0. */
static int64_t new_number(scores *s, arena *memory)
{
  if (s->late_free) {
    const int64_t number = s->late_free;
    s->late_free = s->late[number].next;
    return number;
  }
  if (s->late_used + 1 >= s->late_room && !grow_late(s, memory)) return 0;
  put_off *p = &s->late[s->late_used + 1];
  p->chance = arena_zeroed(memory, 3 * (size_t)s->arms, sizeof(double));
  if (!p->chance) return 0;
  p->mean = p->chance + s->arms;
  p->weight2 = p->mean + s->arms;
  return ++s->late_used;
}

int64_t scores_put_off(game *g)
{
  scores *s = g->scores;
  if (s->unknown) return 0;
  const int64_t number = new_number(s, &g->memory);
  if (!number) {
    g->failure = status_no_memory();
    return 0;
  }
  const put_off *p = &s->late[number];
  weigh_two_point(s, g->play.start);
  for (int k = 0; k < s->arms; k++) {
    p->chance[k] = s->chance[k];
    p->mean[k] = s->arm[k].mean;
    p->weight2[k] = s->two_now[k];
  }
  return number;
}

static void add_late(scores *s, const put_off *p, int arm, double observed)
{
  for (int k = 0; k < s->arms; k++) {
    const double e = p->chance[k];
    if (!(e > 0)) continue;
    const double score = k == arm ? p->mean[k] + (observed - p->mean[k]) / e : p->mean[k];
    score_sums *sums = s->arm[k].sums;
    score_sums_add(&sums[UNIFORM], 1, 1, score);
    score_sums_add(&sums[CONSTANT], sqrt(e), e, score);
    score_sums_add(&sums[TWO_POINT], sqrt(p->weight2[k]), p->weight2[k], score);
  }
}

void scores_count_late(game *g, int64_t number, int arm, double observed)
{
  scores *s = g->scores;
  if (number && !s->unknown) {
    put_off *p = &s->late[number];
    add_late(s, p, arm, observed);
    p->next = s->late_free;
    s->late_free = number;
  }
  close_group(s, arm, 0, 0);
  count_shown(s, arm, observed);
}

/* --- putting them down --------------------------------------------------------------------- */

/* With a = 0 w is 1 / T in every round. */
static score_sums even_two_point(const score_sums *constant, double horizon)
{
  const double root = sqrt(horizon);
  return (score_sums){constant->weight / root, constant->score / root, constant->weight2 / horizon,
                      constant->score2 / horizon, constant->squares / horizon};
}

static void fill_row(const scores *s, int k, score_row *row)
{
  const arm_scores *a = &s->arm[k];
  score_sums sums[WEIGHTS];
  memcpy(sums, a->sums, sizeof sums);
  add_open(s, k, sums, 0, 0);
  if (s->decay == 0) sums[TWO_POINT] = even_two_point(&sums[CONSTANT], s->horizon);
  double *at = row->value;
  *at++ = (double)a->shown;
  *at++ = a->total;
  *at++ = a->squares;
  for (int w = 0; w < WEIGHTS; w++) {
    const double value[] = {sums[w].weight, sums[w].score, sums[w].weight2, sums[w].score2, sums[w].squares};
    for (int i = 0; i < 5; i++) *at++ = s->unknown ? NAN : value[i];
  }
}

void scores_record(game *g, int64_t round)
{
  const scores *s = g->scores;
  for (int k = 0; k < s->arms; k++) {
    score_row *row = growable_add(&g->record->scores);
    if (!row) {
      g->failure = status_no_memory();
      return;
    }
    row->round = (double)round;
    row->number = g->roster.number[k];
    fill_row(s, k, row);
  }
}

static void put_down(game *g, growable *rows, int64_t number, double value)
{
  prospect_row *row = growable_add(rows);
  if (row) *row = (prospect_row){(double)g->play.start, number, value};
  else g->failure = status_no_memory();
}

void scores_record_prospects(game *g)
{
  const view *v = &g->roster.view;
  const prospects *p = &g->prospects;
  for (int i = 0; i < v->action_count; i++)
    put_down(g, &g->record->prospects, v->number[v->actions[i] / v->waits], p->known ? p->chance[i] : NAN);
  for (int i = 0; i < v->context_size; i++) put_down(g, &g->record->contexts, i, v->context[i]);
}
