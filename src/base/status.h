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
/* A status that code from outside gave, with a code that games may end with: `who` names it. */
status status_from(const char *who, status s);
/* Its message as text, of at most STATUS_MESSAGE bytes with the 0 at the end: code from outside may
 * have written anything. Bytes that are no UTF-8 become question marks. */
void status_text(const status *s, char *text);
/* "none", "memory", "refused", "stopped" or "internal". */
const char *status_kind(const status *s);

#if defined(__GNUC__)
#define LIKE_PRINTF __attribute__((format(printf, 2, 3)))
#else
#define LIKE_PRINTF
#endif
status status_error(status_code code, const char *format, ...) LIKE_PRINTF;

#endif
