/* ARS-UCB, adaptive round-size UCB (Wang, Wang and Huang 2021, Algorithm 1).
 * Rounds of play have growing size f(k): each arm is played f(1) times, then
 *
 *   argmax min(M_i / n_i + w sqrt(alpha ln t / n_i), b),
 *
 * rewards being in [a, b] = [0, 1] and w = b - a, is played f(K_i) times, K_i = 2, 3, ..., M_i being the sum
 * of what was observed while arm i was played. Ties: the fewest plays, then the lowest arm. The last round of
 * play is cut at T. An arm that enters later is first played f(1) times; if the arm being played leaves, the
 * next is chosen.
 *
 * Sizes: "power" ceil(c k^beta), "doubling" 2^(k + c) with f(1) = 2^(2 + c),
 * "listed" those of a list; after its last entry the last size is kept.
 * Cost: K indices a round of play, none in between. */
#include "../search/tally.h"
#include "../../base/elementary.h"

typedef struct ars_ucb_state {
  double alpha, beta, c; /* alpha: times w^2 */
  double most;           /* b */
  bool doubling;
  const parameter *listed; /* or NULL */
  kept_arm arm;            /* being played */
  int64_t left;            /* how often it still is to be played */
} ars_ucb_state;

typedef struct ars_ucb_arm {
  int64_t pulls; /* plays; `total` is of what was shown */
  double total;
  int64_t sizes; /* K_i - 1: rounds of play it has had */
} ars_ucb_arm;

static status ars_ucb_start(policy *p, const view *v, const parameters *given)
{
  (void)v;
  ars_ucb_state *s = p->state;
  const reward_range range = reward_range_of(given);
  const double width = range.to - range.from;
  s->alpha = parameters_number(given, "alpha") * width * width;
  s->most = range.to;
  const parameter *sizes = parameters_find(given, "round_size");
  const double *values = parameters_numbers(given, "round_size");
  s->listed = sizes && strcmp(sizes->prior, "listed") == 0 ? sizes : NULL;
  s->doubling = sizes && strcmp(sizes->prior, "doubling") == 0;
  s->c = s->doubling ? values[0] : values[1];
  s->beta = values[0];
  return status_ok;
}

static int64_t round_size(const ars_ucb_state *s, int64_t k)
{
  if (s->listed) return rounds_from(s->listed->values[(k < s->listed->length ? k : s->listed->length) - 1]);
  if (s->doubling) return rounds_from(ceil(same_pow(2, (double)(k == 1 ? 2 : k) + s->c)));
  return rounds_from(ceil(s->c * same_pow((double)k, s->beta)));
}

static double ars_ucb_index(const ars_ucb_state *s, const ars_ucb_arm *a, double log_round)
{
  const double n = (double)a->pulls;
  return fmin(a->total / n + sqrt(s->alpha * log_round / n), s->most);
}

static int next_arm(const policy *p, const view *v)
{
  const ars_ucb_arm *arms = p->actions;
  const double log_round = same_log((double)v->round);
  int best = -1;
  double greatest = 0;
  for (int i = 0; i < v->live_count; i++) {
    const int arm = v->live[i];
    if (arms[arm].pulls == 0) return arm;
    const double index = ars_ucb_index(p->state, &arms[arm], log_round);
    if (best < 0 || index > greatest || (index == greatest && arms[arm].pulls < arms[best].pulls))
      best = arm, greatest = index;
  }
  return best;
}

static int ars_ucb_choose(policy *p, const view *v)
{
  ars_ucb_state *s = p->state;
  if (s->left > 0 && is_there(v, s->arm)) return s->arm.arm;
  s->arm = keep_arm(v, next_arm(p, v));
  s->left = round_size(s, ++((ars_ucb_arm *)p->actions)[s->arm.arm].sizes);
  return s->arm.arm;
}

/* Returns whether the arm to be played next is the lowest of those with the greatest index, which it is
 * unless one of them has had fewer plays. */
static bool is_lowest(const policy *p, const view *v)
{
  const ars_ucb_arm *arms = p->actions;
  const double log_round = same_log((double)v->round);
  int lowest = -1;
  double greatest = 0;
  for (int i = 0; i < v->live_count; i++) {
    const double index = ars_ucb_index(p->state, &arms[v->live[i]], log_round);
    if (lowest < 0 || index > greatest) lowest = v->live[i], greatest = index;
  }
  return lowest == next_arm(p, v);
}

