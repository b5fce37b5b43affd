// Sliders: they make the story the visitor's own version. Values are whole hundredths; a slider ends at the last value that
// the core plays; what the core refuses is disabled, with the core's reason.
import { label } from "./core.js";
import { armName, capital, meansOf, policiesOf, short, traitName, traitOf, units } from "./story.js";
import { SHOWN, described, policies, state, story } from "./state.js";

export const hundredths = (x) => Math.round(100 * x) / 100;
const copyOf = (d) => structuredClone({ horizon: d.horizon, arms: d.arms, traits: d.traits });
const refusedOf = (d, policy) => Unruly.refusal({ seed: 1, replication: 1, ...d, policy });

// --- setting one number ---------------------------------------------------------------------------

const lawOf = (d, type) => traitOf(d, type).law;
const one = (d, type) => traitOf(d, type);
// Sliders by trait: {label, min, max, step, get(d, arm), set(d, value, arm)}; for the arm in focus, or for all.
const SLIDERS = {
  patience: (s) => [{ label: "Patience", arm: true, min: 1, max: 30, step: 1, unit: s.unit, get: (d, i) => one(d, "patience").patience[i], set: (d, v, i) => { one(d, "patience").patience[i] = v; } }],
  lifetimes: (s, d) => ["first", "last"].map((name) => ({ label: `${capital(name)} ${s.unit[0]}`, arm: true, min: 1, max: d.horizon, step: Math.max(1, d.horizon / 40), get: (d, i) => one(d, "lifetimes")[name][i],
    set: (d, v, i) => { one(d, "lifetimes")[name][i] = v; } })),
  waiting: () => [{ label: "Answers that come late", arm: true, min: 0, max: 1, step: 0.01, get: (d, i) => hundredths(one(d, "waiting").delay[i].at(-1)),
    set: (d, v, i) => { const row = one(d, "waiting").delay[i].fill(0); row[0] = hundredths(1 - v); row[row.length - 1] = v; } }],
  fairness: (s) => [{ label: "Share promised", arm: true, min: 0, max: 0.99, step: 0.01, get: (d, i) => one(d, "fairness").share[i], set: (d, v, i) => { one(d, "fairness").share[i] = v; } },
    { label: `Cost of a missing ${s.unit[0]}`, min: 0, max: 1, step: 0.01, get: (d) => one(d, "fairness").penalty[0], set: (d, v) => { one(d, "fairness").penalty.fill(v); } }],
  spread: (s) => [{ label: "Longest way of a reward", min: 0, max: 20, step: 1, unit: s.unit, get: (d) => lawOf(d, "spread").max, set: (d, v) => { lawOf(d, "spread").max = v; } }],
  changes: (s, d) => [{ label: `${capital(s.unit[0])} of the change`, min: 2, max: d.horizon, step: Math.max(1, Math.round(d.horizon / 100)), get: (d) => [lawOf(d, "changes").round].flat()[0], set: (d, v) => { lawOf(d, "changes").round = [v]; } },
    { label: "Mean after the change", arm: true, min: 0, max: 1, step: 0.01, get: (d, i) => lawOf(d, "changes").mean[i][0], set: (d, v, i) => { lawOf(d, "changes").mean[i][0] = v; } }],
  wear: (s, d) => [{ label: "Visits before it tires", arm: true, min: 1, max: d.horizon, step: Math.max(1, Math.round(d.horizon / 100)), get: (d, i) => lawOf(d, "wear").after[i], set: (d, v, i) => { lawOf(d, "wear").after[i] = v; } },
    { label: "Loss when it tires", arm: true, min: 0, max: 1, step: 0.01, get: (d, i) => lawOf(d, "wear").drop[i], set: (d, v, i) => { lawOf(d, "wear").drop[i] = v; } }],
  delay: (s) => [{ label: "Answer comes after", min: 0, max: 40, step: 1, unit: s.unit, get: (d) => one(d, "delay").lag, set: (d, v) => { one(d, "delay").lag = v; } }],
};
export const meanSlider = (i) => ({ min: 0, max: 1, step: 0.01, get: (d) => meansOf(d)[i], set: (d, v) => { meansOf(d)[i] = v; } });

