/* Bytes that are text. */
#ifndef UNRULY_UTF8_H
#define UNRULY_UTF8_H

/* Returns how many bytes the character takes that begins here, 1 to 4; 0 if none does (a byte that no
 * character begins with, a longer form than needed, a surrogate, or beyond U+10FFFF). It does not
 * read beyond the end of the text, which a 0 marks. */
static inline int utf8_size(const char *text)
{
  const unsigned char *c = (const unsigned char *)text;
  if (c[0] < 0x80) return 1;
  const int size = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
  if (c[0] < 0xc2 || c[0] > 0xf4) return 0;
  for (int i = 1; i < size; i++)
    if ((c[i] & 0xc0) != 0x80) return 0;
  if ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f)) return 0;
  if ((c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] > 0x8f)) return 0;
  return size;
}

static inline int utf8_is_valid(const char *text)
{
  for (int size; *text; text += size)
    if (!(size = utf8_size(text))) return 0;
  return 1;
}

#endif
