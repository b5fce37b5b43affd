/* Four numbers at a time, where the compiler and, asked at run time, the
 * processor can. The results are those of one by one: the same operations,
 * rounded in the same way. (Windows leaves the stack aligned to 16 bytes only,
 * which gcc does not see.) */
#ifndef UNRULY_LANES_H
#define UNRULY_LANES_H

#include <stddef.h>

/* The room for so many numbers in whole groups of four. */
static inline size_t lanes_padded(int count) { return ((size_t)count + 3) / 4 * 4; }

#if defined(__GNUC__) && defined(__x86_64__) && !defined(_WIN32) && !defined(UNRULY_ONE_BY_ONE)
#define UNRULY_FOUR_LANES
#include <immintrin.h>
#include <stdbool.h>

#define LANES __attribute__((target("avx2")))

static inline bool has_lanes(void) { return __builtin_cpu_supports("avx2"); }

/* With multiplications and additions in one, rounded once: for bounds only. */
#define FUSED __attribute__((target("avx2,fma")))

static inline bool has_fused_lanes(void) { return has_lanes() && __builtin_cpu_supports("fma"); }

/* Calls one of two functions, whose names end in _lanes and in _one_by_one; `x` says as x->lanes whether the
 * processor has them. */
#define ONE_BY_ONE_OR_LANES(what, x, ...) \
  ((x)->lanes ? what##_lanes(x, __VA_ARGS__) : what##_one_by_one(x, __VA_ARGS__))
/* A function that puts one(x) in place of each of many numbers. In four lanes they are of_plain(x), which is
 * the same for numbers of which is_plain(x) holds and has no branches. */
#define DEFINE_MANY(many, one, is_plain, of_plain)                                              \
  LANES static int many##_in_lanes(double *x, int count)                                        \
  {                                                                                             \
    int i = 0;                                                                                  \
    for (; i + 4 <= count; i += 4) {                                                            \
      bool plain = true;                                                                        \
      double found[4];                                                                          \
      for (int j = 0; j < 4; j++) plain &= is_plain(x[i + j]);                                  \
      for (int j = 0; j < 4; j++) found[j] = of_plain(x[i + j]);                                \
      for (int j = 0; j < 4; j++) x[i + j] = plain ? found[j] : one(x[i + j]);                  \
    }                                                                                           \
    return i;                                                                                   \
  }                                                                                             \
  void many(double *x, int count)                                                               \
  {                                                                                             \
    for (int i = has_lanes() ? many##_in_lanes(x, count) : 0; i < count; i++) x[i] = one(x[i]); \
  }
#else
#define DEFINE_MANY(many, one, is_plain, of_plain)    \
  void many(double *x, int count)                     \
  {                                                   \
    for (int i = 0; i < count; i++) x[i] = one(x[i]); \
  }
#define ONE_BY_ONE_OR_LANES(what, x, ...) what##_one_by_one(x, __VA_ARGS__)
#endif

#endif
