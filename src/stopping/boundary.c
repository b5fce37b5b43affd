/* Group-sequential tests of all arms against a control, at a few looks, each with its own limits. With
 * means and numbers of what was shown of an arm and of the control
 *
 *   gaussian:  Z = (mean - mean_0) / (sd sqrt(1 / m + 1 / m_0))
 *   bernoulli: Z = (p - p_0) / sqrt(q (1 - q) (1 / m + 1 / m_0)), q that of both together; 0 if q is 0 or 1
 *
 * It stops if some Z is at least `upper` and names the arm of the greatest (of equal ones that of the
 * greatest mean, then the lowest number); or, for futility, if all are at most `lower` and no arm is still to
 * come, and names the control. With two sides it names the control if Z is at most -upper. An arm of which
 * nothing was shown, or nothing of the control to compare it with, has no Z. Upper limits may follow the
 * information seen, arm by arm (observed.h). (Jennison and Turnbull 2000,
 * Group Sequential Methods, chapters 2 to 5.) */
#include "observed.h"
#include "scores.h"

typedef struct boundary {
  score_scale scale;
  control_arm control;
  limits upper, lower;
  observed seen;
  bool two_sided;
  int64_t asked; /* when it held last: */
  int named;     /* it names this arm, */
  bool resigned; /* for futility */
} boundary;

static void boundary_start(void *state, const parameters *given)
{
  *(boundary *)state = (boundary){.scale = score_scale_of(given),
                                  .control = control_of(given),
                                  .upper = limits_of(given, "upper"),
                                  .lower = limits_of(given, "lower"),
                                  .two_sided = parameters_number_or(given, "sides", 1) > 1};
  boundary *s = state;
  s->seen = observed_of(given, s->upper.count, (observed_arm *)(s + 1));
}

static bool is_rival(const evidence *e, int arm, int control) { return arm != control && e->there[arm]; }

static bool has_score(const boundary *s, const evidence *e, int arm, int control)
{
  return e->shown[arm] > 0 && was_shown(e, control_beside(&s->control, e, control, arm));
}

static bool is_greater(const evidence *e, double z, int arm, double greatest, int best)
{
  if (best < 0 || z != greatest) return best < 0 || z > greatest;
  if (e->mean[arm] != e->mean[best]) return e->mean[arm] > e->mean[best];
  return e->view->number[arm] < e->view->number[best];
}

/* Among some rivals: the one of greatest Z, or -1. */
typedef struct leading {
  int arm;
  double z;
} leading;

static void compare(const evidence *e, leading *l, int arm, double z)
{
  if (is_greater(e, z, arm, l->z, l->arm)) *l = (leading){arm, z};
}

/* The leading one of all, and of those that cross their upper limit; and whether one is as far below it. */
typedef struct crossing {
  leading all, above;
  bool below;
} crossing;

static crossing compare_all(const boundary *s, const evidence *e, int control)
{
  crossing found = {{-1, 0}, {-1, 0}, false};
  const double planned = limit_at(&s->upper, e->look, INFINITY);
  for (int arm = 0; arm < e->arms; arm++) {
    if (!is_rival(e, arm, control) || !has_score(s, e, arm, control)) continue;
    const int beside = control_beside(&s->control, e, control, arm);
    const double z = score_of(&s->scale, e, arm, beside);
    const double upper = observed_upper(&s->seen, e, arm, beside, planned);
    compare(e, &found.all, arm, z);
    if (reaches_upper(z, upper)) compare(e, &found.above, arm, z);
    found.below = found.below || (s->two_sided && reaches_lower(z, -upper));
  }
  return found;
}

/* All rivals are among those that were compared. */
static bool all_were_compared(const boundary *s, const evidence *e, int control)
{
  for (int arm = 0; arm < e->arms; arm++)
    if (is_rival(e, arm, control) && !has_score(s, e, arm, control)) return false;
  return !e->more_to_come;
}

static bool boundary_says(void *state, const evidence *e)
{
  boundary *s = state;
  const int control = control_place(&s->control, e);
  if (!was_shown(e, control)) return false;
  const crossing found = compare_all(s, e, control);
  if (found.all.arm < 0) return false;
  const bool crosses = found.above.arm >= 0;
  s->resigned = !crosses && !found.below &&
                reaches_lower(found.all.z, limit_at(&s->lower, e->look, -INFINITY)) &&
                all_were_compared(s, e, control);
  if (!crosses && !found.below && !s->resigned) return false;
  s->named = crosses ? found.above.arm : control;
  s->asked = e->asked;
  return true;
}

static int boundary_names(const void *state, const evidence *e)
{
  const boundary *s = state;
  return s->asked == e->asked ? s->named : -1;
}

static bool boundary_resigns(const void *state) { return ((const boundary *)state)->resigned; }

const stopping_type stopping_boundary = {
    .name = "boundary",
    .takes = TAKES(TAKES_CONTROL(REQUIRED, USUALLY(1)), {"upper", A_NUMBER, .size = SIZE_ANY, REQUIRED},
                   {"lower", A_NUMBER, .size = SIZE_ANY}, TAKES_LOOKS, {"sides", A_WHOLE(1, 2), USUALLY(1)},
                   TAKES_SCORE_MARGIN, TAKES_SCORES, TAKES_CONCURRENT, TAKES_OBSERVED),
    .state_size = sizeof(boundary),
    .place_size = sizeof(observed_arm),
    .uses_places = follows_information,
    .start = boundary_start,
    .says = boundary_says,
    .names = boundary_names,
    .resigns = boundary_resigns,
};
