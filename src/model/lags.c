#include "lags.h"

const lag_names usual_lag_names = {"lag", "mean", "longest", "chance", "from"};

static status tabulate(lag_law *d, arena *memory)
{
  const parameter *chance = d->chance;
  d->rows = (int)chance->rows;
  d->count = chance->length / chance->rows;
  d->cumulative = arena_zeroed(memory, (size_t)chance->length, sizeof(double));
  if (!d->cumulative) return status_no_memory();
  for (int row = 0; row < d->rows; row++) {
    double sum = 0;
    for (int64_t i = 0; i < d->count; i++)
      d->cumulative[row * d->count + i] = sum += chance->values[row + i * d->rows];
  }
  return status_ok;
}

bool states_lags(const parameters *given, const lag_names *names)
{
  return parameters_find(given, names->lag) || parameters_find(given, names->mean) ||
         parameters_find(given, names->chance);
}

bool states_lags_by_arm(const parameters *given, const lag_names *names)
{
  const parameter *fixed = parameters_find(given, names->lag), *mean = parameters_find(given, names->mean),
                  *chance = parameters_find(given, names->chance);
  return (fixed && fixed->length > 1) || (mean && mean->length > 1) || (chance && chance->rows > 1);
}

int64_t arms_of_law(const lag_law *d)
{
  return d->fixed ? d->fixed->length : d->mean ? d->mean->length : d->chance ? d->chance->rows : 0;
}

status lag_law_read(lag_law *d, const parameters *given, const lag_names *names, int arms, arena *memory)
{
  d->from = (int64_t)parameters_number_or(given, names->from, 1);
  d->fixed = parameters_find(given, names->lag);
  d->mean = parameters_find(given, names->mean);
  d->chance = parameters_find(given, names->chance);
  d->longest = parameters_number_or(given, names->longest, INFINITY);
  const int64_t stated = arms_of_law(d);
  if (stated == 0) return status_error(STATUS_INTERNAL, "A delay has no distribution.");
  if (stated != 1 && stated != arms)
    return status_error(STATUS_BAD_PARAMETER,
                        "`delay` states lags for %lld arms, but the bandit has %d arm%s.", (long long)stated,
                        arms, arms == 1 ? "" : "s");
  return d->chance ? tabulate(d, memory) : status_ok;
}
