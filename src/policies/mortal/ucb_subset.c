/* UCB1 on a random subset (Chakrabarti et al. 2008): of the arms alive,
 * ceil(alive / scale) drawn at random are members, and only members are
 * played, by UCB1: each once, then
 *
 *   argmax xbar + sqrt(2 ln t / n),
 *
 * t being the round of the game, ties going to the lowest arm. The place of a member that dies,
 * and what is missing when more arms are alive, is filled at the next choice with random arms from
 * outside. Cost: an index for every member per round. */
#include "../search/tally.h"
#include "../../base/elementary.h"

typedef struct subset_state {
  double scale;
  int *member; /* in the order of their numbers */
  int count;
} subset_state;

typedef struct subset_arm {
  tally tally;
  bool member;
} subset_arm;

static subset_arm *arm_at(const policy *p, int arm) { return (subset_arm *)p->actions + arm; }

static status subset_start(policy *p, const view *v, const parameters *given)
{
  subset_state *s = p->state;
  s->scale = parameters_number(given, "scale");
  s->member = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->member);
  return s->member ? status_ok : status_no_memory();
}

static void insert_member(subset_state *s, const policy *p, const view *v, int arm)
{
  int at = s->count++;
  for (; at > 0 && v->number[s->member[at - 1]] > v->number[arm]; at--) s->member[at] = s->member[at - 1];
  s->member[at] = arm;
  arm_at(p, arm)->member = true;
}

/* A random live arm that is not a member. */
static int draw_outsider(const subset_state *s, const policy *p, const view *v)
{
  int left = stream_below(v->random, v->live_count - s->count);
  for (int i = 0; i < v->live_count; i++)
    if (!arm_at(p, v->live[i])->member && left-- == 0) return v->live[i];
  return v->live[0];
}

static double subset_index(const subset_arm *a, double log_round)
{
  if (!a->tally.pulls) return INFINITY;
  return tally_mean(&a->tally) + sqrt(2 * log_round / (double)a->tally.pulls);
}

static int subset_choose(policy *p, const view *v)
{
  subset_state *s = p->state;
  while (s->count < ceil(v->live_count / s->scale)) insert_member(s, p, v, draw_outsider(s, p, v));
  const double log_round = same_log((double)v->round);
  int best = -1;
  double greatest = 0;
  for (int i = 0; i < s->count; i++) {
    const double index = subset_index(arm_at(p, s->member[i]), log_round);
    if (best < 0 || index > greatest) best = s->member[i], greatest = index;
  }
  return best;
}

static void subset_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tally_add(&arm_at(p, o->arm)->tally, o->observed);
}

static void subset_arm_left(policy *p, const view *v, int arm)
{
  (void)v;
  subset_state *s = p->state;
  if (!arm_at(p, arm)->member) return;
  arm_at(p, arm)->member = false;
  int at = 0;
  while (s->member[at] != arm) at++;
  for (s->count--; at < s->count; at++) s->member[at] = s->member[at + 1];
}

const policy_type policy_ucb_subset = {
    .constructor = "policy_ucb_subset",
    .label = "UCB1 subset",
    .does = "plays a random part of the live arms by UCB1 and ignores the others, so that those "
            "are tried often before they die",
    .paper = "Chakrabarti et al. 2008",
    .own_plays = "plays only arms that it has drawn itself",
    .no_chances =
        "draws its subset of the arms, so the propensity of a choice depends on all draws before it",
    .made_for = MADE_FOR_WIDTH,
    .takes = TAKES({"scale", BETWEEN(1, LARGEST_NUMBER), REQUIRED}),
    .refuses = HAS_WAITING,
    .state_size = sizeof(subset_state),
    .action_size = sizeof(subset_arm),
    .start = subset_start,
    .choose = subset_choose,
    .observe = subset_observe,
    .arm_left = subset_arm_left,
};
