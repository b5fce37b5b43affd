/* A scan finds the greatest index among few actions, for indices of the form
 *
 *   mean + linear ln c + root sqrt(ln c)
 *
 * at the clock c, whose three terms depend on what is known of the action. They are kept
 * in flat arrays, so that all indices together cost little more than one, and a play
 * changes the terms of one action. The rounding differs from that of the printed rule: if
 * several indices are within the margin of the greatest, which is rare, they are
 * evaluated by the rule.
 *
 * The last choice, the leader, is kept out of the arrays: it is the one that was
 * played, and its new terms need not wait for the others, nor these for it. */
#ifndef UNRULY_SCAN_H
#define UNRULY_SCAN_H

#include "../../model/policy.h"
#include <math.h>

/* More would not pay, and a set of them fits into 64 bits. */
enum { MOST_SCANNED = 64 };

typedef struct index_terms {
  double mean, linear, root;
} index_terms;

/* ln c and its root for clocks close to `from`, by powers of (c - from) / from. */
typedef struct scan_series {
  int64_t from, until;
  double part, log[4], root[4];
} scan_series;

typedef struct scan {
  double *mean, *linear, *root; /* by action; -Inf, 0, 0 if it is not there or leads */
  unsigned char *is_there;
  int count; /* actions, rounded up to a multiple of 4; 0: they are too many */
  index_terms (*terms)(const policy *p, const view *v, int action); /* NULL: nothing is known */
  int leader;                                                       /* or -1 */
  index_terms leads;                                                /* its terms */
  double size;                                                      /* no mean was farther from 0 */
  scan_series series;
} scan;

bool scan_open(scan *s, int actions, arena *memory);

/* There is no action. */
void scan_empty(scan *s);

/* The actions that may have the greatest index at this clock, as bits. */
uint64_t scan_candidates(scan *s, int64_t clock);

static const index_terms scan_absent = {-INFINITY, 0, 0};

static inline void scan_put(scan *s, int action, index_terms terms)
{
  s->mean[action] = terms.mean;
  s->linear[action] = terms.linear;
  s->root[action] = terms.root;
}

/* The terms of an action. */
static inline void scan_set(scan *s, int action, index_terms terms)
{
  if (action == s->leader) s->leads = terms;
  else scan_put(s, action, terms);
}

/* Notes that what is known of an action has changed. */
static inline void scan_changed(scan *s, const policy *p, const view *v, int action, bool is_seen)
{
  if (!s->terms) return;
  if (!s->is_there[action] || !is_seen) {
    scan_set(s, action, scan_absent);
    return;
  }
  const index_terms terms = s->terms(p, v, action);
  if (fabs(terms.mean) > s->size) s->size = fabs(terms.mean);
  scan_set(s, action, terms);
}

/* This action was chosen. */
static inline void scan_lead(scan *s, int action)
{
  if (action == s->leader) return;
  if (s->leader >= 0) scan_put(s, s->leader, s->leads);
  s->leads = (index_terms){s->mean[action], s->linear[action], s->root[action]};
  s->leader = action;
  scan_put(s, action, scan_absent);
}

static inline bool is_single(uint64_t bits) { return bits && !(bits & (bits - 1)); }

static inline int lowest(uint64_t bits)
{
#ifdef __GNUC__
  return __builtin_ctzll(bits);
#else
  int at = 0;
  while (!(bits >> at & 1)) at++;
  return at;
#endif
}

/* Nothing is known any more. */
static inline void scan_restart(scan *s) { s->terms = NULL; }

#endif
