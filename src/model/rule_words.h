/* Rules and parameters in words. */
#ifndef UNRULY_RULE_WORDS_H
#define UNRULY_RULE_WORDS_H

#include "refusal.h"

/* Returns what a parameter must be by itself: "numbers of at least 0 and at most 1". */
SELDOM words rule_words(const argument *r, int arms);
/* Returns what was given: (0.5, 1.2); of many numbers the one that is wrong, from 0, or -1. */
SELDOM words value_words(const parameter *p, int64_t bad);
SELDOM words quoted_words(const char *text);

#endif
