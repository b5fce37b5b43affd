/* Arms descriptions and their instances: fixed parameters are copied, priors
 * are drawn, each draw addressed by (seed, replication, arm, parameter). */
#include "arms.h"
#include "../random/distributions.h"
#include <string.h>

static const arms_type *const arms_registry[] = {
    &arms_bernoulli,   &arms_gaussian, &arms_beta,      &arms_beta_mean,
    &arms_categorical, &arms_constant, &arms_tape_pull, &arms_tape_round,
};

static const arms_type *arms_find(const char *name)
{
  for (size_t i = 0; i < sizeof arms_registry / sizeof arms_registry[0]; i++)
    if (strcmp(arms_registry[i]->name, name) == 0) return arms_registry[i];
  return NULL;
}

status arms_model_make(arms_model *m, const char *type, const parameters *given, int count, arena *memory)
{
  *m = (arms_model){.type = arms_find(type), .count = count};
  if (!m->type) return status_error(STATUS_INTERNAL, "There are no arms \"%s\".", type);
  for (int i = 0; i < ARMS_PARAMETERS && m->type->parameter[i]; i++) {
    m->given[i] = parameters_find(given, m->type->parameter[i]);
    if (!m->given[i])
      return status_error(STATUS_INTERNAL, "Arms \"%s\" lack `%s`.", type, m->type->parameter[i]);
  }
  return m->type->prepare ? m->type->prepare(given, count, memory, &m->shared) : status_ok;
}

/* Priors: "uniform" (from, to), "normal" (mean, sd), "beta" (shape1, shape2). */
static double prior_draw(const parameter *p, const random_address *at)
{
  const double a = p->values[0], b = p->values[1];
  const philox_block block = random_block(at, 0);
  const double u = first_uniform(&block);
  if (strcmp(p->prior, "uniform") == 0) return a + (b - a) * u;
  if (strcmp(p->prior, "normal") == 0) return a + b * normal_quantile(u);
  uniform_source source = source_of_address(at);
  return beta_draw(&source, a, b);
}

static double parameter_value(const arms *a, int parameter_number, int arm)
{
  const parameter *p = a->model->given[parameter_number];
  if (!p->prior) return p->values[arm % p->length];
  const random_address at = {random_key(a->seed, USE_INSTANCE), a->replication, (uint32_t)arm,
                             (uint64_t)parameter_number};
  return prior_draw(p, &at);
}

bool arms_open(arms *a, const arms_model *m, int64_t seed, uint32_t replication)
{
  *a = (arms){.model = m, .seed = seed, .replication = replication};
  for (int i = 0; i < ARMS_PARAMETERS; i++) a->value[i].size = sizeof(double);
  return true;
}

bool arms_extend(arms *a, int count)
{
  for (int i = 0; i < ARMS_PARAMETERS && a->model->type->parameter[i]; i++) {
    if (!growable_reserve(&a->value[i], (size_t)count)) return false;
    for (int arm = a->count; arm < count; arm++)
      ((double *)a->value[i].items)[arm] = parameter_value(a, i, arm);
  }
  if (count > a->count) a->count = count;
  return true;
}

void arms_close(arms *a)
{
  for (int i = 0; i < ARMS_PARAMETERS; i++) growable_free(&a->value[i]);
}
