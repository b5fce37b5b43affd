#include "histories.h"
#include "look.h"
#include "stops.h"
#include "../base/hash.h"
#include <stdlib.h>

/* Head of a history: how often each arm was played and what it paid, in steps. What
 * the policy keeps of itself and of its actions follows. */
typedef struct past {
  int counts[STATES_ARMS], sums[STATES_ARMS];
} past;

/* All that are there after so many plays. */
typedef struct histories {
  growable pasts;   /* `size` bytes each */
  growable chances; /* of double */
  uint32_t *slot;   /* by hash: one more than the history that is there, or 0 */
  size_t slots;     /* a power of 2 */
} histories;

typedef struct searched {
  const forward_setup *setup;
  player player;
  size_t state, actions, size; /* bytes */
  unsigned char *next;         /* the history that is being made */
  unsigned char *asked;        /* what the policy keeps once it has chosen */
  histories now, later;
  stops stops; /* with a rule, and the layer of these plays */
  layer layer;
  int plays;
  double most_bytes;
} searched;

static past *past_at(const histories *h, size_t i)
{
  return (past *)((char *)h->pasts.items + i * h->pasts.size);
}

static double *chance_at(const histories *h, size_t i) { return (double *)h->chances.items + i; }

static size_t slot_for(const histories *h, const void *bytes)
{
  hash_stream s = {{0, 0}, 0, 0};
  hash_bytes(&s, bytes, h->pasts.size);
  size_t at = (size_t)hash_end(&s).half[0] & (h->slots - 1);
  while (h->slot[at] && memcmp(past_at(h, h->slot[at] - 1), bytes, h->pasts.size) != 0)
    at = (at + 1) & (h->slots - 1);
  return at;
}

static bool widen(histories *h)
{
  uint32_t *slot = memory_zeroed(2 * h->slots, sizeof *slot);
  if (!slot) return false;
  free(h->slot);
  h->slot = slot;
  h->slots *= 2;
  for (size_t i = 0; i < h->pasts.count; i++) h->slot[slot_for(h, past_at(h, i))] = (uint32_t)i + 1;
  return true;
}

static bool add_chance(histories *h, const void *bytes, double chance)
{
  if (2 * h->pasts.count >= h->slots && !widen(h)) return false;
  const size_t at = slot_for(h, bytes);
  if (h->slot[at]) {
    *chance_at(h, h->slot[at] - 1) += chance;
    return true;
  }
  double *its = growable_add(&h->chances);
  void *kept = its ? growable_add(&h->pasts) : NULL;
  if (!kept) return false;
  memcpy(kept, bytes, h->pasts.size);
  *its = chance;
  h->slot[at] = (uint32_t)h->pasts.count;
  return true;
}

static bool open_histories(histories *h, size_t size)
{
  h->pasts.size = size;
  h->chances.size = sizeof(double);
  h->slots = 1 << 10;
  h->slot = memory_zeroed(h->slots, sizeof *h->slot);
  return h->slot != NULL;
}

static void close_histories(histories *h)
{
  growable_free(&h->pasts);
  growable_free(&h->chances);
  free(h->slot);
}

static void forget_all(histories *h)
{
  h->pasts.count = h->chances.count = 0;
  memset(h->slot, 0, h->slots * sizeof *h->slot);
}

/* --- the policy's memory ----------------------------------------------------------- */

static void keep(const searched *s, unsigned char *bytes)
{
  const policy *p = &s->player.roster.player;
  if (s->state) memcpy(bytes, p->state, s->state);
  if (s->actions) memcpy(bytes + s->state, p->actions, s->actions);
}

static void recall(searched *s, const unsigned char *bytes)
{
  const policy *p = &s->player.roster.player;
  if (s->state) memcpy(p->state, bytes, s->state);
  if (s->actions) memcpy(p->actions, bytes + s->state, s->actions);
}

/* --- the first round ------------------------------------------------------------------ */

