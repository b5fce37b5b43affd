/* What policies say of their next choice agrees with it: in random games each policy that says why is asked
 * before every choice, about every action. Being asked changes nothing; where the code is "index" the
 * greatest index is chosen next, in a tie the lowest arm's; and the parts before an index sum to it.
 *
 *   test_explain [games [first]]: so many of each policy, from this number on */
#include "compositions.h"

static long asked, by_index, sums;

static bool is_listed(const char *name, const char *const *list)
{
  for (; *list; list++)
    if (strcmp(*list, name) == 0) return true;
  return false;
}

static const char *const codes[] = {WHY_FIRST_PLAY, WHY_INDEX,    WHY_CYCLE, WHY_BLOCK,
                                    WHY_DRAWN,      WHY_ONLY_ONE, NULL};
static const char *const parts[] = {PART_MEAN,  PART_BONUS, PART_PROMISE, PART_INDEX,  PART_LOW,
                                    PART_HIGH,  PART_SD,    PART_SHAPE1,  PART_SHAPE2, PART_BLOCK_LEFT,
                                    PART_PLACE, PART_SHAPE, PART_RATE,    NULL};

/* The index, or a NaN. */
static double index_of(const reason *r)
{
  double sum = 0, size = 1;
  for (int i = 0; i < r->parts; i++) {
    CLAIM(is_listed(r->name[i], parts) && isfinite(r->value[i]));
    if (strcmp(r->name[i], PART_INDEX) != 0) {
      sum += r->value[i];
      size += fabs(r->value[i]);
    } else if (i > 1 && strcmp(r->name[1], PART_BONUS) == 0) {
      CLAIM(fabs(sum - r->value[i]) <= 1e-12 * size);
      sums++;
    }
    if (strcmp(r->name[i], PART_INDEX) == 0) return r->value[i];
  }
  return NAN;
}

typedef struct best {
  const char *code; /* NULL: not said */
  double index;
  int64_t number;
  int wait;
} best;

static bool beats(const best *b, double index, int64_t number, int wait)
{
  if (!(index >= b->index)) return false;
  return index > b->index || number < b->number || (number == b->number && wait < b->wait);
}

/* Asks about all actions; the greatest index. */
static best ask_all(game *g)
{
  roster *r = &g->roster;
  const view *v = &r->view;
  best b = {NULL, -INFINITY, -1, 0};
  for (int i = 0; i < v->action_count; i++) {
    reason why;
    const bool says = policy_explains(r->type, &r->player, v, v->actions[i], &why);
    CLAIM(says == (b.code != NULL) || i == 0);
    if (!says) continue;
    CLAIM(is_listed(why.code, codes) && (i == 0 || strcmp(why.code, b.code) == 0));
    b.code = why.code;
    const double index = index_of(&why);
    const int64_t number = v->number[v->actions[i] / v->waits];
    const int wait = v->actions[i] % v->waits + 1;
    if (beats(&b, index, number, wait)) b.index = index, b.number = number, b.wait = wait;
  }
  return b;
}

static best ask(game *g)
{
  roster *r = &g->roster;
  const size_t state = r->type->state_size,
               actions = r->type->action_size * (size_t)(r->view.arms * r->view.waits);
  char *before = malloc(state + actions + 1);
  const random_used used = stream_used(&r->random);
  CLAIM(before);
  if (state) memcpy(before, r->player.state, state);
  if (actions) memcpy(before + state, r->player.actions, actions);
  const best b = ask_all(g);
  CLAIM(nothing_used_since(&r->random, &used));
  CLAIM(!state || memcmp(before, r->player.state, state) == 0);
  CLAIM(!actions || memcmp(before + state, r->player.actions, actions) == 0);
  free(before);
  asked += b.code != NULL;
  return b;
}

static void tell(const composition *c, const best *b, const choice_row *row)
{
  fprintf(stderr, "%s, number %llu: index %g of arm %lld, wait %d; in round %.0f it chose %lld, wait %d\n",
          c->type->constructor, (unsigned long long)c->number, b->index, (long long)b->number, b->wait,
          row->round, (long long)row->number, row->wait);
  for (int i = 0; i < c->problem.trait_count; i++)
    fprintf(stderr, "  with %s\n", c->problem.traits[i].type->name);
}

