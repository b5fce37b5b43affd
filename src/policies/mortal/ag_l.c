/* AG-L, adaptive greedy with life regulation (Traca, Rudin and Yan 2020, Algorithm 1): as AG
 * (ag.c), but the arm that is explored is drawn uniformly from the ceil(keep m) of the m live arms
 * that have the longest life before them, never-played ones included; the lowest in a tie.
 *
 * Lives known: by their last rounds. Unknown: what is left is the mean life of expired arms less
 * the age, so the youngest arms are taken, and all live arms before any has expired. With keep = 1
 * it is AG, draw for draw. Cost: a look at every live arm per round; O(m) anew when arms have come
 * or gone. */
#include "ag.h"

typedef struct ag_l_state {
  ag_state ag;
  double keep;
  bool expired;  /* some arm has */
  bool changed;  /* arms have come or gone, or lives changed, since `explored` was made */
  int *explored; /* in the order of v->live */
  int64_t *life; /* room to rank live arms */
  int count;
} ag_l_state;

static status ag_l_start(policy *p, const view *v, const parameters *given)
{
  ag_l_state *s = p->state;
  s->keep = parameters_number(given, "keep");
  s->changed = true;
  s->explored = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->explored);
  s->life = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->life);
  if (!s->explored || !s->life) return status_no_memory();
  return ag_prepare(&s->ag, p, v, given);
}

/* Orders live arms by what is left of their lives. */
static int64_t life_of(const view *v, int arm) { return v->last ? v->last[arm] : v->first[arm]; }

/* Moves the k greatest to the front, in any order (quickselect). */
static void select_greatest(int64_t *x, int count, int k)
{
  int low = 0, high = count - 1;
  while (low < high) {
    const int64_t pivot = x[low + (high - low) / 2];
    int i = low, j = high;
    while (i <= j) {
      while (x[i] > pivot) i++;
      while (x[j] < pivot) j--;
      if (i > j) break;
      const int64_t swapped = x[i];
      x[i++] = x[j];
      x[j--] = swapped;
    }
    if (k <= j + 1) high = j;
    else if (k > i) low = i;
    else return;
  }
}

/* The k-th greatest life; `above` counts those that are longer. */
static int64_t cut_of(ag_l_state *s, const view *v, int k, int *above)
{
  for (int i = 0; i < v->live_count; i++) s->life[i] = life_of(v, v->live[i]);
  select_greatest(s->life, v->live_count, k);
  int64_t cut = s->life[0];
  for (int i = 1; i < k; i++)
    if (s->life[i] < cut) cut = s->life[i];
  *above = 0;
  for (int i = 0; i < k; i++) *above += s->life[i] > cut;
  return cut;
}

static void find_explored(ag_l_state *s, const view *v)
{
  const bool ranked = v->last || s->expired;
  const int k = ranked ? (int)ceil(s->keep * v->live_count) : v->live_count;
  int above = 0;
  const int64_t cut = ranked ? cut_of(s, v, k, &above) : INT64_MIN;
  int equals = k - above; /* of those at the cut so many are taken, the lowest */
  s->count = 0;
  for (int i = 0; i < v->live_count; i++) {
    const int64_t life = life_of(v, v->live[i]);
    if (ranked && (life < cut || (life == cut && equals-- <= 0))) continue;
    s->explored[s->count++] = v->live[i];
  }
  s->changed = false;
}

static int ag_l_choose(policy *p, const view *v)
{
  ag_l_state *s = p->state;
  const int sure = ag_decide(&s->ag, p, v);
  if (sure >= 0) return sure;
  if (s->changed) find_explored(s, v);
  return s->explored[stream_below(v->random, s->count)];
}

static bool ag_l_chances(policy *p, const view *v, double *chance)
{
  ag_l_state *s = p->state;
  int best;
  const double explore = ag_foresee(&s->ag, p, v, &best);
  if (s->changed) find_explored(s, v);
  mixed_chances(v, best, 0, chance);
  for (int i = 0, at = 0; i < v->live_count; i++) {
    const bool explored = at < s->count && s->explored[at] == v->live[i];
    chance[i] = (1 - explore) * chance[i] + (explored ? explore / s->count : 0);
    at += explored;
  }
  return true;
}

static void ag_l_life_told(policy *p, const view *v, int arm)
{
  (void)v, (void)arm;
  ((ag_l_state *)p->state)->changed = true;
}

static void ag_l_arm_entered(policy *p, const view *v, int arm)
{
  ag_l_life_told(p, v, arm);
  ag_arm_entered(p, v, arm);
}

static void ag_l_arm_left(policy *p, const view *v, int arm)
{
  ag_l_state *s = p->state;
  s->changed = true;
  if (!v->away) s->expired = true;
  ag_arm_left(p, v, arm);
}

const policy_type policy_ag_l = {
    .constructor = "policy_ag_l",
    .call = "policy_ag(explore = \"longest\")",
    .label = "AG-L",
    .does = "plays the arm with the best mean so far, and explores only the arms that have the "
            "longest lives left",
    .paper = "Traca, Rudin and Yan 2020, Algorithm 1",
    .takes = TAKES({"keep", A_POSITIVE_CHANCE, USUALLY(0.3)}, {"scale", NOT_NEGATIVE, USUALLY(1)},
                   {"init", A_WHOLE(0, LARGEST_COUNT)}, {"range", A_RANGE, FROM_BANDIT}),
    .needs = HAS_LIFETIMES | HAS_REPLAY,
    .refuses = HAS_WAITING,
    .told_suffices = true,
    .state_size = sizeof(ag_l_state),
    .action_size = sizeof(mortal_arm),
    .start = ag_l_start,
    .choose = ag_l_choose,
    .recall = ag_recall,
    .chances = ag_l_chances,
    .played = mortal_played,
    .observe = ag_observe,
    .arm_entered = ag_l_arm_entered,
    .arm_left = ag_l_arm_left,
    .life_told = ag_l_life_told,
};
