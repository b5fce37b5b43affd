/* ARS-CLW, adaptive round-size CLW (Wang, Wang and Huang 2021, Algorithm 3),
 * which guesses how long rewards are spread. Phase k is rounds T(k-1) + 1 to
 * T(k), T(0) = 0, T(1) = `start`, T(k) = 2 T(k-1); in it, N being the number of
 * arms,
 *
 *   d = ceil(T(k)^guess), gamma = min(1, sqrt(2 d N ln N / (T(k) + d))),
 *
 * and the weights w begin at 1 again. An arm is drawn, from
 *
 *   p_i = (1 - gamma) w_i / sum w + gamma / N,
 *
 * in the first round of a phase and after a round that ends a block; else the
 * arm stays. Bits B are drawn ahead, B_t with P(B_t = 1) = 1 / 2d for the d of
 * the phase in which it is drawn: after the play of round t, up to B_{t+2d-1}.
 * t ends a block if B_t = 1 and B_{t+1} = ... = B_{t+2d-1} = 0; then
 *
 *   w_a = w_a exp(gamma gain / (N p_a)), gain = (sum of the last d observations) / 2d.
 *
 * Each phase draws its own bits; observations run on over its start. Gains are not
 * clipped. If the arm leaves, another is drawn, without an update.
 *
 * Ones wait in a queue: it is the last if the queue is empty behind it. Cost: a random number per
 * round, N exponentials and d additions per block. */
#include "../adversarial/chances.h"
#include "recent.h"
#include "../../base/elementary.h"

typedef struct ars_clw_state {
  double guess;
  int64_t end, next_end; /* of the present phase; T(k) once it has begun */
  int64_t d;
  recent seen;
  int64_t *ones; /* a ring: rounds with a bit of 1, drawn ahead */
  int64_t room, first, count;
  int64_t drawn_to; /* the last round whose bit is drawn */
  bool draw;
  double rate; /* gamma / (N p) of the arm drawn */
  chance_draw drawn;
  int64_t plays;
  double arrived;
  bool unsettled;
} ars_clw_state;

static int64_t guessed_length(const ars_clw_state *s, int64_t end)
{
  return rounds_from(ceil(same_pow((double)end, s->guess)));
}

static int64_t doubled(int64_t end) { return end > FOREVER / 2 ? FOREVER : 2 * end; }

static status ars_clw_start(policy *p, const view *v, const parameters *given)
{
  ars_clw_state *s = p->state;
  s->guess = parameters_number(given, "guess");
  s->next_end = rounds_from(parameters_number(given, "start"));
  int64_t last = s->next_end;
  while (last < v->horizon) last = doubled(last);
  const int64_t longest = guessed_length(s, last);
  if (longest > 100000000)
    return status_error(
        STATUS_BAD_PARAMETER,
        "With this `guess` the spread is thought to be %.3g rounds long in the end; at most 1e8 "
        "will do.",
        (double)longest);
  s->room = 2 * longest;
  s->ones = arena_zeroed(p->memory, (size_t)s->room, sizeof(int64_t));
  return s->ones && recent_open(&s->seen, longest, p->memory) ? status_ok : status_no_memory();
}

static void begin_phase(policy *p, const view *v)
{
  ars_clw_state *s = p->state;
  s->end = s->next_end;
  s->next_end = doubled(s->end);
  s->d = guessed_length(s, s->end);
  s->draw = true;
  s->count = 0;
  s->drawn_to = s->plays;
  for (int i = 0; i < v->live_count; i++) *score_of(p, v->live[i]) = 0;
}

/* Bits up to round t + 2d - 1. */
static void draw_bits(ars_clw_state *s, const view *v, int64_t t)
{
  if (s->drawn_to < t - 1) s->drawn_to = t - 1;
  while (s->drawn_to < t + 2 * s->d - 1) {
    s->drawn_to++;
    if (stream_uniform(v->random) < 1 / (2 * (double)s->d))
      s->ones[(s->first + s->count++) % s->room] = s->drawn_to;
  }
}

static bool ends_block(ars_clw_state *s, int64_t t)
{
  if (s->count == 0 || s->ones[s->first] != t) return false;
  s->first = (s->first + 1) % s->room;
  s->count--;
  return s->count == 0;
}

