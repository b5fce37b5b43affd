#include "contest.h"

static double mean_at(const policy *p, int arm) { return tally_mean(&contestant_at(p, arm)->sample.tally); }

/* A contest has no waiting: an action is an arm. */
static bool comes_first(const view *v, int arm, int other) { return v->number[arm] < v->number[other]; }

static bool plays_less(const policy *p, const view *v, int arm, int other)
{
  const int64_t n = contestant_at(p, arm)->sample.plays, m = contestant_at(p, other)->sample.plays;
  return n != m ? n < m : comes_first(v, arm, other);
}

contest contest_now(const policy *p, const view *v)
{
  contest c = {.best = -1, .worst = -1, .next = -1, .least = FOREVER, .all_seen = true};
  double greatest = 0, smallest = 0;
  for (int arm = 0; arm < v->arms; arm++) {
    const contestant *a = contestant_at(p, arm);
    if (!is_in(a)) continue;
    c.left++;
    if (a->sample.plays < c.least) c.least = a->sample.plays;
    if (a->sample.tally.pulls == 0) c.all_seen = false;
    const double mean = mean_at(p, arm);
    if (c.best < 0 || mean > greatest || (mean == greatest && comes_first(v, arm, c.best)))
      c.best = arm, greatest = mean;
    if (c.worst < 0 || mean < smallest || (mean == smallest && comes_first(v, c.worst, arm)))
      c.worst = arm, smallest = mean;
    if (v->is_live[arm] && (c.next < 0 || plays_less(p, v, arm, c.next))) c.next = arm;
  }
  return c;
}

void contest_open(const policy *p, const view *v)
{
  for (int i = 0; i < v->live_count; i++) contestant_at(p, v->live[i])->here = true;
}

void contest_played(policy *p, const view *v, const outcome *o)
{
  (void)v;
  contestant_at(p, o->arm)->sample.plays++;
}

void contest_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tally_add(&contestant_at(p, o->arm)->sample.tally, o->observed);
}

void contest_entered(policy *p, const view *v, int arm)
{
  (void)v;
  contestant_at(p, arm)->here = true;
}

void contest_left(policy *p, const view *v, int arm)
{
  if (!v->away) contestant_at(p, arm)->here = false;
}

int contest_recommend(const policy *p, const view *v)
{
  const int best = contest_now(p, v).best;
  return best >= 0 && contestant_at(p, best)->sample.tally.pulls > 0 ? best : -1;
}

void contest_stretch(policy *p, const view *v, int action, stretch *s)
{
  const contest c = contest_now(p, v);
  if (c.left != 1 || c.next != action) return;
  s->plays = FOREVER;
  s->total = contestant_at(p, action)->sample.tally.total;
}

void contest_observe_run(policy *p, const view *v, const run *r)
{
  (void)v;
  sample *a = &contestant_at(p, r->arm)->sample;
  a->plays += r->plays;
  a->tally.pulls += r->plays;
  a->tally.total = r->total;
}
