/* Efficacy: stops when some arm is better than a control, or than a threshold, by more than `margin` (or
 * worse, with `alternative` "less"): when the least evidence against "by no more than that" (mixture.h) of an
 * arm whose mean lies on that side is at least ln(m / error), m arms being compared. It names that arm; of
 * several the one of greatest evidence, then the lowest. Each such statement is wrong with a probability of
 * error / m at most, whenever it is made and whatever is played.
 *
 * Cost: a few operations per arm and round, as long as what was known of an arm's evidence, and what its new
 * outcomes can have added, stay below the level. */
#include "../model/control.h"
#include "mixture.h"

typedef struct evident {
  double margin, threshold; /* margin: of an arm over the control, negative if worse ones are looked for */
  bool less;
  control_arm control;
  int64_t asked; /* when it said so last, */
  int named;     /* of this arm */
  mixture mixture;
  compared place[];
} evident;

static void evidence_start(void *state, const parameters *given)
{
  evident *s = state;
  const double margin = parameters_number(given, "margin");
  s->less = parameters_text_is(given, "alternative", "less");
  s->margin = s->less ? -margin : margin;
  s->threshold = parameters_number_or(given, "threshold", 0);
  s->control = control_of(given);
  s->mixture = mixture_of(given);
}

static bool evidence_learns(const void *state) { return mixture_learns(&((const evident *)state)->mixture); }

static void evidence_learn(void *state, int arm, double observed)
{
  evident *s = state;
  mixture_learn(&s->mixture, &s->place[arm], observed);
}

static void evidence_forget(void *state, int arm)
{
  ((evident *)state)->place[arm] = (compared){.bound = {.found = false}};
}

/* The difference of two arms, or the mean of one, that the evidence is against. */
static double without_effect(const evident *s, int against)
{
  return s->margin + (against < 0 ? s->threshold : 0);
}

static bool is_on_its_side(const evident *s, const evidence *e, int arm, int against)
{
  const double estimate = e->mean[arm] - (against < 0 ? 0 : e->mean[against]),
               none = without_effect(s, against);
  return s->less ? estimate < none : estimate > none;
}

static bool reaches(evident *s, const evidence *e, int arm, int against)
{
  if (arm == against || !e->there[arm] || e->shown[arm] == 0 || !is_on_its_side(s, e, arm, against))
    return false;
  const double none = without_effect(s, against);
  compared *c = &s->place[arm];
  return !mixture_stays_below(&s->mixture, e, c, arm, against) &&
         mixture_reaches(&s->mixture, e, s->place, c, arm, against, none);
}

/* The arm of greatest evidence among those that reach the level, or -1. What each has is computed only if
 * there are several. */
static int greatest(evident *s, const evidence *e, int against)
{
  int best = -1;
  double most = -INFINITY;
  for (int arm = 0; arm < e->arms; arm++) {
    if (!reaches(s, e, arm, against)) continue;
    const double value = mixture_evidence(&s->mixture, e, s->place, arm, against, without_effect(s, against));
    const bool is_lower = best >= 0 && value == most && e->view->number[arm] < e->view->number[best];
    if (best >= 0 && !(value > most) && !is_lower) continue;
    best = arm;
    most = value;
  }
  return best;
}

static bool evidence_says(void *state, const evidence *e)
{
  evident *s = state;
  const int against = control_place(&s->control, e);
  const bool controlled = is_controlled(&s->control);
  if (controlled && !was_shown(e, against)) return false;
  mixture_divide(&s->mixture, e->known - (controlled ? 1 : 0), controlled, s->place, e->arms);
  s->named = greatest(s, e, against);
  s->asked = e->asked;
  return s->named >= 0;
}

static int evidence_names(const void *state, const evidence *e)
{
  const evident *s = state;
  return s->asked == e->asked ? s->named : -1;
}

const stopping_type stopping_evidence = {
    .name = "evidence",
    .takes = TAKES(TAKES_CONTROL_OR_THRESHOLD, {"margin", NOT_NEGATIVE, USUALLY(0)},
                   {"error", A_POSITIVE_CHANCE, .below = true, USUALLY(0.05)},
                   {"alternative", A_TEXT("greater|less"), USUALLY(FIRST_CHOICE), REQUIRED},
                   {"family", A_TEXT("bernoulli|gaussian|bounded|t"), FROM_BANDIT},
                   TAKES_EVIDENCE(.only_if = NULL), TAKES_LOOKS),
    .state_size = sizeof(evident),
    .place_size = sizeof(compared),
    .start = evidence_start,
    .learns = evidence_learns,
    .learn = evidence_learn,
    .forget = evidence_forget,
    .says = evidence_says,
    .names = evidence_names,
};
