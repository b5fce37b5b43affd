#include "description.h"
#include "prior.h"
#include "prefixed.h"
#include "../base/memory.h"
#include "../base/sorted.h"
#include <stdio.h>
#include <stdlib.h>

const described_trait *description_trait(const problem_description *d, const char *name)
{
  for (int i = 0; i < d->trait_count; i++)
    if (strcmp(d->trait[i].type->name, name) == 0) return &d->trait[i];
  return NULL;
}

unsigned description_has(const problem_description *d)
{
  unsigned has = d->arms->flag;
  for (int i = 0; i < d->trait_count; i++) {
    const described_trait *t = &d->trait[i];
    has |= t->type->flag;
    if (t->type->contexts && parameters_any(&t->given, t->type->contexts)) has |= HAS_CONTEXT;
    if (t->type->delays && parameters_any(&t->given, t->type->delays)) has |= HAS_DELAY;
  }
  return has;
}

static double of_arm(const parameter *p, int arm) { return p->values[p->length == 1 ? 0 : arm]; }

/* Counts those alive when a life begins, and returns the most: those that have begun less those that have
 * ended. */
static int alive_together(const described_trait *t, int count)
{
  const parameter *first = parameters_find(&t->given, "first"), *last = parameters_find(&t->given, "last");
  int most = 0;
  if (!first || !last) return count;
  double *begin = memory_zeroed(2 * (size_t)count, sizeof *begin), *end = begin + count;
  if (!begin) return 0; /* what comes next needs more */
  for (int arm = 0; arm < count; arm++) begin[arm] = of_arm(first, arm), end[arm] = of_arm(last, arm);
  sort_numbers(begin, count);
  sort_numbers(end, count);
  for (int begun = 0, ended = 0; begun < count; begun++) {
    while (ended < count && end[ended] < begin[begun]) ended++;
    if (begun + 1 - ended > most) most = begun + 1 - ended;
  }
  free(begin);
  return most;
}

static int pooled_together(const described_trait *t, int count)
{
  const parameter *from = parameters_find(&t->given, "pool_from");
  int most = 0;
  if (!from) return count;
  for (int64_t i = 1; i < from->length; i++)
    if (from->values[i] - from->values[i - 1] > most) most = (int)(from->values[i] - from->values[i - 1]);
  return most;
}

int description_together(const problem_description *d)
{
  static const struct {
    unsigned flag;
    int (*together)(const described_trait *t, int count);
  } of[] = {{HAS_LIFETIMES, alive_together}, {HAS_REPLAY, pooled_together}};
  int most = d->together > 0 ? d->together : d->count;
  for (int i = 0; i < d->trait_count; i++)
    for (size_t j = 0; j < sizeof of / sizeof *of; j++) {
      const described_trait *t = &d->trait[i];
      const int together = t->type->flag & of[j].flag && !t->only_named ? of[j].together(t, d->count) : most;
      if (together < most) most = together;
    }
  return most;
}

void description_rewards(const problem_description *d, double ends[2])
{
  ends[0] = 0, ends[1] = 1;
  if (d->arms->range) d->arms->range(&d->given, ends);
  for (int i = 0; i < d->trait_count; i++)
    if (d->trait[i].type->pays && !d->trait[i].only_named) d->trait[i].type->pays(d, &d->trait[i], ends);
}

bool description_means(const problem_description *d, const described_trait *t, bool likely, double ends[2])
{
  const parameter *own = d->arms->mean_may_change ? parameters_find(&d->given, d->arms->takes->name) : NULL;
  if (!own || !t->type->means) return false;
  prior_ends(own, likely, ends);
  t->type->means(d, t, likely, ends);
  return true;
}

double description_rounds(const problem_description *d)
{
  const int64_t rounds = d->arms->rounds ? d->arms->rounds(&d->given, d->count) : FOREVER;
  return rounds == FOREVER ? INFINITY : (double)rounds;
}

described_law description_law(const described_trait *t, int number, arena *memory)
{
  described_law law = {NULL, NULL, {NULL, 0, NULL}};
  const int count = t->type->many_laws ? (int)parameters_number_or(&t->given, "laws", 1) : 1;
  char prefix[24] = "law.";
  if (!t->type->laws || number >= count) return law;
  if (t->type->many_laws) snprintf(prefix, sizeof prefix, "%d.", number + 1);
  if (!parameters_prefixed(&t->given, prefix, &law.given, memory)) return law;
  law.name = parameters_text(t->type->many_laws ? &law.given : &t->given, "law");
  if (!law.name) law.name = "";
  law.takes = t->type->law(law.name);
  law.given.takes = law.takes;
  return law;
}
