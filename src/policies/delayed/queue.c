/* QPM-D, queued partial monitoring with delays (Joulani, Gyorgy and Szepesvari
 * 2013, Algorithm 2): makes any policy, the base, fit for rewards that are
 * shown late. What is shown of the action that the base has chosen it is given at
 * once, as if that had just been played. What is shown of another waits in a queue of
 * that action: while the queue of the base's choice is not empty, the base is given the
 * first of it, and asked again; then its choice is played. So the base plays a game
 * without delays of its own: its rounds are the outcomes it was given, and those in which
 * no arm could be played. Where nothing is late its game is the game: its choices are
 * those that it would make by itself.
 *
 * When arms come or go the base is informed and asked again. It sees all that a
 * policy may see, but in its own rounds and plays: it lags behind by the rounds of
 * the plays of which it was not given the outcome (`lag`). An arm that was there at the start
 * came in round 1, and one that enters comes in the round that the base is in; what waits of
 * an arm that dies is thrown away. While something waits that the base does not know of, the
 * arm to be named is the one with the greatest mean of all that was shown.
 *
 * Cost: that of the base, and O(1) an outcome; O(K) where it knows how long arms live. */
#include "../wrappers/inner.h"
#include <string.h>

typedef struct waiting_outcome {
  outcome seen;
  int64_t next; /* in the queue, or -1; also links those that are free */
} waiting_outcome;

/* Queue of an action; places start zeroed, so they count from 1. */
typedef struct queue {
  int64_t first, last;
} queue;

typedef struct queue_state {
  inner base;
  view view;     /* as the base sees it */
  int choice;    /* of the base, or -1 */
  bool sure;     /* the base never draws */
  bool asks;     /* it is to be asked again, as arms have come or gone */
  int64_t of_it; /* the play that was made of its choice, or -1 */
  int64_t plays; /* of which it was given the outcome */
  int64_t lag;   /* how many rounds it is behind */
  /* In rounds up to `standing_to`, those of the last play, it is in this one. */
  int64_t standing, standing_to;
  int64_t *first, *last; /* by arm: the rounds of the base in which it comes and dies */
  bool *gone;            /* by arm: for good */
  bool may_lead;         /* the first rounds of some may be ahead of the base */
  waiting_outcome *pool; /* from 1 */
  int64_t size, used, free, waiting;
} queue_state;

/* --- queues ---------------------------------------------------------------- */

static queue *queue_of(const policy *p, int action) { return (queue *)p->actions + action; }

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
  s->waiting++;
  return true;
}

static outcome take_outcome(queue_state *s, queue *q)
{
  const int64_t place = q->first;
  const outcome o = s->pool[place].seen;
  q->first = s->pool[place].next;
  s->pool[place].next = s->free;
  s->free = place;
  s->waiting--;
  return o;
}

/* --- the game of the base ---------------------------------------------------- */

/* The round of the base. */
static int64_t own_round(const queue_state *s, const view *v)
{
  return v->round <= s->standing_to ? s->standing : v->round - s->lag;
}

/* Returns the view of the policy inside. */
static const view *base_view(queue_state *s, const view *v)
{
  s->view = *v;
  s->view.round = own_round(s, v);
  s->view.plays = s->plays;
  s->view.tried = s->view.shown = NULL; /* no outcome comes late in its game */
  s->view.shown_by = NULL;
  s->view.stages = 0;
  s->view.in_batches = false;
  s->view.left_in = v->left_in - s->lag;
  s->view.first = s->first;
  if (v->last) s->view.last = s->last;
  return &s->view;
}

static void see_end(queue_state *s, const view *v, int arm)
{
  if (v->last) s->last[arm] = v->last[arm] == FOREVER ? FOREVER : v->last[arm] - s->lag;
}

static void fall_behind(queue_state *s, const view *v, int64_t rounds)
{
  s->lag += rounds;
  for (int arm = 0; v->last && arm < v->arms; arm++) see_end(s, v, arm);
}

static status queue_start(policy *p, const view *v, const parameters *given)
{
  queue_state *s = p->state;
  const size_t arms = (size_t)v->arms;
  s->choice = -1;
  s->of_it = -1;
  s->first = arena_zeroed(p->memory, arms, sizeof *s->first);
  s->last = arena_zeroed(p->memory, arms, sizeof *s->last);
  s->gone = arena_zeroed(p->memory, arms, sizeof *s->gone);
  if (!s->first || !s->last || !s->gone) return status_no_memory();
  for (int arm = 0; arm < v->arms; arm++) {
    s->first[arm] = 1;
    see_end(s, v, arm);
  }
  const status opened = inner_open(&s->base, p, v, given);
  if (opened.code) return opened;
  s->sure = inner_never_draws(&s->base, v);
  return inner_start(&s->base, base_view(s, v));
}

/* The outcome is given to the base as that of the play it has just chosen. */
static void give(queue_state *s, const view *v, outcome o)
{
  o.play = s->plays++;
  o.start = own_round(s, v);
  fall_behind(s, v, -o.cost);
  base_view(s, v);
  s->view.round = o.start + o.cost - 1;
  if (v->round <= s->standing_to) s->standing = s->view.round;
  inner_played(&s->base, &s->view, &o);
  inner_observe(&s->base, &s->view, &o);
  s->choice = -1;
  s->of_it = -1;
}

