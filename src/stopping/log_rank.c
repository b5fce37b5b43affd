/* Log-rank tests of all arms against a control, for times lived of patients who arrive over time, at looks
 * that are numbers of events of all arms together, or times. At a look at time c (that of the event) all who
 * arrived by then are cut off at c, and with the events of an arm and of the control alone
 *
 *   Z = (sum D n / N - sum d) / sqrt(sum D n n_0 (N - D) / (N^2 (N - 1))),
 *
 * over the times at which one of them dies, d of the arm and d_0 of the control, D together, of n and n_0, N
 * together, at risk just before. Z is positive where fewer die than under the control. The rule stops if some
 * Z is at least `upper` and names the arm of the greatest (the lowest number in a tie); or, for futility, if
 * all are at most `lower` and no arm is still to come, and names the control. The last look ends the game,
 * for futility if no arm crosses. An arm without variance has no Z, and a look without any is passed over,
 * but for the last. (Mantel 1966; Jennison and Turnbull 2000, section 3.7.)
 *
 * Looks are made in the order of their times, each once what it needs has been shown: those after the last
 * patient at the end, if what is outstanding is shown then. Cost: sorting the patients, at a look. */
#include "scores.h"
#include "../base/sorted.h"
#include <stdlib.h>

typedef struct log_rank {
  control_arm control;
  limits upper, lower;
  const double *look; /* numbers of events, or times */
  int64_t looks, next;
  bool timed;
  int64_t asked; /* when it held last: */
  int named;
  bool resigned;
  double time, events; /* of that look */
} log_rank;

static void log_rank_start(void *state, const parameters *given)
{
  const parameter *events = parameters_find(given, "events"), *dates = parameters_find(given, "dates");
  const parameter *look = events ? events : dates;
  *(log_rank *)state = (log_rank){.control = control_of(given),
                                  .upper = limits_of(given, "upper"),
                                  .lower = limits_of(given, "lower"),
                                  .look = look ? look->values : NULL,
                                  .looks = look ? look->length : 0,
                                  .timed = !events};
}

/* --- a look -------------------------------------------------------------------------------- */

/* Returns the time of the event of this number, from 1. */
static double time_of_event(const evidence *e, int64_t number, double *time)
{
  int64_t count = 0;
  for (int64_t i = 0; i < e->patients; i++)
    if (e->patient[i].event) time[count++] = e->patient[i].arrived + e->patient[i].lived;
  sort_numbers(time, count);
  return time[number - 1];
}

/* A patient cut off at the look. */
typedef struct cut {
  double lived;
  int arm;
  bool event;
} cut;

static int compare_cuts(const void *x, const void *y)
{
  const double a = ((const cut *)x)->lived, b = ((const cut *)y)->lived;
  return (a > b) - (a < b);
}

static int64_t cut_at(const evidence *e, double time, cut *cuts)
{
  int64_t count = 0;
  for (int64_t i = 0; i < e->patients; i++) {
    const patient *p = &e->patient[i];
    if (p->arrived > time) continue;
    const bool over = p->shown && p->arrived + p->lived <= time;
    cuts[count++] = (cut){over ? p->lived : time - p->arrived, p->arm, over && p->event};
  }
  qsort(cuts, (size_t)count, sizeof *cuts, compare_cuts);
  return count;
}

/* By arm. */
typedef struct risk {
  double there, events; /* at risk; events at this time */
  double less, variance;
} risk;

static void add_time(risk *r, int arms, int control)
{
  const double n_0 = r[control].there, d_0 = r[control].events;
  for (int arm = 0; arm < arms; arm++) {
    const double n = r[arm].there, d = r[arm].events, all = n + n_0, events = d + d_0;
    if (arm == control || !(events > 0)) continue;
    r[arm].less += events * n / all - d;
    if (all > 1) r[arm].variance += events * n * n_0 * (all - events) / (all * all * (all - 1));
  }
}

/* Over times at which somebody dies; those who are cut off then are still at risk. */
static double add_times(risk *r, int arms, int control, const cut *cuts, int64_t count)
{
  double events = 0;
  for (int64_t i = 0; i < count; i++) r[cuts[i].arm].there++;
  for (int64_t i = 0, next; i < count; i = next) {
    double here = 0;
    for (next = i; next < count && cuts[next].lived == cuts[i].lived; next++) {
      r[cuts[next].arm].events += cuts[next].event;
      here += cuts[next].event;
    }
    if (here > 0) add_time(r, arms, control);
    events += here;
    for (int64_t j = i; j < next; j++) {
      r[cuts[j].arm].there--;
      r[cuts[j].arm].events = 0;
    }
  }
  return events;
}

/* --- what it says ----------------------------------------------------------------------------- */

typedef struct room {
  double *time;
  cut *cuts;
  risk *risk;
} room;

