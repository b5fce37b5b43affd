/* The elementary functions give the bits that are written down in elementary_results.h, on whatever
 * machine; they are exact where the truth is a number, never decrease where they must not, and many at
 * a time are the same as one by one. (How near to the truth they are is measured by bench/elementary.sh.)
 *
 * `test_elementary print` prints the results for the header. */
#include "../../src/base/elementary.h"
#include "../../src/base/digits.h"
#include "../../src/base/hash.h"
#include "describe.h"
#include <errno.h>
#include <string.h>

static uint64_t state;

static uint64_t next_bits(void)
{
  uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static double between(double low, double high)
{
  return low + (high - low) * ((double)(next_bits() >> 11) * 0x1p-53);
}

/* Of either sign, each power of two as often as the next. */
static double any_size(void)
{
  double x;
  do x = number_of_bits(next_bits());
  while (!isfinite(x));
  return x;
}

/* --- results that are written down --------------------------------------------- */

typedef struct subject {
  const char *name;
  double (*f)(double);
  double low, high; /* where every other argument lies; the others have any size */
} subject;

static double power_near(double x) { return same_pow(fabs(x), 1.7 - x / 64); }
static double power_of_ten(double x) { return same_pow(10, x); }

static const subject subjects[] = {
    {"log", same_log, 0, 3},
    {"log1p", same_log1p, -1, 1},
    {"exp", same_exp, -30, 30},
    {"expm1", same_expm1, -2, 2},
    {"pow near", power_near, 0, 20},
    {"pow of ten", power_of_ten, -310, 308},
    {"sine of turns", same_sine_of_turns, -2, 2},
    {"arctan", same_arctan, -3, 3},
    {"cube root", same_cube_root, -30, 30},
    {"gamma", same_gamma, 1, 60},
    {"erfc", same_erfc, -3, 27},
};

enum { SUBJECTS = sizeof subjects / sizeof *subjects, EACH = 30, MORE = 100000 };

static double any_argument(const subject *s, int i) { return i % 2 ? any_size() : between(s->low, s->high); }

typedef struct known {
  double x, result;
} known;

#include "elementary_results.h"

static bool same_bits(double a, double b) { return bits_of_number(a) == bits_of_number(b); }

/* Of many arguments more. */
static uint64_t hash_of_more(const subject *s)
{
  hash_stream h = {0};
  state = 3;
  for (int i = 0; i < MORE; i++) hash_word(&h, bits_of_number(s->f(any_argument(s, i))));
  return hash_end(&h).half[0];
}

static void are_as_written(void)
{
  for (int i = 0; i < SUBJECTS; i++) {
    for (int j = 0; j < EACH; j++) {
      const known k = results[i][j];
      if (same_bits(subjects[i].f(k.x), k.result)) continue;
      fprintf(stderr, "%s of %a is %a, not %a\n", subjects[i].name, k.x, subjects[i].f(k.x), k.result);
      exit(1);
    }
    if (hash_of_more(&subjects[i]) != hashes[i]) fprintf(stderr, "%s: other bits\n", subjects[i].name);
    CLAIM(hash_of_more(&subjects[i]) == hashes[i]);
  }
}

static void print_results(void)
{
  printf("/* Arguments and results, and a hash of %d more: printed by test_elementary. */\n", MORE);
  printf("/* clang-format off */\n");
  printf("static const known results[%d][%d] = {\n", SUBJECTS, EACH);
  for (int i = 0; i < SUBJECTS; i++) {
    printf("    {/* %s */\n", subjects[i].name);
    for (int j = 0; j < EACH;) {
      const double x = j % 6 ? between(subjects[i].low, subjects[i].high) : fabs(any_size());
      const double y = subjects[i].f(x);
      if (isfinite(y) && fabs(y) > 0) printf("     {%a, %a}%s\n", x, y, ++j < EACH ? "," : "},");
    }
  }
  printf("};\n\nstatic const uint64_t hashes[%d] = {\n", SUBJECTS);
  for (int i = 0; i < SUBJECTS; i++)
    printf("    UINT64_C(0x%016llx),\n", (unsigned long long)hash_of_more(&subjects[i]));
  printf("};\n/* clang-format on */\n");
}

/* --- ends, and where the truth is a number ------------------------------------------ */

static void ends_are_as_c_says(void)
{
  const double inf = INFINITY;
  errno = 0;
  CLAIM(same_log(0) == -inf && same_log(-0.0) == -inf && same_log(inf) == inf);
  CLAIM(isnan(same_log(-1)) && isnan(same_log(-inf)) && isnan(same_log(NAN)) && isnan(same_log(-0x1p-1074)));
  CLAIM(same_log1p(-1) == -inf && same_log1p(inf) == inf && isnan(same_log1p(-1.5)) &&
        isnan(same_log1p(NAN)));
  CLAIM(isnan(same_log1p(-inf)) && same_bits(same_log1p(-0.0), -0.0) && same_bits(same_log1p(0), 0));
  CLAIM(same_exp(-inf) == 0 && same_exp(inf) == inf && isnan(same_exp(NAN)) && same_exp(-746) == 0);
  CLAIM(same_exp(0x1.62e42fefa39efp+9) < inf && same_exp(0x1.62e42fefa39f0p+9) == inf); /* 1024 ln 2 */
  CLAIM(same_exp(-0x1.74385446d71c3p+9) == 0x1p-1074 && same_exp(-0x1.74910d52d3053p+9) == 0);
  CLAIM(same_exp(1e300) == inf && same_exp(-1e300) == 0);
  CLAIM(same_expm1(-inf) == -1 && same_expm1(inf) == inf && isnan(same_expm1(NAN)));
  CLAIM(same_bits(same_expm1(-0.0), -0.0) && same_expm1(-1e300) == -1 && same_expm1(710) == inf);
  CLAIM(isnan(same_sine_of_turns(inf)) && isnan(same_sine_of_turns(NAN)) &&
        same_bits(same_sine_of_turns(0), 0));
  CLAIM(same_arctan(inf) == 0x1.921fb54442d18p+0 && same_arctan(-inf) == -same_arctan(inf) &&
        isnan(same_arctan(NAN)));
  CLAIM(same_cube_root(-inf) == -inf && isnan(same_cube_root(NAN)) && same_bits(same_cube_root(-0.0), -0.0));
  CLAIM(same_gamma(172) == inf && isnan(same_gamma(0.5)) && isnan(same_gamma(NAN)) && same_gamma(171) < inf);
  CLAIM(same_erfc(-inf) == 2 && same_erfc(inf) == 0 && same_erfc(0) == 1 && isnan(same_erfc(NAN)));
  CLAIM(errno == 0);
}

/* All the way to where there is nothing, and to infinity. */
static void ends_are_reached(void)
{
  for (double x = 700; x < 1000; x += 1.0 / 16) {
    CLAIM(same_exp(x + 1.0 / 16) >= same_exp(x) && (same_exp(x) == INFINITY) == (x > 709.7827));
    CLAIM(same_exp(-x - 1.0 / 16) <= same_exp(-x) && (same_exp(-x) == 0) == (x > 745.1332));
    CLAIM(same_pow(0x1p-500, x / 300) >= same_pow(0x1p-500, (x + 1) / 300));
    CLAIM(same_pow(0x1p500, x / 300) <= same_pow(0x1p500, (x + 1) / 300));
  }
}

/* The numbers that C says something special of, among others: the results are those of the C
 * library's, whose last bits may differ (those of Windows by three units) but whose ends may not. */
static void powers_at_ends(void)
{
  const double ends[] = {0.0,        -0.0,      1,          -1,    INFINITY, -INFINITY, NAN,
                         2,          -2,        3,          -3,    0.5,      -0.5,      0.75,
                         -0.75,      0x1p-1074, -0x1p-1074, 1e308, -1e308,   0x1p53,    -0x1p53,
                         0x1p53 - 1, 1e300,     1e-300,     2.5};
  enum { COUNT = sizeof ends / sizeof *ends };
  for (int i = 0; i < COUNT; i++)
    for (int j = 0; j < COUNT; j++) {
      const double ours = same_pow(ends[i], ends[j]), theirs = pow(ends[i], ends[j]);
      const bool agree =
          isnan(theirs) ? isnan(ours)
          : theirs == 0 || isinf(theirs)
              ? same_bits(ours, theirs)
              : fabs(ours - theirs) <= 2e-15 * fabs(theirs) + 0x1p-1074 && signbit(ours) == signbit(theirs);
      if (!agree) fprintf(stderr, "pow(%a, %a) is %a, not %a\n", ends[i], ends[j], ours, theirs);
      CLAIM(agree);
    }
}

/* Powers of whole numbers as long as they have no more than 53 digits, and their roots. */
static void whole_powers_are_exact(void)
{
  for (int base = 2; base < 3000; base++) {
    double power = 1;
    for (int n = 0; power <= 0x1p53; n++, power *= base) {
      CLAIM(same_pow(base, n) == power);
      CLAIM(same_pow(-base, n) == (n % 2 ? -power : power));
      CLAIM(n > 3 || same_pow(power, 0.5) == sqrt(power));
      CLAIM(n != 4 || same_pow(power, 0.25) == base);
      CLAIM(n != 3 || (same_cube_root(power) == base && same_cube_root(-power) == -base));
    }
  }
}

static void powers_of_two_are_exact(void)
{
  for (int n = -1074; n < 1024; n++) {
    CLAIM(same_pow(2, n) == ldexp(1, n));
    CLAIM(n % 2 || same_pow(4, n / 2.0) == ldexp(1, n));
    CLAIM(n % 3 || same_cube_root(ldexp(1, n)) == ldexp(1, n / 3));
  }
}

static void truths_that_are_numbers(void)
{
  CLAIM(same_bits(same_log(1), 0) && same_exp(0) == 1 && same_exp(-0.0) == 1 && same_pow(7, 0) == 1);
  for (double k = 0; k < 40; k++) {
    CLAIM(same_sine_of_turns(k + 0.25) == 1 && same_sine_of_turns(-k - 0.25) == -1);
    CLAIM(same_sine_of_turns(k) == 0 && same_sine_of_turns(k + 0.5) == 0);
  }
  double factorial = 1;
  for (int n = 1; n <= 22; factorial *= n++) CLAIM(same_gamma(n) == factorial);
  state = 5;
  for (int i = 0; i < 10000; i++) {
    const double x = fabs(any_size()), y = between(1, 1e6);
    CLAIM(same_pow(x, 1) == x && same_pow(y, 2) == y * y && same_pow(y, -1) == 1 / y &&
          same_pow(x, 0.5) == sqrt(x));
    CLAIM(same_sine_of_turns(-y) == -same_sine_of_turns(y) && same_arctan(-x) == -same_arctan(x));
  }
}

/* --- never decreasing --------------------------------------------------------------- */

static bool rises(double (*f)(double), double from, int count)
{
  double x = from, last = f(from);
  for (int i = 0; i < count; i++) {
    x = nextafter(x, INFINITY);
    const double next = f(x);
    if (next < last) return false;
    last = next;
  }
  return true;
}

/* Neighbours around places of every size, and where one row of a table ends and the next begins. */
static void never_decrease(void)
{
  state = 8;
  for (int i = 0; i < 400; i++) {
    const double x = fabs(any_size()), small = between(-1, 1), large = between(-700, 700);
    CLAIM(rises(same_log, x, 200) && rises(same_log, 1 + small / 8, 400));
    CLAIM(rises(same_log1p, small, 400) && rises(same_log1p, x, 200));
    CLAIM(rises(same_exp, large, 400) && rises(same_exp, small, 400));
    CLAIM(rises(same_expm1, small, 400) && rises(same_expm1, large / 10, 400));
    CLAIM(rises(same_log1p, -x < -1 ? -1 / x : -x, 200) && rises(same_expm1, -x < -700 ? -1 / x : -x, 200));
  }
  for (int i = 0; i < 512; i++) {
    const uint64_t start = bits_of_number(0.5) + ((uint64_t)i << 44);
    CLAIM(rises(same_log, number_of_bits(start - 20), 40));
    CLAIM(rises(same_exp, ((double)i - 255.5) * 0x1.62e42fefa39efp-8 * (1 - 0x1p-49), 60));
  }
  CLAIM(rises(same_log1p, -0x1p-28, 100) && rises(same_log1p, nextafter(0x1p-28, 0), 100));
  CLAIM(rises(same_expm1, nextafter(0.25, 0), 100) && rises(same_expm1, nextafter(-0.25, -1), 100));
}

/* --- many at a time ------------------------------------------------------------------ */

static void many_are_as_one_by_one(void)
{
  enum { COUNT = 4003 };
  static double x[COUNT], exps[COUNT], logs[COUNT], log1ps[COUNT];
  const double ends[] = {0, -0.0, -1, INFINITY, -INFINITY, NAN, 0x1p-1074, 1e300, 701, -701, 720, -760};
  for (int round = 0; round < 8; round++) {
    state = (uint64_t)round;
    for (int i = 0; i < COUNT; i++) {
      x[i] = round % 2 ? between(-1, 4) : any_size();
      if (round > 3 && i % 29 == 0) x[i] = ends[next_bits() % 12];
      exps[i] = logs[i] = log1ps[i] = x[i];
    }
    const int count = COUNT - round;
    same_exps(exps, count);
    same_logs(logs, count);
    same_log1ps(log1ps, count);
    for (int i = 0; i < COUNT; i++) CLAIM(same_bits(exps[i], i < count ? same_exp(x[i]) : x[i]));
    for (int i = 0; i < COUNT; i++) CLAIM(same_bits(logs[i], i < count ? same_log(x[i]) : x[i]));
    for (int i = 0; i < COUNT; i++) CLAIM(same_bits(log1ps[i], i < count ? same_log1p(x[i]) : x[i]));
  }
}

int main(int argc, char **argv)
{
  if (argc > 1 && strcmp(argv[1], "print") == 0) {
    print_results();
    return 0;
  }
  ends_are_as_c_says();
  ends_are_reached();
  powers_at_ends();
  truths_that_are_numbers();
  whole_powers_are_exact();
  powers_of_two_are_exact();
  are_as_written();
  never_decrease();
  many_are_as_one_by_one();
  return 0;
}
