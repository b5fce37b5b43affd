/* Arms descriptions and their instances: fixed parameters are copied, priors
 * are drawn, each draw addressed by (seed, replication, arm, parameter). */
#include "arms.h"
#include "prior.h"

status arms_model_make(arms_model *m, const arms_type *type, const parameters *given, int count,
                       arena *memory)
{
  *m = (arms_model){.type = type, .count = count, .rounds = FOREVER};
  if (type->rounds) m->rounds = type->rounds(given, count);
  const argument *r = type->takes;
  for (int i = 0; r && i < ARMS_PARAMETERS && r[i].name && r[i].size == SIZE_ONE_OR_ARMS; i++)
    m->given[i] = parameters_find(given, r[i].name);
  return type->prepare ? type->prepare(given, count, memory, &m->shared) : status_ok;
}

static double parameter_value(const arms *a, int parameter_number, int64_t number)
{
  const parameter *p = a->model->given[parameter_number];
  if (!p->prior) return p->values[number % p->length];
  const random_address at = {random_key(a->seed, USE_INSTANCE), a->replication, (uint32_t)number,
                             (uint64_t)parameter_number};
  return prior_find(p->prior)->draw(p->values, p->length, &at);
}

void arms_place(arms *a, int arm, int64_t number)
{
  for (int i = 0; i < ARMS_PARAMETERS && a->model->given[i]; i++)
    a->value[i][arm] = parameter_value(a, i, number);
}

bool arms_open(arms *a, const arms_model *m, int64_t seed, uint32_t replication, int64_t horizon,
               arena *memory)
{
  *a = (arms){.model = m, .seed = seed, .replication = replication, .memory = memory};
  for (int i = 0; i < ARMS_PARAMETERS && m->given[i]; i++)
    if (!(a->value[i] = arena_zeroed(memory, (size_t)m->count, sizeof(double)))) return false;
  for (int arm = 0; arm < m->count; arm++) arms_place(a, arm, arm);
  return !m->type->start || m->type->start(a, horizon);
}
