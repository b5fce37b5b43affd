/* Takes an arm out by a posterior probability: that its mean exceeds the control's by more than `margin`, or,
 * without a control, that it is the best of the arms left (beliefs.h); of hazards, that it is less than the
 * control's, which counts in full. It is dropped below `below`, graduates
 * above `above`. Nothing holds before the control, or each arm left, has an outcome. */
#include "beliefs.h"
#include "../model/control.h"

typedef struct leave_posterior {
  belief_scale scale;
  control_arm control;
  double margin, below, above;
} leave_posterior;

static void leave_start(void *state, const parameters *given)
{
  leave_posterior *s = state;
  *s = (leave_posterior){.scale = belief_scale_of(given),
                         .control = control_of(given),
                         .below = parameters_number_or(given, "below", -1),
                         .above = parameters_number_or(given, "above", 2)};
  s->margin = parameters_number_or(given, "margin", 0) * (s->scale.beta ? s->scale.unit.per_width : 1);
}

/* Returns the probability of this arm, or NAN if it is not to be judged. */
static double probability_of(leave_posterior *s, const evidence *e, int arm)
{
  if (s->scale.survival && !hazards_were_seen(e)) return NAN;
  if (!is_controlled(&s->control)) return can_be_compared(e) ? belief_is_best(&s->scale, e, arm) : NAN;
  const int control = control_place(&s->control, e), beside = control_beside(&s->control, e, control, arm);
  if (control == arm || !was_shown(e, beside)) return NAN;
  if (s->scale.survival) return hazard_is_less(e, arm, control);
  const belief own = belief_of(&s->scale, e, arm), other = belief_of(&s->scale, e, beside);
  return belief_exceeds(&own, &other, s->margin);
}

static bool leave_judges(void *state, const evidence *e, int arm)
{
  leave_posterior *s = state;
  const double probability = probability_of(s, e, arm);
  return probability < s->below || probability > s->above;
}

#define LEAVE_TYPE(name_, concurrent_, ...)                                                \
  {                                                                                        \
    .name = (name_), .takes = TAKES(__VA_ARGS__, TAKES_BELIEFS, TAKES_LOOKS, concurrent_), \
    .state_size = sizeof(leave_posterior), .start = leave_start, .judges = leave_judges    \
  }

const stopping_type leaving_drop_posterior =
    LEAVE_TYPE("drop_posterior", TAKES_CONCURRENT_IF_CONTROL, {"below", A_CHANCE, USUALLY(0.05)},
               TAKES_CONTROL(.required = false), {"margin", A_NUMBER, USUALLY(0), .only_with = "control"});
const stopping_type leaving_graduate_posterior =
    LEAVE_TYPE("graduate_posterior", TAKES_CONCURRENT, {"above", A_CHANCE, USUALLY(0.975)},
               TAKES_CONTROL(REQUIRED, USUALLY(1)), {"margin", A_NUMBER, USUALLY(0)});
