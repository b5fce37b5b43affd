/* Glue for the reading of logs: what init.c registers. */
#ifndef UNRULY_R_LOGS_H
#define UNRULY_R_LOGS_H

#include <Rinternals.h>

SEXP C_clicks_open(void);
SEXP C_clicks_read(SEXP handle, SEXP bytes);
SEXP C_clicks_end(SEXP handle);
SEXP C_clicks_take(SEXP handle);

#endif
