#include "exposure.h"
#include "../../base/elementary.h"

static exposed_play *play_at(const exposure *e, int64_t round) { return &e->ring[round & (e->size - 1)]; }

/* The arm's memory if it was played in this round and is still at its place, or NULL. */
static exposed_arm *exposed_in(const exposure *e, const policy *p, const view *v, int64_t round)
{
  if (round < e->first || round >= e->next) return NULL;
  const exposed_play *x = play_at(e, round);
  return x->arm >= 0 && v->number[x->arm] == x->number ? exposed_at(p, x->arm) : NULL;
}

/* --- laws ------------------------------------------------------------------------------------ */

static int row_of(const lag_law *law, int arm) { return law->rows > 1 ? arm : 0; }

static double mass_of(const lag_law *law, int arm, int64_t lag)
{
  return law->chance->values[row_of(law, arm) + (lag - law->from) * law->rows];
}

/* Lists the lags of a table that count, and returns the greatest. */
static int64_t list_lags(exposure *e)
{
  const lag_law *law = &e->law.law;
  for (int64_t i = 0; i < law->count && (double)(law->from + i) <= e->within; i++) {
    bool any = false;
    for (int row = 0; row < law->rows; row++) any |= law->chance->values[row + i * law->rows] > 0;
    if (any) e->lags[e->lag_count++] = law->from + i;
  }
  return e->lag_count ? e->lags[e->lag_count - 1] : 0;
}

static int64_t whole_age(double age) { return age < (double)FOREVER ? (int64_t)age : FOREVER; }

/* Sets what the law comes to for an arm of this place; places to which numbers were not stated are those of
 * arms that are refused when they come. */
static void set_arm(exposure *e, arm_law *a, int arm, int64_t oldest)
{
  const lag_law *law = &e->law.law;
  a->kept = e->law.never ? 1 - lag_of_arm(e->law.never, arm) : 1;
  a->weight = 1;
  if (law->fixed) {
    a->lag = (int64_t)lag_of_arm(law->fixed, arm);
    if ((double)a->lag > e->within) a->lag = FOREVER;
  } else if (law->mean) {
    const double mean = lag_of_arm(law->mean, arm), cap = fmin(e->within, law->longest);
    a->decay = mean <= 1 ? 0 : 1 - 1 / mean;
    a->rest = isinf(cap) ? 0 : same_pow(a->decay, cap);
    a->weight = 1 - a->rest;
  } else if (law->chance) {
    const int64_t at = oldest - law->from;
    a->weight = e->lag_count ? law->cumulative[row_of(law, arm) * law->count + at] : 0;
  }
}

static void set_law(exposure *e, const view *v)
{
  const lag_law *law = &e->law.law;
  const double cap = fmin(e->within, law->longest);
  if (e->estimated) e->oldest = (int64_t)e->within;
  else if (law->chance) e->oldest = list_lags(e);
  else if (law->mean) e->oldest = isinf(cap) ? 0 : whole_age(cap);
  for (int arm = 0; arm < v->arms; arm++) {
    arm_law *a = &e->of_arm[arm];
    set_arm(e, a, arm < arms_of_law(law) ? arm : 0, e->oldest);
    if (law->fixed && a->lag < FOREVER && a->lag > e->oldest) e->oldest = a->lag;
  }
}

/* The bandit's, or none: outcomes are shown at once. */
static void take_law_of_bandit(exposure *e, const view *v)
{
  static const double zero[1] = {0};
  static const parameter at_once = {.values = zero, .length = 1, .rows = 1};
  if (v->shown_by) e->law = *v->shown_by;
  else e->law = (shown_law){.law = {.fixed = &at_once, .rows = 1}};
}

