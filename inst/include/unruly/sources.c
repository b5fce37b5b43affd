/* The functions that the headers declare. policy_compile() adds them by itself;
 * a package has one file with the line #include <unruly/sources.c>. */
#include "core/memory.c"
#include "core/parameters.c"
#include "core/status.c"
#include "policies/index.c"
#include "policies/scan.c"
#include "random/distributions.c"
#include "random/many.c"
