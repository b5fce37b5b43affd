/* The arm with which rules compare the others, given by its number or by its name. */
#ifndef UNRULY_CONTROL_H
#define UNRULY_CONTROL_H

#include "rivals.h"

typedef struct control {
  const parameters *given;
  int64_t number; /* once it is known; else one of these */
} control;

enum { CONTROL_UNKNOWN = -2, NO_CONTROL = -1 };

static inline control control_of(const parameters *given)
{
  return (control){given, parameters_any(given, "control") ? CONTROL_UNKNOWN : NO_CONTROL};
}

static inline bool control_is_given(const control *c) { return c->number != NO_CONTROL; }

static inline int64_t control_number(const control *c, const evidence *e)
{
  const char *const *name = e->view->name;
  for (int arm = 0; name && arm < e->arms; arm++)
    if (parameters_text_is(c->given, "control", name[arm])) return arm;
  return (int64_t)parameters_number_or(c->given, "control", 0) - 1;
}

/* Its place, if it is present; else -1. */
static inline int control_place(control *c, const evidence *e)
{
  if (c->number == CONTROL_UNKNOWN) c->number = control_number(c, e);
  if (c->number < 0 || c->number >= e->arms) return -1;
  const int place = (int)c->number; /* of one that is described */
  return e->there[place] && e->view->number[place] == c->number ? place : -1;
}

#define TAKES_CONTROL                                                                                       \
  {                                                                                                         \
    "control", A_WHOLE(1, MOST_ARMS), .named = true, .optional = true,                                      \
                                      .words = "a single whole number of at least 1, or the name of an arm" \
  }

#endif
