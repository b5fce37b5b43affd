/* The interface of a trait: hooks that the game calls, and "the door", the functions
 * through which a trait may read and change a game. All hooks may be NULL. */
#ifndef UNRULY_TRAIT_H
#define UNRULY_TRAIT_H

#include "parameters.h"
#include "policy.h"
#include "refusal.h"

typedef struct problem problem;
typedef struct problem_description problem_description;
typedef struct described_trait described_trait;
typedef struct policy_description policy_description;
typedef struct game game;
typedef struct trait_model trait_model;

/* A play as the environment knows it. */
typedef struct play {
  outcome seen;
  int64_t number;    /* of the arm */
  int64_t start;     /* first round */
  int64_t shown_in;  /* the round at whose end it is shown; 0: its last; FOREVER: it is lost */
  double worth;      /* the whole reward of the pull, 0 if it was not waited for */
  double chance;     /* probability with which it was chosen; NAN: not asked for, or not known */
  random_address at; /* of the pull */
  double u[2];       /* the uniforms of its first block, where traits may use them */
} play;

/* The figures of a game at the end of a round. */
typedef struct standing {
  double benchmark, regret;
  double optimal; /* plays of a best action so far */
  double changes; /* rounds in which the best arm was no longer the best */
} standing;

/* In the place of a round at whose end an outcome is shown: the trait says when, by places of its own, see
 * game_show_due(). No round comes so late
 * but FOREVER - 1, of what is shown after the game. */
#define SHOWN_AT_PLACE ((int64_t)1 << 62)

enum { MOST_FIGURES = 4 }; /* that one trait adds */

/* Another trait, or a kind of arms, that a trait cannot be combined with, and the reason. */
typedef struct trait_conflict {
  const char *with, *reason;
} trait_conflict;

#define CONFLICTS(...) ((const trait_conflict[]){__VA_ARGS__, {0, 0}})

