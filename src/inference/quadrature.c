#include "quadrature.h"
#include "../base/exact.h"
#include <math.h>

static const double legendre_at[PANEL_NODES / 2] = {0.18343464249564980, 0.52553240991632899,
                                                    0.79666647741362674, 0.96028985649753623};
static const double legendre_weight[PANEL_NODES / 2] = {0.36268378337836198, 0.31370664587788729,
                                                        0.22238103445337447, 0.10122853629037626};

size_t panels_of(piece p, double width)
{
  return p.high > p.low ? (size_t)ceil((p.high - p.low) / width) : 0;
}

size_t place_panels(piece p, double width, double *at, double *weight)
{
  const size_t panels = panels_of(p, width);
  const double half = panels ? (p.high - p.low) / (2 * (double)panels) : 0;
  for (size_t i = 0; i < panels; i++) {
    const double middle = p.low + half * (double)(2 * i + 1);
    for (int k = 0; k < PANEL_NODES / 2; k++) {
      const size_t below = PANEL_NODES * i + (size_t)(PANEL_NODES / 2 - 1 - k),
                   above = PANEL_NODES * i + (size_t)(PANEL_NODES / 2 + k);
      at[below] = middle - half * legendre_at[k];
      at[above] = middle + half * legendre_at[k];
      weight[below] = weight[above] = half * legendre_weight[k];
    }
  }
  return PANEL_NODES * panels;
}

/* Evaluates the orthonormal polynomials up to this degree at x: the last one, and the sum of squares of those
 * before. */
static double hermite(int degree, double x, double *squares)
{
  double before = 0, now = 1;
  *squares = 0;
  for (int i = 0; i < degree; i++) {
    *squares += now * now;
    const double next = (x * now - sqrt(i) * before) / sqrt(i + 1);
    before = now;
    now = next;
  }
  return now;
}

/* The root between two numbers at which the polynomial has different signs, or none. */
static double hermite_root(int degree, double low, double high)
{
  double squares;
  const bool rises = hermite(degree, high, &squares) > 0;
  for (int i = 0; i < 70; i++) {
    const double middle = low + (high - low) / 2;
    if ((hermite(degree, middle, &squares) > 0) == rises) high = middle;
    else low = middle;
  }
  return low + (high - low) / 2;
}

/* The roots of a degree lie between those of the degree below. */
void hermite_rule(int size, double *at, double *weight)
{
  double before[MOST_HERMITE + 1];
  for (int degree = 1; degree <= size; degree++) {
    const double end = 2 * sqrt(degree) + 1;
    for (int i = 0; i < degree - 1; i++) before[i] = at[i];
    for (int i = 0; i < degree; i++)
      at[i] = hermite_root(degree, i ? before[i - 1] : -end, i < degree - 1 ? before[i] : end);
  }
  for (int i = 0; i < size; i++) {
    double squares;
    hermite(size, at[i], &squares);
    weight[i] = 1 / squares;
  }
}
