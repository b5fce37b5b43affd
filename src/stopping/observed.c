#include "observed.h"
#include "../base/elementary.h"
#include "../inference/sequential.h"
#include <math.h>

enum { LAW, NUMBER, ERROR, FIRST_TIME };

bool follows_information(const parameters *given) { return parameters_find(given, "observed") != NULL; }

observed observed_of(const parameters *given, int64_t looks, observed_arm *arms)
{
  const parameter *p = parameters_find(given, "observed");
  const observed none = {.arm = arms, .sides = parameters_number_or(given, "sides", 1) > 1 ? 2 : 1};
  if (!p || looks > MOST_OBSERVED_LOOKS || p->length <= FIRST_TIME + looks) return none;
  observed o = none;
  o.law = p->values;
  o.planned = p->values + FIRST_TIME;
  o.information = o.planned + looks;
  o.looks = (int)looks;
  o.arms = (int)(p->length - FIRST_TIME - looks);
  return o;
}

/* The error of a side that is spent by this time, of `error` at 1. */
static double spent_by(const double *law, double t)
{
  const double error = law[ERROR], g = law[NUMBER];
  if (t >= 1) return error;
  if (law[LAW] == 2) return 2 * normal_above(g / sqrt(t));
  if (law[LAW] == 3) return error * same_log1p((same_exp(1) - 1) * t);
  return g == 0 ? error * t : error * same_expm1(-g * t) / same_expm1(-g);
}

/* The limit at the last of these looks. */
static bool spend(const observed *o, const observed_arm *a, bool final, double *limit)
{
  double part[MOST_OBSERVED_LOOKS], upper[MOST_OBSERVED_LOOKS], lower[MOST_OBSERVED_LOOKS];
  double before = 0;
  for (int i = 0; i < a->looks; i++) {
    const double by = final && i + 1 == a->looks ? o->law[ERROR] : spent_by(o->law, a->time[i]);
    part[i] = by > before ? by - before : 0;
    before = by > before ? by : before;
    lower[i] = -INFINITY;
  }
  const spending s = {.looks = a->looks, .sides = o->sides, .times = a->time, .error = part, .fine = 1};
  arena memory = {0};
  const bool done = sequential_spending(&memory, &s, upper, lower);
  arena_free(&memory);
  if (done) *limit = upper[a->looks - 1] / sqrt(a->time[a->looks - 1]);
  return done;
}

static bool is_as_planned(const observed *o, const observed_arm *a, int look)
{
  return !a->moved && a->looks == look + 1 && fabs(a->time[look] - o->planned[look]) < 1e-9;
}

/* A rule may be asked again in a round, with more outcomes: then the look is made anew. */
static void begin_look(observed_arm *a, int64_t round)
{
  if (a->round != round) {
    a->round = round;
    a->before = a->looks;
    a->moved = a->moved || a->moves;
  }
  a->looks = a->before;
  a->moves = false;
}

double observed_upper(const observed *o, const evidence *e, int arm, int beside, double planned)
{
  const int64_t number = e->view->number[arm];
  if (!o->law || number >= o->arms || e->look < 0 || e->look >= o->looks) return planned;
  observed_arm *a = &o->arm[arm];
  begin_look(a, e->round);
  const double n = e->shown[arm], m = e->shown[beside];
  const double time = n * m / (n + m) / o->information[number];
  if (a->looks > 0 && time < a->time[a->looks - 1] + 1e-9) return INFINITY;
  a->time[a->looks++] = time;
  const bool final = e->look + 1 == o->looks || e->round >= e->view->horizon;
  a->moves = !is_as_planned(o, a, e->look) || (final && e->look + 1 < o->looks);
  double limit = planned;
  if (!a->moves || spend(o, a, final, &limit)) return limit;
  e->player->failure = status_no_memory();
  return INFINITY;
}