typedef struct trait_type {
  const char *name;
  const trait_conflict *conflicts; /* NULL: none; listed by one trait of the two */
  /* Those of some parameters only, and what the trait is called with these; or NULL. */
  const trait_conflict *(*conflicts_of)(const parameters *given, const char **spoken);
  const char *alone;     /* why no other trait can be beside it; NULL: others can */
  const argument *takes; /* its parameters */
  /* With laws: what their constructors begin with in R ("spread_"), the rules of one, and whether there are
   * several, whose parameters begin with "1.", "2."; those of a single one begin with "law.". */
  const char *laws;
  const argument *(*law)(const char *name);
  bool many_laws;
  /* Rewards must lie in this range, unless the parameter `but` is given; two zeros: anywhere. */
  double rewards[2];
  const char *but;
  /* Arms are born in the places of dead ones: what others state must be the same for all arms. */
  bool renews;
  const char *contexts; /* the parameter by which the bandit has contexts, or NULL */
  const char *delays;   /* the parameter by which outcomes are late, as with a delay, or NULL */
  /* Between which numbers it changes rewards to lie; NULL: it does not change that. */
  void (*pays)(const problem_description *d, const described_trait *t, double ends[2]);
  /* Between which numbers it changes means to lie, where the arms' own lie between `ends`, or nearly all do
   * where the ends are only likely; NULL: it changes none. It may require that the own ones lie between
   * `keeps`. */
  void (*means)(const problem_description *d, const described_trait *t, bool likely, double ends[2]);
  void (*keeps)(const described_trait *t, double keeps[2]);
  /* Returns what else is wrong with its description, or with one that it is part of: of a policy, and of so
   * many rounds, which `horizon` states (NAN: not known). */
  refusal (*refuses)(const problem_description *d, const described_trait *t);
  const char *(*refuses_policy)(const described_trait *t, const policy_description *p);
  refusal (*refuses_horizon)(const problem_description *d, const described_trait *t, double horizon);
  unsigned flag;
  /* Traits start, act and shape a play in increasing order of this number: patience must be
   * ready before arms enter; waiting determines the reward and the duration of a play before
   * a spread distributes the reward. */
  int order;
  size_t state_size; /* zeroed bytes per game */
  /* Figures of a game in addition to its regret: columns of regret(), filled by judge();
   * and a figure of each arm, a column of pulls(), filled by judge_arm(). */
  const char *figure[MOST_FIGURES];
  const char *arm_figure;
  /* The best arm may change: arms come, go or are away, or means change. */
  bool moves;
  /* Once per study: builds what all games share, in p->memory. */
  status (*prepare)(problem *p, trait_model *m);
  /* Whether, with these parameters, it does nothing in any game; asked once it is prepared. Then
   * nothing that is reported of a game differs in a bit from what it would be without the trait:
   * it does not count among the traits that act, and judges only if it has figures of its own. NULL:
   * it always does something, or no test would notice. */
  bool (*idle)(const problem *p, const trait_model *m);
  /* Each game, before round 1. */
  bool (*start)(game *g, void *state, const void *shared);
  /* Expected reward and time of an action, if the trait changes them. */
  void (*worth)(const game *g, const void *shared, int arm, int wait, double *pay, double *time);
  /* The round before which this trait must act (FOREVER if none), and acting:
   * everything due before round g->round. */
  int64_t (*next)(const game *g, const void *state);
  void (*act)(game *g, void *state);
  void (*arm_entered)(game *g, void *state, int arm);
  /* An arm that was away is back; the time away does not count as neglect. */
  void (*arm_back)(game *g, void *state, int arm);
  /* Returns whether an action may be played in this round; a log decides. */
  bool (*accept)(game *g, void *state, int action);
  /* Turns the drawn reward into what the player gets and when. */
  void (*shape)(game *g, void *state, play *p);
  /* The play was counted; what is due after its last round has not happened yet. */
  void (*counted)(game *g, void *state, const play *p);
  /* The round at whose end is shown what is known at the end of this one. */
  int64_t (*shown_in)(const game *g, const void *state, int64_t round);
  /* The times from which, and before which, this round is the last that has begun. Of one trait at most. */
  void (*clock)(const game *g, void *state, int64_t round, double ends[2]);
  /* Returns whether an outcome is known by so long after the last patient so far has arrived; of the trait
   * with the clock. */
  bool (*known_within)(const game *g, const void *state, const outcome *o, double wait);
  /* When the patient of this round arrives, who may be one more than there are rounds; of the trait with the
   * clock, if rewards are times lived. */
  double (*arrives)(game *g, void *state, int64_t round);
  /* After the play, when its rounds have passed. */
  void (*played)(game *g, void *state, const play *p);
  /* At a checkpoint: may change the standing, fills the trait's figures. */
  void (*judge)(const game *g, const void *state, int64_t round, standing *s, double *figures);
  double (*judge_arm)(const game *g, const void *state, int arm);
} trait_type;

/* --- the door: what a trait may read ------------------------------------------- */

const problem *game_problem(const game *g);
arena *game_memory(game *g);
int64_t game_seed(const game *g);
uint32_t game_replication(const game *g);
int64_t game_horizon(const game *g);
int64_t game_round(const game *g); /* the round to be played */
/* The last of the rounds that are passing without a choice. */
int64_t game_passing_to(const game *g);
/* "Outside": the outcomes come from the user of an agent rather than from a simulation, so
 * that there are no true means and no regret. */
bool game_is_outside(const game *g);
/* For how long the game, which has ended, has waited for outcomes since: rounds, or time. 0: it has not. */
double game_waited(const game *g);
bool game_has_failed(const game *g);
/* When the look was made at which a rule has stopped the game; NAN: rules do not say. */
double game_look_time(const game *g);

