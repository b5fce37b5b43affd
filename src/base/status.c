#include "status.h"
#include "utf8.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const status status_ok = {STATUS_OK, "", 0, 0};

status status_error(status_code code, const char *format, ...)
{
  status s = status_ok;
  va_list arguments;
  s.code = code;
  va_start(arguments, format);
  vsnprintf(s.message, sizeof s.message, format, arguments);
  va_end(arguments);
  return s;
}

status status_no_memory(void) { return status_error(STATUS_NO_MEMORY, "There is not enough memory."); }

status status_from(const char *who, status s)
{
  switch (s.code) {
  case STATUS_OK:
  case STATUS_NO_MEMORY:
  case STATUS_BAD_PARAMETER:
  case STATUS_INTERNAL: return s;
  default:
    return status_error(STATUS_INTERNAL, "%s gave a status that it may not give, %d.", who, (int)s.code);
  }
}

void status_text(const status *s, char *text)
{
  char given[STATUS_MESSAGE + 4] = {0}; /* a character cut off at the end is followed by zeros */
  memcpy(given, s->message, STATUS_MESSAGE - 1);
  for (int from = 0; given[from];) {
    int size = utf8_size(given + from);
    if (!size) given[from] = '?', size = 1;
    from += size;
  }
  memcpy(text, given, STATUS_MESSAGE);
}

const char *status_kind(const status *s)
{
  static const char *const kinds[] = {"none", "memory", "refused", "stopped", "internal"};
  return kinds[(unsigned)s->code <= STATUS_INTERNAL ? s->code : STATUS_INTERNAL];
}
