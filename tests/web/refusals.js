/* Random descriptions, many of which cannot be played, and random states of the page, put to its core; refusals.R puts the same
 * to R.
 *
 *   node tests/web/refusals.js <folder of the page> <folder for the results> [how many of each, 500] [seed]
 *
 * Both must play with the same numbers, or refuse with the same code and argument. Each row of `rows` breaks one rule;
 * the other descriptions are drawn from what there is, and break what they may. */
"use strict";
const fs = require("fs"), path = require("path");
const load = require("./load.js"), [, , folder, results, count = "500", seed = "1"] = process.argv, Unruly = load(folder), page = load.page(folder);
const AT_LEAST = 5, HORIZON = 40;

// mulberry32
let state = Number(seed) | 0;
function random() {
  state = state + 0x6d2b79f5 | 0;
  let t = Math.imul(state ^ state >>> 15, 1 | state);
  t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
  return ((t ^ t >>> 14) >>> 0) / 4294967296;
}
const below = n => Math.floor(random() * n);
const one = list => list[below(list.length)];
const yes = p => random() < p;
const between = (a, b) => a + below(b - a + 1);
const hundredths = (a, b) => (a + below(b - a + 1)) / 100;
const times = (n, f) => Array.from({ length: n }, (_, i) => f(i));

// --- what can be played, mostly ---------------------------------------------------------------------

const armsOf = {
  bernoulli: k => ({ type: "bernoulli", prob: times(k, () => hundredths(0, 100)) }),
  gaussian: k => ({ type: "gaussian", mean: times(k, () => hundredths(0, 100)), sd: 0.25 }),
  beta_mean: k => ({ type: "beta_mean", mean: times(k, () => hundredths(5, 95)) }),
  constant: k => ({ type: "constant", value: times(k, () => hundredths(0, 100)) }),
  wide: k => ({ type: "constant", value: times(k, () => hundredths(-100, 300)) }),
  categorical: k => ({ type: "categorical", prob: times(k, () => [1, 2, between(0, 3)]), value: [0, 0.5, 1] }),
  student: k => ({ type: "student", df: 3, location: times(k, () => hundredths(0, 100)), scale: 0.5 }),
  prior: k => ({ type: "bernoulli", prob: { prior: "beta", values: [1, 2] }, count: k }),
  tape_pull: k => ({ type: "tape_pull", reward: times(k, () => times(HORIZON, () => hundredths(0, 100))) }),
};

const traitOf = {
  patience: k => ({ type: "patience", patience: times(k, () => between(4, 30)) }),
  entries: k => ({ type: "entries", first: times(k, i => i === 0 ? 1 : between(1, 20)) }),
  lifetimes: k => ({ type: "lifetimes", first: times(k, () => 1), last: times(k, () => between(5, 60)), known: yes(0.5) }),
  waiting: k => ({ type: "waiting", delay: times(k, () => one([[0.5, 0.25, 0.25], [1, 0, 0], [0, 0.5, 0.5]])) }),
  fairness: k => ({ type: "fairness", share: times(k, () => 0.125), penalty: times(k, () => hundredths(0, 100)) }),
  spread: () => ({ type: "spread", law: one([{ type: "delay", min: 1, max: 4 }, { type: "geometric", gamma: 0.5 }, { type: "adversarial", length: 4, streak: 6 }]) }),
  delay: k => one([{ type: "delay", lag: between(0, 6) }, { type: "delay", mean: times(k, () => between(1, 9)) }, { type: "delay", chance: [[0.5, 0.25, 0.25]] }]),
  accrual: k => ({ type: "accrual", rate: one([0.5, 2, 4]), follow_up: one([0, 3, times(k, () => between(0, 6))]), arrivals: one(["poisson", "even"]) }),
  changes: k => ({ type: "changes", law: one([{ type: "at", round: [10, 20], mean: times(k, () => [hundredths(0, 100), hundredths(0, 100)]) },
    { type: "jumps", count: 2 }, { type: "drift", sd: 0.05 }, { type: "random", rate: 0.05, prior: { prior: "uniform", values: [0, 1] } }]) }),
  wear: () => ({ type: "wear", law: one([{ type: "step", after: between(2, 9), drop: hundredths(0, 30) }, { type: "power", exponent: 0.25 }, { type: "linear", slope: 0.01 }]) }),
  rest: k => ({ type: "rest", rounds: times(k, () => between(1, 4)) }),
  absences: k => one([{ type: "absences", chance: times(k, () => hundredths(50, 100)) }, { type: "absences", awake: [[1, 0, 1, 1]] }]),
  batches: () => one([{ type: "batches", size: between(1, 8) }, { type: "batches", ends: [5, 9, 30] }]),
};

