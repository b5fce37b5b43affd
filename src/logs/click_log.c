#include "click_log.h"
#include <stdlib.h>
#include <string.h>

/* No line of these logs is nearly as long; a file without ends of lines must
 * not fill the memory. */
enum { LONGEST_LINE = 1 << 24 };

typedef struct text {
  const char *at, *end;
} text;

void click_log_open(click_log *log)
{
  memset(log, 0, sizeof *log);
  log->events.size = sizeof(click_event);
  log->line.size = log->pool_text.size = 1;
  log->tokens.size = sizeof(text);
  log->members.size = sizeof(int);
  log->last_pool = -1;
  labels_open(&log->labels);
  pools_open(&log->pools);
}

void click_log_free(click_log *log)
{
  growable *all[] = {&log->events, &log->line, &log->pool_text, &log->tokens, &log->members};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) growable_free(all[i]);
  labels_free(&log->labels);
  pools_free(&log->pools);
}

/* ---- words ----------------------------------------------------------------- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static size_t length_of(text t) { return (size_t)(t.end - t.at); }

static text trimmed(text t)
{
  while (t.at < t.end && is_blank(*t.at)) t.at++;
  while (t.at < t.end && is_blank(t.end[-1])) t.end--;
  return t;
}

/* Takes the first word off; empty if there is none. */
static text next_word(text *t)
{
  while (t->at < t->end && is_blank(*t->at)) t->at++;
  text word = {t->at, t->at};
  while (word.end < t->end && !is_blank(*word.end)) word.end++;
  t->at = word.end;
  return word;
}

/* Takes off and returns what comes before the next bar; the bar goes, too. */
static text next_part(text *t)
{
  const char *bar = memchr(t->at, '|', length_of(*t));
  const text part = {t->at, bar ? bar : t->end};
  t->at = bar ? bar + 1 : t->end;
  return part;
}

/* Letters, digits and signs of ASCII only. */
static bool is_label(text word)
{
  for (const char *c = word.at; c < word.end; c++)
    if (*c <= ' ' || *c > '~') return false;
  return word.at < word.end;
}

/* Digits, perhaps with a fraction; counted exactly up to 2^53. */
static bool read_time(text word, double *time)
{
  double value = 0, unit = 1;
  bool digits = false, fraction = false;
  for (const char *c = word.at; c < word.end; c++) {
    if (*c == '.' && !fraction) {
      fraction = true;
      continue;
    }
    if (*c < '0' || *c > '9') return false;
    digits = true;
    value = 10 * value + (*c - '0');
    if (fraction) unit *= 10;
  }
  *time = value / unit;
  return digits && length_of(word) <= 18;
}

/* ---- pools ----------------------------------------------------------------- */

static size_t count_words(text t)
{
  size_t words = 0;
  while (length_of(next_word(&t)) > 0) words++;
  return words;
}

/* The line breaks off: its last article has fewer features than the one
 * before it. `token` is where the names of the last two begin. */
static bool breaks_off(const text *token, text pool)
{
  const text before = next_part(&(text){token[0].at, token[1].at});
  return count_words((text){token[1].at, pool.end}) < count_words(before);
}

/* Reads the names of the articles into log->tokens. */
static click_fault split_pool(click_log *log, text pool)
{
  text rest = pool;
  log->tokens.count = 0;
  while (rest.at < rest.end) {
    text part = next_part(&rest);
    const text word = next_word(&part);
    if (!is_label(word)) return CLICK_UNPARSABLE;
    text *token = growable_add(&log->tokens);
    if (!token) {
      log->out_of_memory = true;
      return CLICK_UNPARSABLE;
    }
    *token = word;
  }
  const size_t count = log->tokens.count;
  return count > 1 && breaks_off((const text *)log->tokens.items + count - 2, pool) ? CLICK_UNPARSABLE
                                                                                    : CLICK_FINE;
}

static bool is_among_tokens(const click_log *log, text shown)
{
  const text *token = log->tokens.items;
  for (size_t i = 0; i < log->tokens.count; i++)
    if (length_of(token[i]) == length_of(shown) && memcmp(token[i].at, shown.at, length_of(shown)) == 0)
      return true;
  return false;
}

static bool remember_pool(click_log *log, text pool, int number)
{
  log->last_pool = -1;
  log->pool_text.count = 0;
  if (!growable_reserve(&log->pool_text, length_of(pool))) return false;
  memcpy(log->pool_text.items, pool.at, length_of(pool));
  log->last_pool = number;
  return true;
}