/* Returns Z, or NAN without variance. */
static double z_of(const risk *r) { return r->variance > 0 ? r->less / sqrt(r->variance) : NAN; }

/* Returns whether the Z of every rival is known and at most `lower`, and no arm is to come. */
static bool is_futile(const evidence *e, const risk *r, int control, double lower)
{
  for (int arm = 0; arm < e->arms; arm++) {
    if (arm == control || !e->there[arm]) continue;
    const double z = z_of(&r[arm]);
    if (isnan(z) || !reaches_lower(z, lower)) return false;
  }
  return !e->more_to_come;
}

/* The rival of greatest Z among those that reach the limit, or -1; `some`: one has a Z. */
static int crosses(const evidence *e, const risk *r, int control, double upper, bool *some)
{
  int best = -1;
  double greatest = 0;
  *some = false;
  for (int arm = 0; arm < e->arms; arm++) {
    if (arm == control || !e->there[arm]) continue;
    const double z = z_of(&r[arm]);
    if (isnan(z)) continue;
    *some = true;
    if (!reaches_upper(z, upper)) continue;
    if (best < 0 || z > greatest || (z == greatest && e->view->number[arm] < e->view->number[best]))
      best = arm, greatest = z;
  }
  return best;
}

static bool look_says(log_rank *s, const evidence *e, int control, const room *at)
{
  const int look = (int)s->next;
  const double time = s->timed ? s->look[look] : time_of_event(e, rounds_from(s->look[look]), at->time);
  for (int arm = 0; arm < e->arms; arm++) at->risk[arm] = (risk){0, 0, 0, 0};
  const int64_t count = cut_at(e, time, at->cuts);
  s->time = time;
  s->events = add_times(at->risk, e->arms, control, at->cuts, count);
  bool some;
  const int best = crosses(e, at->risk, control, limit_at(&s->upper, look, INFINITY), &some);
  s->resigned = best < 0 && (look + 1 == s->looks ||
                             (some && is_futile(e, at->risk, control, limit_at(&s->lower, look, -INFINITY))));
  s->named = best < 0 ? control : best;
  return best >= 0 || s->resigned;
}

static bool is_due(const log_rank *s, const evidence *e)
{
  if (s->next >= s->looks || !e->patient) return false;
  return s->timed ? s->look[s->next] <= e->known_by : s->look[s->next] <= e->event_count;
}

static bool make_looks(log_rank *s, const evidence *e, int control, const room *at)
{
  for (; is_due(s, e); s->next++) {
    if (!look_says(s, e, control, at)) continue;
    s->asked = e->asked;
    return true;
  }
  return false;
}

static bool log_rank_says(void *state, const evidence *e)
{
  log_rank *s = state;
  const int control = control_place(&s->control, e);
  if (!is_due(s, e) || control < 0) return false;
  const size_t patients = (size_t)e->patients + 1;
  arena memory = {0};
  const room at = {arena_zeroed(&memory, patients, sizeof *at.time),
                   arena_zeroed(&memory, patients, sizeof *at.cuts),
                   arena_zeroed(&memory, (size_t)e->arms, sizeof *at.risk)};
  const bool ready = at.time && at.cuts && at.risk;
  if (!ready) e->player->failure = status_no_memory();
  const bool says = ready && make_looks(s, e, control, &at);
  arena_free(&memory);
  return says;
}

static int log_rank_names(const void *state, const evidence *e)
{
  const log_rank *s = state;
  return s->asked == e->asked ? s->named : -1;
}

static bool log_rank_resigns(const void *state) { return ((const log_rank *)state)->resigned; }

static look_made log_rank_made(const void *state, const evidence *e)
{
  const log_rank *s = state;
  return s->asked == e->asked ? (look_made){s->time, s->events} : (look_made){NAN, NAN};
}

const stopping_type stopping_log_rank = {
    .name = "log_rank",
    .takes = TAKES(TAKES_CONTROL(REQUIRED, USUALLY(1)), {"upper", A_NUMBER, .size = SIZE_ANY, REQUIRED},
                   {"lower", A_NUMBER, .size = SIZE_ANY},
                   {"events", A_WHOLE(1, LARGEST_ROUND), .size = SIZE_ANY, .increasing = true,
                    .not_with = "dates", .words = "numbers of events, whole and in ascending order"},
                   {"dates", NOT_NEGATIVE, .size = SIZE_ANY, .increasing = true,
                    .words = "times of at least 0 in ascending order"}),
    .state_size = sizeof(log_rank),
    .at_any_time = true,
    .by_patients = true,
    .start = log_rank_start,
    .says = log_rank_says,
    .names = log_rank_names,
    .resigns = log_rank_resigns,
    .look_made = log_rank_made,
};
