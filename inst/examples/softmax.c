/* Softmax over the means of what was shown, 0 where nothing was. It states its propensities, so that its choices have
 * estimates with weights, a likelihood and, as its state is counts and sums, exact studies. */
#include <unruly/policy.h>

typedef struct softmax_state {
  double temperature;
  double *chance; /* by place in v->actions */
} softmax_state;

static status softmax_start(policy *p, const view *v, const parameters *given)
{
  softmax_state *s = p->state;
  s->temperature = parameters_number(given, "temperature");
  s->chance = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->chance);
  return s->chance ? status_ok : status_no_memory();
}

static double weight(const policy *p, int action)
{
  const tally *t = tally_of(p, action, sizeof(tally));
  return t->pulls > 0 ? tally_mean(t) / ((const softmax_state *)p->state)->temperature : 0;
}

/* A number for each of v->actions, whose sum is 1. Called again it must say the same. */
static bool softmax_chances(policy *p, const view *v, double *chance)
{
  double sum = 0, greatest = weight(p, v->actions[0]);
  for (int i = 1; i < v->action_count; i++) greatest = fmax(greatest, weight(p, v->actions[i]));
  for (int i = 0; i < v->action_count; i++) sum += chance[i] = exp(weight(p, v->actions[i]) - greatest);
  for (int i = 0; i < v->action_count; i++) chance[i] /= sum;
  return true;
}

static int softmax_choose(policy *p, const view *v)
{
  double *chance = ((softmax_state *)p->state)->chance;
  softmax_chances(p, v, chance);
  return v->actions[drawn_by_chances(v, chance, stream_uniform(v->random))];
}

static void softmax_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tally_add((tally *)p->actions + o->action, o->observed);
}

static const policy_type softmax = {
    .constructor = "my_softmax",
    .label = "My softmax",
    .does = "draws an arm, the more often the better it was",
    .paper = "Sutton and Barto 1998",
    .counts_suffice = "",
    .told_suffices = true, /* a choice leaves nothing behind */
    .takes = TAKES({"temperature", A_POSITIVE, USUALLY(0.1)}),
    .state_size = sizeof(softmax_state),
    .action_size = sizeof(tally),
    .start = softmax_start,
    .choose = softmax_choose,
    .chances = softmax_chances,
    .observe = softmax_observe,
};

UNRULY_POLICY(softmax)