static const char *ars_ucb_code(const policy *p, const view *v)
{
  const ars_ucb_state *s = p->state;
  if (v->live_count == 1) return WHY_ONLY_ONE;
  if (s->left > 0 && is_there(v, s->arm)) return WHY_BLOCK;
  for (int i = 0; i < v->live_count; i++)
    if (((const ars_ucb_arm *)p->actions)[v->live[i]].pulls == 0) return WHY_FIRST_PLAY;
  return is_lowest(p, v) ? WHY_INDEX : WHY_CYCLE; /* arms of one index, the greatest there is, take turns */
}

/* The bonus is what the limit leaves of it. */
static bool ars_ucb_explain(policy *p, const view *v, int action, reason *r)
{
  const ars_ucb_state *s = p->state;
  const ars_ucb_arm *a = (const ars_ucb_arm *)p->actions + action;
  r->code = ars_ucb_code(p, v);
  if (a->pulls)
    reason_index(r, a->total / (double)a->pulls, 0, ars_ucb_index(s, a, same_log((double)v->round)));
  if (s->left > 0 && is_there(v, s->arm) && s->arm.arm == action)
    reason_add(r, PART_BLOCK_LEFT, (double)s->left);
  return true;
}

static void ars_ucb_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  ars_ucb_state *s = p->state;
  ((ars_ucb_arm *)p->actions)[o->arm].pulls++;
  if (o->arm == s->arm.arm) s->left--;
}

static void ars_ucb_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  ((ars_ucb_arm *)p->actions)[o->arm].total += o->observed;
}

/* The rest of the round of play. */
static void ars_ucb_stretch(policy *p, const view *v, int action, stretch *s)
{
  (void)v;
  s->plays = ((const ars_ucb_state *)p->state)->left;
  s->total = ((const ars_ucb_arm *)p->actions)[action].total;
}

static void ars_ucb_observe_run(policy *p, const view *v, const run *r)
{
  (void)v;
  ars_ucb_state *s = p->state;
  ars_ucb_arm *a = (ars_ucb_arm *)p->actions + r->arm;
  a->pulls += r->plays;
  a->total = r->total;
  if (r->arm == s->arm.arm) s->left -= r->plays;
}

/* Sizes of rounds: ceil(c k^beta), 2^(k + c), or numbers. */
static const parameter_law round_laws[] = {
    {"power", TAKES({"beta", A_POSITIVE, REQUIRED}, {"c", NOT_NEGATIVE, .above = true, USUALLY(1)})},
    {"doubling", TAKES({"c", A_WHOLE(0, 50), USUALLY(0)})},
    {"listed", TAKES({"sizes", A_WHOLE(1, LARGEST_COUNT), .size = SIZE_ANY, .increasing = true, REQUIRED})},
    {NULL, NULL}};

const policy_type policy_ars_ucb = {
    .constructor = "policy_ars_ucb",
    .label = "ARS-UCB",
    .does = "plays arms in runs of growing length, so that most of what arrives in a run was "
            "earned by its arm",
    .paper = "Wang, Wang and Huang 2021, Algorithm 1",
    .own_plays = PLAYS_IN_PHASES,
    .deterministic = true,
    .takes = TAKES({"alpha", A_POSITIVE, USUALLY(4)},
                   {"round_size", .size = SIZE_ANY, .laws = round_laws, USUALLY(2, 1),
                    .words = "made by `round_sizes()`, or increasing whole numbers of at least 1"},
                   {"range", A_RANGE, FROM_BANDIT}),
    .refuses = HAS_WAITING,
    .state_size = sizeof(ars_ucb_state),
    .action_size = sizeof(ars_ucb_arm),
    .start = ars_ucb_start,
    .choose = ars_ucb_choose,
    .explain = ars_ucb_explain,
    .played = ars_ucb_played,
    .observe = ars_ucb_observe,
    .stretch = ars_ucb_stretch,
    .observe_run = ars_ucb_observe_run,
};
