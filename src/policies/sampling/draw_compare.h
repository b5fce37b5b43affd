/* The draws of a turn, of all actions or of some, compared by bounds where these decide: see draw_race.h. */
#ifndef UNRULY_DRAW_COMPARE_H
#define UNRULY_DRAW_COMPARE_H

#include "draw_race.h"

/* The action with its law. */
drawn_action *drawn_at(draw_race *r, const policy *p, const view *v, int action);
/* The one of greatest posterior mean, the lowest in a tie. */
int favourite_of(draw_race *r, const policy *p, const view *v);

/* The greatest draw of all: each in full, or by bounds; or of the first `count` of r->compared, whose laws
 * are known. */
int choose_plainly(draw_race *r, const policy *p, const view *v, uint64_t turn);
int choose_directly(draw_race *r, const policy *p, const view *v, uint64_t turn);
int greatest_of(draw_race *r, const view *v, uint64_t turn, int favourite, int count);

#endif
