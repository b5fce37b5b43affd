/* One game: one policy on one replication of one bandit. It is opened, stepped
 * and closed; studies, policies that live outside the core and replays all
 * play by these three. One loop serves every setting; traits take part through
 * the hooks of trait.h. */
#ifndef UNRULY_GAME_H
#define UNRULY_GAME_H

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

/* What a game in play tells to other threads: the round that it has come to, and
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
  bool simple;        /* every play takes a round, is shown at once and changes nothing else */
  bool by_context;    /* means change by the round */
  bool outside;       /* outcomes come from outside, see trait.h */
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
  play play;
  life_signs *signs; /* or NULL */
  int64_t steps;     /* looks for whether it is to stop */
  status failure;
};

typedef struct game_setup {
  const problem *problem;
  const policy_type *type;
  const parameters *policy_parameters;
  uint32_t policy_identity;
  policy_finder *find; /* for a policy with another one inside, or NULL */
  int64_t seed, horizon;
  uint32_t replication;
  const stopping_plan *stopping; /* or NULL */
  bool plain;
  bool outside;      /* outcomes come from outside, see trait.h: the caller knows what the policy can play */
  life_signs *signs; /* or NULL */
  growable *paths;   /* of path_row: each change of a mean is put down; or NULL */
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
/* What went wrong, with the place where it did. */
status game_failure_here(const game *g, status s);
/* Frees the game; its arena, emptied, is left to the caller. */
arena game_close(game *g);

/* --- where outcomes come from outside, in place of game_step() ------------------ */

/* The policy's choice; -1 if it failed, or is to be asked outside: set g->answer. */
int game_choose(game *g);
/* A play of this action begins. */
void game_begin_play(game *g, int action);
/* It ends, having taken g->play.seen.cost rounds. Its outcome, g->play.seen, is told,
 * and shown unless it is to be shown later. What is due then is left to
 * game_pass_time(). */
void game_end_play(game *g, bool shown);
/* At the end of which round is shown what is known at the end of this one, and
 * keeping it until then. */
int64_t game_shown_in(const game *g, int64_t round);
void game_show_later(game *g, int64_t number, const outcome *o, int64_t round);

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

/* The arm of this number has another mean from this round on. */
typedef struct path_row {
  int64_t number, round;
  double mean;
} path_row;

/* The arms a replication has up to the horizon if nothing is played: appended to
 * `rows`, a growable of instance_row. (The policy in the setup is not asked.)
 * It ends early, with STATUS_STOPPED, when `stopped` says so. */
status game_instance(const game_setup *setup, growable *rows, bool (*stopped)(void));

/* --- between the files of a game, the lowest first ----------------------------- */

/* game_tally.c. What was collected so far. */
double game_reward(const game *g);
/* Puts down what an arm that was played has come to, before its place is
 * used again or at the end. */
void game_record_arm(game *g, int arm);
void game_record_exit(game *g, int arm, int64_t last, exit_cause cause);
void game_record_choice(game *g, const play *p);
/* Appends the arm at this place to rows of instance_row. */
bool game_add_instance(const game *g, int arm, growable *rows);

/* game_time.c. When some trait has to act next, or an outcome is to be shown. */
void game_find_next_event(game *g);
/* What is due before round 1, once the policy has seen who is there. */
void game_begin(game *g);
/* Lets the rounds up to `to` pass: checkpoints are taken at their ends, and
 * whatever is due before a round happens before it. */
void game_pass_time(game *g, int64_t to);
/* No arm can be played: time passes until one may be. */
void game_pass_idle(game *g);
/* Puts down the checkpoints up to this round. */
void game_record_until(game *g, int64_t round);
/* After it has stopped nothing is played: only time passes, up to the horizon. */
void game_pass_rest(game *g);

/* game_runs.c. At most so many plays of an action, as long as the promise holds; returns how
 * many there were. The rounds they take are for the caller to count. */
int64_t game_run(game *g, int action, int64_t most, stretch *s);

/* The next pull of an arm. */
static inline void game_address(game *g, int arm)
{
  g->play.at.arm = (uint32_t)g->roster.number[arm];
  g->play.at.pull = (uint64_t)g->arm[arm].pulls;
}

/* An outcome is shown to the policy. */
static inline void game_show(game *g, const outcome *o)
{
  g->action[o->action].shown++;
  g->shown += o->observed;
  roster_show(&g->roster, o);
  if (g->stopping) stopping_weigh(g, o->arm);
}

/* The same, counted as what was observed; but of an agent that has stopped. */
static inline void game_show_observed(game *g, const outcome *o)
{
  if (!g->roster.started) return;
  sum_add(&g->action[o->action].observed, o->observed);
  game_show(g, o);
}

static inline bool game_has_stopped(const game *g) { return g->stopping && g->stopping->reason >= 0; }

static inline void game_begin_round(game *g, int64_t round)
{
  g->round = round;
  g->roster.view.round = round;
}

/* Lets time pass where mostly nothing happens. */
static inline void game_pass_quickly(game *g, int64_t to)
{
  if (g->next_event <= to + 1 || record_next(g->record) <= to || g->stopping) game_pass_time(g, to);
  else game_begin_round(g, to + 1);
}

static inline const trait_type *game_trait(const game *g, int at) { return g->problem->traits[at].type; }

#endif
