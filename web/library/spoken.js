// The same in R.
import { begun } from "./start.js";
import { isPrior, refuse } from "./refusal.js";
import { known, plain, typeOf, withDefaults } from "./values.js";
import { armCount, choicesOf, lawsOf, planOf, stop } from "./describe.js";
import { checkedState } from "./link.js";

// R reads decimals of up to 15 digits exactly, and any number that is written by its bits.
function inR(x) {
  if (typeof x === "boolean") return x ? "TRUE" : "FALSE";
  if (typeof x === "string") return JSON.stringify(x);
  if (typeof x !== "number" || Number.isNaN(x)) refuse("a value", "a number, a string, true or false", x);
  if (!Number.isFinite(x)) return x < 0 ? "-Inf" : "Inf";
  const text = String(x);
  return text.replace(/e.*$/, "").replace(/^-?0*[.]?0*|[.]/g, "").length <= 15 ? text : bitsInR(x);
}

function bitsInR(x) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(x));
  const bits = view.getBigUint64(0), exponent = Number(bits >> 52n), rest = (bits & 0xfffffffffffffn).toString(16).padStart(13, "0");
  return `${x < 0 ? "-" : ""}0x${exponent ? 1 : 0}.${rest}p${exponent ? exponent - 1023 : -1022}`;
}

export const combined = (list, names) => {
  const items = list.map((x, i) => names ? `${JSON.stringify(names[i])} = ${inR(x)}` : inR(x));
  return items.length === 1 && !names ? items[0] : `c(${items.join(", ")})`;
};

function valueInR(value, count, names) {
  if (isPrior(value)) return `prior_${value.prior}(${[count, ...value.values].map(inR).join(", ")})`;
  if (!Array.isArray(value)) return names ? combined([value], names) : inR(value);
  if (!Array.isArray(value[0])) return combined(value, names);
  const rows = value.map((row, i) => `${names ? `${JSON.stringify(names[i])} = ` : ""}c(${row.map(inR).join(", ")})`);
  return `rbind(${rows.join(", ")})`;
}

const callInR = (name, given) => `${name}(${Object.entries(given).filter(([, text]) => text != null).map(([k, text]) => `${k} = ${text}`).join(", ")})`;

const transposed = text => `t(${text})`;