const policies = [
  "ucb1", "moss", "kl_ucb", "thompson", "uniform", "round_robin", "exp3", "fc_se", "se", "ht_ucb", "lfg", "ucb_l", "ag_l", "wait_hoeffding", "wait_ucb",
  "delayed_ucb1", "imed", "bayes_ucb", "fewa", "raw_ucb", "clw", "etc", "sw_ucb", "d_ucb", "kl_lucb", "linucb", "gittins", "oracle",
  { type: "thompson", family: "bernoulli" }, { type: "thompson", prior_sd: 2 }, { type: "kl_ucb", family: "bernoulli" }, { type: "kl_ucb", family: "exponential" },
  { type: "kl_ucb", range: [0, 4] }, { type: "etc", pulls: 3 }, { type: "sw_ucb", window: 15, index: "kl" }, { type: "sw_ucb", changes: 2 }, { type: "d_ucb", discount: 0.9 },
  { type: "boltzmann", c: 2 }, { type: "boltzmann", temperature: 0.25 }, { type: "epsilon_greedy", epsilon: 2, decay: true }, { type: "epsilon_greedy", epsilon: 0.2 },
  { type: "fixed", arm: 2 }, { type: "doubling", base: "moss" }, { type: "restart", rounds: [10], base: "ucb1" }, { type: "floor", min_propensity: 0.1, base: "ucb1" },
  { type: "queue", base: { type: "thompson", family: "bernoulli" } }, { type: "sleeping", base: "ucb1" }, { type: "ucb1", range: [0, 2] }, { type: "m_ucb", window: 10 },
  { type: "flearn", learner: "thompson" }, { type: "odaaf", mean_delay: 4 }, { type: "clw", length: 5 }, { type: "ars_ucb", alpha: 0.1 },
];

const setting = (arms, traits, policy) => ({ seed: between(1, 999), horizon: HORIZON, arms, traits, policy });

function anything() {
  const k = between(2, 4), names = Object.keys(traitOf), traits = times(one([0, 1, 1, 2, 2, 3]), () => traitOf[one(names)](k));
  return setting(one(Object.values(armsOf))(k), traits, one(policies));
}

const population = (more, arms, traits = [], horizon = HORIZON) => ({ ...setting(arms || { type: "bernoulli", prob: { prior: "uniform", values: [0, 1] }, count: between(2, 5) },
  [{ type: "population", mean_lifetime: between(5, 30), ...more }, ...traits], one(["ucb1", "uniform", "thompson", "ucb_l"])), horizon });

// --- each breaks one rule --------------------------------------------------------------------------------

