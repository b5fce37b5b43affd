/* Numbers in files of agents: the same text on every machine, whatever its byte order, and read
 * as the same number to the last bit. The texts were put together by hand from the bits of IEEE 754. */
#include "../../src/agent/number_text.h"
#include "describe.h"
#include <string.h>

static const struct {
  double number;
  const char *text;
} known[] = {
    {0, "A"},
    {55, "3"},
    {56, "4A4"},
    {16383, "7__"},
    {16384, "8AAEAA"},
    {1073741823, "8_____"},
    {1073741824, "9EHQAAAAAAAA"},
    {0.1, "9D-5mZmZmZma"},
    {-1, "9L_wAAAAAAAA"},
    {-0.0, "9IAAAAAAAAAA"},
    {INFINITY, "9H_wAAAAAAAA"},
    {4.9406564584124654e-324, "9AAAAAAAAAAB"},
};
enum { KNOWN = sizeof known / sizeof *known };

static bool same_bits(double x, double y) { return memcmp(&x, &y, sizeof x) == 0; }

static void known_numbers_have_their_texts(void)
{
  char all[KNOWN * LONGEST_NUMBER_TEXT + 1], *at = all;
  double read[KNOWN];
  for (int i = 0; i < KNOWN; i++) {
    const char *began = at;
    at = number_to_text(at, known[i].number);
    CLAIM((size_t)(at - began) == strlen(known[i].text));
    CLAIM(memcmp(began, known[i].text, (size_t)(at - began)) == 0);
  }
  *at = 0;
  CLAIM(numbers_in_text(all) == KNOWN);
  numbers_of_text(all, read);
  for (int i = 0; i < KNOWN; i++) CLAIM(same_bits(read[i], known[i].number));
  printf("%d numbers have the texts they have on every machine\n", KNOWN);
}

static void any_bits_are_kept(void)
{
  uint64_t bits = 1;
  for (int i = 0; i < 20000; i++) {
    char text[LONGEST_NUMBER_TEXT + 1];
    double x, y;
    bits = bits * 0x5851f42d4c957f2du + 0x14057b7ef767814fu;
    memcpy(&x, &bits, sizeof x);
    if (x != x) continue; /* some machines change the bits of what is no number */
    *number_to_text(text, x) = 0;
    CLAIM(numbers_in_text(text) == 1);
    numbers_of_text(text, &y);
    CLAIM(same_bits(x, y));
  }
}

static void other_texts_are_refused(void)
{
  static const char *const wrong[] = {"+",  "A A",   "-",           "_AAAAAAAAAAA", "4",
                                      "4A", "8AAAA", "9AAAAAAAAAA", "9AAAAAAAAA=A"};
  CLAIM(numbers_in_text("") == 0);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) CLAIM(numbers_in_text(wrong[i]) == -1);
}

int main(void)
{
  known_numbers_have_their_texts();
  any_bits_are_kept();
  other_texts_are_refused();
  return 0;
}
