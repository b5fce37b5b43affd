#include "choice_sums.h"
#include "../base/elementary.h"
#include <float.h>
#include <math.h>

void choice_sums_start(choice_sums *s, int64_t games)
{
  s->scored = false;
  for (int w = 0; w < SCORE_WEIGHTS; w++) s->scored = s->scored || s->wanted[w];
  for (int64_t i = 0; s->scored && i < games * s->arms; i++) {
    s->scores[i].left = 1;
    s->scores[i].centre = s->centre;
  }
  for (int64_t g = 0; g < games; g++) s->game[g].unseen = s->arms;
}

/* --- two-point weights ------------------------------------------------------------------ */

static double within_unit(double x) { return x > 0 ? x < 1 ? x : 1 : 0; }

/* The share of a round for an arm that is not chosen in it. */
static double share_without(const choice_sums *s, double horizon, double t)
{
  const double a = s->decay;
  return (1 - a) / (1 - a + horizon * same_pow(t / horizon, a) - t);
}

/* The stick before this round: the last row, and rounds that are not in the log, have broken off their
 * shares. */
static void break_off(const choice_sums *s, const choice_game *g, choice_scores *scores, double round)
{
  double left = 1;
  for (double t = g->last + 1; t < round && t <= g->horizon; t++)
    left *= 1 - within_unit(share_without(s, g->horizon, t));
  for (int k = 0; k < s->arms; k++) scores[k].left *= (1 - scores[k].share) * left;
}

static void weigh_two_point(const choice_sums *s, const choice_game *g, choice_scores *scores,
                            const logged_choice *row)
{
  break_off(s, g, scores, row->round);
  const double seldom = share_without(s, g->horizon, row->round), often = 1 / (1 + g->horizon - row->round);
  for (int k = 0; k < s->arms; k++) {
    const double e = row->chance[k];
    scores[k].share = within_unit((1 - e) * seldom + e * often);
    scores[k].two_now = scores[k].left * scores[k].share * e;
  }
}

/* --- a row -------------------------------------------------------------------------------- */

/* As if no arm were played in it. */
static void add_weights(const choice_sums *s, choice_scores *scores, const logged_choice *row)
{
  for (int k = 0; k < s->arms; k++) scores[k].missed += !(row->chance[k] > 0);
  if (s->wanted[CONSTANT_WEIGHTS]) {
    for (int k = 0; k < s->arms; k++) {
      scores[k].open[CONSTANT_WEIGHTS] += sqrt(row->chance[k]);
      scores[k].open2[CONSTANT_WEIGHTS] += row->chance[k];
    }
  }
  if (s->wanted[TWO_POINT_WEIGHTS]) {
    for (int k = 0; k < s->arms; k++) {
      scores[k].open[TWO_POINT_WEIGHTS] += sqrt(scores[k].two_now);
      scores[k].open2[TWO_POINT_WEIGHTS] += scores[k].two_now;
    }
  }
}

static void add_open(const choice_sums *s, const choice_game *g, const choice_scores *a, score_sums *sums)
{
  const double steady[] = {s->wanted[UNIFORM_WEIGHTS] ? g->rounds - a->missed : 0, a->open[CONSTANT_WEIGHTS],
                           a->open2[CONSTANT_WEIGHTS], 0},
               stick[] = {a->open[TWO_POINT_WEIGHTS], a->open2[TWO_POINT_WEIGHTS], 0, 0};
  four_means_add(&sums->steady, steady, a->centre);
  if (s->wanted[TWO_POINT_WEIGHTS]) four_means_add(&sums->stick, stick, a->centre);
}

static void forget_open(const choice_game *g, choice_scores *a)
{
  for (int w = 0; w < SCORE_WEIGHTS; w++) a->open[w] = a->open2[w] = 0;
  a->missed = g->rounds;
}

static void close_arm(const choice_sums *s, const choice_game *g, choice_scores *a)
{
  add_open(s, g, a, &a->sums);
  forget_open(g, a);
}

/* The round in which it is played, alone. */
static void add_play(const choice_sums *s, choice_scores *a, const logged_choice *row, double more)
{
  const double root = sqrt(row->own), inverse = 1 / row->own, two_root = sqrt(a->two_now);
  const bool constant = s->wanted[CONSTANT_WEIGHTS];
  const double steady[] = {s->wanted[UNIFORM_WEIGHTS] ? 1 : 0, constant ? root : 0, constant ? row->own : 0,
                           0},
               stick[] = {two_root, a->two_now, 0, 0};
  four_means_add(&a->sums.steady, steady, a->centre + more);
  score_sums_reach(&a->sums, UNIFORM_WEIGHTS, inverse);
  score_sums_reach(&a->sums, CONSTANT_WEIGHTS, root * inverse);
  if (!s->wanted[TWO_POINT_WEIGHTS]) return;
  four_means_add(&a->sums.stick, stick, a->centre + more);
  score_sums_reach(&a->sums, TWO_POINT_WEIGHTS, two_root * inverse);
}

/* Moves the centre of an arm of which this was shown, and those of arms of which nothing was shown so far. */
static void move_centres(const choice_sums *s, choice_game *g, shown_sums *shown, choice_scores *scores,
                         const logged_choice *row)
{
  if (shown[row->arm].n == 0) g->unseen--;
  shown_sums_add(&shown[row->arm], row->reward);
  scores[row->arm].centre = shown[row->arm].mean;
  if (g->unseen == 0 && g->shown > 0) return;
  g->mean += (row->reward - g->mean) / ++g->shown;
  for (int k = 0, left = isnan(s->centre) ? g->unseen : 0; left > 0; k++) {
    if (shown[k].n > 0) continue;
    close_arm(s, g, &scores[k]);
    scores[k].centre = g->mean;
    left--;
  }
}

/* While nothing was shown no arm has a centre, and a row has no weight. */
static bool score_row(const choice_sums *s, choice_game *g, choice_scores *scores, const logged_choice *row)
{
  choice_scores *arm = &scores[row->arm];
  if (g->shown == 0 && isnan(s->centre)) return true;
  const double more = (row->reward - arm->centre) / row->own;
  if (!(fabs(more) <= DBL_MAX)) return false;
  close_arm(s, g, arm);
  g->rounds++;
  if (row->chance) add_weights(s, scores, row);
  else
    for (int i = 0; i < row->absent_count; i++) scores[row->absent[i]].missed++;
  forget_open(g, arm);
  add_play(s, arm, row, more);
  return true;
}

bool choice_sums_add(choice_sums *s, const logged_choice *row)
{
  choice_game *g = &s->game[row->game];
  const int64_t first = row->game * s->arms;
  choice_scores *scores = s->scored ? s->scores + first : NULL;
  if (scores && s->wanted[TWO_POINT_WEIGHTS]) weigh_two_point(s, g, scores, row);
  g->last = row->round;
  if (!row->shown) return true;
  if (!scores) {
    shown_sums_add(&s->shown[first + row->arm], row->reward);
    return true;
  }
  const bool fine = score_row(s, g, scores, row);
  move_centres(s, g, s->shown + first, scores, row);
  return fine;
}

score_sums choice_sums_of(const choice_sums *s, int64_t game, int arm)
{
  const choice_scores *a = &s->scores[game * s->arms + arm];
  score_sums sums = a->sums;
  add_open(s, &s->game[game], a, &sums);
  return sums;
}
