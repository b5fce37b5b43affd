#include "targets.h"
#include "../../base/elementary.h"
#include <math.h>

/* --- what was asked for ----------------------------------------------------------- */

static int arms_known(const view *v) { return v->described > 0 ? v->described : v->arms; }

static enum target target_of(const parameters *given)
{
  static const char *const names[] = {"equal", "best", "better", "neyman", "rsihr", "failures"};
  for (int i = BEST; i <= FAILURES; i++)
    if (parameters_text_is(given, "target", names[i])) return (enum target)i;
  return EQUAL;
}

static status open_target(trial_targets *s, const view *v, const parameters *given)
{
  const parameter *ratio = parameters_find(given, "target");
  s->target = ratio ? EQUAL : target_of(given);
  if (!ratio) return status_ok;
  s->ratio = ratio->values;
  s->ratios = ratio->length;
  if (s->ratios == arms_known(v)) return status_ok;
  return status_error(STATUS_BAD_PARAMETER, "`target` has %lld number%s, but the bandit has %d arm%s.",
                      (long long)s->ratios, s->ratios == 1 ? "" : "s", arms_known(v),
                      arms_known(v) == 1 ? "" : "s");
}

static double control_number(const view *v, const parameters *given)
{
  for (int arm = 0; v->name && arm < arms_known(v); arm++)
    if (parameters_text_is(given, "control", v->name[arm])) return arm + 1;
  return parameters_number_or(given, "control", 1);
}

static status open_control(trial_targets *s, const view *v, const parameters *given)
{
  s->control = described_arm(-1);
  if (!parameters_any(given, "control")) return status_ok;
  const double control = control_number(v, given);
  s->control = described_arm((int)control - 1);
  if (control <= arms_known(v)) return status_ok;
  return status_error(STATUS_BAD_PARAMETER, "`control` is arm %.0f, but the bandit has %d arm%s.", control,
                      arms_known(v), arms_known(v) == 1 ? "" : "s");
}

static status open_share(trial_targets *s, const parameters *given)
{
  s->given = parameters_number_or(given, "control_share", NAN);
  s->laid = parameters_text_is(given, "control_share", "sqrt")       ? SHARE_SQRT
            : parameters_text_is(given, "control_share", "greatest") ? SHARE_GREATEST
            : parameters_text_is(given, "control_share", "matched")  ? SHARE_MATCHED
            : !isnan(s->given)                                       ? SHARE_GIVEN
            : s->target == BETTER                                    ? SHARE_MATCHED
                                                                     : NO_SHARE;
  if (s->control.arm >= 0 || s->laid == NO_SHARE) return status_ok;
  return status_error(STATUS_BAD_PARAMETER, "A share of the control needs `control`.");
}

/* The power that was given, with the growth of its own or none, or the authors'. */
static void open_power(trial_targets *s, const parameters *given)
{
  const parameter *power = parameters_find(given, "power");
  s->power[0] = s->target == BETTER ? 10 : 0.5;
  s->power[1] = s->target == BETTER ? 0.75 : 1;
  if (!power) return;
  s->power[0] = power->values[0];
  s->power[1] = power->length > 1 ? power->values[1] : 0;
}

static draw_kind kind_of(const trial_targets *s)
{
  return s->survival ? DRAW_LEAST_GAMMA : s->bernoulli ? DRAW_BETA : DRAW_NORMAL;
}

status targets_open(trial_targets *s, policy *p, const view *v, const parameters *given)
{
  status opened = open_target(s, v, given);
  if (!opened.code) opened = open_control(s, v, given);
  if (!opened.code) opened = open_share(s, given);
  if (opened.code) return opened;
  open_power(s, given);
  s->survival = parameters_text_is(given, "family", "survival");
  s->bernoulli = !s->survival && !parameters_text_is(given, "family", "gaussian");
  s->sd = parameters_number(given, "sd");
  s->range = reward_range_of(given);
  const bool by_posterior = s->target == BEST || s->target == BETTER;
  if (s->survival && by_posterior && !v->lives) return status_error(STATUS_BAD_PARAMETER, ONLY_TIMES_LIVED);
  if (!s->bernoulli && (s->target == RSIHR || s->target == FAILURES))
    return status_error(STATUS_BAD_PARAMETER, "This target is for Bernoulli rewards.");
  if (s->target != BETTER) return status_ok;
  /* an exact study compares the bytes of the state, so it has its memory from the start */
  s->better = arena_zeroed(p->memory, 1, sizeof *s->better);
  if (s->better) greatest_open(s->better, kind_of(s), p->memory);
  s->law = arena_zeroed(p->memory, (size_t)v->arms + 1, sizeof *s->law);
  return s->better && s->law ? status_ok : status_no_memory();
}

