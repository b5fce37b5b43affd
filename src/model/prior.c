#include "prior.h"
#include "../random/distributions.h"
#include <string.h>

static double uniform_draw(double a, double b, const random_address *at)
{
  const philox_block block = random_block(at, 0);
  return a + (b - a) * first_uniform(&block);
}

static void uniform_reach(double a, double b, double *least, double *greatest) { *least = a, *greatest = b; }

static double beta_prior_draw(double a, double b, const random_address *at)
{
  uniform_source source = source_of_address(at);
  return beta_draw(&source, a, b);
}

static void beta_reach(double a, double b, double *least, double *greatest)
{
  (void)a, (void)b;
  *least = 0, *greatest = 1;
}

static double normal_draw(double a, double b, const random_address *at)
{
  const philox_block block = random_block(at, 0);
  return a + b * normal_quantile(first_uniform(&block));
}

static void normal_reach(double a, double b, double *least, double *greatest)
{
  *least = b > 0 ? -INFINITY : a;
  *greatest = b > 0 ? INFINITY : a;
}

const prior_law prior_registry[] = {
    {"uniform", TAKES({"min", A_NUMBER}, {"max", A_NUMBER, .from = "min"}), uniform_draw, uniform_reach},
    {"beta", TAKES({"shape1", A_POSITIVE}, {"shape2", A_POSITIVE}), beta_prior_draw, beta_reach},
    {"normal", TAKES({"mean", A_NUMBER}, {"sd", NOT_NEGATIVE}), normal_draw, normal_reach},
    {.name = NULL},
};

const prior_law *prior_find(const char *name)
{
  for (const prior_law *p = prior_registry; p->name; p++)
    if (strcmp(p->name, name) == 0) return p;
  return NULL;
}