// At most three, first those of the story's own trait.
export const slidersOf = (d) => d.traits.flatMap((t) => (SLIDERS[t.type] ? SLIDERS[t.type](story(), d) : [])).slice(0, 3);

// Sets a slider as near to `value` as the core allows; gives the value that it has then.
export function setSlider(slider, value, arm) {
  const from = slider.get(described(), arm), steps = Math.round(Math.abs(value - from) / slider.step);
  const tried = (k) => {
    const d = copyOf(described()), at = k === steps ? value : from + Math.sign(value - from) * k * slider.step;
    slider.set(d, hundredths(Math.min(slider.max, Math.max(slider.min, at))), arm);
    return refusedOf(d) ? null : d;
  };
  let low = 0, high = steps;
  while (low < high) { // the greatest number of steps that can be played
    const middle = low === 0 && high === steps ? high : Math.ceil((low + high) / 2);
    if (tried(middle)) low = middle; else high = middle - 1;
  }
  const made = low ? tried(low) : null;
  if (made) state.own = made;
  return slider.get(described(), arm);
}

// --- the number of arms -----------------------------------------------------------------------------

// What each trait has for an arm, and what a new arm gets. Arms that are taken away are kept aside.
const COLUMNS = {
  patience: () => [[(t) => t.patience, 7]], lifetimes: (d) => [[(t) => t.first, 1], [(t) => t.last, d.horizon]],
  waiting: (d) => [[(t) => t.delay, traitOf(d, "waiting") ? traitOf(d, "waiting").delay[0].map((_, i) => (i ? 0 : 1)) : [1, 0, 0]]],
  fairness: (d) => [[(t) => t.share, 0.05], [(t) => t.penalty, traitOf(d, "fairness") ? traitOf(d, "fairness").penalty[0] : 0.5]],
  changes: (d) => [[(t) => t.law.mean, [0.5]]], wear: (d) => [[(t) => t.law.after, d.horizon], [(t) => t.law.drop, 0]], spread: () => [], delay: () => [],
};
const aside = [];
export const MOST_ARMS = 8;
export const forgetAside = () => aside.splice(0);

export function setArms(count) {
  const d = copyOf(described()), columns = [[meansOf(d), "mean", 0.5], ...d.traits.flatMap((t) => COLUMNS[t.type](d).map(([of, usual], i) => [of(t), `${t.type}${i}`, usual]))];
  while (meansOf(d).length > count) aside.push(Object.fromEntries(columns.map(([list, name]) => [name, list.pop()])));
  while (meansOf(d).length < count) {
    const kept = aside.pop() || {};
    for (const [list, name, usual] of columns) list.push(name in kept ? kept[name] : structuredClone(usual));
  }
  const refused = refusedOf(d);
  if (!refused) state.own = d;
  state.arm = Math.min(state.arm, meansOf(described()).length - 1);
  return refused;
}

// --- traits and policies ------------------------------------------------------------------------------

const MADE = {
  patience: (k) => ({ type: "patience", patience: Array(k).fill(7) }),
  lifetimes: (k, d) => ({ type: "lifetimes", first: Array(k).fill(1), last: Array.from({ length: k }, (_, i) => (i ? d.horizon : Math.round(d.horizon / 2))), known: true }),
  waiting: (k) => ({ type: "waiting", delay: Array.from({ length: k }, () => [0.5, 0, 0.5]) }),
  fairness: (k) => ({ type: "fairness", share: Array(k).fill(0.1), penalty: Array(k).fill(0.5) }),
  spread: () => ({ type: "spread", law: { type: "delay", min: 1, max: 3 } }),
  changes: (k, d) => ({ type: "changes", law: { type: "at", round: [Math.round(d.horizon / 2)], mean: [...meansOf(d)].reverse().map((x) => [x]) } }),
  wear: (k, d) => ({ type: "wear", law: { type: "step", after: Array(k).fill(Math.round(d.horizon / 5)), drop: meansOf(d).map((m) => hundredths(Math.min(0.3, Math.max(0, m)))) } }),
  delay: () => ({ type: "delay", lag: 5 }),
};
export const traitTypes = Object.keys(MADE);

