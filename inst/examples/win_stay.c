/* Win-stay, lose-shift: repeats a choice that paid with probability `stay`, and leaves one that did not with
 * `shift`. It states its propensities, so it can be fitted to choices. */
#include <unruly/policy.h>

typedef struct habit {
  double stay, shift;
  int last;
  bool won;
} habit;

static status habit_start(policy *p, const view *v, const parameters *given)
{
  (void)v;
  *(habit *)p->state =
      (habit){parameters_number(given, "stay"), parameters_number(given, "shift"), -1, false};
  return status_ok;
}

static bool can_stay_or_shift(const habit *h, const view *v)
{
  for (int i = 0; i < v->action_count; i++) {
    if (v->actions[i] == h->last) return v->action_count > 1;
  }
  return false;
}

static double chance_of_staying(const habit *h) { return h->won ? h->stay : 1 - h->shift; }

static bool habit_chances(policy *p, const view *v, double *chance)
{
  const habit *h = p->state;
  even_chances(v, chance);
  if (!can_stay_or_shift(h, v)) return true;
  const double again = chance_of_staying(h);
  for (int i = 0; i < v->action_count; i++) {
    chance[i] = v->actions[i] == h->last ? again : (1 - again) / (v->action_count - 1.0);
  }
  return true;
}

static int habit_choose(policy *p, const view *v)
{
  const habit *h = p->state;
  const double u = stream_uniform(v->random);
  if (!can_stay_or_shift(h, v)) return v->actions[(int)(u * v->action_count)];
  const double again = chance_of_staying(h);
  const int others = v->action_count - 1;
  if (u < again) return h->last;
  int i = (int)((u - again) / (1 - again) * others); /* the i-th of the others */
  if (i >= others) i = others - 1;
  for (int k = 0;; k++) {
    if (v->actions[k] != h->last && i-- == 0) return v->actions[k];
  }
}

static void habit_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  ((habit *)p->state)->last = o->action;
  ((habit *)p->state)->won = o->observed > 0;
}

static const policy_type win_stay = {
    .constructor = "win_stay",
    .label = "Win-stay-lose-shift",
    .paper = "Robbins 1952",
    .takes = TAKES({"stay", A_CHANCE, USUALLY(.9)}, {"shift", A_CHANCE, USUALLY(.9)}),
    .state_size = sizeof(habit),
    .start = habit_start,
    .choose = habit_choose,
    .chances = habit_chances,
    .observe = habit_observe,
    .told_suffices = true, /* what it was told says all: a log does not show its draws */
};

UNRULY_POLICY(win_stay)
