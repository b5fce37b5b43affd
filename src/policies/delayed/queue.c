/* QPM-D, queued partial monitoring with delays (Joulani, Gyorgy and Szepesvari
 * 2013, Algorithm 2): makes any policy, the base, fit for rewards that are
 * shown late. What is shown of an action waits in a queue of that action. While
 * the queue of the base's choice is not empty, the base is given the first of
 * it, as if it had just been played, and asked again; then its choice is
 * played. So the base plays a game without delays of its own: its rounds are the
 * outcomes it was given.
 *
 * When arms come or go the base is told and asked again. It sees all that a
 * policy may see, but in its own rounds and plays: in these an arm that was there
 * at the start came in round 1, and one that enters comes in the round that the
 * base is in. Cost: that of the base, and O(1) an outcome. */
#include "../wrappers/inner.h"
#include <string.h>

typedef struct waiting_outcome {
  outcome seen;
  int64_t next; /* in the queue, or -1; also links those that are free */
} waiting_outcome;

/* Of an action; places start zeroed, so they count from 1. */
typedef struct queue {
  int64_t first, last;
} queue;

typedef struct queue_state {
  inner base;
  view view;  /* as the base sees it */
  int choice; /* of the base, or -1 */
  bool sure;  /* the base never draws */
  int64_t plays, round;
  int64_t *first;        /* by arm: the round of the base in which it came */
  waiting_outcome *pool; /* from 1 */
  int64_t size, used, free;
} queue_state;

/* --- queues ---------------------------------------------------------------- */

static bool grow_pool(queue_state *s, arena *memory)
{
  const int64_t size = s->size ? 2 * s->size : 64;
  waiting_outcome *pool = arena_zeroed(memory, (size_t)size, sizeof *pool);
  if (!pool) return false;
  if (s->size) memcpy(pool, s->pool, (size_t)s->size * sizeof *pool);
  s->pool = pool;
  s->size = size;
  return true;
}

/* A free place in the pool, or 0. */
static int64_t new_place(queue_state *s, arena *memory)
{
  if (s->free) {
    const int64_t place = s->free;
    s->free = s->pool[place].next;
    return place;
  }
  if (s->used + 1 >= s->size && !grow_pool(s, memory)) return 0;
  return ++s->used;
}

static bool queue_outcome(queue_state *s, queue *q, const outcome *o, arena *memory)
{
  const int64_t place = new_place(s, memory);
  if (!place) return false;
  s->pool[place] = (waiting_outcome){*o, 0};
  if (q->first) s->pool[q->last].next = place;
  else q->first = place;
  q->last = place;
  return true;
}

static outcome take_outcome(queue_state *s, queue *q)
{
  const int64_t place = q->first;
  const outcome o = s->pool[place].seen;
  q->first = s->pool[place].next;
  s->pool[place].next = s->free;
  s->free = place;
  return o;
}

/* --- the base -------------------------------------------------------------- */

/* What it may see now. */
static const view *base_view(queue_state *s, const view *v)
{
  s->view = *v;
  s->view.round = s->round;
  s->view.plays = s->plays;
  s->view.left_in = s->round - 1;
  s->view.first = s->first;
  return &s->view;
}

static status queue_start(policy *p, const view *v, const parameters *given)
{
  queue_state *s = p->state;
  s->choice = -1;
  s->round = 1;
  s->first = arena_zeroed(p->memory, (size_t)v->arms, sizeof *s->first);
  if (!s->first) return status_no_memory();
  for (int arm = 0; arm < v->arms; arm++) s->first[arm] = 1;
  const status opened = inner_open(&s->base, p, v, given);
  if (opened.code) return opened;
  s->sure = inner_never_draws(&s->base);
  return inner_start(&s->base, base_view(s, v));
}

/* The outcome is given to the base as that of the play it has just chosen. */
static void give(queue_state *s, const view *v, outcome o)
{
  o.play = s->plays++;
  o.start = s->round;
  base_view(s, v);
  inner_played(&s->base, &s->view, &o);
  inner_observe(&s->base, &s->view, &o);
  s->round += o.cost;
  s->choice = -1;
}

static int queue_choose(policy *p, const view *v)
{
  queue_state *s = p->state;
  queue *queues = p->actions;
  while (!p->failure.code) {
    if (s->choice < 0) s->choice = inner_choose(&s->base, p, base_view(s, v));
    if (s->choice < 0 || !v->is_live[s->choice / v->waits]) return -1;
    if (!queues[s->choice].first) return s->choice;
    give(s, v, take_outcome(s, &queues[s->choice]));
  }
  return -1;
}

/* What the base is given on the way to its next play may be anything, unless it does not
 * randomise: then its choice can be made now. */
static bool queue_chances(policy *p, const view *v, double *chance)
{
  if (!((const queue_state *)p->state)->sure) return false;
  const int action = queue_choose(p, v);
  sure_chances(v, action, chance);
  return action >= 0;
}

extern const policy_type policy_queue;

static const policy_type *queue_without_chances(const policy *p)
{
  const queue_state *s = p->state;
  const policy_type *culprit = inner_without_chances(&s->base);
  return culprit || s->sure ? culprit : &policy_queue;
}

/* A base that may be midway gets what it waits for at once, so that one knows whether it is. */
static void queue_observe(policy *p, const view *v, const outcome *o)
{
  queue_state *s = p->state;
  queue *q = (queue *)p->actions + o->action;
  if (s->base.type->may_stop && o->action == s->choice && !q->first) give(s, v, *o);
  else if (!queue_outcome(s, q, o, p->memory)) p->failure = status_no_memory();
}

static void queue_arm_entered(policy *p, const view *v, int arm)
{
  queue_state *s = p->state;
  if (!v->away) s->first[arm] = s->round;
  inner_arm_entered(&s->base, base_view(s, v), arm);
  s->choice = -1;
}

static void queue_arm_left(policy *p, const view *v, int arm)
{
  queue_state *s = p->state;
  inner_arm_left(&s->base, base_view(s, v), arm);
  s->choice = -1;
}

/* By what the base was given so far. */
static int queue_recommend(const policy *p, const view *v)
{
  queue_state *s = p->state;
  return inner_recommend(&s->base, base_view(s, v));
}

static bool queue_may_stop(const policy *p, const view *v)
{
  queue_state *s = p->state;
  return inner_may_stop(&s->base, base_view(s, v));
}

static bool queue_settled(const policy *p, const view *v)
{
  queue_state *s = p->state;
  return inner_settled(&s->base, base_view(s, v));
}

const policy_type policy_queue = {
    .constructor = "policy_queue",
    .label = "QPM-D",
    .paper = "Joulani, Gyorgy and Szepesvari 2013, Algorithm 2",
    .no_chances = "has drawn in earlier rounds what it waits for, so no chance belongs to the choice of this round",
    .own_plays = "hands on the rewards of its own choices, in their order",
    .deterministic = true,
    .takes = TAKES({"base", A_TEXT(NULL)}),
    .refuses = HAS_LIFETIMES | HAS_REPLAY | HAS_CONTEXT,
    .state_size = sizeof(queue_state),
    .action_size = sizeof(queue),
    .start = queue_start,
    .choose = queue_choose,
    .chances = queue_chances,
    .without_chances = queue_without_chances,
    .observe = queue_observe,
    .arm_entered = queue_arm_entered,
    .arm_left = queue_arm_left,
    .recommend = queue_recommend,
    .may_stop = queue_may_stop,
    .settled = queue_settled,
};
