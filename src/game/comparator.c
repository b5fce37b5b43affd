/* Four kinds of bandits are judged in four ways: against one fixed best arm,
 * the best arm at the time, the best for the round's context, or the best in
 * hindsight. */
#include "comparator.h"
#include "state.h"
#include <math.h>

/* --- what actions are worth ------------------------------------------------ */

/* The expected pay and time of an action, after the traits that shape them. */
static void action_worth(const game *g, int arm, int wait, double *pay, double *time)
{
  const problem *p = g->problem;
  *pay = p->arms.type->mean(&g->arms, arm);
  *time = 1;
  for (int i = 0; i < p->with_worth.count; i++) {
    const trait_model *m = &p->traits[p->with_worth.at[i]];
    m->type->worth(g, m->shared, arm, wait, pay, time);
  }
}

static void appraise(game *g, int arm)
{
  comparator *c = &g->comparator;
  const int waits = g->problem->waits;
  c->rate[arm] = -INFINITY;
  for (int wait = 1; wait <= waits; wait++) {
    const int action = arm * waits + wait - 1;
    action_worth(g, arm, wait, &c->pay[action], &c->time[action]);
    c->value[action] = c->pay[action] / c->time[action];
    if (c->value[action] > c->rate[arm]) c->rate[arm] = c->value[action];
  }
}

bool comparator_open(game *g)
{
  comparator *c = &g->comparator;
  const size_t count = (size_t)g->problem->arm_count, actions = count * (size_t)g->problem->waits;
  c->best = -INFINITY;
  c->since = 1;
  c->steady = g->problem->moving && !g->problem->arms.type->begin_round; /* `by_context` comes later */
  c->champion = -1;
  c->pay = arena_zeroed(&g->memory, actions, sizeof(double));
  c->time = arena_zeroed(&g->memory, actions, sizeof(double));
  c->value = arena_zeroed(&g->memory, actions, sizeof(double));
  c->rate = arena_zeroed(&g->memory, count, sizeof(double));
  c->present = arena_zeroed(&g->memory, count, sizeof(int));
  c->place = arena_zeroed(&g->memory, count, sizeof(int));
  if (!c->pay || !c->time || !c->value || !c->rate || !c->present || !c->place) return false;
  for (int arm = 0; arm < (int)count; arm++) {
    c->place[arm] = -1;
    appraise(g, arm);
    if (!g->problem->moving) c->best = fmax(c->best, c->rate[arm]);
  }
  return true;
}

/* --- the best arm ---------------------------------------------------------- */

/* Returns the earnings a round of the best eligible arm; 0 if there is none. */
static double best_rate(const comparator *c) { return c->best == -INFINITY ? 0 : c->best; }

/* After an arm of the best rate is gone: no arm beats that rate, so the next of
 * the same will do. */
static void find_best(comparator *c)
{
  const double gone = c->best;
  c->best = -INFINITY;
  for (int i = 0; i < c->present_count && c->best < gone; i++)
    c->best = fmax(c->best, c->rate[c->present[i]]);
}

/* The best arm changes: what the old one earned until then is booked. */
static void book_until(comparator *c, int64_t round)
{
  c->benchmark += best_rate(c) * (double)(round - c->since);
  c->steady = c->steady && round == 1;
  c->since = round;
}

void comparator_arm_entered(game *g, int arm, int64_t first)
{
  comparator *c = &g->comparator;
  if (!g->problem->moving) return;
  if (g->problem->renewing) {
    appraise(g, arm);
    c->steady = c->steady && first == 1;
  }
  if (c->place[arm] < 0) {
    c->place[arm] = c->present_count;
    c->present[c->present_count++] = arm;
  }
  if (g->by_context) return; /* every round is booked by itself */
  if (c->rate[arm] <= c->best) return;
  book_until(c, first);
  c->best = c->rate[arm];
}

void comparator_arm_gone(game *g, int arm, int64_t last)
{
  comparator *c = &g->comparator;
  if (!g->problem->moving || c->place[arm] < 0) return;
  const int moved = c->present[--c->present_count];
  c->present[c->place[arm]] = moved;
  c->place[moved] = c->place[arm];
  c->place[arm] = -1;
  if (g->by_context) return;
  if (c->rate[arm] < c->best) return;
  book_until(c, last + 1);
  find_best(c);
}

/* Many may change together: the best one is looked for when all have done so. */
void comparator_mean_changed(game *g, int arm)
{
  comparator *c = &g->comparator;
  const double before = c->rate[arm];
  appraise(g, arm);
  c->steady = false;
  if (c->place[arm] < 0 || c->rate[arm] == before) return;
  if (c->rate[arm] < c->best && before < c->best) return;
  if (!c->stale) book_until(c, g->round);
  c->stale = c->rate[arm] < c->best;
  if (!c->stale) c->best = c->rate[arm];
}

void comparator_settle(game *g)
{
  comparator *c = &g->comparator;
  if (c->stale) find_best(c);
  c->stale = false;
}

static bool is_best_still(const game *g)
{
  const comparator *c = &g->comparator;
  const int arm = c->champion;
  return arm >= 0 && c->place[arm] >= 0 && g->roster.number[arm] == c->champion_number &&
         c->rate[arm] >= c->best;
}

/* The best arm stays it until another one is better; then the lowest of the best. */
static void crown(game *g)
{
  comparator *c = &g->comparator;
  if (is_best_still(g)) return;
  int found = -1;
  for (int i = 0; i < c->present_count; i++) {
    const int arm = c->present[i];
    if (c->rate[arm] >= c->best && (found < 0 || g->roster.number[arm] < g->roster.number[found]))
      found = arm;
  }
  if (found < 0) return; /* no arm is there */
  c->changes += c->champion >= 0;
  c->champion = found;
  c->champion_number = g->roster.number[found];
}

