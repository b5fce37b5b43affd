/* Texts of which each is repeated very often, as a vector that stores how
 * often, and expands only for who asks for all of it at once. */
#ifndef UNRULY_REPEAT_H
#define UNRULY_REPEAT_H

#include <R_ext/Rdynload.h>
#include <Rinternals.h>

void repeat_register(DllInfo *dll);

/* names[1] counts[1] times, then names[2] counts[2] times, and so on. */
SEXP C_repeat(SEXP names, SEXP counts);

/* list(names, counts) of such a vector, or NULL if it is another one. */
SEXP C_repeated(SEXP x);

#endif
