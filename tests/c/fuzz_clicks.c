/* Feeds bytes to the reader of click logs, in two chunks, and checks that
 * what it kept is consistent. */
#include "../../src/logs/click_log.h"
#include <stdlib.h>

static void check(bool holds)
{
  if (!holds) abort();
}

static void check_log(const click_log *log)
{
  const click_event *e = log->events.items;
  int64_t counted = 0;
  for (int i = 0; i < CLICK_FAULTS; i++) counted += log->faults[i];
  check(counted == log->lines && log->faults[CLICK_FINE] == (int64_t)log->events.count);
  for (size_t i = 0; i < log->events.count; i++) {
    check((int)e[i].pool < pools_count(&log->pools) && e[i].shown >= 0 &&
          (size_t)e[i].shown < log->labels.place.count);
    check(pool_has(&log->pools, (int)e[i].pool, e[i].shown));
  }
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t count);

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t count)
{
  click_log log;
  const size_t half = count / 2;
  click_log_open(&log);
  check(click_log_read(&log, (const char *)bytes, half));
  check(click_log_read(&log, (const char *)bytes + half, count - half));
  check(click_log_end(&log));
  check_log(&log);
  click_log_free(&log);
  return 0;
}
