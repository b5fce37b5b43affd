/* The interface of a policy: what it is, what it is notified of, and what it must do.
 *
 * A policy is a constant `policy_type`. The core owns its memory: `state_size`
 * zeroed bytes per game (p->state) and `action_size` zeroed bytes per action
 * (p->actions), zeroed again when a newborn arm takes over the place of a dead
 * one. Anything else is allocated from p->memory and freed with the game.
 *
 * An arm is identified by its place, 0..v->arms - 1, for as long as it lives: newborn
 * arms reuse the places of dead ones, in populations and agents. Who keeps an arm across rounds
 * outside of its actions' memory keeps a `kept_arm`. v->number is the arm's number among all
 * arms that ever existed, and "the lowest arm" in a tie is the one with the
 * lowest number. An action is an arm and a wait: action = arm * v->waits +
 * (wait - 1), so without waiting an action is an arm. Only actions listed in
 * v->actions may be chosen.
 *
 * To notify a policy of something is to call one of its functions: it is notified of a
 * play (`played`), of an outcome (`observe`), and of arms that come and go. */
#ifndef UNRULY_POLICY_H
#define UNRULY_POLICY_H

#include <string.h>
#include "../base/memory.h"
#include "refusal.h"
#include "../random/stream.h"
#include <math.h>
#include <stddef.h>

/* The traits of bandits, which policies may need or may be unable to play. */
enum trait_flag {
  HAS_PATIENCE = 1 << 0,
  HAS_ENTRIES = 1 << 1,
  HAS_LIFETIMES = 1 << 2,
  HAS_WAITING = 1 << 3,
  HAS_FAIRNESS = 1 << 4,
  HAS_SPREAD = 1 << 5,
  HAS_REPLAY = 1 << 6,
  HAS_CONTEXT = 1 << 7,
  HAS_DELAY = 1 << 8,
  HAS_CHANGES = 1 << 9,
  HAS_WEAR = 1 << 10,
  HAS_REST = 1 << 11,
  HAS_ABSENCES = 1 << 12,
  HAS_BATCHES = 1 << 13
};

struct policy_type;
struct shown_law; /* lags.h */
struct best_arm;  /* policies/sampling/best_arm.h */

/* The policy that has this constructor, or NULL. */
typedef const struct policy_type *policy_finder(const char *constructor);

/* View of the player. Pointers are NULL if they do not apply to the bandit. */
typedef struct view {
  int64_t round;   /* the round to be played, from 1 */
  int64_t plays;   /* plays finished so far */
  int64_t horizon; /* T, in rounds */
  int arms;        /* places of arms known so far: 0..arms-1 */
  int described;   /* of them those that were described: not those that an agent may be notified of later */
  int waits;       /* D; 1 without waiting */
  /* With waiting: the most rounds that an unsuccessful ("vain") play takes, one whose delay
   * exceeds its wait; 0: it takes its wait. (In an auction a lost bid costs the fee only.) */
  int64_t vain;
  int live_count;
  const int *live; /* arms that can be played now, in the order of their numbers */
  int action_count;
  const int *actions;           /* what can be played now, in that order, then by wait */
  const unsigned char *is_live; /* by arm */
  const int64_t *number;        /* by arm: its number among all that ever existed, from 0 */
  const int64_t *patience;      /* m_k; FOREVER: it never leaves */
  const double *share, *penalty;
  const int64_t *first;     /* the round in which an arm entered */
  const int64_t *last;      /* the last round of its life; NULL if policies do not know it */
  int64_t changes;          /* changes of means so far, for policy_restart(); -1: they do not change */
  const double *context;    /* of this round, `context_size` numbers: see arm_context() */
  int context_size;         /* 0 without contexts */
  int context_step;         /* from the context of an arm to that of the next; 0: all have the same */
  const double *mean_value; /* only for a policy that `sees_means`: reward per round, by action */
  double reference;         /* the best long-run reward per round of a population; NAN if not known */
  double first_plays;       /* how many arms are played first by policies that begin with one play of each;
                               INFINITY: all */
  /* In a call of arm_left(): the last round in which the arm could be played, and whether it
   * is only away for a while (then the policy is notified when it returns, or that it has
   * gone for good meanwhile). */
  int64_t left_in;
  bool away;
  /* By action, where outcomes may come late, else NULL: plays, and outcomes that were shown. */
  const int64_t *tried, *shown;
  bool plain;  /* evaluate every index in every round (tests) */
  bool anew;   /* chances() must not use what it kept from an earlier call (exact studies) */
  bool replay; /* the log, not the policy, makes the first plays */
  bool binary; /* rewards are 0 or 1, as the arms state */
  bool silent; /* outcomes of 0 are never shown */
  const struct shown_law *shown_by; /* how late others are shown, in rounds; NULL: they are not late */
  /* Outcomes come from outside, and no bandit says how late they are. In batches: what was known by the end
   * of the round `known` has been shown. Else that is the round before. */
  bool outside;
  bool in_batches;
  int64_t known;
  bool out_of_turn; /* an agent is read between two calls, which may change nothing: see policy_matured */
  /* Previews of outcomes: how many stages they have, the last of which is the outcome itself, and by stage
   * the standard deviation of what is shown then around the outcome; 0: there are none. */
  int stages;
  const double *preview_sd;
  /* Rewards are times lived. With accrual: the time of whose outcomes all have been shown, that of the next
   * patient or, in batches, of the first one of this batch; else NAN. */
  bool lives;
  double now;
  int best_throughout; /* an oracle: the arm, from 1, that is best played throughout; 0: the best now is */
  const char *const *name; /* of the described arms, by number; NULL: they have none */
  random_stream *random;   /* the policy's own random numbers */
  struct best_arm **best;  /* where the probabilities of arms to be the best are kept once somebody asks */
  policy_finder *find;     /* for policies that have another one inside; NULL: there are none to be had */
} view;

