#include "playable.h"
#include "prefixed.h"
#include "arguments.h"
#include "lags.h"
#include "rule_words.h"
#include <stdio.h>

/* The policy inside, if there is one. */
static bool is_inside(const policy_description *p, parameters *given, policy_description *inside,
                      arena *memory)
{
  const char *base = parameters_text(p->given, "base");
  const policy_type *type = base && !p->type->from_outside && p->find ? p->find(base) : NULL;
  *inside = (policy_description){type, given, p->find, p->only_named,
                                 p->fed_zeros || p->type->zeros == ZEROS_MAY_BE_LOST};
  return type && parameters_prefixed(p->given, "base.", given, memory);
}

/* --- what it is given ------------------------------------------------------------------ */

static refusal cannot_hold(const policy_type *outer, const char *constructor)
{
  return refuse(
      REFUSED_HOLDS, "base",
      in_words("a policy such as `policy_moss()`, but not the oracle, one written in R, or another `%.60s()`",
               outer->constructor)
          .text,
      in_words("`%.80s()`", constructor).text, NULL);
}

/* Through all that it holds. */
static refusal holds(const policy_type *outer, const policy_description *p)
{
  arena memory = {0};
  parameters given;
  policy_description inside;
  refusal why = refused_nothing;
  const char *base = parameters_text(p->given, "base");
  if (is_inside(p, &given, &inside, &memory)) {
    const policy_type *type = inside.type;
    if (type == outer || type->sees_means || !type->choose) why = cannot_hold(outer, type->constructor);
    else why = holds(outer, &inside);
  } else if (base && p->find && !strchr(base, ':'))
    why = cannot_hold(outer, base); /* there is none of ours */
  arena_free(&memory);
  return why;
}

static refusal own_refuses(const policy_description *p)
{
  const argument *takes = p->type->takes;
  if (p->type->from_outside && !takes) return refused_nothing;
  refusal why = rules_refuse(takes, p->given, 0);
  if (!why.code && p->type->unfit && !p->type->from_outside) why = p->type->unfit(p->given);
  for (const argument *r = takes; r && r->name && !why.code; r++) {
    if (!r->holds) continue;
    if (!parameters_text(p->given, r->name))
      why = refuse(REFUSED_ARGUMENT, r->name, "the policy inside", "nothing", NULL);
    else why = holds(p->type, p);
  }
  return why;
}

refusal policy_refuses(const policy_description *p)
{
  arena memory = {0};
  parameters given;
  policy_description inside;
  refusal why = is_inside(p, &given, &inside, &memory) ? policy_refuses(&inside) : refused_nothing;
  arena_free(&memory);
  return why.code ? why : own_refuses(p);
}

/* --- whether it can play ----------------------------------------------------------------- */

typedef refusal one_question(const problem_description *d, const policy_description *p);

/* Asks the policies inside first. */
static refusal ask_all(one_question *question, const problem_description *d, const policy_description *p)
{
  arena memory = {0};
  parameters given;
  policy_description inside;
  refusal why = is_inside(p, &given, &inside, &memory) ? ask_all(question, d, &inside) : refused_nothing;
  arena_free(&memory);
  return why.code ? why : question(d, p);
}

static refusal cannot_play(refusal_code code, const policy_description *p, const char *wanted,
                           const char *because)
{
  return refuse(code, "policy", wanted, p->type->constructor, because);
}

/* By the order of enum trait_flag. */
static const char *const flag_word[] = {"patience", "entries", "lifetimes", "waiting", "fairness",
                                        "spread",   "replay",  "contexts",  "delay",   "changes",
                                        "wear",     "rest",    "absences",  "batches"};
enum { FLAG_WORDS = sizeof flag_word / sizeof *flag_word };

static const char *first_word(unsigned flags)
{
  for (int i = 0; i < FLAG_WORDS; i++)
    if (flags & (1u << i)) return flag_word[i];
  return "";
}

static words all_words(unsigned flags)
{
  words w = {""};
  for (int i = 0; i < FLAG_WORDS; i++) {
    const size_t at = strlen(w.text);
    if (flags & (1u << i)) snprintf(w.text + at, sizeof w.text - at, "%s%s", at ? " or " : "", flag_word[i]);
  }
  return w;
}

static refusal traits_refuse(const problem_description *d, const policy_description *p)
{
  const unsigned has = description_has(d), refused = has & p->type->refuses, needs = p->type->needs;
  if (refused)
    return cannot_play(REFUSED_TRAIT, p, NULL,
                       in_words("It cannot play bandits with %s", first_word(refused)).text);
  if (needs && !(has & needs))
    return cannot_play(REFUSED_NEEDS, p, first_word(needs),
                       in_words("It needs a bandit with %.180s", all_words(needs).text).text);
  for (int i = 0; i < d->trait_count; i++) {
    const described_trait *t = &d->trait[i];
    const char *because = t->type->refuses_policy ? t->type->refuses_policy(t, p) : NULL;
    if (because) return cannot_play(REFUSED_REPLAY, p, NULL, because);
  }
  return refused_nothing;
}

/* --- arms by name -------------------------------------------------------------------------- */

static bool has_name(const problem_description *d, const char *name)
{
  for (int i = 0; d->name && i < d->count; i++)
    if (strcmp(d->name[i], name) == 0) return true;
  return false;
}

static words names_words(const problem_description *d)
{
  enum { SHOWN = 8 };
  words w = {""};
  for (int i = 0; i < d->count && i < SHOWN; i++) {
    const size_t at = strlen(w.text);
    const words name = quoted_words(d->name[i]);
    if (at + strlen(name.text) + 8 > sizeof w.text / 2) return in_words("%.120s, ...", w.text);
    snprintf(w.text + at, sizeof w.text - at, "%s%s", i ? ", " : "", name.text);
  }
  return d->count > SHOWN ? in_words("%.120s, ...", w.text) : w;
}

