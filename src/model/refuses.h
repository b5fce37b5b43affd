/* The one place that says whether a bandit can be described so, be played for so long, and by a policy. */
#ifndef UNRULY_REFUSES_H
#define UNRULY_REFUSES_H

#include "description.h"

/* The first thing that is wrong: with the arms, then the traits in their order (what they cannot be together
 * with, their parameters, what these must be on such arms), then what the policy is given, then the plan,
 * then whether the policy can play all this. What is NULL is not asked. */
refusal problem_refuses(const problem_description *d, const plan_description *plan,
                        const policy_description *policy);

/* Returns whether two arms have one name. */
refusal names_refuse(const char *const *name, int count);

#endif
