// The page as a whole: steps, the story on show, keys, the address.
import { $, ready } from "./core.js";
import { MOST_CODE, STORIES, short, tale } from "./story.js";
import { STEPS, classLink, described, isOwn, link, otherArms, state, take, takeAddress } from "./state.js";
import { forgetAside, meanDots, node, onDrag, policySelects, showSliders, traitBoxes } from "./controls.js";
import { choose, isOver, onPlay, playInR, showPlay, startPlay, widthOf } from "./play.js";
import { beliefsOfFocus, focusChoices, forgetGhost, goOn, keepGhost, lookInR, openAt, pause, playedCurves, scrubTo, showCurves, showLook } from "./look.js";
import { allRules, manyFigures, manyInR, moralOf, playAll, playMany, manyGames, sizes, stopMany, verdictOfMany } from "./many.js";
import { showClass } from "./class.js";

const say = (text) => { $("live").textContent = text; };
const refuse = (error) => { $("problem").textContent = error ? error.message : ""; };

// --- what stands around the steps -----------------------------------------------------------------

// Before the end nothing of an earlier game stays in the page, not even hidden.
const DISCLOSED = ["lessons", "verdict", "curves", "choices", "panels", "why", "look-lessons", "look-verdict", "bands", "dots", "many-said", "moral", "all-said", "all-numbers",
  "means", "sliders", "policies", "traits", "r", "slip-text", "which", "focus"];
function conceal() {
  for (const id of DISCLOSED) $(id).replaceChildren();
  $("all").open = false;
}

function showHead() {
  if (!isOver()) conceal();
  $("story").value = state.story;
  $("tale").textContent = tale(state.story, described(), !!state.own);
  $("code-number").value = state.code;
  $("long").checked = state.long;
  $("long").disabled = !!state.own;
  $("own").hidden = !isOwn();
  for (const step of STEPS) {
    const tab = $(`tab-${step}`), open = step === "play" || isOver();
    tab.setAttribute("aria-selected", String(step === state.step));
    tab.setAttribute("aria-disabled", String(!open));
    tab.tabIndex = step === state.step ? 0 : -1;
    $(step).hidden = step !== state.step;
  }
  $("to-look").hidden = !isOver();
  $("side").hidden = state.step === "play";
  $("board").classList.toggle("two", state.step !== "play");
}

function showCode() {
  let text = null;
  try { text = state.step === "play" ? playInR() : state.step === "look" ? lookInR() : manyInR(manyGames.result ? manyGames.result.games : sizes.whole); } catch (error) { refuse(error); }
  $("r").textContent = text || "";
  $("code").hidden = !text;
  keepAddress();
}

// Choices, code and step; in class mode the link that the class got stays.
function keepAddress() {
  try { window.history.replaceState(null, "", state.slip && !isOver() ? classLink() : link()); } catch { /* what cannot be played has no link */ }
}

function showSide() {
  if (state.step === "play" || !isOver()) return;
  policySelects($("policies"), again);
  showSliders($("sliders"), changed, again);
  showMeans();
  traitBoxes($("traits"), again);
  $("focus").replaceChildren(...focusChoices().map((p, i) => node("option", { value: i, selected: p.chosen }, p.name)));
  const names = [...$("sliders").querySelectorAll(".slider")].map((row, i) => [String(i), row.querySelector("label").textContent]);
  $("which").replaceChildren(...names.map(([value, name]) => node("option", { value }, name)));
  showOneSlider();
}
const showMeans = () => meanDots($("means"), state.step === "look" ? beliefsOfFocus() : null, changed);
function showOneSlider() {
  [...$("sliders").querySelectorAll(".slider")].forEach((row, i) => row.classList.toggle("picked", String(i) === ($("which").value || "0")));
}

// While one drags curves are played and drawn once a picture, each in a task of its own, and not while the slider waits.
const soon = { due: false, wanted: false, drag: 0 };
function showCurvesSoon() {
  soon.wanted = true;
  if (soon.due) return;
  soon.due = true;
  const { drag } = soon, stays = () => drag === soon.drag && state.step === "look";
  setTimeout(() => {
    soon.wanted = false;
    const curves = stays() ? playedCurves() : null;
    requestAnimationFrame(() => {
      soon.due = false;
      if (curves && stays()) showCurves(curves);
      if (soon.wanted && stays()) showCurvesSoon();
    });
  });
}
const inTurn = (what) => setTimeout(what, 0);

