/* Read by every source, through the header of lowest level that it needs: products
 * and sums are rounded one by one, so that a processor with a fused multiply-add
 * gives the same numbers as one without. (Compilers differ in how they are
 * told; where there is no such instruction there is nothing to tell.) */
#ifndef UNRULY_EXACT_H
#define UNRULY_EXACT_H

#if defined(__FAST_MATH__)
#error \
    "unruly cannot be compiled with -ffast-math (nor -Ofast): its numbers, infinities among them, must be exact."
#endif

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && defined(__FP_FAST_FMA)
#pragma GCC optimize("fp-contract=off")
#endif

#endif
