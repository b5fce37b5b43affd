// The settings of the page, each told as a short story, and what its sliders change. A description is what
// Unruly.open() takes; `small` is what a visitor plays, `large` what is watched.
"use strict";

const STORIES = (() => {
  const bernoulli = (prob) => ({ type: "bernoulli", prob });

  return {
    patience: {
      arm: "Stall", title: "The best arm is about to leave",
      tale: "Four food stalls want your custom. A stall that you ignore for too long packs up and never comes back. " +
        "One of them cooks best, and it is the least patient of all.",
      rule: "A stall pays 1 (a good meal) or 0. The dots below it are the rounds you may still stay away.",
      hidden: "You could not have known that the most impatient stall is the best: only that it was about to go. " +
        "Regret goes on comparing with the best stall after it has left.",
      policy: { type: "fc_se" }, rival: { type: "ucb1" },
      why: "FC-SE pulls the arms in a cycle that keeps each of them until it is clearly worse than another.",
      small: { arms: bernoulli([0.5, 0.4, 0.6, 0.9]), traits: [{ type: "patience", patience: [7, 7, 7, 3] }] },
      large: { arms: bernoulli([0.5, 0.4, 0.6, 0.9]), traits: [{ type: "patience", patience: [7, 7, 7, 3] }] },
    },
    lifetimes: {
      arm: "Song", title: "Everything has a last day",
      tale: "Five songs can be played on your radio show. Each has a first and a last day, and you know both as soon " +
        "as a song comes out. A song that is about to disappear may not be worth getting to know.",
      rule: "A song pays 1 (the listeners liked it) or 0. Below it stands until which round it can be played.",
      hidden: "You could not have known how good the next song would be. Regret compares with the best song of each day.",
      policy: { type: "ucb_l", scale: 0.1 }, largePolicy: { type: "ucb_l", scale: 0.05 }, rival: { type: "ucb1" },
      why: "UCB-L is the less curious about a song the shorter the rest of its life.",
      small: { arms: bernoulli([0.6, 0.4, 0.9, 0.7, 0.95]), traits: [
        { type: "lifetimes", first: [1, 1, 1, 9, 16], last: [14, 30, 10, 22, 30], known: true }] },
      large: { arms: bernoulli([0.6, 0.4, 0.9, 0.7, 0.95]), traits: [
        { type: "lifetimes", first: [1, 1, 1, 400, 900], last: [800, 2000, 500, 1200, 2000], known: true }] },
    },
    waiting: {
      arm: "Line", title: "Hang up or hold the line?",
      tale: "Two help lines. The first answers at once or only after four minutes; the second always answers at once, but " +
        "is less often of help. You may hang up after as many minutes as you like, and then get nothing.",
      rule: "Choose how long you would wait, then a line. A call that is answered pays 1 (it helped) or 0. " +
        "What counts is what you get in thirty minutes, not per call.",
      hidden: "You could not have known how long the lines take. Waiting a minute and then calling again may be better " +
        "than holding the line.",
      policy: { type: "wait_ucb" }, rival: { type: "ucb1" },
      why: "Wait-UCB learns the reward per minute of every pair of a line and a time to wait.",
      small: { arms: bernoulli([0.9, 0.6]), traits: [{ type: "waiting", delay: [[0.7, 0, 0, 0.3], [1, 0, 0, 0]] }] },
      large: { arms: bernoulli([0.9, 0.6]), traits: [{ type: "waiting", delay: [[0.7, 0, 0, 0.3], [1, 0, 0, 0]] }] },
    },
    fairness: {
      arm: "Driver", title: "Everyone gets a turn",
      tale: "Four drivers work for you. Each was promised a fifth of the trips, and every trip that a driver falls short " +
        "costs you 0.4. Sending only the best driver is expensive, and so may be keeping every promise.",
      rule: "A trip pays 1 (a happy customer) or 0. You see how many trips each driver is behind.",
      hidden: "You could not have known for which driver the promise costs more than the penalty.",
      policy: { type: "ht_ucb" }, rival: { type: "ucb1" },
      why: "HT-UCB finds out which arms are worth their share and which are cheaper to disappoint.",
      small: { arms: bernoulli([0.9, 0.7, 0.6, 0.2]), traits: [
        { type: "fairness", share: [0.2, 0.2, 0.2, 0.2], penalty: [0.4, 0.4, 0.4, 0.4] }] },
      large: { arms: bernoulli([0.9, 0.7, 0.6, 0.2]), traits: [
        { type: "fairness", share: [0.2, 0.2, 0.2, 0.2], penalty: [0.4, 0.4, 0.4, 0.4] }] },
    },
    spread: {
      arm: "Advert", title: "Whose reward is this?",
      tale: "Three advertisements. What an advertisement earns comes in up to four days later, and you see only one number " +
        "a day: everything that arrived, whichever advertisement it came from.",
      rule: "An advertisement earns 1 or 0, paid today or on one of the next four days.",
      hidden: "You could not have known which advertisement paid; only long runs of the same one tell.",
      policy: { type: "ars_ucb" }, rival: { type: "ucb1" },
      why: "ARS-UCB pulls one arm for longer and longer, so that most of what arrives is that arm's. It needs many " +
        "rounds for that: thirty are too few for it.",
      small: { arms: bernoulli([0.2, 0.5, 0.9]), traits: [
        { type: "spread", law: { type: "delay", min: 0, max: 4 } }] },
      large: { arms: bernoulli([0.2, 0.5, 0.9]), traits: [
        { type: "spread", law: { type: "delay", min: 0, max: 40 } }] },
    },
    changes: {
      arm: "Route", title: "Yesterday's best",
      tale: "Three routes to work. One morning, you do not know which, the roads are dug up: the best route becomes the " +
        "worst, and a bad one becomes good.",
      rule: "A trip pays 1 (on time) or 0. Nobody tells you when the change comes, or whether you missed it.",
      hidden: "You could not have known the round of the change. Regret compares with the best route of each day.",
      policy: { type: "sw_ucb", window: 20 }, rival: { type: "kl_ucb" },
      largePolicy: { type: "sw_ucb", window: 300, index: "kl" },
      why: "SW-UCB trusts only the last rounds, in a window that slides along.",
      small: { arms: bernoulli([0.9, 0.5, 0.3]), traits: [
        { type: "changes", law: { type: "at", round: [16], mean: [[0.1], [0.5], [0.8]] } }] },
      large: { arms: bernoulli([0.9, 0.5, 0.3]), traits: [
        { type: "changes", law: { type: "at", round: [1001], mean: [[0.1], [0.5], [0.8]] } }] },
    },
    wear: {
      arm: "Ground", title: "The more you use it",
      tale: "Three fishing grounds. Each has good fishing until you have been there a number of times; after that it pays " +
        "much less. Only your own visits wear it out.",
      rule: "A visit pays 1 (a catch) or 0. How much a ground can bear is not shown.",
      hidden: "You could not have known after how many visits each ground would fail.",
      policy: { type: "raw_ucb" }, rival: { type: "ucb1" },
      why: "RAW-UCB compares means over short and long pasts, and trusts the lowest of them.",
      small: { arms: bernoulli([0.9, 0.6, 0.8]), traits: [
        { type: "wear", law: { type: "step", after: [6, 30, 8], drop: [0.6, 0.1, 0.6] } }] },
      large: { arms: bernoulli([0.9, 0.6, 0.8]), traits: [
        { type: "wear", law: { type: "step", after: [300, 1000, 500], drop: [0.6, 0.1, 0.6] } }] },
    },
    rest: {
      arm: "Masseur", title: "Not again so soon",
      tale: "Four masseurs. After each session a masseur rests for two rounds: you cannot have the best one every time, " +
        "so you need to know the second best and the third.",
      rule: "A session pays 1 (it did you good) or 0. Who rests cannot be chosen.",
      hidden: "You could not have known the order of the masseurs; that is what there is to learn.",
      policy: { type: "ucb1", alpha: 8, label: "UCB Greedy" }, rival: { type: "thompson" },
      why: "UCB Greedy (UCB1 with a wide margin) always pulls the available arm that could be best.",
      small: { arms: bernoulli([0.9, 0.8, 0.4, 0.2]), traits: [{ type: "rest", rounds: [3, 3, 3, 3] }] },
      large: { arms: bernoulli([0.9, 0.8, 0.4, 0.2]), traits: [{ type: "rest", rounds: [3, 3, 3, 3] }] },
    },
    delay: {
      arm: "Medicine", title: "The answer comes later",
      tale: "Three medicines. Whether one has helped shows only five patients later, and patients do not wait.",
      rule: "A treatment pays 1 (it helped) or 0, and the result is reported five rounds later.",
      hidden: "You could not have known the answers that were still under way.",
      policy: { type: "delayed_ucb1" }, rival: { type: "thompson" },
      why: "Delayed-UCB1 goes by the answers that have arrived; then late answers can be proved to cost little more than what is " +
        "under way. Others may do better all the same.",
      small: { arms: bernoulli([0.3, 0.5, 0.8]), traits: [{ type: "delay", lag: 5 }] },
      large: { arms: bernoulli([0.3, 0.5, 0.8]), traits: [{ type: "delay", lag: 50 }] },
    },
  };
})();

