/* Explore then commit (ETC): each action `pulls` times, in turn, fewest plays first and the lowest
 * in a tie; then the action with the greatest mean to the end, the lowest in a tie. Means are not
 * looked at again, but
 *   - if the arm leaves, the best of the rest by their means at that time;
 *   - an arm that enters is explored like the others, then all compared anew.
 * Cost: a look at each live action a turn of exploring, nothing afterwards. */
#include "../search/tally.h"

typedef struct etc_state {
  int64_t wanted; /* plays of each action before the commitment */
  int64_t turn;   /* in turn s actions with fewer than s plays are played */
  int64_t next;   /* number of the first arm that this turn has not passed */
  int committed;  /* an action, or -1 */
} etc_state;

typedef struct etc_action {
  tally tally;   /* the first member: see tally_best() */
  int64_t plays; /* rewards may come later than the plays */
} etc_action;

static etc_action *etc_at(const policy *p, int action) { return (etc_action *)p->actions + action; }

static void etc_explore(etc_state *s)
{
  s->turn = 1;
  s->next = 0;
  s->committed = -1;
}

static status etc_start(policy *p, const view *v, const parameters *given)
{
  (void)v;
  etc_state *s = p->state;
  s->wanted = (int64_t)parameters_number(given, "pulls");
  etc_explore(s);
  return status_ok;
}

/* The action of this turn that is next, or -1 at the end of the turn. */
static int etc_next(const policy *p, const view *v)
{
  etc_state *s = p->state;
  for (int i = live_before(v, s->next) * v->waits; i < v->action_count; i++) {
    s->next = v->number[v->actions[i] / v->waits];
    if (etc_at(p, v->actions[i])->plays < s->turn) return v->actions[i];
  }
  return -1;
}

static int etc_choose(policy *p, const view *v)
{
  etc_state *s = p->state;
  if (s->committed >= 0 && v->is_live[s->committed / v->waits]) return s->committed;
  for (; s->turn <= s->wanted; s->turn++, s->next = 0) {
    const int action = etc_next(p, v);
    if (action >= 0) return action;
  }
  return s->committed = tally_best(p, v, sizeof(etc_action));
}

static void etc_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  etc_at(p, o->action)->plays++;
}

static void etc_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tally_add(&etc_at(p, o->action)->tally, o->observed);
}

static int etc_recommend(const policy *p, const view *v)
{
  (void)v;
  return ((const etc_state *)p->state)->committed;
}

/* Committed, for as long as no arm comes or goes. */
static void etc_stretch(policy *p, const view *v, int action, stretch *s)
{
  (void)v;
  if (((const etc_state *)p->state)->committed != action) return;
  s->plays = FOREVER;
  s->total = etc_at(p, action)->tally.total;
}

static void etc_observe_run(policy *p, const view *v, const run *r)
{
  (void)v;
  etc_action *a = etc_at(p, r->action);
  a->plays += r->plays;
  a->tally.pulls += r->plays;
  a->tally.total = r->total;
}

static void etc_arm_entered(policy *p, const view *v, int arm)
{
  (void)v, (void)arm;
  etc_explore(p->state);
}

const policy_type policy_etc = {
    .constructor = "policy_etc",
    .label = "ETC",
    .does = "plays all arms equally often at first, and then the one that did best until the end",
    .paper = "Lattimore and Szepesvari 2020, chapter 6",
    .own_plays = PLAYS_BY_PLAN,
    .deterministic = true,
    .takes = TAKES({"pulls", A_WHOLE(1, LARGEST_COUNT), REQUIRED}),
    .bytes_suffice = true,
    .state_size = sizeof(etc_state),
    .action_size = sizeof(etc_action),
    .start = etc_start,
    .choose = etc_choose,
    .played = etc_played,
    .observe = etc_observe,
    .arm_entered = etc_arm_entered,
    .recommend = etc_recommend,
    .stretch = etc_stretch,
    .observe_run = etc_observe_run,
};
