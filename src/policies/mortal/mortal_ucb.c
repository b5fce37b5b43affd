#include "mortal_ucb.h"
#include "../../base/elementary.h"
#include "../../base/margin.h"

/* Length of a block: so many parts of the average age, within limits. */
enum { BLOCK_PARTS = 64, SHORTEST_BLOCK = 4, LONGEST_BLOCK = 1024 };

/* Arms never played have their bounds in the second tree. */
static maxima *tree_of(const policy *p, int arm)
{
  return &((mortal_ucb *)p->state)->upper[mortal_at(p, arm)->tally.pulls == 0];
}

/* --- the index -------------------------------------------------------------- */

static double average(const mortal_ucb *u) { return u->played ? u->means / (double)u->played : 0; }

static double weight(const mortal_ucb *u, const view *v, int arm, double mean_life)
{
  return u->reward_width * (u->by_life ? lives_weight(&u->lives, v, arm, u->scale, mean_life) : 1);
}

/* `age` is t - s + 1. */
static double width(const tally *a, double weight, double age)
{
  return weight * sqrt(2 * same_log(age) / (a->pulls ? (double)a->pulls : 1));
}

static double age_of(const view *v, int arm) { return (double)(v->round - v->first[arm] + 1); }

static double ucb_index(const policy *p, const view *v, int arm, const void *with)
{
  const mortal_ucb *u = with;
  const tally *a = &mortal_at(p, arm)->tally;
  const double mean = a->pulls ? tally_mean(a) : average(u);
  return mean + width(a, weight(u, v, arm, lives_mean(&u->lives)), age_of(v, arm));
}

/* --- bounds ------------------------------------------------------------------ */

/* The index from now to the end of the block is at most this, for arms never
 * played without the average; a hair more, as log() may err in its last bit. */
static double bound(const mortal_ucb *u, const policy *p, const view *v, int arm)
{
  const tally *a = &mortal_at(p, arm)->tally;
  const double age = (double)(u->until - v->first[arm] + 1);
  const double x = width(a, weight(u, v, arm, u->longest_life), age), mean = a->pulls ? tally_mean(a) : 0;
  return mean + x + margin_of(fabs(mean) + fabs(x));
}

static int64_t block_length(const view *v)
{
  double age = 0;
  for (int i = 0; i < v->live_count; i++) age += age_of(v, v->live[i]);
  const double length = age / v->live_count / BLOCK_PARTS;
  return length < SHORTEST_BLOCK ? SHORTEST_BLOCK : length > LONGEST_BLOCK ? LONGEST_BLOCK : (int64_t)length;
}

static void build(mortal_ucb *u, const policy *p, const view *v)
{
  u->until = v->round + block_length(v);
  u->longest_life = u->lives.expired ? 1.01 * lives_mean(&u->lives) : 0;
  for (int tree = 0; tree < 2; tree++) maxima_clear(&u->upper[tree]);
  for (int i = 0; i < v->live_count; i++) {
    const int arm = v->live[i];
    *maxima_leaf(tree_of(p, arm), arm) = bound(u, p, v, arm);
  }
  for (int tree = 0; tree < 2; tree++) maxima_build(&u->upper[tree]);
}

static bool bounds_hold(const mortal_ucb *u, const view *v)
{
  if (v->round > u->until) return false;
  return !u->by_life || lives_known(v) || !u->lives.expired || lives_mean(&u->lives) <= u->longest_life;
}

/* --- decisions ---------------------------------------------------------------- */

/* The arm whose bound is greatest, or -1 if none reaches `level`. */
static int next_candidate(const mortal_ucb *u, double level)
{
  const double sum = average(u) + maxima_root(&u->upper[1]), unplayed = sum + margin_of(fabs(sum));
  const double tried = maxima_root(&u->upper[0]);
  const maxima *tree = &u->upper[unplayed > tried];
  const double top = unplayed > tried ? unplayed : tried;
  return top >= level && maxima_root(tree) > -INFINITY ? maxima_greatest(tree) : -1;
}

static int decide(mortal_ucb *u, const policy *p, const view *v)
{
  int best = -1, waiting = 0;
  double greatest = -INFINITY;
  for (int arm; (arm = next_candidate(u, greatest)) >= 0;) {
    const double index = ucb_index(p, v, arm, u);
    if (best < 0 || index > greatest || (index == greatest && action_before(v, arm, best)))
      best = arm, greatest = index;
    maxima_set(tree_of(p, arm), arm, -INFINITY);
    u->waiting[waiting++] = arm;
  }
  for (int i = 0; i < waiting; i++)
    maxima_set(tree_of(p, u->waiting[i]), u->waiting[i], bound(u, p, v, u->waiting[i]));
  return best;
}

