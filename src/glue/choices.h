/* Sums of a log of choices. */
#ifndef UNRULY_GLUE_CHOICES_H
#define UNRULY_GLUE_CHOICES_H

#include <Rinternals.h>

/* Of a list of vectors of chances: the names that occur, and how long the longest one without names is. */
SEXP C_chance_names(SEXP chances);
/* Sums by game and arm; where chances are not as they must be, the first such row. */
SEXP C_choice_sums(SEXP log, SEXP plan);

#endif
