/* The arms of an agent as they come and go when somebody says so. */
#include "agent_state.h"

/* A new arm gets a place, and what is said of it goes to the traits. */
static int add_new(agent_state *s, int64_t patience)
{
  agent_arm *a = agent_state_add(s);
  if (!a) {
    s->failure = status_no_memory();
    return -1;
  }
  a->place = s->free_place[--s->free_count];
  if (s->game.stopping) s->game.stopping->seen.known = agent_state_arms(s);
  if (s->problem.patience) s->problem.patience[a->place] = patience;
  return a->place;
}

/* It is the same arm as before. */
static void come_back(agent_state *s, agent_arm *a, int64_t last)
{
  arm_status *of_game = &s->game.arm[a->place];
  a->state = ARM_LIVE;
  s->game.roster.last[a->place] = last;
  of_game->held = of_game->left = false;
  of_game->present = true; /* also after the end of the life that was known */
  if (s->game.stopping) stopping_count(&s->game, a->place);
  game_arm_back(&s->game, a->place);
}

static agent_result may_enter(const agent_state *s, int number, int64_t last)
{
  const bool is_new = number == agent_state_arms(s);
  const arm_state state = is_new ? ARM_EXPECTED : agent_arm_at(s, number)->state;
  if (state == ARM_LIVE) return AGENT_THERE;
  if (state == ARM_GONE) return AGENT_GONE;
  if (state == ARM_EXPECTED && (s->setup->refuses & HAS_ENTRIES)) return AGENT_STAYS;
  if (is_new && s->setup->no_others) return AGENT_UNTOLD;
  if (last < agent_round(s)) return AGENT_PAST;
  return is_new && s->free_count == 0 ? AGENT_FULL : AGENT_DONE;
}

agent_result agent_state_enter(agent_state *s, int number, int64_t last, int64_t patience)
{
  if (s->failure.code) return AGENT_FAILED;
  if (number < 0 || number > agent_state_arms(s)) return AGENT_UNKNOWN;
  const agent_result settled = agent_state_settle(s);
  if (settled != AGENT_DONE) return settled;
  const agent_result answer = may_enter(s, number, last);
  if (answer != AGENT_DONE) return answer;
  if (number == agent_state_arms(s) && add_new(s, patience) < 0) return AGENT_FAILED;
  agent_arm *a = agent_arm_at(s, number);
  if (s->problem.last) s->problem.last[a->place] = last;
  if (a->state == ARM_AWAY) come_back(s, a, last);
  else game_arm_enters(&s->game, a->place, number, agent_round(s), last);
  return agent_state_notice(s);
}

static agent_result may_leave(const agent_state *s, const int *numbers, int count, bool away)
{
  for (int i = 0; i < count; i++) {
    if (numbers[i] < 0 || numbers[i] >= agent_state_arms(s)) return AGENT_GONE;
    if (agent_arm_at(s, numbers[i])->state != ARM_LIVE) return AGENT_GONE;
    for (int j = 0; j < i; j++)
      if (numbers[j] == numbers[i]) return AGENT_GONE;
  }
  return s->setup->refuses & (away ? HAS_ABSENCES : HAS_LIFETIMES) ? AGENT_STAYS : AGENT_DONE;
}

static void go_away(agent_state *s, int number)
{
  agent_arm *a = agent_arm_at(s, number);
  a->state = ARM_AWAY;
  s->game.arm[a->place].held = true;
  game_arm_away(&s->game, a->place);
}

agent_result agent_state_leave(agent_state *s, const int *numbers, int count, bool away)
{
  if (s->failure.code) return AGENT_FAILED;
  const agent_result settled = agent_state_settle(s);
  if (settled != AGENT_DONE) return settled;
  const agent_result answer = may_leave(s, numbers, count, away);
  if (answer != AGENT_DONE) return answer;
  if (!away) game_hold(&s->game);
  for (int i = 0; i < count; i++) {
    if (away) go_away(s, numbers[i]);
    else game_arm_leaves(&s->game, agent_arm_at(s, numbers[i])->place, agent_round(s) - 1, EXIT_DIED);
  }
  if (!away) game_settle(&s->game);
  return agent_state_notice(s);
}