// With the trait, or without it: perhaps refused.
export const switched = (type) => {
  const d = copyOf(described());
  d.traits = traitOf(d, type) ? d.traits.filter((t) => t.type !== type) : [...d.traits, MADE[type](meansOf(d).length, d)];
  return d;
};
// The policies that would no longer play, too, are a reason.
export const traitRefused = (type) => {
  const d = switched(type);
  return [undefined, ...policies()].reduce((refused, p) => refused || refusedOf(d, p), null);
};
export function switchTrait(type) { state.own = switched(type); }

// All that could be chosen besides the story's own.
let all = null;
const allPolicies = () => all = all || Unruly.types().policies.filter((t) => !t.outside && !t.parameters.some((r) => r.name === "base") && t.type !== "policy_fixed_schedule")
  .map((t) => ({ type: t.type.replace("policy_", "") }));
export function policyChoices(at) {
  const now = policies(), taken = now.filter((_, i) => i !== at).map(label), ours = policiesOf(state.story, state.long), named = new Set(ours.map(label));
  const more = allPolicies().filter((p) => !named.has(label(p)));
  const option = (policy) => ({ policy, name: label(policy), chosen: !!now[at] && label(policy) === label(now[at]), taken: taken.includes(label(policy)) });
  return { story: ours.map(option), others: more.map(option).sort((a, b) => a.name.localeCompare(b.name)) };
}
export function setPolicy(at, policy) {
  const refused = policy && refusedOf(described(), policy);
  if (refused) return refused;
  state.policies = Array.from({ length: SHOWN }, (_, i) => (i === at ? policy : policies()[i])).filter(Boolean);
  state.focus = Math.min(state.focus, state.policies.length - 1);
  return null;
}

// --- as markup ----------------------------------------------------------------------------------------

const node = (name, attributes = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...inside);
  return made;
};
export { node };

const said = (slider, value) => (slider.unit ? units(story(), value) : short(value));

// What happens before the first movement of a drag: the curves of before it are kept.
const drag = { begins: () => {}, now: false };
export function onDrag(begins) { drag.begins = begins; }

// A range input; changed(dragging) is called while it moves and when it is let go.
export function rangeOf(slider, arm, id, name, changed) {
  const output = node("output", { for: id }, said(slider, slider.get(described(), arm)));
  const input = node("input", { id, type: "range", min: slider.min, max: slider.max, step: slider.step, value: slider.get(described(), arm), "aria-valuetext": said(slider, slider.get(described(), arm)),
    oninput: () => {
      if (!drag.now) drag.begins();
      drag.now = true;
      const value = setSlider(slider, Number(input.value), arm);
      input.value = value;
      output.textContent = said(slider, value);
      input.setAttribute("aria-valuetext", said(slider, value));
      changed(true);
    }, onchange: () => { drag.now = false; changed(false); } });
  return node("div", { class: "slider" }, node("label", { for: id }, name), output, input);
}

