/* One game: one policy on one replication of one bandit. It is opened, stepped
 * and closed; studies, policies that live outside the core and replays all
 * play by these three. One loop serves every setting; traits take part through
 * the hooks of trait.h. */
#ifndef UNRULY_GAME_H
#define UNRULY_GAME_H

#include "ahead.h"
#include "comparator.h"
#include "late.h"
#include "../model/problem.h"
#include "record.h"
#include "roster.h"
#include "../base/sum.h"
#include <stdatomic.h>

/* A play as the environment knows it. */
struct play {
  outcome seen;
  int64_t number;    /* of the arm */
  int64_t start;     /* first round */
  int64_t shown_in;  /* the round at whose end it is shown; 0: its last */
  double worth;      /* what the pull pays in all, once waited for */
  random_address at; /* of the pull */
  double u[2];       /* the uniforms of its first block, where traits may use them */
};

typedef struct arm_status {
  int64_t pulls;
  int64_t last_pull; /* last round in which it was played; first - 1 at its start */
  bool present;      /* its life has begun and not ended; it may have left */
} arm_status;

typedef struct action_status {
  int64_t pulls, shown; /* plays; plays whose outcome was shown */
  long_sum worth;       /* what they paid */
  long_sum observed;    /* what was shown; not kept where it is the same */
} action_status;

struct game {
  const problem *problem;
  roster roster;
  arena memory;
  arms arms;
  ahead ahead;
  late_outcomes late;
  int64_t round, plays, horizon;
  int64_t next_event; /* first round before which some trait has to act */
  int playing;        /* the arm in play, or -1 */
  int forced;         /* an action that a log plays by itself, or -1 */
  int answer;         /* what a policy outside the core has chosen, or -1 */
  bool over;          /* a replay has run out of events */
  bool simple;        /* every play takes a round, is shown at once and changes nothing else */
  bool by_context;    /* means change by the round */
  int action_count;
  arm_status *arm;
  action_status *action;
  void *trait_state[MOST_TRAITS];
  comparator comparator;
  record *record;
  growable *births;            /* where each arm that enters is put down, or NULL */
  long_sum reward_of_the_dead; /* collected by arms whose places were used again */
  double shown;                /* shown to the policy since the last play */
  play play;
  size_t work;           /* done since it was last asked whether to stop */
  atomic_llong *reached; /* told the round then, unless it is NULL */
  status failure;
};

typedef struct game_setup {
  const problem *problem;
  const policy_type *type;
  const parameters *policy_parameters;
  uint32_t policy_identity;
  int64_t seed, horizon;
  uint32_t replication;
  bool plain;
  atomic_llong *reached; /* NULL, or where the game tells how far it has come */
} game_setup;

typedef enum game_state {
  GAME_GOES_ON, /* the round asked for has come */
  GAME_ASKS,    /* a policy without choose() is to decide: set g->answer */
  GAME_ENDED,   /* the horizon, or the end of a log */
  GAME_FAILED   /* see g->failure; also when it was stopped */
} game_state;

/* Opens a game before round 1. Whatever comes of it, game_close() frees. The
 * arena may be handed on from a game that is over, for its memory; each arm that
 * enters is put down in `births`, unless that is NULL. */
status game_open(game *g, const game_setup *setup, record *r, arena memory, growable *births);
/* Plays the rounds before `until`, unless it is stopped. `stop` may be NULL. */
game_state game_step(game *g, int64_t until, const atomic_bool *stop);
/* Frees the game; its arena, emptied, is left to the caller. */
arena game_close(game *g);

/* From round 1 to the horizon, or until *stop. */
status game_play(const game_setup *setup, record *r, arena *memory, const atomic_bool *stop);

/* Opens and closes a game: does the policy accept it? */
status game_rehearse(const game_setup *setup);

/* One arm of a replication: its parameters, mean and life (0: not born by the
 * horizon; last is FOREVER without an end). */
typedef struct instance_row {
  int64_t number;
  double value[ARMS_PARAMETERS], mean;
  int64_t first, last;
} instance_row;

/* The arms a replication has up to the horizon if nobody plays: appended to
 * `rows`, a growable of instance_row. (The policy in the setup is not asked.)
 * It ends early, with STATUS_STOPPED, when `stopped` says so. */
status game_instance(const game_setup *setup, growable *rows, bool (*stopped)(void));

/* For traits. Rounds are those from which the change holds (enters) and up to
 * which the arm could be played (leaves). A place to which an arm of another
 * number comes is that arm's from then on. */
void game_arm_enters(game *g, int arm, int64_t number, int64_t first, int64_t last);
void game_arm_leaves(game *g, int arm, int64_t last, exit_cause cause);
/* An arm that lives can't be played for a while. */
void game_arm_away(game *g, int arm);
void game_arm_back(game *g, int arm);

/* Lets the rounds up to `to` pass, with all that is due. */
void game_pass_time(game *g, int64_t to);

/* Puts down what an arm that was played has come to, before its place is
 * used again or at the end. */
void game_record_arm(game *g, int arm);

/* Appends the arm at this place to rows of instance_row. */
bool game_add_instance(const game *g, int arm, growable *rows);

/* What was collected so far. */
double game_reward(const game *g);

/* When some trait has to act next, or an outcome is to be shown. */
void game_find_next_event(game *g);

/* At most so many plays of an action, as long as the promise holds; returns how
 * many there were. The rounds they take are for the caller to count. */
int64_t game_run(game *g, int action, int64_t most, stretch *s);

/* The next pull of an arm. */
static inline void game_address(game *g, int arm)
{
  g->play.at.arm = (uint32_t)g->roster.number[arm];
  g->play.at.pull = (uint64_t)g->arm[arm].pulls;
}

static inline bool game_is_live(const game *g, int arm) { return g->roster.is_live[arm]; }

#endif
