/* Writes src/policies/sampling/gauss.h: Gauss's rule of 16 points with what it integrates to each node.
 *
 *   cc -O2 -ffp-contract=off bench/gauss.c src/base/trigonometric.c -o gauss -lm && ./gauss > src/policies/sampling/gauss.h */
#include "../src/base/elementary.h"
#include <stdio.h>

enum { N = 16 };

static double node[N], weight[N], integral[N][N];

/* Legendre's polynomials of degrees 0 to n at x. */
static void legendre(double x, int n, double *value)
{
  value[0] = 1;
  value[1] = x;
  for (int i = 1; i < n; i++) value[i + 1] = ((2 * i + 1) * x * value[i] - i * value[i - 1]) / (i + 1);
}

static void find_nodes(void)
{
  double value[N + 2];
  for (int i = 0; i < N; i++) {
    double x = -same_sine_of_turns(0.25 + (i + 0.75) / (2 * N + 1)), slope = 1;
    for (int step = 0; step < 8; step++) { /* Newton's, from very near */
      legendre(x, N, value);
      slope = N * (x * value[N] - value[N - 1]) / (x * x - 1);
      x -= value[N] / slope;
    }
    node[i] = x;
    weight[i] = 2 / ((1 - x * x) * slope * slope);
  }
}

/* The polynomial that is 1 at node j and 0 at the others is w_j sum (n + 1/2) P_n(x_j) P_n, and the
 * integral of P_n from x to 1 is (P_{n-1}(x) - P_{n+1}(x)) / (2 n + 1). */
static void find_integrals(void)
{
  double at[N][N + 2];
  for (int i = 0; i < N; i++) legendre(node[i], N, at[i]);
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) {
      double sum = (1 - node[i]) / 2;
      for (int n = 1; n < N; n++) sum += at[j][n] * (at[i][n - 1] - at[i][n + 1]) / 2;
      integral[j][i] = weight[j] * sum;
    }
}

static void print(const char *name, const double *x, int count)
{
  printf("static const double %s = {\n", name);
  for (int i = 0; i < count; i++)
    printf("%s%a,%s", i % 4 == 0 ? "    " : " ", x[i], i % 4 == 3 ? "\n" : "");
  printf("};\n");
}

int main(void)
{
  find_nodes();
  find_integrals();
  puts("/* Gauss's rule of 16 points on [-1, 1], written by bench/gauss.c: its nodes and weights, and by nodes j and i\n"
       " * the integral, from node i to 1, of the polynomial that is 1 at node j and 0 at the others. */\n"
       "#ifndef UNRULY_GAUSS_H\n#define UNRULY_GAUSS_H\n\nenum { PANEL = 16 };\n\n/* clang-format off */\n");
  print("gauss_node[PANEL]", node, N);
  print("gauss_weight[PANEL]", weight, N);
  printf("static const double gauss_integral[PANEL][PANEL] = {\n");
  for (int j = 0; j < N; j++) {
    printf("  {\n");
    for (int i = 0; i < N; i++) printf("%s%a,%s", i % 4 == 0 ? "    " : " ", integral[j][i], i % 4 == 3 ? "\n" : "");
    printf("  },\n");
  }
  puts("};\n\n/* clang-format on */\n\n#endif");
  return 0;
}