export function showSliders(place, changed, again) {
  const d = described(), sliders = slidersOf(d), k = meansOf(d).length;
  const arms = { min: 2, max: MOST_ARMS, step: 1 };
  const number = node("div", { class: "stepper", role: "group", "aria-label": `Number of ${story().arm[1]}` }, node("span", {}, `${capital(story().arm[1])}: ${k}`),
    ...[[-1, "−", "One fewer"], [1, "+", "One more"]].map(([by, sign, words]) => node("button", { type: "button", id: `arms${by}`, "aria-label": `${words}: ${k + by}`, "aria-disabled": String(k + by < arms.min || k + by > arms.max),
      onclick: () => { if (k + by >= arms.min && k + by <= arms.max) again(setArms(k + by), `arms${by}`); } }, sign)));
  const focus = sliders.some((s) => s.arm) ? node("label", { class: "pick" }, `${capital(story().arm[0])} in focus `, node("select", { id: "focus-arm", onchange: (e) => { state.arm = Number(e.target.value); again(null, "focus-arm"); } },
    ...meansOf(d).map((_, i) => node("option", { value: i, selected: i === state.arm }, armName(story(), i + 1))))) : "";
  place.replaceChildren(number, focus, ...sliders.map((s, i) => rangeOf(s, state.arm, `slider-${i}`, s.arm ? `${s.label}, ${armName(story(), state.arm + 1).toLowerCase()}` : s.label, changed)));
}

// The arms' means as dots on their axes, each a range input; beliefs: {low, high, mean} per arm, or null.
export function meanDots(place, beliefs, changed) {
  const d = described();
  place.replaceChildren(...meansOf(d).map((mean, i) => {
    const slider = meanSlider(i), row = rangeOf(slider, i, `mean-${i}`, armName(story(), i + 1), changed), b = beliefs && beliefs[i];
    const axis = node("div", { class: "axis" }, ...(b && Number.isFinite(b.low) ? [node("span", { class: "belief", style: `left:${100 * Math.max(0, b.low)}%;right:${100 * (1 - Math.min(1, b.high))}%` })] : []), row.querySelector("input"));
    row.classList.add("dot");
    row.append(axis);
    row.addEventListener("focusin", () => { state.arm = i; });
    return row;
  }));
}

export function traitBoxes(place, again) {
  place.replaceChildren(...traitTypes.map((type) => {
    const on = !!traitOf(described(), type), refused = traitRefused(type), id = `why-${type}`;
    const box = node("input", { type: "checkbox", id: `trait-${type}`, checked: on, "aria-disabled": refused ? "true" : null, "aria-describedby": refused ? id : null,
      onclick: (event) => { if (refused) event.preventDefault(); }, onchange: () => { if (!refused) { switchTrait(type); again(null, `trait-${type}`); } } });
    return node("div", { class: `trait${refused ? " off" : ""}` }, node("label", {}, box, traitName(story(), type)), ...(refused ? [node("span", { id, class: "quiet" }, refused.message)] : []));
  }));
}

// What the core refuses of the bandit on show cannot be chosen, and says why.
export const reasonOf = (policy) => { const why = refusedOf(described(), policy); return why && (why.reason || why.message.replace(/[.]$/, "")); };

export function policySelects(place, again) {
  const reasons = new Map(), reason = (o) => { if (!reasons.has(o.name)) reasons.set(o.name, reasonOf(o.policy)); return reasons.get(o.name); };
  place.replaceChildren(...Array.from({ length: SHOWN }, (_, at) => {
    const { story: ours, others } = policyChoices(at), values = [...ours, ...others], chosen = policies()[at];
    const option = (o) => node("option", { value: values.indexOf(o), selected: o.chosen, disabled: o.taken || !!reason(o) }, reason(o) ? `${o.name}: ${reason(o)}` : o.name);
    const select = node("select", { id: `policy-${at}`, onchange: () => again(setPolicy(at, select.value === "" ? null : values[Number(select.value)].policy), `policy-${at}`) },
      ...(at ? [node("option", { value: "", selected: !chosen }, "none")] : []), node("optgroup", { label: "Of this story" }, ...ours.map(option)), node("optgroup", { label: "All others" }, ...others.map(option)));
    return node("label", { class: "pick" }, node("span", { class: `key look-${at}` }), `Policy ${at + 1}`, select);
  }));
}


