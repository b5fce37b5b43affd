/* Sums of a log of choices. */
#ifndef UNRULY_GLUE_CHOICES_H
#define UNRULY_GLUE_CHOICES_H

#include <Rinternals.h>

/* Returns of a list of vectors of chances the names that occur, and how long the longest one without names
 * is. */
SEXP C_chance_names(SEXP chances);
/* list(sums by game and arm, the first row that cannot be added, from 1, why (0: all can, 1: its chances, 2:
 * its round is not after the last one, 3: its score is too large), whether all chances were 0 or 1). */
SEXP C_choice_sums(SEXP log, SEXP plan);

#endif
