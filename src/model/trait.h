/* What a trait is: hooks into a game, and the door through which it may act on
 * one. All hooks but `name` and `flag` may be NULL. */
#ifndef UNRULY_TRAIT_H
#define UNRULY_TRAIT_H

#include "parameters.h"
#include "policy.h"
#include "../base/status.h"

typedef struct problem problem;
typedef struct game game;
typedef struct trait_model trait_model;

/* A play as the environment knows it. */
typedef struct play {
  outcome seen;
  int64_t number;    /* of the arm */
  int64_t start;     /* first round */
  int64_t shown_in;  /* the round at whose end it is shown; 0: its last */
  double worth;      /* what the pull pays in all, once waited for */
  double chance;     /* with which it was chosen; NAN: nobody has asked, or knows */
  random_address at; /* of the pull */
  double u[2];       /* the uniforms of its first block, where traits may use them */
} play;

/* Where a game stands at the end of a round. */
typedef struct standing {
  double benchmark, regret;
  double optimal; /* plays of a best action so far */
  double changes; /* rounds in which the best arm was no longer the best */
} standing;

enum { MOST_FIGURES = 4 }; /* that one trait adds */

/* What a trait does not go with, another one or a kind of arms, and why. */
typedef struct trait_conflict {
  const char *with, *reason;
} trait_conflict;

#define CONFLICTS(...) ((const trait_conflict[]){__VA_ARGS__, {0, 0}})

typedef struct trait_type {
  const char *name;
  const trait_conflict *conflicts; /* NULL: none; one of the two says it */
  const parameter_rule *takes;     /* its parameters */
  unsigned flag;
  /* Traits start, act and shape a play in ascending order of this: patience is
   * ready before arms enter; waiting decides what a play pays and how long it
   * takes before a spread hands it out. */
  int order;
  size_t state_size; /* zeroed bytes a game */
  /* Figures by which a game is judged beside its regret: columns of regret(),
   * filled by judge(); and one of each arm, a column of pulls(). */
  const char *figure[MOST_FIGURES];
  const char *arm_figure;
  /* Once a study: builds what all games share, in p->memory. */
  status (*prepare)(problem *p, trait_model *m);
  /* Each game, before round 1. */
  bool (*start)(game *g, void *state, const void *shared);
  /* Expected pay and time of an action, where the trait changes them. */
  void (*worth)(const game *g, const void *shared, int arm, int wait, double *pay, double *time);
  /* The round before which this trait must act (FOREVER if none), and acting:
   * everything due before round g->round. */
  int64_t (*next)(const game *g, const void *state);
  void (*act)(game *g, void *state);
  void (*arm_entered)(game *g, void *state, int arm);
  /* An arm that was away is back: nobody has neglected it meanwhile. */
  void (*arm_back)(game *g, void *state, int arm);
  /* Whether an action may be played in this round; a log decides. */
  bool (*accept)(game *g, void *state, int action);
  /* Turns the drawn reward into what the player gets and when. */
  void (*shape)(game *g, void *state, play *p);
  /* The play was counted; what is due after its last round has not happened yet. */
  void (*counted)(game *g, void *state, const play *p);
  /* The round at whose end is shown what is known at the end of this one. */
  int64_t (*shown_in)(const game *g, const void *state, int64_t round);
  /* After the play, when its rounds have passed. */
  void (*played)(game *g, void *state, const play *p);
  /* At a checkpoint: may change the standing, fills the trait's figures. */
  void (*judge)(const game *g, const void *state, int64_t round, standing *s, double *figures);
  double (*judge_arm)(const game *g, const void *state, int arm);
} trait_type;

/* --- what a trait may ask of a game ------------------------------------------ */

const problem *game_problem(const game *g);
arena *game_memory(game *g);
int64_t game_seed(const game *g);
uint32_t game_replication(const game *g);
int64_t game_horizon(const game *g);
int64_t game_round(const game *g); /* the round to be played */
/* The rounds up to this one are passing, without a choice. */
int64_t game_passing_to(const game *g);
/* Outcomes come from outside: nobody is judged. */
bool game_is_outside(const game *g);
bool game_has_failed(const game *g);

bool game_is_live(const game *g, int arm);
/* Its life has begun and not ended; it may have left, or be away. */
bool game_is_alive(const game *g, int arm);
/* Which arm it is, among all that ever were. */
int64_t game_number(const game *g, int arm);
/* Of arms whose mean may change: what it is now. */
double game_mean(const game *g, int arm);
/* Whether an arm has come to this place. */
bool game_has_entered(const game *g, int arm);
/* The first round of its life. */
int64_t game_first(const game *g, int arm);
/* The last round of its life, FOREVER if that is not known. */
int64_t game_last(const game *g, int arm);
int64_t game_pulls(const game *g, int arm);
/* The last round in which it was played; when it comes, or is back, the round before. */
int64_t game_last_pull(const game *g, int arm);
/* The same, but an arm in play is being played: until its play ends, the round
 * before this one. */
int64_t game_last_attended(const game *g, int arm);

/* What the regret compares with. */
typedef struct worths {
  const double *pay, *time; /* by action: expected pay and time */
  const double *rate;       /* by arm: the greatest pay a round of its actions */
  double best;              /* the rate of the best eligible arm */
} worths;
worths game_worths(const game *g);
int64_t game_plays_of(const game *g, int action);
int game_action_count(const game *g);
/* Whether the arm is one of those that the regret compares with in this round. */
bool game_is_eligible(const game *g, int arm);
/* Whether the arm is the best one, the lowest among equals: of greatest mean
 * now, or in hindsight of the greatest sum over the horizon. */
bool game_is_best(const game *g, int arm);

/* --- what a trait may do to a game -------------------------------------------- */

/* Rounds are those from which the change holds (enters) and up to which the arm
 * could be played (leaves). A place to which an arm of another number comes is
 * that arm's from then on. */
typedef enum exit_cause { EXIT_LEFT = 1, EXIT_DIED = 2 } exit_cause;
void game_arm_enters(game *g, int arm, int64_t number, int64_t first, int64_t last);
void game_arm_leaves(game *g, int arm, int64_t last, exit_cause cause);
/* An arm that lives can't be played for a while, for one reason more; when the last
 * reason is gone it is back. */
void game_arm_away(game *g, int arm);
void game_arm_back(game *g, int arm);
/* From this round on the regret does not compare with the arm, or does again. */
void game_compare_without(game *g, int arm);
void game_compare_with(game *g, int arm);
/* Something has become due before this round. */
void game_expect(game *g, int64_t round);
/* Between these two arms leave together, and nobody enters. */
void game_hold(game *g);
void game_settle(game *g);

/* From this round on, and from its next pull on, the arm has this mean; when all that
 * change together have theirs, they are settled. */
void game_change_mean(game *g, int arm, double mean);
void game_settle_means(game *g);

/* What policies are told: when arms die, what a round can be worth, how many first
 * plays are asked for, what a missing pull costs each arm, what the round's context is. */
void game_tell_lives(game *g);
void game_tell_reference(game *g, double reference);
void game_tell_first_plays(game *g, double count);
void game_tell_penalties(game *g, const double *penalty);
void game_tell_context(game *g, const double *context, int size);

/* The next play is this action, whatever the policy says; -1: it is asked again. */
void game_force(game *g, int action);
bool game_is_forced(const game *g);
/* The game ends before its horizon. */
void game_end(game *g);
bool game_has_ended(const game *g);
void game_fail(game *g, status why);

#endif