/* The number of the pool whose articles are in log->tokens, or -1. */
static int number_pool(click_log *log, text pool)
{
  const text *token = log->tokens.items;
  log->members.count = 0;
  if (!growable_reserve(&log->members, log->tokens.count)) return -1;
  int *arms = log->members.items;
  for (size_t i = 0; i < log->tokens.count; i++)
    if ((arms[i] = labels_number(&log->labels, token[i].at, length_of(token[i]))) < 0) return -1;
  const int number = pools_number(&log->pools, arms, log->tokens.count);
  return number >= 0 && remember_pool(log, pool, number) ? number : -1;
}

static bool is_last_pool(const click_log *log, text pool)
{
  return log->last_pool >= 0 && log->pool_text.count == length_of(pool) &&
         memcmp(log->pool_text.items, pool.at, length_of(pool)) == 0;
}

/* Most lines have the pool of the line before, to the letter. */
static click_fault find_pool(click_log *log, text pool, text shown, int *number)
{
  *number = log->last_pool;
  if (is_last_pool(log, pool)) {
    const int arm = labels_find(&log->labels, shown.at, length_of(shown));
    return arm >= 0 && pool_has(&log->pools, *number, arm) ? CLICK_FINE : CLICK_STRANGER;
  }
  const click_fault fault = split_pool(log, pool);
  if (fault) return fault;
  if (!is_among_tokens(log, shown)) return CLICK_STRANGER;
  *number = number_pool(log, pool);
  if (*number < 0) log->out_of_memory = true;
  return CLICK_FINE;
}

/* ---- lines ----------------------------------------------------------------- */

static click_fault read_head(text head, click_event *e, text *shown)
{
  const text time = next_word(&head);
  *shown = next_word(&head);
  const text click = next_word(&head);
  if (!is_label(click) || !is_label(*shown) || length_of(next_word(&head)) > 0) return CLICK_UNPARSABLE;
  if (!read_time(time, &e->time)) return CLICK_BAD_TIME;
  if (length_of(click) != 1 || (*click.at != '0' && *click.at != '1')) return CLICK_BAD_CLICK;
  e->click = *click.at == '1';
  return CLICK_FINE;
}

static bool is_user(text part)
{
  const text word = next_word(&part);
  return length_of(word) == 4 && memcmp(word.at, "user", 4) == 0;
}

static click_fault read_event(click_log *log, text line)
{
  click_event event = {0};
  text shown;
  int pool;
  if (line.at == line.end) return CLICK_BLANK;
  const click_fault fault = read_head(next_part(&line), &event, &shown);
  if (fault) return fault;
  if (!is_user(next_part(&line))) return CLICK_UNPARSABLE;
  if (line.at == line.end) return CLICK_EMPTY_POOL;
  const click_fault of_pool = find_pool(log, line, shown, &pool);
  if (of_pool || log->out_of_memory) return of_pool;
  event.pool = (unsigned)pool;
  event.shown = labels_find(&log->labels, shown.at, length_of(shown));
  click_event *e = growable_add(&log->events);
  if (e) *e = event;
  else log->out_of_memory = true;
  return CLICK_FINE;
}

static void count_line(click_log *log, click_fault fault)
{
  log->lines++;
  log->faults[fault]++;
  if (fault > CLICK_BLANK && !log->first_fault) log->first_fault = log->lines;
}

static void read_line(click_log *log, const char *line, size_t length)
{
  count_line(log, read_event(log, trimmed((text){line, line + length})));
}

/* Keeps the beginning of a line; one too long to be one is given up. */
static bool keep_beginning(click_log *log, const char *bytes, size_t count)
{
  const size_t before = log->line.count;
  if (log->skipping || count == 0) return true;
  if (before + count > LONGEST_LINE) {
    log->skipping = true;
    return true;
  }
  if (!growable_reserve(&log->line, before + count)) return false;
  memcpy((char *)log->line.items + before, bytes, count);
  return true;
}

/* The line that was kept is complete. */
static void finish_line(click_log *log)
{
  if (log->skipping) count_line(log, CLICK_UNPARSABLE);
  else read_line(log, log->line.items, log->line.count);
  log->skipping = false;
  log->line.count = 0;
}

bool click_log_read(click_log *log, const char *bytes, size_t count)
{
  const char *end = bytes + count;
  while (bytes < end && !log->out_of_memory) {
    const char *stop = memchr(bytes, '\n', (size_t)(end - bytes));
    const size_t length = (size_t)((stop ? stop : end) - bytes);
    const bool whole = stop && log->line.count == 0 && !log->skipping;
    if (whole) read_line(log, bytes, length);
    else if (!keep_beginning(log, bytes, length)) log->out_of_memory = true;
    else if (stop) finish_line(log);
    bytes += length + (stop != NULL);
  }
  return !log->out_of_memory;
}

bool click_log_end(click_log *log)
{
  if (log->line.count > 0 || log->skipping) finish_line(log);
  return !log->out_of_memory;
}
