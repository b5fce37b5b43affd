/* Every policy is one line here (and one object in ../Makevars). */
#include "registry.h"
#include <string.h>

/* clang-format off */
#define POLICIES(entry) \
  entry(policy_uniform) \
  entry(policy_round_robin) \
  entry(policy_fixed) \
  entry(policy_oracle) \
  entry(policy_ucb1) \
  entry(policy_ucb) \
  entry(policy_se) \
  entry(policy_fc_se) \
  entry(policy_fc_entry) \
  entry(policy_thompson) \
  entry(policy_etc) \
  entry(policy_epsilon_greedy) \
  entry(policy_moss) \
  entry(policy_kl_ucb) \
  entry(policy_exp3) \
  entry(policy_wait_ucb) \
  entry(policy_wait_hoeffding) \
  entry(policy_ucb_simplex) \
  entry(policy_budget_ucb) \
  entry(policy_ucb_bv1) \
  entry(policy_ucb_bv2) \
  entry(policy_ht_ucb) \
  entry(policy_st_ucb) \
  entry(policy_lfg) \
  entry(policy_flearn) \
  entry(policy_fair_etc) \
  entry(policy_ars_ucb) \
  entry(policy_odaaf) \
  entry(policy_odaaf_composite) \
  entry(policy_ars_exp3) \
  entry(policy_clw) \
  entry(policy_ars_clw) \
  entry(policy_delayed_ucb1) \
  entry(policy_queue) \
  entry(policy_ag) \
  entry(policy_ag_l) \
  entry(policy_ucb_mortal) \
  entry(policy_ucb_l) \
  entry(policy_linucb) \
  entry(policy_linucb_l) \
  entry(policy_stochastic) \
  entry(policy_ucb_subset) \
  entry(policy_index) \
  entry(policy_custom)
/* clang-format on */

#define DECLARE(name) extern const policy_type name;
#define ADDRESS(name) &name,
POLICIES(DECLARE)

const policy_type *const policy_registry[] = {POLICIES(ADDRESS)};
const int policy_registry_count = sizeof policy_registry / sizeof policy_registry[0];

const policy_type *policy_find(const char *constructor)
{
  for (int i = 0; i < policy_registry_count; i++)
    if (strcmp(policy_registry[i]->constructor, constructor) == 0) return policy_registry[i];
  return NULL;
}
