/* Checks that a policy may be given such parameters, and that it can play a bandit. */
#ifndef UNRULY_PLAYABLE_H
#define UNRULY_PLAYABLE_H

#include "description.h"

refusal policy_refuses(const policy_description *p);
/* The policy inside comes first; `given` is the constructor of the one that cannot. */
refusal problem_refuses_policy(const problem_description *d, const policy_description *p);
/* Returns whether it, or one inside it, is told arm by arm how late outcomes are: it plays no other arms. */
bool policy_lags_by_arm(const policy_description *p);
/* Returns whether it can play where outcomes of 0 are never shown, and whether it errs where they are shown
 * later than others; neither looks at the policy inside. */
bool policy_bears_silence(const policy_description *p);
bool policy_is_misled(const policy_type *type);
/* Returns whether its rewards must lie in a range, not looking at the policy inside, and in which. */
bool policy_needs_rewards(const policy_description *p, double range[2]);

#endif
