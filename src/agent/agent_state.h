/* State of an agent: a game whose outcomes come from outside. What its
 * traits do to arms and time, the game does; here is what is an agent's own: arms
 * that come and go when somebody says so, and outcomes that are shown late, by
 * ticket. The calls by which it gets from one moment to the next refuse what
 * cannot be, and then change nothing, save that what is due by the round to be
 * played may have happened. agent.h keeps them in a journal.
 *
 * An arm has a number, in the order of the description and then of entry, and
 * while it may be played or heard of, a place, which is what policies know it
 * by. Numbers count from 0, tickets from 1. */
#ifndef UNRULY_AGENT_STATE_H
#define UNRULY_AGENT_STATE_H

#include "../game/game.h"

/* A trait, described as for a bandit. */
typedef struct agent_trait {
  const trait_type *type;
  parameters given;
} agent_trait;

typedef struct agent_setup {
  const policy_type *type;
  const parameters *given; /* of the policy */
  policy_finder *find;     /* for a policy with another one inside, or NULL */
  uint32_t identity, replication;
  int64_t seed, horizon;
  unsigned refuses; /* trait flags: what the policy cannot play */
  bool own_plays;   /* it, or one inside it, cannot be told of plays that somebody else chose */
  int arms;         /* described */
  bool no_others;   /* the policy is told arm by arm how late outcomes are */
  int depth;        /* of the policy's draws, as if it were in so many others (tests) */
  bool plain;       /* it evaluates every index in every round (tests) */
  bool apart;       /* no arm comes to the place of one that is gone (tests) */
  bool logs;        /* what was chosen, with which chance, and what came of it are put down in `exits` */
  int context_size;
  int span; /* calls from one mark to the next (agent.h); 0: as many as usual */
  const agent_trait *traits;
  int trait_count;
  const stopping_plan *stopping; /* or NULL */
} agent_setup;

typedef enum agent_result {
  AGENT_DONE,
  AGENT_ASKS,      /* a policy without choose() is to decide: set `answer` */
  AGENT_FAILED,    /* see `failure`; nothing can be done with it any more */
  AGENT_FULL,      /* there is no place for another arm (agent.c makes one) */
  AGENT_NOBODY,    /* no arm can be played */
  AGENT_OVER,      /* the horizon is past */
  AGENT_UNLEARNED, /* the outcome of the last choice must be learned first */
  AGENT_PAST,      /* a round that is past */
  AGENT_UNKNOWN,   /* no such ticket, or no such arm */
  AGENT_LEARNED,   /* the outcome of this ticket was learned before */
  AGENT_TIME,      /* a time that the play cannot have taken */
  AGENT_TIMELESS,  /* a time for a play that has ended, or none for one that has not */
  AGENT_THERE,     /* the arm is there already */
  AGENT_GONE,      /* the arm is not there */
  AGENT_STAYS,     /* arms cannot leave, be away or come here */
  AGENT_UNTOLD,    /* the policy is not told how late outcomes of a new arm are */
  AGENT_STOPPED,   /* its rule has said that it is to stop */
  AGENT_OWN,       /* the policy learns from its own plays only */
  AGENT_PLAYED,    /* the play of this ticket is over, or has gone on */
  AGENT_UNNAMED,   /* the arm that it named when it stopped cannot be played, or there was none */
  AGENT_DIFFERS,   /* the choice is not the one in the journal */
  AGENT_UNSOUND    /* what stands in the journal is no call */
} agent_result;

typedef enum arm_state { ARM_EXPECTED, ARM_LIVE, ARM_AWAY, ARM_GONE } arm_state;

typedef struct agent_arm {
  arm_state state;
  int place; /* -1: none any more */
} agent_arm;

/* Tally of an arm and a wait. */
typedef struct agent_tally {
  int64_t pulls, shown, last; /* last: the round in which it was last played, 0: never */
  long_sum observed;
} agent_tally;

/* A play whose outcome is to come. */
typedef struct agent_late {
  int64_t ticket;
  int number;
  bool shown;
  outcome seen;
} agent_late;

/* Note on each choice of an agent that logs: in the row of the same number of `exits.choices` is the rest. */
typedef struct agent_note {
  double shown;  /* the round at whose end its outcome was shown, NAN: not yet */
  bool outside;  /* somebody else chose it */
  double stated; /* the policy's own propensity of it, whoever chose it; NAN: not known */
} agent_note;

