/* Allocation of a trial's patients to its arms: from shares that are aimed at (targets.h) a rule makes the
 * probabilities e with which the next arm is drawn, by one uniform number. With rho the shares, n plays, and
 * x = n / sum n over the arms that can be played:
 *
 *   "chance": e = rho;
 *   "block":  permuted blocks (Zelen 1974): e of an arm is its part of the slots that are left in a block.
 *             When a block of `block` patients opens, the arms have its slots by the largest remainders of
 *             block x rho (those within 1e-9 are equal, ties go to the lowest arm); without `block` an arm
 *             has as many as its whole number. An arm that leaves clears its slots, and one that enters
 *             waits for the next block;
 *   "dbcd":   e ~ rho (rho / x)^gamma (Hu and Zhang 2004, section 2); arms without plays, if there are
 *             any, have all of it in proportion to rho. gamma = 0 is "chance";
 *   "erade":  of two arms, the first has alpha rho if x > rho, 1 - alpha (1 - rho) if x < rho, else rho
 *             (Hu, Zhang and He 2009, section 2). While an agent has more arms, rho.
 *
 * The first burn_in x (arms there at the beginning) plays are permuted blocks with each of these arms once.
 *
 * Blocks of whole numbers, and those of the burn-in, follow from the plays of each arm: the block that is
 * open is one more than the least number of blocks of which an arm has played all its slots. Arms that come
 * and go are shifted (`shift`) so that this holds. Other blocks are kept, slot by slot. A play that was not
 * drawn here, of an arm without a slot, is one of its next slots in the former, and none in the latter.
 *
 * Cost: a look at each arm; shares are found anew once something was shown, or arms came or went. */
#include "targets.h"
#include "../naming/sample.h"
#include "../../base/elementary.h"
#include "../../model/arguments.h"
#include <math.h>
#include <stdio.h>

/* Slots that an arm may have in a block. */
#define MOST_SLOTS 1e6

enum rule { BY_CHANCE, BY_BLOCK, BY_DBCD, BY_ERADE };

typedef struct allocation_state {
  trial_targets targets; /* the first member: see targets.h */
  enum rule rule;
  double gamma, alpha;
  int64_t burn_in, block; /* block: 0: of whole numbers */
  int64_t first_round, originals, gone_plays;
  bool burnt_in;  /* before its time, as none of its arms was there any more */
  bool irregular; /* arms came or went: they may be shifted */
  bool open;      /* a block of whole numbers, after so many: for those that come */
  int64_t done;
  bool known; /* the weights, and shares that do not follow from plays; never in plain mode */
  double *weight, *share, *chance, *slots; /* by place in v->live */
} allocation_state;

/* --- the beginning --------------------------------------------------------------------- */

static enum rule rule_of(const allocation_state *s, const parameters *given)
{
  if (parameters_text_is(given, "rule", "chance")) return BY_CHANCE;
  if (parameters_text_is(given, "rule", "block")) return BY_BLOCK;
  if (parameters_text_is(given, "rule", "dbcd")) return BY_DBCD;
  if (parameters_text_is(given, "rule", "erade")) return BY_ERADE;
  switch (s->targets.target) {
  case EQUAL: return s->targets.laid == NO_SHARE || s->block > 0 ? BY_BLOCK : BY_CHANCE;
  case BEST:
  case BETTER: return BY_CHANCE;
  default: return BY_DBCD;
  }
}

static bool are_whole(const trial_targets *s)
{
  for (int64_t i = 0; i < s->ratios; i++)
    if (s->ratio[i] != floor(s->ratio[i]) || s->ratio[i] > MOST_SLOTS) return false;
  return true;
}

static const char *why_refused(const allocation_state *s, const view *v)
{
  const trial_targets *t = &s->targets;
  const bool by_posterior = t->target == BEST || t->target == BETTER;
  if (by_posterior && (s->rule == BY_DBCD || s->rule == BY_ERADE))
    return "Powers of posterior probabilities are drawn by `rule = \"chance\"` or \"block\"";
  if (s->rule == BY_ERADE && v->live_count > 2) return "ERADE is for two arms. Use `rule = \"dbcd\"`";
  if (s->rule != BY_BLOCK || s->block > 0) return NULL;
  if (t->target != EQUAL || t->laid != NO_SHARE) return "Blocks of shares that are estimated need `block`";
  return are_whole(t) ? NULL : "Blocks of shares that are not whole numbers need `block`";
}

