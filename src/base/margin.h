/* The margin between a bound and what it bounds, relative to the size of the terms that
 * were added. A bound and an index are each a few dozen IEEE operations and two or three
 * calls of elementary functions away from the truth, each wrong by at most one unit in
 * the last place, 2^-52 of the terms that it handles: together less than 100 of them,
 * 2e-14. The margin is fifty times that. A wider one costs only the evaluation of the
 * indices that come so close; without a margin the fast way may choose differently from
 * plain mode, which tools/core-tests.sh shows with a build in which it is 0. */
#ifndef UNRULY_MARGIN_H
#define UNRULY_MARGIN_H

#ifndef UNRULY_MARGIN
#define UNRULY_MARGIN 1e-12
#endif

/* For sizes that are 0. */
#define UNRULY_LEAST_MARGIN 1e-300

static inline double margin_of(double size) { return UNRULY_MARGIN * size + UNRULY_LEAST_MARGIN; }

#endif
