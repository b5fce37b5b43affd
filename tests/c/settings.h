/* One bandit a setting, and the compositions that the tests play. Descriptions
 * are static: problems point into them. */
#ifndef UNRULY_TEST_SETTINGS_H
#define UNRULY_TEST_SETTINGS_H

#include "describe.h"
#include "../../src/arms/types.h"
#include "../../src/policies/registry.h"
#include "../../src/traits/types.h"

enum { TEST_ARMS = 4, TEST_SETTINGS = 15, TEST_POLICIES = 128 };

static const double prob[] = {0.2, 0.5, 0.8, 0.4}, patience[] = {9, 9, 7, 12}, entry[] = {1, 1, 40, 200};
static const double birth[] = {1, 1, 50, 300}, death[] = {400, INFINITY, 600, 800};
static const double share[] = {0.1, 0.1, 0.2, 0.1}, penalty[] = {0.5, 0.5, 0.3, 0.1};
static const double delay[] = {.5, .2, .1, .6, .3, .3, .1, .2, .2, .5, .8, .2};
static const double one = 1, five = 5, twenty = 20, tenth = 0.1, half = 0.5, two = 2, unit[] = {0, 1};
static const double shown[] = {1, 2, 3, 4, 1, 2, 3, 4, 2, 3, 1, 4},
                    click[] = {0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0};
static const double pool[] = {1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1}, pool_from[] = {0, 4, 6};
static const double pool_members[] = {1, 2, 3, 4, 2, 3};

/* The digests of exact.txt were taken with jumps that may be 0 rounds apart, which no rule lets in: it is 1
 * while it is checked. */
static double apart;

static described bernoulli, with_prior_arms, impatient, entering, mortal, waiting, fair, spread[3], timed,
    budgeted, replay, jumping, drifting, wearing, of_policies;

static inline void describe_settings(void)
{
  with_numbers(&bernoulli, "prob", prob, TEST_ARMS, TEST_ARMS);
  with_prior(&with_prior_arms, "prob", "uniform", unit);
  with_numbers(&impatient, "patience", patience, TEST_ARMS, TEST_ARMS);
  with_numbers(&entering, "first", entry, TEST_ARMS, TEST_ARMS);
  with_numbers(&mortal, "first", birth, TEST_ARMS, TEST_ARMS);
  with_numbers(&mortal, "last", death, TEST_ARMS, TEST_ARMS);
  with_number(&mortal, "known", &one);
  with_numbers(&waiting, "delay", delay, 12, TEST_ARMS);
  with_numbers(&fair, "share", share, TEST_ARMS, TEST_ARMS);
  with_numbers(&fair, "penalty", penalty, TEST_ARMS, TEST_ARMS);
  for (int i = 0; i < 3; i++) {
    with_number(&spread[i], "laws", &one);
    with_number(&spread[i], "of_arm", &one);
  }
  with_text(&spread[0], "1.law", "delay");
  with_number(&spread[0], "1.min", &five);
  with_number(&spread[0], "1.max", &twenty);
  with_text(&spread[1], "1.law", "power");
  with_number(&spread[1], "1.gamma", &two);
  with_text(&spread[2], "1.law", "linear");
  with_number(&spread[2], "1.length", &twenty);
  with_number(&timed, "mean_lifetime", &twenty);
  with_number(&timed, "known", &one);
  budgeted = timed;
  with_text(&timed, "death", "timed");
  with_text(&budgeted, "death", "budgeted");
  with_text(&jumping, "law", "random");
  with_number(&jumping, "law.rate", &tenth);
  with_prior(&jumping, "law.prior", "uniform", unit);
  with_number(&jumping, "law.apart", &apart);
  with_text(&drifting, "law", "drift");
  with_number(&drifting, "law.sd", &tenth);
  with_number(&drifting, "law.every", &five);
  with_text(&wearing, "law", "power");
  with_number(&wearing, "law.exponent", &tenth);
  with_text(&of_policies, "base", "policy_moss");
  with_number(&of_policies, "discount", &half); /* a Gittins index costs little then */
  with_numbers(&replay, "shown", shown, 12, 12);
  with_numbers(&replay, "reward", click, 12, 12);
  with_numbers(&replay, "pool", pool, 12, 12);
  with_numbers(&replay, "pool_from", pool_from, 3, 3);
  with_numbers(&replay, "pool_members", pool_members, 6, 6);
  with_number(&replay, "start", &one);
  with_number(&replay, "init", &two);
}

static inline bool add_jumps(problem *p)
{
  apart = 1;
  const parameters g = given(&jumping);
  const bool fine = problem_add(p, trait_find("changes"), &g).code == STATUS_OK;
  apart = 0;
  return fine;
}

/* Adds a trait; false if memory ran out on the way. */
static inline bool add(problem *p, const char *name, const described *d)
{
  const parameters g = given(d);
  return problem_add(p, trait_find(name), &g).code == STATUS_OK;
}

static inline bool make_setting(problem *p, int setting)
{
  const parameters fixed = given(&bernoulli), prior = given(&with_prior_arms);
  if (problem_make(p, arms_find("bernoulli"), setting == 8 || setting == 9 || setting == 13 ? &prior : &fixed,
                   TEST_ARMS)
          .code)
    return false;
  switch (setting) {
  case 1: return add(p, "patience", &impatient);
  case 2: return add(p, "entries", &entering) && add(p, "patience", &impatient);
  case 3: return add(p, "lifetimes", &mortal);
  case 4: return add(p, "waiting", &waiting);
  case 5: return add(p, "fairness", &fair);
  case 6: return add(p, "spread", &spread[0]);
  case 7:
    return add(p, "spread", &spread[1]) && add(p, "waiting", &waiting) && add(p, "patience", &impatient);
  case 8: return add(p, "population", &timed);
  case 9: return add(p, "population", &budgeted);
  case 10: return add(p, "replay", &replay);
  case 11: return add(p, "spread", &spread[2]) && add(p, "fairness", &fair);
  case 12: return add_jumps(p) && add(p, "lifetimes", &mortal);
  case 13: return add(p, "population", &timed) && add(p, "changes", &drifting);
  case 14: return add(p, "wear", &wearing) && add(p, "entries", &entering);
  default: return true;
  }
}

#endif
