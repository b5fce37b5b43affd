/* Chances from scores, for policies that draw seldom: with scores w of K arms,
 *
 *   p_i = (1 - mixing) exp(w_i) / sum exp(w) + mixing / K
 *
 * over the arms that can be played now. The greatest score is taken off first,
 * so that nothing overflows however long the game. Every action of such a
 * policy begins with its score, a double. */
#ifndef UNRULY_CHANCES_H
#define UNRULY_CHANCES_H

#include "../../model/policy.h"
#include "../../base/elementary.h"
#include <math.h>

typedef struct chance_draw {
  kept_arm kept;
  double chance; /* with which it was drawn */
} chance_draw;

typedef struct scored_arm {
  double score;
} scored_arm;

static inline double *score_of(const policy *p, int arm) { return &((scored_arm *)p->actions)[arm].score; }

/* Sets the score of the arm that was drawn, unless another has its place by now. */
static inline void set_score(const policy *p, const view *v, chance_draw drawn, double score)
{
  if (is_at_its_place(v, drawn.kept)) *score_of(p, drawn.kept.arm) = score;
}

static inline double greatest_score(const policy *p, const view *v)
{
  double greatest = -INFINITY;
  for (int i = 0; i < v->live_count; i++) greatest = fmax(greatest, *score_of(p, v->live[i]));
  return greatest;
}

/* One random number; arms in order. */
static inline chance_draw draw_by_score(const policy *p, const view *v, double mixing)
{
  const double greatest = greatest_score(p, v), u = stream_uniform(v->random);
  double sum = 0, cumulative = 0;
  for (int i = 0; i < v->live_count; i++) sum += same_exp(*score_of(p, v->live[i]) - greatest);
  int arm = -1;
  double chance = 0;
  for (int i = 0; i < v->live_count; i++) {
    arm = v->live[i];
    chance = (1 - mixing) * same_exp(*score_of(p, arm) - greatest) / sum + mixing / (double)v->live_count;
    cumulative += chance;
    if (u < cumulative) break; /* else rounding: the probabilities sum to slightly less than 1 */
  }
  return (chance_draw){keep_arm(v, arm), chance};
}

/* `part` of the probabilities. */
static inline void add_chances_by_score(const policy *p, const view *v, double mixing, double part,
                                        double *chance)
{
  const double greatest = greatest_score(p, v), n = (double)v->live_count;
  double sum = 0;
  for (int i = 0; i < v->live_count; i++) sum += same_exp(*score_of(p, v->live[i]) - greatest);
  for (int i = 0; i < v->live_count; i++)
    chance[i] += part * ((1 - mixing) * same_exp(*score_of(p, v->live[i]) - greatest) / sum + mixing / n);
}

static inline void chances_by_score(const policy *p, const view *v, double mixing, double *chance)
{
  for (int i = 0; i < v->live_count; i++) chance[i] = 0;
  add_chances_by_score(p, v, mixing, 1, chance);
}

/* Writes the propensities of a policy that stays with its arm until a block ends, with probability `ends`:
 * then the arm's score becomes another, and an arm is drawn. One is drawn, too, if the arm has left. */
static inline void chances_of_block(const policy *p, const view *v, chance_draw drawn, double ends,
                                    double score, double mixing, double *chance)
{
  const bool stays = is_there(v, drawn.kept);
  const double before = *score_of(p, drawn.kept.arm);
  for (int i = 0; i < v->live_count; i++) chance[i] = stays && v->live[i] == drawn.kept.arm ? 1 - ends : 0;
  if (!stays) add_chances_by_score(p, v, mixing, 1 - ends, chance);
  set_score(p, v, drawn, score);
  add_chances_by_score(p, v, mixing, ends, chance);
  set_score(p, v, drawn, before);
}

/* An arm that enters gets the average weight of those there (ours); one that was
 * only away has the one it had. */
static inline void score_arm_entered(policy *p, const view *v, int arm)
{
  if (v->away) return;
  *score_of(p, arm) = -INFINITY;
  const double greatest = greatest_score(p, v);
  double sum = 0;
  for (int i = 0; i < v->live_count; i++) sum += same_exp(*score_of(p, v->live[i]) - greatest);
  *score_of(p, arm) = v->live_count > 1 ? greatest + same_log(sum / (v->live_count - 1)) : 0;
}

#endif
