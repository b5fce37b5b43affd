/* FEWA, filtering on expanding window average (Seznec, Locatelli, Carpentier, Lazaric and
 * Valko 2019): for windows h = 1, 2, ..., among the actions left,
 *
 *   - if some were seen less than h times, the one of them seen least is played;
 *   - one action left is played;
 *   - each goes whose mean of the last h is below the greatest by more than
 *     2 sqrt(2 sd^2 alpha ln t / h), t being the round (the authors' code: the plays so far).
 *
 * Ties go to the lowest action. With a grid, the windows are those of windows.h. Cost: with a grid
 * of 1, O(n) times the actions left, n being the plays of the one that is left longest, and memory of
 * all observations; else O(K log n). */
#include "windows.h"

typedef struct fewa_left {
  int action;
  const window_book *book;
  double sum, mean; /* over the last h */
} fewa_left;

typedef struct fewa_state {
  windows windows;
  fewa_left *left; /* of a choice alone */
} fewa_state;

static status fewa_start(policy *p, const view *v, const parameters *given)
{
  fewa_state *s = p->state;
  s->left = arena_zeroed(p->memory, (size_t)v->arms * (size_t)v->waits, sizeof *s->left);
  return s->left ? windows_open(&s->windows, p, v, given) : status_no_memory();
}

/* The place may have been another arm's. */
static int64_t fewa_known(const policy *p, const fewa_left *l)
{
  return tally_of(p, l->action, sizeof(tally))->pulls > 0 ? l->book->known : 0;
}

/* Returns how many windows are known of all that are left. */
static int64_t known_of_all(const policy *p, const fewa_state *s, int count)
{
  int64_t least = INT64_MAX;
  for (int i = 0; i < count; i++) {
    const int64_t known = fewa_known(p, &s->left[i]);
    if (known < least) least = known;
  }
  return least;
}

/* Returns the action seen least of those left of which window j is not known. */
static int seen_least(const policy *p, const fewa_state *s, int count, int64_t j)
{
  int least = -1;
  int64_t fewest = INT64_MAX;
  for (int i = 0; i < count; i++) {
    const int action = s->left[i].action;
    const int64_t seen = tally_of(p, action, sizeof(tally))->pulls;
    if (fewa_known(p, &s->left[i]) <= j && seen < fewest) least = action, fewest = seen;
  }
  return least;
}

/* Keeps the actions that stay after window j; returns how many they are. */
static int filter(fewa_state *s, int count, int64_t j, double width)
{
  const windows *w = &s->windows;
  double greatest = -INFINITY, smallest = INFINITY;
  for (int i = 0; i < count; i++) {
    fewa_left *l = &s->left[i];
    const double mean = l->mean = windows_mean(w, l->book, j, &l->sum);
    greatest = mean > greatest ? mean : greatest;
    smallest = mean < smallest ? mean : smallest;
  }
  const double least = greatest - 2 * width * w->root[j];
  if (smallest >= least) return count;
  int stay = 0;
  for (int i = 0; i < count; i++)
    if (s->left[i].mean >= least) s->left[stay++] = s->left[i];
  return stay;
}

static int fewa_choose(policy *p, const view *v)
{
  fewa_state *s = p->state;
  if (p->failure.code) return -1;
  int count = v->action_count;
  for (int i = 0; i < count; i++)
    s->left[i] = (fewa_left){v->actions[i], &s->windows.book[v->actions[i]], 0, 0};
  const double width = windows_width(&s->windows, v->round);
  int64_t known = 0;
  for (int64_t j = 0; count > 1; j++) {
    if (j >= known) known = known_of_all(p, s, count);
    if (j >= known) return evened_out(v, seen_least(p, s, count, j));
    count = filter(s, count, j, width);
  }
  return s->left[0].action;
}

/* Bounds of the mean over the window by which it was judged last, and whether it was left then. */
typedef struct fewa_judged {
  double mean, width;
  bool left, known;
} fewa_judged;

/* As fewa_choose() goes on; how many are left where it ends. */
static int judge(policy *p, const view *v, int action, fewa_judged *of)
{
  fewa_state *s = p->state;
  int count = v->action_count;
  for (int i = 0; i < count; i++)
    s->left[i] = (fewa_left){v->actions[i], &s->windows.book[v->actions[i]], 0, 0};
  *of = (fewa_judged){0, 0, true, false};
  const double width = windows_width(&s->windows, v->round);
  for (int64_t j = 0; count > 1 && j < known_of_all(p, s, count); j++) {
    const int before = count;
    int at = 0;
    while (at < before && s->left[at].action != action) at++;
    fewa_left mine = s->left[at < before ? at : 0];
    if (at < before) {
      *of = (fewa_judged){windows_mean(&s->windows, mine.book, j, &mine.sum), width * s->windows.root[j],
                          false, true};
    }
    count = filter(s, count, j, width);
    for (int i = 0; i < count; i++) of->left |= s->left[i].action == action;
  }
  return count;
}

static bool fewa_explain(policy *p, const view *v, int action, reason *r)
{
  fewa_judged of;
  const int left = judge(p, v, action, &of);
  r->code = left == 1 ? WHY_ONLY_ONE : WHY_CYCLE;
  for (int i = 0; i < v->action_count && left > 1; i++)
    if (tally_of(p, v->actions[i], sizeof(tally))->pulls == 0) r->code = WHY_FIRST_PLAY;
  if (!of.known) return true;
  reason_add(r, PART_MEAN, of.mean);
  reason_add(r, PART_LOW, of.mean - of.width);
  reason_add(r, PART_HIGH, of.mean + of.width);
  return true;
}

static void fewa_observe(policy *p, const view *v, const outcome *o)
{
  (void)v;
  tally *seen = (tally *)p->actions + o->action;
  windows_add(&((fewa_state *)p->state)->windows, p, o->action, seen->pulls, o->observed);
  tally_add(seen, o->observed);
}

const policy_type policy_fewa = {
    .constructor = "policy_fewa",
    .label = "FEWA",
    .does = "drops an arm as soon as its average over any number of its latest pulls is clearly "
            "worse, and so follows arms that wear out",
    .paper = "Seznec, Locatelli, Carpentier, Lazaric and Valko 2019",
    .deterministic = true,
    .takes = TAKES({"alpha", A_POSITIVE, USUALLY(0.06)}, {"grid", BETWEEN(1, LARGEST_COUNT), USUALLY(1)},
                   {"sd", A_POSITIVE, FROM_BANDIT}),
    .told_suffices = true,
    .state_size = sizeof(fewa_state),
    .action_size = sizeof(tally),
    .start = fewa_start,
    .choose = fewa_choose,
    .explain = fewa_explain,
    .observe = fewa_observe,
};
