/* Fingerprints: the hash (base/hash.h) of R's values in a form of their own,
 * which is the same in every version of R, on every machine, and however R
 * happens to store a value. It is a sequence of words of eight bytes:
 *
 *   value     kind, length, shape, [names], [dimensions], content
 *   kind      1 nothing, 2 numbers, 3 texts, 4 a list, 5 bytes, 6 complex numbers;
 *             of code: 7 a name, 8 a call, 9 whole numbers, 10 truth values
 *   length    how many elements
 *   shape     1 if there are names, plus 2 if there are dimensions
 *   names     texts without a head, one an element
 *   dimensions  their number, and each
 *   content   number: the bits of a double (whole numbers, truth values: of the
 *             same number); -0 is 0; NA is 0x7ff00000000007a2, whatever else is
 *             no number 0x7ff8000000000000. Text: how many bytes it has in UTF-8,
 *             and these, filled up with zeros to words; NA: all ones.
 *             A list, a call: its elements, each a value. A name: a text.
 *
 * Attributes other than names and dimensions do not count. In code whole numbers
 * and truth values are told from numbers, as R tells them; where a function was
 * written (its source reference) does not count. */
#include "glue.h"
#include "../base/hash.h"
#include <R_ext/Utils.h>
#include <stdio.h>
#include <string.h>

enum {
  OF_NOTHING = 1,
  OF_NUMBERS,
  OF_TEXTS,
  OF_LIST,
  OF_BYTES,
  OF_COMPLEX,
  OF_NAME,
  OF_CALL,
  OF_WHOLE,
  OF_TRUTH
};
enum { PIECE = 512, PIECES_BETWEEN_LOOKS = 4096 };

static void take_value(hash_stream *h, SEXP x, bool code);

static void take_text(hash_stream *h, SEXP text)
{
  if (text == NA_STRING) {
    hash_word(h, UINT64_MAX);
    return;
  }
  const void *kept = vmaxget();
  const char *bytes = Rf_getCharCE(text) == CE_BYTES ? CHAR(text) : Rf_translateCharUTF8(text);
  hash_bytes(h, bytes, strlen(bytes));
  vmaxset(kept);
}

static void take_texts(hash_stream *h, SEXP x)
{
  for (R_xlen_t i = 0; i < XLENGTH(x); i++) {
    if (i % (PIECE * PIECES_BETWEEN_LOOKS) == PIECE) R_CheckUserInterrupt();
    take_text(h, STRING_ELT(x, i));
  }
}

/* Whole numbers and truth values as numbers. */
static R_xlen_t read_numbers(SEXP x, R_xlen_t from, double *into)
{
  int whole[PIECE];
  if (TYPEOF(x) == REALSXP) return REAL_GET_REGION(x, from, PIECE, into);
  const R_xlen_t n = TYPEOF(x) == INTSXP ? INTEGER_GET_REGION(x, from, PIECE, whole)
                                         : LOGICAL_GET_REGION(x, from, PIECE, whole);
  for (R_xlen_t i = 0; i < n; i++) into[i] = whole[i] == NA_INTEGER ? NA_REAL : whole[i];
  return n;
}

/* Piece by piece: a long vector is never copied, nor is one unfolded that R keeps as
 * the pattern that it follows. */
static void take_numbers(hash_stream *h, SEXP x)
{
  double piece[PIECE];
  int since = 0;
  for (R_xlen_t from = 0; from < XLENGTH(x);) {
    if (++since == PIECES_BETWEEN_LOOKS) R_CheckUserInterrupt(), since = 0;
    const R_xlen_t n = read_numbers(x, from, piece);
    hash_numbers(h, piece, (size_t)n);
    from += n;
  }
}

static void take_complex(hash_stream *h, SEXP x)
{
  for (R_xlen_t i = 0; i < XLENGTH(x); i++) {
    const Rcomplex z = COMPLEX_ELT(x, i);
    hash_numbers(h, (const double[]){z.r, z.i}, 2);
  }
}