/* Names are values of what may be the name of an arm, or of those that a policy has of its own ("name.1"). */
static refusal names_of_policy_refuse(const problem_description *d, const policy_description *p)
{
  for (int i = 0; i < p->given->count; i++) {
    const parameter *x = &p->given->items[i];
    bool named = strncmp(x->name, "name.", 5) == 0;
    for (const argument *r = p->type->takes; r && r->name; r++)
      named |= r->named && strcmp(r->name, x->name) == 0;
    if (!x->text || !named || has_name(d, x->text)) continue;
    const words arm = quoted_words(x->text);
    refusal why = cannot_play(
        REFUSED_NO_ARM, p, x->text,
        d->name ? in_words("There is no arm %.90s: the arms are %.120s", arm.text, names_words(d).text).text
                : in_words("There is no arm %s: the arms have no names, so use its number", arm.text).text);
    return why;
  }
  return refused_nothing;
}

/* --- rewards in a range ---------------------------------------------------------------------- */

/* Returns what in the policy needs it, or "". */
static words bounded_part(const policy_description *p)
{
  for (const argument *r = p->type->takes; r && r->name; r++) {
    if (!r->bounded || !rules_apply(r, p->type->takes, p->given)) continue;
    const char *text = r->kind == KIND_TEXT ? parameters_text(p->given, r->name) : NULL;
    const char *part = r->bounded;
    for (int i = text ? rules_choice(text, r->text) : 0; i > 0 && part; i--)
      part = strchr(part, '|'), part += part != NULL;
    if (part && part[0] && part[0] != '|') return in_words("%.*s", (int)strcspn(part, "|"), part);
  }
  return (words){""};
}

static void range_of(const policy_description *p, double range[2])
{
  const parameter *given = parameters_find(p->given, "range");
  range[0] = given ? given->values[0] : 0;
  range[1] = given ? given->values[1] : 1;
  for (const argument *r = p->type->takes; r && r->name; r++)
    if (r->from_zero && (r->kind != KIND_TEXT || parameters_text_is(p->given, r->name, r->from_zero)))
      range[0] = 0, range[1] = INFINITY;
}

bool policy_needs_rewards(const policy_description *p, double range[2])
{
  range_of(p, range);
  return bounded_part(p).text[0] != 0;
}

static refusal rewards_refuse_policy(const problem_description *d, const policy_description *p)
{
  const words part = bounded_part(p);
  double range[2], rewards[2];
  if (!part.text[0]) return refused_nothing;
  range_of(p, range);
  description_rewards(d, rewards);
  const bool outside = rewards[0] < range[0] || rewards[1] > range[1];
  if (!outside && !(range[1] < INFINITY && (description_has(d) & HAS_SPREAD))) return refused_nothing;
  const words within = range[1] < INFINITY ? in_words("in %s", interval_words(range).text)
                                           : in_words("of at least %s", number_words(range[0]).text);
  return cannot_play(REFUSED_BOUNDED, p, outside ? interval_words(rewards).text : NULL,
                     in_words("%.80s needs rewards %.80s%s", part.text, within.text,
                              outside ? "" : ", and sums that arrive together can be more")
                         .text);
}

/* --- zeros that are late, or silent ----------------------------------------------------------- */

/* Policies from elsewhere know what they do. */
static bool learns_nothing_known(const policy_type *type)
{
  return type->stationary || type->sees_means || type->from_outside || !type->choose;
}

bool policy_is_misled(const policy_type *type)
{
  return type->zeros == ZEROS_MUST_COME && !learns_nothing_known(type);
}

bool policy_bears_silence(const policy_description *p)
{
  double range[2];
  range_of(p, range);
  if (p->fed_zeros) return true;
  if (p->type->zeros == ZEROS_ARE_IDLE) return range[0] == 0;
  return p->type->zeros == ZEROS_MAY_BE_LOST || p->type->zeros == ZEROS_AS_INSIDE ||
         learns_nothing_known(p->type);
}

bool policy_lags_by_arm(const policy_description *p)
{
  arena memory = {0};
  parameters given;
  policy_description inside;
  const bool within = is_inside(p, &given, &inside, &memory) && policy_lags_by_arm(&inside);
  arena_free(&memory);
  return within || (p->type->counts_lags && states_lags_by_arm(p->given, &usual_lag_names));
}

/* Asks the policies inside first, about so many arms at a time. */
static refusal number_refuses(const problem_description *d, const policy_description *p, int together)
{
  arena memory = {0};
  parameters given;
  policy_description inside;
  refusal why = refused_nothing;
  if (is_inside(p, &given, &inside, &memory))
    why = number_refuses(d, &inside, p->type->meets_absent ? d->count : together);
  arena_free(&memory);
  const int most = p->type->most_arms && !p->only_named ? p->type->most_arms(p->given) : 0;
  if (why.code || most == 0 || together <= most) return why;
  return cannot_play(
      REFUSED_TRAIT, p, NULL,
      in_words("With these parameters it chooses among at most %d arms, and here may be %d at a time", most,
               together)
          .text);
}

static refusal setting_refuses(const problem_description *d, const policy_description *p)
{
  const refusal why = traits_refuse(d, p);
  return why.code ? why : names_of_policy_refuse(d, p);
}

refusal problem_refuses_policy(const problem_description *d, const policy_description *p)
{
  refusal why = ask_all(setting_refuses, d, p);
  if (!why.code) why = number_refuses(d, p, description_together(d));
  return why.code ? why : ask_all(rewards_refuse_policy, d, p);
}
