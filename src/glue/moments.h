/* Studies of which only sums over replications are kept (study/moments.h). */
#ifndef UNRULY_R_MOMENTS_H
#define UNRULY_R_MOMENTS_H

#include <Rinternals.h>

/* A handle for so many slots, the first of which have sketches. */
SEXP C_moments_new(SEXP slots, SEXP sketched);

/* The names of the figures that the games of a study have. */
SEXP C_study_figures(SEXP study);

/* Adds the replications that a study has finished, which it stops and frees;
 * what went wrong in it, or NULL. */
SEXP C_moments_play(SEXP moments, SEXP study);

/* Adds tables as C_moments_tables() gave them. */
SEXP C_moments_add(SEXP moments, SEXP tables);

/* list(nodes, sketch, extremes, blocks). */
SEXP C_moments_tables(SEXP moments);

/* Adds replications given as a matrix, one row for each of them and one column per slot; nothing is sketched.
 */
SEXP C_moments_of_rows(SEXP moments, SEXP values, SEXP replications);

#endif
