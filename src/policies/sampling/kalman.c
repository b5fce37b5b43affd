/* A Kalman filter of each arm's mean, and a choice by what it knows (Daw and others 2006; Gershman 2018). An
 * arm has the mean m and the standard deviation s, at first `start` and `start_sd`, and h, how much it has
 * been chosen lately (stick.h).
 *
 *   choice, mixed with lapses:
 *     "softmax":   u_k = m_k / temperature + bonus s_k + stick h_k;
 *     "thompson":  the greatest draw of N(m_k, s_k^2);
 *     "probit":    of two arms a, b the first with probability Phi(x), x = (m_a - m_b) / temperature
 *                  + bonus (s_a - s_b) + random (m_a - m_b) / sqrt(s_a^2 + s_b^2) + stick (h_a - h_b), 0 / 0
 * = 0; by inversion, one random number a round; outcome r, once it is shown:  g = s^2 / (s^2 + sd^2), m += g
 * (r - m), s^2 = (1 - g) s^2; end of a round, after its outcomes, every arm: m = decay m + (1 - decay)
 * center, s^2 = decay^2 s^2 + drift^2.
 *
 * Ends of rounds are caught up with before the next choice, many at once where nothing was chosen in between.
 * Cost: an exponential an arm and round, or the probabilities of the greatest draw. */
#include "foresight.h"
#include "stick.h"

typedef struct kalman_arm {
  double mean, variance, habit;
  bool known; /* it has begun */
} kalman_arm;

typedef enum kalman_choice { BY_SOFTMAX, BY_DRAWS, BY_PROBIT } kalman_choice;

typedef struct kalman_state {
  kalman_choice choice;
  double inverse, bonus, random;
  double noise, drift2, decay, center, start, start_variance;
  sticking sticking;
  int64_t ended;  /* the rounds whose ends are caught up with */
  double *chance; /* by place in v->actions */
  foresight foresight;
} kalman_state;

static kalman_arm *kalman_at(const policy *p, int arm) { return (kalman_arm *)p->actions + arm; }

static void kalman_begin(const policy *p, int arm)
{
  const kalman_state *s = p->state;
  kalman_arm *a = kalman_at(p, arm);
  if (!a->known) *a = (kalman_arm){s->start, s->start_variance, 0, true};
}

static double square(double x) { return x * x; }

static kalman_choice kalman_choice_of(const parameters *given)
{
  if (parameters_text_is(given, "choice", "thompson")) return BY_DRAWS;
  return parameters_text_is(given, "choice", "probit") ? BY_PROBIT : BY_SOFTMAX;
}

static int kalman_most_arms(const parameters *given) { return kalman_choice_of(given) == BY_PROBIT ? 2 : 0; }

static status refuse_arms(int count)
{
  return status_error(STATUS_BAD_PARAMETER,
                      "`choice = \"probit\"` is for at most two arms, and here are %d. Use \"softmax\" or "
                      "\"thompson\".",
                      count);
}

static status kalman_start(policy *p, const view *v, const parameters *given)
{
  kalman_state *s = p->state;
  s->choice = kalman_choice_of(given);
  s->inverse = 1 / parameters_number(given, "temperature");
  s->bonus = parameters_number(given, "bonus");
  s->random = parameters_number(given, "random");
  s->noise = square(parameters_number(given, "sd"));
  s->drift2 = square(parameters_number(given, "drift"));
  s->decay = parameters_number(given, "decay");
  s->start = parameters_number(given, "start");
  s->center = parameters_number_or(given, "center", s->start);
  s->start_variance = square(parameters_number(given, "start_sd"));
  s->sticking = sticking_of(given);
  s->ended = v->round - 1;
  s->chance = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->chance);
  if (!s->chance) return status_no_memory();
  if (s->choice == BY_PROBIT && v->live_count > 2) return refuse_arms(v->live_count);
  for (int i = 0; i < v->live_count; i++) kalman_begin(p, v->live[i]);
  return status_ok;
}

static void end_round(const kalman_state *s, kalman_arm *a, int64_t rounds)
{
  if (rounds == 1) {
    a->mean = s->decay * a->mean + (1 - s->decay) * s->center;
    a->variance = square(s->decay) * a->variance + s->drift2;
    return;
  }
  const double left = same_pow(s->decay, (double)rounds), left2 = left * left, decay2 = square(s->decay);
  a->mean = left * a->mean + (1 - left) * s->center;
  a->variance = left2 * a->variance + s->drift2 * (decay2 < 1 ? (1 - left2) / (1 - decay2) : (double)rounds);
}

/* The ends of the rounds up to this one. */
static void catch_up(policy *p, const view *v, int64_t round)
{
  kalman_state *s = p->state;
  if (round <= s->ended) return;
  const int64_t rounds = round - s->ended;
  s->ended = round;
  if (s->decay == 1 && s->drift2 == 0) return;
  for (int arm = 0; arm < v->arms; arm++)
    if (kalman_at(p, arm)->known) end_round(s, kalman_at(p, arm), rounds);
}

static void kalman_recall(policy *p, const view *v, int action)
{
  (void)action;
  catch_up(p, v, v->round - 1);
}

static void kalman_arm_entered(policy *p, const view *v, int arm)
{
  catch_up(p, v, v->round - 1);
  kalman_begin(p, arm);
}

static double utility(const kalman_state *s, const kalman_arm *a)
{
  return a->mean * s->inverse + s->bonus * sqrt(a->variance) + s->sticking.stick * a->habit;
}

