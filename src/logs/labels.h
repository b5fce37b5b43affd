/* Texts numbered from 0 in the order in which they were first met. */
#ifndef UNRULY_LABELS_H
#define UNRULY_LABELS_H

#include "../base/memory.h"

typedef struct label_place {
  size_t from, length;
} label_place;

typedef struct label_table {
  growable text;  /* all labels, one after the other */
  growable place; /* label_place, by number */
  int *slots;     /* with linear probing: the number + 1, or 0 */
  size_t slot_count;
} label_table;

void labels_open(label_table *t);
void labels_free(label_table *t);

/* The number of a label, or -1 if it was never met. */
int labels_find(const label_table *t, const char *text, size_t length);
/* Likewise, but a label not yet met is added; -1 means out of memory. */
int labels_number(label_table *t, const char *text, size_t length);

/* FNV-1a, good enough for short labels and lists of numbers. */
static inline size_t hash_bytes(const void *bytes, size_t length)
{
  const unsigned char *b = bytes;
  unsigned long long h = 14695981039346656037ull;
  for (size_t i = 0; i < length; i++) h = (h ^ b[i]) * 1099511628211ull;
  return (size_t)(h ^ (h >> 32));
}

#endif
