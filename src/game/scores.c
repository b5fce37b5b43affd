#include "scores.h"
#include "../base/elementary.h"
#include "../base/lanes.h"
#include "../base/score_sums.h"
#include "state.h"
#include <math.h>
#include <string.h>

enum weights { UNIFORM, CONSTANT, TWO_POINT, WEIGHTS };

typedef struct arm_scores {
  shown_sums shown;
  double centre; /* the score of a round in which it is not played */
  score_sums sums[WEIGHTS];
} arm_scores;

/* What is to be known of a round whose outcome is still to come. */
typedef struct put_off {
  double *chance, *centre, *weight2; /* by arm; weight2: of two-point */
  int64_t next;                      /* of those that are free, from 1 */
} put_off;

struct scores {
  int arms;
  bool unknown; /* some choice was made with an unknown probability */
  bool forced;  /* the last choice was not the policy's */
  bool lanes;   /* the processor has them */
  double horizon, decay;
  /* Of all that was shown so far, and whether all outcomes are shown equally late: the choice does not decide
   * then which is shown first. */
  shown_sums all;
  bool alike;
  int unseen; /* arms of which nothing was shown */
  arm_scores *arm;
  const double *chance; /* by arm, of the choice that was made last */
  double *scattered;
  double rounds; /* that count so far */
  /* By arm, since its centre is what it is: sums of weights and of their squares; `rounds` less those that
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
  s->unseen = s->arms;
  s->alike = !g->problem->lags_differ;
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

/* Those since the centre is what it is, of equal score. */
static inline void add_open(const scores *s, int k, score_sums *sums)
{
  const double centre = s->arm[k].centre, rounds = s->rounds - s->missed[k];
  score_sums_add(&sums[UNIFORM], rounds, rounds, centre);
  score_sums_add(&sums[CONSTANT], s->root[k], s->whole[k], centre);
  if (s->decay > 0) score_sums_add(&sums[TWO_POINT], s->two_root[k], s->two_whole[k], centre);
}

static inline void close_group(scores *s, int k)
{
  add_open(s, k, s->arm[k].sums);
  s->missed[k] = s->rounds;
  s->root[k] = s->whole[k] = 0;
  if (s->decay > 0) s->two_root[k] = s->two_whole[k] = 0;
}

/* A round of its own, in which the arm may have been played. */
static inline void add_alone(const scores *s, int k, double e, double two, double score, bool played)
{
  const double root = sqrt(e), two_root = sqrt(two);
  score_sums *sums = s->arm[k].sums;
  score_sums_add(&sums[UNIFORM], 1, 1, score);
  score_sums_add(&sums[CONSTANT], root, e, score);
  if (s->decay > 0) score_sums_add(&sums[TWO_POINT], two_root, two, score);
  if (!played) return;
  score_sums_reach(&sums[UNIFORM], 1, e);
  score_sums_reach(&sums[CONSTANT], root, e);
  if (s->decay > 0) score_sums_reach(&sums[TWO_POINT], two_root, e);
}

/* The centre of an arm is the mean of what was shown of it; until then, of what was shown of all. So it
 * changes for the arms of which nothing was shown, too. */
static void count_shown(scores *s, int k, double observed)
{
  arm_scores *a = &s->arm[k];
  if (a->shown.n == 0) s->unseen--;
  shown_sums_add(&a->shown, observed);
  a->centre = a->shown.mean;
  shown_sums_add(&s->all, observed);
  for (int j = 0, left = s->unseen; left > 0; j++) {
    if (s->arm[j].shown.n > 0) continue;
    close_group(s, j);
    s->arm[j].centre = s->all.mean;
    left--;
  }
}

/* While nothing was shown no arm has a centre, and a round has no weight, but takes its share of the stick.
 */
void scores_count(game *g, int arm, double observed)
{
  scores *s = g->scores;
  close_group(s, arm);
  if (!s->forced && !s->unknown) {
    const double e = s->chance[arm], centre = s->arm[arm].centre;
    weigh_two_point(s, g->play.start);
    if (s->all.n > 0) {
      add_weights(s);
      s->missed[arm] = s->rounds;
      s->root[arm] = s->whole[arm] = s->two_root[arm] = s->two_whole[arm] = 0;
      if (e > 0) add_alone(s, arm, e, s->two_now[arm], centre + (observed - centre) / e, true);
    }
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
  p->centre = p->chance + s->arms;
  p->weight2 = p->centre + s->arms;
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
    p->centre[k] = s->all.n > 0 ? s->arm[k].centre : NAN;
    p->weight2[k] = s->two_now[k];
  }
  return number;
}

/* Where nothing had been shown when it was chosen, the first reward is the centre, if it is that of an
 * earlier round whatever was chosen in this one. */
static void add_late(scores *s, const put_off *p, int arm, double observed)
{
  for (int k = 0; k < s->arms; k++) {
    const double e = p->chance[k];
    double centre = p->centre[k];
    if (isnan(centre) && s->alike && s->all.n > 0) centre = s->all.first;
    if (!(e > 0) || isnan(centre)) continue;
    const bool played = k == arm;
    add_alone(s, k, e, p->weight2[k], played ? centre + (observed - centre) / e : centre, played);
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
  close_group(s, arm);
  count_shown(s, arm, observed);
}

/* --- putting them down --------------------------------------------------------------------- */

/* With a = 0 w is 1 / T in every round. */
static score_sums even_two_point(const score_sums *constant, double horizon)
{
  score_sums even = *constant;
  const double root = sqrt(horizon);
  even.weight /= root;
  even.weight2 /= horizon;
  even.deviations /= horizon;
  even.reach /= root;
  even.reach2 /= horizon;
  return even;
}

static void fill_row(const scores *s, int k, score_row *row)
{
  const arm_scores *a = &s->arm[k];
  score_sums sums[WEIGHTS];
  memcpy(sums, a->sums, sizeof sums);
  add_open(s, k, sums);
  if (s->decay == 0) sums[TWO_POINT] = even_two_point(&sums[CONSTANT], s->horizon);
  double *at = row->value;
  memcpy(at, &a->shown, sizeof a->shown);
  at += SHOWN_NUMBERS;
  for (int w = 0; w < WEIGHTS; w++, at += SCORE_SUMS_NUMBERS) {
    memcpy(at, &sums[w], sizeof sums[w]);
    for (int i = 0; i < SCORE_SUMS_NUMBERS && s->unknown; i++) at[i] = NAN;
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
