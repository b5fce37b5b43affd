// Step 2: the same game again, round by round. A state is had by playing again up to the round of the scrubber.
import { $, MOST_POINTS, gameOf, label, pointsOf, regretsOf, stateAfter } from "./core.js";
import { armName, capital, short, traitOf, units } from "./story.js";
import { described, policies, state, story } from "./state.js";
import { LOOKS, drawCurves, escaped, figure, figureOf, number, table, tag } from "./figures.js";
import { choiceTable, lessons, lostBest, playersOf, timeline, timelineKey, verdict } from "./reveal.js";
import { beliefsOfArm, card, stripKey, widthOf } from "./play.js";

const motion = { running: false, due: 0, before: 0 };
let ghost = null, drawnCurves = [], taught = [], shown = 0;

const shownGame = () => { const d = described(); return { name: state.story, story: story(), d, players: playersOf(d, policies(), state.choices) }; };
const curveOf = (p) => ({ name: p.name, look: p.look, points: p.game.points.map((point) => [point.round, point.regret]) });

// The curves from before a drag stay until the next one.
export function keepGhost() { ghost = drawnCurves; }
export const forgetGhost = () => { ghost = null; };

export function beliefsOfFocus() {
  const d = described(), policy = policies()[state.focus], { view, beliefs } = stateAfter(d, policy, state.round);
  return !traitOf(d, "waiting") && !traitOf(d, "spread") ? view.arms.map((a) => beliefsOfArm(beliefs, a)[0]) : null;
}

const drawAll = (curves, d) => drawCurves({ curves, before: ghost || [], horizon: d.horizon, width: widthOf($("look")), title: `Regret by ${story().unit[0]}`, unit: story().unit[0], at: state.round });

// Where one looks first: where a policy lost the best arm, else in the middle. There "Why this arm?" has an answer.
export function openAt() {
  const { d, players } = shownGame(), lost = players.filter((p) => !p.you).map((p) => lostBest(d, p.game)), i = lost.findIndex(Boolean);
  state.focus = Math.max(i, 0);
  state.round = i < 0 ? d.horizon >> 1 : lost[i];
}

// While one drags: the curves only.
export const playedCurves = () => regretsOf(described(), policies()).map((c, i) => ({ ...c, look: LOOKS[i] }));
export function showCurves(curves = playedCurves()) {
  drawnCurves = curves;
  $("curves").querySelector("svg").outerHTML = drawAll(curves, described());
}

// What stands below the curves may come later, each part in a task of its own.
export function showLook(later = (what) => what()) {
  const show = shownGame(), { d, players } = show, width = widthOf($("look"));
  state.round = Math.min(state.round, d.horizon);
  $("scrub").max = d.horizon;
  $("scrub").value = state.round;
  $("scrub").setAttribute("aria-valuetext", `after ${units(story(), state.round)}`);
  $("scrubbed").textContent = `after ${short(state.round)} of ${units(story(), d.horizon)}`;
  $("go").textContent = motion.running ? "Pause" : "Play";
  const said = `Regret by ${story().unit[0]}`, rounds = [0, ...pointsOf(d.horizon)];
  const numbers = () => table(said, [capital(story().unit[0]), ...players.map((p) => p.name)], rounds.filter((_, i) => i % 6 === 0 || i === rounds.length - 1).map((round) => [short(round), ...players.map((p) => {
    const point = p.game.points.find((x) => x.round >= round);
    return point ? number(point.regret) : "–";
  })]));
  drawnCurves = players.filter((p) => !p.you).map(curveOf);
  $("curves").innerHTML = figure(drawAll(players.map(curveOf), d), said, numbers());
  $("look-verdict").textContent = verdict(show);
  const mine = ++shown, then = (what) => later(() => { if (mine === shown && !$("look").hidden) what(); });
  then(() => showPanels(players, d));
  then(() => { $("choices").innerHTML = figure(timeline(show, width, { at: state.round }), timelineKey(d, true), choiceTable(show)); });
  then(() => showLessons(show, width));
  then(() => { $("why").innerHTML = whyTable(d); });
}

function showPanels(players, d) {
  $("panels").innerHTML = tag("p", { class: "quiet" }, stripKey(d, true)) + players.map((p) => panel(p, d)).join("");
}

function showLessons(show, width) {
  const about = [width, ...show.players.map((p) => p.game)]; // of the whole game, whichever round it is
  if (!$("look-lessons").firstChild || about.length !== taught.length || about.some((x, i) => x !== taught[i])) {
    taught = about;
    $("look-lessons").innerHTML = lessons(show, width).map((l) => (l.said ? tag("p", { class: "lesson" }, l.said) : "") + l.svg).join("");
  }
}

