/* What a policy thinks, and what its player may believe. */
#include "face.h"
#include "text.h"
#include "../../src/policies/sampling/beta_quantile.h"
#include <string.h>

static bool can_be_played(const live_game *g, int action)
{
  const view *v = &g->game.roster.view;
  if (g->state == GAME_FAILED || g->state == GAME_ENDED) return false;
  for (int i = 0; i < v->action_count; i++)
    if (v->actions[i] == action) return true;
  return false;
}

const char *face_explain(live_game *g, int action)
{
  static text t;
  roster *r = &g->game.roster;
  reason why;
  if (!can_be_played(g, action) || !policy_explains(r->type, &r->player, &r->view, action, &why)) return NULL;
  t.length = 0;
  text_add(&t, "{\"code\":\"%s\",\"parts\":[", why.code);
  for (int i = 0; i < why.parts; i++)
    text_add(&t, "%s[\"%s\",%.17g]", i ? "," : "", why.name[i], why.value[i]);
  text_add(&t, "]}");
  return t.from;
}

const double *face_chances(live_game *g)
{
  roster *r = &g->game.roster;
  const view *v = &r->view;
  const size_t count = (size_t)g->game.action_count;
  if (v->action_count == 0 || !can_be_played(g, v->actions[0]) || !r->type->choose) return NULL;
  if (!g->chances) g->chances = arena_zeroed(&g->memory, 2 * count, sizeof *g->chances);
  double *listed = g->chances + count;
  if (!g->chances || !policy_chances(r->type, &r->player, v, listed)) return NULL;
  for (size_t i = 0; i < count; i++) g->chances[i] = NAN;
  for (int i = 0; i < v->action_count; i++) g->chances[v->actions[i]] = listed[i];
  return g->chances;
}

/* --- what was seen of actions ------------------------------------------------------------ */

enum belief_place {
  BELIEF_PULLS,
  BELIEF_SHOWN, /* of these, the outcomes that were shown */
  BELIEF_TOTAL, /* of what was shown */
  BELIEF_TIME,  /* rounds that its pulls took; a NaN unless choices are kept */
  BELIEF_LOW,   /* 95% limits of the mean reward of a pull that never changes; a NaN where there are none */
  BELIEF_HIGH,
  BELIEF_PLACES
};

/* Of 0s and 1s the beta posterior's, with a uniform prior; of Gaussian rewards by their own sd. Sums that
 * arrive together say nothing of one arm. */
static void put_limits(const game *g, int arm, double *to)
{
  static const double TAIL = .025, HALF_WIDTH = 1.959963984540054; /* the normal quantile at .975 */
  const arms_type *type = g->problem->arms.type;
  const double n = to[BELIEF_SHOWN], total = to[BELIEF_TOTAL];
  if (n == 0 || (g->problem->has & HAS_SPREAD)) return;
  if (type->mean_is_chance) {
    to[BELIEF_LOW] = 1 - beta_upper_quantile(1 + n - total, 1 + total, TAIL);
    to[BELIEF_HIGH] = beta_upper_quantile(1 + total, 1 + n - total, TAIL);
  } else if (strcmp(type->name, "gaussian") == 0) {
    const double width = HALF_WIDTH * arms_value(&g->arms, 1, arm) / sqrt(n);
    to[BELIEF_LOW] = total / n - width;
    to[BELIEF_HIGH] = total / n + width;
  }
}

static void put_times(const live_game *g, double *to)
{
  const game *of = &g->game;
  const int waits = of->problem->waits;
  const choice_row *row = g->record.choices.items;
  for (int i = 0; i < of->action_count && g->record.keep_choices; i++)
    to[i * BELIEF_PLACES + BELIEF_TIME] = 0;
  for (size_t i = 0; i < g->record.choices.count; i++, row++)
    for (int arm = 0; arm < of->problem->arm_count; arm++)
      if (of->roster.number[arm] == row->number)
        to[(arm * waits + (int)row->wait - 1) * BELIEF_PLACES + BELIEF_TIME] += row->cost;
}

const double *face_beliefs(live_game *g)
{
  const game *of = &g->game;
  const size_t count = (size_t)of->action_count * BELIEF_PLACES;
  if (!g->beliefs) g->beliefs = arena_zeroed(&g->memory, count, sizeof *g->beliefs);
  if (!g->beliefs) return NULL;
  for (size_t i = 0; i < count; i++) g->beliefs[i] = NAN;
  for (int action = 0; action < of->action_count; action++) {
    const action_status *a = &of->action[action];
    double *to = g->beliefs + (size_t)action * BELIEF_PLACES;
    to[BELIEF_PULLS] = (double)a->pulls;
    to[BELIEF_SHOWN] = (double)a->shown;
    to[BELIEF_TOTAL] = sum_value(of->simple ? &a->worth : &a->observed);
    put_limits(of, action / of->problem->waits, to);
  }
  put_times(g, g->beliefs);
  return g->beliefs;
}