/* A play and its outcome. In a call of played() the outcome is not known yet. */
typedef struct outcome {
  int action, arm, wait; /* wait from 1 */
  int delay;             /* with waiting: tau if tau <= wait, else 0 (not seen) */
  double observed;       /* what was shown: the reward, or the sum that arrived */
  int64_t cost;          /* rounds it took */
  int64_t play;          /* which play it was, from 0 */
  int64_t start;         /* the round in which it began */
  double arrived;        /* with accrual: when its patient arrived; else NAN */
  bool event;            /* of a time lived: it was over, and not cut off at its limit */
} outcome;

/* A guarantee by the policy: it would choose this action for each of the next `plays`
 * plays, as long as nothing else happens and, after i of them, total > line + slope i,
 * where `total` starts with the value given here and grows by the observed rewards. */
typedef struct stretch {
  int64_t plays;
  double total, line, slope;
} stretch;

/* The part of a stretch that was played: the number of plays and the total after them. */
typedef struct run {
  int action, arm;
  int64_t plays;
  double total;
} run;

typedef struct policy {
  void *state, *actions;
  arena *memory;
  status failure; /* set by a policy that cannot go on */
  int depth;      /* 0, or in how many others it is */
  void *kept;     /* of src/policies/sampling/draw_race.h: what start() may use again */
} policy;

/* The clock of its draws by heights (src/random/heights.h). */
static inline int draw_clock(const policy *p) { return p->depth < CLOCKS ? p->depth : CLOCKS - 1; }

/* Why the next choice is what it is. The code is about the choice and the same for all actions, the parts are
 * about one of them; what is not known of an action is left out, and no part is infinite. */
enum { MOST_PARTS = 6 };
typedef struct reason {
  const char *code;
  int parts;
  const char *name[MOST_PARTS];
  double value[MOST_PARTS];
} reason;

#define WHY_FIRST_PLAY "first_play" /* something that it has to see first has not been seen */
#define WHY_INDEX "index"           /* the greatest index, the lowest action in a tie */
#define WHY_CYCLE "cycle"           /* it is the action's turn */
#define WHY_BLOCK "block"           /* a block of plays of one arm goes on */
#define WHY_DRAWN "drawn"           /* by chance, the parts being the law of an action's draw */
#define WHY_ONLY_ONE "only_one"     /* there is no other one, or none that is still compared */

/* The parts that there are. In a sum that is an index they stand before it. */
#define PART_MEAN "mean"
#define PART_BONUS "bonus"     /* for what is not known */
#define PART_PROMISE "promise" /* for what the arm was promised */
#define PART_INDEX "index"
#define PART_LOW "low" /* bounds of the mean */
#define PART_HIGH "high"
#define PART_SHAPE1 "shape1" /* of a beta law */
#define PART_SHAPE2 "shape2"
#define PART_SHAPE "shape" /* of a gamma law of hazards */
#define PART_RATE "rate"
#define PART_SD "sd"                 /* of a normal law, beside its mean */
#define PART_BLOCK_LEFT "block_left" /* plays of the block that are left */
#define PART_PLACE "place"           /* in the cycle, from 1 */

