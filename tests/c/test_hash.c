/* The hash is the published one of the bytes that its words represent, however they are split
 * into calls. The expected values are those of other implementations of MurmurHash3. */
#include "../../src/base/hash.h"
#include "describe.h"
#include <string.h>

static bool is(hash_value found, uint64_t first, uint64_t second)
{
  return found.half[0] == first && found.half[1] == second;
}

/* Words of a text whose length is a multiple of eight. */
static size_t words_of(const char *text, uint64_t *word)
{
  const size_t count = strlen(text) / 8;
  for (size_t i = 0; i < 8 * count; i++) {
    if (i % 8 == 0) word[i / 8] = 0;
    word[i / 8] |= (uint64_t)(unsigned char)text[i] << (8 * (i % 8));
  }
  return count;
}

static void is_the_published_one(void)
{
  uint64_t word[6];
  hash_stream none = {0}, whole = {0}, odd = {0};
  CLAIM(is(hash_end(&none), 0, 0));
  hash_words(&whole, word, words_of("The quick brown fox jumps over the lazy dog....!", word));
  CLAIM(is(hash_end(&whole), 0x28f8c3a29cb874d1u, 0xb503a8ddb4252c52u));
  memset(word, 0, sizeof word);
  for (size_t i = 0; i < 40; i++) word[i / 8] |= (uint64_t)i << (8 * (i % 8));
  hash_words(&odd, word, 5);
  CLAIM(is(hash_end(&odd), 0xc3a054d8418c8064u, 0xa001ca30974c12adu));
}

static void pieces_cannot_be_seen(void)
{
  uint64_t word[40];
  for (int i = 0; i < 40; i++) word[i] = (uint64_t)i * 0x9e3779b97f4a7c15u;
  hash_stream whole = {0};
  hash_words(&whole, word, 40);
  const hash_value wanted = hash_end(&whole);
  for (size_t cut = 0; cut <= 40; cut++) {
    hash_stream h = {0};
    hash_words(&h, word, cut / 2);
    hash_words(&h, word + cut / 2, cut - cut / 2);
    for (size_t i = cut; i < 40; i++) hash_word(&h, word[i]);
    CLAIM(is(hash_end(&h), wanted.half[0], wanted.half[1]));
  }
}

static hash_value of_number(double x)
{
  hash_stream h = {0};
  hash_numbers(&h, &x, 1);
  return hash_end(&h);
}

static hash_value of_bits(uint64_t bits)
{
  hash_stream h = {0};
  hash_word(&h, bits);
  return hash_end(&h);
}

static void numbers_are_their_bits(void)
{
  const hash_value none = of_bits(0), tenth = of_bits(0x3fb999999999999au),
                   nan = of_bits(0x7ff8000000000000u);
  CLAIM(is(of_number(0), none.half[0], none.half[1]));
  CLAIM(is(of_number(-0.0), none.half[0], none.half[1]));
  CLAIM(is(of_number(0.1), tenth.half[0], tenth.half[1]));
  CLAIM(is(of_number(NAN), nan.half[0], nan.half[1]));
  CLAIM(is(of_number(-NAN), nan.half[0], nan.half[1]));
}

/* Length, then the bytes, the last word filled up. */
static void bytes_are_words(void)
{
  unsigned char bytes[2000];
  for (int i = 0; i < 2000; i++) bytes[i] = (unsigned char)(i * 37 + 11);
  for (size_t length = 0; length < 2000; length += length < 40 ? 1 : 97) {
    uint64_t word[251] = {length};
    hash_stream whole = {0}, by_hand = {0};
    for (size_t i = 0; i < length; i++) word[1 + i / 8] |= (uint64_t)bytes[i] << (8 * (i % 8));
    hash_words(&by_hand, word, 1 + (length + 7) / 8);
    hash_bytes(&whole, bytes, length);
    const hash_value wanted = hash_end(&by_hand);
    CLAIM(is(hash_end(&whole), wanted.half[0], wanted.half[1]));
  }
}

int main(void)
{
  is_the_published_one();
  pieces_cannot_be_seen();
  numbers_are_their_bits();
  bytes_are_words();
  return 0;
}
