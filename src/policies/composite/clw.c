/* CLW (Cesa-Bianchi, Gentile and Mansour 2018, and its correction in the
 * journal, 2022): Exp3 on losses that are formed of what arrived of late, for
 * rewards spread over d rounds (d: `length`). An arm is drawn, by the weights
 * w, in round 1 and after an update round; else the arm stays. After the play
 * of round t a bit B_t is drawn, and t is an update round if
 *
 *   "2018": B_t = 1, P(B_t = 1) = 1 / (2 (2d - 1)), and the last update round
 *           is at least 2d rounds back (or there was none);
 *   "2022": B_t = 1, P(B_t = 1) = 1 / (2d + 1), B_{t-1} = ... = B_{t-2d} = 0,
 *           and t >= 2d + 1.
 *
 * In an update round, with p_a the probability with which the arm was drawn,
 *
 *   w_a = w_a exp(-eta loss / p_a), w = 1 at the start,
 *   "2018": loss = 1 - (sum of the last d observations) / 2d,
 *           eta = 4 sqrt(d ln N / ((4N + 1) T));
 *   "2022": loss = 1 - (sum of the last d + 1 observations) / (2d + 1),
 *           eta = sqrt(d ln N / (N T)).
 *
 * Losses are not clipped. N is the number of arms that are there when an arm
 * is drawn. If the arm leaves, another is drawn, without an update.
 *
 * Both conditions say how far back something must lie: 2018 the last update round, 2022 the last
 * bit. Cost: a random number per round, N exponentials and d additions per update. */
#include "../adversarial/chances.h"
#include "recent.h"
#include "../../base/elementary.h"

typedef struct clw_state {
  bool corrected; /* "2022" */
  int64_t d;
  recent seen;
  double chance_of_bit;
  int64_t back; /* the last update round (2018) or bit (2022); 0 for none */
  bool draw;    /* an arm is to be drawn */
  double eta;
  chance_draw drawn;
  int64_t plays;
  double arrived; /* in the round that was played last */
  bool unsettled; /* its bit is to be drawn */
} clw_state;

static status clw_start(policy *p, const view *v, const parameters *given)
{
  (void)v;
  clw_state *s = p->state;
  s->corrected = parameters_text_is(given, "version", "2022");
  s->d = rounds_from(parameters_number(given, "length"));
  s->chance_of_bit = s->corrected ? 1 / (2 * (double)s->d + 1) : 1 / (2 * (2 * (double)s->d - 1));
  s->draw = true;
  return recent_open(&s->seen, s->d + 1, p->memory) ? status_ok : status_no_memory();
}

static double learning_rate(const clw_state *s, const view *v)
{
  const double n = v->live_count, d = (double)s->d, horizon = (double)v->horizon;
  return s->corrected ? sqrt(d * same_log(n) / (n * horizon))
                      : 4 * sqrt(d * same_log(n) / ((4 * n + 1) * horizon));
}

/* Returns the score that the arm will have after an update; the reward of the round played last may be among
 * those seen, or still be apart. */
static double updated_score(const policy *p, double apart)
{
  const clw_state *s = p->state;
  const int64_t many = s->corrected ? s->d + 1 : s->d;
  const double gain = (recent_sum(&s->seen, many - s->unsettled) + apart) / (double)(s->d + many);
  return *score_of(p, s->drawn.kept.arm) - s->eta * (1 - gain) / s->drawn.chance;
}

/* Returns whether the bit of round t would make it an update round. */
static bool update_is_due(const clw_state *s, int64_t t)
{
  return s->corrected ? t - s->back > 2 * s->d : s->back == 0 || t - s->back >= 2 * s->d;
}

/* The end of a round that was played: its bit, and perhaps an update. */
static void settle(policy *p, const view *v)
{
  clw_state *s = p->state;
  const int64_t t = s->plays;
  s->unsettled = false;
  recent_add(&s->seen, s->arrived);
  s->arrived = 0;
  if (!(stream_uniform(v->random) < s->chance_of_bit)) return;
  const bool due = update_is_due(s, t);
  if (due) { /* a log may have made the plays so far, without a draw */
    if (s->drawn.chance > 0) set_score(p, v, s->drawn, updated_score(p, 0));
    s->draw = true;
  }
  if (due || s->corrected) s->back = t;
}

static int clw_choose(policy *p, const view *v)
{
  clw_state *s = p->state;
  if (s->unsettled) settle(p, v);
  if (!s->draw && is_there(v, s->drawn.kept)) return s->drawn.kept.arm;
  s->drawn = draw_by_score(p, v, 0);
  s->eta = learning_rate(s, v);
  s->draw = false;
  return s->drawn.kept.arm;
}

/* The bit of the round played last may still be to come. */
static bool clw_chances(policy *p, const view *v, double *chance)
{
  const clw_state *s = p->state;
  if (s->draw) {
    chances_by_score(p, v, 0, chance);
    return true;
  }
  const bool may_end = s->unsettled && update_is_due(s, s->plays);
  chances_of_block(p, v, s->drawn, may_end ? s->chance_of_bit : 0, updated_score(p, s->arrived), 0, chance);
  return true;
}

static void clw_played(policy *p, const view *v, const outcome *o)
{
  (void)v, (void)o;
  clw_state *s = p->state;
  s->plays++;
  s->unsettled = true;
}

static void clw_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  ((clw_state *)p->state)->arrived += o->observed;
}

const policy_type policy_clw = {
    .constructor = "policy_clw",
    .call = "policy_clw(spread = \"known\")",
    .label = "CLW",
    .does = "draws arms by the weights of Exp3 and learns from sums over as many rounds as "
            "rewards take to arrive",
    .paper = "Cesa-Bianchi, Gentile and Mansour 2018",
    .own_plays = WEIGHS_BY_CHANCE,
    .made_for = MADE_FOR_PLACE,
    .takes = TAKES({"length", A_WHOLE(1, LONGEST_SPREAD), REQUIRED},
                   {"version", A_TEXT("2018|2022"), USUALLY(FIRST_CHOICE)}),
    .refuses = HAS_WAITING,
    .needs_horizon = "",
    .state_size = sizeof(clw_state),
    .action_size = sizeof(scored_arm),
    .start = clw_start,
    .choose = clw_choose,
    .chances = clw_chances,
    .played = clw_played,
    .observe = clw_observe,
    .arm_entered = score_arm_entered,
};
