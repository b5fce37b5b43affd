#include "number_text.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
enum { LARGEST_DIGIT = 55, MEDIUM = 56, LONG = 60, BITS = 61, NO_DIGIT = 64 };

static char *write_digits(char *at, uint64_t value, int count)
{
  for (int i = count; i-- > 0; value >>= 6) at[i] = digits[value & 63];
  return at + count;
}

char *number_to_text(char *at, double x)
{
  uint64_t bits;
  const bool whole = x >= 0 && x < 1073741824 && x == floor(x) && !signbit(x);
  const uint64_t value = whole ? (uint64_t)x : 0;
  if (whole && value <= LARGEST_DIGIT) return write_digits(at, value, 1);
  if (whole && value < (uint64_t)4 * 4096) return write_digits(at, value + ((uint64_t)MEDIUM << 12), 3);
  *at++ = digits[whole ? LONG : BITS];
  if (whole) return write_digits(at, value, 5);
  memcpy(&bits, &x, sizeof bits);
  return write_digits(at, bits, 11);
}

/* Writes what each character is worth; NO_DIGIT if it is none. */
static void find_worth(unsigned char *worth)
{
  memset(worth, NO_DIGIT, 256);
  for (int i = 0; i < 64; i++) worth[(unsigned char)digits[i]] = (unsigned char)i;
}

/* Returns how many characters a number takes that begins with this digit; 0 if none does. */
static int length_from(int digit)
{
  if (digit < MEDIUM) return 1;
  if (digit < LONG) return 3;
  return digit == LONG ? 6 : digit == BITS ? 12 : 0;
}

int64_t numbers_in_text(const char *text)
{
  unsigned char worth[256];
  find_worth(worth);
  int64_t count = 0;
  for (const unsigned char *at = (const unsigned char *)text; *at; count++) {
    const int length = length_from(worth[*at]);
    if (!length) return -1;
    for (int i = 0; i < length; i++)
      if (worth[*at++] == NO_DIGIT) return -1;
  }
  return count;
}

static double number_from(const unsigned char **at, const unsigned char *worth)
{
  const int first = worth[*(*at)++], more = length_from(first) - 1;
  uint64_t value = first < MEDIUM ? (uint64_t)first : first < LONG ? (uint64_t)(first - MEDIUM) : 0;
  for (int i = 0; i < more; i++) value = value << 6 | worth[*(*at)++];
  double x = (double)value;
  if (first == BITS) memcpy(&x, &value, sizeof x);
  return x;
}

void numbers_of_text(const char *text, double *number)
{
  unsigned char worth[256];
  find_worth(worth);
  for (const unsigned char *at = (const unsigned char *)text; *at;) *number++ = number_from(&at, worth);
}
