/* The cycle in play. The order of events is in cycle.h. */
#include "cycle.h"

/* --- who is in it ---------------------------------------------------------- */

void cycle_put(policy *p, int arm, int place)
{
  feasible_cycle *c = p->state;
  cycle_arm *a = cycle_arm_at(p, arm);
  a->active = true;
  a->place = place;
  c->place[place].arm = arm;
  int i = c->actives++;
  for (; i > 0 && c->active[i - 1] > arm; i--) c->active[i] = c->active[i - 1];
  c->active[i] = arm;
}

void cycle_take_out(policy *p, int arm)
{
  feasible_cycle *c = p->state;
  cycle_arm *a = cycle_arm_at(p, arm);
  a->active = a->joining = false;
  c->place[a->place].arm = -1;
  int i = 0;
  while (c->active[i] != arm) i++;
  for (c->actives--; i < c->actives; i++) c->active[i] = c->active[i + 1];
}

static bool has_whole_place(const cycle_place *place) { return place->own < 0 || place->own == place->arm; }

static bool is_filled(const feasible_cycle *c, int64_t slot)
{
  const cycle_place *place = &c->place[c->slot[slot]];
  return place->arm >= 0 && (slot == place->first || has_whole_place(place));
}

static void list_filled(feasible_cycle *c)
{
  c->filled_count = c->at = 0;
  for (int64_t slot = c->passed; slot < c->length; slot++)
    if (is_filled(c, slot)) c->filled[c->filled_count++] = (int)slot;
}

void cycle_changed(feasible_cycle *c)
{
  list_filled(c);
  c->stale = true;
}

bool cycle_has_passed(const feasible_cycle *c) { return c->passed == c->length; }

/* --- the end of a cycle ---------------------------------------------------- */

static void eliminate(policy *p)
{
  feasible_cycle *c = p->state;
  if (c->actives < 2) return;
  double greatest = -INFINITY;
  for (int i = 0; i < c->actives; i++) {
    const cycle_arm *a = cycle_arm_at(p, c->active[i]);
    if (!a->joining) greatest = fmax(greatest, tally_lower(&a->tally, c->log_term));
  }
  for (int i = c->actives - 1; i >= 0; i--) {
    const int arm = c->active[i];
    const cycle_arm *a = cycle_arm_at(p, arm);
    if (a->joining || !(greatest > tally_upper(&a->tally, c->log_term))) continue;
    cycle_take_out(p, arm);
    c->stale = true;
  }
}

/* t~: the virtual places count as if both were filled. */
static int64_t reach_from(const feasible_cycle *c, int64_t round)
{
  for (int i = 0; i < c->places; i++) {
    const cycle_place *place = &c->place[i];
    if (place->own < 0) round += place->slots;
    else if (place->arm >= 0) round += has_whole_place(place) ? place->slots : 1;
  }
  return round;
}

static bool is_regular(const policy *p, int arm)
{
  return cycle_arm_at(p, arm)->place < ((const feasible_cycle *)p->state)->regular;
}

static int count_regular(const policy *p)
{
  const feasible_cycle *c = p->state;
  int count = 0;
  for (int i = 0; i < c->actives; i++) count += is_regular(p, c->active[i]);
  return count;
}

static int regular_arm(const policy *p, int number)
{
  const feasible_cycle *c = p->state;
  for (int i = 0;; i++)
    if (is_regular(p, c->active[i]) && number-- == 0) return c->active[i];
}

/* Ranks from..to - 1 are those of group p. */
static void group_ranks(const feasible_cycle *c, int *from, int *to)
{
  *from = *to = c->arms;
  if (c->next > c->groups) return;
  const int64_t first = c->regular + (int64_t)(c->next - 1) * (c->regular - 1);
  *from = (int)first;
  if (first + c->regular - 1 < c->arms) *to = (int)first + c->regular - 1;
}

static int empty_place(const feasible_cycle *c)
{
  int best = -1;
  for (int i = 0; i < c->regular; i++)
    if (c->place[i].arm < 0 && (best < 0 || c->place[i].own < c->place[best].own)) best = i;
  return best;
}