static status allocation_start(policy *p, const view *v, const parameters *given)
{
  allocation_state *s = p->state;
  const size_t arms = (size_t)v->arms;
  s->gamma = parameters_number(given, "gamma");
  s->alpha = parameters_number(given, "alpha");
  s->burn_in = (int64_t)parameters_number(given, "burn_in");
  s->block = (int64_t)parameters_number_or(given, "block", 0);
  const status opened = targets_open(&s->targets, p, v, given);
  if (opened.code) return opened;
  s->rule = rule_of(s, given);
  const char *why = why_refused(s, v);
  if (why) return status_error(STATUS_BAD_PARAMETER, "%s.", why);
  s->first_round = v->round;
  s->originals = v->live_count;
  for (int i = 0; i < v->live_count; i++) allocation_at(p, v->live[i])->original = true;
  s->weight = arena_zeroed(p->memory, arms, sizeof *s->weight);
  s->share = arena_zeroed(p->memory, arms, sizeof *s->share);
  s->chance = arena_zeroed(p->memory, arms, sizeof *s->chance);
  s->slots = arena_zeroed(p->memory, arms, sizeof *s->slots);
  return s->weight && s->share && s->chance && s->slots ? status_ok : status_no_memory();
}

/* --- plays and shares ----------------------------------------------------------------- */

static int64_t plays_of_all(const policy *p, const view *v)
{
  int64_t plays = ((const allocation_state *)p->state)->gone_plays;
  for (int arm = 0; arm < v->arms; arm++)
    if (!allocation_at(p, arm)->gone) plays += allocation_at(p, arm)->plays;
  return plays;
}

static bool any_original(const policy *p, const view *v)
{
  for (int i = 0; i < v->live_count; i++)
    if (allocation_at(p, v->live[i])->original) return true;
  return false;
}

static bool burns_in(const policy *p, const view *v)
{
  const allocation_state *s = p->state;
  return s->burn_in > 0 && !s->burnt_in &&
         (double)plays_of_all(p, v) < (double)s->burn_in * (double)s->originals && any_original(p, v);
}

static bool find_shares(policy *p, const view *v)
{
  allocation_state *s = p->state;
  if (targets_follow(&s->targets)) s->known = false;
  if (s->known && s->targets.laid != SHARE_MATCHED) return true;
  if (!s->known && !targets_weigh(&s->targets, p, v, s->weight)) return false;
  s->known = !v->plain;
  memcpy(s->share, s->weight, (size_t)v->live_count * sizeof *s->share);
  targets_share(&s->targets, p, v, s->share);
  return true;
}

/* --- blocks of whole numbers ------------------------------------------------------------ */

/* Returns the slots of an arm in a block; 0: it is not in it. */
static int64_t slots_of(const policy *p, const view *v, int arm, bool burning)
{
  const trial_targets *t = p->state;
  if (burning) return allocation_at(p, arm)->original;
  const int64_t number = v->number[arm];
  return t->ratio && number < t->ratios ? (int64_t)t->ratio[number] : 1;
}

/* Plays in blocks since these began. */
static int64_t taken(const policy *p, int arm, bool burning)
{
  const allocation_arm *a = allocation_at(p, arm);
  return a->plays + a->shift - (burning ? 0 : ((const allocation_state *)p->state)->burn_in);
}

/* Division that rounds down; mostly an arm has one slot. */
static int64_t blocks_in(int64_t plays, int64_t slots)
{
  if (slots == 1) return plays;
  return plays >= 0 ? plays / slots : -((-plays + slots - 1) / slots);
}

/* Returns how many blocks all arms but one have behind them; false if there are none of these arms. */
static bool blocks_done(const policy *p, const view *v, int but, bool burning, int64_t *done)
{
  bool any = false;
  for (int i = 0; i < v->live_count; i++) {
    const int arm = v->live[i];
    const int64_t slots = arm == but ? 0 : slots_of(p, v, arm, burning);
    if (slots == 0) continue;
    const int64_t its = blocks_in(taken(p, arm, burning), slots);
    *done = any && *done <= its ? *done : its;
    any = true;
  }
  return any;
}

