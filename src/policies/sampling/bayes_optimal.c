/* The Bayes-optimal policy for Bernoulli rewards and a finite horizon (Bellman 1956;
 * Berry and Fristedt 1985, chapter 7): in each state the arm that is best by the recursion of
 * optimum.h, for a prior Beta(a, b) that all arms have; ties to the lowest arm. A reward in
 * (0, 1) counts as a success with that probability (Agrawal and Goyal 2012); rewards in
 * another range are scaled to [0, 1]. The rounds that are left are the horizon less
 * the plays whose outcomes were seen.
 *
 * The choices are found once for a horizon, number of arms and prior, and shared by all games; two
 * bits a state. Cost: a look into them per round. */
#include "optimum.h"
#include "beta_law.h"
#include <pthread.h>
#include <stdlib.h>

/* --- choices that games share ------------------------------------------------------ */

typedef struct shared_choices shared_choices;
struct shared_choices {
  shared_choices *next;
  optimum_setup setup;
  optimum_choices choices;
  arena memory;
  double bytes;
  int games; /* that use it */
};

/* Under the lock; the one used last comes first. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static shared_choices *all_choices;

static bool is_for(const shared_choices *c, const optimum_setup *s)
{
  return c->setup.arms == s->arms && c->setup.horizon == s->horizon && c->setup.a == s->a &&
         c->setup.b == s->b;
}

static void free_choices(shared_choices *c)
{
  arena_free(&c->memory);
  free(c);
}

/* Some of those that no game uses are kept, for the next one; those used last. */
static void forget_old_choices(void)
{
  const double most = 1e8;
  double kept = 0;
  for (shared_choices **at = &all_choices; *at;) {
    shared_choices *c = *at;
    if (!c->games && (kept += c->bytes) > most) {
      *at = c->next;
      free_choices(c);
    } else {
      at = &c->next;
    }
  }
}

static void let_go(void *what)
{
  shared_choices *c = what;
  pthread_mutex_lock(&lock);
  c->games--;
  forget_old_choices();
  pthread_mutex_unlock(&lock);
}

static shared_choices *find_choices(const optimum_setup *s)
{
  for (shared_choices **at = &all_choices; *at; at = &(*at)->next) {
    if (!is_for(*at, s)) continue;
    shared_choices *c = *at;
    *at = c->next;
    return c;
  }
  double value;
  shared_choices *made = memory_zeroed(1, sizeof *made);
  if (!made) return NULL;
  made->setup = *s;
  made->bytes = optimum_bytes(s->arms, s->horizon);
  if (!optimum_find(s, &value, &made->choices, &made->memory).code) return made;
  free_choices(made);
  return NULL;
}

static shared_choices *take_choices(const optimum_setup *s)
{
  pthread_mutex_lock(&lock);
  shared_choices *c = find_choices(s);
  if (c) {
    c->next = all_choices;
    all_choices = c;
    c->games++;
  }
  pthread_mutex_unlock(&lock);
  return c;
}

/* --- the policy ---------------------------------------------------------------------- */

/* Most states: their choices take a quarter of a byte each. */
enum { MOST_STATES = 400000000 };

typedef struct optimal_state {
  const optimum_choices *choices; /* NULL: there is but one arm */
  reward_range range;
  double a, b;
  int arms, horizon;
} optimal_state;

static tally *optimal_at(const policy *p, int arm) { return (tally *)p->actions + arm; }

static status share_choices(policy *p, const view *v)
{
  optimal_state *s = p->state;
  if (s->arms > STATES_ARMS)
    return status_error(STATUS_BAD_PARAMETER, "The bandit has %d arms; the optimum can be had of at most %d.",
                        s->arms, STATES_ARMS);
  const int longest = optimum_longest(s->arms, MOST_STATES);
  if (v->horizon > longest)
    return status_error(STATUS_BAD_PARAMETER,
                        "The horizon is %lld; with %d arms the optimum can be had for at most %d rounds.",
                        (long long)v->horizon, s->arms, longest);
  s->horizon = (int)v->horizon;
  const optimum_setup setup = {.arms = s->arms, .horizon = s->horizon, .threads = 1, .a = s->a, .b = s->b};
  shared_choices *c = take_choices(&setup);
  if (!c) return status_no_memory();
  s->choices = &c->choices;
  if (arena_hold_on(p->memory, c, let_go)) return status_ok;
  let_go(c);
  return status_no_memory();
}

static status optimal_start(policy *p, const view *v, const parameters *given)
{
  optimal_state *s = p->state;
  const double *prior = parameters_numbers(given, "prior");
  s->range = reward_range_of(given);
  s->a = prior[0];
  s->b = prior[1];
  s->arms = v->arms;
  return s->arms > 1 ? share_choices(p, v) : status_ok;
}

/* With more outcomes than rounds, as an agent may be given, or arms that are away. */
static double posterior_mean(const policy *p, const view *v, int action, const void *with)
{
  (void)v;
  const optimal_state *s = with;
  const tally *a = optimal_at(p, action);
  return (s->a + a->total) / (s->a + s->b + (double)a->pulls);
}

static int optimal_choose(policy *p, const view *v)
{
  const optimal_state *s = p->state;
  int counts[STATES_ARMS], sums[STATES_ARMS];
  int64_t plays = 0;
  for (int arm = 0; arm < s->arms && s->choices; arm++) {
    const tally *a = optimal_at(p, arm);
    plays += a->pulls;
    counts[arm] = (int)a->pulls;
    sums[arm] = (int)a->total;
  }
  if (!s->choices || plays >= s->horizon || v->live_count < s->arms)
    return argmax_action(p, v, posterior_mean, s);
  return optimum_choice(s->choices, s->arms, counts, sums);
}

static void optimal_observe(policy *p, const view *v, const outcome *o)
{
  const optimal_state *s = p->state;
  tally_add(optimal_at(p, o->arm), success_of(v, s->range, o->observed));
}

const policy_type policy_bayes_optimal = {
    .constructor = "policy_bayes_optimal",
    .label = "Bayes-optimal",
    .does = "plays the arm that is best on average over the prior, by backward recursion from the "
            "last round",
    .paper = "Bellman 1956; Berry and Fristedt 1985, chapter 7",
    .deterministic = true,
    .takes = TAKES({"prior", A_POSITIVE, .size = SIZE_TWO, .bounded = "A beta prior", USUALLY(1, 1)},
                   {"range", A_RANGE, FROM_BANDIT}),
    .refuses = HAS_PATIENCE | HAS_ENTRIES | HAS_LIFETIMES | HAS_WAITING | HAS_SPREAD | HAS_CONTEXT |
               HAS_DELAY | HAS_REST | HAS_ABSENCES | HAS_BATCHES | HAS_REPLAY,
    .needs_horizon = "",
    .told_suffices = true,
    .counts_suffice = "",
    .state_size = sizeof(optimal_state),
    .action_size = sizeof(tally),
    .start = optimal_start,
    .choose = optimal_choose,
    .observe = optimal_observe,
};
