/* The interface of stopping rules: what they are and what they may use. A rule is
 * consulted at the end of a round, after everything due in it has been shown. */
#ifndef UNRULY_STOPPING_H
#define UNRULY_STOPPING_H

#include "policy.h"
#include "../base/sum.h"
#include <stddef.h>

/* Sums of what was shown of a control that was pulled in some round or later: for each round in which some
 * arm entered, in ascending order, at a place of its own in `shown` and `mean`, beyond those of arms. */
typedef struct control_since {
  int64_t number;   /* of the control */
  int place, count; /* the first of these places, and so many */
  int64_t *from;
  long_sum *sum;
} control_since;

/* A patient, where rewards are times lived of patients who arrive over time. */
typedef struct patient {
  double arrived, lived; /* lived: once its outcome was shown */
  int arm;               /* its place */
  bool shown, event;
} patient;

/* When the look was made at which a rule stopped the game, and how many events there were. */
typedef struct look_made {
  double time, events;
} look_made;

/* Evidence: what was shown so far. The leader is the arm that would be named if the game ended
 * now: among the arms present, the one with the greatest mean; in a tie the one with the
 * most plays, then the lowest. */
typedef struct evidence {
  int64_t round;       /* that has ended */
  int64_t asked;       /* how often rules have been asked, this time included */
  int64_t plays;       /* so far, shown or not */
  int arms;            /* places */
  double known;        /* K: the arms of the bandit; for an agent those it knows so far */
  int leader;          /* -1 if no arm is present */
  const bool *there;   /* by arm: entered, and neither died nor taken out by a rule; it may have left */
  const double *shown; /* by arm: how many outcomes were shown */
  const double *mean;  /* by arm: their mean, -Inf without any */
  /* Where rewards are times lived, by arm: events shown, and the time at risk of all patients so far; else
   * NULL. */
  const double *events, *lived;
  /* Patients, for rules that go by them: all so far, in the order in which they arrived, or NULL; how many
   * events were shown; and the time by which all outcomes are known. */
  const patient *patient;
  int64_t patients;
  double event_count, known_by;
  const control_since *since; /* of controls whose pulls count by entries (control.h); */
  int since_count;            /* 0: none, or all arms are there from round 1 */
  const policy_type *type;    /* of the policy, */
  policy *player;             /* which may be asked whether it has settled, and fails for want of memory; */
  const view *view;           /* and what it sees */
  int look;          /* of the rule that is asked: which of its looks this is, from 0; -1: it has none */
  bool more_to_come; /* arms that have not entered yet */
  bool midway;       /* the policy is in the middle of plays that belong together */
  bool plain;        /* without short cuts (tests) */
} evidence;

typedef struct stopping_type {
  const char *name; /* of the R function, without "stop_"; of a rule that judges arms all of it */
  const argument *takes;
  size_t state_size; /* zeroed bytes per game, */
  size_t place_size; /* followed by so many for each place of an arm */
  bool at_any_time;  /* consulted even if `midway`, as looks are */
  bool by_patients;  /* it goes through the patients one by one */
  bool claims_best;  /* it holds because the leader is the best of the arms left */
  /* Says that a rule with these parameters needs them. NULL: it does. */
  bool (*uses_places)(const parameters *given);
  /* Each game, before round 1. NULL: nothing to prepare. */
  void (*start)(void *state, const parameters *given);
  /* For rules that need more of the outcomes than their number and mean. Whether this one does, with
   * the parameters that it was given; each outcome that is shown; and that another arm has come to this
   * place. NULL: they do not. */
  bool (*learns)(const void *state);
  void (*learn)(void *state, int arm, double observed);
  void (*forget)(void *state, int arm);
  /* Returns whether the game is to stop. It may be called in some rounds only, or twice in a round,
   * but not after it has stopped the game. */
  bool (*says)(void *state, const evidence *e);
  /* In its place, for a rule that takes arms out of the game: whether this one, which is there and of which
   * something was shown, is to leave. */
  bool (*judges)(void *state, const evidence *e, int arm);
  /* The arm that it names in place of the leader if it has just said so, or -1. NULL: the leader is named. */
  int (*names)(const void *state, const evidence *e);
  /* Returns whether that is because no arm is worth naming. NULL: it is not. */
  bool (*resigns)(const void *state);
  /* The look at which it has just stopped the game, if that is not the end of the round; NAN: it has not.
   * NULL: it has none. */
  look_made (*look_made)(const void *state, const evidence *e);
  /* The next round, from this one on, in which its answer may change although nothing is
   * played or shown. NULL: there is none. */
  int64_t (*next)(const void *state, int64_t round);
} stopping_type;

/* A rule of a study: a rule of some type, or a combination of the rules that follow it,
 * which holds if all of them hold, or if any does. */
typedef struct stopping_rule {
  const stopping_type *type; /* NULL: a combination */
  bool all;
  int size; /* rules in it, itself included */
  parameters given;
  const parameter *looks; /* the rounds in which it is consulted, increasing; NULL: all */
  const parameter *times; /* in their place: consulted in the last round that has begun by each */
  /* Or numbers of outcomes shown, so many a look: consulted in the first round by which these are there
   * (game/looks.c). */
  const parameter *outcomes;
  int columns;
} stopping_rule;

/* Reads the looks from what a rule was given. */
static inline void stopping_rule_looks(stopping_rule *r)
{
  r->looks = parameters_find(&r->given, "looks");
  r->times = parameters_find(&r->given, "times");
  r->outcomes = parameters_find(&r->given, "outcomes");
  r->columns = (int)parameters_number_or(&r->given, "outcomes_columns", 1);
}

enum { MOST_RULES = 1000 };

/* The first rule stops the game and contains the next `count` - 1; then come those by which arms graduate,
 * and those by which they are dropped. */
typedef struct stopping_plan {
  const stopping_rule *rules;
  int count;
  bool commit; /* the regret continues as if the named arm were played */
  int graduating, dropping;
} stopping_plan;

static inline int rules_of_plan(const stopping_plan *p) { return p->count + p->graduating + p->dropping; }

#define TAKES_LOOKS                                                               \
  {"looks",                                                                       \
   A_WHOLE(1, LARGEST_ROUND),                                                     \
   .size = SIZE_ANY,                                                              \
   .increasing = true,                                                            \
   .not_with = "times",                                                           \
   .words = "rounds in ascending order"},                                         \
      {"times", NOT_NEGATIVE, .size = SIZE_ANY, .increasing = true,               \
       .words = "times of at least 0 in ascending order"},                        \
      {"outcomes", A_POSITIVE, .size = SIZE_ANY, .not_with = "looks"},            \
      {"outcomes_columns", A_WHOLE(1, MOST_ARMS), .only_with = "outcomes"},       \
  {                                                                               \
    "outcomes_arm", A_WHOLE(1, MOST_ARMS), .named = true, .only_with = "outcomes" \
  }

#endif
