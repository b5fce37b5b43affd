/* The fast way of every policy is its plain one, in long games on every setting that it can play. Apart from
 * test_core.c, so that two processors share what takes longest. */
#include "held.h"

/* The same rule, every index in every round and no stretch: the same pulls,
 * rewards and regret at every checkpoint, to the last bit. */
static void fast_is_plain(int setting)
{
  problem p;
  study_policy list[TEST_POLICIES];
  held_study fast, plain;
  static const int64_t far[] = {1, 9, 100, 3000, 20000};
  CLAIM(make_setting(&p, setting));
  const int count = policies_for(&p, list);
  study_plan plan = plan_of(&p, 1, list, count, 2);
  plan.horizon = far[ROUNDS - 1];
  plan.replications = 1; /* long games, one of each policy: short ones are many in test_compositions.c */
  plan.rounds = far;
  plan.keep_choices = false;
  begin(&fast, plan);
  plan.plain = true;
  begin(&plain, plan);
  finish(&fast.study);
  finish(&plain.study);
  must_agree(&fast, &plain);
  printf("setting %2d: the fast way is the plain one\n", setting);
  end(&fast);
  end(&plain);
  problem_free(&p);
}

int main(void)
{
  setvbuf(stdout, NULL, _IOLBF, 0);
  describe_settings();
  for (int setting = share_number() % one_in(); setting < TEST_SETTINGS; setting += one_in())
    fast_is_plain(setting);
  printf("all claims hold\n");
  return 0;
}
