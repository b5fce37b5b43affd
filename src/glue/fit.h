/* Glue for fits. */
#ifndef UNRULY_GLUE_FIT_H
#define UNRULY_GLUE_FIT_H

#include "glue.h"
#include "../fit/fit.h"

SEXP C_fit(SEXP log, SEXP policy, SEXP free, SEXP plan, SEXP threads);

#endif
