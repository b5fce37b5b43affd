#include "cycle_given.h"
#include "../../model/named_arm.h"
#include "../../model/rule_words.h"

status given_read(given_cycle *c, const view *v, const parameters *given, arena *memory)
{
  *c = (given_cycle){.slots = parameters_find(given, "cycle")};
  if (!c->slots) return status_ok;
  c->place = arena_zeroed(memory, (size_t)v->arms + VIRTUAL_ARMS, sizeof *c->place);
  c->arm = arena_zeroed(memory, (size_t)c->slots->length, sizeof *c->arm);
  if (!c->place || !c->arm) return status_no_memory();
  for (int arm = -VIRTUAL_ARMS; arm < v->arms; arm++) *given_place(c, arm) = -1;
  for (int64_t slot = 0; slot < c->slots->length; slot++) {
    const int number = (int)named_arm(v, given, c->slots->values[slot]),
              arm = number > 0 ? number - 1 : number;
    c->arm[slot] = arm;
    if (arm >= v->arms || (arm >= 0 && !v->is_live[arm]))
      return status_error(STATUS_BAD_PARAMETER,
                          "Slot %lld of `cycle` is of arm %d, which is not there at the start.",
                          (long long)slot + 1, arm + 1);
    c->arms += !given_has(c, arm);
    *given_place(c, arm) = 0;
  }
  return status_ok;
}

static status refuse_gap(const view *v, int arm, int64_t rounds, int64_t patience)
{
  if (arm >= 0 && v->name)
    return status_error(STATUS_BAD_PARAMETER,
                        "`cycle` lets the arm %.80s wait for %lld rounds, but its patience is %lld.",
                        quoted_words(v->name[arm]).text, (long long)rounds, (long long)patience);
  if (arm >= 0)
    return status_error(STATUS_BAD_PARAMETER,
                        "`cycle` lets arm %d wait for %lld rounds, but its patience is %lld.", arm + 1,
                        (long long)rounds, (long long)patience);
  return status_error(STATUS_BAD_PARAMETER,
                      "`cycle` lets the virtual arm %d wait for %lld rounds, but `patience_floor` is %lld.",
                      arm, (long long)rounds, (long long)patience);
}

status given_fill(const given_cycle *c, const view *v, const int64_t *patience, int *slot, int64_t *count,
                  arena *memory)
{
  const int64_t length = c->slots->length;
  int64_t *last = arena_zeroed(memory, (size_t)c->arms, sizeof *last);
  if (!last) return status_no_memory();
  for (int64_t i = 0; i < length; i++) last[*given_place(c, given_slot(c, i))] = i - length;
  for (int64_t i = 0; i < length; i++) {
    const int arm = given_slot(c, i), place = *given_place(c, arm);
    if (i - last[place] > patience[place]) return refuse_gap(v, arm, i - last[place], patience[place]);
    last[place] = i;
    slot[i] = place;
    count[place]++;
  }
  return status_ok;
}
