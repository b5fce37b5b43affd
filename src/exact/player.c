#include "player.h"

static bool open_rules(player *p, const exact_policy *e)
{
  stopping *s = &p->stopping;
  if (!e->stopping) return true;
  if (!stopping_ready(s, e->stopping, e->arms, &p->roster, &p->memory)) return false;
  s->seen.known = e->arms;
  for (int arm = 0; arm < e->arms; arm++) s->there[arm] = true;
  return true;
}

status player_open(player *p, const exact_policy *e)
{
  *p = (player){.memory = {0}};
  roster *r = &p->roster;
  if (!roster_open(r, e->type, e->arms, 1, &p->memory)) return status_no_memory();
  r->random = stream_open(0, 1, e->identity);
  view *v = &r->view;
  v->round = 1;
  v->horizon = e->horizon;
  v->changes = -1;
  v->name = e->name;
  v->plain = v->anew = true; /* the short cuts know more than the state */
  for (int arm = 0; arm < e->arms; arm++) roster_enter(r, arm, arm, 1, FOREVER);
  return open_rules(p, e) ? roster_start(r, e->given) : status_no_memory();
}

void player_close(player *p) { arena_free(&p->memory); }

int player_names(const player *p, int rule, int otherwise)
{
  const int arm = stopping_names(&p->stopping, rule);
  return arm < 0 ? otherwise : arm;
}

int player_stopped_by(player *p, int leader)
{
  const roster *r = &p->roster;
  evidence *seen = &p->stopping.seen;
  seen->round = seen->plays = r->view.plays;
  seen->leader = leader;
  seen->midway = r->type->may_stop && !r->type->may_stop(&r->player, &r->view);
  return stopping_asked(&p->stopping);
}

static status begins_alike(const player *p, const exact_policy *e)
{
  const unsigned char *first = p->roster.player.actions;
  const size_t size = e->type->action_size;
  for (int arm = 1; arm < e->arms; arm++)
    if (size && memcmp(first, first + (size_t)arm * size, size) != 0)
      return status_error(STATUS_INTERNAL, "%s does not begin alike with all arms.", e->type->label);
  return status_ok;
}

/* From one play less, which paid as little as may be since. */
static void learn(player *p, const memories *m, const exact_policy *e, int plays, int sum)
{
  const int before = sum < e->span * (plays - 1) ? sum : e->span * (plays - 1);
  const outcome o = {.wait = 1,
                     .observed = e->least + e->step * (sum - before),
                     .cost = 1,
                     .play = plays - 1,
                     .start = plays};
  player_recalls(p, m, 0, plays - 1, before);
  player_comes_to(p, plays - 1);
  roster_played(&p->roster, &o);
  roster_show(&p->roster, &o);
}

status memories_make(memories *m, player *p, const exact_policy *e, int plays, arena *memory)
{
  *m = (memories){.size = e->type->action_size, .span = e->span};
  const size_t pairs = (size_t)pair_at(e->span, (int64_t)plays + 1, 0);
  m->bytes = arena_zeroed(memory, pairs, m->size ? m->size : 1);
  const status alike = begins_alike(p, e);
  if (!m->bytes || alike.code) return m->bytes ? alike : status_no_memory();
  if (!m->size) return status_ok;
  memcpy(m->bytes, p->roster.player.actions, m->size);
  const uint64_t used = stream_numbers(&p->roster.random);
  for (int n = 1; n <= plays; n++)
    for (int sum = 0; sum <= e->span * n; sum++) {
      learn(p, m, e, n, sum);
      memcpy(m->bytes + (size_t)pair_at(e->span, n, sum) * m->size, p->roster.player.actions, m->size);
    }
  player_recalls(p, m, 0, 0, 0);
  if (stream_numbers(&p->roster.random) == used) return status_ok;
  return status_error(STATUS_BAD_PARAMETER, "It is randomised on rewards between the ends of its range.");
}
