/* Cycles of FC-SE and FC-Entry (Shao and Fang 2024, Algorithms 1 and 4):
 * the cycle, who is in it, elimination, and the arms that wait to get in.
 *
 * The cycle is made for `regular` arms, the least patient, and none (FC-SE) or
 * two (FC-Entry) virtual arms; a cycle that the user gives may have any arms,
 * which then come first in the ranks. The slots of each are a place. An arm in its
 * own place, or in a virtual one, has all the slots of the place, any other
 * arm the first of them only. S, the active arms, are those that have a place;
 * in FC-Entry those in the virtual places are the reserved ones.
 *
 * Notation of the papers: R = `regular` (N, or N - 2), n = `length`, n_k = the
 * slots an arm has, c = `segment`, p = `next`, c_p = `checkpoint`, ind(k) = the
 * rank of arm k by patience (ties: the lower arm number first), G =
 * ceil((K - R) / (R - 1)) = `groups`. The arm of rank i > R waits in group
 * ceil((i - R) / (R - 1)); group p enters the cycle around round c p.
 *
 * At the start of round t, in this order:
 *   1. arms that have left give up their place (by design none does: only if
 *      the user's `patience_floor` is too large); one that left
 *      while it waited is passed over;
 *   2. if all n slots of the cycle have passed, it ends (below);
 *   3. FC-Entry: arms that enter in round t get a virtual place (fc_entry.c);
 *   4. if no slot from here to the end of the cycle has an arm, it ends;
 *   5. the arm of the next slot that has one is played. If no slot has one, the available arm with
 *      the highest mean is, the lowest in a tie, and that round is a cycle.
 *
 * The end of a cycle, t being the first round of the next:
 *   a. k goes from S for which some j in S has xbar_j - 2 sqrt(ln T / n_j) >
 *      xbar_k + 2 sqrt(ln T / n_k), n_k now the plays that count; arms that
 *      have not formally joined (FC-Entry) take no part. All at once.
 *   b. t~ = t + the slots of the arms of S in regular places + those of both
 *      virtual places. If c_p is known and t~ > c_p - n: everybody has formally
 *      joined; while more than R arms are in regular places or in group p, an
 *      arm of those in regular places, in ascending order the one of number
 *      stream_below(how many they are) from 0, is dropped; then the arms of
 *      group p, in order of rank, each get the empty regular place whose own
 *      arm has the lowest number; p = p + 1. c_p is c p for p <= G; then not
 *      known, but see fc_entry.c.
 *
 * Cost: O(1) per round, for a cycle with m arms has m rounds at least; O(n) when an arm comes or
 * goes. */
#ifndef UNRULY_CYCLE_H
#define UNRULY_CYCLE_H

#include "cycle_given.h"
#include "../classical/elimination.h"

typedef struct cycle_place {
  int own;       /* the arm for which it was made, -1 for a virtual one */
  int arm;       /* the arm that has it, or -1 */
  int64_t slots; /* how many */
  int64_t first; /* the first one */
} cycle_place;

typedef struct cycle_arm {
  tally tally; /* the first member: see tally_best() */
  int place;
  bool active;  /* in S, and has that place */
  bool joining; /* has not formally joined: its rewards do not count yet */
} cycle_arm;

typedef struct feasible_cycle {
  int regular, places;
  int64_t length;
  cycle_place *place;   /* the virtual ones last */
  const int *slot;      /* the place to which each slot belongs */
  int *active, actives; /* S, ascending */
  /* The game's place in the cycle. */
  int *filled;              /* the slots with an arm, from some slot on */
  int64_t filled_count, at; /* at: the next to be played */
  int64_t passed;           /* slots that have passed */
  bool stale;               /* `filled` is to be made again for the next cycle */
  /* The arms that were there at the start, by patience; the first R have places. */
  int *ranked, arms;
  int64_t *patience;           /* by rank */
  int64_t segment, checkpoint; /* FOREVER: not known */
  int64_t reach;               /* t~ */
  int next, groups;
  double log_term; /* sd^2 ln T */
} feasible_cycle;

static inline cycle_arm *cycle_arm_at(const policy *p, int arm) { return (cycle_arm *)p->actions + arm; }

/* Wishes for the cycle, and how c is set when the user does not. */
typedef struct cycle_wish {
  given_cycle given; /* the cycle, if the user gives one */
  int arms;          /* N, the virtual ones counted; 0: as many as can be */
  int virtuals;      /* 0 or 2 */
  int64_t least;     /* the patience of these */
  double told;       /* K, the arms to be expected */
  /* Returns what is to be added to 3n, so that the bound on the regret is least. */
  double (*best)(double horizon, double told, double regular, double groups, double length);
} cycle_wish;

/* Reads the parameter `cycle`, and N off it. */
status cycle_read(policy *p, const view *v, const parameters *given, cycle_wish *wish);
/* Ranks the arms that can be played now. */
status cycle_rank(policy *p, const view *v, const parameters *given, const cycle_wish *wish);
/* After cycle_rank(): makes the cycle and fills it, sets c, or refuses. */
status cycle_plan(policy *p, const view *v, const parameters *given, const cycle_wish *wish);

/* Changes of S; after those in the middle of a cycle, cycle_changed(). */
void cycle_put(policy *p, int arm, int place);
void cycle_take_out(policy *p, int arm);
void cycle_changed(feasible_cycle *c);
bool cycle_has_passed(const feasible_cycle *c);
void cycle_end(policy *p, const view *v);

/* Hooks of both policies. */
int cycle_choose(policy *p, const view *v);
bool cycle_explain(policy *p, const view *v, int action, reason *r);
void cycle_played(policy *p, const view *v, const outcome *o);
void cycle_observe(policy *p, const view *v, const outcome *o);
void cycle_arm_left(policy *p, const view *v, int arm);

#endif
