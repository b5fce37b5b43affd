/* Which arm a game would name as the best, and stopping a game once its rule says that it is
 * known. Of the arms that have come and have not died, the one with the greatest mean of what was
 * shown; in a tie that of most plays, then the lowest. A policy may have a rule of its own
 * (`recommend`). */
#ifndef UNRULY_NAMING_H
#define UNRULY_NAMING_H

#include "../model/problem.h"
#include "../model/stopping.h"
#include "record.h"
#include "roster.h"

typedef struct stopping {
  const stopping_plan *plan;
  void **state; /* by rule */
  int *look;    /* by rule: of its looks, the first that is not over */
  double now[2]; /* between which times the round is the last that has begun, where looks are times */
  int *learner; /* the rules that are shown each outcome */
  int learner_count;
  evidence seen;
  bool *there;
  double *shown, *mean;
  /* Once it has stopped: after which round, by which of the rules that were joined,
   * and what stays as it was. */
  int64_t round;
  int reason;
  int named;      /* the place of the arm, -1 if there was none; */
  int64_t number; /* and its number */
  double row[PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES];
  int64_t asked; /* the last round at whose end it was asked */
} stopping;

/* Rules that are asked from round 1 on, of so many places of arms; what was shown is put into `seen` before
 * each time. */
bool stopping_ready(stopping *s, const stopping_plan *plan, int places, const roster *r, arena *memory);
/* The rule that says so: of several of which any would do, the first; -1: none. */
int stopping_asked(stopping *s);
/* The arm that this rule, which says so now, or one of those joined by it, names in place of the leader; -1:
 * none. */
int stopping_names(const stopping *s, int rule);

/* The arm that a game would name now, -1 if there is none; or has named when it stopped. */
int naming_now(game *g);
/* The arm that it would name if this rule stopped it now. */
int naming_by(game *g, int rule);

/* Before arms enter. What a study cannot stop is refused. */
status stopping_open(game *g, const stopping_plan *plan);
/* Counts anew what is known of an arm, which was played or shown, has come or died. */
void stopping_count(game *g, int arm);
/* An outcome of an arm is shown. */
void stopping_shown(game *g, int arm, double observed);
/* Another arm comes to this place. */
void stopping_forget(game *g, int arm);
/* Whether the game is to end with this round. */
bool stopping_says(game *g, int64_t round);
/* Which rule would say so if this round ended as things stand, or -1. */
int stopping_would_say(game *g, int64_t round);
/* The first round from this one on whose end may make a rule say something else though
 * nothing happens; FOREVER if there is none. */
int64_t stopping_next(const game *g, int64_t round);
/* Puts down that it did. */
void stopping_record(game *g);

#endif
