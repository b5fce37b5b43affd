/* Posteriors of hazards, events per time at risk, of arms that pay times lived. With d events shown of an arm
 * and the time e that all its patients have lived so far, those who are still followed included, the hazard
 * is Gamma(1 + d, rate e + sum e / sum d), the sums being those of the arms that are compared: without the
 * second part of the rate one early death would starve an arm. While there is no event all arms are equal.
 * The best arm has the least hazard. */
#ifndef UNRULY_HAZARDS_H
#define UNRULY_HAZARDS_H

#include "greatest.h"
#include "../../model/followed.h"

#define ONLY_TIMES_LIVED \
  "The family \"survival\" is for `arms_survival()` in a study, without waiting or a spread."

/* In a policy's state: which plays were counted since it began. */
typedef struct hazards {
  bool begun;
  int64_t first; /* the first play */
} hazards;

static inline void hazards_played(hazards *h, followed *f, const view *v, const outcome *o)
{
  if (!h->begun) *h = (hazards){true, o->play};
  followed_played(f, o, v->in_batches, v->in_batches ? v->known : 0);
}

static inline void hazards_shown(const hazards *h, followed *f, const view *v, const outcome *o)
{
  if (v->in_batches) followed_catch_up(f, v->known);
  followed_shown(f, o, v->in_batches, h->begun && o->play >= h->first);
}

/* The time at risk as it is seen before this round. */
static inline double hazards_time(followed *f, const view *v)
{
  if (v->in_batches) followed_catch_up(f, v->known);
  return followed_time(f, v->now);
}

/* The state of an arm; and, of so many arms, the laws of hazards, from 1 + d and e. False: there was no
 * event. */
typedef followed *followed_at(const policy *p, int arm);

static inline bool hazards_pool(draw_law *law, int count)
{
  double events = 0, time = 0;
  for (int i = 0; i < count; i++) {
    events += law[i].a - 1;
    time += law[i].b;
  }
  for (int i = 0; i < count && events > 0; i++) law[i].b += time / events;
  return events > 0;
}

static inline draw_law hazard_seen(followed *f, const view *v)
{
  return (draw_law){1 + f->events, hazards_time(f, v)};
}

/* The laws of all arms that can be played, in the order of v->live. */
static inline bool hazards_laws(const policy *p, const view *v, followed_at *at, draw_law *law)
{
  for (int i = 0; i < v->live_count; i++) law[i] = hazard_seen(at(p, v->live[i]), v);
  return hazards_pool(law, v->live_count);
}

/* The arm of least events / time, the lowest in a tie; -1: nobody has lived for any time. */
static inline int hazards_least(const policy *p, const view *v, followed_at *at)
{
  int best = -1;
  double least = INFINITY;
  for (int i = 0; i < v->live_count; i++) {
    followed *f = at(p, v->live[i]);
    const double time = hazards_time(f, v);
    if (!(time > 0) || !(f->events / time < least)) continue;
    best = v->live[i];
    least = f->events / time;
  }
  return best;
}

#endif
