// What is on show: which bandit, which step, what the visitor chose; and its texts: links and slips.
import { STORIES, MOST_CODE, drawn, policiesOf, traitOf } from "./story.js";

export const STEPS = ["play", "look", "many"];
// `own` is a description that sliders made, or null; `policies` those that the visitor chose, or null.
export const state = { story: "patience", code: 1, long: false, step: "play", choices: [], ended: false, round: 0, own: null, policies: null,
  focus: 0, arm: 0, others: true, slip: false };

export const story = () => STORIES[state.story];
export const described = () => (state.own ? { seed: state.code, replication: 1, ...state.own } : drawn(state.story, state.code, state.long));
export const SHOWN = 3;
export const policies = () => state.policies || policiesOf(state.story, state.long).slice(0, SHOWN);
export const isOwn = () => !!(state.own || state.policies);
export const otherArms = () => state.others && !state.own;

export function take(name, code = STORIES[name].first[0], more = {}) {
  Object.assign(state, { story: name, code, long: false, step: "play", choices: [], ended: false, round: 0, own: null, policies: null, focus: 0,
    arm: 0, others: true, slip: false }, more);
}

// --- choices as digits ------------------------------------------------------------------------

const waitsOf = (d) => (traitOf(d, "waiting") ? traitOf(d, "waiting").delay[0].length : 1);
export const digitsOf = (choices, d) => choices.map((choice) => (waitsOf(d) > 1 ? [choice, 1].flat().slice(0, 2) : [choice]).join("")).join("");

export function choicesOf(digits, d) {
  if (waitsOf(d) < 2) return [...digits].map(Number);
  return (digits.match(/../g) || []).map((pair) => (pair[1] === "1" ? Number(pair[0]) : [Number(pair[0]), Number(pair[1])]));
}

// Why these choices cannot be played, in words, or null.
export function badChoices(choices, d) {
  try { Unruly.open({ ...d, policy: null, choices }).close(); return null; } catch (error) { return error.message; }
}

// --- links ------------------------------------------------------------------------------------

const address = () => `${state.story}.${story().version}.${state.code}${state.long ? "l" : ""}`;

export function link() {
  if (isOwn()) {
    return Unruly.link({ ...described(), policies: policies(), ...(state.choices.length ? { choices: state.choices } : {}),
      page: { story: state.story, version: story().version, step: state.step, round: state.round } });
  }
  const digits = digitsOf(state.choices, described());
  return `#s=${address()}.${state.step}.${state.round}${digits || state.ended ? `.${digits}` : ""}${state.ended ? "!" : ""}`;
}

const noLink = (why) => { throw new Error(`This link cannot be played: ${why}`); };

function checkedStory(name, version) {
  if (!Object.hasOwn(STORIES, name)) noLink("it does not name a story of this page.");
  if (Number(version) !== STORIES[name].version) noLink("it is of another version of its story.");
}

function takeStory(text) {
  const found = /^(\w+)\.(\d+)\.(\d+)(l?)(?:\.(\w+)(?:\.(\d+)(?:\.(\d*))?(!?))?)?$/.exec(text);
  if (!found) noLink("a part of it is missing or was changed.");
  const [, name, version, code, long, step = "play", round = "0", digits = "", ended] = found;
  checkedStory(name, version);
  if (Number(code) < 1 || Number(code) > MOST_CODE) noLink(`its code is not a number from 1 to ${MOST_CODE}.`);
  if (!STEPS.includes(step)) noLink("it does not name a step of this page.");
  const d = drawn(name, Number(code), !!long), choices = choicesOf(digits, d), bad = badChoices(choices, d);
  if (bad) noLink(bad);
  if (Number(round) > d.horizon) noLink("its round is after the last one.");
  take(name, Number(code), { long: !!long, step, choices, round: Number(round), ended: !!ended || step !== "play" });
}

function takeOwn(text) {
  const d = Unruly.from_link(text), page = d.page || {};
  checkedStory(page.story, page.version);
  if (!STEPS.includes(page.step)) noLink("it does not name a step of this page.");
  if (!["bernoulli", "gaussian"].includes(d.arms.type)) noLink("this page does not play such arms.");
  if (!Array.isArray(d.policies) || d.policies.length > SHOWN) noLink(`it does not name one to ${SHOWN} policies.`);
  const own = { horizon: d.horizon, arms: d.arms, traits: d.traits || [] }, choices = d.choices || [];
  if (badChoices(choices, { seed: d.seed, replication: 1, ...own })) noLink("its choices cannot be played.");
  if (!(Number.isInteger(page.round) && page.round >= 0 && page.round <= d.horizon)) noLink("its round is after the last one.");
  take(page.story, d.seed, { step: page.step, choices, round: page.round, own, policies: d.policies, ended: page.step !== "play" });
}

// Takes what stands after # in the address. What it names is checked before anything changes.
export function takeAddress(hash) {
  const [, kind, text] = /^#(s|class)=(.*)$/.exec(hash) || [];
  if (!kind) return takeOwn(hash);
  takeStory(kind === "class" ? `${text}.play.0` : text);
  state.slip = kind === "class";
  return undefined;
}

// --- slips ------------------------------------------------------------------------------------

// Three letters of checksum, against slips of the pen: the choices themselves are played again.
function sealOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return (hash % 36 ** 3).toString(36).padStart(3, "0");
}

export function slip() {
  const text = `${address()} ${digitsOf(state.choices, described())}`;
  return `${text} ${sealOf(text)}`;
}

export const classLink = () => `#class=${address()}`;

// A line with a slip: {name, story, code, long, choices}, or {why}; null for a line without anything like one.
export function readSlip(line) {
  const found = /^(.*?)\b(\w+)\.(\d+)\.(\d+)(l?)\s+(\d+)\s+(\w+)\s*$/.exec(line.trim());
  if (!found) return line.trim() ? { why: "There is no slip in this line." } : null;
  const [, before, name, version, code, long, digits, seal] = found;
  if (!Object.hasOwn(STORIES, name) || Number(version) !== STORIES[name].version) return { why: "It is of a story that this page does not have." };
  if (sealOf(`${name}.${version}.${code}${long} ${digits}`) !== seal.toLowerCase()) return { why: "A digit or letter of the slip was changed." };
  if (Number(code) < 1 || Number(code) > MOST_CODE) return { why: "Its code is not one of this page." };
  const d = drawn(name, Number(code), !!long), choices = choicesOf(digits, d), bad = badChoices(choices, d);
  if (bad) return { why: bad };
  return { name: before.replace(/[:;,\s]+$/, "") || "No name", story: name, code: Number(code), long: !!long, d, choices };
}
