/* The longest time that all arms can be kept: Q(K, m) of Definition 3.1 (Shao & Fang 2024). */
#ifndef UNRULY_FIRST_EXIT_H
#define UNRULY_FIRST_EXIT_H

#include <stdbool.h>
#include <stdint.h>
#include "../base/status.h"

/* The first arm leaves at the end of round `least` or later if it is put off
 * as long as can be, and at the end of round `most` at the latest (0: no bound
 * known). `least` = `most` unless the search was stopped. */
typedef struct first_exit {
  bool forever, stopped;
  int64_t least, most;
  int64_t states; /* visited */
} first_exit;

/* Asked now and then, and true if the search should end with STATUS_STOPPED;
 * may be NULL. */
typedef bool (*first_exit_stop)(void);

/* `limit`: how many states may be visited. INT64_MAX never leaves. */
status first_exit_find(const int64_t *patience, int arms, int64_t limit, first_exit_stop stop,
                       first_exit *result);

#endif