static inline void reason_add(reason *r, const char *name, double value)
{
  if (r->parts == MOST_PARTS || isnan(value) || isinf(value)) return;
  r->name[r->parts] = name;
  r->value[r->parts++] = value;
}

/* An index, as the sum of what is known and what is added to it. */
static inline void reason_index(reason *r, double mean, double promise, double index)
{
  if (isinf(index) || isnan(index)) return;
  reason_add(r, PART_MEAN, mean);
  reason_add(r, PART_BONUS, index - promise - mean);
  if (promise != 0) reason_add(r, PART_PROMISE, promise);
  reason_add(r, PART_INDEX, index);
}

/* Why plays of others are of no use to several policies. */
#define PLAYS_IN_TURN "compares arms that it has played equally often, in turn"
#define PLAYS_BY_PLAN "plays each arm as often as it has planned before it decides"
#define PLAYS_IN_PHASES "plays arms in phases, each as long as it says itself"
#define WEIGHS_BY_CHANCE "weighs each reward by the propensity with which it chose the arm itself"

/* Why several do not state their propensities. */
#define CYCLE_IS_DRAWN \
  "draws which arms it takes out of its cycle, so the propensity of a choice depends on all draws before it"
#define SHARED_WEIGHTS_ARE_DRAWN \
  "draws one vector of weights for all arms (`shared`), over which the propensities are not integrated"