static game_setup setup_of(const composition *c, const parameters *of_policy)
{
  return (game_setup){.problem = &c->problem,
                      .type = c->type,
                      .policy_parameters = of_policy,
                      .policy_identity = policy_identity(c->type, of_policy, policy_find),
                      .find = policy_find,
                      .seed = (int64_t)(c->number % 1000),
                      .horizon = c->horizon,
                      .replication = 1};
}

/* Round by round, asked before each choice; its choices are those of the record. */
static void play_asked(const composition *c, record *r)
{
  const parameters of_policy = given(&c->policy);
  const game_setup setup = setup_of(c, &of_policy);
  game g;
  game_state state = GAME_GOES_ON;
  if (game_open(&g, &setup, r, (arena){0}, NULL).code) state = GAME_FAILED;
  for (int64_t until = 1; state == GAME_GOES_ON; until = g.round + 1) {
    state = game_step(&g, until, NULL);
    if (state != GAME_GOES_ON || g.roster.view.live_count == 0 || g.over || g.round > g.horizon) continue;
    const best b = ask(&g);
    const size_t made = r->choices.count;
    state = game_step(&g, g.round + 1, NULL);
    if (!b.code || strcmp(b.code, WHY_INDEX) != 0 || r->choices.count == made) continue;
    if (c->problem.has & HAS_REPLAY) continue; /* other events, with other arms, may be passed by before it */
    const choice_row *row = (const choice_row *)r->choices.items + made;
    const bool agrees = row->number == (double)b.number && row->wait == b.wait;
    if (!agrees) tell(c, &b, row);
    CLAIM(agrees);
    by_index++;
  }
  arena memory = game_close(&g);
  arena_free(&memory);
}

static void play_alone(const composition *c, record *r)
{
  arena memory = {0};
  const parameters of_policy = given(&c->policy);
  const game_setup setup = setup_of(c, &of_policy);
  CLAIM(!game_play(&setup, r, &memory, NULL).code || c->problem.has);
  arena_free(&memory);
}

static bool same_choices(const growable *a, const growable *b)
{
  const choice_row *x = a->items, *y = b->items;
  for (size_t i = 0; i < a->count && i < b->count; i++)
    if (x[i].number != y[i].number || x[i].wait != y[i].wait || x[i].round != y[i].round) return false;
  return a->count == b->count;
}

static void asking_changes_nothing(const composition *c)
{
  record asked_about, alone;
  record_open(&asked_about, NULL, 0, NULL, 0);
  record_open(&alone, NULL, 0, NULL, 0);
  asked_about.keep_choices = alone.keep_choices = true;
  play_asked(c, &asked_about);
  play_alone(c, &alone);
  CLAIM(same_choices(&asked_about.choices, &alone.choices));
  record_free(&asked_about);
  record_free(&alone);
}

static void play_policy(const policy_type *type, uint64_t first, uint64_t games)
{
  const long before = asked;
  asked_for = type->constructor;
  for (uint64_t number = first; games > 0; number++) {
    composition c;
    compose(&c, number);
    if (c.type == type) {
      asking_changes_nothing(&c);
      games--;
    }
    clear_composition(&c);
  }
  asked_for = NULL;
  printf("%s: asked %ld times\n", type->constructor, asked - before);
  CLAIM(asked > before);
}

int main(int argc, char **argv)
{
  const uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 200;
  const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  int policies = 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int i = 0; i < policy_registry_count; i++) {
    if (!policy_registry[i]->explain) continue;
    play_policy(policy_registry[i], first, games);
    policies++;
  }
  printf("%d policies, asked %ld times, %ld choices by index, %ld sums\n", policies, asked, by_index, sums);
  CLAIM(policies >= 15 && by_index > asked / 4 && sums > by_index);
  return 0;
}
