/* The means of the last observations of each action, over windows of growing length.
 *
 * With a grid of 1 the lengths are 1, 2, 3, ...: all observations are kept, and a mean
 * costs an addition. Else they are h_0 = 1, h_j = ceil(grid h_{j-1}), and each window has
 * a finished sum of h_j observations in a row and a pending one (Seznec et al. 2020,
 * efficient form). An observation x sets the pending sum of window 0 and is added to those
 * of the others; where a count reaches h_j, the sum is finished. Then, all at once from the
 * values before, each of these windows but the first, and the first window not yet begun if
 * the one below it finished, takes the pending sum and count of the window below. So window j
 * is known from the h_j-th observation on, and no older than 2 h_j of them; memory is
 * logarithmic. */
#ifndef UNRULY_WINDOWS_H
#define UNRULY_WINDOWS_H

#include "../search/tally.h"
#include "../../base/elementary.h"

/* Windows of an action. */
typedef struct window_book {
  double *value;   /* what was observed; with a grid: the means of the windows */
  double *pending; /* sums, */
  int64_t *count;  /* and of how many, of the windows that have begun */
  int64_t known;   /* windows that have a mean */
  int64_t begun, room;
} window_book;

typedef struct windows {
  double grid;
  window_book *book; /* by action */
  int64_t *length;   /* of the windows, by their number */
  double *root;      /* 1 / sqrt(length) */
  int64_t lengths;
  double width; /* 2 sd^2 alpha: the bound of a mean is sqrt(width ln t / length) */
} windows;

/* Reads grid, alpha and sd. */
status windows_open(windows *w, const policy *p, const view *v, const parameters *given);

/* An observation of an action, of which there have been so many before. Out of memory
 * it sets p->failure. */
void windows_add(windows *w, policy *p, int action, int64_t before, double x);

/* The lengths of so many windows, and their roots, are known. False if there is no memory. */
bool windows_reach(windows *w, int64_t count, arena *memory);

/* sqrt(2 sd^2 alpha ln t): the bound of a mean, but for the root of the length. */
static inline double windows_width(const windows *w, int64_t round)
{
  return sqrt(w->width * same_log((double)round));
}

/* The mean of an action over window j, for j = 0, 1, ...; `sum` begins as 0. */
static inline double windows_mean(const windows *w, const window_book *b, int64_t j, double *sum)
{
  if (w->grid > 1) return b->value[j];
  *sum += b->value[b->known - 1 - j];
  return *sum / (double)(j + 1);
}

#endif