const fine = (k = 3) => armsOf.bernoulli(k), wave = amplitude => ({ type: "changes", law: { type: "wave", amplitude, period: 20 } });
const changed = law => ({ type: "changes", law });
const rows = {
  "shares that sum to 1": () => setting(fine(), [{ type: "fairness", share: one([[0.5, 0.25, 0.25], [0.1, 0.8, 0.1], [0.9, 0.9, 0.9]]), penalty: [1, 1, 1] }], "ht_ucb"),
  "waiting beyond [0, 1]": () => setting(one([armsOf.gaussian(2), { type: "constant", value: [0, 2] }, { type: "categorical", prob: [[1, 1], [1, 2]], value: [-1, 1] }]), [traitOf.waiting(2)], "wait_ucb"),
  "nobody in round 1": () => setting(fine(), [{ type: "entries", first: times(3, () => between(2, 9)) }], "ucb1"),
  "means beyond [0, 1]": () => setting(fine(), [one([changed({ type: "at", round: [9], mean: [[0.5], [1.5], [0.2]] }), wave(1.25), changed({ type: "drift", sd: 0.1, high: 1.5 }),
    changed({ type: "random", rate: 0.1, prior: { prior: "uniform", values: [0, 2] } }), changed({ type: "table", mean: times(3, () => times(HORIZON, () => -0.5)) }),
    { type: "wear", law: { type: "table", mean: [[0.5, 2], [1, 1], [0, 0]] } }])], "ucb1"),
  "means that begin outside": () => setting(armsOf.wide(3), [one([changed({ type: "jumps", count: 2 }), changed({ type: "drift", sd: 0.1, low: 5, high: 6 })])], "uniform"),
  "means that cannot change": () => setting(one([armsOf.beta_mean(3), armsOf.categorical(3), armsOf.student(3)]), [one([traitOf.changes(3), traitOf.wear(3)])], "uniform"),
  "an adversary and waiting": () => {
    const two = [traitOf.waiting(2), { type: "spread", law: { type: "adversarial", length: 4, streak: 6 } }];
    return setting(fine(2), yes(0.5) ? two : two.reverse(), "uniform");
  },
  "traits that conflict": () => setting(fine(), one([["fairness", "entries"], ["waiting", "changes"], ["wear", "changes"], ["rest", "waiting"], ["absences", "wear"]]).map(t => traitOf[t](3)), "uniform"),
  "a trait twice": () => setting(fine(), times(2, () => traitOf.patience(3)), "ucb1"),
  "a row of zeros": () => setting({ type: "categorical", prob: [[1, 1], [0, 0], [2, 1]], value: [0, 1] }, [], "ucb1"),
  "other numbers of values": () => setting({ type: "categorical", prob: [[1, 1], [1, 2]], value: one([[0, 0.5, 1], [1]]) }, [], "ucb1"),
  "names twice": () => setting({ ...fine(), names: one([["a", "b", "a"], ["x", "x", "x"]]) }, [], "ucb1"),
  "one instead of another": () => setting(fine(), [], one([{ type: "sw_ucb", window: 9, changes: 2 }, { type: "d_ucb", discount: 0.9, changes: 1 },
    { type: "boltzmann", temperature: 0.2, c: 1 }, { type: "boltzmann", temperature: 0.1, c: 1 }, { type: "odaaf", mean_delay: 2, max_delay: 4, var_delay: 1 }])),
  "a cycle and how many": () => setting(fine(), [{ type: "patience", patience: 9 }], one([{ type: "fc_se", n_cycle: 2, cycle: [1, 2, 3] }, { type: "fc_entry", patience_floor: 9 },
    { type: "fc_entry", n_cycle: 4, cycle: [1, 2, -1, -2], patience_floor: 9 }, { type: "fc_entry", cycle: [1, 0, -1, -2], patience_floor: 9 }])),
  "a prior that is none": () => setting(fine(), [], one([{ type: "thompson", prior_mean: 1 }, { type: "thompson", family: "bernoulli", prior_sd: 1 }, { type: "thompson", family: "bernoulli", prior_mean: 1 },
    { type: "thompson", family: "gaussian", range: [0, 2] }, { type: "thompson", family: "bernoulli", sd: 2 }])),
  "of another variant": () => setting(fine(), [], one([{ type: "sw_ucb", window: 9, index: "kl", xi: 2 }, { type: "d_ucb", discount: 0.9, index: "kl", range: [0, 3] },
    { type: "kl_ucb", family: "gaussian", range: [0, 3] }, { type: "imed", family: "bernoulli", sd: 3 }, { type: "top_two", family: "gaussian", range: [0, 3] }])),
  "held by itself": () => setting(fine(), [], one([{ type: "doubling", base: { type: "doubling", base: "moss" } }, { type: "restart", base: { type: "restart", base: "ucb1" } },
    { type: "restart", base: { type: "floor", min_propensity: 0.1, base: { type: "restart", base: "ucb1" } } }])),
  "the oracle inside": () => setting(fine(), [], one([{ type: "floor", min_propensity: 0.1, base: "oracle" }, { type: "sleeping", base: "oracle" }, { type: "queue", base: { type: "doubling", base: "oracle" } }])),
  "a number of its own for each newborn": () => population({}, { type: "bernoulli", prob: 0.5, count: 3 }, [one([{ type: "patience", patience: [3, 4, 5] }, { type: "wear", law: { type: "step", after: [1, 2, 3], drop: 0.1 } },
    { type: "absences", chance: [0.5, 0.6, 0.7] }, { type: "delay", mean: [2, 3, 4] }, wave([0.1, 0.2, 0.3]), { type: "spread", law: times(3, i => ({ type: "delay", min: 1, max: i + 1 })) }])]),
  "budgeted deaths that are known": () => population({ death: "budgeted", known: true }),
  "budgeted deaths and wear": () => population({ death: "budgeted" }, undefined, [traitOf.wear()]),
  "too many births": () => population({ mean_lifetime: 1, horizon: 1e9 }),
  "beyond its horizon": () => population({ horizon: between(5, HORIZON - 1) }),
  "newborns that cannot be drawn": () => population({}, one([armsOf.bernoulli(3), armsOf.categorical(3), armsOf.tape_pull(3)])),
  "a population that is fine": () => population({ death: one(["timed", "budgeted"]), init: one([1, 2, Infinity]), horizon: 90 }, undefined, [one([{ type: "patience", patience: 12 }, wave(0), { type: "delay", lag: 2 }])]),
  "a table that ends": () => setting({ type: "tape_pull", reward: ((rounds) => times(2, () => times(rounds, () => 0.5)))(HORIZON - between(1, 9)) }, [], "ucb1"),
  "changes without room": () => setting(fine(), [changed({ type: "jumps", count: 5, apart: 10 })], "ucb1"),
  "a table of means that ends": () => setting(fine(), [changed({ type: "table", mean: times(3, () => times(9, () => 0.5)) })], "ucb1"),
  "needs": () => setting(fine(), [], one(["fc_se", "ht_ucb", "wait_hoeffding", "lfg", "linucb"])),
  "cannot play": () => setting(fine(), [traitOf.waiting(3)], one(["se", "exp3", "clw", { type: "clw", length: 3 }, "ag"])),
  "rewards out of range": () => setting(armsOf.gaussian(3), [], one([{ type: "kl_ucb", family: "bernoulli" }, { type: "thompson", family: "bernoulli" }, "kl_lucb", { type: "kl_ucb", family: "exponential" },
    { type: "queue", base: { type: "thompson", family: "bernoulli" } }])),
  "sums out of range": () => setting(fine(), [{ type: "spread", law: { type: "delay", min: 1, max: 3 } }], one([{ type: "kl_ucb", family: "bernoulli" }, { type: "thompson", family: "bernoulli" }])),
  "a name of nobody": () => setting({ ...fine(), names: ["a", "b", "c"] }, [], { type: "fixed", arm: one(["d", "aa"]) }),
  "out of range": () => setting(fine(), [], one([{ type: "ucb1", alpha: -1 }, { type: "sw_ucb", window: 0 }, { type: "etc", pulls: 1.5 }, { type: "m_ucb", window: 7 }, { type: "epsilon_greedy", epsilon: 2 },
    { type: "floor", min_propensity: 2, base: "ucb1" }, { type: "kl_ucb", family: "poisson" }, { type: "se", error: 2 }])),
  "arms out of range": () => setting(one([{ type: "bernoulli", prob: [0.5, 1.5] }, { type: "gaussian", mean: [0, 1], sd: -1 }, { type: "student", df: 1, location: [0, 1] }]), [], "ucb1"),
  "traits out of range": () => setting(fine(), [one([{ type: "patience", patience: [1, 0, 3] }, { type: "waiting", delay: times(3, () => [0.5, 0.4]) }, { type: "rest", rounds: 0 },
    { type: "batches", size: 0 }, { type: "batches", size: 2, ends: [3, 4] }, { type: "spread", law: { type: "delay", min: 5, max: 2 } }, { type: "lifetimes", first: [1, 9, 1], last: [5, 4, 9] },
    { type: "accrual", rate: 0, follow_up: 1 }, { type: "accrual", rate: 1, follow_up: [1, 2] }, { type: "accrual", rate: 1, follow_up: 1, arrivals: "odd" }, { type: "accrual", rate: 1 },
    changed({ type: "drift", sd: -1 }), changed({ type: "at", round: [9, 4], mean: times(3, () => [0.5, 0.5]) })])], "uniform"),
  "limits that cross": () => setting(armsOf.gaussian(3), [changed(one([{ type: "drift", sd: 0.1, low: 0.8, high: one([0.2, 0.8]) }, { type: "jumps", count: 1, size: [0.5, 0.2] }, { type: "at", round: [5, 5], mean: times(3, () => [0.5, 0.5]) }]))], "uniform"),
  "weights of nothing": () => setting(fine(), [{ type: "spread", law: one([{ type: "custom", weights: [0, 0, 0], from: 1 }, { type: "custom", weights: [-1, 2], from: 1 }, { type: "window", from: 4, to: 2 }]) }], "uniform"),
  "lags without end": () => setting(fine(), [{ type: "delay", chance: one([[[0.5, 0.6]], [[0.5, -0.5, 1]], times(3, () => [0.2, 0.3])]) }], "uniform"),
  "more than there are": () => setting(fine(), [], one([{ type: "batched_se", batches: 2e6 }, { type: "fixed", arm: 9 }, { type: "fixed", arm: 0 }, { type: "fixed_schedule", arm: [1, 9] }, { type: "fixed_schedule", arm: [1, 0] }])),
  "without what it needs": () => setting(fine(), [], one(["etc", "clw", { type: "ucb_subset" }, "m_ucb", "cusum_ucb", "batched_se", { type: "floor", base: "ucb1" }])),
};

