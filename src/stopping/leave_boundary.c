/* Takes an arm out at a limit for its Z against a control, at a few looks (scores.h): it is dropped at
 * `lower`, graduates at `upper`. */
#include "observed.h"
#include "scores.h"

typedef struct leave_boundary {
  score_scale scale;
  control_arm control;
  limits upper, lower;
  observed seen;
} leave_boundary;

static void leave_start(void *state, const parameters *given)
{
  *(leave_boundary *)state = (leave_boundary){.scale = score_scale_of(given),
                                              .control = control_of(given),
                                              .upper = limits_of(given, "upper"),
                                              .lower = limits_of(given, "lower")};
  leave_boundary *s = state;
  s->seen = observed_of(given, s->upper.count, (observed_arm *)(s + 1));
}

static bool leave_judges(void *state, const evidence *e, int arm)
{
  leave_boundary *s = state;
  const int control = control_place(&s->control, e), beside = control_beside(&s->control, e, control, arm);
  if (control == arm || !was_shown(e, beside)) return false;
  const double z = score_of(&s->scale, e, arm, beside);
  const double upper = limit_at(&s->upper, e->look, INFINITY);
  return reaches_upper(z, observed_upper(&s->seen, e, arm, beside, upper)) ||
         reaches_lower(z, limit_at(&s->lower, e->look, -INFINITY));
}

#define LEAVE_TYPE(name_, ...)                                                                        \
  {                                                                                                   \
    .name = (name_),                                                                                  \
    .takes = TAKES(__VA_ARGS__, TAKES_LOOKS, TAKES_CONTROL(REQUIRED, USUALLY(1)), TAKES_SCORE_MARGIN, \
                   TAKES_SCORES, TAKES_CONCURRENT),                                                   \
    .state_size = sizeof(leave_boundary), .place_size = sizeof(observed_arm),                         \
    .uses_places = follows_information, .start = leave_start, .judges = leave_judges                  \
  }

const stopping_type leaving_drop_boundary =
    LEAVE_TYPE("drop_boundary", {"lower", A_NUMBER, .size = SIZE_ANY, REQUIRED});
const stopping_type leaving_graduate_boundary =
    LEAVE_TYPE("graduate_boundary", {"upper", A_NUMBER, .size = SIZE_ANY, REQUIRED}, TAKES_OBSERVED);
