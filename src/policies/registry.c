/* Every policy is one line here (and one object in ../Makevars). */
#include "registry.h"
#include "../base/utf8.h"
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define POLICIES(entry) \
  entry(policy_uniform) \
  entry(policy_round_robin) \
  entry(policy_fixed) \
  entry(policy_oracle) \
  entry(policy_fixed_schedule) \
  entry(policy_batched_se) \
  entry(policy_ucb1) \
  entry(policy_ucb) \
  entry(policy_se) \
  entry(policy_opse) \
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
  entry(policy_linear_thompson) \
  entry(policy_logistic_thompson) \
  entry(policy_linear_epsilon_greedy) \
  entry(policy_stochastic) \
  entry(policy_ucb_subset) \
  entry(policy_ucb_v) \
  entry(policy_ucb_tuned) \
  entry(policy_bayes_ucb) \
  entry(policy_imed) \
  entry(policy_thompson_t) \
  entry(policy_boltzmann) \
  entry(policy_boltzmann_gumbel) \
  entry(policy_delta) \
  entry(policy_kalman) \
  entry(policy_gittins) \
  entry(policy_bayes_optimal) \
  entry(policy_exp3_s) \
  entry(policy_rexp3) \
  entry(policy_tsallis_inf) \
  entry(policy_glr_kl_ucb) \
  entry(policy_cusum_ucb) \
  entry(policy_m_ucb) \
  entry(policy_robust_ucb) \
  entry(policy_raw_ucb) \
  entry(policy_rising_ucb) \
  entry(policy_fewa) \
  entry(policy_wswa) \
  entry(policy_sw_ucb) \
  entry(policy_d_ucb) \
  entry(policy_sw_thompson) \
  entry(policy_discounted_thompson) \
  entry(policy_doubling) \
  entry(policy_restart) \
  entry(policy_sleeping) \
  entry(policy_floor) \
  entry(policy_matured) \
  entry(policy_conversion) \
  entry(policy_conversion_hoeffding) \
  entry(policy_conversion_thompson) \
  entry(policy_tracking) \
  entry(policy_lucb) \
  entry(policy_kl_lucb) \
  entry(policy_top_two) \
  entry(policy_allocation) \
  entry(policy_chernoff_racing) \
  entry(policy_kl_racing) \
  entry(policy_successive_rejects) \
  entry(policy_sequential_halving) \
  entry(policy_index) \
  entry(policy_custom)
/* clang-format on */

#define DECLARE(name) extern const policy_type name;
#define ADDRESS(name) &name,
POLICIES(DECLARE)

const policy_type *const policy_registry[] = {POLICIES(ADDRESS)};
const int policy_registry_count = sizeof policy_registry / sizeof policy_registry[0];

/* --- from outside ----------------------------------------------------------- */

static _Atomic(registered_policy *) registered;

const registered_policy *policy_registered(void) { return registered; }

static registered_policy *find_registered(const char *name)
{
  registered_policy *r = registered;
  while (r && strcmp(r->name, name) != 0) r = r->next;
  return r;
}

static const char *what_is_wrong(const unruly_registration *given)
{
  static const uint32_t size[UNRULY_SIZES] = UNRULY_SIZES_HERE;
  if (given->version != UNRULY_INTERFACE || memcmp(given->size, size, sizeof size) != 0)
    return "it was compiled for another version of unruly; compile it again";
  const policy_type *type = given->type;
  if (!type || !type->constructor || !type->label || !type->paper)
    return "it lacks a constructor, label or paper";
  const char *const texts[] = {type->constructor,    type->label,         type->paper,
                               type->counts_suffice, type->needs_horizon, type->own_plays,
                               type->no_chances,     type->decays,        type->does};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (texts[i] && !utf8_is_valid(texts[i])) return "a string of it is not UTF-8";
  if (!type->start || !type->choose) return "it lacks start() or choose()";
  if (!type->stretch != !type->observe_run) return "it has only one of stretch() and observe_run()";
  return NULL;
}

/* A name, its entry and its types are never freed: who has found them may keep them. */
static const policy_type *outside_type(const policy_type *given)
{
  policy_type *type = memory_zeroed(1, sizeof *type);
  if (!type) return NULL;
  *type = *given;
  type->from_outside = true;
  return type;
}

static registered_policy *add_registered(const char *name)
{
  const size_t length = strlen(name) + 1;
  registered_policy *r = memory_zeroed(1, sizeof *r);
  char *copy = memory_zeroed(length, 1);
  if (!r || !copy) {
    free(r);
    free(copy);
    return NULL;
  }
  memcpy(copy, name, length);
  r->name = copy;
  atomic_init(&r->next, registered);
  registered = r;
  return r;
}

const char *policy_register(const char *name, const unruly_registration *given)
{
  for (int i = 0; i < policy_registry_count; i++)
    if (strcmp(policy_registry[i]->constructor, name) == 0) return "a policy of unruly has this name";
  const char *problem = what_is_wrong(given);
  if (problem) return problem;
  registered_policy *r = find_registered(name);
  if (!r) r = add_registered(name);
  const policy_type *type = r ? outside_type(given->type) : NULL;
  if (!type) return "there is not enough memory";
  r->type = type;
  return NULL;
}

const char *policy_register_for(const char *name, const unruly_registration *given)
{
  const char *colons = strstr(name, "::");
  if (!colons || colons == name) return "its name must begin with that of the package and ::";
  return policy_register(name, given);
}

void policy_forget(const char *name)
{
  registered_policy *r = find_registered(name);
  if (r) r->type = NULL;
}

const policy_type *policy_find(const char *constructor)
{
  for (int i = 0; i < policy_registry_count; i++)
    if (strcmp(policy_registry[i]->constructor, constructor) == 0) return policy_registry[i];
  const registered_policy *r = find_registered(constructor);
  return r ? r->type : NULL;
}
