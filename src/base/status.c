#include "status.h"
#include <stdarg.h>
#include <stdio.h>

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
