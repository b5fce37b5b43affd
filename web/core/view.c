/* Where a game stands, as numbers: first those of `enum view_place`, then every figure of the
 * game, then ARM_PLACES numbers for each place of an arm. What does not apply is a NaN. */
#include "face.h"
#include <string.h>

enum view_place {
  VIEW_ROUND,
  VIEW_PLAYS,
  VIEW_STATE,
  VIEW_PLACES,
  VIEW_WAITS,
  VIEW_ARM, /* the last play: the arm's number, from 1 */
  VIEW_WAIT,
  VIEW_REWARD,
  VIEW_OBSERVED,
  VIEW_COST,
  VIEW_NUMBERS
};

enum arm_place {
  ARM_IS_ALIVE = 1, /* after its number */
  ARM_IS_PRESENT,
  ARM_HAS_LEFT,
  ARM_IS_AWAY,
  ARM_PLAYS,
  ARM_SEEN,
  ARM_TRUTH,
  ARM_PATIENCE_LEFT,
  ARM_FIRST,
  ARM_LAST,
  ARM_SHARE,
  ARM_INDEX,
  ARM_PENDING,
  ARM_PLACES
};

/* As the checkpoint at the end of the last round has it; or would have it, if there was none. */
static void put_figures(live_game *g, double *to)
{
  const record kept = g->record;
  const int64_t round = g->game.round - 1;
  double *columns[PLAIN_FIGURES + MOST_TRAITS * MOST_FIGURES];
  const int count = face_figure_count(g);
  if (kept.next == 1 && g->rounds[0] == round) {
    memcpy(to, g->numbers, (size_t)count * sizeof *to);
    return;
  }
  for (int i = 0; i < count; i++) columns[i] = to + i;
  g->record.rounds = &round;
  g->record.count = 1;
  g->record.next = 0;
  g->record.figures = columns;
  game_record_until(&g->game, round);
  g->record = kept;
}

static void put_last_play(const game *g, double *to)
{
  const play *p = &g->play;
  const bool later = p->shown_in > p->start + p->seen.cost - 1 || g->problem->with_shown_in.count > 0;
  if (g->plays == 0) return;
  to[VIEW_ARM] = (double)p->number + 1;
  to[VIEW_WAIT] = p->seen.wait;
  to[VIEW_REWARD] = p->worth;
  to[VIEW_OBSERVED] = later ? NAN : p->seen.observed;
  to[VIEW_COST] = (double)p->seen.cost;
}

static void put_seen(const game *g, int arm, double *to)
{
  const int waits = g->problem->waits;
  double seen = 0, pulls = 0, shown = 0;
  for (int action = arm * waits; action < (arm + 1) * waits; action++) {
    const action_status *a = &g->action[action];
    seen += sum_value(g->simple ? &a->worth : &a->observed);
    pulls += (double)a->pulls;
    shown += (double)a->shown;
  }
  to[ARM_PLAYS] = pulls;
  if (shown > 0) to[ARM_SEEN] = seen / shown;
  to[ARM_PENDING] = 0;
}

static double index_of(const game *g, int arm)
{
  const roster *r = &g->roster;
  if (!r->type->index || !r->is_live[arm] || g->problem->waits > 1) return NAN;
  return r->type->index(&r->player, &r->view, arm);
}

static void put_arm(const game *g, int arm, double *to)
{
  const roster *r = &g->roster;
  const view *v = &r->view;
  if (!r->is_used[arm]) return;
  const arm_status *a = &g->arm[arm];
  to[ARM_IS_ALIVE] = a->present;
  to[ARM_IS_PRESENT] = r->is_live[arm];
  to[ARM_HAS_LEFT] = a->left;
  to[ARM_IS_AWAY] = a->away > 0;
  put_seen(g, arm, to);
  to[ARM_TRUTH] = g->problem->arms.type->mean(&g->arms, arm);
  if (v->patience && v->patience[arm] != FOREVER && !a->left)
    to[ARM_PATIENCE_LEFT] = (double)(v->patience[arm] - (g->round - 1 - a->last_pull));
  to[ARM_FIRST] = (double)r->first[arm];
  if (v->last && v->last[arm] != FOREVER) to[ARM_LAST] = (double)v->last[arm];
  if (v->share) to[ARM_SHARE] = v->share[arm];
  to[ARM_INDEX] = index_of(g, arm);
}

/* Plays whose outcome is still to be shown. */
static void count_pending(const game *g, double *arms)
{
  const late_outcome *more = (const late_outcome *)(const void *)g->late.more;
  for (size_t i = 0; i < g->late.count; i++) {
    const late_outcome *o = &more[g->late.items[i].place];
    if (g->roster.number[o->seen.arm] == o->number) arms[o->seen.arm * ARM_PLACES + ARM_PENDING]++;
  }
}

const double *face_view(live_game *g)
{
  const game *of = &g->game;
  const int places = of->problem->arm_count, figures = face_figure_count(g);
  const int count = VIEW_NUMBERS + figures + places * ARM_PLACES;
  if (!g->view) g->view = arena_zeroed(&g->memory, (size_t)count, sizeof *g->view);
  if (!g->view) return NULL;
  for (int i = 0; i < count; i++) g->view[i] = NAN;
  const double numbers[] = {(double)of->round, (double)of->plays, g->state, places, of->problem->waits};
  memcpy(g->view, numbers, sizeof numbers);
  put_last_play(of, g->view);
  if (g->state != GAME_FAILED) put_figures(g, g->view + VIEW_NUMBERS);
  double *arms = g->view + VIEW_NUMBERS + figures;
  for (int arm = 0; arm < places; arm++) {
    arms[arm * ARM_PLACES] = (double)of->roster.number[arm] + 1;
    put_arm(of, arm, arms + arm * ARM_PLACES);
  }
  count_pending(of, arms);
  return g->view;
}
