/* Wait-Hoeffding (ours): for arms that take their time, an index from
 * Hoeffding's inequality for V 1(tau <= j) - lambda min(tau, j), whose range is
 * 1 + lambda (j - 1). In epoch s, with n plays of (k, j) and their mean pay r
 * and mean time c,
 *
 *   argmax (r + e) / max(c - (j - 1) e, 0),   e = sqrt(2 ln(s - 1) / n),
 *
 * +Inf where the denominator is 0, after each (k, j) once, in order of k then
 * j. Ties, also of infinite indices, go to the lowest arm, then the lowest
 * wait. The index grows with s: exact and lazy (race.h). Proof: article Methods, section "Wait-Hoeffding".
 *
 * Feedback "side": n, r and c are those of all plays of arm k with a wait of at
 * least j (side.h).
 *
 * Feedback "product-limit": n is the same, but r and c come from all plays of
 * the arm. A play with wait >= d and tau >= d reaches stage d. Of the n_d plays
 * that did, let p_d be the mean of V 1(tau = d) and h_d the share with tau = d
 * (both 0 if n_d = 0). With S_d = (1 - h_1) ... (1 - h_d),
 *
 *   r = sum_{d <= j} S_{d-1} p_d,   c = sum_{d <= j} S_{d-1},
 *
 * or, if an unsuccessful play takes v < j rounds, c = sum_{d <= j} d S_{d-1} h_d +
 * v S_j. Whether a stage is reached is settled before it is drawn, so no stage
 * is biased. A play costs O(D) more. */
#include "side.h"

typedef struct stage {
  int64_t reached, ended; /* n_d, and those with tau = d */
  double pay;             /* of these */
} stage;

typedef struct means {
  double pay, time; /* r and c */
} means;

typedef struct hoeffding_state {
  index_state index; /* the first member: see index.h */
  bool side;         /* "side" or "product-limit" */
  stage *stages;     /* by action; NULL unless "product-limit" */
  means *means;      /* the same */
} hoeffding_state;

static means means_of(const policy *p, int action)
{
  const hoeffding_state *s = p->state;
  if (s->stages) return s->means[action];
  const contender *a = contender_at(p, action);
  const double n = (double)a->tally.pulls;
  return (means){a->tally.total / n, a->time / n};
}

/* In place of +Inf, which is that of actions never played. */
static const double endless = 1e300;

static double hoeffding_value(const policy *p, const view *v, int action, index_clock t)
{
  const means m = means_of(p, action);
  const double e = sqrt(2 * t.log / (double)contender_at(p, action)->tally.pulls);
  const double room = m.time - (double)(action % v->waits) * e;
  return room > 0 ? (m.pay + e) / room : endless;
}

static status hoeffding_start(policy *p, const view *v, const parameters *given)
{
  hoeffding_state *s = p->state;
  const bool stages = parameters_text_is(given, "feedback", "product-limit");
  s->side = stages || parameters_text_is(given, "feedback", "side");
  if (stages) {
    const size_t actions = (size_t)v->arms * (size_t)v->waits;
    s->stages = arena_zeroed(p->memory, actions, sizeof *s->stages);
    s->means = arena_zeroed(p->memory, actions, sizeof *s->means);
    if (!s->stages || !s->means) return status_no_memory();
  }
  return index_start(p, v, given);
}

static const index_form hoeffding_rule = {.value = hoeffding_value};

static int hoeffding_choose(policy *p, const view *v)
{
  return side_evened_out(p, v, index_find(p, v, epochs_before(v), &hoeffding_rule));
}

/* Those that could be worth anything come first, as do those never seen. */
static bool is_endless(const policy *p, const view *v, int action)
{
  return index_now(p, v, action, epochs_before(v), &hoeffding_rule) >= endless;
}

/* The mean is the pay per round. */
static bool hoeffding_explain(policy *p, const view *v, int action, reason *r)
{
  r->code = index_code(p, v);
  for (int i = 0; i < v->action_count && strcmp(r->code, WHY_INDEX) == 0; i++)
    if (is_endless(p, v, v->actions[i])) r->code = WHY_FIRST_PLAY;
  if (!contender_at(p, action)->tally.pulls) return true;
  const means m = means_of(p, action);
  const double mean = m.time > 0 ? m.pay / m.time : NAN;
  if (is_endless(p, v, action)) reason_add(r, PART_MEAN, mean);
  else reason_index(r, mean, 0, index_now(p, v, action, epochs_before(v), &hoeffding_rule));
  return true;
}

static void reach_stages(stage *of_arm, const outcome *o)
{
  const int last = o->delay > 0 ? o->delay : o->wait;
  for (int d = 1; d <= last; d++) of_arm[d - 1].reached++;
  if (o->delay == 0) return;
  of_arm[last - 1].ended++;
  of_arm[last - 1].pay += o->observed;
}

/* r and c of all waits of an arm. */
static void multiply_stages(const stage *of_arm, means *m, const view *v)
{
  double left = 1, pay = 0, full = 0, seen = 0; /* S_{d-1} and the sums */
  for (int d = 1; d <= v->waits; d++) {
    const stage *s = &of_arm[d - 1];
    const double n = s->reached ? (double)s->reached : 1;
    const double ended = left * ((double)s->ended / n);
    pay += left * (s->pay / n);
    full += left;
    seen += d * ended;
    left -= ended;
    const bool in_vain = v->vain > 0 && v->vain < d;
    m[d - 1] = (means){pay, in_vain ? seen + (double)v->vain * left : full};
  }
}

static void hoeffding_observe(policy *p, const view *v, const outcome *o)
{
  const hoeffding_state *s = p->state;
  const int first = o->action - o->wait + 1; /* of the arm */
  index_observe(p, v, o);
  if (s->side)
    for (int i = 1; i < o->wait; i++) side_add(contender_at(p, first + i - 1), v, o, i);
  if (s->stages) {
    reach_stages(s->stages + first, o);
    multiply_stages(s->stages + first, s->means + first, v);
  }
  const int changed = s->stages ? v->waits : s->side ? o->wait : 0;
  for (int i = 0; i < changed; i++)
    if (contender_at(p, first + i)->tally.pulls) race_observed(race_of(p), p, v, first + i);
}

/* The place may have been that of another arm, unless this one was only away. */
static void hoeffding_arm_entered(policy *p, const view *v, int arm)
{
  const hoeffding_state *s = p->state;
  const bool forgets = s->stages && !v->away;
  for (int i = arm * v->waits; forgets && i < (arm + 1) * v->waits; i++) s->stages[i] = (stage){0, 0, 0};
  index_arm_entered(p, v, arm);
}

const policy_type policy_wait_hoeffding = {
    .constructor = "policy_wait_hoeffding",
    .call = "policy_wait_ucb(index = \"hoeffding\")",
    .label = "Wait-Hoeffding",
    .does = "learns which arm to play and how long to wait for it, by the pair whose reward per "
            "round may be the greatest",
    .paper = "ours",
    .deterministic = true,
    .takes = TAKES({"feedback", A_TEXT("bandit|side|product-limit"), USUALLY(FIRST_CHOICE)}),
    .needs = HAS_WAITING,
    .told_suffices = true,
    .state_size = sizeof(hoeffding_state),
    .action_size = sizeof(contender),
    .start = hoeffding_start,
    .choose = hoeffding_choose,
    .explain = hoeffding_explain,
    .observe = hoeffding_observe,
    .arm_entered = hoeffding_arm_entered,
    .arm_left = index_arm_left,
};
