#include "rule_words.h"
#include "../base/utf8.h"
#include <stdio.h>
#include <string.h>

/* Characters as they are, up to a number of bytes. */
words quoted_words(const char *text)
{
  enum { MOST = 80 };
  size_t length = 0;
  for (int size; text[length] && length < MOST; length += (size_t)size)
    if (!(size = utf8_size(text + length))) return in_words("a string that is no UTF-8");
  return in_words("\"%.*s\"%s", (int)length, text, text[length] ? "..." : "");
}

/* A whole number as people write it: 1,000,000. */
static words grouped_words(double x)
{
  const words plain = in_words("%.0f", x);
  const size_t digits = strlen(plain.text);
  words w = {""};
  for (size_t i = 0, at = 0; i < digits; i++) {
    if (i > 0 && (digits - i) % 3 == 0) w.text[at++] = ',';
    w.text[at++] = plain.text[i];
  }
  return w;
}

/* Limits that are only there so that sums stay finite, or quotients do not vanish, go without saying. */
static words limit_words(double x)
{
  if (x == LARGEST_COUNT) return in_words("2^53");
  if (x == LARGEST_ROUND) return in_words("2^48");
  return x >= 1e4 && x <= 1e15 && x == floor(x) ? grouped_words(x) : number_words(x);
}

static words limits_words(const argument *r)
{
  words low = {""}, high = {""};
  if (r->least == SMALLEST_NUMBER) low = in_words(" above 0");
  else if (r->least > -LARGEST_COORDINATE)
    low = in_words(" %s %.30s", r->above ? "above" : "of at least", limit_words(r->least).text);
  if (r->greatest < LARGEST_COORDINATE)
    high = in_words("%s%s %.30s", low.text[0] ? " and" : "", r->below ? " below" : " at most",
                    limit_words(r->greatest).text);
  return in_words("%.60s%.60s", low.text, high.text);
}

static words choice_words(const char *text)
{
  words w = {"one of "};
  size_t at = strlen(w.text);
  for (const char *c = text; c; c = strchr(c, '|'), c += c != NULL) {
    const int room = (int)(sizeof w.text - at), length = (int)strcspn(c, "|");
    const int made = snprintf(w.text + at, (size_t)room, "%s\"%.*s\"", c == text ? "" : ", ", length, c);
    if (made >= room) break;
    at += (size_t)made;
  }
  return w;
}

static const char *noun_of(const argument *r)
{
  const bool whole = r->kind == KIND_WHOLE;
  switch (r->size) {
  case SIZE_ONE: return whole ? "a single whole number" : "a single number";
  case SIZE_ONE_OR_TWO: return whole ? "one or two whole numbers" : "one or two numbers";
  case SIZE_TWO: return whole ? "two whole numbers" : "two numbers";
  case SIZE_ROWS: return "a matrix with one row per arm, of numbers";
  case SIZE_ANY_ROWS:
  case SIZE_ROW_OR_ROWS: return "a matrix with one row per arm or for all, of numbers";
  default: return whole ? "whole numbers" : "numbers";
  }
}

words rule_words(const argument *r, int arms)
{
  words each = {""};
  if (r->size == SIZE_ARMS && arms > 1) each = in_words(", one for each of the %d arms", arms);
  if (r->size == SIZE_ONE_OR_ARMS && arms > 1)
    each = in_words(", one for all or one for each of the %d arms", arms);
  if (r->words) return in_words("%.150s%s", r->words, each.text);
  if (r->kind == KIND_FLAG) return in_words("TRUE or FALSE");
  if (r->kind == KIND_TEXT) return r->text ? choice_words(r->text) : in_words("a string");
  const words limits = limits_words(r);
  return in_words("%s%.90s%s%s%s", noun_of(r), limits.text, each.text,
                  r->increasing ? ", increasing"
                  : r->ordered  ? ", the lesser first"
                                : "",
                  !r->drawn        ? ""
                  : limits.text[0] ? ", or a prior of such numbers"
                                   : ", or a prior");
}

words value_words(const parameter *p, int64_t bad)
{
  enum { FEW = 6 };
  if (p->odd) return in_words("%.200s", p->odd);
  if (p->text) return quoted_words(p->text);
  if (p->prior) return in_words("the prior %.40s", p->prior);
  if (p->as == GIVEN_AS_FLAG) return in_words(p->values[0] != 0 ? "TRUE" : "FALSE");
  if (p->length == 1) return number_words(p->values[0]);
  if (p->rows > 1 && p->rows < p->length) {
    const long long rows = (long long)p->rows, columns = (long long)(p->length / p->rows);
    if (bad < 0) return in_words("a %lld x %lld matrix", rows, columns);
    return in_words("a %lld x %lld matrix with %.30s in row %lld, column %lld", rows, columns,
                    number_words(p->values[bad]).text, (long long)bad % rows + 1, (long long)bad / rows + 1);
  }
  if (p->length > FEW && bad < 0) return in_words("%lld numbers", (long long)p->length);
  if (p->length > FEW)
    return in_words("%lld numbers with %.30s at position %lld", (long long)p->length,
                    number_words(p->values[bad]).text, (long long)bad + 1);
  words w = {"("};
  for (int i = 0; i < (int)p->length; i++) {
    const size_t at = strlen(w.text);
    snprintf(w.text + at, sizeof w.text - at, "%s%.25s", i ? ", " : "", number_words(p->values[i]).text);
  }
  return in_words("%.200s)", w.text);
}