typedef struct policy_type {
  const char *constructor; /* what it is called everywhere: the R function, "policy_ucb1" */
  /* The call in R that makes it, if its function makes several policies: "policy_lucb(bounds = \"kl\")". */
  const char *call;
  const char *label; /* the paper's name for it, "UCB1" */
  /* What it does, for a reader who knows no formula, in words that complete "It ..."; NULL: not said. */
  const char *does;
  const char *paper;
  const argument *takes; /* its parameters; NULL if it has none */
  /* Returns what is wrong with parameters that are right one by one, or NULL; not asked of other
   * libraries. */
  refusal (*unfit)(const parameters *given);
  /* Returns whether the usual value of a parameter that was not given plays no part beside these. NULL: it
   * does. */
  bool (*moot)(const parameters *given, const char *name);
  /* The name of the policy with these parameters; NULL: as policy_variant() says. */
  words (*named_by)(const parameters *given);
  /* The rewards it is made for if no parameter of it says so: of a width of 1, or in [0, 1]. */
  enum made_for { MADE_FOR_ANY, MADE_FOR_WIDTH, MADE_FOR_PLACE } made_for;
  /* What it makes of outcomes of 0 that come later than others, or never. */
  enum zeros_taken {
    ZEROS_MUST_COME,   /* it takes those that were shown for all of them, and errs until zeros are shown */
    ZEROS_MAY_BE_LATE, /* it allows for that, but they must come */
    ZEROS_MAY_BE_LOST, /* it allows for that, too, or learns from no outcome */
    ZEROS_ARE_IDLE,    /* if its range begins at 0 it is the same whether they are shown or not */
    ZEROS_AS_INSIDE    /* as the policy inside */
  } zeros;
  unsigned needs, refuses; /* trait flags: at least one of the needed, none of the refused */
  bool refuses_births;     /* its arms are those that were described, with numbers of their own */
  bool sees_means;         /* an oracle: v->mean_value is set */
  bool counts_lags;        /* it counts by a law of lags in rounds */
  bool from_outside;       /* set by the registry: of another library, whose results are checked */
  /* Called again before the play, with the same arms available, choose() returns the same
   * action: it uses neither the context nor random numbers, except once for those by which it
   * settles ties. */
  bool deterministic;
  /* Its choice depends only on the available arms and on random numbers, never on past
   * plays or outcomes. */
  bool stationary;
  /* Its choices depend only on what it was notified of (by the functions after choose() below) and
   * on how many random numbers it has used: choose() leaves nothing else behind that a later
   * choice depends on, or recall() leaves the same. An agent read from a file can then be
   * restored by notifying it of its past, without asking for each choice again (unless it also used
   * random numbers while learning, since the file does not say which). */
  bool told_suffices;
  /* The most arms among which a policy with these parameters can choose; 0, or NULL: any number. */
  int (*most_arms)(const parameters *given);
  bool meets_absent; /* to the policy inside, arms that are away are there */
  /* True if recall() must know the choice. A policy around this one that may play something else
   * than this one chose does not know it, and asks for all its choices again. */
  bool recalls_choice;
  /* Whether, once started, all its choices must be made again nonetheless: because of its
   * parameters, or because the policy inside it requires it. NULL: never. */
  bool (*must_be_asked)(const policy *p);
  /* If outcomes are shown at once, its choices depend only on the round and on each arm's
   * number of plays and sum of observed rewards: the contents of its actions are functions
   * of these, arm by arm, and nothing else that it uses in plain mode changes. If it does not
   * randomise, more reward from an arm, all else being equal, never makes it choose another
   * arm. NULL: no; "": yes; otherwise the name of the parameter that, if given, makes it
   * untrue. exact_study() computes the distribution of a game for such policies. */
  const char *counts_suffice;
  /* Whether, once started, that is untrue nonetheless, because of its parameters; then `bytes_suffice`. NULL:
   * it never is. */
  bool (*needs_bytes)(const policy *p);
  /* Otherwise: its choices depend only on the round and on the bytes of its state and
   * actions; anything else that it keeps is not used in plain mode, or never changes. It may draw
   * one number of each arm in start(), of which only the order matters (src/policies/search/ties.h). */
  bool bytes_suffice;
  /* Says whether it uses v->horizon: NULL if never, "" if it does, or the name of the parameter
   * that, if given, makes the horizon unnecessary. */
  const char *needs_horizon;
  /* The name of the parameter that says how fast the least propensity of an action may fall,
   * like t^-decay; NULL: there is no such bound. */
  const char *decays;
  /* NULL if it can be told of plays that it did not choose: what it chooses next is then what
   * it would choose after the same plays of its own. Else why it cannot, in words that complete
   * "It ...". Of a policy around another one both must be able to. */
  const char *own_plays;
  /* Reason of a policy that randomises not to state its propensities, or not always, in words that
   * complete "It ...". NULL if it does. */
  const char *no_chances;
  size_t state_size, action_size;
  /* Reads the parameters and prepares the policy. It must refuse here what it cannot play,
   * with the number that is wrong and one that would do. It is also called once before a
   * study starts, so that such errors come first. */
  status (*start)(policy *p, const view *v, const parameters *given);
  int (*choose)(policy *p, const view *v);
  /* Called in place of choose() where the choice, this action, is known already: leaves behind
   * what choose() would have left, without random numbers. The action is -1 if it is not known,
   * which only happens without `recalls_choice`. NULL: nothing. Used if `told_suffices`. */
  void (*recall)(policy *p, const view *v, int action);
  /* The index of an action, if the policy simply chooses the greatest index, the lowest
   * action in a tie. Used if `counts_suffice`. */
  double (*index)(const policy *p, const view *v, int action);
  /* Why the next choice is what it is, and what of it is about this action, one of v->actions; `r` is empty.
   * It uses no random numbers and changes nothing. False, or NULL: it does not say. */
  bool (*explain)(policy *p, const view *v, int action, reason *r);
  /* All functions below may be NULL. The policy is notified twice of a play: by played() once it
   * has been made, and by observe() when its outcome is shown, which is at once unless rewards
   * are delayed. Count plays in the first, learn from outcomes in the second. */
  void (*played)(policy *p, const view *v, const outcome *o);
  void (*observe)(policy *p, const view *v, const outcome *o);
  /* What is shown of an outcome at a stage, from 0, before the last. NULL: it does not look at previews, and
   * none are drawn. */
  void (*preview)(policy *p, const view *v, const outcome *o, int stage);
  void (*arm_entered)(policy *p, const view *v, int arm);
  void (*arm_left)(policy *p, const view *v, int arm);
  /* The last round (v->last) of an arm that is present, or away without the policy knowing,
   * may have changed. */
  void (*life_told)(policy *p, const view *v, int arm);
  /* The arm that the policy would name as the best, if it has a rule of its own for that;
   * -1 for the default, the arm with the greatest observed mean. */
  int (*recommend)(const policy *p, const view *v);
  /* The propensities: the probability that the next choice is each of v->actions, in their order,
   * given everything choose() would know. It uses no random numbers and does not affect the
   * choice, whether choose() is called afterwards or not. False if they are not known, as for
   * a wrapper around a policy without propensities (then without_chances() says so beforehand). A
   * `deterministic` policy does not need it. */
  bool (*chances)(policy *p, const view *v, double *chance);
  /* Returns, of a policy that has `chances`, once started, the type of the policy because of which they will
   * not be known in this game, which is its own or that of a policy inside it; NULL if they will be.
   * Without this function they will be. */
  const struct policy_type *(*without_chances)(const policy *p);
  /* For speed: choose(), and what chances() would have said just before, where both cost little
   * more than one of them. `known`: whether the propensities are. A policy that has it has both. */
  int (*choose_with_chances)(policy *p, const view *v, double *chance, bool *known);
  /* At the end of a round: whether a rule may stop the game now; false in the middle of
   * plays that belong together, such as a pair in LUCB. */
  bool (*may_stop)(const policy *p, const view *v);
  /* At the end of a round: whether a single arm remains of those that it compared, so that
   * it would play only that arm from now on. */
  bool (*settled)(const policy *p, const view *v);
  /* For speed: stretch() says how long the choice just made would stay the same, and
   * observe_run() replaces played() and observe() for the plays of the stretch. A policy has
   * both or neither. They are used only if each play takes one round and is shown at once. */
  void (*stretch)(policy *p, const view *v, int action, stretch *s);
  void (*observe_run)(policy *p, const view *v, const run *r);
} policy_type;