// A slider moves (dragging) or is let go.
function changed(dragging) {
  if (state.choices.length) state.choices = [];
  state.ended = true;
  refuse(null);
  $("tale").textContent = tale(state.story, described(), !!state.own);
  $("own").hidden = !isOwn();
  if (state.step === "look") { if (dragging) showCurvesSoon(); else { soon.drag++; showLook(inTurn); } }
  if (state.step === "many") {
    manyGames.dragged = dragging;
    showOthers();
    playMany(dragging ? "drag" : "whole", answered);
  }
  if (dragging) return;
  showHead();
  showMeans();
  showCode();
  if (state.step === "look") say($("look-verdict").textContent);
}

// Another description: everything beside it is made anew, and the focus stays where it was.
function again(refused, focus) {
  refuse(refused);
  manyGames.before = manyGames.result;
  changed(false);
  showSide();
  if (focus && $(focus)) $(focus).focus();
}

// --- many games -----------------------------------------------------------------------------------

function answered(data, all) {
  if (data.failed) { refuse({ message: data.failed }); return; }
  if (all) {
    const { said, numbers } = allRules(data);
    $("all-said").textContent = said;
    $("all-numbers").innerHTML = numbers;
    return;
  }
  manyGames.result = data;
  const parts = manyFigures(data, manyGames.before, widthOf($("many")), manyGames.dragged);
  $("bands").innerHTML = parts.curves;
  if (manyGames.dragged) return;
  $("dots").innerHTML = parts.dots;
  $("many-said").textContent = verdictOfMany(data);
  $("moral").textContent = moralOf(data);
  say(`${$("many-said").textContent} ${$("moral").textContent}`);
  showCode();
  if ($("all").open && !data.more) playAll(answered);
}

function showOthers() {
  document.querySelectorAll("[name=others]").forEach((input) => { input.checked = (input.value === "true") === otherArms(); input.disabled = input.value === "true" && !!state.own; });
  $("others-why").textContent = state.own ? "Your own version has only these." : "";
}

function showMany() {
  showOthers();
  $("many-said").textContent = "Playing …";
  playMany("whole", answered);
}

// --- steps ----------------------------------------------------------------------------------------

function show(step, focus) {
  if (step !== "play" && !isOver()) { refuse({ message: "The other steps open when your game is over, or by “Show me”." }); return; }
  refuse(null);
  pause();
  stopMany();
  state.step = step;
  showHead();
  showSide();
  if (step === "play") startPlay();
  if (step === "look") showLook();
  if (step === "many") showMany();
  if (focus) $(`tab-${step}`).focus();
  showCode();
}

function fresh(more = {}, focus = true) {
  const kept = state.slip && !("code" in more) ? { slip: true } : {};
  const own = state.own, chosen = state.policies;
  take(state.story, state.code, { long: state.long, ...kept, ...more });
  if (!("story" in more)) Object.assign(state, { own: "code" in more || "own" in more ? null : own, policies: chosen });
  forgetAside();
  forgetGhost();
  Object.assign(manyGames, { result: null, before: null });
  show("play");
  if (focus && $("arms").firstChild) $("arms").firstChild.focus();
}

