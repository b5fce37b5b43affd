/* State of a game in play. The files of src/game and what plays games know it; traits do not, see
 * trait.h. */
#ifndef UNRULY_GAME_STATE_H
#define UNRULY_GAME_STATE_H

#include "ahead.h"
#include "comparator.h"
#include "late.h"
#include "naming.h"
#include "../model/problem.h"
#include "record.h"
#include "roster.h"
#include "scores.h"
#include "../base/sum.h"
#include <stdatomic.h>

typedef struct arm_status {
  int64_t pulls;
  int64_t last_pull; /* last round in which it was played; first - 1 at its start */
  int away;          /* for how many reasons it can't be played for a while */
  bool present;      /* its life has begun and not ended; it may have left */
  bool left;         /* for good */
  bool held;         /* away because the user of the agent said so, who also says when it returns */
} arm_status;

typedef struct action_status {
  int64_t pulls, shown; /* plays; plays whose outcome was shown */
  long_sum worth;       /* what they paid */
  long_sum observed;    /* what was shown; not kept where it is the same */
} action_status;

/* Signs that other threads see of a game in play: the round that it has come to, and
 * how often it has looked whether it is to stop (a discarded event of a log is no
 * round). */
typedef struct life_signs {
  atomic_llong reached, steps;
} life_signs;

struct game {
  const problem *problem;
  roster roster;
  arena memory;
  arms arms;
  ahead ahead;
  heap late; /* of late_outcome */
  int64_t round, plays, horizon;
  int64_t next_event; /* first round before which some trait has to act */
  int64_t passing_to; /* the last of the rounds that are passing */
  int playing;        /* the arm in play, or -1 */
  int forced;         /* an action that a log plays by itself, or -1 */
  int answer;         /* what a policy outside the core has chosen, or -1 */
  bool over;          /* a replay has run out of events */
  bool timed;         /* rewards are times lived of patients who arrive over time */
  bool simple;        /* every play takes a round, is shown at once and changes nothing else */
  bool by_context;    /* means change by the round */
  bool outside;       /* outcomes come from outside, see trait.h */
  double overrun; /* when it ends, it waits so many rounds for outcomes, or so much time; INFINITY: for all */
  double waited;  /* so long once it has; 0: not yet */
  double closed;  /* the time by which outcomes are known then, where some lives may not be over */
  int action_count;
  arm_status *arm;
  action_status *action;
  void *trait_state[MOST_TRAITS];
  comparator comparator;
  stopping *stopping; /* or NULL: it is played to the horizon */
  prospects prospects;
  scores *scores; /* or NULL */
  record *record;
  growable *paths;             /* where each change of a mean is put down, or NULL */
  growable *births;            /* where each arm that enters is put down, or NULL */
  long_sum reward_of_the_dead; /* collected by arms whose places were used again */
  double shown;                /* shown to the policy since the last play */
  int64_t shown_at;            /* the round at whose end the outcome of the last play is shown */
  play play;
  life_signs *signs; /* or NULL */
  int64_t steps;     /* looks for whether it is to stop */
  status failure;
};

/* One arm of a replication: its parameters, mean and life (0: not born by the
 * horizon; last is FOREVER without an end). */
typedef struct instance_row {
  int64_t number;
  double value[ARMS_PARAMETERS], mean;
  int64_t first, last;
} instance_row;

/* The arm of this number has another mean from this round on. */
typedef struct path_row {
  int64_t number, round;
  double mean;
} path_row;

/* Returns what was collected so far. */
static inline double game_reward(const game *g)
{
  double reward = sum_value(&g->reward_of_the_dead);
  for (int action = 0; action < g->action_count; action++) reward += sum_value(&g->action[action].worth);
  return reward;
}

static inline bool game_has_stopped(const game *g) { return g->stopping && g->stopping->reason >= 0; }

static inline const trait_type *game_trait(const game *g, int at) { return g->problem->traits[at].type; }

/* shown.c. Batches that have ended before this round. */
void game_look_back(game *g);
int64_t game_known_before(const game *g, int64_t round);
/* The time of whose outcomes all have been shown before this round. */
double game_time_before(game *g, int64_t round);

static inline void game_begin_round(game *g, int64_t round)
{
  g->round = round;
  g->roster.view.round = round;
  if (g->roster.view.in_batches) game_look_back(g);
  if (g->timed) g->roster.view.now = game_time_before(g, round);
}

#endif