// --- what a visitor can make of the page -----------------------------------------------------------------------

function move() {
  const k = page.meansOf(page.described()).length, arm = below(k), slider = one([page.meanSlider(arm), ...page.slidersOf(page.described())]);
  if (yes(0.3)) page.setArms(between(2, page.MOST_ARMS));
  else if (yes(0.4)) {
    const type = one(page.traitTypes);
    if (!page.traitRefused(type)) page.switchTrait(type);
  } else page.setSlider(slider, slider.min + slider.step * below(1 + Math.round((slider.max - slider.min) / slider.step)), arm);
}

// With a policy from the list, which the page may have to refuse, as it may have to refuse a trait.
function stateOfPage() {
  page.take(one(Object.keys(page.STORIES)), between(1, 99999));
  page.forgetAside();
  times(below(7), move);
  const { story, others } = page.policyChoices(0), { policy } = one(yes(0.5) ? story : others);
  return { ...page.described(), ...(yes(0.25) ? page.switched(one(page.traitTypes)) : {}), policy };
}

// --- putting them to the core ---------------------------------------------------------------------------------

async function caseOf(title, d) {
  const { policy, ...others } = d, study = { ...others, policies: [policy], replications: 2, rounds: d.horizon > 3 ? [3, d.horizon] : [d.horizon] };
  const refused = Unruly.refusal(study), found = { title, call: Unruly.code(study, true), code: refused && refused.code, argument: refused && refused.argument };
  if (refused) return found;
  try {
    const { policies: [played] } = await Unruly.study(study).promise;
    const names = Object.keys(played).filter(name => played[name] instanceof Float64Array && !["arm", "simple_regret"].includes(name));
    return { ...found, names, bits: Buffer.concat(names.map(name => Buffer.from(played[name].buffer))).toString("hex") };
  } catch (error) { // when it starts, a policy may refuse what only it can see
    return { ...found, code: "start", argument: error.argument };
  }
}

(async () => {
  await Unruly.ready();
  const drawn = Object.entries(rows).flatMap(([title, row]) => times(AT_LEAST, () => [title, row()]));
  while (drawn.length < Number(count)) drawn.push(["anything", anything()]);
  drawn.push(...times(Number(count), () => ["a state of the page", stateOfPage()]));
  const cases = [];
  for (const [title, d] of drawn) cases.push(await caseOf(title, d));
  fs.mkdirSync(results, { recursive: true });
  fs.writeFileSync(path.join(results, "refusals.json"), JSON.stringify(cases));
  console.log(`${cases.length} descriptions, of which ${cases.filter(c => c.code).length} are refused.`);
})().catch(error => {
  console.error(error);
  process.exit(1);
});