/* The end of a round that was played. */
static void settle(policy *p, const view *v)
{
  ars_clw_state *s = p->state;
  const int64_t t = s->plays;
  s->unsettled = false;
  recent_add(&s->seen, s->arrived);
  s->arrived = 0;
  draw_bits(s, v, t);
  if (!ends_block(s, t)) return;
  set_score(p, v, s->drawn,
            *score_of(p, s->drawn.kept.arm) + s->rate * recent_sum(&s->seen, s->d) / (2 * (double)s->d));
  s->draw = true;
}

static double mixing_now(const ars_clw_state *s, const view *v)
{
  const double n = v->live_count, d = (double)s->d;
  return fmin(1, sqrt(2 * d * n * same_log(n) / ((double)s->end + d)));
}

/* The probability that round t ends a block, given the bits that are drawn already: it needs a 1 of its own,
 * and none behind it. */
static double chance_to_end(const ars_clw_state *s, int64_t t)
{
  const double none = 1 - 1 / (2 * (double)s->d);
  const int64_t drawn_to = s->drawn_to < t - 1 ? t - 1 : s->drawn_to, to_draw = t + 2 * s->d - 1 - drawn_to;
  if (drawn_to < t) return s->count > 0 ? 0 : (1 - none) * same_pow(none, (double)(to_draw - 1));
  if (s->count != 1 || s->ones[s->first] != t) return 0;
  return to_draw > 0 ? same_pow(none, (double)to_draw) : 1;
}

static bool ars_clw_chances(policy *p, const view *v, double *chance)
{
  const ars_clw_state *s = p->state;
  const double n = v->live_count;
  if (s->plays >= s->end) {
    for (int i = 0; i < v->live_count; i++) chance[i] = 1 / n;
  } else if (s->draw) {
    chances_by_score(p, v, mixing_now(s, v), chance);
  } else {
    const double gain = (recent_sum(&s->seen, s->d - s->unsettled) + s->arrived) / (2 * (double)s->d);
    chances_of_block(p, v, s->drawn, s->unsettled ? chance_to_end(s, s->plays) : 0,
                     *score_of(p, s->drawn.kept.arm) + s->rate * gain, mixing_now(s, v), chance);
  }
  return true;
}

static int ars_clw_choose(policy *p, const view *v)
{
  ars_clw_state *s = p->state;
  if (s->unsettled) settle(p, v);
  if (s->plays >= s->end) begin_phase(p, v);
  if (!s->draw && is_there(v, s->drawn.kept)) return s->drawn.kept.arm;
  const double n = v->live_count, mixing = mixing_now(s, v);
  s->drawn = draw_by_score(p, v, mixing);
  s->rate = mixing / (n * s->drawn.chance);
  s->draw = false;
  return s->drawn.kept.arm;
}

static void ars_clw_played(policy *p, const view *v, const outcome *o)
{
  (void)v, (void)o;
  ars_clw_state *s = p->state;
  s->plays++;
  s->unsettled = true;
}

static void ars_clw_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  ((ars_clw_state *)p->state)->arrived += o->observed;
}

const policy_type policy_ars_clw = {
    .constructor = "policy_ars_clw",
    .call = "policy_clw(spread = \"guessed\")",
    .label = "ARS-CLW",
    .does = "runs Exp3 in phases of doubling length, and guesses in each how long rewards take to "
            "arrive",
    .paper = "Wang, Wang and Huang 2021, Algorithm 3",
    .own_plays = WEIGHS_BY_CHANCE,
    .made_for = MADE_FOR_PLACE,
    .takes = TAKES({"guess", A_POSITIVE_CHANCE, .below = true, USUALLY(0.33333333333333331)},
                   {"start", A_WHOLE(1, LARGEST_COUNT), USUALLY(64)}),
    .refuses = HAS_WAITING,
    .needs_horizon = "",
    .state_size = sizeof(ars_clw_state),
    .action_size = sizeof(scored_arm),
    .start = ars_clw_start,
    .choose = ars_clw_choose,
    .chances = ars_clw_chances,
    .played = ars_clw_played,
    .observe = ars_clw_observe,
    .arm_entered = score_arm_entered,
};
