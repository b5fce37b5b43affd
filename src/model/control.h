/* The arm that a rule compares the others with, given by its number or by its name. */
#ifndef UNRULY_CONTROL_H
#define UNRULY_CONTROL_H

#include "stopping.h"

/* With what else is to be said of it. */
#define TAKES_CONTROL(...)                                                                                \
  {                                                                                                       \
    "control", A_WHOLE(1, MOST_ARMS),                                                                     \
        .named = true, .words = "a single whole number of at least 1, or the name of an arm", __VA_ARGS__ \
  }
/* Or with a number in its place. */
#define TAKES_CONTROL_OR_THRESHOLD \
  TAKES_CONTROL(.unless = "threshold"), { "threshold", A_NUMBER, .not_with = "control" }

/* With `concurrent`, only those pulls of the control count that were made since the compared arm entered. One
 * parameter of rules that always have a control, and one of those that need not. */
#define TAKES_CONCURRENT             \
  {                                  \
    "concurrent", A_FLAG, USUALLY(0) \
  }
#define TAKES_CONCURRENT_IF_CONTROL                          \
  {                                                          \
    "concurrent", A_FLAG, USUALLY(0), .only_with = "control" \
  }

enum { UNKNOWN_CONTROL = -2, NO_CONTROL = -1 };

typedef struct control_arm {
  const parameters *given;
  int64_t number;
  bool concurrent;
} control_arm;

static inline control_arm control_of(const parameters *given)
{
  return (control_arm){given, parameters_any(given, "control") ? UNKNOWN_CONTROL : NO_CONTROL,
                       parameters_number_or(given, "concurrent", 0) != 0};
}

static inline bool is_controlled(const control_arm *c) { return c->number != NO_CONTROL; }

static inline int64_t control_number(const control_arm *c, const evidence *e)
{
  const char *const *name = e->view->name;
  for (int arm = 0; name && arm < e->arms; arm++)
    if (parameters_text_is(c->given, "control", name[arm])) return arm;
  return (int64_t)parameters_number_or(c->given, "control", 0) - 1;
}

/* Its place, if it is present; -1 if it is not, or there is none. */
static inline int control_place(control_arm *c, const evidence *e)
{
  if (c->number == UNKNOWN_CONTROL) c->number = control_number(c, e);
  if (c->number < 0 || c->number >= e->arms) return -1;
  const int place = (int)c->number; /* of one that is described */
  return e->there[place] && e->view->number[place] == c->number ? place : -1;
}

/* The pulls since this arm entered. */
static inline int place_since(const control_since *since, int64_t first)
{
  int low = 0, high = since->count - 1;
  while (low < high) {
    const int middle = high - (high - low) / 2;
    if (since->from[middle] <= first) low = middle;
    else high = middle - 1;
  }
  return since->place + low;
}

/* The place in `shown` and `mean` of what this arm is compared with. */
static inline int control_beside(const control_arm *c, const evidence *e, int control, int arm)
{
  for (int i = 0; c->concurrent && control >= 0 && i < e->since_count; i++)
    if (e->since[i].number == c->number) return place_since(&e->since[i], e->view->first[arm]);
  return control;
}

#endif
