/* What is played both in the browser and in R: bandits whose arms misbehave in every way, small enough
 * that all policies can play them, and policies that need a parameter or are given an unusual one. */
"use strict";
const bernoulli = { type: "bernoulli", prob: [0.35, 0.5, 0.62, 0.81] };
const gaussian = { type: "gaussian", mean: [0.1, 0.35, 0.6], sd: 0.3 };
const with_ = (arms, ...traits) => ({ seed: 7, horizon: 300, arms, traits });

const settings = {
  plain: with_(bernoulli),
  gaussian: with_(gaussian),
  "by themselves": with_({ type: "gaussian", mean: [1 / 3, 2 / 3, 0.1 + 0.2], sd: [1, 0.5, 1 / 7], names: ["red", "a blue one", "green"] }),
  beta: with_({ type: "beta", shape1: [1, 2, 3], shape2: [2, 2, 1] }),
  "drawn from a prior": with_({ type: "bernoulli", prob: { prior: "beta", values: [1, 3] }, count: 5 }),
  "drawn from normal laws": with_({ type: "gaussian", mean: { prior: "normal", values: [0, 1] }, count: 4 }),
  student: with_({ type: "student", df: 3, location: [0, 0.5, 1], scale: 1 }),
  lognormal: with_({ type: "lognormal", meanlog: [0, 0.2], sdlog: 0.5 }),
  categorical: with_({ type: "categorical", prob: [[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]], value: [0, 0.5, 1] }),
  "mean of a beta": with_({ type: "beta_mean", mean: [0.4, 0.6, 0.5] }),
  observed: with_({ type: "empirical", value: [0, 1, 0.5, 0.25, 0.7, 0.1], from: [0, 3, 4, 6] }),
  patience: with_(bernoulli, { type: "patience", patience: [60, 40, 30, Infinity] }),
  entries: with_(bernoulli, { type: "entries", first: [1, 1, 20, 90] }),
  "patience and entries": with_(bernoulli, { type: "patience", patience: 50 }, { type: "entries", first: [1, 1, 20, 90] }),
  "lifetimes that are known": with_(bernoulli, { type: "lifetimes", first: [1, 1, 40, 60], last: [60, Infinity, 200, Infinity] }),
  "lifetimes that are not known": with_(bernoulli, { type: "lifetimes", first: [1, 1, 40, 60], last: [60, Infinity, 200, 299], known: false }),
  waiting: with_(bernoulli, { type: "waiting", delay: [[0.8, 0.2, 0], [0.1, 0.1, 0.8], [0.3, 0.3, 0.4], [0, 0, 1]] }),
  "waiting, pay by the delay": with_({ type: "bernoulli", prob: [0.5, 0.5] },
    { type: "waiting", delay: [[0.5, 0.25, 0.25], [0.1, 0.2, 0.7]], pay: [[0.1, 0.2, 0.9], [0.3, 0.6, 0.9]] }),
  fairness: with_(bernoulli, { type: "fairness", share: [0.1, 0.2, 0.05, 0.3], penalty: [0.5, 0.1, 1, 0] }),
  "spread over rounds": with_(bernoulli, { type: "spread", law: { type: "delay", min: 2, max: 9 } }),
  "spread differently": with_(bernoulli, { type: "spread", law: [{ type: "geometric", gamma: 0.8 }, { type: "window", from: 1, to: 6 },
    { type: "linear", length: 5 }, { type: "custom", weights: [0, 0.5, 0.25, 0.25] }] }),
  "spread by a power": with_(gaussian, { type: "spread", law: { type: "power", gamma: 1.5 } }),
  "spread by an adversary": with_(bernoulli, { type: "spread", law: { type: "adversarial", length: 10, streak: 30 } }),
  "a delay": with_(bernoulli, { type: "delay", lag: 12 }),
  "random delays": with_(bernoulli, { type: "delay", mean: [3, 9, 20, 4] }),
  "delays with given chances": with_(bernoulli, { type: "delay", chance: [[0.5, 0.25, 0.25], [0, 0, 1], [1, 0, 0], [0.25, 0.25, 0.5]] }),
  "means that change once": with_(bernoulli, { type: "changes", law: { type: "at", round: [100, 200], mean: [[0.9, 0.1], [0.5, 0.6], [0.2, 0.2], [0.1, 0.7]] } }),
  "means that jump": with_(bernoulli, { type: "changes", law: { type: "jumps", count: 4 } }),
  "means that drift": with_(bernoulli, { type: "changes", law: { type: "drift", sd: 0.05 } }),
  "means in waves": with_(gaussian, { type: "changes", law: { type: "wave", amplitude: 0.5, period: 120 } }),
  "means that are drawn again": with_(bernoulli, { type: "changes", law: { type: "random", rate: 0.02, prior: { prior: "uniform", values: [0, 1] } } }),
  "wear by steps": with_(bernoulli, { type: "wear", law: { type: "step", after: 30, drop: 0.3 } }),
  "wear in a line": with_(gaussian, { type: "wear", law: { type: "linear", slope: 0.01 } }),
  "wear by a power": with_(bernoulli, { type: "wear", law: { type: "power", exponent: 0.2 } }),
  rest: with_(bernoulli, { type: "rest", rounds: [1, 2, 5, 3] }),
  "rest, judged by a greedy oracle": with_(bernoulli, { type: "rest", rounds: 3, benchmark: "greedy" }),
  absences: with_(bernoulli, { type: "absences", chance: [0.9, 0.5, 0.7, 0.6] }),
  "absences by a timetable": with_(bernoulli, { type: "absences", awake: [[1, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 0]] }),
  batches: with_(bernoulli, { type: "batches", size: 25 }),
  "batches that end": with_(gaussian, { type: "batches", ends: [10, 50, 200] }),
  "batches and delays": with_(bernoulli, { type: "batches", size: 10 }, { type: "delay", lag: 7 }),
};

// Parameters that a policy cannot do without, and some that change its random numbers.
const given = [
  { type: "etc", pulls: 8 }, { type: "fixed", arm: 2 }, { type: "fixed_schedule", cycle: [1, 2, 1] },
  { type: "sw_thompson", window: 80 }, { type: "discounted_thompson", discount: 0.97 }, { type: "sw_ucb", window: 90 },
  { type: "d_ucb", discount: 0.98 }, { type: "cusum_ucb", burn_in: 20, shift: 0.1, changes: 2 }, { type: "m_ucb", window: 20, changes: 2 },
  { type: "batched_se", batches: 4 }, { type: "clw", length: 10 }, { type: "ucb_subset", scale: 3 }, { type: "odaaf", mean_delay: 5 },
  { type: "thompson", prior: "beta", label: "Thompson, beta prior" }, { type: "thompson", sd: 0.5, label: "Thompson, small sd" },
  { type: "exp3", gamma: 0.2, label: "Exp3, 0.2" }, { type: "epsilon_greedy", epsilon: 0.1, label: "Epsilon 0.1" },
  { type: "flearn", learner: "thompson", label: "Thompson with shares" }, { type: "doubling", base: "exp3" },
  { type: "floor", chance: 0.1, base: { type: "thompson" } }, { type: "sleeping", base: "ucb1" },
  { type: "queue", base: { type: "thompson", prior: "beta" } }, { type: "ucb1", width: 2, label: "UCB1, wide" },
  { type: "boltzmann", temperature: 0.2, label: "Boltzmann, 0.2" }, { type: "sw_ucb", window: 50, index: "kl", label: "SW-KL-UCB" },
];
module.exports = { settings, given };
