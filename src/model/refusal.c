#include "refusal.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const refusal refused_nothing = {REFUSED_NOTHING, "", "", "", ""};

const char *refusal_name(refusal_code code)
{
  static const char *const name[REFUSAL_CODES] = {"nothing", "argument", "not_with",   "only_with", "only_if",
                                                  "holds",   "names",    "twice",      "conflict",  "rewards",
                                                  "means",   "reach",    "population", "horizon",   "needs",
                                                  "trait",   "replay",   "no_arm",     "bounded"};
  return name[code];
}

words in_words(const char *format, ...)
{
  words w;
  va_list given;
  va_start(given, format);
  vsnprintf(w.text, sizeof w.text, format, given);
  va_end(given);
  return w;
}

words number_words(double x)
{
  if (isinf(x)) return in_words(x < 0 ? "-Inf" : "Inf");
  const words seven = in_words("%.7g", x);
  const bool passes_for_whole = x != floor(x) && atof(seven.text) == floor(x + 0.5);
  return passes_for_whole ? in_words("%.15g", x) : seven;
}

words interval_words(const double ends[2])
{
  return in_words("%c%.40s, %.40s%c", isinf(ends[0]) ? '(' : '[', number_words(ends[0]).text,
                  number_words(ends[1]).text, isinf(ends[1]) ? ')' : ']');
}

/* Cut off, if need be, without a part of a character. */
static void put(char *to, size_t room, const char *text)
{
  const int length = snprintf(to, room, "%s", text ? text : "");
  if (!text || length < (int)room) return;
  size_t end = room - 1;
  while (end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80) end--;
  to[end] = 0;
}

refusal refuse(refusal_code code, const char *argument, const char *wanted, const char *given,
               const char *reason)
{
  refusal r = {.code = code};
  put(r.argument, sizeof r.argument, argument);
  put(r.wanted, sizeof r.wanted, wanted);
  put(r.given, sizeof r.given, given);
  put(r.reason, sizeof r.reason, reason);
  return r;
}

status refusal_status(const refusal *r, const char *of)
{
  if (r->code == REFUSED_NOTHING) return status_ok;
  if (r->reason[0]) return status_error(STATUS_INTERNAL, "`%s` of its %s: %s", r->argument, of, r->reason);
  return status_error(STATUS_INTERNAL, "`%s` of its %s must be %s, not %s", r->argument, of, r->wanted,
                      r->given);
}
