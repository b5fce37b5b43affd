/* The exact law of a game of a policy that keeps more than counts and sums: histories are
 * one if all that it keeps is the same to the last bit, and what was collected of each arm. How
 * many that are is not known beforehand. One thread. */
#ifndef UNRULY_EXACT_HISTORIES_H
#define UNRULY_EXACT_HISTORIES_H

#include "forward.h"

/* By states, or by histories where counts and sums do not suffice; then it refuses what takes more than so
 * many bytes. */
status exact_play(const forward_setup *s, double most_bytes, forward_look *looks, forward_stops *all,
                  arena *memory);

/* Refuses what takes more than so many bytes. */
status histories_play(const forward_setup *s, double most_bytes, forward_look *looks, forward_stops *all,
                      arena *memory);

#endif