/* The context of an arm in this round. */
static inline const double *arm_context(const view *v, int arm)
{
  return v->context + (ptrdiff_t)v->context_step * arm;
}

/* An arm that a policy keeps from one round to another. Its place alone would not do: once it is
 * dead that is another's. */
typedef struct kept_arm {
  int arm; /* its place; -1: none */
  int64_t number;
} kept_arm;

static inline kept_arm keep_arm(const view *v, int arm)
{
  return (kept_arm){arm, arm < 0 ? -1 : v->number[arm]};
}

/* Returns whether this is the place of that arm still, which may be away. */
static inline bool is_at_its_place(const view *v, kept_arm kept)
{
  return kept.arm >= 0 && v->number[kept.arm] == kept.number;
}

static inline bool is_there(const view *v, kept_arm kept)
{
  return is_at_its_place(v, kept) && v->is_live[kept.arm];
}

/* The arm that was described as this one: it began at this place. */
static inline kept_arm described_arm(int arm) { return (kept_arm){arm, arm}; }

/* Returns whether the arm of action a comes before that of b, or its wait does. */
static inline bool action_before(const view *v, int a, int b)
{
  const int64_t x = v->number[a / v->waits], y = v->number[b / v->waits];
  return x != y ? x < y : a < b;
}

/* The number of live arms with lower numbers, which is the position of the arm with this
 * number in v->live, or where it would be. */
