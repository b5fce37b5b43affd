// Games as the page looks at them. Every number comes from the core (Unruly, unruly.js): a state is had by playing a game
// again from its first round, and nothing is remembered but what is drawn.

// Where the page's elements are: the document, or in an article the shadow of a figure.
let elements = typeof document === "undefined" ? null : document;
export const within = (root) => { elements = root; };
export const $ = (id) => elements.getElementById(id);

export const ready = () => Unruly.ready();
export const label = (policy) => Unruly.label(policy);

// The words of a refusal, or null if the core plays it.
export function refusalOf(what) {
  try { what(); return null; } catch (error) { return error; }
}
export const refusalOfGame = (d, policy) => refusalOf(() => Unruly.open({ ...d, policy }).close());

// A player is a policy, or {choices} for what a visitor chose.
const isVisitor = (player) => Array.isArray(player.choices);
function opened(d, player, more = {}) {
  return Unruly.open({ ...d, ...more, policy: isVisitor(player) ? null : player });
}

// A game led forward: to(round) plays the rounds before it, and gives the view.
function led(d, player, more) {
  const game = opened(d, player, more), left = isVisitor(player) ? [...player.choices] : null;
  let view = game.view();
  const to = (round) => {
    while (!view.over && view.round < round) {
      if (left && !left.length) break;
      view = left ? game.choose(...[left.shift()].flat()) : game.play(round - view.round);
    }
    return view;
  };
  return { game, to };
}

// What is known after `played` rounds: the view, the beliefs of each action and why each arm would be chosen next.
export function stateAfter(d, player, played) {
  const { game, to } = led(d, player, { keep: "choices" });
  try {
    const view = to(played + 1);
    return { view, beliefs: beliefsOf(game), why: isVisitor(player) || view.over ? null : whyOf(game) };
  } finally { game.close(); }
}

// [round, why] before each of these rounds, of one game: nothing is changed by asking.
export function whysOf(d, policy, rounds) {
  const { game, to } = led(d, policy);
  try { return rounds.map((round) => [round, to(round).over ? null : whyOf(game)]); } finally { game.close(); }
}

// Rows {arm, wait, pulls, mean, low, high}: see web/core/beliefs.c.
export const beliefsOf = (game) => game.beliefs();
// {code, rows: [{arm, wait, parts: {name: value}}]}, or null where the policy does not say.
export const whyOf = (game) => (game.explain ? game.explain() : null);

// At most this many points of a curve.
export const MOST_POINTS = 60;
export function pointsOf(horizon) {
  const count = Math.min(horizon, MOST_POINTS);
  return Array.from({ length: count }, (_, i) => Math.round((horizon * (i + 1)) / count));
}

// A whole game: its choices, its regret and earnings at the points of a curve, the means of all arms there.
const kept = new Map();
export function gameOf(d, player) {
  const key = JSON.stringify([d, player], (_, x) => (x === Infinity ? "never" : x));
  if (!kept.has(key)) {
    if (kept.size > 40) kept.delete(kept.keys().next().value);
    kept.set(key, wholeGame(d, player));
  }
  return kept.get(key);
}

function wholeGame(d, player) {
  const { game, to } = led(d, player, { keep: "choices" });
  try {
    const points = [{ round: 0, regret: 0, reward: 0, arms: game.view().arms }];
    for (const round of pointsOf(d.horizon)) {
      const view = to(round + 1);
      const played = view.over ? d.horizon : view.round - 1;
      if (played > points[points.length - 1].round) {
        points.push({ round: played, regret: view.regret, reward: view.reward, arms: view.arms });
      }
    }
    const end = game.view();
    return { points, choices: game.choices(), end, over: end.over };
  } finally { game.close(); }
}

// The regrets of policies at these points, without anything else: quick enough for a drag.
export function regretsOf(d, policies) {
  const rounds = pointsOf(d.horizon), study = Unruly.slices({ ...d, policies, replications: 1, rounds });
  study.some(Infinity);
  return study.result().policies.map((p) => ({ name: p.name, points: [[0, 0], ...rounds.map((round, i) => [round, p.regret[i]])] }));
}

// What a policy has earned after so many rounds.
export function earnedBy(d, policy, played) {
  const { game, to } = led(d, policy);
  try { return to(played + 1).reward; } finally { game.close(); }
}
