/* A policy that is asked what it would do in a state, by its own code: what stands in
 * its actions is put there, and choose() is called. */
#ifndef UNRULY_EXACT_PLAYER_H
#define UNRULY_EXACT_PLAYER_H

#include "../game/naming.h"
#include "../game/roster.h"
#include <string.h>

typedef struct exact_policy {
  const policy_type *type;
  const parameters *given;
  uint32_t identity;
  int arms, span;
  int64_t horizon;
  double least, step;            /* a pull that pays v steps, 0..span, is worth least + v step */
  const char *const *name;       /* of the arms, or NULL */
  const stopping_plan *stopping; /* or NULL */
} exact_policy;

typedef struct player {
  roster roster;
  stopping stopping; /* if there is a plan */
  arena memory;
} player;

/* The policy's memory of an arm after n plays that paid m steps in sum: `size` bytes each. */
typedef struct memories {
  unsigned char *bytes;
  size_t size;
  int span;
} memories;

/* Whatever comes of it, player_close() frees. */
status player_open(player *p, const exact_policy *e);
void player_close(player *p);

/* Finds these memories by telling the policy of plays, up to so many of an arm. */
status memories_make(memories *m, player *p, const exact_policy *e, int plays, arena *memory);

/* Returns the place of a pair of n and m in a table of all of them, n by n. */
static inline int64_t pair_at(int span, int64_t n, int64_t m) { return n + span * (n * (n - 1) / 2) + m; }

static inline void player_recalls(player *p, const memories *m, int arm, int plays, int sum)
{
  if (!m->size) return;
  unsigned char *kept = (unsigned char *)p->roster.player.actions + (size_t)arm * m->size;
  memcpy(kept, m->bytes + (size_t)pair_at(m->span, plays, sum) * m->size, m->size);
}

/* After so many plays. */
static inline void player_comes_to(player *p, int plays)
{
  p->roster.view.round = plays + 1;
  p->roster.view.plays = plays;
}

/* The rules are shown an arm that was played so often and paid so much. */
static inline void player_shows(player *p, const exact_policy *e, int arm, int plays, int sum)
{
  p->stopping.shown[arm] = plays;
  p->stopping.mean[arm] = plays ? (e->least * plays + e->step * sum) / plays : -INFINITY;
}

/* The rule that stops a game of which all arms were shown, whose leader is this, or -1. */
int player_stopped_by(player *p, int leader);
/* The arm that this rule, which stops it, names. */
int player_names(const player *p, int rule, int otherwise);
/* Why it has stopped, as a study puts it down. */
static inline int player_reason(const player *p, int rule) { return stopping_reason(&p->stopping, rule); }

#endif
