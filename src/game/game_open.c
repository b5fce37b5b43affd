/* Opening and closing a game. */
#include "game.h"
#include "inside.h"

static void set_view(game *g, const game_setup *setup)
{
  const problem *p = g->problem;
  view *v = &g->roster.view;
  v->round = 1;
  v->horizon = setup->horizon;
  v->described = p->described;
  v->vain = p->vain;
  v->changes = p->has & HAS_CHANGES ? 0 : -1;
  v->name = p->name;
  v->patience = p->patience;
  v->share = p->share;
  v->plain = setup->plain;
  v->find = setup->find;
  v->binary = p->arms.type->binary;
  v->silent = p->silent;
  v->stages = p->stages;
  v->preview_sd = p->preview_sd;
  v->shown_by = p->shown_by;
  v->lives = p->arms.type->lives && p->waits == 1 && !(p->has & HAS_SPREAD);
  v->now = NAN;
  v->outside = setup->outside;
  v->in_batches = p->with_shown_in.count > 0;
  v->replay = (p->has & HAS_REPLAY) != 0;
  v->context = g->arms.context;
  v->context_size = g->arms.context_size;
  v->context_step = g->arms.context_step;
  if (setup->type->sees_means) v->mean_value = g->comparator.value;
}

static bool start_traits(game *g)
{
  const problem *p = g->problem;
  for (int i = 0; i < p->trait_count; i++) {
    const trait_model *m = &p->traits[i];
    if (m->type->state_size && !(g->trait_state[i] = arena_zeroed(&g->memory, 1, m->type->state_size)))
      return false;
    if (m->type->start && !m->type->start(g, g->trait_state[i], m->shared)) return false;
  }
  return true;
}

static bool allocate(game *g, const game_setup *setup)
{
  const problem *p = g->problem;
  const int count = p->arm_count;
  g->action_count = count * p->waits;
  g->arm = arena_zeroed(&g->memory, (size_t)count, sizeof *g->arm);
  g->action = arena_zeroed(&g->memory, (size_t)g->action_count, sizeof *g->action);
  return g->arm && g->action &&
         arms_open(&g->arms, &p->arms, setup->seed, setup->replication, setup->horizon, &g->memory) &&
         roster_open(&g->roster, setup->type, count, p->waits, &g->memory) &&
         (!(p->has & (HAS_DELAY | HAS_BATCHES) || setup->outside) || roster_count(&g->roster)) &&
         heap_open(&g->late, 0, sizeof(late_outcome), &g->memory) && comparator_open(g);
}

/* Finds what can be known of the game's plays before the first. */
static bool classify(game *g)
{
  const problem *p = g->problem;
  const bool addressed = !p->with_shape.count && !p->with_accept.count && !p->arms.type->by_round;
  g->by_context = p->arms.type->begin_round != NULL;
  g->timed = p->arms.type->lives && p->clock >= 0;
  g->simple = addressed && !p->with_counted.count && !p->with_shown_in.count && !p->with_played.count &&
              !g->by_context && !g->outside;
  return ahead_open(&g->ahead, p->arm_count, addressed ? 1 : 2, &g->memory);
}

/* Unless a trait lets them in, arms are there from round 1. */
static bool start_arms(game *g)
{
  const int count = g->problem->arm_count;
  for (int arm = 0; arm < count; arm++) g->roster.number[arm] = arm;
  if (!start_traits(g)) return false;
  for (int arm = 0; arm < g->problem->described && !g->problem->late; arm++)
    game_arm_enters(g, arm, arm, 1, FOREVER);
  return !g->failure.code;
}

/* A game must not go on beyond the tables of its arms. */
static status fits_tables(const arms_model *m, int64_t horizon)
{
  if (horizon <= m->rounds) return status_ok;
  return status_error(STATUS_INTERNAL, "The rewards of the arms are given for %lld rounds only.",
                      (long long)m->rounds);
}

/* R refuses by the same flags, with better words. */
static bool may_play(const policy_type *type, unsigned has)
{
  return !(has & type->refuses) && (!type->needs || (has & type->needs));
}

/* Returns the decay of the least probability that the policy promises. */
static double decay_of(const game_setup *setup)
{
  const char *name = setup->type->decays;
  const parameters known = policy_parameters(setup->type, setup->policy_parameters);
  return name ? parameters_number_or(&known, name, 0) : 0;
}

status game_open(game *g, const game_setup *setup, record *r, arena memory, growable *births)
{
  *g = (game){.problem = setup->problem, .record = r, .memory = memory, .births = births};
  g->outside = setup->outside;
  g->horizon = setup->outside ? FOREVER : setup->horizon; /* who asks for choices knows when it ends */
  g->signs = setup->signs;
  g->paths = setup->paths;
  g->overrun = setup->overrun;
  g->round = 1;
  g->playing = g->forced = g->answer = -1;
  g->play.at.key = random_key(setup->seed, USE_OUTCOME);
  g->play.at.replication = setup->replication;
  g->roster.random = stream_open(setup->seed, setup->replication, setup->policy_identity);
  g->roster.player.depth = setup->depth;
  if (!setup->outside && !may_play(setup->type, g->problem->has))
    return status_error(STATUS_BAD_PARAMETER, "It cannot play such bandits.");
  const status fits = fits_tables(&g->problem->arms, setup->horizon);
  if (fits.code) return fits;
  if (!allocate(g, setup) || !classify(g)) return status_no_memory();
  set_view(g, setup);
  if (!scores_open(g, decay_of(setup))) return status_no_memory();
  const status stops = stopping_open(g, setup->stopping);
  if (stops.code) return stops;
  if (!start_arms(g)) return g->failure.code ? g->failure : status_no_memory();
  if (g->timed) game_begin_round(g, 1);
  game_find_next_event(g);
  const status started = roster_start(&g->roster, setup->policy_parameters);
  if (!started.code) game_begin(g);
  return started.code ? started : g->failure;
}

arena game_close(game *g)
{
  arena_empty(&g->memory);
  return g->memory;
}