static void drop_arms(policy *p, const view *v, int come)
{
  const feasible_cycle *c = p->state;
  int there = count_regular(p);
  for (; there + come > c->regular; there--)
    cycle_take_out(p, regular_arm(p, stream_below(v->random, there)));
}

static void pass_checkpoint(policy *p, const view *v)
{
  feasible_cycle *c = p->state;
  int from, to, come = 0;
  for (int i = 0; i < c->actives; i++) cycle_arm_at(p, c->active[i])->joining = false;
  group_ranks(c, &from, &to);
  for (int rank = from; rank < to; rank++) come += v->is_live[c->ranked[rank]];
  drop_arms(p, v, come);
  for (int rank = from; rank < to; rank++)
    if (v->is_live[c->ranked[rank]]) cycle_put(p, c->ranked[rank], empty_place(c));
  c->next++;
  const bool known = c->next <= c->groups && c->segment <= FOREVER / c->next;
  c->checkpoint = known ? c->segment * c->next : FOREVER;
  c->stale = true;
}

void cycle_end(policy *p, const view *v)
{
  feasible_cycle *c = p->state;
  eliminate(p);
  c->reach = reach_from(c, v->round);
  if (c->checkpoint != FOREVER && c->reach > c->checkpoint - c->length) pass_checkpoint(p, v);
  c->passed = c->at = 0;
  if (c->stale) list_filled(c);
  c->stale = false;
}

/* --- hooks ----------------------------------------------------------------- */

int cycle_choose(policy *p, const view *v)
{
  const feasible_cycle *c = p->state;
  if (c->at == c->filled_count && c->passed > 0) cycle_end(p, v);
  if (c->at == c->filled_count) return tally_best(p, v, sizeof(cycle_arm));
  return c->place[c->slot[c->filled[c->at]]].arm;
}

/* Returns whether arms that wait come in before the next choice. */
static bool is_joined_now(const policy *p, const view *v)
{
  const feasible_cycle *c = p->state;
  int from, to;
  if (c->at < c->filled_count || c->passed == 0 || c->checkpoint == FOREVER) return false;
  if (reach_from(c, v->round) <= c->checkpoint - c->length) return false;
  group_ranks(c, &from, &to);
  for (int rank = from; rank < to; rank++)
    if (v->is_live[c->ranked[rank]]) return true;
  return false;
}

static const char *cycle_code(const policy *p, const view *v)
{
  const feasible_cycle *c = p->state;
  if (v->action_count == 1) return WHY_ONLY_ONE;
  if (is_joined_now(p, v) || c->actives > 1) return WHY_CYCLE;
  return c->actives == 1 ? WHY_ONLY_ONE : WHY_INDEX;
}

/* Explains a choice; where no slot has an arm the greatest mean is played. */
bool cycle_explain(policy *p, const view *v, int action, reason *r)
{
  const feasible_cycle *c = p->state;
  const cycle_arm *a = cycle_arm_at(p, action);
  r->code = cycle_code(p, v);
  if (a->tally.pulls) {
    reason_add(r, PART_MEAN, tally_mean(&a->tally));
    reason_add(r, PART_LOW, tally_lower(&a->tally, c->log_term));
    reason_add(r, PART_HIGH, tally_upper(&a->tally, c->log_term));
    if (strcmp(r->code, WHY_INDEX) == 0) reason_add(r, PART_INDEX, tally_mean(&a->tally));
  }
  if (a->active) reason_add(r, PART_PLACE, (double)c->place[a->place].first + 1);
  return true;
}

void cycle_played(policy *p, const view *v, const outcome *o)
{
  (void)v, (void)o;
  feasible_cycle *c = p->state;
  c->passed = c->at < c->filled_count ? c->filled[c->at++] + (int64_t)1 : c->length;
}

void cycle_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  cycle_arm *a = cycle_arm_at(p, o->arm);
  if (!a->joining) tally_add(&a->tally, o->observed);
}

void cycle_arm_left(policy *p, const view *v, int arm)
{
  (void)v;
  if (!cycle_arm_at(p, arm)->active) return;
  cycle_take_out(p, arm);
  cycle_changed(p->state);
}
