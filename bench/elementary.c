/* The elementary functions of src/base/elementary.h beside long double (64 digits, of a PC) and the C
 * library: the greatest error, in units in the last place, over random arguments; whether one ever
 * decreases; nanoseconds a call. bench/elementary.sh builds and runs it.
 *
 *   elementary errors MILLIONS [name...]     the worst again by 113 digits
 *   elementary monotone MILLIONS             neighbouring numbers, a million at each of so many places
 *   elementary speed                         of the C library, ours, ours with fused multiply-adds */
#include "../src/base/elementary.h"
#include "../src/base/exponential.h"
#include "../src/base/logarithm.h"
#include <math.h>
#include <quadmath.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t seed = 20;

static uint64_t next_bits(void)
{
  uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static double uniform(double low, double high)
{
  return low + (high - low) * ((double)(next_bits() >> 11) * 0x1p-53);
}

/* --- errors ------------------------------------------------------------------ */

typedef enum spread_of { EVENLY, BY_BITS } spread_of;

/* Arguments between low and high: evenly, or each power of two as often as the next. */
typedef struct range {
  double low, high;
  spread_of by;
  double low2, high2; /* of the second argument of pow, evenly */
} range;

static double argument(const range *r)
{
  if (r->by == EVENLY) return uniform(r->low, r->high);
  if (r->low < 0 && r->high < 0) return -argument(&(range){-r->high, -r->low, r->by, 0, 0});
  const uint64_t low = bits_of_number(r->low), high = bits_of_number(r->high);
  return number_of_bits(low + (uint64_t)((__uint128_t)next_bits() * (high - low) >> 64));
}

static long double turns_long(long double t) { return sinl(6.28318530717958647692528676655900577L * t); }
static __float128 turns_quad(__float128 t) { return sinq(2 * M_PIq * t); }

static double by_exps(double x)
{
  double four[4] = {x, x, x, x};
  same_exps(four, 4);
  return four[2];
}

typedef struct subject {
  const char *name;
  double (*ours)(double);
  double (*theirs)(double);
  long double (*wide)(long double);
  __float128 (*wider)(__float128);
  range ranges[9];
} subject;

static double libm_turns(double t) { return sin(6.283185307179586 * t); }

static const subject subjects[] = {
    {"log",
     same_log,
     log,
     logl,
     logq,
     {{0, 1, EVENLY},
      {0.99, 1.01, EVENLY},
      {0.7, 1.5, EVENLY},
      {1 - 0x1p-20, 1 + 0x1p-20, EVENLY},
      {1, 1e9, EVENLY},
      {5e-324, 1.7e308, BY_BITS},
      {5e-324, 2.3e-308, BY_BITS},
      {1 - 0x1p-8, 1 + 0x1p-7, EVENLY}}},
    {"exp",
     same_exp,
     exp,
     expl,
     expq,
     {{-1, 1, EVENLY},
      {-20, 20, EVENLY},
      {-700, 709.7, EVENLY},
      {1e-20, 1, BY_BITS},
      {-1, -1e-20, BY_BITS},
      {-745, -700, EVENLY},
      {-0.01, 0.01, EVENLY}}},
    {"log1p",
     same_log1p,
     log1p,
     log1pl,
     log1pq,
     {{-1, 0, EVENLY},
      {-0.01, 0.01, EVENLY},
      {-0.5, 1, EVENLY},
      {1e-300, 1e300, BY_BITS},
      {-0.999, -1e-300, BY_BITS},
      {1, 1e6, EVENLY},
      {1e-4, 1, BY_BITS}}},
    {"expm1",
     same_expm1,
     expm1,
     expm1l,
     expm1q,
     {{-0.25, 0.25, EVENLY},
      {-1, 1, EVENLY},
      {0.25, 0.3, EVENLY},
      {-0.3, -0.25, EVENLY},
      {-45, 45, EVENLY},
      {1e-300, 1, BY_BITS},
      {-1, -1e-300, BY_BITS},
      {-700, 709, EVENLY}}},
    {"sine of turns",
     same_sine_of_turns,
     libm_turns,
     turns_long,
     turns_quad,
     {{-0.125, 0.125, EVENLY}, {0.125, 0.375, EVENLY}, {1e-300, 0.125, BY_BITS}, {-0.25, 0.25, EVENLY}}},
    {"arctan",
     same_arctan,
     atan,
     atanl,
     atanq,
     {{0, 1, EVENLY}, {1, 20, EVENLY}, {1e-300, 1e300, BY_BITS}, {-2, 2, EVENLY}}},
    {"cube root",
     same_cube_root,
     cbrt,
     cbrtl,
     cbrtq,
     {{1, 8, EVENLY}, {5e-324, 1.7e308, BY_BITS}, {0, 1e9, EVENLY}}},
    {"gamma", same_gamma, tgamma, tgammal, tgammaq, {{1, 2, EVENLY}, {1, 51, EVENLY}, {1, 171.6, EVENLY}}},
    {"erfc",
     same_erfc,
     erfc,
     erfcl,
     erfcq,
     {{-0.5, 0.5, EVENLY}, {0.5, 1.5, EVENLY}, {-6, 6, EVENLY}, {0.5, 26, EVENLY}}},
    {"four exps", by_exps, exp, expl, expq, {{-20, 20, EVENLY}, {-700, 709.7, EVENLY}}},
};

static const range power_ranges[] = {
    {0, 1, EVENLY, 0, 10},           {1, 1e6, EVENLY, -10, 10},
    {0.99, 1.01, EVENLY, -1e4, 1e4}, {1, 1e9, EVENLY, -2, 2},
    {1e-300, 1e300, BY_BITS, -1, 1}, {1 - 0x1p-20, 1 + 0x1p-20, EVENLY, -1e8, 1e8},
    {2, 100, EVENLY, -150, 150}};

static double units_off(double found, long double truth)
{
  int e;
  frexpl(truth, &e);
  if (e < -1021) e = -1021;
  return (double)fabsl(((long double)found - truth) * ldexpl(1, 53 - e));
}

static double units_off_quad(double found, __float128 truth)
{
  int e;
  frexpq(truth, &e);
  if (e < -1021) e = -1021;
  return (double)fabsq(((__float128)found - truth) * ldexpq(1, 53 - e));
}

static void report(const char *name, const range *r, double worst, double theirs, double x, double y,
                   double again)
{
  printf("%-14s %10.4g to %-10.4g %s  %.4f (libm %.4f) at %a", name, r->low, r->high,
         r->by == EVENLY ? "evenly " : "by bits", worst, theirs, x);
  if (r->high2 > r->low2) printf(", %a", y);
  printf("; by 113 digits %.4f\n", again);
  fflush(stdout);
}

static void measure(const subject *s, const range *r, int64_t count)
{
  double worst = -1, theirs = 0, at = 0;
  for (int64_t i = 0; i < count; i++) {
    const double x = argument(r);
    const long double truth = s->wide(x);
    const double off = units_off(s->ours(x), truth);
    if (off > worst) worst = off, at = x;
    if (i < 2000000) theirs = fmax(theirs, units_off(s->theirs(x), truth));
  }
  report(s->name, r, worst, theirs, at, 0, units_off_quad(s->ours(at), s->wider(at)));
}

static void measure_pow(const range *r, int64_t count)
{
  double worst = -1, theirs = 0, at = 0, with = 0;
  for (int64_t i = 0; i < count; i++) {
    const double x = argument(r), y = uniform(r->low2, r->high2);
    const long double truth = powl(x, y);
    if (!(truth > 0x1p-1022L && truth < 0x1p1024L)) continue;
    const double off = units_off(same_pow(x, y), truth);
    if (off > worst) worst = off, at = x, with = y;
    if (i < 2000000) theirs = fmax(theirs, units_off(pow(x, y), truth));
  }
  report("pow", r, worst, theirs, at, with, units_off_quad(same_pow(at, with), powq(at, with)));
}

static bool is_asked(const char *name, int argc, char **argv)
{
  for (int i = 3; i < argc; i++)
    if (strcmp(argv[i], name) == 0) return true;
  return argc <= 3;
}

/* So many in each range; what differs in the 64th digit there, the 113 of the worst tell. */
static void all_errors(int argc, char **argv)
{
  const int64_t count = (int64_t)(1e6 * atof(argv[2]));
  for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
    for (const range *r = subjects[i].ranges; r->low < r->high; r++)
      if (is_asked(subjects[i].name, argc, argv)) measure(&subjects[i], r, count);
  for (size_t i = 0; i < sizeof power_ranges / sizeof *power_ranges; i++)
    if (is_asked("pow", argc, argv)) measure_pow(&power_ranges[i], count);
}

/* --- monotone ----------------------------------------------------------------- */

/* A million neighbours from x on; how often the next is less. */
static int64_t descents(double (*f)(double), double x)
{
  int64_t found = 0;
  const double step = x < 0 ? -1 : 1;
  uint64_t bits = bits_of_number(x);
  double last = f(x);
  for (int i = 0; i < 1000000; i++) {
    const double next = f(number_of_bits(++bits));
    found += step * (next - last) < 0;
    last = next;
  }
  return found;
}

/* Around places where the table's row changes, too, in pairs of neighbours. */
static int64_t descents_at_cells(double (*f)(double), bool of_log)
{
  int64_t found = 0;
  for (int64_t i = -700 * 256; i <= 700 * 256; i++) {
    const double place = of_log ? exp((double)i / 256) : (double)i * 0.0027076061740622863;
    const uint64_t cell = UINT64_C(1) << 44;
    uint64_t bits = bits_of_number(place);
    if (of_log) bits = bits / cell * cell;
    for (uint64_t b = bits - 200; b < bits + 200; b++) {
      const double x = number_of_bits(b), y = number_of_bits(b + 1);
      if (x < y ? f(y) < f(x) : f(x) < f(y)) found++;
    }
  }
  return found;
}

static void all_monotone(double millions)
{
  const struct {
    const char *name;
    double (*f)(double);
    double low, high;
    bool of_log;
  } of[] = {{"log", same_log, 1e-10, 1e10, true},     {"log near 1", same_log, 0.98, 1.02, true},
            {"log1p", same_log1p, 1e-10, 1e10, true}, {"log1p below 0", same_log1p, -0.9, -1e-10, true},
            {"exp", same_exp, 1e-10, 700, false},     {"exp below 0", same_exp, -700, -1e-10, false},
            {"expm1", same_expm1, 1e-10, 700, false}, {"expm1 below 0", same_expm1, -40, -1e-10, false}};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    int64_t found = 0;
    for (int64_t j = 0; j < (int64_t)millions; j++)
      found += descents(of[i].f, argument(&(range){of[i].low, of[i].high, BY_BITS, 0, 0}));
    printf("%-14s decreases %lld times in %.0f million neighbours, %lld times where cells meet\n", of[i].name,
           (long long)found, millions, (long long)descents_at_cells(of[i].f, of[i].of_log));
  }
}

