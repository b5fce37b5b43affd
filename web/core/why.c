/* Why a policy's next choice is what it is. */
#include "face.h"
#include "text.h"

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
