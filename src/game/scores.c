#include "scores.h"
#include "../base/score_sums.h"
#include "scores_rounds.h"
#include "state.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum weights { UNIFORM, CONSTANT, TWO_POINT, WEIGHTS };

typedef struct arm_scores {
  shown_sums shown;
  score_sums sums[WEIGHTS];
  overlap overlaps[WEIGHTS];
} arm_scores;

/* What is to be known of a round whose outcome is still to come. */
typedef struct put_off {
  double *chance, *centre, *weight2; /* by arm; weight2: of two-point */
  bool blank;                        /* nothing was shown before the choice */
  int64_t next;                      /* of those that are free, from 1 */
} put_off;

struct scores {
  int arms;
  bool unknown; /* some choice was made with an unknown probability */
  bool forced;  /* the last choice was not the policy's */
  bool mixed;   /* some outcomes come later than their choice */
  double middle;
  arm_scores *arm;
  const double *chance; /* by arm, of the choice that was made last */
  double *scattered;
  double shown, first,
      mean;       /* of all arms: how many rewards, the first, the mean (as long as some arm has none) */
  double *centre; /* by arm, of a choice that is made now */
  double *open;   /* by arm: its score in the rounds that are not in the sums yet */
  open_rounds rounds;
  pair_sums *pairs; /* by later arm, then earlier one; or NULL */
  int *unshown;     /* arms of which nothing was shown */
  int unshown_count;
  put_off *late; /* from 1 */
  int64_t late_room, late_used, late_free;
};

/* Behind the last they are 1: as if there were more arms, none of them impossible. */
static double *room_for_chances(game *g, int count)
{
  double *chance = arena_zeroed(&g->memory, scores_padded(count), sizeof *chance);
  for (size_t i = (size_t)count; chance && i < scores_padded(count); i++) chance[i] = 1;
  return chance;
}

static bool open_pairs(scores *s, arena *memory)
{
  if (!s->rounds.product) return true;
  s->pairs = arena_zeroed(memory, (size_t)s->arms * (size_t)s->arms, sizeof *s->pairs);
  return s->pairs != NULL;
}

