#include "choice_sums.h"
#include "../base/elementary.h"
#include <float.h>
#include <math.h>

void choice_sums_start(choice_sums *s, int64_t games)
{
  s->scored = false;
  for (int w = 0; w < CHOICE_WEIGHTS; w++) s->scored = s->scored || s->wanted[w];
  for (int64_t g = 0; g < games; g++) s->game[g].unshown = s->arms;
  for (int64_t i = 0; s->scored && i < games * s->arms; i++) {
    s->scores[i].left = 1;
    s->scores[i].score = isnan(s->centre) ? 0 : s->centre;
  }
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

/* As if every arm had the score that it has while others are chosen. */
static void add_weights(const choice_sums *s, choice_scores *scores, const logged_choice *row)
{
  for (int k = 0; k < s->arms; k++) scores[k].missed += !(row->chance[k] > 0);
  if (s->wanted[CHOICE_CONSTANT]) {
    for (int k = 0; k < s->arms; k++) {
      scores[k].open[CHOICE_CONSTANT] += s->root[k] = sqrt(row->chance[k]);
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

static void close_arm(const choice_sums *s, const choice_game *g, choice_scores *a)
{
  a->open[CHOICE_UNIFORM] = a->open2[CHOICE_UNIFORM] = g->rounds - a->missed;
  for (int w = 0; w < CHOICE_WEIGHTS; w++) {
    if (s->wanted[w]) score_sums_add(&a->sums[w], a->open[w], a->open2[w], a->score);
    a->open[w] = a->open2[w] = 0;
  }
  a->missed = g->rounds;
}

/* The row was added to the open ones of its arm, which are no others. */
static void add_play(const choice_sums *s, const choice_game *g, choice_scores *a, const logged_choice *row,
                     double more)
{
  const double own2[] = {1, row->own, a->two_now};
  for (int w = 0; w < CHOICE_WEIGHTS; w++) {
    a->open[w] = a->open2[w] = 0;
    if (!s->wanted[w]) continue;
    const double weight = sqrt(own2[w]);
    score_sums_add(&a->sums[w], weight, own2[w], a->score + more);
    overlap_add(&a->overlaps[w], weight / row->own);
  }
  a->missed = g->rounds;
}

/* Whether the score of the arm is another one after this row. */
static bool changes_score(const choice_sums *s, const logged_choice *row, int arm)
{
  return arm == row->arm || (isnan(s->centre) && s->shown[row->game * s->arms + arm].count == 0);
}

static void add_to_pairs(choice_sums *s, const choice_scores *scores, const logged_choice *row, double more)
{
  choice_pair *of_game = s->pairs + row->game * s->pair_count;
  for (int i = 0; i < s->pair_count; i++) {
    choice_pair *p = &of_game[i];
    const int one = s->pair[2 * i], other = s->pair[2 * i + 1];
    const double now = s->root[one] * s->root[other];
    p->open += now;
    if (!changes_score(s, row, one) && !changes_score(s, row, other)) continue;
    const bool second = other == row->arm, chosen = second || one == row->arm;
    pair_sums_add(&p->sums, p->open, second, scores[second ? other : one].score,
                  scores[second ? one : other].score, chosen ? now : 0, chosen ? more : 0);
    p->open = 0;
  }
}

/* Arms of which nothing was shown have the mean of all. */
static void change_scores(const choice_sums *s, choice_game *g, choice_scores *scores,
                          const logged_choice *row)
{
  const shown_sums *shown = s->shown + row->game * s->arms;
  g->unshown -= shown[row->arm].count == 1;
  scores[row->arm].score = shown[row->arm].mean;
  if (!g->unshown && g->shown > 0) return;
  g->mean += (row->reward - g->mean) / ++g->shown;
  for (int k = 0; isnan(s->centre) && k < s->arms; k++) {
    if (shown[k].count > 0) continue;
    close_arm(s, g, &scores[k]);
    scores[k].score = g->mean;
  }
}

/* While nothing was shown a row has weight 0, unless there is a centre. */
static bool add_scores(choice_sums *s, choice_game *g, choice_scores *scores, const logged_choice *row)
{
  choice_scores *chosen = &scores[row->arm];
  if (isnan(s->centre) && g->shown == 0) return true;
  const double more = (row->reward - chosen->score) / row->own;
  if (!(fabs(more) <= DBL_MAX)) return false;
  close_arm(s, g, chosen);
  g->rounds++;
  if (row->chance) add_weights(s, scores, row);
  add_play(s, g, chosen, row, more);
  if (s->pair_count) add_to_pairs(s, scores, row, more);
  return true;
}

bool choice_sums_add(choice_sums *s, const logged_choice *row)
{
  choice_game *g = &s->game[row->game];
  const int64_t first = row->game * s->arms;
  choice_scores *scores = s->scored ? s->scores + first : NULL;
  if (s->wanted[CHOICE_TWO_POINT]) weigh_two_point(s, g, scores, row);
  g->last = row->round;
  if (!row->shown) return true;
  const bool fine = !scores || add_scores(s, g, scores, row);
  shown_sums_add(&s->shown[first + row->arm], row->reward, s->middle);
  if (scores) change_scores(s, g, scores, row);
  return fine;
}

score_sums choice_sums_of(const choice_sums *s, int64_t game, int arm, enum choice_weights w)
{
  const choice_scores *a = &s->scores[game * s->arms + arm];
  score_sums sums = a->sums[w];
  const double since = s->game[game].rounds - a->missed;
  const bool uniform = w == CHOICE_UNIFORM;
  score_sums_add(&sums, uniform ? since : a->open[w], uniform ? since : a->open2[w], a->score);
  return sums;
}

double choice_sums_comoment(const choice_sums *s, int64_t game, int pair)
{
  const choice_pair *p = &s->pairs[game * s->pair_count + pair];
  const int one = s->pair[2 * pair], other = s->pair[2 * pair + 1];
  const choice_scores *scores = s->scores + game * s->arms;
  pair_sums sums = p->sums;
  pair_sums_add(&sums, p->open, 0, scores[one].score, scores[other].score, 0, 0);
  return pair_sums_around(&sums, choice_sums_of(s, game, one, CHOICE_CONSTANT).score,
                          choice_sums_of(s, game, other, CHOICE_CONSTANT).score);
}
