/* Elementary functions that give the same bits on every machine, unlike those of C libraries,
 * which differ in the last one. They consist of IEEE operations, rounded one by one, of numbers
 * of 64 bits; square roots, fabs, floor, ceil, ldexp and fmod are exact by the standard and stay C's.
 *
 * Results are less than one unit in the last place away from the truth (bench/elementary.sh measures how
 * far), and equal to it where it is a number, as powers of whole numbers are. Zeros, infinities, numbers too
 * small for all digits and what is not a number are treated as C says; errno is not touched.
 *
 * There is no fused multiply-add in them: reduced arguments are exact because constants have few
 * digits. With the processor's instruction a logarithm would be 1.8 ns faster, but where a build cannot
 * count on the instruction fma() makes it five times as slow (bench/README.md). */
#ifndef UNRULY_ELEMENTARY_H
#define UNRULY_ELEMENTARY_H

#include "exact.h"

/* Never decreasing, as bounds of indices want it. */
double same_log(double x);
double same_log1p(double x); /* ln(1 + x) */
double same_exp(double x);
double same_expm1(double x); /* exp(x) - 1 */

/* Takes exponentials of many, in place; four at a time where the processor can, with the same bits. */
void same_exps(double *x, int count);
void same_logs(double *x, int count);
void same_log1ps(double *x, int count);

double same_pow(double x, double y);
double same_cube_root(double x);

double same_sine_of_turns(double turns); /* sin(2 pi turns) */
double same_arctan(double x);

double same_gamma(double x); /* the gamma function, x >= 1; NAN below */
/* Logarithms of the gamma function, x > 0, and of the regularised lower incomplete one, P(a, x), a > 0. */
double same_log_gamma(double x);
double same_log_lower_gamma(double a, double x);

/* 2 / sqrt(pi) times the integral of exp(-t^2) from x to infinity */
double same_erfc(double x);

#endif
