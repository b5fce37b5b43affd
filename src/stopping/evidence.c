/* Evidence: stops when some arm is better than a control, or than a threshold, by more than `margin` (or
 * worse, where that is asked for), with the evidence of inference/evidence.h against the contrary of at least
 * ln(m / error), for m comparisons. It names that arm, of several the one of greatest evidence, in a tie the
 * lowest.
 *
 * If no arm is better by more than the margin, each of the m statements "it is" is made with a probability of
 * at most error / m, at whatever time, so the game is stopped with one of at most `error`. Cost: a look at
 * each arm per round, and the evidence of those that an outcome changed. */
#include "control.h"
#include "mixture.h"

typedef struct compared_arm {
  arm_sums sums;
  double seen, control_seen; /* outcomes when it was last looked at, in vain */
} compared_arm;

typedef struct compared {
  mixture mixture;
  control control;
  double threshold, margin, side; /* side: 1 for better, -1 for worse */
  int64_t round;                  /* in which it held, */
  int named;                      /* and what it names then */
  compared_arm arm[];
} compared;

static void compared_start(void *state, const parameters *given)
{
  compared *s = state;
  mixture_start(&s->mixture, given);
  const double width = mixture_is_unit(&s->mixture) ? s->mixture.scale.per_width : 1;
  s->control = control_of(given);
  s->side = parameters_text_is(given, "alternative", "less") ? -1 : 1;
  s->margin = s->side * parameters_number(given, "margin") * width;
  s->threshold = parameters_number_or(given, "threshold", 0);
  if (mixture_is_unit(&s->mixture)) s->threshold = (s->threshold - s->mixture.scale.from) * width;
  s->round = -1;
}

static void compared_shown(void *state, const evidence *e, int arm, double observed)
{
  compared *s = state;
  compared_arm *a = &s->arm[arm];
  if (e->shown[arm] == 1) a->seen = 0;
  mixture_shown(&s->mixture, &a->sums, e->shown[arm], observed);
}

static evidence_sums sums_of(const compared *s, const evidence *e, int arm)
{
  return mixture_sums(&s->mixture, &s->arm[arm].sums, e, arm);
}

/* The evidence that this arm is on its side, -Inf if it does not look so. */
static double evidence_for(const compared *s, const evidence *e, int arm, int control)
{
  const mixture *m = &s->mixture;
  const evidence_sums one = sums_of(s, e, arm);
  if (control < 0) {
    const double edge = s->threshold + s->margin;
    return s->side * (one.mean - edge) > 0 ? evidence_against(m->family, &one, edge, m->spread) : -INFINITY;
  }
  const evidence_sums other = sums_of(s, e, control);
  if (!(s->side * (one.mean - other.mean - s->margin) > 0)) return -INFINITY;
  return evidence_of_pair(m->family, &one, &other, s->margin, m->spread);
}

/* Nothing has changed since it was not enough. */
static bool was_in_vain(const compared *s, const evidence *e, int arm, double of_control)
{
  const compared_arm *a = &s->arm[arm];
  return !e->plain && !e->view->anew && a->seen == e->shown[arm] && a->control_seen == of_control;
}

static bool compared_says(void *state, const evidence *e)
{
  compared *s = state;
  const int control = control_place(&s->control, e);
  if (control_is_given(&s->control) && !was_shown(e, control)) return false;
  const double of_control = control < 0 ? 0 : e->shown[control];
  if (mixture_expect(&s->mixture, e->known - control_is_given(&s->control)))
    for (int arm = 0; arm < e->arms; arm++) s->arm[arm].seen = 0;
  const double enough = control < 0 ? s->mixture.level : s->mixture.level_of_two;
  double greatest = -INFINITY;
  for (int arm = 0; arm < e->arms; arm++) {
    if (arm == control || !e->there[arm] || !was_shown(e, arm) || was_in_vain(s, e, arm, of_control))
      continue;
    const double found = evidence_for(s, e, arm, control);
    s->arm[arm].seen = found < enough ? e->shown[arm] : 0;
    s->arm[arm].control_seen = of_control;
    if (found < enough || found <= greatest) continue;
    greatest = found;
    s->named = arm;
    s->round = e->round;
  }
  return greatest >= enough;
}

static int compared_names(const void *state, const evidence *e)
{
  const compared *s = state;
  return s->round == e->round ? s->named : -1;
}

const stopping_type stopping_evidence = {
    .name = "evidence",
    .takes =
        TAKES(TAKES_CONTROL, {"threshold", A_NUMBER, .optional = true},
              {"error", A_POSITIVE_CHANCE, .below = true}, {"margin", NOT_NEGATIVE},
              {"alternative", A_TEXT("greater|less")}, {"family", A_TEXT("bernoulli|gaussian|bounded|t")},
              {"range", A_RANGE, .optional = true}, {"sd", A_POSITIVE, .optional = true},
              {"narrowest", BETWEEN(1, LARGEST_NUMBER), .optional = true}, TAKES_LOOKS),
    .state_size = sizeof(compared),
    .arm_size = sizeof(compared_arm),
    .start = compared_start,
    .says = compared_says,
    .shown = compared_shown,
    .names = compared_names,
};
