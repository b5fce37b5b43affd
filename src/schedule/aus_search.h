/* The search for the shortest almost uniform cycle: which share of the slots
 * each arm gets, not yet where (that is aus_cycle.c). */
#ifndef UNRULY_AUS_SEARCH_H
#define UNRULY_AUS_SEARCH_H

#include <stdbool.h>
#include <stdint.h>
#include "../base/status.h"
#include "chain_table.h"

#define AUS_LONGEST INT64_C(100000000) /* longer cycles are refused */

/* Shares of the arms in the cycle. An arm of patience m below the tight
 * one's has l = the least element >= ceil(tight / m) of the chain `above`
 * (which starts at 1) and l * last slots, where `last` ends the chain `below`;
 * one of patience m from the tight one's on has l = the greatest element
 * <= floor(m / tight) of `below` and last / l slots. */
typedef struct aus_shares {
  int64_t length, tight, cap;
  int64_t above[CHAIN_OCTAVES], below[CHAIN_OCTAVES]; /* without the leading 1 */
  int above_count, below_count;
} aus_shares;

/* The shortest cycle of `arms` arms of ascending patience; `found` tells
 * whether there is one. Cycles longer than AUS_LONGEST, and inputs that take
 * more than a billion steps, are refused by a status. */
status aus_search(const int64_t *patience, int arms, aus_shares *shares, bool *found);

/* The slots an arm of this patience gets. */
int64_t aus_share(const aus_shares *shares, int64_t patience);

#endif
