/* UCB1: every arm once, then the one of greatest mean + sqrt(alpha ln t / n). */
#include <unruly/policy.h>

typedef struct ucb1_state {
  index_state index; /* the first member: see policies/search/index.h */
  double alpha;
} ucb1_state;

static double ucb1_value(const policy *p, const view *v, int arm, index_clock c)
{
  (void)v;
  const contender *a = contender_at(p, arm);
  return contender_mean(a) + sqrt(((const ucb1_state *)p->state)->alpha * c.log / (double)a->tally.pulls);
}

/* For speed: the least total with which the index is above a level after n plays. */
static double ucb1_needed(const policy *p, const view *v, int arm, double n, double level, index_clock c)
{
  (void)v, (void)arm;
  return n * (level - sqrt(((const ucb1_state *)p->state)->alpha * c.log / n));
}

static const index_form rule = {.value = ucb1_value, .needed = ucb1_needed, .by_tally = true};

static status ucb1_start(policy *p, const view *v, const parameters *given)
{
  ((ucb1_state *)p->state)->alpha = parameters_number(given, "alpha");
  return index_start(p, v, given);
}

static int ucb1_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &rule); }

static void ucb1_stretch(policy *p, const view *v, int arm, stretch *s)
{
  race_stretch(race_of(p), p, v, v->round, arm, &rule, s);
}

static const policy_type ucb1 = {
    .constructor = "my_ucb1",
    .label = "My UCB1",
    .does = "plays the arm that may be the best, as far as is known",
    .paper = "Auer, Cesa-Bianchi and Fischer 2002",
    .takes = TAKES({"alpha", A_POSITIVE, USUALLY(2)}),
    .state_size = sizeof(ucb1_state),
    .action_size = sizeof(contender),
    .start = ucb1_start,
    .choose = ucb1_choose,
    .stretch = ucb1_stretch,
    .observe = index_observe,
    .observe_run = index_observe_run,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
};

UNRULY_POLICY(ucb1)
