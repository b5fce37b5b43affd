/* Errors are values: a function that can fail returns or fills a status; only the
 * glue turns one into an R condition, on R's own thread. */
#ifndef UNRULY_STATUS_H
#define UNRULY_STATUS_H

#include "exact.h"
#include <stdint.h>

typedef enum status_code {
  STATUS_OK = 0,
  STATUS_NO_MEMORY,
  STATUS_BAD_PARAMETER, /* the user's; R should have said so first where it can */
  STATUS_STOPPED,
  STATUS_INTERNAL
} status_code;

enum { STATUS_MESSAGE = 400 };

typedef struct status {
  status_code code;
  char message[STATUS_MESSAGE];
  int64_t replication, round; /* where it happened, 0 if nowhere */
} status;

extern const status status_ok;

status status_no_memory(void);

#if defined(__GNUC__)
#define LIKE_PRINTF __attribute__((format(printf, 2, 3)))
#else
#define LIKE_PRINTF
#endif
status status_error(status_code code, const char *format, ...) LIKE_PRINTF;

#endif
