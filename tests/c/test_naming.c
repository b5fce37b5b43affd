/* The arm that a contest would name is one of those that are left, whatever is shown
 * later of one that is out. */
#include "table.h"

enum { ARMS = 4, HORIZON = 400 };

static void play_round(table *t, const double *reward)
{
  const int arm = t->type->choose(&t->policy, &t->view);
  const outcome o = {.action = arm, .arm = arm, .wait = 1, .cost = 1, .start = t->view.round};
  CLAIM(arm >= 0 && arm < ARMS);
  t->type->played(&t->policy, &t->view, &o);
  show(t, arm, reward[arm]);
  t->view.round++;
  t->view.plays++;
}

static void names_one_that_is_left(const char *name)
{
  static const double reward[ARMS] = {.1, .6, .9, .2};
  table t;
  sit_down(&t, name, ARMS, HORIZON);
  CLAIM(t.type->recommend(&t.policy, &t.view) == -1);
  play_round(&t, reward);
  CLAIM(t.type->recommend(&t.policy, &t.view) == 0);
  for (int i = 1; i < HORIZON; i++) play_round(&t, reward);
  CLAIM(t.type->recommend(&t.policy, &t.view) == 2);
  for (int i = 0; i < 100000; i++) show(&t, 0, 1); /* late: its mean is the greatest now */
  CLAIM(t.type->recommend(&t.policy, &t.view) == 2);
  CLAIM(t.type->choose(&t.policy, &t.view) == 2);
  t.type->arm_left(&t.policy, &t.view, 2); /* none is left */
  CLAIM(t.type->recommend(&t.policy, &t.view) == -1);
  arena_free(&t.memory);
}

int main(void)
{
  names_one_that_is_left("policy_successive_rejects");
  names_one_that_is_left("policy_sequential_halving");
  names_one_that_is_left("policy_chernoff_racing");
  names_one_that_is_left("policy_kl_racing");
  printf("contests name an arm that is left\n");
  return 0;
}
