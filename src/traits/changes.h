/* Laws by which the means of arms change with the round. A law knows the round of its
 * next change and makes it; its random numbers are addressed by (seed, replication,
 * arm, step), so that no policy has a part in them. */
#ifndef UNRULY_CHANGES_H
#define UNRULY_CHANGES_H

#include "../base/heap.h"
#include "../model/description.h"

/* Data that all games share. */
typedef struct changes_shared {
  const struct changes_law *law;
  parameters given; /* of the law */
  /* A table: from round[i] on the means are those of column[i], by arm. */
  int count;
  int64_t *round;
  const double **column;
} changes_shared;

typedef struct changes_state {
  const changes_shared *shared;
  int64_t due;   /* the round of the next change of all arms, FOREVER if there is none */
  int64_t step;  /* changes of all arms so far */
  int64_t every; /* rounds between them, where that is always the same */
  double *own;   /* by place: the mean that the arm has by itself */
  heap clocks;   /* by place: the last round before the arm's next change */
  int64_t *made; /* by place: its changes so far */
  double *breaks;
} changes_state;

typedef struct changes_law {
  const char *name;
  const argument *takes;
  status (*prepare)(changes_shared *s, problem *p); /* or NULL */
  /* Before round 1, the arms that are described being in their places. */
  bool (*start)(changes_state *s, game *g);
  int64_t (*next)(const changes_state *s); /* NULL: `due` */
  void (*act)(changes_state *s, game *g);
  /* An arm is born at this place; NULL: it is as it is. */
  void (*born)(changes_state *s, game *g, int arm);
  /* Returns whether no mean changes by it, whatever the arms (whose means are probabilities, or may be any
   * numbers). NULL: one may. */
  bool (*idle)(const parameters *given, bool chances);
  /* Between which numbers all means lie, of arms whose own lie between `ends`; `likely`: nearly all. */
  void (*reach)(const parameters *given, const parameter *own, bool likely, double ends[2]);
  /* Between which numbers it keeps them, so that the own ones must begin there; NULL: it does not. */
  void (*keeps)(const parameters *given, double ends[2]);
  /* Returns what is wrong with parameters that are right one by one; NULL: nothing. */
  refusal (*refuses)(const parameters *given);
  /* For how many rounds it has means, and how many it needs; NULL: for any. */
  refusal (*refuses_horizon)(const parameters *given, double horizon);
} changes_law;

/* So that it holds these numbers, too. */
static inline void changes_widen(double ends[2], double low, double high)
{
  ends[0] = fmin(ends[0], low), ends[1] = fmax(ends[1], high);
}

extern const changes_law changes_at, changes_random, changes_jumps, changes_drift, changes_wave,
    changes_table;
extern const changes_law *const changes_registry[]; /* NULL is the last */
/* NULL if there is none of that name. */
const changes_law *changes_find(const char *name);

/* Draws that are the same for all arms have the address of this one. */
#define ALL_ARMS UINT32_MAX

static inline random_address changes_address(const game *g, uint32_t number, int64_t step)
{
  const random_address at = {random_key(game_seed(g), USE_CHANGES), game_replication(g), number,
                             (uint64_t)step};
  return at;
}

static inline double changes_number(const changes_state *s, const char *name)
{
  return parameters_number(&s->shared->given, name);
}

/* Returns the arm's value of a parameter of which each arm may have its own. */
static inline double changes_of_arm(const changes_state *s, const char *name, int arm)
{
  const parameter *p = parameters_find(&s->shared->given, name);
  return p ? p->values[p->length > 1 ? arm : 0] : 0;
}

static inline int64_t changes_later(int64_t round, int64_t by)
{
  return by < FOREVER - round ? round + by : FOREVER;
}

#endif