bool targets_need_squares(const trial_targets *s) { return s->target == NEYMAN && !s->bernoulli; }
bool targets_follow(const trial_targets *s)
{
  return s->survival && (s->target == BEST || s->target == BETTER);
}

/* --- what was shown ------------------------------------------------------------------ */

/* Returns the outcomes shown of all arms that were ever played. */
static double shown_of_all(const trial_targets *s, const policy *p, const view *v)
{
  int64_t shown = s->gone_shown;
  for (int arm = 0; arm < v->arms; arm++)
    if (!allocation_at(p, arm)->gone) shown += allocation_at(p, arm)->tally.pulls;
  return (double)shown;
}

static double fraction_shown(const trial_targets *s, const policy *p, const view *v)
{
  return shown_of_all(s, p, v) / (double)v->horizon;
}

/* Returns whether it is there or not. */
static const allocation_arm *control_of(const trial_targets *s, const policy *p, const view *v)
{
  return is_at_its_place(v, s->control) ? allocation_at(p, s->control.arm) : &s->control_left;
}

/* Its place in v->live; -1 if it cannot be played, or there is none. */
static int control_place(const trial_targets *s, const view *v)
{
  return is_there(v, s->control) ? live_before(v, s->control.number) : -1;
}

static bool all_were_shown(const policy *p, const view *v)
{
  for (int i = 0; i < v->live_count; i++)
    if (allocation_at(p, v->live[i])->tally.pulls == 0) return false;
  return true;
}

static double success_rate(const allocation_arm *a)
{
  return (a->tally.total + 0.5) / ((double)a->tally.pulls + 1);
}

static draw_law posterior_of(const trial_targets *s, const allocation_arm *a)
{
  const double n = (double)a->tally.pulls;
  if (s->bernoulli) return (draw_law){1 + a->tally.total, 1 + n - a->tally.total};
  return (draw_law){tally_mean(&a->tally), s->sd / sqrt(n)};
}

followed *targets_followed(const policy *p, int arm) { return &allocation_at(p, arm)->followed; }

/* --- weights ----------------------------------------------------------------------------- */

static void all_equal(const view *v, double *weight)
{
  for (int i = 0; i < v->live_count; i++) weight[i] = 1;
}

static double exponent_now(const trial_targets *s, const policy *p, const view *v)
{
  return s->power[1] > 0 ? s->power[0] * same_pow(fraction_shown(s, p, v), s->power[1]) : s->power[0];
}

/* Powers of what is at least 0, the greatest made 1: nothing vanishes altogether. One of them may be left
 * out. */
static void raise_to(double power, int but, int count, double *weight)
{
  double greatest = 0;
  for (int i = 0; i < count; i++)
    if (i != but) greatest = fmax(greatest, weight[i]);
  for (int i = 0; i < count; i++)
    if (i != but) weight[i] = power == 0 || greatest == 0 ? 1 : same_pow(weight[i] / greatest, power);
}

static bool weigh_best(trial_targets *s, policy *p, const view *v, double *weight)
{
  const double power = exponent_now(s, p, v);
  all_equal(v, weight);
  if (power == 0 || v->live_count == 1) return true;
  if (!s->bernoulli && !s->survival && !all_were_shown(p, v)) return true;
  best_arm *best = best_arm_open(p, v);
  if (!best) return false;
  if (s->survival) {
    if (!hazards_laws(p, v, targets_followed, best->law)) return true;
  } else
    for (int i = 0; i < v->live_count; i++) best->law[i] = posterior_of(s, allocation_at(p, v->live[i]));
  if (!best_arm_find(best, kind_of(s), v->live_count, p, v)) return false;
  memcpy(weight, best->chance, (size_t)v->live_count * sizeof *weight);
  raise_to(power, -1, v->live_count, weight);
  return true;
}

/* The probability that a draw from the first distribution exceeds one from the second; NAN without memory. */
static double chance_to_exceed(trial_targets *s, draw_law first, draw_law second)
{
  const draw_law law[2] = {first, second};
  double chance[2];
  greatest_forget(s->better); /* what was asked before is not seen in the last digits */
  return greatest_chances(s->better, law, 2, chance) ? chance[0] : NAN;
}

/* The control is one of those that are compared, whether it can be played or not. */
static bool find_hazards(trial_targets *s, policy *p, const view *v)
{
  const int at = control_place(s, v);
  followed control = control_of(s, p, v)->followed;
  for (int i = 0; i < v->live_count; i++) s->law[i] = hazard_seen(targets_followed(p, v->live[i]), v);
  if (at < 0) s->law[v->live_count] = hazard_seen(&control, v);
  return hazards_pool(s->law, v->live_count + (at < 0));
}