static void slots_by_plays(policy *p, const view *v, bool burning)
{
  allocation_state *s = p->state;
  int64_t done = 0;
  blocks_done(p, v, -1, burning, &done);
  for (int i = 0; i < v->live_count; i++) {
    const int64_t left = (done + 1) * slots_of(p, v, v->live[i], burning) - taken(p, v->live[i], burning);
    s->slots[i] = slots_of(p, v, v->live[i], burning) > 0 && left > 0 ? (double)left : 0;
  }
}

/* After a play: whether a block is open, of which something was played and something is left. */
static void note_open_block(policy *p, const view *v, bool burning)
{
  allocation_state *s = p->state;
  s->open = false;
  if (!blocks_done(p, v, -1, burning, &s->done)) return;
  for (int i = 0; i < v->live_count; i++) {
    const int64_t slots = slots_of(p, v, v->live[i], burning);
    s->open = s->open || (slots > 0 && taken(p, v->live[i], burning) > s->done * slots);
  }
}

/* It may have been the last with slots in the open block. */
static void note_left(policy *p, const view *v, bool burning)
{
  allocation_state *s = p->state;
  int64_t done = 0;
  s->open = s->open && blocks_done(p, v, -1, burning, &done) && done == s->done;
}

/* An arm that has come waits for the block after the open one. */
static void shift_newcomer(policy *p, const view *v, int arm, bool burning)
{
  const allocation_state *s = p->state;
  const int64_t its = slots_of(p, v, arm, burning);
  int64_t done = 0;
  blocks_done(p, v, arm, burning, &done);
  allocation_at(p, arm)->shift = 0;
  allocation_at(p, arm)->shift = its * (done + s->open) - taken(p, arm, burning);
}

/* After the burn-in blocks begin anew, whatever came of its own. */
static void end_burn_in(policy *p, const view *v)
{
  ((allocation_state *)p->state)->open = false;
  for (int arm = 0; arm < v->arms; arm++) {
    allocation_at(p, arm)->shift = 0;
    allocation_at(p, arm)->shift = -taken(p, arm, false);
  }
}

/* Others are to be played. */
static void end_without_originals(policy *p, const view *v)
{
  allocation_state *s = p->state;
  const double planned = (double)s->burn_in * (double)s->originals;
  if (s->burnt_in || v->live_count == 0 || any_original(p, v) || !((double)plays_of_all(p, v) < planned))
    return;
  s->burnt_in = true;
  end_burn_in(p, v);
}

/* --- other blocks ------------------------------------------------------------------------- */

/* By the largest remainders. */
static void open_block(allocation_state *s, int count)
{
  double left = (double)s->block;
  for (int i = 0; i < count; i++) {
    s->chance[i] = (double)s->block * s->share[i];
    s->slots[i] = floor(s->chance[i] + 1e-9);
    s->chance[i] -= s->slots[i];
    left -= s->slots[i];
  }
  for (; left > 0.5; left--) {
    int most = 0;
    for (int i = 1; i < count; i++)
      if (s->chance[i] > s->chance[most] + 1e-9) most = i;
    s->chance[most] -= 1;
    s->slots[most]++;
  }
}

static bool slots_kept(policy *p, const view *v)
{
  allocation_state *s = p->state;
  bool any = false;
  for (int i = 0; i < v->live_count; i++) {
    s->slots[i] = (double)allocation_at(p, v->live[i])->slots;
    any = any || s->slots[i] > 0;
  }
  if (any) return true;
  if (!find_shares(p, v)) return false;
  open_block(s, v->live_count);
  return true;
}

static void take_slot(policy *p, const view *v, int arm)
{
  const allocation_state *s = p->state;
  if (!slots_kept(p, v)) return;
  for (int i = 0; i < v->live_count; i++) allocation_at(p, v->live[i])->slots = (int64_t)s->slots[i];
  if (allocation_at(p, arm)->slots > 0) allocation_at(p, arm)->slots--;
}

/* --- the rules ------------------------------------------------------------------------------- */

static void chances_of_slots(const allocation_state *s, int count, double *chance)
{
  double left = 0;
  for (int i = 0; i < count; i++) left += s->slots[i];
  for (int i = 0; i < count; i++) chance[i] = s->slots[i] / left;
}

/* Those without plays first. */
static void chances_untried(const policy *p, const view *v, double untried, double *chance)
{
  const allocation_state *s = p->state;
  for (int i = 0; i < v->live_count; i++)
    chance[i] = allocation_at(p, v->live[i])->plays == 0 ? s->share[i] / untried : 0;
}

