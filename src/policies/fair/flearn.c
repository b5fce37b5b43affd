/* Flearn, fair learning (Patil, Ghalme, Nair and Narahari 2020, as Fang, Li and Samorodnitsky
 * 2022, section 3, state it). With n plays of arm k before round t: if tau_k (t - 1) - n > alpha
 * for some arm, the arm where it is greatest, the lowest in a tie; else what the learner inside
 * chooses, which learns from every play. The learner is UCB1, or (ours) Thompson sampling. Cost: a
 * look at every arm per round, and the learner's. */
#include "../../model/policy.h"

extern const policy_type policy_ucb1, policy_thompson;

typedef struct flearn_arm {
  int64_t plays;
} flearn_arm;

typedef struct flearn_state {
  double alpha;
  const policy_type *learner;
  policy inside;
} flearn_state;

/* The learner is to read none of Flearn's own parameters but the family. */
static status start_learner(flearn_state *s, const view *v, const parameters *given)
{
  const parameter *family = parameters_any(given, "family");
  const parameters own = {.items = family, .count = family != NULL},
                   of_learner = policy_parameters(s->learner, &own);
  return s->learner->start(&s->inside, v, &of_learner);
}

static status flearn_start(policy *p, const view *v, const parameters *given)
{
  flearn_state *s = p->state;
  s->alpha = parameters_number(given, "alpha");
  s->learner = parameters_text_is(given, "learner", "thompson") ? &policy_thompson : &policy_ucb1;
  s->inside.memory = p->memory;
  s->inside.depth = p->depth + 1;
  s->inside.state = arena_zeroed(p->memory, 1, s->learner->state_size);
  s->inside.actions = arena_zeroed(p->memory, (size_t)v->arms, s->learner->action_size);
  if (!s->inside.state || !s->inside.actions) return status_no_memory();
  return start_learner(s, v, given);
}

/* The arm that is furthest behind its share, if by more than alpha; else -1. */
static int arm_in_need(const policy *p, const view *v)
{
  int neediest = -1;
  double most = 0;
  for (int i = 0; i < v->live_count; i++) {
    const int arm = v->live[i];
    const double behind =
        v->share[arm] * (double)(v->round - 1) - (double)((flearn_arm *)p->actions)[arm].plays;
    if (neediest < 0 || behind > most) neediest = arm, most = behind;
  }
  return most > ((const flearn_state *)p->state)->alpha ? neediest : -1;
}

static int flearn_choose(policy *p, const view *v)
{
  flearn_state *s = p->state;
  const int needy = arm_in_need(p, v);
  return needy >= 0 ? needy : s->learner->choose(&s->inside, v);
}

static bool flearn_chances(policy *p, const view *v, double *chance)
{
  flearn_state *s = p->state;
  const int needy = arm_in_need(p, v);
  if (needy < 0) {
    const bool known = policy_chances(s->learner, &s->inside, v, chance);
    p->failure = s->inside.failure;
    return known;
  }
  sure_chances(v, needy, chance);
  return true;
}

static void flearn_played(policy *p, const view *v, const outcome *o)
{
  flearn_state *s = p->state;
  ((flearn_arm *)p->actions)[o->arm].plays++;
  if (s->learner->played) s->learner->played(&s->inside, v, o);
}

static void flearn_observe(policy *p, const view *v, const outcome *o)
{
  flearn_state *s = p->state;
  s->learner->observe(&s->inside, v, o);
}

static void flearn_arm_entered(policy *p, const view *v, int arm)
{
  flearn_state *s = p->state;
  if (!v->away)
    memset((char *)s->inside.actions + s->learner->action_size * (size_t)arm, 0, s->learner->action_size);
  if (s->learner->arm_entered) s->learner->arm_entered(&s->inside, v, arm);
}

static void flearn_arm_left(policy *p, const view *v, int arm)
{
  flearn_state *s = p->state;
  if (s->learner->arm_left) s->learner->arm_left(&s->inside, v, arm);
}

const policy_type policy_flearn = {
    .constructor = "policy_flearn",
    .label = "Flearn",
    .does = "gives each arm that is too far behind its fair share a pull, and plays by another "
            "rule otherwise",
    .paper = "Patil, Ghalme, Nair and Narahari 2020",
    .takes = TAKES({"alpha", NOT_NEGATIVE, USUALLY(0)},
                   {"learner", A_TEXT("ucb1|thompson"), USUALLY(FIRST_CHOICE)},
                   {"family", A_TEXT("bernoulli|gaussian"), .bounded = "A beta prior",
                    .only_if = "learner=thompson", FROM_BANDIT}),
    .needs = HAS_FAIRNESS,
    .refuses = HAS_WAITING,
    .told_suffices = true,
    .state_size = sizeof(flearn_state),
    .action_size = sizeof(flearn_arm),
    .start = flearn_start,
    .choose = flearn_choose,
    .chances = flearn_chances,
    .played = flearn_played,
    .observe = flearn_observe,
    .arm_entered = flearn_arm_entered,
    .arm_left = flearn_arm_left,
};
