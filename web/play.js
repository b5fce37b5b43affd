// Step 1: the visitor plays. Before the end nothing is shown that the visitor has not seen: no mean, no choice of a policy.
import { $, beliefsOf, earnedBy, label } from "./core.js";
import { STORIES, armName, capital, meansOf, short, traitOf, units } from "./story.js";
import { described, isOwn, policies, slip, state, story } from "./state.js";
import { LOOKS, YOURS, drawBars, escaped, figure, number, table, tag } from "./figures.js";
import { choiceTable, lessons, playersOf, timeline, timelineKey, truthOf, verdict, verdictFigure } from "./reveal.js";
import { node } from "./controls.js";

export const widthOf = (place) => Math.max(280, Math.min(860, place.clientWidth || $("board").clientWidth || 600));
const game = { mine: null, d: null, seen: [], wait: 1, waits: 1, over: false };
export const isOver = () => game.over || state.ended;

const has = (type) => !!traitOf(game.d, type);
const hidesSum = () => has("spread") || has("delay");

export function startPlay(focus = false) {
  if (game.mine) game.mine.close();
  const d = described(), waiting = traitOf(d, "waiting"), before = state.choices;
  Object.assign(game, { d, seen: [], waits: waiting ? waiting.delay[0].length : 1, over: false });
  game.wait = Math.min(game.wait, game.waits);
  game.mine = Unruly.open({ ...d, policy: null, keep: "choices" });
  state.choices = [];
  $("waits").hidden = game.waits < 2;
  $("waits").lastElementChild.replaceChildren(...Array.from({ length: game.waits }, (_, i) => node("label", {}, node("input", { type: "radio", name: "wait", value: i + 1, checked: i + 1 === game.wait,
    onchange: () => { game.wait = i + 1; } }), units(story(), i + 1))));
  $("arms").replaceChildren(...game.mine.view().arms.map((a) => node("button", { class: "arm", type: "button", "data-arm": a.number, onclick: () => choose(a.number) })));
  before.forEach((choice) => pull(...[choice].flat()));
  $("said").textContent = isOver() ? "" : before.length ? `${capital(story().unit[0])} ${short(game.mine.view().round)} of ${short(d.horizon)}: go on.` : `Choose one, ${short(d.horizon)} times at most. The number keys work, too.`;
  showPlay();
  if (focus && $("arms").firstChild) $("arms").firstChild.focus();
}

function pull(arm, wait = 1) {
  const before = game.mine.view(), view = game.mine.choose(arm, wait), last = view.last || {};
  state.choices = game.mine.description().choices;
  const changed = (fits) => view.arms.filter((a, i) => before.arms[i] && fits(a, before.arms[i])).map((a) => a.number);
  const told = { round: before.round, arm, wait, cost: last.cost || 1, paid: last.observed, worth: last.reward, gone: changed((a, b) => a.left && !b.left),
    come: changed((a, b) => a.present && !b.present && !b.alive) };
  if (has("delay")) {
    const lag = traitOf(game.d, "delay").lag;
    Object.assign(told, { paid: null, answered: game.seen.find((s) => s.round === before.round - lag) || null });
  }
  game.seen.push(told);
  game.over = view.over;
  return told;
}

export function choose(arm) {
  const now = game.mine.view(), a = now.arms.find((x) => x.number === arm);
  if (isOver() || now.over || !a) return;
  if (!a.present) { $("said").textContent = `${armName(story(), arm)} cannot be chosen: ${a.left ? "it has left" : "it is not here now"}.`; return; }
  const told = pull(arm, game.wait);
  $("said").textContent = toldOf(told);
  game.onchange();
  showPlay();
  if (game.over) { $("result").focus(); game.onend(); }
}
export function onPlay(change, end) { game.onchange = change; game.onend = end; }

const pays = (x) => (Array.isArray(story().pays) ? story().pays[x > 0 ? 0 : 1] : `Your mark: ${number(x)} of 1.`);

function toldOf(t) {
  const words = [`${capital(story().unit[0])} ${short(t.round)}: ${armName(story(), t.arm).toLowerCase()}.`];
  if (has("spread")) words.push(`What arrived, from whichever ${story().arm[0]}: ${short(t.paid)}.`);
  else if (has("delay")) words.push(t.answered ? `The answer of ${story().unit[0]} ${short(t.answered.round)}, ${armName(story(), t.answered.arm).toLowerCase()}: ${pays(t.answered.worth)}` : "No answer has come yet.");
  else if (game.waits > 1) words.push(t.paid > 0 ? `Answered after ${units(story(), t.cost)}. ${pays(t.paid)}` : `${units(story(), t.cost)} later you have nothing.`);
  else words.push(pays(t.paid));
  if (!game.over) t.gone.forEach((arm) => words.push(`${armName(story(), arm)} has left for good.`));
  t.come.forEach((arm) => words.push(`${armName(story(), arm)} is here now.`));
  return words.join(" ");
}