bool game_is_live(const game *g, int arm);
/* Its life has begun and not ended; it may have left, or be away. */
bool game_is_alive(const game *g, int arm);
/* The arm's number among all that ever existed. */
int64_t game_number(const game *g, int arm);
/* The present mean of an arm whose mean may change. */
double game_mean(const game *g, int arm);
/* Returns whether an arm has come to this place. */
bool game_has_entered(const game *g, int arm);
/* The first round of its life. */
int64_t game_first(const game *g, int arm);
/* The last round of its life, FOREVER if that is not known. */
int64_t game_last(const game *g, int arm);
int64_t game_pulls(const game *g, int arm);
/* The last round in which it was played; for an arm that has just entered or returned, the
 * round before that. */
int64_t game_last_pull(const game *g, int arm);
/* The same, but an arm whose play has not ended counts as played until the round before
 * this one. */
int64_t game_last_attended(const game *g, int arm);

/* Worths that the regret compares with. */
typedef struct worths {
  const double *pay, *time; /* by action: expected pay and time */
  const double *rate;       /* by arm: the greatest expected reward per round of its actions */
  double best;              /* the rate of the best eligible arm */
} worths;
worths game_worths(const game *g);
int64_t game_plays_of(const game *g, int action);
int game_action_count(const game *g);
/* Returns whether the arm is one of those that the regret compares with in this round. */
bool game_is_eligible(const game *g, int arm);
/* Returns whether the arm is the best one, the lowest in a tie: the one with the greatest present
 * mean, or in hindsight the one with the greatest sum over the horizon. */
bool game_is_best(const game *g, int arm);

/* --- the door: what a trait may change ------------------------------------------ */

/* An arm enters from round `first` on, or leaves after round `last`, the last one in which it
 * could be played. An arm with another number takes over the place. (Rules take arms out, and no trait.) */
typedef enum exit_cause { EXIT_LEFT = 1, EXIT_DIED = 2, EXIT_DROPPED = 3, EXIT_GRADUATED = 4 } exit_cause;
void game_arm_enters(game *g, int arm, int64_t number, int64_t first, int64_t last);
void game_arm_leaves(game *g, int arm, int64_t last, exit_cause cause);
/* There is one more, or one less, reason why a live arm cannot be played for a while; it is
 * back when no reason is left. */
void game_arm_away(game *g, int arm);
void game_arm_back(game *g, int arm);
/* From this round on the regret no longer compares with the arm, or does so again. */
void game_compare_without(game *g, int arm);
void game_compare_with(game *g, int arm);
/* This arm is best played throughout: policies that see means play it, and arms are compared by the means of
 * their last pulls, by arm, which must stay where they are. */
void game_commit_to(game *g, int arm, const double *at_end);
/* What is shown of the outcome of a play at the end of this round, at a stage from 0 that is not the last.
 * Only where the policy looks at that. */
bool game_takes_previews(const game *g);
void game_preview(game *g, const play *p, double value, int stage, int64_t round);
/* Shows what was to be shown at this place or before, at the end of the last round, though that has passed.
 */
void game_show_due(game *g, int64_t place);
/* The trait has something to do before this round. */
void game_expect(game *g, int64_t round);
/* Arms that leave between these two calls leave together; no arm enters in between. */
void game_hold(game *g);
void game_settle(game *g);

/* From this round on, and from its next pull on, the arm has this mean. After all arms that
 * change together, call game_settle_means(). */
void game_change_mean(game *g, int arm, double mean);
void game_settle_means(game *g);

/* Tell policies what they see: when arms die, the best reward per round, how many first plays are
 * to be made, the penalty of each arm for a missing pull, the context of the round. */
void game_tell_lives(game *g);
void game_tell_reference(game *g, double reference);
void game_tell_first_plays(game *g, double count);
void game_tell_penalties(game *g, const double *penalty);
void game_tell_context(game *g, const double *context, int size);

/* The next play is this action, whatever the policy chooses; -1: the policy chooses again. */
void game_force(game *g, int action);
bool game_is_forced(const game *g);
/* The game ends before its horizon. */
void game_end(game *g);
bool game_has_ended(const game *g);
void game_fail(game *g, status why);

#endif
