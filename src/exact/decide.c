#include "decide.h"
#include <math.h>

bool decide_open(recursion *r, int plays, arena *memory)
{
  const policy_type *type = r->setup->policy.type;
  r->by_index = type->index != NULL;
  r->by_rows = r->by_index || (type->deterministic && r->now.arms == 2);
  if (r->by_index && !(r->index = arena_zeroed(memory, (size_t)pair_at(r->now.span, (int64_t)plays + 1, 0),
                                               sizeof *r->index)))
    return false;
  if (r->by_rows) {
    r->cut = arena_zeroed(memory, (size_t)r->most_rows, sizeof *r->cut);
    r->other = arena_zeroed(memory, (size_t)r->most_rows, 1);
    return r->cut && r->other;
  }
  for (int k = 1; k < r->now.arms; k++)
    if (!(r->flow[k] = arena_zeroed(memory, (size_t)r->most_states, sizeof(double)))) return false;
  return true;
}

static status no_order(const policy_type *type)
{
  return status_error(STATUS_INTERNAL, "The index of %s falls as rewards grow.", type->label);
}

void decide_indices(recursion *r, player *p, int plays)
{
  const exact_policy *e = &r->setup->policy;
  double *index = r->index + pair_at(e->span, plays, 0);
  for (int sum = 0; sum <= e->span * plays; sum++) {
    player_recalls(p, &r->memories, 0, plays, sum);
    index[sum] = e->type->index(&p->roster.player, &p->roster.view, 0);
    if (sum > 0 && index[sum] < index[sum - 1]) p->roster.player.failure = no_order(e->type);
  }
}

/* --- by rows ------------------------------------------------------------------------ */

static void put_row(recursion *r, int64_t row, unsigned char *played, int other, int64_t cut, int64_t length)
{
  r->cut[row] = (int)cut;
  r->other[row] = (unsigned char)other;
  if (cut > 0) played[other] = 1;
  if (cut < length) played[r->now.arms - 1] = 1;
}

/* The first of greatest index among all arms but the last. */
static int best_but_last(const recursion *r, const int *counts, const int *sums, double *greatest)
{
  int best = 0;
  *greatest = r->index[pair_at(r->now.span, counts[0], sums[0])];
  for (int k = 1; k + 1 < r->now.arms; k++) {
    const double x = r->index[pair_at(r->now.span, counts[k], sums[k])];
    if (x > *greatest) best = k, *greatest = x;
  }
  return best;
}

/* As the sum of the last arm but one grows, so does the greatest index. */
static void rows_by_index(recursion *r, int block, unsigned char *played)
{
  const layer *l = &r->now;
  const int *counts = block_counts(l, block);
  const int64_t rows = block_rows(l, counts), length = sums_of(l, counts[l->arms - 1]);
  const double *last = r->index + pair_at(l->span, counts[l->arms - 1], 0);
  int sums[STATES_ARMS] = {0};
  int64_t cut = 0;
  for (int64_t row = 0; row < rows; row++, next_row(l, counts, sums)) {
    double greatest;
    const int best = best_but_last(r, counts, sums, &greatest);
    if (sums[l->arms - 2] == 0) cut = 0;
    while (cut < length && !(last[cut] > greatest)) cut++;
    put_row(r, l->first_row[block] + row, played, best, cut, length);
  }
}

/* Two arms, by the policy's own choices: the more the first has paid, the more the second
 * must have for it to be chosen. */
static void rows_by_choice(recursion *r, player *p, int block, unsigned char *played)
{
  const layer *l = &r->now;
  const int *counts = block_counts(l, block);
  const int64_t rows = sums_of(l, counts[0]), length = sums_of(l, counts[1]);
  int64_t cut = 0;
  for (int64_t row = 0; row < rows; row++) {
    player_recalls(p, &r->memories, 0, counts[0], (int)row);
    for (; cut < length; cut++) {
      player_recalls(p, &r->memories, 1, counts[1], (int)cut);
      if (roster_choose(&p->roster) != 0) break;
    }
    put_row(r, l->first_row[block] + row, played, 0, cut, length);
  }
}

/* --- by states ------------------------------------------------------------------------ */

static status no_chances(const policy_type *type)
{
  return status_error(STATUS_BAD_PARAMETER, "%s does not state its propensities.", type->label);
}

/* The chances of the arms, which are all there, so that actions are arms. */
static void ask(const recursion *r, player *p, double *chances)
{
  const policy_type *type = r->setup->policy.type;
  roster *asked = &p->roster;
  const int choice = type->deterministic ? roster_choose(asked) : -1;
  for (int k = 0; k < r->now.arms; k++) chances[k] = k == choice;
  if (type->deterministic) return;
  const bool known = policy_chances(type, &asked->player, &asked->view, chances);
  if (!known && !asked->player.failure.code) asked->player.failure = no_chances(type);
}

/* What a policy outside the core has stated beforehand. */
static void look_up(const recursion *r, int64_t state, double *chances)
{
  const double *stated = r->setup->stated[r->now.plays] + state * r->now.arms;
  for (int k = 0; k < r->now.arms; k++) chances[k] = stated[k];
}

static void put_state(recursion *r, int64_t state, unsigned char *played, const double *chances)
{
  const double here = r->value[state];
  for (int k = 0; k < r->now.arms; k++) {
    r->flow[k][state] = here * chances[k];
    if (chances[k] > 0) played[k] = 1;
  }
}

static void states_by_choice(recursion *r, player *p, int block, unsigned char *played)
{
  const layer *l = &r->now;
  const int *counts = block_counts(l, block), last = l->arms - 1;
  const int64_t rows = block_rows(l, counts), length = sums_of(l, counts[last]);
  int sums[STATES_ARMS] = {0};
  int64_t state = l->first_state[block];
  for (int64_t row = 0; row < rows; row++, next_row(l, counts, sums)) {
    for (int k = 0; k < last; k++) player_recalls(p, &r->memories, k, counts[k], sums[k]);
    for (int sum = 0; sum < length; sum++, state++) {
      double chances[STATES_ARMS] = {0};
      if (r->value[state] > 0 && r->setup->stated) {
        look_up(r, state, chances);
      } else if (r->value[state] > 0) {
        player_recalls(p, &r->memories, last, counts[last], sum);
        ask(r, p, chances);
      }
      put_state(r, state, played, chances);
    }
  }
}

void decide_block(recursion *r, player *p, int block)
{
  unsigned char *played = r->played + (int64_t)block * r->now.arms;
  memset(played, 0, (size_t)r->now.arms);
  if (!r->reached[block]) return;
  if (r->by_index) rows_by_index(r, block, played);
  else if (r->by_rows) rows_by_choice(r, p, block, played);
  else states_by_choice(r, p, block, played);
}
