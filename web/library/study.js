// Studies.
import { begun, core, numbersAt, ready } from "./start.js";
import { isObject, parametersOf, refuse } from "./refusal.js";
import { plain, typeOf } from "./values.js";
import { isWhole } from "./describe.js";
import { ENDED, figureNames, labelled, openLive, step, understood } from "./tell.js";

// Checked as understood() does it; what `use` makes of that and of {replications, rounds}.
export function understoodStudy(s, use = x => x, keeps = false) {
  if (!isObject(s) || !Array.isArray(s.policies) || !s.policies.length) refuse("policies", "a list of policies", (s || {}).policies);
  return understood(s, s.policies, understanding => {
    const replications = s.replications == null ? 100 : s.replications;
    if (!isWhole(replications, 1, 1e6)) refuse("replications", "a whole number from 1 to 1000000", replications);
    const horizon = understanding.plan.horizon, rounds = s.rounds || [horizon];
    const good = Array.isArray(rounds) && rounds.length && rounds.every((r, i) => isWhole(r, 1, horizon) && (i === 0 || r > rounds[i - 1]));
    if (!good) refuse("rounds", `increasing whole numbers from 1 to the horizon, ${horizon}`, rounds);
    const names = s.policies.map(labelOf), twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined) refuse("policies", "policies with different labels; give one of them a `label`", `${twice}, twice`);
    return use({ understanding, replications, rounds: Array.from(rounds) });
  }, keeps);
}

// What it does, in words that follow its label.
export const does = given => typeOf("policies", given, "policy").does;

// As R labels it.
export function labelOf(given) {
  const type = typeOf("policies", given, "policy"), { label, base, ...values } = plain(given);
  if (label) return label;
  const own = { ...type, parameters: type.parameters.filter(rule => rule.name !== "base") };
  return labelled(type, parametersOf(own, values, 0), base == null ? null : labelOf(base));
}

const ROUNDS_A_SLICE = 20000;

// Plays a study in slices; after each it yields how many games are done. What it returns has, for each
// policy, every figure by name: number [replication * rounds.length + i].
function* inSlices(s) {
  const { understanding, replications, rounds } = understoodStudy(s, u => u, true), { told } = understanding;
  const policies = understanding.policies.map((p, i) => ({ name: labelOf(s.policies[i]), type: p.type.type }));
  const { horizon, replication } = understanding.plan;
  let live = 0, done = 0;
  try {
    told.build();
    for (let r = 0; r < replications; r++) {
      for (let i = 0; i < policies.length; i++) {
        live = openLive(told, understanding, i, replication + r, rounds, false);
        for (let until = ROUNDS_A_SLICE; step(live, until) !== ENDED; until += ROUNDS_A_SLICE) yield done + Math.min(until, horizon) / (horizon + 1);
        const names = figureNames(live), numbers = numbersAt(core.face_figures(live), names.length * rounds.length);
        names.forEach((name, at) => {
          const column = policies[i][name] = policies[i][name] || new Float64Array(replications * rounds.length);
          column.set(numbers.subarray(at * rounds.length, (at + 1) * rounds.length), r * rounds.length);
        });
        core.face_close(live);
        live = 0;
        yield ++done;
      }
    }
  } finally {
    if (live) core.face_close(live);
    told.forget();
  }
  return { policies, rounds, replications };
}

// For so many milliseconds, then on with it: {done} or {value: what was returned}.
function forSome(slices, milliseconds) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const next = slices.next();
    if (next.done || Date.now() >= end) return next;
  }
}

const pause = () => new Promise(go => setTimeout(go, 0));
const stopped = () => Object.assign(new Error("The study was cancelled."), { cancelled: true });

// Many replications of several policies, a few milliseconds at a time, so that a page can do other things meanwhile; in a worker
// of one's own there is slices(): {promise, cancel}.
export function study(s, { progress = () => {} } = {}) {
  begun();
  const checked = understoodStudy(s), all = checked.replications * s.policies.length;
  let cancelled = false;
  const run = async () => {
    await ready();
    const slices = inSlices(s);
    for (;;) {
      if (cancelled) {
        slices.return();
        throw stopped();
      }
      const next = forSome(slices, 12);
      if (next.done) return next.value;
      progress(next.value, all);
      await pause();
    }
  };
  return { promise: run(), cancel: () => { cancelled = true; } };
}

// For a worker: some of a study at a time.
export function slices(s) {
  const playing = inSlices(s);
  let last = null;
  return { some: milliseconds => last = forSome(playing, milliseconds), result: () => last.value };
}