function panel(p, d) {
  const { view, beliefs } = stateAfter(d, p.player, state.round);
  return tag("section", { class: "panel", "data-name": p.name, "data-regret": view.regret, style: `--mine:${p.look.colour}` }, tag("h3", {}, escaped(p.name)), tag("p", { class: "quiet" }, `regret ${figureOf(view.regret)}`),
    tag("div", { class: "mini" }, view.arms.map((a) => tag("div", { class: `arm mini${a.left ? " gone" : ""}${view.last && view.last.arm === a.number ? " chosen" : ""}` }, card(a, view, d, beliefs, true)))));
}

// --- why this arm? ----------------------------------------------------------------------------------

const CODES = {
  first_play: () => "It tries each once, and has not yet tried all.",
  index: (rows) => `It chooses the greatest index${rows.some((r) => r.parts.bonus) ? ": mean plus bonus; the less it knows, the greater the bonus" : ""}.`,
  cycle: () => "It takes turns in a fixed order.",
  block: (rows) => { const left = rows.map((r) => r.parts.block_left).find(Boolean); return `It goes on with the same one${left ? `: ${left} to go` : ""}.`; },
  drawn: () => "It draws a value for each from the distribution below, and chooses the greatest.",
  only_one: () => "There is only one left to choose.",
  null: () => "These are the probabilities of its next choice.",
};

function whyTable(d) {
  const policy = policies()[state.focus], { why, view } = stateAfter(d, policy, state.round), name = label(policy);
  if (view.over) return tag("p", {}, `The game is over: ${escaped(name)} chooses no more.`);
  const next = gameOf(d, policy).choices.find((c) => c.round >= view.round);
  const chosen = next ? ` It chose ${armName(story(), next.arm).toLowerCase()}${traitOf(d, "waiting") ? `, held ${next.wait}` : ""}.` : "";
  if (why && [null, "drawn"].includes(why.code)) why.rows.forEach((r) => { if (r.propensity !== null) r.parts.probability = r.propensity; });
  if (!why) return tag("p", {}, `${escaped(name)}: this rule does not say why.${chosen}`);
  const parts = [...new Set(why.rows.flatMap((r) => Object.keys(r.parts)))].filter((part) => !["block_left", "place"].includes(part)), waits = why.rows.some((r) => r.wait > 1);
  const most = why.code === "index" ? Math.max(...why.rows.map((r) => r.parts.index).filter(Number.isFinite)) : NaN;
  const rows = why.rows.map((r) => tag("tr", { class: (Number.isFinite(most) ? r.parts.index === most : next && r.arm === next.arm && r.wait === next.wait) ? "chosen" : null },
    tag("th", { scope: "row" }, `${armName(story(), r.arm)}${waits ? `, held ${r.wait}` : ""}`), parts.map((part) => tag("td", {}, Number.isFinite(r.parts[part]) ? number(r.parts[part], 3) : "–"))));
  return tag("p", {}, `${escaped(name)}, ${story().unit[0]} ${short(view.round)}: ${(CODES[why.code] || (() => ""))(why.rows)}${chosen}`) +
    (parts.length ? tag("div", { class: "table", role: "region", "aria-label": "Why this arm", tabindex: 0 }, tag("table", {}, tag("thead", {}, tag("tr", {}, tag("th", { scope: "col" }, capital(story().arm[0])), parts.map((part) => tag("th", { scope: "col" }, part)))), tag("tbody", {}, rows))) : "");
}

// --- playing and pausing ---------------------------------------------------------------------------

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const SECONDS = 12; // for a whole game

export function scrubTo(round, tell) {
  state.round = Math.max(0, Math.min(described().horizon, Math.round(round)));
  showLook();
  if (tell) tell();
}

export function pause() {
  motion.running = false;
  $("go").textContent = "Play";
}

export const isRunning = () => motion.running;
export function goOn(tell) {
  if (motion.running) { pause(); return; }
  const { horizon } = described();
  if (state.round >= horizon) state.round = 0;
  Object.assign(motion, { running: true, due: state.round, before: performance.now() });
  const step = (now) => {
    if (!motion.running) return;
    motion.due += ((now - motion.before) / 1000 / SECONDS) * horizon;
    motion.before = now;
    // Who wants less motion sees a new picture once a second.
    const shows = Math.floor(motion.due) > state.round && (!calm() || motion.due - state.round >= horizon / SECONDS);
    if (shows) scrubTo(Math.min(horizon, Math.floor(motion.due)), tell);
    if (state.round >= horizon) pause(); else requestAnimationFrame(step);
  };
  $("go").textContent = "Pause";
  requestAnimationFrame(step);
}

export const lookInR = () => Unruly.code({ ...described(), replications: 1, policies: policies(), ...(described().horizon > 40 && described().horizon <= MOST_POINTS ? { rounds: pointsOf(described().horizon) } : {}), ...(state.choices.length ? { choices: state.choices } : {}) });
export const focusChoices = () => policies().map((p, i) => ({ name: label(p), look: LOOKS[i], chosen: i === state.focus }));
