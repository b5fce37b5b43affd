// Step 3: many games. What it says is computed from the games that were played.
import { label } from "./core.js";
import { MOST_CODE, policiesOf, short } from "./story.js";
import { described, otherArms, policies, state, story } from "./state.js";
import { LOOKS, UNIFORM, drawCurves, drawDots, figure, figureOf, number, table } from "./figures.js";
import { opponent } from "./worker.js";

export const sizes = { drag: 100, rest: 400, whole: 2000 };
const mean = (x) => x.reduce((a, b) => a + b, 0) / x.length;
const spread = (x, m = mean(x)) => Math.sqrt(x.reduce((s, v) => s + (v - m) ** 2, 0) / Math.max(1, x.length - 1));
const errorOf = (x) => spread(x) / Math.sqrt(x.length);

let other = null, generation = 0, timer = 0;
export const manyGames = { result: null, before: null, whole: null, busy: false };

const about = (more = []) => {
  const d = described();
  return { d, policies: [...policies(), ...more], story: state.story, code: state.code, long: state.long, others: otherArms() };
};

// Codes go up from this one; the last ones leave room for fewer games.
const gamesFor = (n) => (otherArms() ? Math.min(n, MOST_CODE - state.code + 1) : n);

function ask(games, more) {
  other = other || opponent();
  other.onanswer = (data) => { if (data.generation === generation) { manyGames.busy = !!data.more; manyGames.onanswer(data, !!manyGames.more); if (manyGames.waiting) { manyGames.waiting = 0; manyGames.busy = false; askInTurn(sizes.drag); } } };
  manyGames.more = more;
  manyGames.busy = true;
  generation++;
  other.ask({ generation, games: gamesFor(games), about: about(more) });
}

// While one drags only one job is under way; what comes meanwhile waits, so that curves move however slow the machine is.
function askInTurn(games) {
  if (manyGames.busy && manyGames.first) { manyGames.waiting = games; return; }
  manyGames.first = true;
  ask(games);
}

// The state has changed: a few games at once, more when it rests; all on release.
export function playMany(what, answered) {
  manyGames.onanswer = answered;
  clearTimeout(timer);
  if (what === "drag") askInTurn(sizes.drag);
  else { manyGames.first = false; ask(sizes[what]); }
  if (what === "drag") timer = setTimeout(() => { manyGames.waiting = manyGames.first = 0; ask(sizes.rest); }, 150);
}
export function stopMany() { clearTimeout(timer); generation++; manyGames.busy = false; }

// All rules of the story, for the table.
export function playAll(answered) {
  const own = policies().map(label), more = [...policiesOf(state.story, state.long), { type: "uniform" }].filter((p) => !own.includes(label(p)));
  manyGames.onanswer = answered;
  ask(sizes.whole, more);
}

// --- what it says -------------------------------------------------------------------------------

const looks = (i) => LOOKS[i] || UNIFORM;

// Paired differences to the policy with the least mean regret.
export function compared({ names, finals, games }) {
  const means = finals.map(mean), best = means.indexOf(Math.min(...means));
  return { best, games, rows: names.map((name, i) => {
    const d = finals[i].map((x, j) => x - finals[best][j]), se = games > 1 ? errorOf(d) : Infinity;
    return { name, mean: means[i], half: 1.96 * errorOf(finals[i]), z: i === best ? 0 : se > 0 ? mean(d) / se : mean(d) > 0 ? Infinity : 0 };
  }) };
}

export function verdictOfMany(result) {
  const { best, games, rows } = compared(result), close = rows.filter((r, i) => i !== best && Math.abs(r.z) < 2).map((r) => r.name);
  const first = rows[best], next = rows.filter((r, i) => i !== best).sort((a, b) => a.mean - b.mean)[0];
  const said = close.length ? `Too close to tell: ${[first.name, ...close].join(", ")}.` : `${first.name} has the least mean regret${next ? `: ${figureOf(first.mean)} against ${figureOf(next.mean)} of ${next.name}` : ""}.`;
  return `n = ${short(games)} games. ${said}`;
}

// What the story's own policy costs and what it insures against, beside its rival: of the games that were played.
export function moralOf({ names, finals, games }) {
  const [own, rival] = policies().map((p) => names.indexOf(label(p)));
  if (games < sizes.rest || !(own >= 0 && rival >= 0)) return "";
  const d = finals[rival].map((x, j) => x - finals[own][j]), saved = d.filter((x) => x > 1e-9), paid = d.filter((x) => x < -1e-9);
  const of = (n) => Math.round((100 * n) / games), often = of(saved.length), rest = of(saved.length + paid.length) - often; // which add up
  const part = (n) => (n < 1 ? "hardly any game" : n > 99 ? "nearly every game" : `${n} of 100 games`);
  const z = mean(d) / errorOf(d), said = [["costs", paid, " more", rest], ["saves", saved, "", often]].filter(([, x]) => x.length).map(([word, x, more, n]) => `${word} ${figureOf(Math.abs(mean(x)))}${more} in ${part(n)}`);
  return !said.length ? "" : `Compared with ${names[rival]}, ${names[own]} ${said.join(" and ")}: ${Math.abs(z) < 2 ? "about even" : z < 0 ? "too dear here" : paid.length > 2 * saved.length ? "a small price, paid often, insures against a great loss that is rare" : "it is worth it"}.`;
}

