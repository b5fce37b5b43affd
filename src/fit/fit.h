/* Policies fitted to choices: the values of free parameters under which the choices of a unit are most
 * likely. Parameters are searched on a scale z without bounds, see range_value(). */
#ifndef UNRULY_FIT_H
#define UNRULY_FIT_H

#include "likelihood.h"
#include "search.h"

typedef struct free_range {
  double lower, upper;
  bool by_log; /* between the logarithms of both ends */
  double *at;  /* where the policy reads the parameter */
} free_range;

/* l + (u - l) / (1 + exp(-z)), or this of the logarithms. */
double range_value(const free_range *r, double z);

/* A policy on the units of a log, one after the other. A thread has one. */
typedef struct fitter {
  chooser chooser;
  choice_policy policy;
  free_range range[MOST_FREE];
  int d, starts;
  const double *mu, *sigma; /* a normal law of z beside the choices; NULL: none */
  int64_t unit;
  double (*judge)(
      struct fitter *f); /* the log-likelihood of the unit, noting chooser.zero; NULL: the chooser */
  void *judge_given;
  double *room; /* see search_room() */
} fitter;

/* What was found of a unit. */
typedef struct fitted {
  summit best;
  double agree;
  bool at_end[MOST_FREE];
  int64_t zero; /* where nothing is possible: the first row of propensity 0 in the middle of all ranges, else
                   -1 */
  long long evaluations;
} fitted;

/* From everywhere; `known`: from there, and from mu. False: see the chooser. */
bool fit_unit(fitter *f, int64_t unit, const summit *known, fitted *found);
/* How far a number z can go, up and down, until the value, all others being at their best, has fallen by this
 * much; infinite if it never does. */
bool fit_profile(fitter *f, int64_t unit, const fitted *at, int which, double fall, double ends[2]);

#endif
