#include "cholesky.h"
#include <math.h>

void cholesky_identity(double *l, int d)
{
  for (int j = 0; j < d; j++) {
    *l++ = 1;
    for (int i = j + 1; i < d; i++) *l++ = 0;
  }
}

void cholesky_add(double *l, int d, double *x)
{
  for (int j = 0; j < d; j++) {
    const int below = d - j - 1;
    double *column = l + 1, *rest = x + j + 1;
    const double diagonal = hypot(*l, x[j]);
    const double c = diagonal / *l, s = x[j] / *l;
    *l = diagonal;
    for (int i = 0; i < below; i++) {
      column[i] = (column[i] + s * rest[i]) / c;
      rest[i] = c * rest[i] - s * column[i];
    }
    l += below + 1;
  }
}

void cholesky_forward(const double *l, int d, double *x)
{
  for (int j = 0; j < d; j++) {
    const int below = d - j - 1;
    const double *column = l + 1;
    double *rest = x + j + 1;
    const double value = x[j] /= *l;
    for (int i = 0; i < below; i++) rest[i] -= value * column[i];
    l += below + 1;
  }
}

void cholesky_backward(const double *l, int d, double *x)
{
  l += cholesky_size(d);
  for (int j = d - 1; j >= 0; j--) {
    const int below = d - j - 1;
    l -= below + 1;
    double sum = x[j];
    for (int i = 0; i < below; i++) sum -= l[i + 1] * x[j + 1 + i];
    x[j] = sum / *l;
  }
}