static inline int live_before(const view *v, int64_t number)
{
  int low = 0, high = v->live_count;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (v->number[v->live[middle]] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Returns the action to play where a policy would play this one because nothing is known of it. Where
 * outcomes come late it is, of all actions of which none was ever shown, the one played least, the lowest in
 * a tie: else one would be played alone until its first outcome comes. An action of which one was shown, or
 * of which none is to come, stays: where nothing is late no choice is another. */
static inline int evened_out(const view *v, int action)
{
  if (!v->shown || action < 0 || v->shown[action] || !v->tried[action]) return action;
  int least = -1;
  for (int i = 0; i < v->action_count; i++) {
    const int other = v->actions[i];
    if (!v->shown[other] && (least < 0 || v->tried[other] < v->tried[least])) least = other;
  }
  return least < 0 ? action : least;
}

/* A uniformly random action of those that can be played. */
static inline int random_action(const view *v)
{
  return v->actions[stream_below(v->random, v->action_count)];
}

/* Probabilities of a choice that is certain, or mixed with a uniform one. */
static inline void sure_chances(const view *v, int action, double *chance)
{
  for (int i = 0; i < v->action_count; i++) chance[i] = v->actions[i] == action;
}

/* The place among v->actions of the one that a uniform number draws by these probabilities. Where rounding
 * makes them sum to slightly less than 1, the last one that can be drawn has what is left. */
static inline int drawn_by_chances(const view *v, const double *chance, double u)
{
  double cumulative = 0;
  int drawn = 0;
  for (int i = 0; i < v->action_count && !(u < cumulative); i++) {
    if (!(chance[i] > 0)) continue;
    cumulative += chance[i];
    drawn = i;
  }
  return drawn;
}

static inline void even_chances(const view *v, double *chance)
{
  const double each = 1 / (double)v->action_count;
  for (int i = 0; i < v->action_count; i++) chance[i] = each;
}

static inline void mixed_chances(const view *v, int action, double explore, double *chance)
{
  const double each = explore / (double)v->action_count;
  for (int i = 0; i < v->action_count; i++) chance[i] = v->actions[i] == action ? each + (1 - explore) : each;
}

/* The policy because of which the propensities of this one will not be known, or NULL. */
static inline const policy_type *policy_without_chances(const policy_type *type, const policy *p)
{
  if (type->without_chances) return type->without_chances(p);
  return type->chances || type->deterministic ? NULL : type;
}

/* Returns whether propensities hold. A policy from outside may state anything: none must be below 0 or NaN,
 * and their sum must be 1, but for rounding. */
static inline bool policy_vouches(const policy_type *type, policy *p, const view *v, const double *chance)
{
  if (!type->from_outside) return true; /* ours, which tests/c/test_chances.c verifies */
  /* Four sums, which do not wait for each other; if there is a NaN, they have it. */
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0, low0 = 0, low1 = 0;
  int i = 0;
  for (; i + 4 <= v->action_count; i += 4) {
    const double a = chance[i], b = chance[i + 1], c = chance[i + 2], d = chance[i + 3];
    s0 += a;
    s1 += b;
    s2 += c;
    s3 += d;
    low0 = a < low0 ? a : low0;
    low1 = b < low1 ? b : low1;
    low0 = c < low0 ? c : low0;
    low1 = d < low1 ? d : low1;
  }
  for (; i < v->action_count; i++) {
    s0 += chance[i];
    low0 = chance[i] < low0 ? chance[i] : low0;
  }
  const double sum = s0 + s1 + (s2 + s3), least = low0 < low1 ? low0 : low1;
  if (least == 0 && sum > 1 - 1e-6 && sum < 1 + 1e-6) return true;
  if (!p->failure.code)
    p->failure = status_error(STATUS_INTERNAL, "%s states propensities that %s %g.", type->label,
                              least < 0 ? "are as low as" : "sum to", least < 0 ? least : sum);
  return false;
}

/* Propensities of a policy inside a wrapper, which may be deterministic. */
static inline bool policy_chances(const policy_type *type, policy *p, const view *v, double *chance)
{
  if (type->chances) return type->chances(p, v, chance) && policy_vouches(type, p, v, chance);
  if (!type->deterministic) return false;
  const int action = type->choose(p, v);
  sure_chances(v, action, chance);
  return action >= 0;
}

/* A choice and its propensities. */
static inline int policy_choose_with_chances(const policy_type *type, policy *p, const view *v,
                                             double *chance, bool *known)
{
  if (type->choose_with_chances) {
    const int chosen = type->choose_with_chances(p, v, chance, known);
    *known = *known && chosen >= 0 && policy_vouches(type, p, v, chance);
    return p->failure.code ? -1 : chosen;
  }
  *known = type->chances && type->chances(p, v, chance) && policy_vouches(type, p, v, chance);
  if (p->failure.code) return -1;
  const int action = type->choose(p, v);
  if (type->chances || !type->deterministic || action < 0) return action;
  sure_chances(v, action, chance);
  *known = true;
  return action;
}

/* The action with the greatest value, the first in the order of v->actions in a
 * tie; -1 if there is none. */
typedef double (*action_value)(const policy *p, const view *v, int action, const void *with);

static inline int argmax_action(const policy *p, const view *v, action_value value, const void *with)
{
  int best = -1;
  double greatest = 0;
  for (int i = 0; i < v->action_count; i++) {
    const double x = value(p, v, v->actions[i], with);
    if (best < 0 || x > greatest) best = v->actions[i], greatest = x;
  }
  return best;
}

/* False: it does not say. Other libraries are not asked, since what they say would have to be checked. */
static inline bool policy_explains(const policy_type *type, policy *p, const view *v, int action, reason *r)
{
  const reason none = {0};
  *r = none;
  return type->explain && !type->from_outside && !p->failure.code && type->explain(p, v, action, r);
}

/* Returns what a policy is given, with the usual values of its type. */
parameters policy_parameters(const policy_type *type, const parameters *given);

/* The address of a policy's random stream: it depends on what the policy is, not on its
 * position in the study. Policies inside of it are found by `find`, which may be NULL if there are none. */
uint32_t policy_identity(const policy_type *type, const parameters *given, policy_finder *find);

/* The ending of a name that tells this variant of a policy from the usual one: " (global)", or "". */
words policy_variant(const policy_type *type, const parameters *given);
/* "Doubling (UCB1)", "GLR-kl-UCB (global)"; `held`: the name of the policy inside, or NULL. NULL: no memory.
 */
char *policy_label(const policy_type *type, const parameters *given, const char *held, arena *memory);

#endif
