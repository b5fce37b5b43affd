/* The Yahoo! Front Page click logs (R6A and R6B) as a stream of bytes:
 *
 *   time shown click |user ... |article ... |article ...
 *
 * Nothing is kept of the user and of the articles' features. Articles are
 * arms, numbered in the order in which they are first met; pools are stored
 * once. Malformed lines are counted, by what is wrong, and skipped. */
#ifndef UNRULY_CLICK_LOG_H
#define UNRULY_CLICK_LOG_H

#include "labels.h"
#include "pools.h"

typedef enum click_fault {
  CLICK_FINE,
  CLICK_BLANK,      /* not a fault: nothing to read */
  CLICK_UNPARSABLE, /* not of the form above */
  CLICK_BAD_TIME,   /* the time is not a number */
  CLICK_BAD_CLICK,  /* the click is not 0 or 1 */
  CLICK_EMPTY_POOL,
  CLICK_STRANGER, /* the article shown is not in its pool */
  CLICK_FAULTS
} click_fault;

typedef struct click_event {
  double time;
  int shown;          /* arm, from 0 */
  unsigned pool : 31; /* from 0 */
  unsigned click : 1;
} click_event;

typedef struct click_log {
  growable events; /* click_event */
  label_table labels;
  pool_table pools;
  int64_t lines, faults[CLICK_FAULTS];
  int64_t first_fault;                 /* line, from 1; 0 if none */
  growable line;                       /* the beginning of a line whose end is yet to come */
  bool skipping;                       /* to the end of a line too long to be one */
  growable pool_text, tokens, members; /* of the last pool, and room to read one */
  int last_pool;                       /* number of the pool with that text, or -1 */
  bool out_of_memory;
} click_log;

void click_log_open(click_log *log);
/* The next bytes of the file. False: out of memory. */
bool click_log_read(click_log *log, const char *bytes, size_t count);
/* The file has ended, perhaps without an end of line. */
bool click_log_end(click_log *log);
void click_log_free(click_log *log);

#endif
