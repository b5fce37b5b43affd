/* Glue for the regression of LinUCB: what init.c registers. */
#ifndef UNRULY_R_CHOLESKY_H
#define UNRULY_R_CHOLESKY_H

#include <Rinternals.h>

SEXP C_cholesky(SEXP contexts);

#endif
