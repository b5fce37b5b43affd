/* The doubling trick (Auer, Cesa-Bianchi, Freund and Schapire 1995, section 4; Besson and Kaufmann
 * 2018, Algorithm 1) makes a policy that must know the horizon one that need not: phases
 * (phases.h) last `start`, 2 `start`, 4 `start`, ... rounds; in each the policy inside begins
 * afresh, with the length of the phase for its horizon. Cost: that of the policy inside, and a
 * look at each arm per phase. */
#include "phases.h"

static bool next_phase(policy *p, const view *v)
{
  phases *s = p->state;
  if (phases_is_over(s, v)) p->failure = phases_begin(s, v, 2 * s->length);
  return !p->failure.code;
}

static status doubling_start(policy *p, const view *v, const parameters *given)
{
  const status opened = phases_open(p, v, given, next_phase);
  return opened.code ? opened : phases_begin(p->state, v, (int64_t)parameters_number(given, "start"));
}

const policy_type policy_doubling = {
    .constructor = "policy_doubling",
    .label = "Doubling",
    .does = "begins another policy anew in phases of doubling length, so that it needs no horizon",
    .paper = "Auer, Cesa-Bianchi, Freund and Schapire 1995; Besson and Kaufmann 2018, Algorithm 1",
    .zeros = ZEROS_AS_INSIDE,
    .own_plays = "begins afresh when it is asked, and would forget earlier pulls",
    .deterministic = true,
    .takes = TAKES({"start", A_WHOLE(1, LARGEST_COUNT), USUALLY(64)}, {"base", A_TEXT(NULL), .holds = true}),
    .told_suffices = true,
    .recalls_choice = true, /* the policy inside may */
    .must_be_asked = phases_must_be_asked,
    .state_size = sizeof(phases),
    .start = doubling_start,
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