/* --- speed ---------------------------------------------------------------------- */

/* What could be had by fused multiply-adds: no digits are set apart, polynomials are one chain
 * of operations shorter. As the machine's instruction, or as a call of the C library. */
#define FUSED(a, b, c) __builtin_fma(a, b, c)
#define ALWAYS static inline __attribute__((always_inline))

ALWAYS double with_fused_log(double x)
{
  const double *c = log_powers;
  if (!log_is_plain(bits_of_number(x))) return same_log(x);
  const log_place at = log_place_of(bits_of_number(x));
  const double k = number_of_bits(UINT64_C(0x4330000000000000) | at.biased) - (0x1p52 + 1023);
  const double r = FUSED(at.m, at.c, -1), q = r * r, high = FUSED(k, LN2_HIGH, at.high), sum = high + r;
  const double low = (high - sum) + r + FUSED(k, LN2_LOW, at.low);
  const double series = FUSED(q, FUSED(q, FUSED(r, c[5], c[4]), FUSED(r, c[3], c[2])), FUSED(r, c[1], c[0]));
  return sum + FUSED(q, FUSED(r, series, -0.5), low);
}

ALWAYS double with_fused_exp(double x)
{
  const double *c = exp_powers;
  if (!exp_is_plain(x)) return same_exp(x);
  const double shifted = FUSED(x, EXP_CELLS_PER_UNIT, 0x1.8p52), k = shifted - 0x1.8p52;
  const double r = FUSED(-k, EXP_CELL_LOW, FUSED(-k, EXP_CELL_HIGH, x)), q = r * r;
  const uint64_t whole = bits_of_number(shifted), j = whole & 127;
  const double t = number_of_bits(bits_of_number(exp_cells[j][0]) + ((whole - j) << 45));
  const double series = FUSED(q, FUSED(r, c[3], c[2]), FUSED(r, c[1], c[0]));
  return FUSED(t, exp_cells[j][1] + FUSED(q, series, r), t);
}