static bool probit_chances(policy *p, const view *v, double *chance)
{
  const kalman_state *s = p->state;
  chance[0] = 1;
  if (v->live_count == 1) return true;
  if (v->live_count > 2) {
    p->failure = refuse_arms(v->live_count);
    return false;
  }
  const kalman_arm *a = kalman_at(p, v->live[0]), *b = kalman_at(p, v->live[1]);
  const double apart = a->mean - b->mean, both = sqrt(a->variance + b->variance);
  double x = utility(s, a) - utility(s, b);
  if (s->random != 0 && (apart != 0 || both > 0)) x += s->random * apart / both;
  chance[0] = 0.5 * same_erfc(-x * 0x1.6a09e667f3bcdp-1);
  chance[1] = 0.5 * same_erfc(x * 0x1.6a09e667f3bcdp-1);
  return true;
}

static void softmax_chances(const policy *p, const view *v, double *chance)
{
  for (int i = 0; i < v->live_count; i++) chance[i] = utility(p->state, kalman_at(p, v->live[i]));
  softmax(chance, v->live_count);
}

static draw_law kalman_law(const policy *p, int arm)
{
  const kalman_arm *a = kalman_at(p, arm);
  return (draw_law){a->mean, sqrt(a->variance)};
}

static bool kalman_chances(policy *p, const view *v, double *chance)
{
  kalman_state *s = p->state;
  catch_up(p, v, v->round - 1);
  bool known = true;
  if (s->choice == BY_SOFTMAX) softmax_chances(p, v, chance);
  if (s->choice == BY_PROBIT) known = probit_chances(p, v, chance);
  if (s->choice == BY_DRAWS) known = foresee_some_normals(&s->foresight, p, v, kalman_law, chance);
  if (known) with_lapses(&s->sticking, chance, v->action_count);
  return known;
}

static int kalman_choose_with_chances(policy *p, const view *v, double *chance, bool *known)
{
  *known = kalman_chances(p, v, chance);
  return *known ? v->actions[drawn_by_chances(v, chance, stream_uniform(v->random))] : -1;
}

static int kalman_choose(policy *p, const view *v)
{
  bool known;
  return kalman_choose_with_chances(p, v, ((const kalman_state *)p->state)->chance, &known);
}

static void kalman_played(policy *p, const view *v, const outcome *o)
{
  const kalman_state *s = p->state;
  if (s->sticking.stick == 0) return;
  for (int arm = 0; arm < v->arms; arm++) {
    kalman_arm *a = kalman_at(p, arm);
    if (a->known) a->habit = stuck(&s->sticking, a->habit, arm == o->arm);
  }
}

/* Outcomes at the end of a round are shown before the arms move on, and the view has the next round. */
static void kalman_observe(policy *p, const view *v, const outcome *o)
{
  const kalman_state *s = p->state;
  kalman_arm *a = kalman_at(p, o->arm);
  catch_up(p, v, v->round - 2);
  const double gain = a->variance > 0 ? a->variance / (a->variance + s->noise) : 0;
  a->mean += gain * (o->observed - a->mean);
  a->variance = (1 - gain) * a->variance;
}

static bool kalman_explain(policy *p, const view *v, int action, reason *r)
{
  const kalman_state *s = p->state;
  kalman_arm a = *kalman_at(p, action);
  const int64_t rounds = v->round - 1 - s->ended;
  if (rounds > 0) end_round(s, &a, rounds);
  r->code = v->action_count == 1 ? WHY_ONLY_ONE : WHY_DRAWN;
  reason_add(r, PART_MEAN, a.mean);
  reason_add(r, PART_SD, sqrt(a.variance));
  return true;
}

#define ALL_BUT_DRAWS "choice=softmax|probit"

const policy_type policy_kalman = {
    .constructor = "policy_kalman",
    .label = "Kalman",
    .does = "follows means that drift, trusts a reward the more the less it knows of the arm, and "
            "prefers arms with greater estimates",
    .paper = "Daw, O'Doherty, Dayan, Seymour and Dolan 2006; Gershman 2018",
    .takes = TAKES(
        {"choice", A_TEXT("softmax|thompson|probit"), USUALLY(FIRST_CHOICE)},
        {"temperature", .least = SMALLEST_NUMBER, .greatest = INFINITY, .only_if = ALL_BUT_DRAWS, USUALLY(1)},
        {"bonus", A_NUMBER, .only_if = ALL_BUT_DRAWS, USUALLY(0)},
        {"random", A_NUMBER, .only_if = "choice=probit", USUALLY(0)}, {"sd", A_POSITIVE, USUALLY(1)},
        {"drift", NOT_NEGATIVE, USUALLY(0)}, {"decay", A_CHANCE, USUALLY(1)}, {"center", A_NUMBER},
        {"start", A_NUMBER, USUALLY(0)}, {"start_sd", NOT_NEGATIVE, USUALLY(1)},
        {"stick", A_NUMBER, .only_if = ALL_BUT_DRAWS, USUALLY(0)},
        {"stick_rate", A_CHANCE, .only_if = ALL_BUT_DRAWS, USUALLY(1)}, {"lapse", A_CHANCE, USUALLY(0)}),
    .refuses = HAS_WAITING,
    .told_suffices = true,
    .most_arms = kalman_most_arms,
    .bytes_suffice = true,
    .state_size = sizeof(kalman_state),
    .action_size = sizeof(kalman_arm),
    .start = kalman_start,
    .choose = kalman_choose,
    .recall = kalman_recall,
    .chances = kalman_chances,
    .choose_with_chances = kalman_choose_with_chances,
    .explain = kalman_explain,
    .played = kalman_played,
    .observe = kalman_observe,
    .arm_entered = kalman_arm_entered,
};
