#include "contest.h"

static double mean_at(const policy *p, int arm)
{
  const contestant *a = contestant_at(p, arm);
  if (!a->past || a->latest == 0) return tally_mean(&a->sample.tally);
  return past_between(a->past, a->past->count - a->latest, a->past->count).plain / (double)a->latest;
}

bool contest_better(const policy *p, int arm, int other)
{
  return contestant_at(p, arm)->tie < contestant_at(p, other)->tie;
}

static bool plays_less(const policy *p, const view *v, int arm, int other)
{
  const int64_t n = contestant_at(p, arm)->sample.plays, m = contestant_at(p, other)->sample.plays;
  return n != m ? n < m : v->number[arm] < v->number[other];
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
    if (c.best < 0 || mean > greatest || (mean == greatest && contest_better(p, arm, c.best)))
      c.best = arm, greatest = mean;
    if (c.worst < 0 || mean < smallest || (mean == smallest && contest_better(p, c.worst, arm)))
      c.worst = arm, smallest = mean;
    if (v->is_live[arm] && (c.next < 0 || plays_less(p, v, arm, c.next))) c.next = arm;
  }
  return c;
}

/* A contest has no waiting: an action is an arm. */
int contest_choice(const policy *p, const view *v, const contest *c)
{
  if (c->next >= 0) return c->next;
  int best = v->live[0];
  for (int i = 1; i < v->live_count; i++) {
    const int arm = v->live[i];
    const double mean = mean_at(p, arm), greatest = mean_at(p, best);
    if (mean > greatest || (mean == greatest && contest_better(p, arm, best))) best = arm;
  }
  return best;
}

void contest_open(policy *p, const view *v)
{
  for (int i = 0; i < v->live_count; i++) contest_entered(p, v, v->live[i]);
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
  contestant_at(p, arm)->here = true;
  tie_draw(&contestant_at(p, arm)->tie, v);
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
