/* The functions that the headers declare. policy_compile() adds them by itself;
 * a package has one file with the line #include <unruly/sources.c>. */
#include "base/exponential.c"
#include "base/logarithm.c"
#include "base/memory.c"
#include "base/power.c"
#include "model/parameters.c"
#include "base/status.c"
#include "policies/search/index.c"
#include "policies/search/scan.c"
#include "random/distributions.c"
#include "random/many.c"