/* The policy begins anew, and its next random numbers are in the order of `rank`. */
static status begin(searched *s, const int *rank)
{
  const exact_policy *e = &s->setup->policy;
  roster *r = &s->player.roster;
  if (s->state) memset(r->player.state, 0, s->state);
  if (s->actions) memset(r->player.actions, 0, s->actions);
  r->random.at = 0;
  r->random.count = e->arms;
  for (int arm = 0; arm < e->arms; arm++) r->random.ahead[arm] = (rank[arm] + 1.0) / (e->arms + 1);
  return roster_start(r, e->given);
}

static void exchange(int *rank, int i, int j)
{
  const int kept = rank[i];
  rank[i] = rank[j];
  rank[j] = kept;
}

/* The next of all orders, as in a dictionary; false after the last. */
static bool next_order(int *rank, int count)
{
  int i = count - 2, j = count - 1;
  while (i >= 0 && rank[i] > rank[i + 1]) i--;
  if (i < 0) return false;
  while (rank[j] < rank[i]) j--;
  exchange(rank, i, j);
  for (int from = i + 1, to = count - 1; from < to; from++, to--) exchange(rank, from, to);
  return true;
}

/* All ways in which it may begin: one, or one for each order of the numbers by which it settles ties. */
static status begin_all(searched *s)
{
  const exact_policy *e = &s->setup->policy;
  const uint64_t used = stream_numbers(&s->player.roster.random);
  int rank[STATES_ARMS] = {0, 1, 2, 3}, orders = 1;
  if (used == 0) {
    keep(s, s->next + sizeof(past));
    return add_chance(&s->now, s->next, 1) ? status_ok : status_no_memory();
  }
  if (used != (uint64_t)e->arms)
    return status_error(STATUS_INTERNAL, "%s draws more than its ties.", e->type->label);
  for (int arm = 2; arm <= e->arms; arm++) orders *= arm;
  do {
    const status begun = begin(s, rank);
    if (begun.code) return begun;
    keep(s, s->next + sizeof(past));
    if (!add_chance(&s->now, s->next, 1.0 / orders)) return status_no_memory();
  } while (next_order(rank, e->arms));
  return status_ok;
}

/* --- a play -------------------------------------------------------------------------- */

/* After a play of this arm that paid so many steps. */
static bool follow(searched *s, const past *before, int arm, int steps, double chance)
{
  const exact_policy *e = &s->setup->policy;
  const outcome o = {.action = arm,
                     .arm = arm,
                     .wait = 1,
                     .observed = e->least + e->step * steps,
                     .cost = 1,
                     .play = s->plays,
                     .start = s->plays + 1};
  past *now = (past *)s->next;
  recall(s, s->asked);
  roster_played(&s->player.roster, &o);
  s->player.roster.view.plays++;
  roster_show(&s->player.roster, &o);
  s->player.roster.view.plays--;
  *now = *before;
  now->counts[arm]++;
  now->sums[arm] += steps;
  keep(s, s->next + sizeof *now);
  return add_chance(&s->later, s->next, chance);
}

static double chance_of(const forward_setup *f, const past *p, int arm, int steps)
{
  if (f->chance) return f->chance[arm * (f->policy.span + 1) + steps];
  const double success = (f->a + p->sums[arm]) / (f->a + f->b + p->counts[arm]);
  return steps ? success : 1 - success;
}

/* After this choice, made with so much probability. */
static bool follow_all(searched *s, const past *before, int arm, double here)
{
  keep(s, s->asked);
  for (int steps = 0; steps <= s->setup->policy.span; steps++) {
    const double chance = here * chance_of(s->setup, before, arm, steps);
    if (chance > 0 && !follow(s, before, arm, steps, chance)) return false;
  }
  return true;
}

/* One that randomises has propensities; arms are actions here, and all are there. */
static bool follow_by_chances(searched *s, size_t i, const past *before, double here)
{
  roster *r = &s->player.roster;
  double chances[STATES_ARMS] = {0};
  if (r->type->from_outside) { /* what it would choose is checked, too */
    if (roster_choose(r) < 0) return true;
    recall(s, (const unsigned char *)past_at(&s->now, i) + sizeof *before);
  }
  if (!policy_chances(r->type, &r->player, &r->view, chances)) {
    if (!r->player.failure.code)
      r->player.failure = status_error(STATUS_BAD_PARAMETER, "Its propensities are unknown.");
    return true;
  }
  for (int arm = 0; arm < s->setup->policy.arms; arm++) {
    if (!(chances[arm] > 0)) continue;
    recall(s, (const unsigned char *)past_at(&s->now, i) + sizeof *before);
    roster_recall(r, arm);
    if (!follow_all(s, before, arm, here * chances[arm])) return false;
  }
  return true;
}