// Where R's call has other names than the core.
const spoken = {
  arms: { beta_mean: p => callInR("arms_beta", p), tape_pull: p => callInR("arms_tape", { ...p, by: "\"pull\"" }),
    tape_round: p => callInR("arms_tape", { ...p, by: "\"round\"" }),
    empirical: (p, given) => `arms_empirical(list(${given.from.slice(1).map((end, i) => valueInR(given.value.slice(given.from[i], end))).join(", ")}))` },
  laws: { changes_at: p => callInR("changes_at", { ...p, mean: /c\([^()]*,/.test(p.mean) ? transposed(p.mean) : `c(${p.mean.replace(/^rbind\(|c\(|\)/g, "")})` }), changes_table: p => transposed(p.mean), wear_table: p => p.mean,
    spread_geometric: p => callInR("spread_geometric", { mean: `1 / (1 - ${p.gamma})` }),
    spread_custom: p => `c(${[...(["1", undefined].includes(p.from) ? [] : [`numeric(${p.from} - 1)`]), p.weights, "0"].join(", ")})` },
  traits: { absences: p => callInR("with_absences", { awake: p.chance || `${transposed(p.awake)} == 1` }),
    delay: p => callInR("with_delay", { delay: p.chance || (p.lag && (p.lag.includes("(") ? `as.list(${p.lag})` : p.lag)) || `delay_geometric(${p.mean})` }) },
};

function textsInR(type, values, count) {
  const texts = {};
  for (const rule of type.parameters) {
    const value = values[rule.name];
    if (value != null && !(rule.kind === "flag" && Boolean(value) === rule.usual)) texts[rule.name] = rule.kind === "flag" ? inR(Boolean(value)) : valueInR(value, count);
  }
  return texts;
}

function armsInR(given) {
  const type = typeOf("arms", given, "arms"), values = withDefaults(type, plain(given)), count = armCount(type, values);
  if (type.contexts) stop("For arms with contexts there is no call in R that a line would hold.", "arms");
  const texts = textsInR(type, values, count), first = type.parameters[0].name;
  if (values.names && !isPrior(values[first])) texts[first] = valueInR([values[first]].flat(Array.isArray((values[first] || [])[0]) ? 0 : 1), count, values.names);
  const speak = known(spoken.arms, type.type);
  return { count, text: speak ? speak(texts, values) : callInR(`arms_${type.type}`, texts) };
}

function lawInR(kind, given) {
  const type = typeOf(kind, given, "law"), name = `${kind}_${type.type}`, texts = textsInR(type, withDefaults(type, plain(given)), 1);
  delete texts.law;
  const speak = known(spoken.laws, name);
  return speak ? speak(texts) : callInR(name, texts);
}

function traitInR(given, count) {
  const type = typeOf("traits", given, "traits"), values = withDefaults(type, plain(given));
  if (lawsOf(type)) {
    const laws = [values.law].flat().map(law => lawInR(type.type, law));
    return `with_${type.type}(${laws.length > 1 ? `list(${laws.join(", ")})` : laws[0]})`;
  }
  const texts = textsInR(type, values, count), speak = known(spoken.traits, type.type);
  const unsaid = type.type === "replay" || values.vain != null || ![undefined, null, 1].includes(values.from);
  if (unsaid) stop(`For the trait ${type.type} there is no call in R that a line would hold.`, "traits");
  return speak ? speak(texts) : callInR(`with_${type.type}`, texts);
}

const isPopulation = trait => typeOf("traits", trait, "traits").type === "population";

// A population is a bandit of its own in R, made for a horizon.
function populationInR(given, arms, horizon) {
  const { type, ...values } = given, init = values.init === Infinity ? "NULL" : values.init == null ? null : inR(values.init);
  if (values.reference != null) stop("For a population with a reference of one's own there is no call in R.", "traits");
  const texts = textsInR(typeOf("traits", given, "traits"), { ...values, init: null, horizon: null }, 1);
  return callInR("bandit_mortal", { alive: inR(arms.count), horizon: inR(values.horizon == null ? horizon : values.horizon), ...texts, reward: arms.text, init });
}

export function bandit(d) {
  const arms = armsInR(d.arms), traits = d.traits || [], population = traits.find(isPopulation);
  const first = population ? populationInR(population, arms, d.horizon) : `bandit(${arms.text})`;
  return [first, ...traits.filter(trait => !isPopulation(trait)).map(trait => traitInR(trait, arms.count))].join(" |>\n  ");
}

function policyInR(given) {
  const type = typeOf("policies", given, "policy"), values = plain(given), label = values.label, inside = values.base;
  delete values.label;
  let texts = textsInR(type, { ...values, base: null });
  if (inside != null) texts = { policy: policyInR(inside), ...texts };
  if (label != null) texts.label = inR(label);
  if (type.type === "policy_fixed_schedule") return fixedInR(values.arm, texts.label);
  const usual = !type.call || type.call.startsWith(`${type.type}(`); // the one that its function makes without being told
  return withTexts(usual ? `${type.type}()` : type.call, texts);
}

// A call with more arguments after those that it has; what is named as they are follows from them.
function withTexts(call, texts) {
  const [, name, own] = call.match(/^(\w+)\((.*)\)$/);
  return callInR(name, texts).replace("(", own && !(own.split('"')[1] in texts) ? `(${own}, ` : "(").replace(", )", ")");
}

// One arm again and again is a cycle, too.
function fixedInR(cycle, label) {
  const arms = [cycle].flat();
  return callInR("policy_fixed", { arm: combined(arms.length > 1 ? arms : [arms[0], arms[0]]), label });
}

// As a policy in R.
function choicesInR(choices) {
  const pairs = choicesOf(choices), waits = pairs.some(pair => pair.length > 1);
  if (!pairs.length) return "policy_custom(\\(state, view) view$live[1], label = \"You\")";
  const mine = waits ? `rbind(${pairs.map(([arm, wait = 1]) => `c(${inR(arm)}, ${inR(wait)})`).join(", ")})` : combined(pairs.map(([arm]) => arm));
  const next = waits ? "mine[view$plays + 1, ]" : "mine[view$plays + 1]", rest = waits ? "c(view$live[1], 1)" : "view$live[1]";
  return `local({\n      mine <- ${mine}\n      policy_custom(\\(state, view) if (view$plays < ${pairs.length}) ${next} else ${rest}, label = "You")\n    })`;
}

function sequence(rounds) {
  const by = rounds[1] - rounds[0], even = rounds.length > 4 && rounds.every((r, i) => r === rounds[0] + i * by);
  return even ? `seq(${inR(rounds[0])}, ${inR(rounds[rounds.length - 1])}, by = ${inR(by)})` : combined(rounds);
}

// The call of run_study() that gives exactly these numbers. Of what is refused there is none, unless it is wanted
// `anyway`, to see that R refuses it, too.
export function code(d, anyway = false) {
  begun();
  const many = Array.isArray(d.policies);
  if (!anyway) checkedState(d);
  const plan = planOf(d);
  const policies = many ? [...(d.choices ? [choicesInR(d.choices)] : []), ...d.policies.map(policyInR)] : [d.policy == null ? choicesInR(d.choices || []) : policyInR(d.policy)];
  const list = policies.length > 1 ? `list(\n    ${policies.join(",\n    ")}\n  )` : policies[0];
  const settings = [`horizon = ${inR(plan.horizon)}`, `reps = ${many ? inR(d.replications == null ? 100 : d.replications) : 1}`,
    ...(plan.replication > 1 ? [`first_rep = ${inR(plan.replication)}`] : []), `seed = ${inR(plan.seed)}`,
    ...(many && d.rounds ? [`record = ${sequence(d.rounds)}`] : []), ...(many ? [] : ["keep = \"choices\""])];
  return `library(unruly)\n\nb <- ${bandit(d)}\n\nrun_study(\n  b,\n  ${list},\n  ${settings.join(", ")}\n)`;
}
