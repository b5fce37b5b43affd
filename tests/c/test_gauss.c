/* Gauss's rule of 16 points integrates powers up to the 31st, and its table of integrals those from each
 * node on up to the 15th, as far as doubles go. */
#include "../../src/policies/sampling/gauss.h"
#include "describe.h"
#include <math.h>

static double power(double x, int n)
{
  double value = 1;
  for (int i = 0; i < n; i++) value *= x;
  return value;
}

int main(void)
{
  for (int n = 0; n < 2 * PANEL; n++) {
    double sum = 0;
    for (int i = 0; i < PANEL; i++) sum += gauss_weight[i] * power(gauss_node[i], n);
    CLAIM(fabs(sum - (n % 2 ? 0 : 2.0 / (n + 1))) < 1e-15);
  }
  for (int n = 0; n < PANEL; n++)
    for (int i = 0; i < PANEL; i++) {
      double sum = 0;
      for (int j = 0; j < PANEL; j++) sum += gauss_integral[j][i] * power(gauss_node[j], n);
      CLAIM(fabs(sum - (1 - power(gauss_node[i], n + 1)) / (n + 1)) < 1e-15);
    }
  printf("all claims hold\n");
  return 0;
}
