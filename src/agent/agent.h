/* An agent: a policy outside of a simulation, which chooses when it is asked
 * and learns what it is told. All that it was ever asked and told is kept in a
 * journal; played again from the start it gives the same agent, whatever the
 * policy holds: so agents are saved, and so they get more places for arms. */
#ifndef UNRULY_AGENT_H
#define UNRULY_AGENT_H

#include "agent_state.h"

/* A call is a letter and some numbers:
 *   c  a choice: the arm's number and the wait as one action, then the context
 *   o  somebody else's choice: as c
 *   w  somebody else's in place of the one that is open: the action
 *   l  the outcome of the open play: the reward
 *   t  the end of a play with waiting: the delay, the reward
 *   u  the same, the reward being shown later: the delay
 *   p  an outcome that came later: the ticket, the reward
 *   s  time passes, until a round
 *   e  an arm comes: its number, its last round and its patience, 0 for no end
 *   x  arms leave: how many, their numbers
 *   a  arms are away for a while: as x */
typedef struct journal {
  growable calls;   /* of char */
  growable numbers; /* of double */
} journal;

/* Mark beside a journal: which random numbers and turns of clocks the policy
 * had used before a call, by how many were made before it. A policy whose choices follow
 * from this and from what it was told (`told_suffices`) is asked again only for
 * those after the mark, which are checked. */
typedef struct agent_mark {
  size_t calls;
  random_used used;
} agent_mark;

enum { AGENT_SPAN = 4096 }; /* from one mark to the next: choices enough to be sure */

typedef struct agent {
  agent_setup setup;
  agent_state state;
  journal journal;
  agent_mark mark[2]; /* the last but one, which is put into files, and the last */
  random_used used;   /* before this call */
  bool believes;      /* what it chose before: the policy is not asked again */
  bool learns_by_chance;
} agent;

/* Whatever comes of it, agent_close() frees. An agent stays where it is. */
status agent_open(agent *a, const agent_setup *setup);
void agent_close(agent *a);

/* As those of agent_state.h, and put down in the journal. */
agent_result agent_choose(agent *a, const double *context, int *number, int *wait);
agent_result agent_choose_outside(agent *a, const double *context, int number, int wait);
agent_result agent_overrule(agent *a, int number, int wait);
agent_result agent_learn(agent *a, double reward);
agent_result agent_end(agent *a, int delay, bool shown, double reward);
agent_result agent_learn_late(agent *a, int64_t ticket, double reward);
agent_result agent_pass(agent *a, int64_t round);
agent_result agent_enter(agent *a, int number, int64_t last, int64_t patience);
agent_result agent_leave(agent *a, const int *numbers, int count, bool away);

/* The mark that goes with the journal: as many calls before its end as there are
 * from one mark to the next, or more. No calls at all while there are few, or if
 * the policy is to be asked for all its choices again. */
agent_mark agent_last_mark(agent *a);

/* Another agent's journal. */
typedef struct agent_past {
  const char *calls;
  size_t call_count;
  const double *numbers;
  size_t number_count;
  agent_mark mark;
} agent_past;

/* Makes its calls, up to the first that is refused, is none, in which the choice
 * is another, or for which a policy outside is to be asked; `done` says how many
 * calls were made and how many numbers belong to them, before and after: so it is
 * gone on with. */
typedef struct replayed {
  size_t calls, numbers;
} replayed;
agent_result agent_replay(agent *a, const agent_past *past, replayed *done);

#endif
