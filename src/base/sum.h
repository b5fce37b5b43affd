/* A sum of very many numbers that does not lose what is small beside it:
 * rewards of 0.1 still add up after 1e12 rounds. Numbers are added up in
 * groups of SUM_GROUP, plainly; the groups are added with what rounding took
 * away carried along (Kahan). The result depends on the numbers and their
 * order alone, not on how many are added at a time. */
#ifndef UNRULY_SUM_H
#define UNRULY_SUM_H

enum { SUM_GROUP = 64 };

typedef struct long_sum {
  double whole, excess; /* of the groups that are full */
  double open;          /* of the group that is not */
  int count;            /* numbers in it */
} long_sum;

static inline void sum_add_group(long_sum *s, double group)
{
  const double corrected = group - s->excess;
  const double sum = s->whole + corrected;
  s->excess = (sum - s->whole) - corrected;
  s->whole = sum;
}

static inline void sum_add(long_sum *s, double x)
{
  s->open += x;
  if (++s->count < SUM_GROUP) return;
  sum_add_group(s, s->open);
  s->open = 0;
  s->count = 0;
}

static inline double sum_value(const long_sum *s) { return s->whole + s->open; }

#endif
