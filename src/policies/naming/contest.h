/* Contests: arms are played in turn until what was seen of one puts it out. An arm is in when it
 * comes, until it dies or is out; one that is away for a while stays in. Of those in that can be
 * played the least played comes next, the lowest in a tie, so that one that came late catches up.
 * The arm that is left is played on; if it cannot be, or none is left, of those there the one with
 * the greatest mean. Of arms of equal mean the better one is drawn: see ties.h. Cost: a look at each arm per
 * round, nothing once one is left. */
#ifndef UNRULY_CONTEST_H
#define UNRULY_CONTEST_H

#include "../search/ties.h"
#include "../wearing/past.h"
#include "sample.h"

/* Memory of an arm. */
typedef struct contestant {
  sample sample; /* the first member: see sample.h */
  tally phase;   /* for those who have phases */
  tie_number tie;
  bool here, out;
  /* Judged by its last outcomes only, so many of them: all, or NULL if by all outcomes. */
  past *past;
  int64_t latest;
} contestant;

/* State of the contest. */
typedef struct contest {
  int left;        /* arms in */
  int best, worst; /* of greatest and of least mean, or -1 */
  int next;        /* the one to be played, or -1 */
  int64_t least;   /* plays that each of them had */
  bool all_seen;
} contest;

static inline contestant *contestant_at(const policy *p, int arm) { return (contestant *)p->actions + arm; }

static inline bool is_in(const contestant *a) { return a->here && !a->out; }

contest contest_now(const policy *p, const view *v);
/* Returns whether an arm comes before another of equal mean. */
bool contest_better(const policy *p, int arm, int other);
/* Once no arm is to be put out any more. */
int contest_choice(const policy *p, const view *v, const contest *c);

/* Hooks that all contests have. */
void contest_open(policy *p, const view *v);
void contest_played(policy *p, const view *v, const outcome *o);
void contest_observe(policy *p, const view *v, const outcome *o);
void contest_entered(policy *p, const view *v, int arm);
void contest_left(policy *p, const view *v, int arm);
/* The best of those that are left; -1 if nothing was seen of any. */
int contest_recommend(const policy *p, const view *v);
/* Once one arm is left nothing changes until an arm comes or goes. */
void contest_stretch(policy *p, const view *v, int action, stretch *s);
void contest_observe_run(policy *p, const view *v, const run *r);

#endif
