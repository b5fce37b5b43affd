/* A text that grows, of which JSON is made. */
#ifndef UNRULY_WEB_TEXT_H
#define UNRULY_WEB_TEXT_H

#include "../../src/base/memory.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct text {
  char *from;
  size_t length, room;
} text;

static inline void text_add(text *t, const char *format, ...)
{
  char piece[512];
  va_list given;
  va_start(given, format);
  const int length = vsnprintf(piece, sizeof piece, format, given);
  va_end(given);
  const size_t more = length < (int)sizeof piece ? (size_t)length : sizeof piece - 1;
  if (t->length + more + 1 > t->room) {
    t->room = 2 * (t->length + more + 1);
    t->from = memory_resized(t->from, t->room);
  }
  memcpy(t->from + t->length, piece, more + 1);
  t->length += more;
}

/* A text as JSON writes it; null for none. */
static inline void text_quote(text *t, const char *words)
{
  if (!words) {
    text_add(t, "null");
    return;
  }
  text_add(t, "\"");
  for (; *words; words++) {
    if ((unsigned char)*words < ' ') text_add(t, "\\u%04x", *words);
    else text_add(t, *words == '"' || *words == '\\' ? "\\%c" : "%c", *words);
  }
  text_add(t, "\"");
}

#endif