// --- the cards ----------------------------------------------------------------------------------

// A strip from 0 to 1: the interval, the mean, and once it may be seen the truth.
export function strip({ low, high, mean, truth }) {
  const at = (x) => `${(100 * Math.max(0, Math.min(1, x))).toFixed(1)}%`;
  return tag("span", { class: "strip", "aria-hidden": "true" }, Number.isFinite(low) ? tag("span", { class: "belief", style: `left:${at(low)};width:calc(${at(high)} - ${at(low)})` }) : null,
    Number.isFinite(mean) ? tag("span", { class: "mean", style: `left:${at(mean)}` }) : null,
    Number.isFinite(truth) ? tag("span", { class: "truth", style: `left:${at(truth)}` }) : null);
}

// What the signs on a strip are.
export function stripKey(d, open) {
  const sums = traitOf(d, "spread"), per = traitOf(d, "waiting") ? ` per ${story().unit[0]}` : "", words = [];
  if (!sums) words.push(`Band: the true mean${per} is in it with 95% probability${beliefLabel(d) && `, ${beliefLabel(d)}`}. Tick: the mean so far.`);
  if (open && !per) words.push(`Dot: the true mean${beliefLabel(d) && " now"}.`);
  return words.join(" ");
}

// Rows of beliefs of an arm, one for each wait: {wait, pulls, mean, low, high}.
export function beliefsOfArm(beliefs, arm) {
  if (beliefs) return beliefs.filter((b) => b.arm === arm.number);
  return [{ wait: 1, pulls: arm.pulls || 0, mean: arm.pulls > 0 && arm.estimate !== null ? arm.estimate : NaN, low: NaN, high: NaN }];
}
export const beliefLabel = (d) => (traitOf(d, "changes") || traitOf(d, "wear") ? "if it never changed" : "");

// What an arm says of itself besides its mean.
export function troubles(arm, view, d) {
  if (arm.left) return "gone for good";
  const life = traitOf(d, "lifetimes"), first = life ? life.first[arm.number - 1] : arm.first;
  if (!arm.alive) return first > view.round ? `here from ${story().unit[0]} ${short(first)}` : "over";
  const words = [];
  if (Number.isFinite(arm.patience_left) && arm.patience_left !== null) words.push(arm.patience_left <= 1 ? "! leaves unless chosen now" : `waits ${units(story(), arm.patience_left)}`);
  if (Number.isFinite(arm.last) && arm.last !== null) words.push(`until ${story().unit[0]} ${short(arm.last)}`);
  if (traitOf(d, "fairness") && arm.share !== null) {
    const behind = arm.share * (view.round - 1) - (arm.pulls || 0);
    words.push(behind > 0.05 ? `${number(behind, 1)} ${story().unit[1]} behind` : "has its share");
  }
  if (arm.pending > 0 && !traitOf(d, "spread")) words.push(`${short(arm.pending)} under way`);
  return words.join(", ");
}

const meter = (arm, d) => {
  const all = traitOf(d, "patience");
  if (!all || arm.left || !Number.isFinite(arm.patience_left) || arm.patience_left === null) return null;
  const most = all.patience[arm.number - 1];
  return tag("span", { class: `meter${arm.patience_left <= 1 ? " warn" : ""}`, "aria-hidden": "true" }, Array.from({ length: Math.min(12, most) }, (_, i) => tag("i", { class: i < arm.patience_left ? "on" : null })));
};

export function card(arm, view, d, beliefs, open) {
  const unseen = { wait: 1, pulls: 0, mean: NaN, low: NaN, high: NaN }; // from one sum of all
  const rows = !traitOf(d, "spread") ? beliefsOfArm(beliefs, arm) : open ? [unseen] : [], per = traitOf(d, "waiting") ? ` per ${story().unit[0]}` : "";
  const trouble = troubles(arm, view, d), truth = open && !per ? arm.mean ?? meansOf(d)[arm.number - 1] : NaN;
  return [tag("strong", {}, armName(story(), arm.number)), tag("span", { class: arm.left || /^!/.test(trouble) ? "warn" : null }, trouble || " "), meter(arm, d),
    tag("span", { class: "pulls" }, `chosen ${short(arm.pulls || 0)}×${rows.length === 1 && Number.isFinite(rows[0].mean) ? `, mean ${number(rows[0].mean)}` : ""}${open && !per ? `, truly ${number(truth)}${beliefLabel(d) && " now"}` : ""}`),
    rows.filter((b) => rows.length === 1 || b.pulls > 0).map((b) => tag("span", { class: "row" }, rows.length > 1 ? tag("span", { class: "held" }, `held ${b.wait}: ${number(b.mean)}${per}`) : null,
      strip({ ...b, truth }))),
    traitOf(d, "spread") && !open ? tag("span", { class: "quiet" }, "the sum does not tell") : null,
    arm.pulls > 0 && beliefLabel(d) ? tag("span", { class: "quiet" }, beliefLabel(d)) : null].flat().filter(Boolean).join("");
}

