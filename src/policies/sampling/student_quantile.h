/* The upper quantile of Student's law: the t above which lies the probability `tail`, 0 < tail <= 1/2, to
 * about 1e-12 of its size; `df`, above 1, need not be whole. */
#ifndef UNRULY_STUDENT_QUANTILE_H
#define UNRULY_STUDENT_QUANTILE_H

double student_upper_quantile(double df, double tail);

#endif