static void chances_of_dbcd(const policy *p, const view *v, double *chance)
{
  const allocation_state *s = p->state;
  double untried = 0, greatest = 0, sum = 0;
  for (int i = 0; i < v->live_count; i++) {
    const double plays = (double)allocation_at(p, v->live[i])->plays;
    if (plays == 0) untried += s->share[i];
    else greatest = fmax(greatest, s->share[i] / plays);
  }
  if (untried > 0) {
    chances_untried(p, v, untried, chance);
    return;
  }
  for (int i = 0; i < v->live_count; i++) {
    const double ratio = s->share[i] / (double)allocation_at(p, v->live[i])->plays;
    sum += chance[i] = s->share[i] * same_pow(ratio / greatest, s->gamma);
  }
  for (int i = 0; i < v->live_count; i++) chance[i] /= sum;
}

static void chances_of_erade(const policy *p, const view *v, double *chance)
{
  const allocation_state *s = p->state;
  const double first = (double)allocation_at(p, v->live[0])->plays,
               both = first + (double)allocation_at(p, v->live[1])->plays, share = s->share[0],
               off = both > 0 ? first / both - share : 0;
  chance[0] = fabs(off) <= 1e-12 ? share : off > 0 ? s->alpha * share : 1 - s->alpha * (1 - share);
  chance[1] = 1 - chance[0];
}

static bool chances_of_shares(policy *p, const view *v, double *chance)
{
  const allocation_state *s = p->state;
  if (!find_shares(p, v)) return false;
  if (s->rule == BY_ERADE && v->live_count == 2) chances_of_erade(p, v, chance);
  else if (s->rule == BY_DBCD && s->gamma > 0) chances_of_dbcd(p, v, chance);
  else memcpy(chance, s->share, (size_t)v->live_count * sizeof *chance);
  return true;
}

static bool allocation_chances(policy *p, const view *v, double *chance)
{
  const allocation_state *s = p->state;
  const bool burning = burns_in(p, v);
  if (!burning && s->rule != BY_BLOCK) return chances_of_shares(p, v, chance);
  if (!burning && s->block > 0) {
    if (!slots_kept(p, v)) return false;
  } else slots_by_plays(p, v, burning);
  chances_of_slots(s, v->live_count, chance);
  return true;
}

/* --- the policy --------------------------------------------------------------------------------- */

static int allocation_choose_with_chances(policy *p, const view *v, double *chance, bool *known)
{
  *known = allocation_chances(p, v, chance);
  return *known ? v->actions[drawn_by_chances(v, chance, stream_uniform(v->random))] : -1;
}

static int allocation_choose(policy *p, const view *v)
{
  bool known;
  return allocation_choose_with_chances(p, v, ((allocation_state *)p->state)->chance, &known);
}

static void allocation_played(policy *p, const view *v, const outcome *o)
{
  allocation_state *s = p->state;
  const bool burning = burns_in(p, v);
  if (!burning && s->rule == BY_BLOCK && s->block > 0) take_slot(p, v, o->arm);
  allocation_at(p, o->arm)->plays++;
  if (targets_follow(&s->targets)) hazards_played(&s->targets.hazards, targets_followed(p, o->arm), v, o);
  if (burning && !burns_in(p, v)) {
    s->open = false;
    if (s->irregular) end_burn_in(p, v);
  } else if (burning || (s->rule == BY_BLOCK && s->block == 0)) {
    note_open_block(p, v, burning);
  }
}

static void allocation_observe(policy *p, const view *v, const outcome *o)
{
  allocation_state *s = p->state;
  trial_targets *t = &s->targets;
  allocation_arm *a = allocation_at(p, o->arm);
  tally_add(&a->tally, t->bernoulli ? in_unit(t->range, o->observed) : o->observed);
  if (targets_follow(t)) hazards_shown(&t->hazards, &a->followed, v, o);
  if (a->gone) t->gone_shown++;
  s->known = false;
  if (!targets_need_squares(t)) return;
  const double off = o->observed - a->mean;
  a->mean += off / (double)a->tally.pulls;
  a->squares += off * (o->observed - a->mean);
}

static void allocation_arm_entered(policy *p, const view *v, int arm)
{
  allocation_state *s = p->state;
  s->known = false;
  if (!v->away && v->round == s->first_round && plays_of_all(p, v) == 0) {
    allocation_at(p, arm)->original = true;
    s->originals++;
    return;
  }
  s->irregular = true;
  end_without_originals(p, v);
  shift_newcomer(p, v, arm, burns_in(p, v));
}

