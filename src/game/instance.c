/* The arms of a replication, as they would be if nothing were played. */
#include "game.h"
#include "inside.h"
#include <stdlib.h>

enum { EVENTS_BETWEEN_LOOKS = 1 << 12 };

/* From one event to the next, so that it can be stopped. */
static status pass_all_time(game *g, bool (*stopped)(void))
{
  for (int events = 1; g->round <= g->horizon && !g->failure.code; events++) {
    game_pass_time(g, g->next_event < g->horizon ? g->next_event : g->horizon);
    if (events % EVENTS_BETWEEN_LOOKS == 0 && stopped())
      return status_error(STATUS_STOPPED, "The instances were stopped.");
  }
  return g->failure;
}

/* Lists the arms: as they enter where places are used again, else as they were at the
 * start, whatever has changed since. */
static status list_arms(game *g, growable *rows)
{
  for (int arm = 0; arm < g->problem->arm_count && !g->problem->renewing; arm++) {
    arms_place(&g->arms, arm, arm);
    if (!game_add_instance(g, arm, rows)) return status_no_memory();
  }
  return status_ok;
}

static int by_number(const void *a, const void *b)
{
  const instance_row *x = a, *y = b;
  return (x->number > y->number) - (x->number < y->number);
}

static void sort_from(growable *rows, size_t from)
{
  if (rows->count > from)
    qsort((instance_row *)rows->items + from, rows->count - from, sizeof(instance_row), by_number);
}

status game_instance(const game_setup *setup, growable *rows, bool (*stopped)(void))
{
  record none;
  record_open(&none, NULL, 0, NULL, 0);
  none.keep_exits = none.keep_arms = false;
  game g;
  const size_t from = rows->count;
  const arena empty = {0};
  status s = game_open(&g, setup, &none, empty, setup->problem->renewing ? rows : NULL);
  g.roster.started = false; /* so that the policy is notified of nothing */
  if (!s.code) s = pass_all_time(&g, stopped);
  if (!s.code) s = list_arms(&g, rows);
  sort_from(rows, from);
  arena memory = game_close(&g);
  arena_free(&memory);
  return s;
}