static bool open_sums(game *g, double decay)
{
  scores *s = g->scores = arena_zeroed(&g->memory, 1, sizeof *s);
  if (!s) return false;
  const size_t arms = (size_t)(s->arms = s->unshown_count = g->problem->arm_count);
  s->middle = g->problem->middle;
  s->arm = arena_zeroed(&g->memory, arms, sizeof *s->arm);
  s->scattered = room_for_chances(g, s->arms);
  s->centre = arena_zeroed(&g->memory, arms, sizeof *s->centre);
  s->open = arena_zeroed(&g->memory, arms, sizeof *s->open);
  s->unshown = arena_zeroed(&g->memory, arms, sizeof *s->unshown);
  for (int k = 0; s->unshown && k < s->arms; k++) s->unshown[k] = k;
  return s->arm && s->scattered && s->centre && s->open && s->unshown &&
         open_rounds_start(&s->rounds, s->arms, (double)g->roster.view.horizon, decay, &g->memory) &&
         open_pairs(s, &g->memory);
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

static void refuse_chances(game *g, int arm)
{
  const char *who = g->roster.type->label;
  const double e = g->scores->chance[arm];
  g->failure =
      e >= 0 && !(1 / e <= DBL_MAX)
          ? status_error(STATUS_INTERNAL, "%s chose an arm to which it gave the probability %g.", who, e)
          : status_error(STATUS_INTERNAL,
                         "The probabilities that %s gave the arms are not in [0, 1] with sum 1.", who);
}

/* What is certain has no overlap. */
void scores_chosen(game *g, int action)
{
  scores *s = g->scores;
  s->forced = g->forced >= 0;
  if (s->forced) return;
  if (!g->prospects.known || !g->roster.type->chances) {
    s->unknown = true;
    return;
  }
  scatter_chances(g);
  if (!open_rounds_sound(&s->rounds, s->chance) || !(1 / s->chance[action] <= DBL_MAX))
    refuse_chances(g, action);
}

double scores_chance(const game *g, int action)
{
  const view *v = &g->roster.view;
  if (!g->prospects.known) return NAN;
  const int arm = roster_arm_of(&g->roster, action), before = live_before(v, v->number[arm]);
  return g->prospects.chance[before * v->waits + action - arm * v->waits];
}

/* --- sums ----------------------------------------------------------------------------- */

static inline pair_sums *pair_of(const scores *s, int one, int other)
{
  const int later = one > other ? one : other, earlier = one > other ? other : one;
  return &s->pairs[later * s->arms + earlier];
}

/* The rounds since an arm was closed, all of its score but the one of the weight `own`, in which that was
 * higher by `more`, as to each other arm. The first arm of a pair is the later one. */
static void close_pairs(scores *s, int k, double own, double more)
{
  for (int other = 0; other < s->arms; other++) {
    if (other == k) continue;
    double *product = open_rounds_product(&s->rounds, k, other);
    pair_sums_add(pair_of(s, k, other), *product, k < other, s->open[k], s->open[other],
                  own * s->rounds.now[other], more);
    *product = 0;
  }
}

static inline void add_open(const scores *s, int k, score_sums *sums)
{
  const open_rounds *o = &s->rounds;
  const double score = s->open[k], rounds = o->rounds - o->missed[k];
  score_sums_add(&sums[UNIFORM], rounds, rounds, score);
  score_sums_add(&sums[CONSTANT], o->root[k], o->whole[k], score);
  if (o->decay > 0) score_sums_add(&sums[TWO_POINT], o->two_root[k], o->two_whole[k], score);
}

static inline void forget_open(open_rounds *o, int k)
{
  o->missed[k] = o->rounds;
  o->root[k] = o->whole[k] = 0;
  if (o->decay > 0) o->two_root[k] = o->two_whole[k] = 0;
}

static inline void close_arm(scores *s, int k)
{
  add_open(s, k, s->arm[k].sums);
  forget_open(&s->rounds, k);
}

/* From now on the arm has another score. */
static void give_score(scores *s, int k, double score)
{
  close_arm(s, k);
  if (s->pairs) close_pairs(s, k, 0, 0);
  s->open[k] = score;
}

/* The round that was added last, in which the arm was chosen with probability e. */
static inline void add_play(scores *s, int k, double e, double more, double weight2)
{
  arm_scores *a = &s->arm[k];
  open_rounds *o = &s->rounds;
  const double score = s->open[k] + more, root = o->now[k];
  score_sums_add(&a->sums[UNIFORM], 1, 1, score);
  overlap_add(&a->overlaps[UNIFORM], 1 / e);
  score_sums_add(&a->sums[CONSTANT], root, e, score);
  overlap_add(&a->overlaps[CONSTANT], root / e);
  if (o->decay > 0) {
    const double two_root = sqrt(weight2);
    score_sums_add(&a->sums[TWO_POINT], two_root, weight2, score);
    overlap_add(&a->overlaps[TWO_POINT], two_root / e);
  }
  forget_open(o, k);
  if (s->pairs) close_pairs(s, k, root, more);
}

/* By arm, of a choice: probabilities, centres and squared two-point weights. */
typedef struct choice_made {
  const double *chance, *centre, *weight2;
} choice_made;

static void count_round(game *g, choice_made c, int arm, double observed)
{
  scores *s = g->scores;
  for (int k = 0; s->mixed && k < s->arms; k++)
    if (c.centre[k] != s->open[k] && c.chance[k] > 0) give_score(s, k, c.centre[k]);
  const double e = c.chance[arm], more = (observed - s->open[arm]) / e;
  if (!(fabs(more) <= DBL_MAX))
    g->failure =
        status_error(STATUS_INTERNAL, "The reward %g over the probability %g is too large.", observed, e);
  close_arm(s, arm);
  open_rounds_add(&s->rounds, c.chance, c.weight2);
  add_play(s, arm, e, more, c.weight2[arm]);
}

static void take_from_unshown(scores *s, int arm)
{
  int at = 0;
  while (s->unshown[at] != arm) at++;
  s->unshown[at] = s->unshown[--s->unshown_count];
}

/* The arms without a mean of their own have that of all. */
static void count_for_all(scores *s, double observed)
{
  if (s->shown == 0) s->first = observed;
  s->shown++;
  s->mean += (observed - s->mean) / s->shown;
  for (int i = 0; i < s->unshown_count; i++) {
    const int k = s->unshown[i];
    s->centre[k] = s->mean;
    if (!s->mixed) give_score(s, k, s->mean);
  }
}

/* A play that was scored has left no open rounds behind. */
static void count_shown(scores *s, int k, double observed)
{
  shown_sums *shown = &s->arm[k].shown;
  shown_sums_add(shown, observed, s->middle);
  if (shown->count == 1) take_from_unshown(s, k);
  s->centre[k] = shown->mean;
  if (!s->mixed && s->forced) give_score(s, k, shown->mean);
  else if (!s->mixed) s->open[k] = shown->mean;
  if (s->unshown_count || s->shown == 0) count_for_all(s, observed);
}

void scores_count(game *g, int arm, double observed)
{
  scores *s = g->scores;
  if (!s->forced && !s->unknown) {
    open_rounds_weigh(&s->rounds, s->chance, g->play.start);
    const choice_made now = {s->chance, s->centre, s->rounds.two_now};
    if (s->shown > 0) count_round(g, now, arm, observed);
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
  const size_t length = scores_padded(s->arms);
  put_off *p = &s->late[s->late_used + 1];
  p->chance = arena_zeroed(memory, 3 * length, sizeof(double));
  if (!p->chance) return 0;
  p->centre = p->chance + length;
  p->weight2 = p->centre + length;
  return ++s->late_used;
}

int64_t scores_put_off(game *g)
{
  scores *s = g->scores;
  s->mixed = true;
  if (s->unknown || s->forced) return 0;
  const int64_t number = new_number(s, &g->memory);
  if (!number) {
    g->failure = status_no_memory();
    return 0;
  }
  put_off *p = &s->late[number];
  open_rounds_weigh(&s->rounds, s->chance, g->play.start);
  const size_t bytes = (size_t)s->arms * sizeof(double);
  memcpy(p->chance, s->chance, bytes);
  memcpy(p->centre, s->centre, bytes);
  memcpy(p->weight2, s->rounds.two_now, bytes);
  p->blank = s->shown == 0;
  return number;
}

/* Whether it counts: while nothing was shown, only if there is a first reward of an earlier round by now. */
static bool find_centre(const game *g, put_off *p)
{
  const scores *s = g->scores;
  if (!p->blank) return true;
  for (int k = 0; k < s->arms; k++) p->centre[k] = s->first;
  return s->shown > 0 && !g->problem->uneven;
}

void scores_count_late(game *g, int64_t number, int arm, double observed)
{
  scores *s = g->scores;
  if (number && !s->unknown) {
    put_off *p = &s->late[number];
    const choice_made then = {p->chance, p->centre, p->weight2};
    if (find_centre(g, p)) count_round(g, then, arm, observed);
    p->next = s->late_free;
    s->late_free = number;
  }
  count_shown(s, arm, observed);
}

/* --- putting them down --------------------------------------------------------------------- */

/* With a = 0 w is 1 / T in every round. */
static void even_two_point(const score_sums *constant, double horizon, score_sums *to)
{
  *to = *constant;
  to->weight /= sqrt(horizon);
  to->weight2 /= horizon;
  to->deviations /= horizon;
}

static double number_or(bool there, double x) { return there ? x : NAN; }

static void fill_row(const scores *s, int k, score_row *row)
{
  const arm_scores *a = &s->arm[k];
  score_sums sums[WEIGHTS];
  memcpy(sums, a->sums, sizeof sums);
  add_open(s, k, sums);
  const bool even = s->rounds.decay == 0;
  if (even) even_two_point(&sums[CONSTANT], s->rounds.horizon, &sums[TWO_POINT]);
  double *at = row->value;
  *at++ = a->shown.count;
  *at++ = number_or(a->shown.count > 0, a->shown.mean);
  *at++ = a->shown.deviations;
  *at++ = number_or(!isnan(s->middle), a->shown.bounded);
  for (int w = 0; w < WEIGHTS; w++) {
    const score_sums *of = &sums[w];
    const bool some = !s->unknown && of->weight > 0;
    *at++ = number_or(!s->unknown, of->weight);
    *at++ = number_or(some, of->score);
    *at++ = number_or(!s->unknown, of->weight2);
    *at++ = number_or(some, of->score2);
    *at++ = number_or(!s->unknown, of->deviations);
    *at++ = number_or(!s->unknown, overlap_effective(&a->overlaps[even && w == TWO_POINT ? CONSTANT : w]));
  }
}

/* Of the later arm and the earlier one, around the means that are put down. */
static double comoment(const scores *s, int later, int earlier)
{
  pair_sums sums = *pair_of(s, later, earlier);
  pair_sums_add(&sums, *open_rounds_product(&s->rounds, later, earlier), 0, s->open[later], s->open[earlier],
                0, 0);
  score_sums of[2][WEIGHTS];
  memcpy(of[0], s->arm[later].sums, sizeof of[0]);
  memcpy(of[1], s->arm[earlier].sums, sizeof of[1]);
  add_open(s, later, of[0]);
  add_open(s, earlier, of[1]);
  return number_or(!s->unknown, pair_sums_around(&sums, of[0][CONSTANT].score, of[1][CONSTANT].score));
}

static void record_pairs(game *g, int64_t round)
{
  const scores *s = g->scores;
  for (int later = 1; later < s->arms; later++) {
    for (int earlier = 0; earlier < later; earlier++) {
      pair_row *row = growable_add(&g->record->pairs);
      if (row)
        *row = (pair_row){(double)round, g->roster.number[later], g->roster.number[earlier],
                          comoment(s, later, earlier)};
      else g->failure = status_no_memory();
    }
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
  if (s->pairs) record_pairs(g, round);
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
