/* Glue for schedules: what init.c registers. */
#ifndef UNRULY_R_SCHEDULE_H
#define UNRULY_R_SCHEDULE_H

#include <Rinternals.h>

SEXP C_aus_cycle(SEXP patience);
SEXP C_max_feasible_arms(SEXP patience);
SEXP C_first_exit(SEXP patience, SEXP limit);
SEXP C_pinwheel_cycle(SEXP patience, SEXP limit);

#endif
