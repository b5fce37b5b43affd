/* Checks that parameters obey the rules of their type. R's constructors make sure of most of that by the same
 * rules, but objects can be edited and files damaged, and the rest of the core trusts its input, so
 * they are checked again. */
#ifndef UNRULY_ARGUMENTS_H
#define UNRULY_ARGUMENTS_H

#include "refusal.h"

/* The first rule that is broken. Names with a dot, such as "base.alpha", belong to an inner policy or a law
 * and are not checked here. `arms` is the number of arms; for policies, which have no parameters by arm and
 * may omit those that their constructor does not require, it is 0. */
refusal rules_refuse(const argument *takes, const parameters *given, int arms);
/* The same of one parameter, by itself. */
refusal rules_refuse_one(const argument *r, const parameter *p, int arms);
/* Returns whether this one may be given beside the others. */
bool rules_apply(const argument *r, const argument *takes, const parameters *given);
/* Only whether those that are given may be given together. */
refusal rules_refuse_together(const argument *takes, const parameters *given);
/* The same as rules_refuse(), for those who trust their input. */
status rules_check(const char *owner, const argument *takes, const parameters *given, int arms);

/* Returns whether a text is one of these, separated by |; and which, from 0, or -1. */
int rules_choice(const char *text, const char *choices);

#endif
