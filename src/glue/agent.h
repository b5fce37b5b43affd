/* An agent, behind R's external pointer. choose() and learn() are called once a
 * decision, so what they are given is checked in C; what is wrong is noted in the
 * agent, and R, told by NULL or FALSE, asks for it and raises the error. */
#ifndef UNRULY_R_AGENT_H
#define UNRULY_R_AGENT_H

#include "../agent/agent.h"
#include "glue.h"

typedef struct agent_handle {
  arena memory; /* of the descriptions */
  agent agent;
  bool opened;
  const char *problem;  /* what was wrong with the last call */
  int64_t told;         /* to a policy in R: how many outcomes */
  bool asked;           /* a policy in R has been, and has not answered yet */
  random_stream before; /* its random numbers when it was asked */
  replayed done;        /* of a journal that is read */
  /* Rewards outside of `within` are refused. Those outside of `assumed` are learned, but the first is told
   * of. */
  double within[2], assumed[2];
  bool strayed; /* one lay outside */
} agent_handle;

/* Values that R keeps for it: the description, and the names of the arms by number,
 * with room for more. */
enum { KEPT_DESCRIPTION, KEPT_NAMES };

/* NULL if it is none, or is dead: read from a file that saveRDS() wrote. */
agent_handle *agent_of(SEXP pointer);
/* The same, but such a one is an error of ours. */
agent_handle *living_agent(SEXP pointer);

/* The word for what went wrong, by which R finds the error. */
const char *agent_word(agent_result r);

static inline SEXP kept_names(SEXP pointer)
{
  return VECTOR_ELT(R_ExternalPtrProtected(pointer), KEPT_NAMES);
}

static inline SEXP name_of(SEXP pointer, int number) { return STRING_ELT(kept_names(pointer), number); }

#endif
