/* Completes parameters that are given, by those that they imply and by usual values. */
#ifndef UNRULY_COMPLETE_H
#define UNRULY_COMPLETE_H

#include "../base/memory.h"
#include "arguments.h"

/* Says of a parameter that what it usually is plays no part; NULL: all do. */
typedef bool moot_usual(const parameters *given, const char *name);

/* A text of one of the choices, or a text that another one implies, has its place here. */
typedef struct choice_text {
  char text[REFUSAL_NAME];
} choice_text;

/* Finds the usual value of a parameter beside these, if it is not given. False: none, or it plays no part. */
bool usual_parameter(const argument *r, const parameters *given, moot_usual *moot, choice_text *text,
                     parameter *found);

/* With the texts that others imply (a standard deviation, that a family is Gaussian), and what the core must
 * be given but constructors need not. False: no memory. */
bool parameters_imply(const parameters *given, parameters *found, arena *memory);

/* In the order in which the type takes them, with what is usual; then all that it does not know. */
bool parameters_complete(const parameters *given, moot_usual *moot, parameters *found, arena *memory);

#endif
