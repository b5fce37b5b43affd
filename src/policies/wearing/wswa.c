/* wSWA, the sliding window average wrapped for unknown horizons (Levine, Crammer and Mannor
 * 2017): in the rounds H, ..., 2 H - 1, for H = 1, 2, 4, ...,
 *
 *   argmax mean of the last h plays,   h = ceil(alpha (16 sd^2 H^2 ln(sqrt(2) H) / K^2)^(1/3)),
 *
 * of what was seen since round H began: all before is forgotten, also what of it is shown later.
 * Actions seen less than h times come first, the one seen least of them; ties go to the lowest. K
 * counts all actions of the arms described, also of those that are yet to come. Cost: O(K) per round; memory
 * of h observations per action, of the order T^(2/3).
 * */
#include "../../base/elementary.h"
#include "../../base/twofold.h"
#include "../search/tally.h"

typedef struct wswa_action {
  double *recent; /* a ring of the last `window` */
  int64_t window, room;
  int phase; /* in which it was seen: ln2 H */
  int64_t seen;
  twofold sum;
  double mean;
} wswa_action;

typedef struct wswa_state {
  double alpha, scale; /* scale: 16 sd^2 / K^2 */
  int64_t window[64];  /* by phase, 0 where it was not needed yet */
  wswa_action *action; /* by action */
} wswa_state;

static status wswa_start(policy *p, const view *v, const parameters *given)
{
  wswa_state *s = p->state;
  const double actions = (double)v->described * v->waits;
  s->alpha = parameters_number(given, "alpha");
  s->scale = 16 * squared_scale(given, "sd") / (actions * actions);
  s->action = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->action);
  return s->action ? status_ok : status_no_memory();
}

static int phase_of(int64_t round)
{
  int phase = 0;
  while (round >>= 1) phase++;
  return phase;
}

static int64_t window_in(const wswa_state *s, int phase)
{
  const double H = ldexp(1, phase);
  return rounds_from(fmax(1, ceil(s->alpha * same_pow(s->scale * H * H * same_log(sqrt(2) * H), 1.0 / 3))));
}

static int64_t window_of(wswa_state *s, int phase)
{
  if (s->window[phase] == 0) s->window[phase] = window_in(s, phase);
  return s->window[phase];
}

/* Returns how often an action was seen in this phase. The tally is empty where the place was another
 * arm's. */
static int64_t seen_now(const policy *p, int action, int phase)
{
  const wswa_action *a = &((const wswa_state *)p->state)->action[action];
  return a->phase == phase && tally_of(p, action, sizeof(tally))->pulls > 0 ? a->seen : 0;
}

static int wswa_choose(policy *p, const view *v)
{
  wswa_state *s = p->state;
  if (p->failure.code) return -1;
  const int phase = phase_of(v->round);
  int64_t fewest = window_of(s, phase);
  int least = -1, best = -1;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    const int64_t seen = seen_now(p, action, phase);
    if (seen < fewest) least = action, fewest = seen;
    if (best < 0 || s->action[action].mean > s->action[best].mean) best = action;
  }
  return least >= 0 ? evened_out(v, least) : best;
}

/* Nothing is known in this phase. There are no more than H plays in it, so a ring need not be longer. */
static bool begin_phase(const policy *p, wswa_action *a, int phase)
{
  const int64_t window = window_of(p->state, phase), plays = (int64_t)1 << phase;
  a->window = window < plays ? window : plays;
  a->phase = phase;
  a->seen = 0;
  a->sum = (twofold){0, 0};
  if (a->window <= a->room) return true;
  a->recent = arena_zeroed(p->memory, (size_t)a->window, sizeof *a->recent);
  a->room = a->recent ? a->window : 0;
  return a->room > 0;
}

static void wswa_add(wswa_action *a, double x)
{
  double *place = &a->recent[a->seen % a->window];
  if (a->seen >= a->window) a->sum = twofold_add(a->sum, -*place);
  *place = x;
  a->sum = twofold_add(a->sum, x);
  a->seen++;
  a->mean = a->sum.high / (double)a->window;
}

static void wswa_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tally *seen = (tally *)p->actions + o->action;
  wswa_action *a = &((wswa_state *)p->state)->action[o->action];
  const int phase = phase_of(o->start);
  const bool is_new = seen->pulls == 0 || phase > a->phase || !a->recent;
  tally_add(seen, o->observed);
  if (is_new && !begin_phase(p, a, phase)) p->failure = status_no_memory();
  else if (phase == a->phase) wswa_add(a, o->observed);
}

const policy_type policy_wswa = {
    .constructor = "policy_wswa",
    .label = "wSWA",
    .does = "plays the arm whose latest pulls paid most on average, after each arm was pulled "
            "some times",
    .paper = "Levine, Crammer and Mannor 2017",
    .deterministic = true,
    .takes = TAKES({"alpha", A_POSITIVE, USUALLY(0.2)}, {"sd", A_POSITIVE, FROM_BANDIT}),
    .told_suffices = true,
    .state_size = sizeof(wswa_state),
    .action_size = sizeof(tally),
    .start = wswa_start,
    .choose = wswa_choose,
    .observe = wswa_observe,
};
