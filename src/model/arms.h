/* Types of arms. A type draws the reward of the n-th pull of an arm
 * from the random block of that pull; its parameters are numbers, or priors
 * from which each replication draws its own instance.
 *
 * An arm has a place, where its parameters are, and a number, by which all that is random about it
 * is addressed. Only in populations do the two differ: the places of the dead are used again. */
#ifndef UNRULY_ARMS_H
#define UNRULY_ARMS_H

#include "../base/memory.h"
#include "refusal.h"
#include "../random/address.h"

enum { ARMS_PARAMETERS = 3 };

typedef struct arms arms;

typedef struct arms_type {
  const char *name;
  /* Its parameters. The first ones, of SIZE_ONE_OR_ARMS, have a number for each arm:
   * arms_value(). */
  const argument *takes;
  /* Rewards or means depend on the round: nothing can be drawn ahead. */
  bool by_round;
  bool mean_may_change; /* the first parameter is the mean, and may be another from pull to pull */
  bool mean_is_chance;  /* and must lie in [0, 1] */
  bool binary;          /* rewards are 0 or 1 */
  bool has_atoms;       /* rewards may be one number, such as 0, with a positive probability */
  bool lives;           /* rewards are times lived: with accrual each is known when it is over */
  const char *spoken;   /* what they are called where a trait cannot have them; NULL: by the name */
  /* Between which numbers rewards lie; NULL: [0, 1]. */
  void (*range)(const parameters *given, double ends[2]);
  /* Returns what is wrong with parameters that agree with their rules one by one, or NULL. */
  refusal (*refuses)(const parameters *given, int count);
  unsigned flag; /* what bandits of such arms have: HAS_CONTEXT, or 0 */
  /* Builds tables that all games share, or NULL. */
  status (*prepare)(const parameters *given, int count, arena *memory, void **shared);
  /* For how many rounds there are numbers, and what they are a part of ("tape"); NULL: for any. */
  int64_t (*rounds)(const parameters *given, int count);
  const char *rounds_of;
  /* Each game, before round 1; NULL if there is nothing to do. */
  bool (*start)(arms *a, int64_t horizon);
  /* The reward of this pull of the arm at place `arm`: `pull` is in `at` (from
   * 0), `round` from 1; u is the first uniform of the first block of `at`. (The
   * second one belongs to the traits.) */
  double (*draw)(const arms *a, int arm, const random_address *at, double u, int64_t round);
  /* The rewards of `count` pulls from that of `at` on, which are the same as
   * those of draw() one by one; NULL: one by one. */
  void (*draw_many)(const arms *a, int arm, const random_address *at, int count, double *reward);
  double (*mean)(const arms *a, int arm);
  /* Of times lived: whether this one was over, or cut off at a limit. */
  bool (*ended)(const arms *a, int arm, double reward);
  /* With means that change by the round: sets a->context, on which mean() and
   * draw() depend from then on. */
  void (*begin_round)(arms *a, int64_t round);
  /* Judged in hindsight: the best sum of a single arm over rounds 1..round,
   * and whether the sum of this one is the best. */
  double (*best_until)(const arms *a, int64_t round);
  bool (*is_best_until)(const arms *a, int arm, int64_t round);
} arms_type;

/* The description, shared by all games. */
typedef struct arms_model {
  const arms_type *type;
  int count;                               /* arms described; those born later reuse the priors */
  const parameter *given[ARMS_PARAMETERS]; /* those with a number for each arm */
  int64_t rounds;                          /* that there are numbers for; FOREVER: any */
  void *shared;
} arms_model;

/* The instance of one replication. */
struct arms {
  const arms_model *model;
  int64_t seed;
  uint32_t replication;
  double *value[ARMS_PARAMETERS]; /* by place */
  double *context;                /* of the round, or NULL: of all arms, or one after another */
  int context_size, context_step; /* as in the view */
  void *state;                    /* of the type, a game */
  arena *memory;
};

status arms_model_make(arms_model *m, const arms_type *type, const parameters *given, int count,
                       arena *memory);
/* Room for the described arms, and their parameters. */
bool arms_open(arms *a, const arms_model *m, int64_t seed, uint32_t replication, int64_t horizon,
               arena *memory);
/* The arm of this number comes to this place: its parameters are drawn. */
void arms_place(arms *a, int arm, int64_t number);

static inline double arms_value(const arms *a, int which, int arm) { return a->value[which][arm]; }

#endif
