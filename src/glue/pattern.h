/* Numbers that repeat in a pattern, as a vector that stores the pattern, and
 * expands only for who asks for all of it at once. */
#ifndef UNRULY_PATTERN_H
#define UNRULY_PATTERN_H

#include <R_ext/Rdynload.h>
#include <Rinternals.h>

void pattern_register(DllInfo *dll);

/* Each of `values`, integers or reals, `each` times in a row, again and again up
 * to this length. */
SEXP glue_pattern(SEXP values, int each, R_xlen_t length);

#endif
