// The core of unruly in the browser: bandits are described by plain objects, with the names of the core's types and parameters, and
// played by the same C as in R, so that numbers are the same. Names are the core's; the call of R that code() writes has R's own. A
// policy without a scale of rewards takes what the bandit states, as in R. Nothing but what every browser (or node) has:
//
//   await Unruly.ready();
//   const game = Unruly.open({seed: 1, horizon: 1000, arms: {type: "gaussian", mean: [.5, .6, .9], sd: 1},
//                             traits: [{type: "patience", patience: [4, 4, 2]}], policy: {type: "fc_se"}});
//   game.play(100).regret;
//
// No module knows which arms, traits and policies there are, but for the table `spoken` of R's calls that have other names than the
// core. unruly-core.js (the core) must be loaded before. This module says what there is, and what is refused.
import { begun, kinds } from "./start.js";
import { sentenceOf } from "./refusal.js";
import { policyParameters } from "./describe.js";
import { understood } from "./tell.js";
import { understoodStudy } from "./study.js";
import { endless, finite } from "./link.js";

export function types() {
  begun();
  return JSON.parse(JSON.stringify(kinds, endless), finite);
}

// What the core refuses of a description, and of its policy if there is one: {code, argument, wanted, given, reason,
// message}; null if it can be played.
export function refusal(d) {
  begun();
  try {
    if (Array.isArray(d.policies)) understoodStudy(d);
    else understood(d, d.policy == null ? [] : [d.policy]);
  } catch (error) {
    if (!error.refusal) throw error;
    return { ...error.refusal, message: error.message };
  }
  return null;
}

// Why a policy cannot play the bandit of a description, or null. Of one that is only named, what it cannot do without
// is not looked for.
export function why_not(d, policy) {
  begun();
  return understood(d, [], ({ told, stated }) => {
    const named = typeof policy === "string", place = told.tellPolicy(policyParameters(policy, stated, "policy", named));
    const why = told.refusal({ policy: place, missing: named });
    return why && sentenceOf(why);
  });
}