export function showPlay() {
  const view = game.mine.view(), d = game.d, over = isOver(), hides = hidesSum() && !over, beliefs = beliefsOf(game.mine);
  $("round").textContent = view.over ? `All ${units(story(), d.horizon)} are over` : state.ended ? `Ended in ${story().unit[0]} ${short(view.round)}` : `${capital(story().unit[0])} ${short(view.round)} of ${short(d.horizon)}`;
  for (const button of $("arms").children) {
    const arm = view.arms.find((a) => a.number === Number(button.dataset.arm));
    button.innerHTML = card(arm, view, d, beliefs, over);
    button.classList.toggle("gone", arm.left);
    button.classList.toggle("chosen", !!view.last && view.last.arm === arm.number && !over);
    button.setAttribute("aria-disabled", String(!arm.present || over));
  }
  $("strip-key").textContent = over || game.seen.length ? stripKey(d, over) : "";
  $("waits").disabled = over;
  $("show").hidden = over;
  $("race").innerHTML = hides || over ? "" : race(view, d);
  $("race-said").textContent = hides ? "What you have earned is shown at the end." : "";
  $("history").innerHTML = over || !game.seen.length ? "" : soFar(view, d);
  $("result").hidden = !over;
  if (over) showResult();
}

// What was chosen so far, and what came of it.
function soFar(view, d) {
  const choices = game.seen.map((s) => ({ round: s.round, arm: s.arm, wait: s.wait, cost: s.cost, reward: s.worth }));
  const you = { name: "Your choices", look: YOURS, game: { choices, points: game.seen.some((s) => s.gone.length) ? game.seen.map((s) => ({ round: s.round, arms: s.gone.map((number) => ({ number, left: true })) })) : [] },
    sums: has("spread") ? game.seen.map((s) => [s.round, s.paid]) : null };
  return figure(timeline({ story: story(), d, players: [you] }, widthOf($("play")), { at: view.round - 1, open: false }), timelineKey(d, false));
}

// The sums so far, of the visitor and the policies; not which arms they came from.
function race(view, d) {
  const played = view.over ? d.horizon : view.round - 1;
  const rows = [{ name: "You", value: view.reward, look: YOURS, strong: true }, ...policies().slice(0, 2).map((p, i) => ({ name: label(p), value: earnedBy(d, p, played), look: LOOKS[i] }))];
  return figure(drawBars({ rows, width: widthOf($("play")), title: "Earned so far", most: Math.max(10, ...rows.map((r) => r.value)), digits: d.arms.type === "gaussian" ? 1 : 0 }), `Earned so far, in ${units(story(), played)}, by you and by algorithms`);
}

// The games that are shown first were chosen.
function chosenWords({ first, chosen }) {
  const at = first.indexOf(state.code), next = 1 - at;
  return at < 0 ? "" : `This game was chosen: it is ${chosen ? `${chosen[at]}; game ${first[next]} is ${chosen[next]}` : "a typical one"}.`;
}

function showResult() {
  const d = game.d, show = { name: state.story, story: story(), d, players: playersOf(d, policies().slice(0, 2), state.choices) }, width = widthOf($("play"));
  $("verdict").textContent = verdict(show);
  const taught = lessons(show, width);
  $("lessons").innerHTML = [figure(verdictFigure(show, width), "Regret: what the best choices earn on average, minus what these choices earn on average", null),
    tag("p", { class: "quiet" }, policies().slice(0, 2).map((p) => `${escaped(label(p))} ${Unruly.does(p)}.`).join(" ")),
    ...taught.map((l) => (l.said ? tag("p", { class: "lesson" }, l.said) : "") + l.svg),
    figure(timeline(show, width), timelineKey(d, true), choiceTable(show)),
    tag("div", { class: "table", role: "region", "aria-label": "The arms, as they were", tabindex: 0 }, table("The arms, as they were", [capital(story().arm[0]), "Mean"], meansOf(d).map((_, i) => [String(i + 1), truthOf(d, i, story())])))].join("");
  $("chosen-code").textContent = !isOwn() && !state.long ? chosenWords(STORIES[state.story]) : "";
  $("slip").hidden = !(state.slip && game.over);
  if (state.slip && game.over) $("slip-text").textContent = slip();
}

// The R call that plays this game.
export function playInR() {
  if (!isOver()) return null;
  const names = state.choices.length ? { choices: state.choices.map((c) => (game.waits > 1 ? [c, 1].flat().slice(0, 2) : c)) } : {};
  return Unruly.code({ ...game.d, replications: 1, policies: policies().slice(0, 2), ...names });
}