/* --- what is chosen -------------------------------------------------------- */

void comparator_round(game *g)
{
  comparator *c = &g->comparator;
  c->best = -INFINITY;
  for (int i = 0; i < g->problem->arm_count; i++) {
    if (g->problem->moving && c->place[i] < 0) continue;
    c->rate[i] = c->value[i] = c->pay[i] = g->problem->arms.type->mean(&g->arms, i);
    c->best = fmax(c->best, c->rate[i]);
  }
  c->benchmark += best_rate(c);
}

static void book_run(comparator *c)
{
  c->regret += (double)c->run * (c->run_best - c->run_pay);
  c->chosen += (double)c->run * c->run_pay;
  c->run = 0;
}

/* Rounds alike are one run: a checkpoint among them splits no sum, so that results do not depend on what is
 * recorded. */
static void go_on(comparator *c, double pay, int64_t rounds)
{
  const double best = best_rate(c);
  if (pay != c->run_pay || best != c->run_best) {
    book_run(c);
    c->run_pay = pay;
    c->run_best = best;
  }
  c->run += rounds;
}

void comparator_played(game *g, int action, int64_t times)
{
  comparator *c = &g->comparator;
  if (!g->problem->moving && !g->by_context) return;
  if (g->problem->acts & HAS_CHANGES) crown(g);
  go_on(c, c->pay[action], times);
  if (c->value[action] >= c->best) c->optimal += times;
}

void comparator_idle(game *g, int64_t rounds)
{
  if (!g->problem->moving) return;
  if (g->problem->acts & HAS_CHANGES) crown(g);
  g->comparator.steady = false;
  go_on(&g->comparator, 0, rounds);
}

/* --- the standing ---------------------------------------------------------- */

static standing standing_in_hindsight(const game *g, int64_t round)
{
  const arms_type *type = g->problem->arms.type;
  standing s = {.benchmark = type->best_until(&g->arms, round)};
  s.regret = s.benchmark - game_reward(g);
  for (int action = 0; action < g->action_count; action++)
    if (g->action[action].pulls && type->is_best_until(&g->arms, action / g->problem->waits, round))
      s.optimal += (double)g->action[action].pulls;
  return s;
}

/* Against one fixed best arm the regret is a sum of counts times gaps: each
 * term can only grow, so rounding can never make the regret fall. With waiting
 * plays take more than a round: what was chosen is subtracted. */
static standing standing_fixed(const game *g, int64_t round)
{
  const comparator *c = &g->comparator;
  standing s = {.benchmark = c->best * (double)round};
  double chosen = 0, behind = 0;
  for (int action = 0; action < g->action_count; action++) {
    const double pulls = (double)g->action[action].pulls;
    chosen += pulls * c->pay[action];
    behind += pulls * (c->best - c->pay[action]);
    s.optimal += c->value[action] >= c->best ? pulls : 0;
  }
  s.regret = g->problem->waits > 1 ? s.benchmark - chosen : behind + c->best * (double)(round - g->plays);
  return s;
}

static standing standing_moving(const game *g, int64_t round)
{
  const comparator *c = &g->comparator;
  standing s = {.benchmark = c->benchmark, .optimal = (double)c->optimal, .changes = (double)c->changes};
  if (!g->by_context) s.benchmark += best_rate(c) * (double)(round + 1 - c->since);
  const double times = (double)c->run;
  if (c->steady) s.regret = standing_fixed(g, round).regret;
  else if (g->problem->waits > 1) s.regret = s.benchmark - (c->chosen + times * c->run_pay);
  else s.regret = c->regret + times * (c->run_best - c->run_pay);
  return s;
}

standing comparator_at(const game *g, int64_t round)
{
  if (g->problem->arms.type->best_until) return standing_in_hindsight(g, round);
  if (g->problem->moving || g->by_context) return standing_moving(g, round);
  return standing_fixed(g, round);
}

/* --- the best arm now ------------------------------------------------------ */

bool comparator_is_eligible(const game *g, int arm)
{
  return !g->problem->moving || g->comparator.place[arm] >= 0;
}

/* Arms that rest or sleep are there still. */
static double best_alive(const game *g)
{
  const comparator *c = &g->comparator;
  if (!(g->problem->acts & (HAS_REST | HAS_ABSENCES))) return best_rate(c);
  double best = -INFINITY;
  for (int arm = 0; arm < g->problem->arm_count; arm++)
    if (g->arm[arm].present) best = fmax(best, c->rate[arm]);
  return best;
}

static double greatest_at_end(const game *g)
{
  double greatest = -INFINITY;
  for (int arm = 0; arm < g->problem->described; arm++) greatest = fmax(greatest, g->comparator.at_end[arm]);
  return greatest;
}

double comparator_shortfall(const game *g, int arm)
{
  if (g->comparator.at_end) return greatest_at_end(g) - g->comparator.at_end[arm];
  if (g->by_context || g->problem->arms.type->best_until || (g->problem->has & HAS_REPLAY)) return NAN;
  return best_alive(g) - g->comparator.rate[arm];
}

bool comparator_is_best(const game *g, int arm)
{
  const arms_type *type = g->problem->arms.type;
  if (type->is_best_until) return type->is_best_until(&g->arms, arm, g->horizon);
  const double *rate = g->comparator.rate, best = g->comparator.best;
  if (!(rate[arm] >= best)) return false;
  for (int other = 0; other < g->problem->arm_count; other++)
    if (comparator_is_eligible(g, other) && rate[other] >= best &&
        g->roster.number[other] < g->roster.number[arm])
      return false;
  return true;
}
