/* A policy that forgets everything at given rounds, every so many rounds, or whenever a mean has
 * changed: the oracle of change points (as in Besson, Kaufmann, Maillard and Seznec 2022, section
 * 6, where it is played beside policies that must find out). In each phase between them (phases.h)
 * the policy inside begins afresh, with the length of the phase for its horizon, the last one
 * ending with the game. A round in which no arm can be played, or in the middle of a play,
 * is one after which it forgets. Cost: that of the policy inside, and a look at each arm per
 * phase. */
#include "phases.h"

typedef struct restart_state {
  phases phases;       /* the first member: see phases.h */
  const double *at;    /* ascending; of one, every so many rounds; NULL: when a mean has changed */
  int64_t count, next; /* so many of them are over */
  int64_t changes;     /* of means before this phase */
} restart_state;

/* The last round before it forgets again, from this one on. */
static int64_t last_round(restart_state *s, const view *v)
{
  if (!s->at) return v->horizon;
  const int64_t round = v->round, every = (int64_t)s->at[0];
  int64_t last = FOREVER;
  while (s->next < s->count && s->at[s->next] <= (double)round) s->next++;
  if (s->count == 1) last = round - 1 + every - (round - 1) % every;
  else if (s->next < s->count) last = (int64_t)s->at[s->next] - 1;
  return last < v->horizon ? last : v->horizon;
}

static status begin(restart_state *s, const view *v)
{
  s->changes = v->changes;
  return phases_begin(&s->phases, v, last_round(s, v) - v->round + 1);
}

static bool forgets(const restart_state *s, const view *v)
{
  return s->at ? phases_is_over(&s->phases, v) : v->changes > s->changes;
}

static bool next_phase(policy *p, const view *v)
{
  restart_state *s = p->state;
  if (forgets(s, v)) p->failure = begin(s, v);
  return !p->failure.code;
}

static status restart_start(policy *p, const view *v, const parameters *given)
{
  restart_state *s = p->state;
  const parameter *at = parameters_find(given, "rounds");
  if (!at && v->changes < 0)
    return status_error(
        STATUS_BAD_PARAMETER,
        "This bandit does not state when its means change. Supply `rounds`, such as `rounds = c(1, 501)`.");
  s->at = at ? at->values : NULL;
  s->count = at ? at->length : 0;
  const status opened = phases_open(p, v, given, next_phase);
  return opened.code ? opened : begin(s, v);
}

const policy_type policy_restart = {
    .constructor = "policy_restart",
    .label = "Restart",
    .does = "begins another policy anew at given rounds, so that it forgets",
    .paper = "Besson, Kaufmann, Maillard and Seznec 2022, section 6 (the oracle)",
    .zeros = ZEROS_AS_INSIDE,
    .own_plays = "begins afresh when it is asked, and would forget earlier pulls",
    .deterministic = true,
    .takes = TAKES({"rounds", A_WHOLE(1, LARGEST_ROUND), .size = SIZE_ANY, .increasing = true,
                    .words = "a whole number of rounds, or ascending rounds of at least 1"},
                   {"base", A_TEXT(NULL), .holds = true}),
    .told_suffices = true,
    .recalls_choice = true, /* the policy inside may */
    .must_be_asked = phases_must_be_asked,
    .state_size = sizeof(restart_state),
    .start = restart_start,
    .choose = phases_choose,
    .recall = phases_recall,
    .chances = phases_chances,
    .without_chances = phases_without_chances,
    .played = phases_played,
    .observe = phases_observe,
    .preview = phases_preview,
    .arm_entered = phases_arm_entered,
    .arm_left = phases_arm_left,
    .life_told = phases_life_told,
    .recommend = phases_recommend,
    .may_stop = phases_may_stop,
    .stretch = phases_stretch,
    .observe_run = phases_observe_run,
};
