/* Numbers as text in the files of agents: digits of base 64, the most important first,
 * so that a file is read on every machine, whatever its byte order. The first digit of a
 * number says what comes:
 *   0 to 55    the whole number itself
 *   56 to 59   a whole number below 4 * 4096: its highest digit plus 56, two more
 *   60         a whole number below 64^5: five digits
 *   61         the 64 bits of any double: eleven digits */
#ifndef UNRULY_NUMBER_TEXT_H
#define UNRULY_NUMBER_TEXT_H

#include "../base/exact.h"
#include <stdint.h>

enum { LONGEST_NUMBER_TEXT = 12 };

/* Writes one number without an end mark; gives the place after it. */
char *number_to_text(char *at, double x);

/* Returns how many numbers a text has; -1 if it is of no numbers. */
int64_t numbers_in_text(const char *text);
/* Only of texts that have been counted. */
void numbers_of_text(const char *text, double *number);

#endif