// A trait's sliders: how to read and write its number, and how to make the trait for so many arms.
const SLIDERS = (() => {
  const best = (d) => d.arms.prob.indexOf(Math.max(...d.arms.prob));
  const all = (name, label, min, max, step = 1) => ({
    label, min, max, step, get: (t) => [].concat((t.law || t)[name])[0],
    set: (t, value) => { const of = t.law || t; of[name] = Array.isArray(of[name]) ? of[name].map(() => value) : value; },
  });
  return {
    patience: { name: "They leave if ignored", make: (k) => ({ type: "patience", patience: Array(k).fill(7) }), sliders: [
      { label: "Rounds the best arm waits", min: 1, max: 60, step: 1, get: (t, d) => t.patience[best(d)],
        set: (t, value, d) => { t.patience[best(d)] = value; } },
      { label: "Rounds the others wait", min: 2, max: 60, step: 1, get: (t, d) => t.patience[best(d) ? 0 : 1],
        set: (t, value, d) => { t.patience = t.patience.map((p, i) => (i === best(d) ? p : value)); } },
    ] },
    lifetimes: { name: "They have a last round", sliders: [{ label: "Last round of the first arm", min: 10, max: 2000, step: 10,
      get: (t) => t.last[0], set: (t, value) => { t.last[0] = value; } }],
      make: (k) => ({ type: "lifetimes", first: Array(k).fill(1), last: Array.from({ length: k }, (_, i) => (i ? 2000 : 500)),
        known: true }) },
    waiting: { name: "They take their time", sliders: [{ label: "Probability that the first arm takes long", min: 0, max: 1, step: 0.05,
      get: (t) => t.delay[0][t.delay[0].length - 1],
      set: (t, value) => { const d = t.delay[0]; d.fill(0); d[d.length - 1] = value; d[0] = 1 - value; } }],
      make: (k) => ({ type: "waiting", delay: Array.from({ length: k }, () => [0.5, 0, 0, 0.5]) }) },
    fairness: { name: "They need a fair share", sliders: [all("share", "Share promised to each arm", 0, 0.25, 0.01),
      all("penalty", "Cost of each missing pull", 0, 1, 0.05)],
      make: (k) => ({ type: "fairness", share: Array(k).fill(0.1), penalty: Array(k).fill(0.4) }) },
    spread: { name: "Rewards arrive mixed", sliders: [all("max", "Longest delay of a reward", 0, 100)],
      make: () => ({ type: "spread", law: { type: "delay", min: 0, max: 20 } }) },
    changes: { name: "Means change", sliders: [all("round", "Round of the change", 2, 2000)],
      make: (k, d) => ({ type: "changes", law: { type: "at", round: [1001], mean: d.arms.prob.map((p) => [1 - p]) } }) },
    wear: { name: "Pulls wear them", sliders: [all("after", "Pulls that an arm bears", 1, 1000),
      all("drop", "Loss after these", 0, 1, 0.05)],
      make: (k, d) => ({ type: "wear", law: { type: "step", after: Array(k).fill(300),
        drop: Array(k).fill(Math.min(0.3, ...d.arms.prob)) } }) },
    rest: { name: "They need a rest", sliders: [all("rounds", "Rounds from pull to pull", 1, 10)],
      make: (k) => ({ type: "rest", rounds: Array(k).fill(3) }) },
    delay: { name: "Answers come late", sliders: [all("lag", "Rounds until the answer", 0, 200)],
      make: () => ({ type: "delay", lag: 20 }) },
  };
})();
