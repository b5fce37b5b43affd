/* A policy without a game: it is told what the test likes. */
#ifndef UNRULY_TEST_TABLE_H
#define UNRULY_TEST_TABLE_H

#include "describe.h"
#include "../../src/policies/registry.h"

enum { MOST_SEATS = 32 };

typedef struct table {
  int arm[MOST_SEATS];
  unsigned char is_live[MOST_SEATS];
  int64_t number[MOST_SEATS];
  policy policy;
  view view;
  random_stream random;
  arena memory;
  const policy_type *type;
} table;

/* In round 1, with so many arms. The table stays where it is; its memory is to be freed. */
static inline void sit_down(table *t, const char *name, int arm_count, int64_t horizon)
{
  described told = {0};
  *t = (table){.type = policy_find(name)};
  with_necessary(&told, name);
  const parameters all = given(&told), known = policy_parameters(t->type, &all);
  for (int i = 0; i < arm_count; i++) t->arm[i] = (int)(t->number[i] = i), t->is_live[i] = 1;
  t->view = (view){.round = 1,
                   .horizon = horizon,
                   .arms = arm_count,
                   .waits = 1,
                   .live_count = arm_count,
                   .live = t->arm,
                   .action_count = arm_count,
                   .actions = t->arm,
                   .is_live = t->is_live,
                   .number = t->number,
                   .random = &t->random};
  t->random = stream_open(1, 1, 0);
  t->policy.memory = &t->memory;
  t->policy.state = arena_zeroed(&t->memory, 1, t->type->state_size);
  t->policy.actions = arena_zeroed(&t->memory, (size_t)arm_count, t->type->action_size);
  CLAIM(t->policy.state && t->policy.actions);
  CLAIM(t->type->start(&t->policy, &t->view, &known).code == STATUS_OK);
}

static inline void show(table *t, int arm, double reward)
{
  const outcome o = {
      .action = arm, .arm = arm, .wait = 1, .observed = reward, .cost = 1, .start = t->view.round};
  t->type->observe(&t->policy, &t->view, &o);
}

#endif