static int greatest_index(policy *p, const view *v)
{
  mortal_ucb *u = p->state;
  if (u->chosen_in == v->round) return u->choice;
  u->chosen_in = v->round;
  if (v->plain) return u->choice = argmax_action(p, v, ucb_index, u);
  if (!bounds_hold(u, v)) build(u, p, v);
  return u->choice = decide(u, p, v);
}

/* Arms of which nothing was seen have the same index, unless it depends on their lives. */
int mortal_ucb_choose(policy *p, const view *v)
{
  mortal_ucb *u = p->state;
  const int first = mortal_first_play(p, v, &u->first_plays);
  if (first >= 0) return first;
  const int greatest = greatest_index(p, v);
  return u->by_life ? greatest : evened_out(v, greatest);
}

static bool is_first_play(const policy *p, const view *v)
{
  for (int i = 0; i < v->live_count && ((const mortal_ucb *)p->state)->first_plays > 0; i++)
    if (mortal_at(p, v->live[i])->initial) return true;
  return false;
}

/* Returns whether arms of which nothing was seen take turns, whatever their indices. */
static bool takes_turns(const policy *p, const view *v)
{
  const mortal_ucb *u = p->state;
  if (u->by_life || !v->shown) return false;
  const int greatest = argmax_action(p, v, ucb_index, u);
  return greatest >= 0 && evened_out(v, greatest) != greatest;
}

/* Arms never played have an index, too, unless they come first. */
bool mortal_ucb_explain(policy *p, const view *v, int action, reason *r)
{
  const mortal_ucb *u = p->state;
  const tally *a = &mortal_at(p, action)->tally;
  const bool first = is_first_play(p, v) || takes_turns(p, v);
  r->code = v->action_count == 1 ? WHY_ONLY_ONE : first ? WHY_FIRST_PLAY : WHY_INDEX;
  if (a->pulls || !first)
    reason_index(r, a->pulls ? tally_mean(a) : average(u), 0, ucb_index(p, v, action, u));
  return true;
}

void mortal_ucb_recall(policy *p, const view *v, int action)
{
  (void)action;
  mortal_first_play(p, v, &((mortal_ucb *)p->state)->first_plays);
}

/* --- what happens meanwhile ------------------------------------------------------ */

status mortal_ucb_start(mortal_ucb *u, policy *p, const view *v, const parameters *given)
{
  u->reward_width = parameters_width(given);
  u->first_plays = mortal_start(p, v, given);
  for (int tree = 0; tree < 2; tree++)
    if (!maxima_open(&u->upper[tree], v->arms, p->memory)) return status_no_memory();
  u->waiting = arena_zeroed(p->memory, (size_t)v->arms, sizeof *u->waiting);
  return u->waiting ? status_ok : status_no_memory();
}

/* The bound of an arm that was played is not known. */
void mortal_ucb_observe(policy *p, const view *v, const outcome *o)
{
  mortal_ucb *u = p->state;
  const tally *a = &mortal_at(p, o->arm)->tally;
  const double before = a->pulls ? tally_mean(a) : 0;
  if (a->pulls == 0) {
    u->played++;
    maxima_set(&u->upper[1], o->arm, -INFINITY);
  }
  mortal_observe(p, v, o);
  u->means += tally_mean(a) - before;
  u->chosen_in = 0;
  if (v->is_live[o->arm]) maxima_set(&u->upper[0], o->arm, INFINITY);
}

void mortal_ucb_arm_entered(policy *p, const view *v, int arm)
{
  (void)v;
  mortal_ucb *u = p->state;
  u->chosen_in = 0;
  maxima_set(tree_of(p, arm), arm, INFINITY);
}

void mortal_ucb_arm_left(policy *p, const view *v, int arm)
{
  mortal_ucb *u = p->state;
  u->chosen_in = 0;
  maxima_set(tree_of(p, arm), arm, -INFINITY);
  const bool first = !u->lives.expired;
  lives_arm_left(&u->lives, v, arm);
  if (first) u->until = 0; /* psi was 1 until now */
}
