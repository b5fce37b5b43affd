#include "splits.h"
#include "../classical/divergence.h"
#include "../../base/elementary.h"
#include <math.h>
#include <string.h>

/* --- memory ------------------------------------------------------------------------- */

enum { LEAST_ROOM = 16 };

/* Twice the room; what was there before is the arena's. */
static void *more_room(const void *old, int64_t count, int64_t *room, arena *memory)
{
  const int64_t wanted = *room ? 2 * *room : LEAST_ROOM;
  void *more = arena_zeroed(memory, (size_t)wanted, 8);
  if (!more) return NULL;
  if (count) memcpy(more, old, (size_t)count * 8);
  *room = wanted;
  return more;
}

void splits_forget(splits *s) { s->count = s->upper.count = s->lower.count = 0; }

/* --- the hull ----------------------------------------------------------------------- */

/* Returns how far the point b lies above the line from a to c, times its length to the right. */
static double above_chord(const splits *s, int64_t a, int64_t b, int64_t c)
{
  return (s->sum[b] - s->sum[a]) * (double)(c - a) - (s->sum[c] - s->sum[a]) * (double)(b - a);
}

/* The last point is on the hull; those before that are now inside it, or on its edge,
 * are not. `side` is 1 for the upper one, -1 for the lower. */
static bool hull_add(hull *h, const splits *s, double side, arena *memory)
{
  const int64_t last = s->count - 1;
  while (h->count > 1 && side * above_chord(s, h->at[h->count - 2], h->at[h->count - 1], last) <= 0)
    h->count--;
  if (h->count == h->room) {
    int64_t *more = more_room(h->at, h->count, &h->room, memory);
    if (!more) return false;
    h->at = more;
  }
  h->at[h->count++] = last;
  return true;
}

bool splits_add(splits *s, double sum, arena *memory)
{
  if (s->count == s->room) {
    double *more = more_room(s->sum, s->count, &s->room, memory);
    if (!more) return false;
    s->sum = more;
  }
  s->sum[s->count++] = sum;
  return hull_add(&s->upper, s, 1, memory) && hull_add(&s->lower, s, -1, memory);
}

/* --- the ratio ------------------------------------------------------------------------ */

typedef struct question {
  const splits *splits;
  const split_test *test;
  double n, total, mean, threshold;
  double slack; /* more than rounding may do to a ratio */
  double scale; /* z(s) <= scale (S_s - s m)^2 n / (s (n - s)) */
} question;

/* 0 < q < 1 */
static double divergence(double p, double q, bool gaussian)
{
  if (gaussian) return 2 * (p - q) * (p - q);
  if (p <= 0) return -same_log1p(-q);
  return p < 1 ? bernoulli_rise(p, q - p) : -same_log(q);
}

static double ratio_at(const question *q, int64_t i)
{
  const double s = (double)((i + 1) * q->test->every), rest = q->n - s, sum = q->splits->sum[i];
  return s * divergence(sum / s, q->mean, q->test->gaussian) +
         rest * divergence((q->total - sum) / rest, q->mean, q->test->gaussian);
}

static bool some_split_exceeds(const question *q)
{
  for (int64_t i = 0; i < q->splits->count; i++)
    if (ratio_at(q, i) > q->threshold) return true;
  return false;
}

static bool is_far_below(const question *q, int64_t i)
{
  const double s = (double)((i + 1) * q->test->every), away = q->splits->sum[i] - s * q->mean;
  return q->scale * away * away * q->n < (q->threshold - q->slack) * s * (q->n - s);
}

enum { BELOW, IN_DOUBT, ABOVE };

static int hull_exceeds(const question *q, const hull *h)
{
  int answer = BELOW;
  for (int64_t i = 0; i < h->count; i++) {
    if (is_far_below(q, h->at[i])) continue;
    const double ratio = ratio_at(q, h->at[i]);
    if (ratio > q->threshold) return ABOVE;
    if (!(ratio < q->threshold - q->slack)) answer = IN_DOUBT;
  }
  return answer;
}

bool splits_show_change(const splits *s, const split_test *t, int64_t n, double total, double threshold)
{
  const double terms = (double)n, mean = total / terms;
  if (!(mean > 0 && mean < 1)) return false; /* all the same */
  const question q = {.splits = s,
                      .test = t,
                      .n = terms,
                      .total = total,
                      .mean = mean,
                      .threshold = threshold,
                      .slack = margin_of(terms + fabs(threshold)),
                      .scale = t->gaussian ? 2 : 1 / (mean * (1 - mean))};
  if (t->plain) return some_split_exceeds(&q);
  const int upper = hull_exceeds(&q, &s->upper), lower = upper == ABOVE ? ABOVE : hull_exceeds(&q, &s->lower);
  if (upper == ABOVE || lower == ABOVE) return true;
  return (upper == IN_DOUBT || lower == IN_DOUBT) && some_split_exceeds(&q);
}
