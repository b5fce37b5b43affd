/* Why an agent's next choice is what it is. */
#include "agent.h"

typedef struct why_row {
  int arm, wait;
  const char *part;
  double value;
} why_row;

/* A row for each part of each action; `code` is NULL if the policy does not say. False: no memory. */
static bool list_parts(game *g, growable *rows, const char **code)
{
  roster *r = &g->roster;
  const view *v = &r->view;
  *code = NULL;
  for (int i = 0; i < v->action_count; i++) {
    const int action = v->actions[i];
    reason why;
    if (!policy_explains(r->type, &r->player, v, action, &why)) return true;
    *code = why.code;
    for (int j = 0; j < why.parts; j++) {
      why_row *row = growable_add(rows);
      if (!row) return false;
      *row = (why_row){(int)v->number[action / v->waits], action % v->waits + 1, why.name[j], why.value[j]};
    }
  }
  return true;
}

/* list(code, arm, wait, part, value), of arms by name; NULL if something is wrong. The agent is one of which
 * nothing else is wanted: what is due before its next choice happens. */
SEXP C_agent_why(SEXP a)
{
  agent_handle *h = living_agent(a);
  growable rows = {.size = sizeof(why_row)};
  const char *code = NULL;
  bool asked;
  const agent_result result = agent_state_before_choice(&h->agent.state, &asked);
  h->problem = agent_word(result);
  if (result != AGENT_DONE) return R_NilValue;
  if (asked && !list_parts(&h->agent.state.game, &rows, &code)) {
    growable_free(&rows);
    Rf_error("There is not enough memory.");
  }
  static const glue_column columns[] = {
      {"arm", STRSXP}, {"wait", INTSXP}, {"part", STRSXP}, {"value", REALSXP}};
  SEXP found = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(found, 0, Rf_ScalarString(code ? Rf_mkChar(code) : NA_STRING));
  SEXP table = glue_table(columns, 4, (R_xlen_t)rows.count);
  SET_VECTOR_ELT(found, 1, table);
  const why_row *row = rows.items;
  for (size_t i = 0; i < rows.count; i++, row++) {
    const R_xlen_t at = (R_xlen_t)i;
    SET_STRING_ELT(VECTOR_ELT(table, 0), at, name_of(a, row->arm));
    INTEGER(VECTOR_ELT(table, 1))[at] = row->wait;
    SET_STRING_ELT(VECTOR_ELT(table, 2), at, Rf_mkChar(row->part));
    REAL(VECTOR_ELT(table, 3))[at] = row->value;
  }
  growable_free(&rows);
  UNPROTECT(1);
  return found;
}
