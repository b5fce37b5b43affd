/* The shares of a trial's arms that policy_allocation() aims at, from what was shown of them.
 *
 * With K arms that can be played, the weights w below, the share of an arm is w / sum w:
 *
 *   "equal"     1, or a number that was given for the arm;
 *   "best"      P(the arm is the best of the K)^c, c = power[1] (m / N)^power[2];
 *   "better"    P(its mean exceeds the control's)^c;
 *   "neyman"    s, the standard deviation; that of the control times sqrt(K - 1);
 *   "rsihr"     sqrt(p);
 *   "failures"  1 / (1 - p)
 *
 * where of an arm n outcomes were shown, of sum S, m of all arms that were ever played, in a game of N
 * rounds, p = (S + 1/2) / (n + 1), and s = sqrt(p (1 - p)), or the sample standard deviation of Gaussian
 * rewards. Posteriors are Beta(1 + S, 1 + n - S), or Normal(mean, sd^2 / n). Of Gaussian rewards all
 * weights are equal until each arm has an outcome; for "neyman" two of them, and a positive deviation. Of
 * times lived the best arm has the least hazard (sampling/hazards.h), and weights are equal while there is no
 * event.
 *
 * Then a share for the control c may be laid over that, the others keeping their proportions:
 *
 *   a number, or "sqrt": 1 / (1 + sqrt(K - 1));
 *   "greatest": the greatest weight of the others, which sum to 1;
 *   "matched":  the weight exp(min(50, eta (greatest n of the others - that of the control))) / (K - 1),
 *               n being plays, eta = (m / N) / 4; those of the others sum to 1.
 *
 * Sources: Thall and Wathen 2007, section 3 ("best"); Trippa et al. 2012 ("better", "matched"); Neyman 1934;
 * Rosenberger, Stallard, Ivanova, Harper and Ricks 2001; Wei and Durham 1978 and Ivanova 2003 ("failures").
 * Cost: a look at each arm; integrals for "best" and "better" (sampling/greatest.h). */
#ifndef UNRULY_TARGETS_H
#define UNRULY_TARGETS_H

#include "../sampling/best_arm.h"
#include "../sampling/hazards.h"
#include "../search/tally.h"

enum target { EQUAL, BEST, BETTER, NEYMAN, RSIHR, FAILURES };
enum control_share { NO_SHARE, SHARE_GIVEN, SHARE_SQRT, SHARE_GREATEST, SHARE_MATCHED };

/* State of an arm. */
typedef struct allocation_arm {
  tally tally;          /* of what was shown, scaled to [0, 1] for Bernoulli rewards */
  double mean, squares; /* Welford's: of Gaussian rewards, where their deviation is asked for */
  followed followed;    /* of times lived */
  int64_t plays;
  int64_t shift; /* of its plays among blocks: see allocation.c */
  int64_t slots; /* left in the open block, where blocks are kept */
  bool original; /* it was there when the policy began */
  bool gone;     /* for good */
} allocation_arm;

typedef struct trial_targets {
  enum target target;
  enum control_share laid;
  bool bernoulli, survival;
  hazards hazards;
  double sd, power[2], given; /* `given`: share of the control */
  reward_range range;
  const double *ratio; /* by the number of the arm, or NULL */
  int64_t ratios;
  kept_arm control;            /* its place is -1 if there is none */
  allocation_arm control_left; /* what was known of it when its place became another's */
  int64_t gone_shown;          /* outcomes of arms that are gone for good */
  greatest_draw *better;       /* of two arms, if that is the target, */
  draw_law *law;               /* by place in v->live, and then that of a control which is not there */
} trial_targets;               /* the first member of the policy's state */

static inline allocation_arm *allocation_at(const policy *p, int arm)
{
  return (allocation_arm *)p->actions + arm;
}

status targets_open(trial_targets *s, policy *p, const view *v, const parameters *given);
bool targets_need_squares(const trial_targets *s);
/* True if they go by times lived, which go on while nothing is shown. */
bool targets_follow(const trial_targets *s);
followed *targets_followed(const policy *p, int arm);
/* By place in v->live: the weights, which change once something is shown, or arms come or go; false if the
 * policy has failed. Then the shares, in place of the weights, which may change with each play. */
bool targets_weigh(trial_targets *s, policy *p, const view *v, double *weight);
void targets_share(const trial_targets *s, const policy *p, const view *v, double *share);

#endif