typedef struct agent_state {
  const agent_setup *setup;
  problem problem; /* the arms and traits described, with places for more arms */
  game game;
  record exits;    /* of the game, not taken notice of yet */
  growable births; /* the same of arms that have entered */
  int room;        /* places */
  int *free_place;
  int free_count;
  growable arms;           /* of agent_arm, by number */
  growable tallies;        /* of agent_tally, by number, then by wait */
  growable late;           /* of agent_late, by ticket */
  size_t late_shown;       /* of them that were shown */
  growable notes;          /* of agent_note, by ticket, if it logs */
  int64_t outside;         /* choices that somebody else made */
  int64_t last_of_playing; /* `last` of what is played, as it was before */
  bool playing_outside;    /* somebody else chose it */
  bool by_chance;          /* what was due before a choice took random numbers */
  int64_t recalled;        /* what the next choice was, as in the journal: nobody is asked; or -1 */
  status failure;
} agent_state;

/* Whatever comes of it, agent_state_close() frees. The setup must stay. */
status agent_state_open(agent_state *s, const agent_setup *setup, int room);
void agent_state_close(agent_state *s);

/* A choice: it has the ticket agent_state_ticket(). */
agent_result agent_state_choose(agent_state *s, const double *context, int *number, int *wait);
/* All that a choice does before the policy is asked: then it can say why it will choose what it will
 * (policy_explains()). Whether it is asked at all. */
agent_result agent_state_before_choice(agent_state *s, bool *asked);
/* Somebody else chose this arm and wait, in the round to be played; the policy is not asked. */
agent_result agent_state_choose_outside(agent_state *s, const double *context, int number, int wait);
/* Somebody else plays this in place of what was just chosen: the ticket stays. */
agent_result agent_state_overrule(agent_state *s, int number, int wait);
/* The play ends. With waiting, `delay` says after how many rounds its outcome
 * came, 0 if that was never; else it is 0. */
agent_result agent_state_end(agent_state *s, int delay, bool shown, double observed);
/* Shows what became of a play that has ended, or without waiting is to end now. */
agent_result agent_state_show(agent_state *s, int64_t ticket, double observed);
/* Time passes until this round is to be played. */
agent_result agent_state_pass(agent_state *s, int64_t round);
/* An arm that is expected comes or one that was away is back; or, if the
 * number is that of nobody yet, a new arm comes. FOREVER: no known end, and
 * patience for ever. */
agent_result agent_state_enter(agent_state *s, int number, int64_t last, int64_t patience);
/* Arms leave for good, or for a while. */
agent_result agent_state_leave(agent_state *s, const int *numbers, int count, bool away);

/* Verdict: whether it has stopped, or would if nothing else were shown in the round that has ended;
 * and the arm that it named then, or would name now, by number; -1: none. Without a rule
 * of its own it never stops. */
typedef struct agent_verdict {
  int64_t round, plays; /* until then */
  int number, reason;   /* the rule that says so, or -1 */
} agent_verdict;

agent_verdict agent_state_verdict(agent_state *s);

/* Returns whether the outcome of a play is to come, and which arm and wait it was. */
agent_result agent_state_find(const agent_state *s, int64_t ticket, int *number, int *wait);

static inline int64_t agent_round(const agent_state *s) { return s->game.round; }
/* A choice was made, and its play has not ended. */
static inline bool agent_is_playing(const agent_state *s) { return s->game.playing >= 0; }
static inline int agent_waits(const agent_state *s) { return s->problem.waits; }
/* A play takes its time, which learning tells. */
static inline bool agent_has_waiting(const agent_state *s) { return (s->problem.has & HAS_WAITING) != 0; }
/* The latest ticket, 0 if there was none. */
static inline int64_t agent_state_ticket(const agent_state *s) { return s->game.plays + agent_is_playing(s); }

static inline int agent_state_arms(const agent_state *s) { return (int)s->arms.count; }
static inline agent_arm *agent_arm_at(const agent_state *s, int number)
{
  return (agent_arm *)s->arms.items + number;
}
static inline agent_tally *agent_tally_at(const agent_state *s, int number, int wait)
{
  return (agent_tally *)s->tallies.items + (int64_t)number * agent_waits(s) + wait - 1;
}
/* The end of its life as far as it is known; FOREVER also of an arm that is new. */
int64_t agent_known_last(const agent_state *s, int number);

/* --- between the files of the agent ----------------------------------------- */

/* Another arm, which has no place yet; NULL if memory ran out. */
agent_arm *agent_state_add(agent_state *s);
/* Lets what is due by now happen; the play that was open without an end has
 * ended: between rounds arms may come and go. */
agent_result agent_state_settle(agent_state *s);
/* After something was done to the game: who has come and gone is noticed, and what
 * is due next is found. */
agent_result agent_state_notice(agent_state *s);

#endif
