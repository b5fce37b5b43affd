/* Many draws at consecutive addresses, the same numbers as one by one. Where
 * the processor can (AVX2, asked at run time), four blocks at a time. */
#ifndef UNRULY_MANY_H
#define UNRULY_MANY_H

#include "address.h"

/* The first uniform of the pulls from that of `from` on. */
void many_first_uniforms(const random_address *from, int count, double *u);

/* Both uniforms of each of `blocks` blocks, whose counters are (n, n >> 32,
 * word2, word3), (n + 1, ...), one after the other. */
void many_uniform_pairs(philox_key key, uint64_t n, uint32_t word2, uint32_t word3, int blocks, double *u);

#endif