/* Arms that came during a play whose outcome is late come when the base is still where it was. */
static void hold_back(queue_state *s, const view *v)
{
  const int64_t round = own_round(s, v);
  for (int arm = 0; s->may_lead && arm < v->arms; arm++)
    if (s->first[arm] > round) s->first[arm] = round;
  s->may_lead = false;
}

static void ask(queue_state *s, policy *p, const view *v)
{
  s->asks = false;
  s->of_it = -1;
  s->choice = inner_choose(&s->base, p, base_view(s, v));
}

static int queue_choose(policy *p, const view *v)
{
  queue_state *s = p->state;
  queue *queues = p->actions;
  hold_back(s, v);
  while (!p->failure.code) {
    if (s->choice < 0 || s->asks) ask(s, p, v);
    if (s->choice < 0 || !v->is_live[s->choice / v->waits]) return -1;
    if (!queues[s->choice].first) return s->choice;
    give(s, v, take_outcome(s, &queues[s->choice]));
  }
  return -1;
}

/* Writes the propensities. On the way to its next play the base may be given anything, unless it does not
 * randomise: then its choice can be made now. */
static bool queue_chances(policy *p, const view *v, double *chance)
{
  if (!((const queue_state *)p->state)->sure) return false;
  const int action = queue_choose(p, v);
  sure_chances(v, action, chance);
  return action >= 0;
}

/* Its outcome may be late: until it is given that, the base stands where it was. */
static void queue_played(policy *p, const view *v, const outcome *o)
{
  queue_state *s = p->state;
  s->standing = o->start - s->lag;
  s->standing_to = o->start + o->cost - 1;
  s->may_lead = o->cost > 1;
  if (o->action == s->choice && !queue_of(p, o->action)->first) s->of_it = o->play;
  fall_behind(s, v, o->cost);
}

/* Returns whether the base waits for this outcome, also if arms have come or gone during the play. */
static bool is_awaited(const policy *p, const outcome *o)
{
  const queue_state *s = p->state;
  return o->play == s->of_it || (o->action == s->choice && !s->asks && !queue_of(p, o->action)->first);
}

extern const policy_type policy_queue;

static const policy_type *queue_without_chances(const policy *p)
{
  const queue_state *s = p->state;
  const policy_type *culprit = inner_without_chances(&s->base);
  return culprit || s->sure ? culprit : &policy_queue;
}

/* The base gets at once what it waits for. What arms that are gone for good still pay is dropped. */
static void queue_observe(policy *p, const view *v, const outcome *o)
{
  queue_state *s = p->state;
  if (is_awaited(p, o)) give(s, v, *o);
  else if (!s->gone[o->arm] && !queue_outcome(s, queue_of(p, o->action), o, p->memory))
    p->failure = status_no_memory();
}

static void queue_arm_entered(policy *p, const view *v, int arm)
{
  queue_state *s = p->state;
  if (!v->away) {
    s->first[arm] = v->first[arm] > s->lag ? v->first[arm] - s->lag : 1;
    s->gone[arm] = false;
    inner_forget(&s->base, v, arm);
  }
  see_end(s, v, arm);
  inner_arm_entered(&s->base, base_view(s, v), arm);
  s->asks = true;
}

static void queue_arm_left(policy *p, const view *v, int arm)
{
  queue_state *s = p->state;
  queue *queues = queue_of(p, arm * v->waits);
  for (int i = 0; i < v->waits && !v->away; i++)
    while (queues[i].first) take_outcome(s, &queues[i]);
  s->gone[arm] = !v->away;
  base_view(s, v);
  if (s->view.left_in < s->first[arm] - 1) s->view.left_in = s->first[arm] - 1;
  inner_arm_left(&s->base, &s->view, arm);
  s->asks = true;
}

static void queue_life_told(policy *p, const view *v, int arm)
{
  queue_state *s = p->state;
  see_end(s, v, arm);
  inner_life_told(&s->base, base_view(s, v), arm);
}

/* By what the base was given so far, if that is all that was shown or all that matters. */
static int queue_recommend(const policy *p, const view *v)
{
  queue_state *s = p->state;
  base_view(s, v);
  return s->waiting == 0 || inner_settled(&s->base, &s->view) ? inner_recommend(&s->base, &s->view) : -1;
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
    .does = "makes any policy fit for late rewards: each is put aside until the policy asks for "
            "its arm again",
    .paper = "Joulani, Gyorgy and Szepesvari 2013, Algorithm 2",
    .no_chances =
        "has drawn in earlier rounds what it waits for, so the choice of this round has no propensity",
    .own_plays = "hands on the rewards of its own choices, in their order",
    .deterministic = true,
    .takes = TAKES({"base", A_TEXT(NULL), .holds = true}),
    .refuses = HAS_REPLAY | HAS_CONTEXT,
    .state_size = sizeof(queue_state),
    .action_size = sizeof(queue),
    .start = queue_start,
    .choose = queue_choose,
    .chances = queue_chances,
    .played = queue_played,
    .without_chances = queue_without_chances,
    .observe = queue_observe,
    .arm_entered = queue_arm_entered,
    .arm_left = queue_arm_left,
    .life_told = queue_life_told,
    .recommend = queue_recommend,
    .may_stop = queue_may_stop,
    .settled = queue_settled,
};
