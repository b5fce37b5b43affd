#include "choice_sums.h"
#include "../base/elementary.h"
#include <math.h>

void choice_sums_start(choice_sums *s, int64_t games)
{
  s->scored = false;
  for (int w = 0; w < CHOICE_WEIGHTS; w++) s->scored = s->scored || s->wanted[w];
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
  if (s->wanted[CHOICE_CONSTANT]) {
    for (int k = 0; k < s->arms; k++) {
      scores[k].open[CHOICE_CONSTANT] += sqrt(row->chance[k]);
      scores[k].open2[CHOICE_CONSTANT] += row->chance[k];
    }
  }
  if (s->wanted[CHOICE_TWO_POINT]) {
    for (int k = 0; k < s->arms; k++) {
      scores[k].open[CHOICE_TWO_POINT] += sqrt(scores[k].two_now);
      scores[k].open2[CHOICE_TWO_POINT] += scores[k].two_now;
    }
  }
}

static void add_open(const choice_game *g, const choice_scores *a, score_sums *sums, enum choice_weights w)
{
  const double since = g->rounds - a->missed;
  if (w == CHOICE_UNIFORM) score_sums_add(sums, since, since, a->centre);
  else score_sums_add(sums, a->open[w], a->open2[w], a->centre);
}

static void close_arm(const choice_sums *s, const choice_game *g, choice_scores *a)
{
  for (int w = 0; w < CHOICE_WEIGHTS; w++) {
    if (s->wanted[w]) add_open(g, a, &a->sums[w], (enum choice_weights)w);
    a->open[w] = a->open2[w] = 0;
  }
  a->missed = g->rounds;
}

/* The round in which it is played, alone. */
static void add_play(const choice_sums *s, choice_scores *a, const logged_choice *row)
{
  const double weight2[] = {1, row->own, a->two_now},
               score = a->centre + (row->reward - a->centre) / row->own;
  for (int w = 0; w < CHOICE_WEIGHTS; w++) {
    if (!s->wanted[w]) continue;
    const double weight = sqrt(weight2[w]);
    score_sums_add(&a->sums[w], weight, weight2[w], score);
    score_sums_reach(&a->sums[w], weight, row->own);
  }
}

/* What an arm's centre is once this was shown, and that of arms of which nothing was shown so far. */
static void move_centres(const choice_sums *s, choice_game *g, shown_sums *shown, choice_scores *scores,
                         const logged_choice *row)
{
  if (shown[row->arm].n == 0) g->unseen--;
  shown_sums_add(&shown[row->arm], row->reward);
  scores[row->arm].centre = shown[row->arm].mean;
  shown_sums_add(&g->all, row->reward);
  for (int k = 0, left = isnan(s->centre) ? g->unseen : 0; left > 0; k++) {
    if (shown[k].n > 0) continue;
    close_arm(s, g, &scores[k]);
    scores[k].centre = g->all.mean;
    left--;
  }
}

/* While nothing was shown no arm has a centre, and a row has no weight. */
void choice_sums_add(choice_sums *s, const logged_choice *row)
{
  choice_game *g = &s->game[row->game];
  const int64_t first = row->game * s->arms;
  choice_scores *scores = s->scored ? s->scores + first : NULL;
  if (s->wanted[CHOICE_TWO_POINT]) weigh_two_point(s, g, scores, row);
  g->last = row->round;
  if (!row->shown) return;
  if (!scores) {
    shown_sums_add(&s->shown[first + row->arm], row->reward);
    return;
  }
  choice_scores *arm = &scores[row->arm];
  close_arm(s, g, arm);
  if (g->all.n > 0 || !isnan(s->centre)) {
    g->rounds++;
    if (row->chance) add_weights(s, scores, row);
    for (int w = 0; w < CHOICE_WEIGHTS; w++) arm->open[w] = arm->open2[w] = 0;
    arm->missed = g->rounds;
    add_play(s, arm, row);
  }
  move_centres(s, g, s->shown + first, scores, row);
}

score_sums choice_sums_of(const choice_sums *s, int64_t game, int arm, enum choice_weights w)
{
  const choice_scores *a = &s->scores[game * s->arms + arm];
  score_sums sums = a->sums[w];
  add_open(&s->game[game], a, &sums, w);
  return sums;
}