static bool play_on(searched *s, size_t i)
{
  const past before = *past_at(&s->now, i);
  const double here = *chance_at(&s->now, i);
  recall(s, (const unsigned char *)past_at(&s->now, i) + sizeof before);
  if (s->setup->policy.type->chances && !s->setup->policy.type->deterministic)
    return follow_by_chances(s, i, &before, here);
  const int arm = roster_choose(&s->player.roster);
  if (arm < 0) return true; /* its failure is known */
  return follow_all(s, &before, arm, here);
}

/* --- stopping -------------------------------------------------------------------------- */

static int named(searched *s, const past *p)
{
  recall(s, (const unsigned char *)p + sizeof *p);
  const int own = roster_recommended(&s->player.roster);
  return own >= 0 ? own : look_named(s->setup->policy.arms, p->counts, p->sums);
}

/* The rule that stops this history, or -1. */
static int stopped_by(searched *s, const past *p)
{
  const exact_policy *e = &s->setup->policy;
  recall(s, (const unsigned char *)p + sizeof *p);
  for (int k = 0; k < e->arms; k++) player_shows(&s->player, e, k, p->counts[k], p->sums[k]);
  return player_stopped_by(&s->player, look_named(e->arms, p->counts, p->sums));
}

/* Those that go on close ranks. Nobody looks for them by their hash any more. */
static bool stop_some(searched *s, forward_stops *all)
{
  histories *h = &s->now;
  size_t left = 0;
  layer_set(&s->layer, s->plays);
  player_comes_to(&s->player, s->plays);
  for (size_t i = 0; i < h->pasts.count; i++) {
    const past *p = past_at(h, i);
    const int rule = stopped_by(s, p);
    if (rule >= 0) {
      const int64_t block = block_of(s->layer.arms, s->plays, p->counts);
      const int arm = player_names(&s->player, rule, named(s, p));
      const int why = player_reason(&s->player, rule);
      stops_count(&s->stops, &s->layer, block, p->sums, arm, why, *chance_at(h, i));
      continue;
    }
    if (left < i) memcpy(past_at(h, left), p, s->size);
    *chance_at(h, left++) = *chance_at(h, i);
  }
  h->pasts.count = h->chances.count = left;
  return stops_add_up(&s->stops, &s->layer, all);
}

static double bytes_of(const searched *s)
{
  const double each = (double)s->size + sizeof(double);
  return each * (double)(s->now.pasts.capacity + s->later.pasts.capacity) +
         (double)(s->now.slots + s->later.slots) * sizeof(uint32_t);
}

static status may_go_on(const searched *s)
{
  enum { MOST_HISTORIES = 2000000000 };
  if (s->setup->stopped && s->setup->stopped()) return status_error(STATUS_STOPPED, "It was stopped.");
  if (bytes_of(s) <= s->most_bytes && s->later.pasts.count < MOST_HISTORIES) return status_ok;
  return status_error(STATUS_BAD_PARAMETER,
                      "After %d plays it has %.2g states, for which there is not enough memory.",
                      s->plays + 1, (double)s->later.pasts.count);
}

static status step(searched *s, forward_stops *all)
{
  enum { BETWEEN_LOOKS = 1 << 12 };
  forget_all(&s->later);
  player_comes_to(&s->player, s->plays);
  for (size_t i = 0; i < s->now.pasts.count; i++) {
    const status fine = i % BETWEEN_LOOKS == 0 ? may_go_on(s) : status_ok;
    if (fine.code) return fine;
    if (!play_on(s, i)) return status_no_memory();
    if (s->player.roster.player.failure.code) return roster_failure(&s->player.roster);
  }
  const histories h = s->now;
  s->now = s->later;
  s->later = h;
  s->plays++;
  return !s->setup->policy.stopping || stop_some(s, all) ? status_ok : status_no_memory();
}

