/* Naming the arm that a game takes for the best, and stopping a game once its rule says that it is
 * known. Named is, of the arms that have come and have not died, the one with the greatest mean of what was
 * shown; in a tie that of most plays, then the lowest. A policy may have a rule of its own
 * (`recommend`). */
#ifndef UNRULY_NAMING_H
#define UNRULY_NAMING_H

#include "../model/problem.h"
#include "../model/stopping.h"
#include "../model/control.h"
#include "../model/followed.h"
#include "record.h"
#include "roster.h"

/* The round in which its look was made last, and the first look that was not reached then. */
typedef struct outcome_look {
  int64_t round;
  int next;
  double of_gone; /* outcomes of the arm that counts, once another arm has its place */
} outcome_look;

typedef struct stopping {
  const stopping_plan *plan;
  void **state;              /* by rule */
  int *look;                 /* by rule: of its looks, the first that is not over */
  outcome_look *by_outcomes; /* by rule: of looks that are numbers of outcomes */
  double now[2]; /* between which times the round is the last that has begun, where looks are times */
  int *learner;  /* the rules that are shown each outcome */
  int learner_count;
  evidence seen;
  bool *there;
  double *shown, *mean;
  followed *followed; /* by place, where rewards are times lived, with what the rules see of it; else NULL */
  double *events, *lived;
  patient *patient; /* by play, if some rule goes by them; with room for so many */
  int64_t room;
  look_made made;       /* the look at which it stopped, or NAN */
  double shown_of_all;  /* outcomes, also of arms whose places others have now */
  control_since *since; /* see concurrent.c */
  /* Once it has stopped: after which round, by which of the rules that were joined
   * (see stopping_reason()), and what stays as it was. */
  int64_t round;
  int reason;
  int named;      /* the place of the arm, -1 if there was none; */
  int64_t number; /* and its number */
  double row[PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES];
  int entered; /* of the arms that are described */
  /* Arms that rules have taken out (leaving.c). */
  control_arm control;
  unsigned char *out;     /* by place: the exit_cause, or 0 */
  unsigned char *verdict; /* the same of a round in which it is being asked */
  int *taken_by;          /* by place: the rule, from 0 in its own list */
  int taken;              /* arms so far, */
  int64_t last_left;      /* the last ones in this round */
  int64_t asked;          /* the last round at whose end it was asked */
  int64_t due;            /* the next one in which some rule has a look; 0: rules are asked in all rounds */
  bool behind;            /* between looks: what is known of arms is counted at the next */
} stopping;

/* Rules that are asked from round 1 on, of so many places of arms; what was shown is put into `seen` before
 * each time. */
bool stopping_ready(stopping *s, const stopping_plan *plan, int places, roster *r, arena *memory);
/* The rule that says so: of several of which any would do, the first; -1: none. */
int stopping_asked(stopping *s);
/* The arm that this rule, which says so now, or one of those joined by it, names in place of the leader; -1:
 * none. */
int stopping_names(const stopping *s, int rule);
/* The look at which this rule, or one of those joined by it, has just stopped the game. */
look_made stopping_look(const stopping *s, int rule);
/* The reason that is put down: the rule; as many more as there are rules if it stops since no arm is worth
 * it. After these come the ends by arms that left: a last arm, graduates, or none. */
int stopping_reason(const stopping *s, int rule);

/* The arm that a game would name now, -1 if there is none; or has named when it stopped. */
int naming_now(game *g);
/* The arm that it would name if this rule stopped it now. */
int naming_by(game *g, int rule);

/* Before arms enter. What a study cannot stop is refused. */
status stopping_open(game *g, const stopping_plan *plan);
/* An arm was played or shown, has come or died: what is known of it is counted anew, now or before a rule
 * asks. */
void stopping_count(game *g, int arm);
/* Follows the patient of a play, where patients arrive over time and rewards are times lived. */
void stopping_played(game *g, const outcome *o);
/* An outcome is shown. */
void stopping_shown(game *g, const outcome *o);
/* An arm has entered. */
void stopping_entered(game *g, int arm);
/* Another arm comes to this place. */
void stopping_forget(game *g, int arm);
/* Counts what was shown of controls since arms entered (concurrent.c). In turn: the number of controls that
 * there may be; before arms enter, false if there is no memory; an arm enters; an outcome is shown. */
int concurrent_controls(const stopping_plan *p);
bool concurrent_open(game *g);
void concurrent_entered(game *g, int arm);
void concurrent_shown(game *g, const outcome *o);
/* Returns whether this rule has a look in this round, which is then `look` (looks.c). Before, looks that
 * are numbers of outcomes are counted. */
bool looks_now(stopping *s, int rule);
void looks_count(stopping *s);
/* Another arm comes to this place. */
void looks_forget(stopping *s, int place);
/* Asks all rules at the end of a round. Whether the game ends with it; else arms may have left (leaving.c).
 */
bool stopping_ends(game *g, int64_t round);
/* The better one of two arms by what was shown; the second may be -1. */
int naming_better(const game *g, int arm, int best);

/* Why a game ends, and the arm that it names; reason -1: it goes on. */
typedef struct ending {
  int reason, named;
} ending;

static inline bool takes_arms_out(const stopping *s) { return s->plan->graduating + s->plan->dropping > 0; }
/* Returns whether the game would end with the arms that are to leave, as no rule stops it (leaving.c). */
ending leaving_would_end(game *g);
/* Returns whether a rule, or one joined by it, is asked in this round; and the one that takes the arm, or
 * -1. */
bool stopping_is_due(stopping *s, int rule);
int stopping_takes(stopping *s, int rule, int arm);

/* Returns the rule that would say so if this round ended as things stand, or -1. */
int stopping_would_say(game *g, int64_t round);
/* The first round from this one on in which some rule has a look; 0 if one is asked in all rounds. */
int64_t stopping_next_look(const stopping_plan *p, int64_t round);
/* The first round from this one on whose end may make a rule say something else though
 * nothing happens; FOREVER if there is none. */
int64_t stopping_next(const game *g, int64_t round);
/* Puts down that it did. */
void stopping_record(game *g);

#endif
