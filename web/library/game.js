// A game.
import { begun, core, numbersAt, textAt } from "./start.js";
import { refuse } from "./refusal.js";
import { choicesOf, isWhole, stop } from "./describe.js";
import { ENDED, figureNames, openLive, step, understood, visitor } from "./tell.js";

const orNull = x => Number.isNaN(x) ? null : x;
const VIEW = ["round", "plays", "state", "places", "waits", "arm", "wait", "reward", "observed", "cost"];
const ARM = ["number", "alive", "present", "left", "away", "pulls", "estimate", "mean", "patience_left", "first", "last", "share",
  "index", "pending"];
const FLAGS = ["alive", "present", "left", "away"];

export function named(names, numbers, from) {
  const made = {};
  for (let i = 0; i < names.length; i++) made[names[i]] = orNull(numbers[from + i]);
  return made;
}

function viewOf(live, names, armNames) {
  const at = core.face_view(live), places = numbersAt(at, VIEW.length)[VIEW.indexOf("places")];
  const all = numbersAt(at, VIEW.length + names.length + places * ARM.length);
  const { round, plays, state, arm, wait, reward, observed, cost } = named(VIEW, all, 0);
  const figures = named(names, all, VIEW.length);
  const arms = [];
  for (let place = 0; place < places; place++) {
    const row = named(ARM, all, VIEW.length + names.length + place * ARM.length);
    for (const flag of FLAGS) row[flag] = row[flag] === 1;
    arms.push({ ...row, name: (armNames || [])[row.number - 1] || String(row.number) });
  }
  return { round, plays, over: state === ENDED, waits: all[VIEW.indexOf("waits")], reward: figures.reward, benchmark: figures.benchmark,
    regret: figures.regret, last: arm === null ? null : { arm, wait, reward, observed, cost }, arms, figures };
}

// A game of the description, by its policy or by the visitor (policy: null), whose `choices` so far, arms
// from 1 or [arm, wait], are made again. With `keep: "choices"` game.choices() has a row for each play.
export function open(d) {
  begun();
  const asked = choicesOf(d.choices || []), understanding = understood(d, [d.policy === undefined ? null : d.policy], u => u, true);
  const { told } = understanding;
  let live = 0, kept = true;
  const close = () => {
    if (live) core.face_close(live);
    if (kept) told.forget();
    live = 0;
    kept = false;
  };
  try {
    told.build();
    const byVisitor = d.policy == null;
    live = openLive(told, understanding, 0, understanding.plan.replication, [], byVisitor || d.keep === "choices");
    const failure = core.face_failure(live);
    if (failure) stop(textAt(failure), "policy");
    const names = figureNames(live), horizon = understanding.plan.horizon;
    const made = [];
    const view = () => {
      if (!live) throw new Error("The game is closed.");
      return viewOf(live, names, d.arms.names);
    };
    const roundOf = () => {
      if (!live) throw new Error("The game is closed.");
      return numbersAt(core.face_view(live), VIEW.length)[VIEW.indexOf("round")];
    };
    const play = rounds => {
      if (byVisitor) stop("It is the visitor who plays: game.choose(arm).", "policy");
      if (!isWhole(rounds, 1, 2 ** 48)) refuse("rounds", "a whole number of at least 1", rounds);
      const now = roundOf(), until = Math.min(now + rounds, horizon + 1);
      if (until - 1 > now) step(live, until - 1); // so that the last play is told by itself
      step(live, until > horizon ? 2 ** 62 : until);
      return view();
    };
    const choose = (arm, wait = 1) => {
      const now = view(), place = now.arms.findIndex(a => a.number === arm);
      if (now.over) stop("The game is over.", "arm");
      if (!byVisitor) stop("It is the policy that plays: game.play(rounds).", "policy");
      if (!isWhole(wait, 1, now.waits)) refuse("wait", `a whole number from 1 to ${now.waits}`, wait);
      if (place < 0 || !core.face_answer(live, place * now.waits + wait - 1)) {
        refuse("arm", `one that can be played now (${now.arms.filter(a => a.present).map(a => a.number).join(", ")})`, arm);
      }
      made.push(wait === 1 ? arm : [arm, wait]);
      step(live, 2 ** 62);
      return view();
    };
    const choices = () => {
      const count = core.face_choice_count(live), all = numbersAt(core.face_choices(live), 7 * count);
      return Array.from({ length: count }, (_, i) => named(["round", "arm", "wait", "reward", "observed", "cost", "propensity"], all, 7 * i));
    };
    // Why the policy's next choice is what it is: {code, rows: [{arm, wait, parts, propensity}]}, of all that can be chosen
    // now; `parts` by name. The code is null if the policy does not say; null instead of all, if propensities are not known
    // either.
    const explain = () => {
      const now = view(), place = core.face_chances(live), chances = place ? Array.from(numbersAt(place, now.arms.length * now.waits)) : [];
      const rows = [];
      let code = null;
      now.arms.forEach((arm, at) => {
        for (let i = 0; arm.present && i < now.waits; i++) {
          const said = core.face_explain(live, at * now.waits + i), why = said ? JSON.parse(textAt(said)) : { code, parts: [] };
          code = why.code;
          rows.push({ arm: arm.number, wait: i + 1, parts: Object.fromEntries(why.parts), propensity: place ? orNull(chances[at * now.waits + i]) : null });
        }
      });
      return code || place ? { code, rows } : null;
    };
    // What may be believed of each action: the 95% interval of its mean, or with waiting of its reward per round.
    const beliefs = () => {
      const count = core.face_belief_count(live), all = numbersAt(core.face_beliefs(live), 6 * count);
      return Array.from({ length: count }, (_, i) => named(["arm", "wait", "pulls", "mean", "low", "high"], all, 6 * i));
    };
    if (byVisitor) step(live, 2 ** 62);
    for (const choice of byVisitor ? asked : []) choose(...choice);
    return { view, play, choose, choices, explain, beliefs, close, description: () => byVisitor ? { ...d, choices: [...made] } : d };
  } catch (error) {
    close();
    throw error;
  }
}