async function copy(text, what) {
  try { await navigator.clipboard.writeText(text); } catch {
    const area = node("textarea", {}, text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say(`${what} copied.`);
  $("copied").textContent = `${what} copied.`;
}

const addressOf = (hash) => location.href.replace(/#.*/, "") + hash;

function keys(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const typing = /^(SELECT|TEXTAREA)$/.test(event.target.tagName) || (event.target.tagName === "INPUT" && event.target.type !== "radio");
  if (state.step === "play" && /^[1-9]$/.test(event.key) && !typing) choose(Number(event.key));
  if (event.key === "p" && !typing) { $("large").checked = !$("large").checked; enlarge(); }
  if (state.step === "look" && event.key === " " && !typing && !/^(BUTTON|SUMMARY|A)$/.test(event.target.tagName)) { event.preventDefault(); goOn(); }
}

// For a projector: large type, and nothing beside the step.
function enlarge() {
  document.documentElement.classList.toggle("large", $("large").checked);
}

function listen() {
  const on = (id, kind, what) => $(id).addEventListener(kind, what);
  $("story").replaceChildren(...Object.entries(STORIES).map(([name, s]) => node("option", { value: name }, s.title)));
  on("story", "change", (e) => { take(e.target.value); fresh({ story: e.target.value, code: state.code }, false); });
  on("code-number", "change", (e) => {
    const code = Number(e.target.value);
    if (Number.isInteger(code) && code >= 1 && code <= MOST_CODE) fresh({ code }, false);
    else { e.target.value = state.code; refuse({ message: `A game has a number from 1 to ${short(MOST_CODE)}.` }); }
  });
  on("long", "change", (e) => { const look = state.step; fresh({ long: e.target.checked, code: state.code }, false); if (look !== "play") { state.ended = true; show(look); } });
  for (const step of STEPS) on(`tab-${step}`, "click", () => show(step));
  on("tabs", "keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) { event.preventDefault(); show(STEPS[(STEPS.indexOf(state.step) + by + STEPS.length) % STEPS.length], true); }
  });
  on("show", "click", () => { state.ended = true; if (!state.round) openAt(); show("look", true); });
  on("again", "click", () => fresh());
  on("luck", "click", () => { const step = state.step, own = state.own; fresh({ code: (state.code % MOST_CODE) + 1 }); if (own) state.own = own; if (step !== "play") { state.ended = true; openAt(); show(step); } });
  on("to-look", "click", () => show("look", true));
  on("back", "click", () => { const step = state.step; Object.assign(state, { own: null, policies: null, choices: [], ended: true, arm: 0 }); forgetAside(); again(null); show(step); });
  on("scrub", "input", () => { pause(); scrubTo(Number($("scrub").value)); });
  on("scrub", "change", () => { showMeans(); say(`After ${$("scrubbed").textContent.replace(/^after /, "")}.`); keepAddress(); });
  on("scrub", "keydown", (event) => {
    const by = { PageUp: 10, PageDown: -10 }[event.key];
    if (by) { event.preventDefault(); scrubTo(state.round + by); keepAddress(); }
  });
  on("go", "click", () => goOn());
  on("large", "change", enlarge);
  on("focus", "change", (e) => { state.focus = Number(e.target.value); showLook(); showMeans(); });
  on("which", "change", showOneSlider);
  document.querySelectorAll("[name=others]").forEach((input) => input.addEventListener("change", () => { state.others = input.value === "true"; manyGames.before = null; showMany(); }));
  on("all", "toggle", () => { if ($("all").open) { $("all-said").textContent = "Playing …"; playAll(answered); } });
  on("copy", "click", () => copy($("r").textContent, "The code is"));
  on("share", "click", () => copy(addressOf(link()), "The link is"));
  on("copy-slip", "click", () => copy($("slip-text").textContent, "The slip is"));
  on("class-link", "click", () => copy(addressOf(classLink()), "The link for the class is"));
  on("slips", "input", () => showClass($("slips").value, $("class-shown")));
  document.addEventListener("keydown", keys);
  window.addEventListener("hashchange", fromAddress);
  let width = innerWidth;
  window.addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; if (state.step === "look") showLook(); else if (state.step === "play") showPlay(); } });
  onDrag(() => { if (state.step === "look") keepGhost(); manyGames.before = manyGames.result; });
  onPlay(() => { keepAddress(); }, () => { openAt(); showHead(); showCode(); say($("verdict").textContent); });
}

function fromAddress() {
  let refused = null;
  take("patience");
  if (location.hash.length > 1) { try { takeAddress(location.hash); } catch (error) { refused = error; take("patience"); } }
  const step = state.step;
  startPlay();
  show(isOver() ? step : "play");
  refuse(refused);
}

export async function begin() {
  document.body.setAttribute("aria-busy", "true");
  try {
    await ready();
    listen();
    fromAddress();
    $("loading").hidden = true;
  } catch (error) { refuse({ message: `The core could not be started: ${error.message}` }); }
  document.body.removeAttribute("aria-busy");
}

if (typeof document !== "undefined" && document.getElementById("board")) begin();
