/* Many plays of one action in a row, while nothing else is due. */
#include "inside.h"
#include <math.h>

/* The inner loop of the package: adds rewards to the total of the policy and
 * to the game's open group until the total falls to the line. Returns how many
 * were played. */
static int play_rewards(const double *reward, int count, stretch *s, double *group)
{
  double total = s->total, line = s->line, open = *group;
  int i = 0;
  if (line == -INFINITY) {
    for (; i < count; i++) {
      total += reward[i];
      open += reward[i];
    }
  } else {
    while (i < count) {
      total += reward[i];
      open += reward[i++];
      line += s->slope;
      if (!(total > line)) break;
    }
    s->line = line;
  }
  s->total = total;
  *group = open;
  return i;
}

/* As many plays as stand in the buffer and fit into the open group of the sum. */
static int play_group(game *g, int arm, int64_t most, stretch *s, long_sum *worth)
{
  int count;
  game_address(g, arm);
  const double *reward = ahead_pulls(&g->ahead, &g->arms, arm, &g->play.at, &count);
  if (!reward) {
    g->failure = status_no_memory();
    return 0;
  }
  if (count > most) count = (int)most;
  if (count > SUM_GROUP - worth->count) count = SUM_GROUP - worth->count;
  const int done = play_rewards(reward, count, s, &worth->open);
  worth->count += done;
  if (worth->count == SUM_GROUP) {
    sum_add_group(worth, worth->open);
    worth->open = 0;
    worth->count = 0;
  }
  g->arm[arm].pulls += done;
  return done;
}

int64_t game_run(game *g, int action, int64_t most, stretch *s)
{
  int64_t done = 0;
  do {
    done += play_group(g, action, most - done, s, &g->action[action].worth);
  } while (done < most && s->total > s->line && !g->failure.code);
  return done;
}