static bool weigh_better(trial_targets *s, policy *p, const view *v, double *weight)
{
  const double power = exponent_now(s, p, v);
  const allocation_arm *control = control_of(s, p, v);
  const int at = control_place(s, v);
  all_equal(v, weight);
  if (power == 0) return true;
  if (s->survival) {
    if (!find_hazards(s, p, v)) return true;
  } else {
    if (!s->bernoulli && (control->tally.pulls == 0 || !all_were_shown(p, v))) return true;
    for (int i = 0; i < v->live_count; i++) s->law[i] = posterior_of(s, allocation_at(p, v->live[i]));
    if (at < 0) s->law[v->live_count] = posterior_of(s, control);
  }
  const draw_law beside = s->law[at < 0 ? v->live_count : at];
  for (int i = 0; i < v->live_count; i++) {
    if (i == at) continue;
    weight[i] = chance_to_exceed(s, s->law[i], beside);
    if (!isnan(weight[i])) continue;
    p->failure = status_no_memory();
    return false;
  }
  raise_to(power, at, v->live_count, weight);
  return true;
}

static double deviation(const trial_targets *s, const allocation_arm *a)
{
  if (!s->bernoulli) return a->tally.pulls < 2 ? 0 : sqrt(a->squares / (double)(a->tally.pulls - 1));
  const double p = success_rate(a);
  return sqrt(p * (1 - p));
}

static void weigh_by_deviation(const trial_targets *s, const policy *p, const view *v, double *weight)
{
  bool known = true;
  for (int i = 0; i < v->live_count; i++) {
    weight[i] = deviation(s, allocation_at(p, v->live[i]));
    known = known && weight[i] > 0;
  }
  if (!known) all_equal(v, weight);
  const int at = control_place(s, v);
  if (at >= 0 && v->live_count > 1) weight[at] *= sqrt((double)v->live_count - 1);
}

/* An arm of which an agent heard later has the number 1. */
static void weigh_by_ratio(const trial_targets *s, const view *v, double *weight)
{
  all_equal(v, weight);
  for (int i = 0; s->ratio && i < v->live_count; i++)
    if (v->number[v->live[i]] < s->ratios) weight[i] = s->ratio[v->number[v->live[i]]];
}

bool targets_weigh(trial_targets *s, policy *p, const view *v, double *weight)
{
  switch (s->target) {
  case BEST: return weigh_best(s, p, v, weight);
  case BETTER: return weigh_better(s, p, v, weight);
  case NEYMAN: weigh_by_deviation(s, p, v, weight); return true;
  case EQUAL: weigh_by_ratio(s, v, weight); return true;
  default: break;
  }
  for (int i = 0; i < v->live_count; i++) {
    const double rate = success_rate(allocation_at(p, v->live[i]));
    weight[i] = s->target == RSIHR ? sqrt(rate) : 1 / (1 - rate);
  }
  return true;
}

/* --- shares ---------------------------------------------------------------------------- */

/* They sum to `whole`; one of them may be left out. */
static void scale_to(double whole, int but, int count, double *weight)
{
  double sum = 0;
  for (int i = 0; i < count; i++) sum += i == but ? 0 : weight[i];
  for (int i = 0; i < count; i++)
    if (i != but) weight[i] *= whole / sum;
}

/* Beside that of the others, which sum to 1. */
static double matched_weight(const trial_targets *s, const policy *p, const view *v, int at)
{
  int64_t most = 0;
  for (int i = 0; i < v->live_count; i++)
    if (i != at && allocation_at(p, v->live[i])->plays > most) most = allocation_at(p, v->live[i])->plays;
  const double ahead = (double)(most - allocation_at(p, v->live[at])->plays);
  return same_exp(fmin(50, 0.25 * fraction_shown(s, p, v) * ahead)) / ((double)v->live_count - 1);
}

static double greatest_but(int but, int count, const double *weight)
{
  double greatest = 0;
  for (int i = 0; i < count; i++)
    if (i != but) greatest = fmax(greatest, weight[i]);
  return greatest;
}

static double share_of_control(const trial_targets *s, const policy *p, const view *v, int at,
                               const double *share)
{
  if (s->laid == SHARE_GIVEN) return s->given;
  if (s->laid == SHARE_SQRT) return 1 / (1 + sqrt((double)v->live_count - 1));
  const double weight =
      s->laid == SHARE_GREATEST ? greatest_but(at, v->live_count, share) : matched_weight(s, p, v, at);
  return weight / (1 + weight);
}

void targets_share(const trial_targets *s, const policy *p, const view *v, double *share)
{
  const int at = s->laid == NO_SHARE || v->live_count == 1 ? -1 : control_place(s, v);
  scale_to(1, at, v->live_count, share);
  if (at < 0) return;
  share[at] = share_of_control(s, p, v, at, share);
  scale_to(1 - share[at], at, v->live_count, share);
}
