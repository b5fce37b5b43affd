/* FC-Entry, FC-SE with entering arms (Shao and Fang 2024, Algorithm 4). Of the
 * K0 arms that are there in round 1 the R = N - 2 least patient (N = `n_cycle`)
 * and two virtual arms, + and -, of patience `patience_floor` make the shortest
 * almost uniform cycle; of equal patience, the virtual arms come last. The
 * other arms wait as in FC-SE. c = `segment` is by default, G' being the number
 * of groups that wait and K = `arms` the number of arms to be expected,
 *
 *   min { floor(min_{ind(k)>R} m_k / ceil((ind(k)-R)/(R-1))),
 *         3n + ceil((8 (K-N+3) T sqrt(n ln T) / (3+G'))^(2/3)) },
 *
 * and must be above 3n. An arm that enters (several in one round: in ascending
 * order) is served at once:
 *
 *   1. if both virtual places are taken, a random one of their arms is evicted
 *      from S: that of + if stream_below(2) is 0, else that of -;
 *   2. it gets the free virtual place, of two free ones + if stream_below(2) is
 *      0, else -, with all its slots; it is in S, but has not formally joined:
 *      until the next checkpoint its rewards are not used;
 *   3. if p > G', c_p becomes the smallest multiple of c with t~ <= c_p - n, t~
 *      being that of the last end of a cycle, at first 1 + n.
 *
 * All the rest: see cycle.h. The policy knows of an arm from its entry on; the
 * patience of entering arms it never asks for. */
#include "cycle.h"
#include "../../base/elementary.h"
#include "../../model/rule_words.h"

static double best_addition(double horizon, double told, double regular, double groups, double length)
{
  const double places = regular + 2;
  return same_pow(8 * (told - places + 3) * horizon * sqrt(length * same_log(horizon)) / (3 + groups),
                  2.0 / 3);
}

static status refuse_sizes(const view *v, double places, double told)
{
  if (places > v->live_count + 2.0)
    return status_error(
        STATUS_BAD_PARAMETER,
        "`n_cycle` is %.0f, two of which are kept free for entering arms, but %d arms are there at the "
        "start: it can be at most %d.",
        places, v->live_count, v->live_count + 2);
  if (told < v->live_count)
    return status_error(STATUS_BAD_PARAMETER, "`arms` is %.0f, but %d arms are there at the start.", told,
                        v->live_count);
  return status_ok;
}

static status fc_entry_start(policy *p, const view *v, const parameters *given)
{
  const double places = parameters_number_or(given, "n_cycle", 0);
  const double told = parameters_number_or(given, "arms", v->live_count + 2.0);
  if (v->live_count < 2)
    return status_error(STATUS_BAD_PARAMETER,
                        "Only one arm is present at the start, and at least two are needed.");
  cycle_wish wish = {.arms = (int)places,
                     .virtuals = 2,
                     .least = rounds_from(parameters_number(given, "patience_floor")),
                     .told = told,
                     .best = best_addition};
  status s = cycle_read(p, v, given, &wish);
  if (!s.code) s = refuse_sizes(v, wish.arms, told);
  if (!s.code) s = cycle_rank(p, v, given, &wish);
  return s.code ? s : cycle_plan(p, v, given, &wish);
}

/* A virtual place for the arm that enters: a free one, or one made free. */
static int virtual_place(policy *p, const view *v)
{
  const feasible_cycle *c = p->state;
  const int plus = c->regular, minus = plus + 1;
  const bool plus_free = c->place[plus].arm < 0, minus_free = c->place[minus].arm < 0;
  if (plus_free != minus_free) return plus_free ? plus : minus;
  const int place = stream_below(v->random, 2) == 0 ? plus : minus;
  if (!plus_free) cycle_take_out(p, c->place[place].arm);
  return place;
}

static void fc_entry_arm_entered(policy *p, const view *v, int arm)
{
  feasible_cycle *c = p->state;
  if (cycle_has_passed(c)) cycle_end(p, v);
  cycle_put(p, arm, virtual_place(p, v));
  cycle_arm_at(p, arm)->joining = true;
  if (c->next > c->groups) {
    const int64_t least = c->reach + c->length, segments = least / c->segment + (least % c->segment > 0);
    c->checkpoint = segments <= FOREVER / c->segment ? segments * c->segment : FOREVER;
  }
  cycle_changed(c);
}

/* Returns which slots a cycle that is given must have. */
static refusal fc_entry_unfit(const parameters *given)
{
  const parameter *cycle = parameters_find(given, "cycle");
  const char *wanted = "a cycle with both virtual arms, -1 and -2, and at least two others";
  bool virtuals[2] = {false, false};
  double first = 0;
  int others = 0;
  for (int64_t i = 0; cycle && i < cycle->length; i++) {
    const double arm = cycle->values[i];
    if (arm == 0) return refuse(REFUSED_ARGUMENT, "cycle", wanted, "a 0 among them", NULL);
    if (arm < 0) virtuals[arm == -1] = true;
    else if (others == 0) first = arm, others = 1;
    else if (arm != first) others = 2;
  }
  if (!cycle || (virtuals[0] && virtuals[1] && others == 2)) return refused_nothing;
  return refuse(REFUSED_ARGUMENT, "cycle", wanted, value_words(cycle, -1).text, NULL);
}

const policy_type policy_fc_entry = {
    .constructor = "policy_fc_entry",
    .label = "FC-Entry",
    .does = "takes turns so that no arm waits longer than its patience, with two free places for "
            "arms that enter later",
    .paper = "Shao and Fang 2024, Algorithm 4",
    .own_plays = PLAYS_IN_TURN,
    .no_chances = CYCLE_IS_DRAWN,
    .unfit = fc_entry_unfit,
    .takes = TAKES(
        {"n_cycle", A_WHOLE(4, MOST_ARMS), .not_with = "cycle", .unless = "cycle"},
        {"patience_floor", A_WHOLE(1, INFINITY),
         .words = "a single whole number of rounds of at least 1, or Inf", REQUIRED},
        {"segment", A_WHOLE(1, LARGEST_COUNT), .words = "a single whole number of rounds of at least 1"},
        {"arms", A_WHOLE(2, MOST_ARMS)},
        {"cycle", A_WHOLE(-2, MOST_ARMS), .size = SIZE_ANY,
         .words = "a cycle with two virtual arms, or the arm of each slot, -1 and -2 for the virtual ones"},
        {"sd", A_POSITIVE, FROM_BANDIT}),
    .needs = HAS_PATIENCE,
    .refuses = HAS_WAITING | HAS_LIFETIMES | HAS_REPLAY | HAS_REST | HAS_ABSENCES,
    .needs_horizon = "",
    .state_size = sizeof(feasible_cycle),
    .action_size = sizeof(cycle_arm),
    .start = fc_entry_start,
    .choose = cycle_choose,
    .explain = cycle_explain,
    .played = cycle_played,
    .observe = cycle_observe,
    .arm_entered = fc_entry_arm_entered,
    .arm_left = cycle_arm_left,
};
