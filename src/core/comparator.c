#include "comparator.h"
#include "../traits/trait.h"
#include <math.h>

static double *pays(const comparator *c) { return c->pay.items; }
static double *values(const comparator *c) { return c->value.items; }
static double *rates(const comparator *c) { return c->rate.items; }

/* The expected pay and time of an action, after the traits that shape them. */
static void action_worth(const game *g, int arm, int wait, double *pay, double *time)
{
  const problem *p = g->problem;
  *pay = p->arms.type->mean(&g->arms, arm);
  *time = 1;
  for (int i = 0; i < p->trait_count; i++) {
    const trait_model *m = &p->traits[i];
    if (m->type->worth) m->type->worth(g, m->shared, arm, wait, pay, time);
  }
}

bool comparator_add_arms(game *g, int from, int to)
{
  comparator *c = &g->comparator;
  const int waits = g->problem->waits;
  if (!growable_reserve(&c->pay, (size_t)to * waits)) return false;
  if (!growable_reserve(&c->value, (size_t)to * waits)) return false;
  if (!growable_reserve(&c->rate, (size_t)to)) return false;
  for (int arm = from; arm < to; arm++) {
    rates(c)[arm] = -INFINITY;
    for (int wait = 1; wait <= waits; wait++) {
      double pay, time;
      action_worth(g, arm, wait, &pay, &time);
      pays(c)[arm * waits + wait - 1] = pay;
      values(c)[arm * waits + wait - 1] = pay / time;
      rates(c)[arm] = fmax(rates(c)[arm], pay / time);
    }
  }
  return true;
}

static bool eligible(const game *g, int arm)
{
  return !g->problem->moving || ((const arm_status *)g->arm_status.items)[arm].present;
}

static void find_best(game *g)
{
  comparator *c = &g->comparator;
  double best = -INFINITY;
  for (int arm = 0; arm < g->arms.count; arm++)
    if (eligible(g, arm)) best = fmax(best, rates(c)[arm]);
  c->best = best;
}

/* What the best eligible arm earns a round; nothing if there is none. */
static double best_rate(const comparator *c) { return c->best == -INFINITY ? 0 : c->best; }

void comparator_start(game *g)
{
  comparator *c = &g->comparator;
  c->since = 1;
  c->benchmark = 0;
  find_best(g);
}

/* The best arm changes: what the old one earned until then is booked. */
static void book_until(comparator *c, int64_t round)
{
  c->benchmark += best_rate(c) * (double)(round - c->since);
  c->since = round;
}

void comparator_arm_entered(game *g, int arm, int64_t first)
{
  comparator *c = &g->comparator;
  if (!g->problem->moving || rates(c)[arm] <= c->best) return;
  book_until(c, first);
  c->best = rates(c)[arm];
}

void comparator_arm_gone(game *g, int arm, int64_t last)
{
  comparator *c = &g->comparator;
  if (!g->problem->moving || rates(c)[arm] < c->best) return;
  book_until(c, last + 1);
  find_best(g);
}

void comparator_played(game *g, int action)
{
  comparator *c = &g->comparator;
  if (!g->problem->moving) return;
  c->chosen += pays(c)[action];
  c->regret += best_rate(c) - pays(c)[action];
}

void comparator_idle(game *g, int64_t rounds)
{
  if (g->problem->moving) g->comparator.regret += best_rate(&g->comparator) * (double)rounds;
}

/* Sum over actions of plays times expected pay. */
static double chosen_so_far(const game *g)
{
  const action_status *a = g->action_status.items;
  double sum = 0;
  for (size_t i = 0; i < g->action_status.count; i++)
    if (a[i].pulls) sum += (double)a[i].pulls * pays(&g->comparator)[i];
  return sum;
}

/* Against one fixed best arm the regret is a sum of counts times gaps: each
 * term can only grow, so rounding can never make the regret fall. */
static double regret_of_counts(const game *g, int64_t round)
{
  const action_status *a = g->action_status.items;
  const double best = g->comparator.best;
  double sum = 0;
  for (size_t i = 0; i < g->action_status.count; i++)
    if (a[i].pulls) sum += (double)a[i].pulls * (best - pays(&g->comparator)[i]);
  return sum + best * (double)(round - g->plays);
}

static void charge_unfairness(const game *g, int64_t round, standing *s)
{
  const problem *p = g->problem;
  const comparator *c = &g->comparator;
  double least = 0;
  for (int arm = 0; arm < p->arm_count; arm++) {
    const double pulls = (double)((const arm_status *)g->arm_status.items)[arm].pulls;
    const double shortfall = fmax(p->share[arm] * (double)round - pulls, 0);
    s->unfairness += shortfall;
    s->penalty += g->view.penalty[arm] * shortfall;
    least += p->share[arm] * fmin(c->best - rates(c)[arm], g->view.penalty[arm]);
  }
  s->benchmark -= (double)round * least;
  s->regret += s->penalty - (double)round * least;
}

static standing standing_in_hindsight(const game *g, int64_t round)
{
  standing s = {0};
  s.benchmark = arms_tape_best_until(&g->arms, round);
  s.regret = s.benchmark - g->reward;
  return s;
}

static standing standing_moving(const game *g, int64_t round)
{
  const comparator *c = &g->comparator;
  standing s = {0};
  s.benchmark = c->benchmark + best_rate(c) * (double)(round + 1 - c->since);
  s.regret = g->problem->waits > 1 ? s.benchmark - c->chosen : c->regret;
  return s;
}

standing comparator_at(const game *g, int64_t round)
{
  const problem *p = g->problem;
  if (p->has & HAS_REPLAY) return (standing){NAN, NAN, 0, 0};
  if (p->arms.type == &arms_tape_round) return standing_in_hindsight(g, round);
  if (p->moving) return standing_moving(g, round);
  standing s = {0};
  s.benchmark = g->comparator.best * (double)round;
  s.regret = p->waits > 1 ? s.benchmark - chosen_so_far(g) : regret_of_counts(g, round);
  if (p->has & HAS_FAIRNESS) charge_unfairness(g, round, &s);
  return s;
}

void comparator_free(comparator *c)
{
  growable_free(&c->pay);
  growable_free(&c->value);
  growable_free(&c->rate);
}
