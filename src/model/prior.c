#include "prior.h"
#include "../random/distributions.h"
#include <math.h>
#include <string.h>

static double uniform_draw(const double *x, int64_t count, const random_address *at)
{
  (void)count;
  const philox_block block = random_block(at, 0);
  return x[0] + (x[1] - x[0]) * first_uniform(&block);
}

static void uniform_reach(const double *x, int64_t count, double *least, double *greatest)
{
  (void)count;
  *least = x[0], *greatest = x[1];
}

static double beta_prior_draw(const double *x, int64_t count, const random_address *at)
{
  (void)count;
  uniform_source source = source_of_address(at);
  return beta_draw(&source, x[0], x[1]);
}

static void beta_reach(const double *x, int64_t count, double *least, double *greatest)
{
  (void)x, (void)count;
  *least = 0, *greatest = 1;
}

static double normal_draw(const double *x, int64_t count, const random_address *at)
{
  (void)count;
  const philox_block block = random_block(at, 0);
  return x[0] + x[1] * normal_quantile(first_uniform(&block));
}

static void normal_reach(const double *x, int64_t count, double *least, double *greatest)
{
  (void)count;
  *least = x[1] > 0 ? -INFINITY : x[0];
  *greatest = x[1] > 0 ? INFINITY : x[0];
}

static void normal_likely(const double *x, double *least, double *greatest)
{
  *least = x[0] - 4 * x[1];
  *greatest = x[0] + 4 * x[1];
}

/* Each arm has a number of its own, and the i-th value goes to the arm whose number is the i-th least: the
 * values are dealt out in a random order. Few arms are meant, since each counts all others. */
static double shuffled_draw(const double *x, int64_t count, const random_address *at)
{
  random_address other = *at;
  const philox_block mine = random_block(at, 0);
  const double own = first_uniform(&mine);
  int64_t before = 0;
  for (int64_t i = 0; i < count; i++) {
    other.arm = (uint32_t)i;
    const philox_block theirs = random_block(&other, 0);
    before += first_uniform(&theirs) < own;
  }
  return x[before < count ? before : count - 1];
}

static void shuffled_reach(const double *x, int64_t count, double *least, double *greatest)
{
  *least = *greatest = x[0];
  for (int64_t i = 1; i < count; i++) *least = fmin(*least, x[i]), *greatest = fmax(*greatest, x[i]);
}

const prior_law prior_registry[] = {
    {"uniform",
     TAKES({"min", A_NUMBER, USUALLY(0), REQUIRED}, {"max", A_NUMBER, .from = "min", USUALLY(1), REQUIRED}),
     uniform_draw, uniform_reach, NULL},
    {"beta", TAKES({"shape1", A_POSITIVE, REQUIRED}, {"shape2", A_POSITIVE, REQUIRED}), beta_prior_draw,
     beta_reach, NULL},
    {"normal", TAKES({"mean", A_NUMBER, USUALLY(0), REQUIRED}, {"sd", NOT_NEGATIVE, USUALLY(1), REQUIRED}),
     normal_draw, normal_reach, normal_likely},
    {"shuffled", TAKES({"values", A_NUMBER, .size = SIZE_ANY, REQUIRED}), shuffled_draw, shuffled_reach,
     NULL},
    {.name = NULL},
};

const prior_law *prior_find(const char *name)
{
  for (const prior_law *p = prior_registry; p->name; p++)
    if (strcmp(p->name, name) == 0) return p;
  return NULL;
}

void prior_ends(const parameter *p, bool likely, double ends[2])
{
  const prior_law *law = p->prior ? prior_find(p->prior) : NULL;
  if (!law) shuffled_reach(p->values, p->length, &ends[0], &ends[1]);
  else if (likely && law->likely) law->likely(p->values, &ends[0], &ends[1]);
  else law->reach(p->values, p->length, &ends[0], &ends[1]);
}
