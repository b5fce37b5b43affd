/* Games of choices that others made, by which policies are judged. Rows of a game stand together, as do games
 * of a unit, which is what shares parameters. Rows, games and units count from 0, arms and pools from 1, as R
 * hands them over. */
#ifndef UNRULY_CHOICE_LOG_H
#define UNRULY_CHOICE_LOG_H

#include "../base/exact.h"
#include <stdint.h>

/* What happens to the pool of a game. Where some arm returns, those that are missing are away, also at the
 * end. */
enum { ARMS_STAY, ARMS_MOVE, ARMS_RETURN };

typedef struct choice_log {
  int arms, context_size;
  int64_t rows, games, units, pools;
  const double *arm, *reward, *round;     /* by row; a reward that is not shown is NAN */
  const double *reported;                 /* by row: the round at whose end it was shown; NULL: its own */
  const double *pool;                     /* by row */
  const double *pool_from, *pool_members; /* members of pool i: from[i - 1] .. from[i] - 1 */
  const double *context;                  /* `context_size` numbers a row, or NULL */
  const double *game_from;                /* rows of game i: from[i] .. from[i + 1] - 1 */
  const double *unit_from;                /* games of unit i */
  const unsigned char *moves;             /* by game: see above */
  const double *batched;   /* by game, beside `reported`: not 0 where what is shown at the end of a round is
                              shown in   the order of the choices, the last one included */
  const char *const *name; /* of the arms; NULL: they have none */
} choice_log;

#endif
