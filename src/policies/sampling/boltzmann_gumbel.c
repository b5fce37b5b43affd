/* Boltzmann-Gumbel (Cesa-Bianchi, Gentile, Lugosi and Neu 2017, section 4, Algorithm 1): untried actions
 * first, in order; then, with n plays of an action and xbar the mean of what was observed of it,
 *
 *   argmax xbar + sqrt(C^2 / n) Z,   Z standard Gumbel, independent,
 *
 * C = sd; ties to the lowest action. Z is -ln y, y the height of the action's lane, but of the action of
 * greatest xbar -ln(-ln(1 - exp(-y))): draws are made as those of policy_thompson() (draw_race.h). Cost:
 * that of Gaussian Thompson sampling. */
#include "draw_race.h"
#include "foresight.h"
#include "../search/tally.h"

typedef struct gumbel_state {
  double sd;
  bool all_known; /* something was seen of all that are there: for speed, not in plain mode */
  draw_race *race;
  foresight foresight;
} gumbel_state;

static const tally *gumbel_at(const policy *p, int action) { return tally_of(p, action, sizeof(tally)); }

static posterior posterior_of(const policy *p, int action)
{
  const tally *a = gumbel_at(p, action);
  return normal_posterior(tally_mean(a), sqrt((double)a->pulls) / ((const gumbel_state *)p->state)->sd);
}

static status gumbel_start(policy *p, const view *v, const parameters *given)
{
  gumbel_state *s = p->state;
  s->sd = parameters_number(given, "sd");
  return draws_open(p, v, &s->race, POSTERIOR_GUMBEL, posterior_of) ? status_ok : status_no_memory();
}

static int untried_action(policy *p, const view *v)
{
  gumbel_state *s = p->state;
  if (s->all_known && !v->plain) return -1;
  const int untried = tally_untried(p, v, sizeof(tally));
  s->all_known = untried < 0;
  return untried;
}

static int gumbel_choose(policy *p, const view *v)
{
  const gumbel_state *s = p->state;
  const int untried = untried_action(p, v);
  return untried >= 0 ? untried : draws_choose(s->race, p, v, stream_turn(v->random, draw_clock(p)));
}

static draw_law law_now(const policy *p, int action)
{
  const tally *a = gumbel_at(p, action);
  return (draw_law){tally_mean(a), ((const gumbel_state *)p->state)->sd / sqrt((double)a->pulls)};
}

static bool gumbel_chances(policy *p, const view *v, double *chance)
{
  gumbel_state *s = p->state;
  const int untried = untried_action(p, v);
  if (untried < 0) return foresee_greatest(&s->foresight, DRAW_GUMBEL, p, v, law_now, chance);
  sure_chances(v, untried, chance);
  return true;
}

static void gumbel_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tally_add((tally *)p->actions + o->action, o->observed);
  draws_changed(((const gumbel_state *)p->state)->race, o->action);
}

static void gumbel_arm_entered(policy *p, const view *v, int arm)
{
  gumbel_state *s = p->state;
  s->all_known = false;
  draws_entered(s->race, v, arm);
}

static void gumbel_stretch(policy *p, const view *v, int action, stretch *s)
{
  (void)v;
  const gumbel_state *state = p->state;
  s->plays = draws_stretch(state->race, action);
  if (s->plays < 2) return;
  const tally *a = gumbel_at(p, action);
  const draw_prior none = {0, 0, state->sd * state->sd};
  const posterior now = posterior_of(p, action);
  s->total = a->total;
  draws_normal_line(state->race, &now, &none, s, (double)a->pulls);
}

static void gumbel_observe_run(policy *p, const view *v, const run *r)
{
  tally *a = (tally *)p->actions + r->action;
  const uint64_t turns = (uint64_t)r->plays - 1;
  a->pulls += r->plays;
  a->total = r->total;
  v->random->turn[draw_clock(p)] += turns;
  draws_passed(((const gumbel_state *)p->state)->race, turns);
  draws_changed(((const gumbel_state *)p->state)->race, r->action);
}

const policy_type policy_boltzmann_gumbel = {
    .constructor = "policy_boltzmann_gumbel",
    .call = "policy_boltzmann(noise = \"gumbel\")",
    .label = "Boltzmann-Gumbel",
    .does = "prefers arms with greater means, and disturbs each the more, the less often the arm "
            "was pulled",
    .paper = "Cesa-Bianchi, Gentile, Lugosi and Neu 2017, Algorithm 1",
    .takes = TAKES({"sd", A_POSITIVE, FROM_BANDIT}),
    .told_suffices = true,
    .counts_suffice = "",
    .state_size = sizeof(gumbel_state),
    .action_size = sizeof(tally),
    .start = gumbel_start,
    .choose = gumbel_choose,
    .chances = gumbel_chances,
    .observe = gumbel_observe,
    .arm_entered = gumbel_arm_entered,
    .stretch = gumbel_stretch,
    .observe_run = gumbel_observe_run,
};
