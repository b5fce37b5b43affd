/* Two indices that look at the sample variance V = (1 / n) sum (x - xbar)^2 of
 * an action: in round t, with n plays of it before, for rewards in a range of
 * width w,
 *
 *   UCB-V (Audibert, Munos and Szepesvari 2009, equation 5), with L = zeta ln t:
 *     argmax xbar + sqrt(2 V L / n) + 3 c w L / n;
 *   UCB-tuned (Auer, Cesa-Bianchi and Fischer 2002, section 4):
 *     argmax xbar + sqrt(ln t / n min(w^2 / 4, V + w^2 sqrt(2 ln t / n))).
 *
 * An action never played has index +Inf; ties go to the lowest action. The index
 * grows with t: exact and lazy (race.h); a run of plays does not give squares,
 * so every round is asked for. */
#include "../search/index.h"
#include "../search/scatter.h"

typedef struct variance_state {
  index_state index; /* the first member: see index.h */
  scatter *scatter;  /* by action */
  double zeta, c, width;
} variance_state;

static double variance_of(const policy *p, int action, double n)
{
  return scatter_variance(&((const variance_state *)p->state)->scatter[action], n);
}

static double ucb_v_value(const policy *p, const view *v, int action, index_clock clock)
{
  (void)v;
  const variance_state *s = p->state;
  const contender *a = contender_at(p, action);
  const double n = (double)a->tally.pulls, log_term = s->zeta * clock.log;
  return contender_mean(a) + sqrt(2 * variance_of(p, action, n) * log_term / n) +
         3 * s->c * s->width * log_term / n;
}

static double ucb_tuned_value(const policy *p, const view *v, int action, index_clock clock)
{
  (void)v;
  const contender *a = contender_at(p, action);
  const double n = (double)a->tally.pulls, width = ((const variance_state *)p->state)->width;
  const double square = width * width;
  const double bound = variance_of(p, action, n) + square * sqrt(2 * clock.log / n);
  return contender_mean(a) + sqrt(clock.log / n * fmin(square / 4, bound));
}

static const index_form ucb_v = {.value = ucb_v_value}, ucb_tuned = {.value = ucb_tuned_value};

static status variance_start(policy *p, const view *v, const parameters *given)
{
  variance_state *s = p->state;
  s->width = parameters_width(given);
  s->scatter = scatter_open(p, v);
  return s->scatter ? index_start(p, v, given) : status_no_memory();
}

static status ucb_v_start(policy *p, const view *v, const parameters *given)
{
  variance_state *s = p->state;
  s->zeta = parameters_number(given, "zeta");
  s->c = parameters_number(given, "c");
  return variance_start(p, v, given);
}

static int ucb_v_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &ucb_v); }

static int ucb_tuned_choose(policy *p, const view *v) { return index_choose(p, v, v->round, &ucb_tuned); }

static void variance_observe(policy *p, const view *v, const outcome *o)
{
  variance_state *s = p->state;
  scatter_add(&s->scatter[o->action], contender_at(p, o->action)->tally.pulls, o->observed);
  index_observe(p, v, o);
}

const policy_type policy_ucb_v = {
    .constructor = "policy_ucb_v",
    .label = "UCB-V",
    .does = "plays the arm that may be the best, and allows an arm less benefit of the doubt if "
            "its rewards vary little",
    .paper = "Audibert, Munos and Szepesvari 2009",
    .deterministic = true,
    .takes = TAKES({"zeta", A_POSITIVE, USUALLY(1.2)}, {"c", A_POSITIVE, USUALLY(1)},
                   {"range", A_RANGE, FROM_BANDIT}, {"sd", A_POSITIVE, FROM_BANDIT, .not_with = "range"}),
    .told_suffices = true,
    .state_size = sizeof(variance_state),
    .action_size = sizeof(contender),
    .start = ucb_v_start,
    .choose = ucb_v_choose,
    .observe = variance_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
};

const policy_type policy_ucb_tuned = {
    .constructor = "policy_ucb_tuned",
    .label = "UCB-tuned",
    .does = "plays the arm that may be the best, with a width from the observed variance that was "
            "tuned by experiment",
    .paper = "Auer, Cesa-Bianchi and Fischer 2002, section 4",
    .deterministic = true,
    .takes = TAKES({"range", A_RANGE, FROM_BANDIT}, {"sd", A_POSITIVE, FROM_BANDIT, .not_with = "range"}),
    .told_suffices = true,
    .state_size = sizeof(variance_state),
    .action_size = sizeof(contender),
    .start = variance_start,
    .choose = ucb_tuned_choose,
    .observe = variance_observe,
    .arm_entered = index_arm_entered,
    .arm_left = index_arm_left,
};
