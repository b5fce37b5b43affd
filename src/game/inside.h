/* Between the files of a game, the lowest first. */
#ifndef UNRULY_GAME_INSIDE_H
#define UNRULY_GAME_INSIDE_H

#include "state.h"

/* game_tally.c. Puts down what an arm that was played has come to, before its place is
 * used again or at the end. */
void game_record_arm(game *g, int arm);
void game_record_exit(game *g, int arm, int64_t last, exit_cause cause);
void game_record_choice(game *g, const play *p);
/* Appends the arm at this place to rows of instance_row. */
bool game_add_instance(const game *g, int arm, growable *rows);

/* game_time.c. What is due before round 1, once the policy has seen who is there. */
void game_begin(game *g);
/* No arm can be played: time passes until one may be. */
void game_pass_idle(game *g);
/* After it has stopped nothing is played: only time passes, up to the horizon. */
void game_pass_rest(game *g);
/* Shows what is outstanding once the log has ended, if that is waited for. */
void game_end_log(game *g);

/* game_tally.c. So many rounds as a row has room for. */
int later_rounds(int64_t later);

/* game_runs.c. At most so many plays of an action, as long as the promise holds; returns how
 * many there were. The rounds they take are for the caller to count. */
int64_t game_run(game *g, int action, int64_t most, stretch *s);

/* The next pull of an arm. */
static inline void game_address(game *g, int arm)
{
  g->play.at.arm = (uint32_t)g->roster.number[arm];
  g->play.at.pull = (uint64_t)g->arm[arm].pulls;
}

/* An outcome is shown to the policy. */
static inline void game_show(game *g, const outcome *o)
{
  g->action[o->action].shown++;
  g->shown += o->observed;
  roster_show(&g->roster, o);
  if (g->stopping) stopping_shown(g, o);
}

#endif