// The share of games in which each has the least regret; ties count for all.
export function firstIn({ finals, games }) {
  const least = finals[0].map((_, j) => finals.reduce((low, x) => Math.min(low, x[j]), Infinity) + 1e-9);
  return finals.map((x) => x.reduce((n, v, j) => n + (v <= least[j]), 0) / games);
}

const curvesOf = (result) => result.names.slice(0, LOOKS.length).map((name, i) => ({ name, look: looks(i),
  points: [[0, 0], ...result.rounds.map((round, j) => [round, result.curves[i][j]])] }));

function bandsOf(result) {
  return curvesOf(result).map((c, i) => {
    const half = 1.96 * errorOf(result.finals[i]), end = c.points[c.points.length - 1];
    return { ...c, band: [[end[0] * 0.985, end[1] - half, end[1] + half], [end[0], end[1] - half, end[1] + half]] };
  });
}

const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];

// The pictures of a result; numbers are left out while one drags.
export function manyFigures(result, before, width, dragging = false) {
  const d = described(), unit = story().unit[0], sorted = result.finals.map((x) => Array.from(x.slice().sort()));
  const curves = bandsOf(result), { rows } = compared(result), share = firstIn(result);
  const svg = drawCurves({ curves, before: before ? curvesOf(before) : [], horizon: d.horizon, width, title: "Mean regret", unit, ylab: "mean regret" });
  if (dragging) return { curves: figure(svg, "Mean regret, with the 95% interval at the end") };
  const numbers = table("Regret at the end", ["Policy", "Mean regret", "95% interval", "10% quantile", "90% quantile", "Best in"], rows.map((r, i) => [r.name, number(r.mean),
    `${number(r.mean - r.half)} to ${number(r.mean + r.half)}`, number(quantile(sorted[i], 0.1)), number(quantile(sorted[i], 0.9)), `${Math.round(100 * share[i])}%`]));
  const dots = result.names.slice(0, LOOKS.length).map((name, i) => ({ name, look: looks(i), sorted: sorted[i] }));
  const said = dots.map((row) => `${row.name}: eight of ten games end between ${figureOf(quantile(row.sorted, 0.1))} and ${figureOf(quantile(row.sorted, 0.9))}`).join("; ");
  return { curves: figure(svg, "Mean regret, with the 95% interval at the end"),
    dots: figure(drawDots({ rows: dots, width, title: "How games end", said: `${said}.` }), "How games end: each dot is one game in a hundred", numbers) };
}

// The table of all rules of the story, and which do as well as the first one of it.
export function allRules(result) {
  const { rows } = compared(result), lead = result.names.indexOf(label(policiesOf(state.story, state.long)[0]));
  const against = rows.map((r, i) => { const d = result.finals[i].map((x, j) => x - result.finals[lead][j]); return mean(d) / (errorOf(d) || 1); });
  const rivals = rows.filter((r, i) => i !== lead && against[i] < 2), name = result.names[lead];
  const said = rivals.length ? rivals.map((r) => `${r.name} ${against[rows.indexOf(r)] <= -2 ? "does better than" : "does as well as"} ${name}`).join("; ") : `None of these rules does as well as ${name}`;
  return { said: `n = ${short(result.games)} games. ${said}.`, numbers: table("All rules of this story", ["Policy", "Mean regret", "95% interval", `More than ${name}`],
    rows.map((r, i) => [r.name, number(r.mean), `${number(r.mean - r.half)} to ${number(r.mean + r.half)}`, i === lead ? "–" : number(r.mean - rows[lead].mean)]).sort((a, b) => a[1] - b[1])) };
}

// The call that gives these games in R.
export function manyInR(games) {
  const d = described(), list = policies();
  if (!otherArms()) return Unruly.code({ ...d, policies: list, replications: games });
  const calls = Unruly.code({ ...d, policies: list, replications: 1 }).replace(/^[^]*?run_study\(\n {2}b,\n {2}([^]*),\n {2}horizon[^]*$/, "$1").replace(/\n {2}/g, "\n");
  const stretched = state.long ? ", TRUE" : "", codes = `${state.code}:${state.code + games - 1}`;
  return `library(unruly)\n\npolicies <- ${calls}\n\ndo.call(rbind, lapply(${codes}, \\(i) regret(run_study(play_bandit("${state.story}", i${stretched}), policies,\n` +
    `  horizon = ${d.horizon}, reps = 1, seed = i, record = 1))))`;
}