static void allocation_arm_left(policy *p, const view *v, int arm)
{
  allocation_state *s = p->state;
  allocation_arm *a = allocation_at(p, arm);
  s->known = false;
  s->irregular = true;
  a->slots = 0;
  if (!v->away) {
    a->gone = true;
    s->gone_plays += a->plays;
    s->targets.gone_shown += a->tally.pulls;
    if (arm == s->targets.control.arm && is_at_its_place(v, s->targets.control)) s->targets.control_left = *a;
  }
  end_without_originals(p, v);
  note_left(p, v, burns_in(p, v));
}

static bool allocation_needs_bytes(const policy *p)
{
  const allocation_state *s = p->state;
  return targets_need_squares(&s->targets) || (s->rule == BY_BLOCK && s->block > 0);
}

/* --- what it is given ---------------------------------------------------------------------------- */

#define TARGETS "equal|best|better|neyman|rsihr|failures"

static bool is_target(const parameters *given, const char *names)
{
  const char *target = parameters_text(given, "target");
  return target && rules_choice(target, names) >= 0;
}

static bool aims_at_equal(const parameters *given)
{
  return !parameters_any(given, "target") || is_target(given, "equal");
}

/* The rule that was given, or the one that is used if there is none. */
static const char *rule_given(const parameters *given)
{
  const char *rule = parameters_text(given, "rule");
  if (rule) return rule;
  if (parameters_find(given, "target") || aims_at_equal(given))
    return !parameters_any(given, "control_share") || parameters_any(given, "block") ? "block" : "chance";
  return is_target(given, "best|better") ? "chance" : "dbcd";
}

static bool is_rule(const parameters *given, const char *name)
{
  return strcmp(rule_given(given), name) == 0;
}

static bool allocation_moot(const parameters *given, const char *name)
{
  if (strcmp(name, "gamma") == 0) return !is_rule(given, "dbcd");
  return strcmp(name, "alpha") == 0 && !is_rule(given, "erade");
}

static bool are_whole_ratios(const parameters *given)
{
  const parameter *target = parameters_find(given, "target");
  for (int64_t i = 0; target && i < target->length; i++)
    if (target->values[i] != floor(target->values[i])) return false;
  return target || aims_at_equal(given);
}

static refusal only_with_rule(const parameters *given, const char *argument, const char *rule, double usual)
{
  const parameter *p = parameters_find(given, argument);
  if (!p || p->values[0] == usual || is_rule(given, rule)) return refused_nothing;
  return refuse(REFUSED_ONLY_IF, argument, in_words("given only with the rule \"%s\"", rule).text,
                number_words(p->values[0]).text, NULL);
}

static refusal wrong_target(const parameters *given)
{
  const char *target = parameters_text(given, "target");
  if (is_target(given, "better") && !parameters_any(given, "control"))
    return refuse(REFUSED_ARGUMENT, "control", "given with the target \"better\"", "nothing", NULL);
  if (is_target(given, "best|better") && (is_rule(given, "dbcd") || is_rule(given, "erade")))
    return refuse(REFUSED_NOT_WITH, "rule",
                  in_words("\"chance\" or \"block\" with the target \"%s\"", target).text,
                  in_words("\"%s\"", rule_given(given)).text, NULL);
  if (is_target(given, "rsihr|failures") && parameters_text_is(given, "family", "gaussian"))
    return refuse(REFUSED_NOT_WITH, "target", "another one for Gaussian rewards, such as \"neyman\"",
                  in_words("\"%s\"", target).text, NULL);
  if (is_target(given, "neyman|rsihr|failures") && parameters_text_is(given, "family", "survival"))
    return refuse(REFUSED_NOT_WITH, "target", "another one for times lived, such as \"best\"",
                  in_words("\"%s\"", target).text, NULL);
  return refused_nothing;
}

static refusal allocation_unfit(const parameters *given)
{
  refusal why = wrong_target(given);
  if (!why.code) why = only_with_rule(given, "gamma", "dbcd", 2);
  if (!why.code) why = only_with_rule(given, "alpha", "erade", 0.5);
  if (!why.code) why = only_with_rule(given, "block", "block", NAN);
  if (why.code || !is_rule(given, "block") || parameters_any(given, "block")) return why;
  if (are_whole_ratios(given) && !parameters_any(given, "control_share")) return why;
  return refuse(REFUSED_ARGUMENT, "block",
                "the number of patients in each block, given for blocks of these shares", "nothing", NULL);
}

