/* Times lived by the patients of an arm, by those who are still followed, too: how many events were shown,
 * and for how long all patients have been at risk. */
#ifndef UNRULY_FOLLOWED_H
#define UNRULY_FOLLOWED_H

#include "policy.h"

/* So many who are followed, and the sum of the times at which they arrived. */
typedef struct arrivals {
  double count, sum;
} arrivals;

typedef struct followed {
  double events, lived; /* of those whose outcomes were shown */
  arrivals pending;
  arrivals recent; /* in batches: of the batch that has not ended, in which nobody has been seen to live, */
  int64_t since;   /* whose patients come after this round */
} followed;

/* Patients who were pending before this round ended are seen by now. */
static inline void followed_catch_up(followed *f, int64_t known)
{
  if (known <= f->since) return;
  f->pending.count += f->recent.count;
  f->pending.sum += f->recent.sum;
  f->recent = (arrivals){0, 0};
  f->since = known;
}

static inline arrivals *followed_part(followed *f, const outcome *o, bool in_batches)
{
  return in_batches && o->start > f->since ? &f->recent : &f->pending;
}

static inline void followed_played(followed *f, const outcome *o, bool in_batches, int64_t known)
{
  if (isnan(o->arrived)) return;
  followed_catch_up(f, known);
  arrivals *a = followed_part(f, o, in_batches);
  a->count++;
  a->sum += o->arrived;
}

/* `began`: this play was counted when it was made. */
static inline void followed_shown(followed *f, const outcome *o, bool in_batches, bool began)
{
  f->lived += o->observed;
  f->events += o->event;
  if (!began || isnan(o->arrived)) return;
  arrivals *a = followed_part(f, o, in_batches);
  a->count--;
  a->sum -= o->arrived;
}

/* The time at risk of all patients, once those who are pending are followed until `now`. */
static inline double followed_time(const followed *f, double now)
{
  return f->pending.count > 0 && !isnan(now) ? f->lived + (f->pending.count * now - f->pending.sum)
                                             : f->lived;
}

#endif
