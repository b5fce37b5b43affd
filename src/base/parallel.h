/* The same work in several parts at a time. */
#ifndef UNRULY_PARALLEL_H
#define UNRULY_PARALLEL_H

#include "exact.h"

/* Runs parts 0, ..., parts - 1 on a thread each, the first on the caller's own;
 * parts for which no thread can be had come after it. Returns when all are done. */
void parallel_run(int parts, void (*run)(const void *given, int part), const void *given);

#endif
