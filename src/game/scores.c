#include "scores.h"
#include "../base/score_sums.h"
#include "scores_pairs.h"
#include "scores_rounds.h"
#include "state.h"
#include <float.h>
#include <math.h>
#include <string.h>

typedef struct arm_scores {
  shown_sums shown;
  score_sums sums;
} arm_scores;

/* A round whose outcome is still to come. */
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
  arm_scores *arm;
  const double *chance; /* by arm, of the choice that was made last */
  double *scattered;
  double shown, first,
      mean;       /* of all arms: how many rewards, the first, the mean (as long as some arm has none) */
  double *centre; /* by arm, of a choice that is made now */
  double *open;   /* by arm: its score in the rounds that are not in the sums yet */
  double
      *apart; /* by arm: the same, from its origin, the first reward that was shown of it, or else of all */
  double *origin;
  open_rounds rounds;
  bool paired; /* sums of pairs are kept */
  score_pairs pairs;
  int *unshown; /* arms of which nothing was shown */
  int unshown_count;
  put_off *late; /* from 1 */
  int64_t late_room, late_used, late_free;
};

/* Behind the last they are 1: as if there were more arms, none of them impossible. */
static double *room_for_chances(game *g, int count)
{
  double *chance = arena_zeroed(&g->memory, lanes_padded(count), sizeof *chance);
  for (size_t i = (size_t)count; chance && i < lanes_padded(count); i++) chance[i] = 1;
  return chance;
}

