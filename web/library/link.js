// Links.
import { begun, bytesOf } from "./start.js";
import { isNumber, isObject, isText, refuse } from "./refusal.js";
import { choicesOf, isWhole, stop } from "./describe.js";
import { understood } from "./tell.js";
import { understoodStudy } from "./study.js";

// JSON has no word for what never ends.
export const endless = (key, value) => value === Infinity ? "\u221e" : value === -Infinity ? "-\u221e" : value;
export const finite = (key, value) => value === "\u221e" ? Infinity : value === "-\u221e" ? -Infinity : value;

// FNV-1a of what a link holds, in six letters: an edited link is known by it.
function sumOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, "0");
}

// Another version for links that would give other numbers: a policy without a scale had a fixed one in version 1.
const LINK_VERSION = 2;

const coded = text => btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/[+]/g, "-").replace(/[/]/g, "_").replace(/=/g, "");
const decoded = text => new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(text.replace(/-/g, "+").replace(/_/g, "/")));

// What may stand in a description, and beside it whatever is plain: the embedding page's own settings.
export const parts = ["arms", "traits", "policy", "policies", "horizon", "seed", "replication", "replications", "rounds", "choices", "keep"];
const MOST_DEPTH = 6, LONGEST_TEXT = 10000;

function isPlain(value, depth = 0) {
  if (depth > MOST_DEPTH) return false;
  if (value === null || typeof value === "boolean" || isNumber(value)) return true;
  if (typeof value === "string") return value.length <= LONGEST_TEXT && (value === "" || isText(value));
  if (Array.isArray(value)) return value.every(x => isPlain(x, depth + 1));
  return typeof value === "object" && Object.entries(value).every(([name, x]) => /^\w{1,60}$/.test(name) && name !== "__proto__" && isPlain(x, depth + 1));
}

// All of it is looked at, that which is only there for later, too.
export function checkedState(state) {
  if (!isObject(state)) refuse("description", "an object", state);
  for (const [name, value] of Object.entries(state)) {
    if (!/^\w{1,60}$/.test(name) || name === "__proto__") refuse(name.slice(0, 60), "omitted, as its name is none of a setting", value);
    if (!parts.includes(name) && !isPlain(value)) refuse(name, "numbers, true, false, strings without control characters, lists or objects of these", value);
  }
  if (state.keep != null && state.keep !== "choices") refuse("keep", "\"choices\"", state.keep);
  if (state.choices != null) choicesOf(state.choices);
  const many = Array.isArray(state.policies);
  if (state.policies != null && !many) refuse("policies", "a list of policies", state.policies);
  if (many) understoodStudy(state);
  if (!many || state.policy != null) understood(state, [state.policy == null ? null : state.policy]);
  if (!many) checkRecord(state);
  return state;
}

// What only studies use.
function checkRecord({ rounds, replications }) {
  if (rounds != null && !(Array.isArray(rounds) && rounds.every(r => isWhole(r, 1, 2 ** 48)))) refuse("rounds", "whole numbers of at least 1", rounds);
  if (replications != null && !isWhole(replications, 1, 1e6)) refuse("replications", "a whole number from 1 to 1000000", replications);
}

// Plain settings may stand beside what is played: the page's own.
export function link(state) {
  begun();
  const held = coded(JSON.stringify(checkedState(state), endless));
  return `#${LINK_VERSION}${sumOf(held)}${held}`;
}

export function from_link(text) {
  begun();
  const broken = why => stop(`This link cannot be played: ${why}`, "link");
  const found = typeof text === "string" && text.length < 1e6 && /^#?(\d)([0-9a-z]{7})([A-Za-z0-9_-]+)$/.exec(text);
  if (!found) return broken("it is not one of this page, or a part of it is missing.");
  if (Number(found[1]) !== LINK_VERSION) return broken("it was made by another version of this page.");
  if (sumOf(found[3]) !== found[2]) return broken("it was changed or cut off after it was made.");
  try {
    return checkedState(JSON.parse(decoded(found[3]), finite));
  } catch (error) {
    return broken(error.message);
  }
}
