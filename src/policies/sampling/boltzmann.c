/* Boltzmann exploration: untried actions first, in order; then at random, with n
 * plays of an action and xbar the mean of what was observed of it.
 *
 *   softmax (Sutton and Barto 1998, section 2.3; Cesa-Bianchi, Gentile, Lugosi and
 *   Neu 2017, section 3): action i with probability proportional to
 *     exp(rate xbar_i),   rate = 1 / temperature, or c ln t in round t;
 *   by inversion, actions in order, one random number per round.
 *
 * Cost: an exponential a live action and round. */
#include "../search/tally.h"
#include "../../base/elementary.h"

typedef struct boltzmann_state {
  double rate;    /* 1 / temperature, or c */
  bool rising;    /* times ln t */
  double *chance; /* by place in v->actions */
} boltzmann_state;

static const tally *boltzmann_at(const policy *p, int action) { return tally_of(p, action, sizeof(tally)); }

static status boltzmann_start(policy *p, const view *v, const parameters *given)
{
  boltzmann_state *s = p->state;
  s->rising = parameters_given(given, "c");
  s->rate = s->rising ? parameters_number(given, "c") : 1 / parameters_number(given, "temperature");
  s->chance = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->chance);
  return s->chance ? status_ok : status_no_memory();
}

static double rate_now(const boltzmann_state *s, const view *v)
{
  return s->rising ? s->rate * same_log((double)v->round) : s->rate;
}

static double greatest_mean(const policy *p, const view *v)
{
  return tally_mean(boltzmann_at(p, tally_best(p, v, sizeof(tally))));
}

static void weigh(const policy *p, const view *v, double *chance)
{
  const double rate = rate_now(p->state, v), greatest = greatest_mean(p, v);
  double sum = 0;
  for (int i = 0; i < v->action_count; i++)
    chance[i] = rate * (tally_mean(boltzmann_at(p, v->actions[i])) - greatest);
  same_exps(chance, v->action_count);
  for (int i = 0; i < v->action_count; i++) sum += chance[i];
  for (int i = 0; i < v->action_count; i++) chance[i] /= sum;
}

/* The untried action that is played for certain, or -1. */
static int certain_action(policy *p, const view *v, double *chance)
{
  const int first = tally_untried(p, v, sizeof(tally));
  if (first >= 0) sure_chances(v, first, chance);
  else weigh(p, v, chance);
  return first;
}

static bool boltzmann_chances(policy *p, const view *v, double *chance)
{
  certain_action(p, v, chance);
  return true;
}

static int boltzmann_choose_with_chances(policy *p, const view *v, double *chance, bool *known)
{
  const int first = certain_action(p, v, chance);
  *known = true;
  return first >= 0 ? first : v->actions[drawn_by_chances(v, chance, stream_uniform(v->random))];
}

static int boltzmann_choose(policy *p, const view *v)
{
  bool known;
  return boltzmann_choose_with_chances(p, v, ((boltzmann_state *)p->state)->chance, &known);
}

static void boltzmann_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tally_add((tally *)p->actions + o->action, o->observed);
}

const policy_type policy_boltzmann = {
    .constructor = "policy_boltzmann",
    .call = "policy_boltzmann(noise = \"softmax\")",
    .label = "Boltzmann",
    .does = "prefers arms with greater means, by probabilities that grow exponentially with them",
    .paper = "Sutton and Barto 1998, section 2.3",
    .takes = TAKES({"temperature", A_POSITIVE, .not_with = "c", USUALLY(0.1)}, {"c", A_POSITIVE}),
    .told_suffices = true,
    .counts_suffice = "",
    .state_size = sizeof(boltzmann_state),
    .action_size = sizeof(tally),
    .start = boltzmann_start,
    .choose = boltzmann_choose,
    .chances = boltzmann_chances,
    .choose_with_chances = boltzmann_choose_with_chances,
    .observe = boltzmann_observe,
};
