#include <unruly/sources.c>
