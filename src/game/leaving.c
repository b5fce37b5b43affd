/* Arms that rules take out of a game at the end of a round, all at once: those that graduate, and those that
 * are dropped. The control, or without one the leader, stays. An arm that has left is gone for the policy,
 * for the rules and for the statistics of later rounds. When nobody is left to compare with, the game is
 * over. */
#include "state.h"
#include "../model/control.h"
#include <math.h>

/* --- who is to leave ----------------------------------------------------------------- */

static bool may_leave(const game *g, int arm, int stays)
{
  const stopping *s = g->stopping;
  return arm != stays && s->there[arm] && s->shown[arm] > 0 && g->roster.is_live[arm];
}

static void judge_by(game *g, int rule, int stays, exit_cause cause)
{
  stopping *s = g->stopping;
  for (int arm = 0; arm < s->seen.arms; arm++) {
    if (s->verdict[arm] || !may_leave(g, arm, stays)) continue;
    const int by = stopping_takes(s, rule, arm);
    if (by < 0) continue;
    s->verdict[arm] = (unsigned char)cause;
    s->taken_by[arm] = by - rule;
  }
}

/* False if no rule is due. */
static bool judge(game *g)
{
  stopping *s = g->stopping;
  const stopping_plan *p = s->plan;
  const int graduate = p->count, drop = p->count + p->graduating;
  const bool graduates = p->graduating && stopping_is_due(s, graduate),
             drops = p->dropping && stopping_is_due(s, drop);
  if (!graduates && !drops) return false;
  const int control = control_place(&s->control, &s->seen);
  const int stays = is_controlled(&s->control) ? control : s->seen.leader;
  for (int arm = 0; arm < s->seen.arms; arm++) s->verdict[arm] = 0;
  if (graduates) judge_by(g, graduate, stays, EXIT_GRADUATED);
  if (drops) judge_by(g, drop, stays, EXIT_DROPPED);
  return true;
}

/* --- the end ------------------------------------------------------------------------- */

static const ending goes_on = {-1, -1};

static bool has_graduated(const stopping *s, int arm)
{
  return s->out[arm] == EXIT_GRADUATED || s->verdict[arm] == EXIT_GRADUATED;
}

static bool anybody_has_left(const stopping *s)
{
  bool some = s->taken > 0;
  for (int arm = 0; arm < s->seen.arms; arm++) some = some || s->verdict[arm];
  return some;
}

/* The only one that is left but for the control; -1: there is none, -2: there are several. */
static int last_rival(const stopping *s, int control)
{
  int last = -1;
  for (int arm = 0; arm < s->seen.arms; arm++) {
    if (arm == control || !s->there[arm] || s->verdict[arm]) continue;
    if (last >= 0) return -2;
    last = arm;
  }
  return last;
}

static int best_graduate(game *g)
{
  int best = -1;
  for (int arm = 0; arm < g->stopping->seen.arms; arm++)
    if (g->arm[arm].present && has_graduated(g->stopping, arm)) best = naming_better(g, arm, best);
  return best;
}

/* As things stand once those leave that are to. */
static ending ending_now(game *g)
{
  enum { LAST, GRADUATED, DROPPED };
  stopping *s = g->stopping;
  const int first = 2 * s->plan->count;
  if (s->seen.more_to_come || !anybody_has_left(s)) return goes_on;
  const int control = control_place(&s->control, &s->seen);
  const int rival = last_rival(s, control);
  if (!is_controlled(&s->control)) return rival < -1 ? goes_on : (ending){first + LAST, rival};
  if (rival != -1) return goes_on;
  const int graduate = best_graduate(g);
  return graduate < 0 ? (ending){first + DROPPED, control} : (ending){first + GRADUATED, graduate};
}

ending leaving_would_end(game *g)
{
  return takes_arms_out(g->stopping) && judge(g) ? ending_now(g) : goes_on;
}

/* --- leaving --------------------------------------------------------------------------- */

static void take_out(game *g, int arm, int64_t round)
{
  stopping *s = g->stopping;
  s->taken++;
  s->last_left = round;
  s->out[arm] = s->verdict[arm];
  game_arm_leaves(g, arm, round, (exit_cause)s->verdict[arm]);
  stopping_count(g, arm);
}

/* Arms leave before the next round, as those that traits let go. */
static void take_all_out(game *g, int64_t round)
{
  const stopping *s = g->stopping;
  const int64_t now = g->round;
  game_begin_round(g, round + 1);
  game_hold(g);
  for (int arm = 0; arm < s->seen.arms; arm++)
    if (s->verdict[arm]) take_out(g, arm, round);
  game_settle(g);
  game_begin_round(g, now);
}

static ending leave_at_end(game *g, int64_t round)
{
  if (!takes_arms_out(g->stopping) || !judge(g)) return goes_on;
  const ending found = ending_now(g);
  take_all_out(g, round);
  return found;
}

static bool stop_with(game *g, int64_t round, int why, int named)
{
  stopping *s = g->stopping;
  s->round = round;
  s->named = named;
  s->reason = why;
  s->number = named < 0 ? -1 : g->roster.number[named];
  return true;
}

/* By a rule, or since nobody is left. Rules that have looks are asked in these only. */
bool stopping_ends(game *g, int64_t round)
{
  stopping *s = g->stopping;
  if (!s || s->reason >= 0 || s->asked >= round) return false;
  s->asked = round;
  if (round < s->due && !g->roster.view.plain) return false;
  s->due = stopping_next_look(s->plan, round + 1);
  const int rule = stopping_would_say(g, round);
  if (rule >= 0) {
    s->made = stopping_look(s, rule);
    return stop_with(g, round, stopping_reason(s, rule), naming_by(g, rule));
  }
  const ending found = leave_at_end(g, round);
  return found.reason >= 0 && stop_with(g, round, found.reason, found.named);
}