static bool open_sums(game *g, double decay)
{
  scores *s = g->scores = arena_zeroed(&g->memory, 1, sizeof *s);
  if (!s) return false;
  const size_t count = (size_t)(s->arms = s->unshown_count = g->problem->arm_count);
  s->arm = arena_zeroed(&g->memory, count, sizeof *s->arm);
  s->scattered = room_for_chances(g, s->arms);
  s->centre = arena_zeroed(&g->memory, count, sizeof *s->centre);
  s->open = arena_zeroed(&g->memory, count, sizeof *s->open);
  s->apart = arena_zeroed(&g->memory, lanes_padded(s->arms), sizeof *s->apart);
  s->origin = arena_zeroed(&g->memory, count, sizeof *s->origin);
  s->paired = s->arms <= MOST_PAIRED_ARMS;
  s->unshown = arena_zeroed(&g->memory, count, sizeof *s->unshown);
  for (int k = 0; s->unshown && k < s->arms; k++) s->unshown[k] = k;
  return s->arm && s->scattered && s->centre && s->open && s->apart && s->origin && s->unshown &&
         open_rounds_start(&s->rounds, s->arms, (double)g->roster.view.horizon, decay, &g->memory) &&
         (!s->paired || score_pairs_start(&s->pairs, s->arms, &g->memory));
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

/* Writes the probabilities of actions to those of arms: the same where all arms are there. */
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

/* Scores are divided by it. */
static bool is_possible(double e) { return e * DBL_MAX >= 1; }

static void refuse_chances(game *g, double e)
{
  const char *who = g->roster.type->label;
  g->failure =
      e >= 0 && !is_possible(e)
          ? status_error(STATUS_INTERNAL, "%s chose an arm to which it gave the probability %g.", who, e)
          : status_error(STATUS_INTERNAL,
                         "The probabilities that %s gave the arms are not in [0, 1] with sum 1.", who);
}

/* Keeps the probabilities of a choice; one that was certain has no overlap with others. */
void scores_chosen(game *g, int action)
{
  scores *s = g->scores;
  if (!s) {
    if (g->prospects.known && !is_possible(scores_chance(g, action)))
      refuse_chances(g, scores_chance(g, action));
    return;
  }
  s->forced = g->forced >= 0;
  if (s->forced) return;
  if (!g->prospects.known || !g->roster.type->chances) {
    s->unknown = true;
    return;
  }
  scatter_chances(g);
  if (!open_rounds_sound(&s->rounds, s->chance) || !is_possible(s->chance[action]))
    refuse_chances(g, s->chance[action]);
}

double scores_chance(const game *g, int action)
{
  const view *v = &g->roster.view;
  if (!g->prospects.known) return NAN;
  const int arm = roster_arm_of(&g->roster, action), before = live_before(v, v->number[arm]);
  return g->prospects.chance[before * v->waits + action - arm * v->waits];
}

/* --- sums ----------------------------------------------------------------------------- */

/* The rounds of an arm that are not in the sums yet, of equal score. */
static void add_open_one_by_one(const open_rounds *o, int k, score_sums *sums, double score)
{
  const double steady[] = {o->rounds - o->missed[k], o->root[k], o->whole[k], 0},
               stick[] = {o->two_root[k], o->two_whole[k], 0, 0};
  four_means_add(&sums->steady, steady, score);
  if (o->decay > 0) four_means_add(&sums->stick, stick, score);
}

/* The round that was added last. */
static void add_last_one_by_one(const open_rounds *o, int k, score_sums *sums, double score, double e,
                                double two)
{
  const double steady[] = {1, o->now[k], e, 0}, stick[] = {sqrt(two), two, 0, 0};
  four_means_add(&sums->steady, steady, score);
  if (o->decay > 0) four_means_add(&sums->stick, stick, score);
}

#ifdef UNRULY_FOUR_LANES
LANES static void add_open_lanes(const open_rounds *o, int k, score_sums *sums, double score)
{
  four_means_add_lanes(&sums->steady, _mm256_set_pd(0, o->whole[k], o->root[k], o->rounds - o->missed[k]),
                       score);
  if (o->decay > 0)
    four_means_add_lanes(&sums->stick, _mm256_set_pd(0, 0, o->two_whole[k], o->two_root[k]), score);
}

LANES static void add_last_lanes(const open_rounds *o, int k, score_sums *sums, double score, double e,
                                 double two)
{
  four_means_add_lanes(&sums->steady, _mm256_set_pd(0, e, o->now[k], 1), score);
  if (o->decay > 0) four_means_add_lanes(&sums->stick, _mm256_set_pd(0, 0, two, sqrt(two)), score);
}
#endif

static inline void forget_open(open_rounds *o, int k)
{
  o->missed[k] = o->rounds;
  o->root[k] = o->whole[k] = 0;
  if (o->decay > 0) o->two_root[k] = o->two_whole[k] = 0;
}

static inline void close_arm(scores *s, int k)
{
  ONE_BY_ONE_OR_LANES(add_open, &s->rounds, k, &s->arm[k].sums, s->open[k]);
  forget_open(&s->rounds, k);
}

/* From now on the arm has another score, and in the round that was added last it was `more` than so far. */
static inline void give_score(scores *s, int k, double score, double more)
{
  const double apart = score - s->origin[k];
  if (s->paired) score_pairs_event(&s->pairs, k, more, s->rounds.now, s->apart[k] - apart, s->apart);
  s->open[k] = score;
  s->apart[k] = apart;
}

static void close_and_give(scores *s, int k, double score)
{
  close_arm(s, k);
  give_score(s, k, score, 0);
}

/* The round that was added last, in which the arm was chosen with probability e. */
static inline void add_play(scores *s, int k, double e, double more, double weight2)
{
  score_sums *sums = &s->arm[k].sums;
  open_rounds *o = &s->rounds;
  const double inverse = 1 / e;
  ONE_BY_ONE_OR_LANES(add_last, o, k, sums, s->open[k] + more, e, weight2);
  score_sums_reach(sums, UNIFORM_WEIGHTS, inverse);
  score_sums_reach(sums, CONSTANT_WEIGHTS, o->now[k] * inverse);
  if (o->decay > 0) score_sums_reach(sums, TWO_POINT_WEIGHTS, sqrt(weight2) * inverse);
  forget_open(o, k);
}

/* By arm, of a choice: probabilities, centres and squared two-point weights. */
typedef struct choice_made {
  const double *chance, *centre, *weight2;
} choice_made;

/* Counts a round and returns by how much the score of the arm exceeded its centre. */
static double count_round(game *g, choice_made c, int arm, double observed)
{
  scores *s = g->scores;
  for (int k = 0; s->mixed && k < s->arms; k++)
    if (c.centre[k] != s->open[k] && c.chance[k] > 0) close_and_give(s, k, c.centre[k]);
  const double e = c.chance[arm], more = (observed - s->open[arm]) / e;
  if (!(fabs(more) <= DBL_MAX))
    g->failure =
        status_error(STATUS_INTERNAL, "The reward %g over the probability %g is too large.", observed, e);
  close_arm(s, arm);
  open_rounds_add(&s->rounds, c.chance, c.weight2);
  if (s->paired) score_pairs_add(&s->pairs, s->rounds.now);
  add_play(s, arm, e, more, c.weight2[arm]);
  return more;
}

static void take_from_unshown(scores *s, int arm)
{
  int at = 0;
  while (s->unshown[at] != arm) at++;
  s->unshown[at] = s->unshown[--s->unshown_count];
}

/* No round has counted yet. */
static void begin_shown(scores *s, double observed)
{
  s->first = observed;
  for (int k = 0; k < s->arms; k++) s->origin[k] = s->open[k] = observed;
}

/* The arms without a mean of their own have that of all. */
static void count_for_all(scores *s, double observed)
{
  s->shown++;
  s->mean += (observed - s->mean) / s->shown;
  for (int i = 0; i < s->unshown_count; i++) {
    const int k = s->unshown[i];
    s->centre[k] = s->mean;
    if (!s->mixed) close_and_give(s, k, s->mean);
  }
}

static void move_origin(scores *s, int k, double to)
{
  const double by = to - s->origin[k];
  if (s->paired) score_pairs_move(&s->pairs, k, by);
  s->origin[k] = to;
  s->apart[k] -= by;
}

static void count_shown(scores *s, int k, double observed)
{
  shown_sums *shown = &s->arm[k].shown;
  shown_sums_add(shown, observed);
  if (shown->n == 1) {
    take_from_unshown(s, k);
    move_origin(s, k, observed);
  }
  s->centre[k] = shown->mean;
}

/* A play that was scored has left no open rounds of its arm behind. */
void scores_count(game *g, int arm, double observed)
{
  scores *s = g->scores;
  double more = 0;
  if (s->forced) close_arm(s, arm);
  else if (!s->unknown) {
    open_rounds_weigh(&s->rounds, s->chance, g->play.start);
    const choice_made now = {s->chance, s->centre, s->rounds.two_now};
    if (s->shown > 0) more = count_round(g, now, arm, observed);
  }
  if (s->shown == 0) begin_shown(s, observed);
  count_shown(s, arm, observed);
  give_score(s, arm, s->centre[arm], more);
  if (s->unshown_count || s->shown == 0) count_for_all(s, observed);
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
  const size_t length = lanes_padded(s->arms);
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

void scores_lose(game *g) { g->scores->mixed = true; }

/* Returns whether the round counts: while nothing was shown, only if there is a first reward of an earlier
 * round by now. */
static bool find_centre(const game *g, put_off *p)
{
  const scores *s = g->scores;
  if (!p->blank) return true;
  for (int k = 0; k < s->arms; k++) p->centre[k] = s->first;
  return s->shown > 0 && !g->problem->lags_differ;
}

void scores_count_late(game *g, int64_t number, int arm, double observed)
{
  scores *s = g->scores;
  if (number && !s->unknown) {
    put_off *p = &s->late[number];
    const choice_made then = {p->chance, p->centre, p->weight2};
    if (find_centre(g, p)) {
      const double more = count_round(g, then, arm, observed);
      give_score(s, arm, s->open[arm], more);
    }
    p->next = s->late_free;
    s->late_free = number;
  }
  if (s->shown == 0) begin_shown(s, observed);
  count_shown(s, arm, observed);
  if (s->unshown_count || s->shown == 0) count_for_all(s, observed);
}

/* --- putting them down --------------------------------------------------------------------- */

/* With a = 0 w is 1 / T in every round. */
static void write_even(const score_sums *sums, double horizon, double to[SCORE_SUMS_NUMBERS])
{
  const double root = sqrt(horizon);
  score_sums_write(sums, CONSTANT_WEIGHTS, to);
  to[0] /= root;
  to[2] /= horizon;
  to[4] /= horizon;
  to[5] /= root;
  to[6] /= horizon;
}

static score_sums sums_so_far(const scores *s, int k)
{
  score_sums sums = s->arm[k].sums;
  ONE_BY_ONE_OR_LANES(add_open, &s->rounds, k, &sums, s->open[k]);
  return sums;
}

static void fill_row(const scores *s, int k, score_row *row)
{
  const score_sums sums = sums_so_far(s, k);
  double *at = row->value;
  memcpy(at, &s->arm[k].shown, sizeof s->arm[k].shown);
  at += SHOWN_NUMBERS;
  for (int w = 0; w < SCORE_WEIGHTS; w++, at += SCORE_SUMS_NUMBERS) {
    if (w == TWO_POINT_WEIGHTS && s->rounds.decay == 0) write_even(&sums, s->rounds.horizon, at);
    else score_sums_write(&sums, (enum score_weights)w, at);
    for (int i = 0; i < SCORE_SUMS_NUMBERS && s->unknown; i++) at[i] = NAN;
  }
}

/* From its origin. */
static double estimate_of(const scores *s, int k)
{
  double numbers[SCORE_SUMS_NUMBERS];
  const score_sums sums = sums_so_far(s, k);
  score_sums_write(&sums, CONSTANT_WEIGHTS, numbers);
  return numbers[0] > 0 ? numbers[1] - s->origin[k] : 0;
}

static double comoment(const scores *s, int later, int earlier)
{
  if (s->unknown) return NAN;
  return score_pairs_comoment(&s->pairs, later, earlier, s->apart, estimate_of(s, later),
                              estimate_of(s, earlier));
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
  if (s->paired) record_pairs(g, round);
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
