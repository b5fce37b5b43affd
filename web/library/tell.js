// Telling the core.
import { core, keeper, kinds, numbersAt, textAt } from "./start.js";
import { refusedError } from "./refusal.js";
import { statedScale } from "./scale.js";
import { banditOf, planOf, policyParameters, stop } from "./describe.js";

// A description in the core's memory, which forget() frees: what it was told, and what it refuses of that.
function beginning() {
  const handle = core.face_describe();
  if (!handle) throw new Error("There is not enough memory.");
  const keep = keeper(handle);
  let policies = 0;
  const give = all => {
    for (const [name, value] of Object.entries(all)) {
      const values = value.values ? keep.numbers(value.values) : 0;
      core.face_give(handle, keep.text(name), keep.text(value.text), keep.text(value.prior), values,
        value.values ? value.values.length : 0, value.rows || 0);
    }
  };
  const must = place => {
    if (place) throw new Error(textAt(place));
  };
  const tell = ({ arms, traits }) => {
    give(arms.all);
    must(core.face_arms(handle, keep.text(arms.type.type), arms.count, arms.names ? keep.texts(arms.names) : 0));
    for (const trait of traits) {
      give(trait.all);
      must(core.face_trait(handle, keep.text(trait.type.type)));
    }
  };
  const tellPolicy = policy => {
    give(policy.all);
    must(core.face_policy(handle, keep.text(policy.type.type)));
    return policies++;
  };
  // NULL, or what is refused: of the policy that was told n-th, if there is one; of a plan, if there is one.
  const refusal = ({ policy = -1, missing = false, plan = {} } = {}) => {
    const { horizon = NaN, seed = NaN, replication = NaN } = plan, place = core.face_refuses(handle, policy, missing ? 1 : 0, horizon, seed, replication);
    return place ? JSON.parse(textAt(place)) : null;
  };
  const check = asked => {
    const why = refusal(asked);
    if (why) throw refusedError(why);
  };
  const rewards = () => Array.from(numbersAt(core.face_rewards(handle), 2));
  const label = (type, all, held) => {
    give(all);
    return textAt(core.face_label(handle, keep.text(type.type), keep.text(held)));
  };
  return { handle, keep, tell, tellPolicy, label, refusal, check, rewards, build: () => must(core.face_build(handle)), forget: () => core.face_forget(handle) };
}

// What a policy of these parameters is called; `held`: the one inside, if there is one.
export function labelled(type, all, held) {
  const told = beginning();
  try {
    return told.label(type, all, held);
  } finally {
    told.forget();
  }
}

export const visitor = () => ({ type: kinds.policies.find(k => k.type === "policy_custom"), all: {} });

// Everything told and examined, in the order in which R does it: the bandit, what policies are given, the plan, whether they
// can play it. What `use` makes of {told, plan, arms, traits, policies}; `keeps`: the description is kept for it.
export function understood(d, policies, use = x => x, keeps = false) {
  const bandit = banditOf(d), told = beginning();
  let kept = false;
  try {
    told.tell(bandit);
    told.check();
    const stated = statedScale(bandit.arms, bandit.traits, told.rewards());
    const given = policies.map(p => p === null ? visitor() : policyParameters(p, stated)), plan = planOf(d);
    const places = given.map(policy => told.tellPolicy(policy));
    if (places.length === 0) told.check({ plan });
    for (const policy of places) told.check({ policy, plan });
    const found = use({ ...bandit, told, plan, policies: given, stated });
    kept = keeps;
    return found;
  } finally {
    if (!kept) told.forget();
  }
}

export function openLive(told, understanding, policy, replication, rounds, choices) {
  const { seed, horizon } = understanding.plan;
  const places = rounds.length ? told.keep.numbers(rounds) : 0;
  const live = core.face_open(told.handle, policy, seed, horizon, replication, places, rounds.length, choices ? 1 : 0);
  if (!live) throw new Error("There is not enough memory.");
  return live;
}

export const ENDED = 2;

export function step(live, until) {
  const state = core.face_step(live, Math.min(until, 2 ** 62));
  const failure = core.face_failure(live);
  if (failure) stop(textAt(failure), "policy");
  return state;
}

export function figureNames(live) {
  return Array.from({ length: core.face_figure_count(live) }, (_, i) => textAt(core.face_figure_name(live, i)));
}
