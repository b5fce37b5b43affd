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

/* Of two functions the one whose name ends in _lanes or in _one_by_one; `x` says as x->lanes whether the processor
 * has them. */
#define ONE_BY_ONE_OR_LANES(what, x, ...) \
  ((x)->lanes ? what##_lanes(x, __VA_ARGS__) : what##_one_by_one(x, __VA_ARGS__))
#else
#define ONE_BY_ONE_OR_LANES(what, x, ...) what##_one_by_one(x, __VA_ARGS__)
#endif

#endif
