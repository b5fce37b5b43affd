#include "best_arm.h"

best_arm *best_arm_open(policy *p, const view *v)
{
  if (*v->best) return *v->best;
  best_arm *b = arena_zeroed(p->memory, 1, sizeof *b);
  if (b) {
    greatest_open(&b->beta, DRAW_BETA, p->memory);
    greatest_open(&b->normal, DRAW_NORMAL, p->memory);
    greatest_open(&b->hazard, DRAW_LEAST_GAMMA, p->memory);
    b->law = arena_zeroed(p->memory, (size_t)v->arms, sizeof *b->law);
    b->chance = arena_zeroed(p->memory, (size_t)v->arms, sizeof *b->chance);
  }
  if (b && b->law && b->chance) return *v->best = b;
  p->failure = status_no_memory();
  return NULL;
}

bool best_arm_find(best_arm *b, draw_kind kind, int count, policy *p, const view *v)
{
  greatest_draw *g = kind == DRAW_BETA ? &b->beta : kind == DRAW_NORMAL ? &b->normal : &b->hazard;
  if (v->plain || v->anew || !greatest_knows(g, b->law, count)) greatest_forget(g);
  if (greatest_chances(g, b->law, count, b->chance)) return true;
  p->failure = status_no_memory();
  return false;
}
