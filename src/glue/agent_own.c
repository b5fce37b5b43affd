/* Agents whose policy is written in R: R is asked, and answers. */
#include "agent.h"
#include "view.h"

/* The view of the decision for which choose() was refused because the policy is to
 * be asked; NULL if that was not why, TRUE if there is nothing to ask. Who was asked
 * before and failed finds its random numbers as they were. */
SEXP C_agent_view(SEXP a, SEXP draws)
{
  agent_handle *h = agent_of(a);
  if (!h || h->problem != agent_word(AGENT_ASKS)) return R_NilValue;
  agent_state *s = &h->agent.state;
  if (h->asked) s->roster.random = h->before;
  const int untried =
      s->roster.type == &policy_index ? outside_untried(&s->roster.player, &s->roster.view) : -1;
  if (untried >= 0) {
    s->answer = untried;
    return Rf_ScalarLogical(TRUE);
  }
  h->asked = true;
  h->before = s->roster.random;
  SEXP template = PROTECT(view_template(&s->roster.view, h->agent.setup.from || h->agent.setup.last, draws));
  SEXP now = view_now(template, &s->roster.player, &s->roster.view);
  UNPROTECT(1);
  return now;
}

SEXP C_agent_outcomes(SEXP a)
{
  agent_handle *h = living_agent(a);
  return view_outcomes(&h->agent.state.roster.player, &h->agent.state.roster.view, &h->told);
}

SEXP C_agent_numbers(SEXP a, SEXP count, SEXP normal)
{
  return view_numbers(&living_agent(a)->agent.state.roster.random, count, normal);
}

/* NULL, or why the answer cannot be played. */
SEXP C_agent_answer(SEXP a, SEXP answer)
{
  agent_handle *h = living_agent(a);
  agent_state *s = &h->agent.state;
  char why[160];
  const int action = view_answer(answer, &s->roster, why, sizeof why);
  if (action < 0) return Rf_mkString(why);
  s->answer = action;
  h->asked = false;
  return R_NilValue;
}
