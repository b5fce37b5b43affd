#include "choice_sums.h"
#include "../base/elementary.h"
#include <math.h>

void choice_sums_start(choice_sums *s, int64_t games)
{
  s->scored = false;
  for (int w = 0; w < CHOICE_WEIGHTS; w++) s->scored = s->scored || s->wanted[w];
  for (int64_t i = 0; s->scored && i < games * s->arms; i++) s->scores[i].left = 1;
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

/* As if every arm had the score of its mean. */
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

static void close_arm(const choice_sums *s, const choice_game *g, choice_scores *a, const logged_choice *row)
{
  const double more = (row->reward - a->mean) / row->own;
  const double own2[] = {1, row->own, a->two_now};
  a->open[CHOICE_UNIFORM] = a->open2[CHOICE_UNIFORM] = g->rounds - a->missed;
  for (int w = 0; w < CHOICE_WEIGHTS; w++) {
    if (s->wanted[w])
      score_sums_add_open(&a->sums[w], a->open[w], a->open2[w], a->mean, sqrt(own2[w]), own2[w], more);
    a->open[w] = a->open2[w] = 0;
  }
  a->missed = g->rounds;
}

void choice_sums_add(choice_sums *s, const logged_choice *row)
{
  choice_game *g = &s->game[row->game];
  const int64_t first = row->game * s->arms;
  choice_totals *total = &s->totals[first + row->arm];
  choice_scores *scores = s->scored ? s->scores + first : NULL;
  if (s->wanted[CHOICE_TWO_POINT]) weigh_two_point(s, g, scores, row);
  g->last = row->round;
  if (!row->shown) return;
  total->shown++;
  sum_add(&total->sum, row->reward);
  sum_add(&total->squares, row->reward * row->reward);
  if (!scores) return;
  g->rounds++;
  if (row->chance) add_weights(s, scores, row);
  close_arm(s, g, &scores[row->arm], row);
  scores[row->arm].mean = sum_value(&total->sum) / total->shown;
}

score_sums choice_sums_of(const choice_sums *s, int64_t game, int arm, enum choice_weights w)
{
  const choice_scores *a = &s->scores[game * s->arms + arm];
  score_sums sums = a->sums[w];
  const double since = s->game[game].rounds - a->missed;
  const bool uniform = w == CHOICE_UNIFORM;
  score_sums_add_open(&sums, uniform ? since : a->open[w], uniform ? since : a->open2[w], a->mean, 0, 0, 0);
  return sums;
}