#define NEVER __attribute__((noinline))
#if defined(__x86_64__)
__attribute__((target("fma"))) NEVER static double fused_log(double x) { return with_fused_log(x); }
__attribute__((target("fma"))) NEVER static double fused_exp(double x) { return with_fused_exp(x); }
#else
NEVER static double fused_log(double x) { return with_fused_log(x); }
NEVER static double fused_exp(double x) { return with_fused_exp(x); }
#endif
NEVER static double called_log(double x) { return with_fused_log(x); }
NEVER static double called_exp(double x) { return with_fused_exp(x); }

static double pow_1_7(double x) { return pow(x, 1.7); }
static double same_pow_1_7(double x) { return same_pow(x, 1.7); }

enum { MANY = 4096 };

static double seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One pass, in seconds; either one by one or all in place. */
static double pass(double (*f)(double), void (*all)(double *, int), const double *x)
{
  static double y[MANY];
  memcpy(y, x, sizeof y);
  const double begun = seconds();
  for (int again = 0; again < 16; again++) {
    if (all) memcpy(y, x, sizeof y), all(y, MANY);
    else
      for (int i = 0; i < MANY; i++) y[i] = f(x[i]);
  }
  return (seconds() - begun) / 16;
}

/* By turns, the least of 200 each, as other work comes in between. */
static void all_speeds(void)
{
  const struct {
    const char *name;
    double (*f)(double);
    void (*all)(double *, int);
    double low, high;
  } of[] = {{"log (libm)", log, NULL, 0, 1},
            {"same_log", same_log, NULL, 0, 1},
            {"log, fused", fused_log, NULL, 0, 1},
            {"log, fma()", called_log, NULL, 0, 1},
            {"log1p (libm)", log1p, NULL, -1, 0},
            {"same_log1p", same_log1p, NULL, -1, 0},
            {"exp (libm)", exp, NULL, -10, 1},
            {"same_exp", same_exp, NULL, -10, 1},
            {"same_exps", NULL, same_exps, -10, 1},
            {"exp, fused", fused_exp, NULL, -10, 1},
            {"exp, fma()", called_exp, NULL, -10, 1},
            {"expm1 (libm)", expm1, NULL, -3, 0},
            {"same_expm1", same_expm1, NULL, -3, 0},
            {"pow (libm)", pow_1_7, NULL, 0, 1000},
            {"same_pow", same_pow_1_7, NULL, 0, 1000},
            {"sin (libm)", libm_turns, NULL, 0, 10},
            {"same_sine", same_sine_of_turns, NULL, 0, 10},
            {"erfc (libm)", erfc, NULL, -3, 3},
            {"same_erfc", same_erfc, NULL, -3, 3}};
  enum { COUNT = sizeof of / sizeof *of };
  double least[COUNT], x[MANY];
  for (int turn = 0; turn < 200; turn++)
    for (int i = 0; i < COUNT; i++) {
      seed = 7;
      for (int j = 0; j < MANY; j++) x[j] = uniform(of[i].low, of[i].high);
      const double took = pass(of[i].f, of[i].all, x);
      if (turn == 0 || took < least[i]) least[i] = took;
    }
  for (int i = 0; i < COUNT; i++) printf("%-14s %.2f ns\n", of[i].name, 1e9 * least[i] / MANY);
}

int main(int argc, char **argv)
{
  if (argc >= 2 && strcmp(argv[1], "speed") == 0) all_speeds();
  if (argc >= 3 && strcmp(argv[1], "errors") == 0) all_errors(argc, argv);
  if (argc >= 3 && strcmp(argv[1], "monotone") == 0) all_monotone(atof(argv[2]));
  return 0;
}