static void take_list(hash_stream *h, SEXP x, bool code)
{
  for (R_xlen_t i = 0; i < XLENGTH(x); i++) take_value(h, VECTOR_ELT(x, i), code);
}

/* A pair list: the first `count` of it. */
static void take_pairs(hash_stream *h, SEXP x, R_xlen_t count)
{
  for (; count > 0; count--, x = CDR(x)) take_value(h, CAR(x), true);
}

static int kind_of(SEXP x, bool code)
{
  switch (TYPEOF(x)) {
  case NILSXP: return OF_NOTHING;
  case REALSXP: return OF_NUMBERS;
  case INTSXP: return code ? OF_WHOLE : OF_NUMBERS;
  case LGLSXP: return code ? OF_TRUTH : OF_NUMBERS;
  case STRSXP: return OF_TEXTS;
  case VECSXP:
  case LISTSXP: return OF_LIST;
  case RAWSXP: return OF_BYTES;
  case CPLXSXP: return OF_COMPLEX;
  case SYMSXP: return OF_NAME;
  case LANGSXP: return OF_CALL;
  default: return 0;
  }
}

/* Returns the length of a call without its source: `function(x) x` is a call of four, the last says where. */
static R_xlen_t length_of(SEXP x)
{
  const R_xlen_t length = Rf_xlength(x);
  return TYPEOF(x) == LANGSXP && CAR(x) == Rf_install("function") && length > 3 ? 3 : length;
}

static void take_shape(hash_stream *h, SEXP x, R_xlen_t length)
{
  SEXP names = PROTECT(Rf_getAttrib(x, R_NamesSymbol)), dimensions = PROTECT(Rf_getAttrib(x, R_DimSymbol));
  const bool named = length > 0 && TYPEOF(names) == STRSXP, has_dimensions = TYPEOF(dimensions) == INTSXP;
  hash_word(h, (uint64_t)(named + 2 * has_dimensions));
  for (R_xlen_t i = 0; named && i < length; i++) take_text(h, STRING_ELT(names, i));
  if (has_dimensions) {
    hash_word(h, (uint64_t)XLENGTH(dimensions));
    for (R_xlen_t i = 0; i < XLENGTH(dimensions); i++) hash_word(h, (uint64_t)INTEGER_ELT(dimensions, i));
  }
  UNPROTECT(2);
}

static void take_content(hash_stream *h, SEXP x, bool code)
{
  switch (TYPEOF(x)) {
  case REALSXP:
  case INTSXP:
  case LGLSXP: take_numbers(h, x); break;
  case STRSXP: take_texts(h, x); break;
  case VECSXP: take_list(h, x, code); break;
  case LISTSXP:
  case LANGSXP: take_pairs(h, x, length_of(x)); break;
  case RAWSXP: hash_bytes(h, RAW(x), (size_t)XLENGTH(x)); break;
  case CPLXSXP: take_complex(h, x); break;
  case SYMSXP: take_text(h, PRINTNAME(x)); break;
  default: break;
  }
}

static void take_value(hash_stream *h, SEXP x, bool code)
{
  const int kind = kind_of(x, code);
  if (!kind || Rf_isFactor(x)) glue_bug("such a value has no fingerprint");
  const R_xlen_t length = length_of(x);
  code = code || kind == OF_CALL;
  R_CheckStack();
  hash_word(h, (uint64_t)kind);
  hash_word(h, (uint64_t)length);
  take_shape(h, x, length);
  take_content(h, x, code);
}

/* 32 hexadecimal digits. */
SEXP C_fingerprint(SEXP x)
{
  char text[33];
  hash_stream h = {0};
  take_value(&h, x, false);
  const hash_value value = hash_end(&h);
  snprintf(text, sizeof text, "%016llx%016llx", (unsigned long long)value.half[0],
           (unsigned long long)value.half[1]);
  return Rf_mkString(text);
}