status exposure_open(exposure *e, policy *p, const view *v, const parameters *given)
{
  const int described = v->described > 0 ? v->described : v->arms;
  e->within = parameters_number(given, "within");
  e->estimated = parameters_text_is(given, "delay", "estimated");
  e->from = e->first = e->next = v->round;
  e->known = v->round - 1;
  if (states_lags(given, &usual_lag_names)) {
    const status read = lag_law_read(&e->law.law, given, &usual_lag_names, described, p->memory);
    if (read.code) return read;
  } else if (!e->estimated) {
    if (v->outside && !v->shown_by)
      return status_error(STATUS_BAD_PARAMETER,
                          "`delay` must be given: no bandit says how late outcomes are.");
    take_law_of_bandit(e, v);
  }
  const size_t ages = e->estimated ? (size_t)e->within + 1 : 1;
  const size_t lags = e->estimated ? ages : e->law.law.chance ? (size_t)e->law.law.count : 1;
  e->of_arm = arena_zeroed(p->memory, (size_t)v->arms, sizeof *e->of_arm);
  e->now = arena_zeroed(p->memory, (size_t)v->arms, sizeof *e->now);
  e->lags = arena_zeroed(p->memory, lags, sizeof *e->lags);
  e->by_age = arena_zeroed(p->memory, ages, sizeof *e->by_age);
  e->trial = arena_zeroed(p->memory, ages, sizeof *e->trial);
  e->by_lag = arena_zeroed(p->memory, ages, sizeof *e->by_lag);
  e->aged = arena_zeroed(p->memory, ages, sizeof *e->aged);
  if (!e->of_arm || !e->now || !e->lags || !e->by_age || !e->trial || !e->by_lag || !e->aged)
    return status_no_memory();
  set_law(e, v);
  return status_ok;
}

status exposure_entered(const exposure *e, const view *v, int arm)
{
  const int64_t stated = arms_of_law(&e->law.law);
  if (stated <= 1 || v->number[arm] < stated) return status_ok;
  return status_error(STATUS_BAD_PARAMETER, "`delay` states lags for %lld arms, and another one has come.",
                      (long long)stated);
}

/* --- ages --------------------------------------------------------------------------------------- */

static void mature(exposed_arm *a, double weight)
{
  a->matured++;
  a->young--;
  a->gained -= weight;
  if (a->young == 0) a->gained = a->fading = 0;
}

static void age_fixed(exposure *e, policy *p, const view *v)
{
  for (int arm = 0; arm < v->arms; arm++) {
    const int64_t lag = e->of_arm[arm].lag;
    exposed_arm *a = exposed_at(p, arm);
    if (lag < FOREVER && exposed_in(e, p, v, e->known - lag) == a) mature(a, 0);
  }
}

static void age_geometric(exposure *e, policy *p, const view *v)
{
  for (int arm = 0; arm < v->arms; arm++) {
    exposed_arm *a = exposed_at(p, arm);
    const double decay = e->of_arm[arm].decay;
    a->gained += (1 - decay) * a->fading;
    a->fading *= decay;
  }
  exposed_arm *latest = exposed_in(e, p, v, e->known);
  if (latest) latest->fading += 1;
  if (isinf(fmin(e->within, e->law.law.longest))) return;
  exposed_arm *last = exposed_in(e, p, v, e->known - e->oldest);
  if (!last) return;
  const arm_law *law = &e->of_arm[play_at(e, e->known - e->oldest)->arm];
  last->fading -= law->rest;
  mature(last, law->weight);
}

static double mass_at(const exposure *e, int arm, int64_t lag)
{
  if (!e->estimated) return mass_of(&e->law.law, arm, lag);
  return e->by_age[lag] - (lag > 0 ? e->by_age[lag - 1] : 0);
}

static void age_table(exposure *e, policy *p, const view *v)
{
  for (int64_t i = 0; i < e->lag_count; i++) {
    const int64_t round = e->known - e->lags[i];
    exposed_arm *a = exposed_in(e, p, v, round);
    if (a) a->gained += mass_at(e, play_at(e, round)->arm, e->lags[i]);
  }
  const int64_t round = e->known - e->oldest;
  exposed_arm *last = exposed_in(e, p, v, round);
  if (last) mature(last, e->estimated && e->fitted == 0 ? 0 : e->of_arm[play_at(e, round)->arm].weight);
}

static void age_by_a_round(exposure *e, policy *p, const view *v)
{
  e->known++;
  if (e->law.law.fixed) age_fixed(e, p, v);
  else if (e->law.law.mean) age_geometric(e, p, v);
  else age_table(e, p, v);
  while (e->first < e->next && e->known - e->first >= e->oldest) e->first++;
}

static void catch_up(exposure *e, policy *p, const view *v)
{
  const int64_t known = v->in_batches ? v->known : v->round - 1;
  while (e->known < known) age_by_a_round(e, p, v);
}

/* --- a law that is estimated ----------------------------------------------------------------------- */

static bool is_to_be_fitted(const exposure *e)
{
  return e->estimated && e->outcomes >= e->fitted + (e->fitted ? (e->fitted + 4) / 5 : 1);
}