/* --- checkpoints --------------------------------------------------------------------- */

static bool look_at(searched *s, forward_look *look, arena *memory)
{
  const exact_policy *e = &s->setup->policy;
  *look = (forward_look){.blocks = block_count(e->arms, s->plays), .sums = (int64_t)e->span * s->plays + 1};
  look->counts = arena_zeroed(memory, (size_t)look->blocks, sizeof(double));
  look->reward = arena_zeroed(memory, (size_t)look->sums, sizeof(double));
  if (!look->counts || !look->reward) return false;
  player_comes_to(&s->player, s->plays);
  for (size_t i = 0; i < s->now.pasts.count; i++) {
    const past *p = past_at(&s->now, i);
    const double chance = *chance_at(&s->now, i);
    int counts[STATES_ARMS], reward = 0;
    for (int k = 0; k < e->arms; k++) {
      counts[k] = p->counts[k];
      reward += p->sums[k];
      if (counts[k]) look->mean[k] += chance * p->sums[k] / counts[k];
    }
    look->counts[block_of(e->arms, s->plays, counts)] += chance;
    look->reward[reward] += chance;
    look->named[named(s, p)] += chance;
  }
  return true;
}

/* --- the whole ------------------------------------------------------------------------ */

static bool open_stops(searched *s, arena *own)
{
  const forward_setup *f = s->setup;
  const exact_policy *e = &f->policy;
  const int plays = f->rounds[f->round_count - 1];
  return !e->stopping ||
         (stops_open(&s->stops, e, plays, own) && layer_open(&s->layer, e->arms, e->span, plays, own));
}

static status open_search(searched *s, arena *own)
{
  const exact_policy *e = &s->setup->policy;
  const status opened = player_open(&s->player, e);
  if (opened.code) return opened;
  s->state = e->type->state_size;
  s->actions = e->type->action_size * (size_t)e->arms;
  s->size = sizeof(past) + s->state + s->actions;
  s->next = arena_zeroed(own, s->size, 1);
  s->asked = arena_zeroed(own, s->size, 1);
  if (!s->next || !s->asked || !open_stops(s, own) || !open_histories(&s->now, s->size) ||
      !open_histories(&s->later, s->size))
    return status_no_memory();
  return begin_all(s);
}

static status go_on(searched *s, forward_look *looks, forward_stops *all, arena *memory)
{
  const forward_setup *f = s->setup;
  for (int at = 0; at < f->round_count; at++) {
    while (s->plays < f->rounds[at]) {
      const status done = step(s, all);
      if (done.code) return done;
    }
    if (!look_at(s, &looks[at], memory)) return status_no_memory();
    if (s->player.roster.player.failure.code) return roster_failure(&s->player.roster);
    stops_join(all, &looks[at]);
  }
  return status_ok;
}

status histories_play(const forward_setup *setup, double most_bytes, forward_look *looks, forward_stops *all,
                      arena *memory)
{
  arena own = {0};
  searched s = {.setup = setup, .most_bytes = most_bytes};
  status result = open_search(&s, &own);
  if (!result.code) result = go_on(&s, looks, all, memory);
  close_histories(&s.now);
  close_histories(&s.later);
  player_close(&s.player);
  arena_free(&own);
  return result;
}

/* --- either way ----------------------------------------------------------------------- */

static status find_way(const forward_setup *f, bool *by_histories)
{
  const exact_policy *e = &f->policy;
  *by_histories = !f->stated && !e->type->counts_suffice;
  if (*by_histories || !e->type->needs_bytes) return status_ok;
  player asked;
  const status opened = player_open(&asked, e);
  if (!opened.code) *by_histories = e->type->needs_bytes(&asked.roster.player);
  player_close(&asked);
  return opened;
}

status exact_play(const forward_setup *setup, double most_bytes, forward_look *looks, forward_stops *all,
                  arena *memory)
{
  bool by_histories;
  const status found = find_way(setup, &by_histories);
  if (found.code) return found;
  return by_histories ? histories_play(setup, most_bytes, looks, all, memory)
                      : forward_play(setup, looks, all, memory);
}