/* "Allocation (best)", "Allocation (2:1, chance)". */
static words allocation_label(const parameters *given)
{
  enum { LONGEST = 20 };
  const parameter *ratio = parameters_find(given, "target");
  const char *rule = parameters_text(given, "rule"), *target = parameters_text(given, "target");
  words shown = in_words("%.40s", target ? target : "equal");
  if (ratio) shown.text[0] = 0;
  for (int64_t i = 0; ratio && i < ratio->length && strlen(shown.text) <= LONGEST; i++) {
    const size_t at = strlen(shown.text);
    snprintf(shown.text + at, sizeof shown.text - at, "%s%.20s", i ? ":" : "",
             number_words(ratio->values[i]).text);
  }
  return in_words("Allocation (%.60s%s%.40s%s)", strlen(shown.text) > LONGEST ? "given" : shown.text,
                  rule ? ", " : "", rule ? rule : "",
                  parameters_text_is(given, "family", "gaussian")   ? ", gaussian"
                  : parameters_text_is(given, "family", "survival") ? ", survival"
                                                                    : "");
}

/* The arm of fewest events per time at risk. */
static int allocation_recommend(const policy *p, const view *v)
{
  const allocation_state *s = p->state;
  return targets_follow(&s->targets) ? hazards_least(p, v, targets_followed) : -1;
}

const policy_type policy_allocation = {
    .constructor = "policy_allocation",
    .label = "Allocation",
    .does = "randomises patients to the arms of a trial, equally or by what was seen so far",
    .paper = "Zelen 1974; Thall and Wathen 2007; Trippa et al. 2012; Rosenberger et al. 2001; "
             "Hu and Zhang 2004; Hu, Zhang and He 2009",
    .takes = TAKES(
        {"target", A_POSITIVE, .size = SIZE_ANY, .text = TARGETS, USUALLY(FIRST_CHOICE),
         .words = "one of \"equal\", \"best\", \"better\", \"neyman\", \"rsihr\", \"failures\", or "
                  "a positive number per arm"},
        {"rule", A_TEXT("chance|block|dbcd|erade")},
        {"control", A_WHOLE(1, MOST_ARMS), .named = true,
         .words = "a single whole number of at least 1, or the name of an arm"},
        {"control_share", A_POSITIVE_CHANCE, .below = true, .text = "sqrt|greatest|matched",
         .only_with = "control",
         .words = "a number above 0 and below 1, or one of \"sqrt\", \"greatest\", \"matched\""},
        {"power", NOT_NEGATIVE, .size = SIZE_ONE_OR_TWO, .only_if = "target=best|better",
         .words = "one or two numbers of at least 0"},
        {"gamma", NOT_NEGATIVE, USUALLY(2)}, {"alpha", A_CHANCE, .below = true, USUALLY(0.5)},
        {"burn_in", A_WHOLE(0, 1e9), USUALLY(0)}, {"block", A_WHOLE(1, MOST_SLOTS)},
        {"family", A_TEXT("bernoulli|gaussian|survival"), .bounded = "The Bernoulli family", FROM_BANDIT},
        {"range", A_RANGE, .only_if = "family=bernoulli", FROM_BANDIT},
        {"sd", A_POSITIVE, .only_if = "family=gaussian", FROM_BANDIT, .not_with = "range"}),
    .unfit = allocation_unfit,
    .moot = allocation_moot,
    .named_by = allocation_label,
    .refuses = HAS_WAITING | HAS_SPREAD | HAS_CONTEXT | HAS_FAIRNESS,
    .refuses_births = true,
    .told_suffices = true,
    .counts_suffice = "",
    .needs_bytes = allocation_needs_bytes,
    .bytes_suffice = true,
    .needs_horizon = "power",
    .state_size = sizeof(allocation_state),
    .action_size = sizeof(allocation_arm),
    .start = allocation_start,
    .recommend = allocation_recommend,
    .choose = allocation_choose,
    .chances = allocation_chances,
    .choose_with_chances = allocation_choose_with_chances,
    .played = allocation_played,
    .observe = allocation_observe,
    .arm_entered = allocation_arm_entered,
    .arm_left = allocation_arm_left,
};