/* Writes F by age. */
static void fit(exposure *e, double *by_age)
{
  const int64_t within = (int64_t)e->within;
  for (int64_t age = 0; age <= within; age++) e->aged[age] = 0;
  for (int64_t round = e->first; round < e->next && round <= e->known; round++)
    if (play_at(e, round)->converted && e->known - round < within) e->aged[e->known - round]++;
  double count = 0;
  for (int64_t j = 0; j <= within; j++) {
    count += (double)e->by_lag[j];
    by_age[j] = count; /* R_j, to begin with */
    count -= (double)e->aged[j];
  }
  double at = 1;
  for (int64_t j = within; j >= 0; j--) {
    const double risk = by_age[j];
    by_age[j] = at;
    if (risk > 0) at *= 1 - (double)e->by_lag[j] / risk;
  }
}

/* The sum of F over the young plays of each arm, in the order of their rounds. */
static void sum_young(const exposure *e, const policy *p, const view *v, const double *by_age, double *sum)
{
  for (int arm = 0; arm < v->arms; arm++) sum[arm] = 0;
  for (int64_t round = e->first; round < e->next && round <= e->known; round++)
    if (exposed_in(e, p, v, round)) sum[play_at(e, round)->arm] += by_age[e->known - round];
}

static void keep_fit(exposure *e, policy *p, const view *v)
{
  const int64_t within = (int64_t)e->within;
  fit(e, e->by_age);
  e->fitted = e->outcomes;
  e->lag_count = 0;
  for (int64_t lag = 0; lag <= within; lag++)
    if (e->by_age[lag] > (lag > 0 ? e->by_age[lag - 1] : 0)) e->lags[e->lag_count++] = lag;
  sum_young(e, p, v, e->by_age, e->now);
  for (int arm = 0; arm < v->arms; arm++) exposed_at(p, arm)->gained = e->now[arm];
}

/* --- hooks ------------------------------------------------------------------------------------------ */

const double *exposures_now(exposure *e, policy *p, const view *v)
{
  catch_up(e, p, v);
  const bool fits = is_to_be_fitted(e), none = e->estimated && e->outcomes == 0;
  if (fits) {
    fit(e, e->trial);
    sum_young(e, p, v, e->trial, e->now);
  }
  for (int arm = 0; arm < v->arms; arm++) {
    const exposed_arm *a = exposed_at(p, arm);
    const arm_law *law = &e->of_arm[arm];
    const double young = fits ? e->now[arm] : a->gained;
    e->now[arm] = none ? 0 : law->kept * ((double)a->matured * law->weight + young);
  }
  return e->now;
}

static bool grow(exposure *e, arena *memory)
{
  const exposure old = *e;
  const int64_t size = old.size ? 2 * old.size : 64;
  exposed_play *ring = arena_zeroed(memory, (size_t)size, sizeof *ring);
  if (!ring) return false;
  e->ring = ring;
  e->size = size;
  for (int64_t round = e->first; round < e->next; round++) *play_at(e, round) = *play_at(&old, round);
  return true;
}

/* Puts down the play of the next round. */
static bool put_down(exposure *e, exposed_play x, arena *memory)
{
  if (e->next - e->first == e->size && !grow(e, memory)) return false;
  *play_at(e, e->next++) = x;
  return true;
}

/* In rounds without a play, of which none has begun, nothing is put down but that. */
static bool put_down_at(exposure *e, int64_t round, exposed_play x, arena *memory)
{
  const exposed_play none = {.arm = -1};
  while (e->next < round)
    if (e->first == e->next && e->known - e->next >= e->oldest) e->first = ++e->next;
    else if (!put_down(e, none, memory)) return false;
  return put_down(e, x, memory);
}

void exposure_played(exposure *e, policy *p, const view *v, const outcome *o)
{
  catch_up(e, p, v);
  if (is_to_be_fitted(e)) keep_fit(e, p, v);
  exposed_arm *a = exposed_at(p, o->arm);
  a->plays++;
  a->young++;
  const exposed_play x = {v->number[o->arm], o->arm, false};
  if (!put_down_at(e, o->start, x, p->memory)) p->failure = status_no_memory();
}

/* An outcome that is late is shown in the round before the one that has begun. */
void exposure_observe(exposure *e, policy *p, const view *v, const outcome *o)
{
  const int64_t lag = v->round - 1 > o->start ? v->round - 1 - o->start : 0;
  if (o->observed == 0 || o->start < e->from || (double)lag > e->within) return;
  exposed_at(p, o->arm)->sum += o->observed;
  if (!e->estimated) return;
  e->by_lag[lag]++;
  e->outcomes++;
  if (o->start >= e->first && o->start < e->next) play_at(e, o->start)->converted = true;
}
