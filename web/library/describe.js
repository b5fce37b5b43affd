import { kinds } from "./start.js";
import { isNumber, isObject, isPrior, isText, listed, parametersOf, refuse } from "./refusal.js";
import { plain, typeOf, withDefaults } from "./values.js";
import { takenScale, usualTexts } from "./scale.js";

// Numbers that are not given the core completes; a scale comes from the bandit.
export function policyParameters(given, stated, argument = "policy", named = false) {
  const type = typeOf("policies", given, argument), values = plain(given), inside = values.base;
  if (values.label != null && !isText(values.label)) refuse("label", "a string without control characters", values.label);
  delete values.label;
  delete values.base;
  Object.assign(values, usualTexts(type, values));
  Object.assign(values, takenScale(type, values, stated));
  const own = { ...type, parameters: type.parameters.filter(rule => rule.name !== "base") };
  const all = parametersOf(own, values, 0);
  if (own.parameters.length === type.parameters.length) return { type, all };
  if (inside == null && named) return { type, all };
  if (inside == null) refuse("base", "the policy inside", undefined);
  const base = policyParameters(inside, stated, "base");
  all.base = { text: base.type.type };
  for (const [name, value] of Object.entries(base.all)) all[`base.${name}`] = value;
  return { type, all };
}

// Which laws a trait may have: they are named like it.
export const lawsOf = trait => kinds[trait.type] && Array.isArray(kinds[trait.type]) && trait.type !== "arms" ? kinds[trait.type] : null;

function lawParameters(kind, law, arms, prefix, all, births) {
  const type = typeOf(kind, law, "law"), values = withDefaults(type, plain(law));
  delete values.law;
  const own = { ...type, parameters: type.parameters.filter(rule => rule.name !== "law") };
  if (kind === "changes" && type.type === "wave" && values.phase == null) {
    values.phase = births ? 0 : Array.from({ length: arms }, (_, k) => k / arms);
  }
  for (const [name, value] of Object.entries(parametersOf(own, values, arms))) all[prefix + name] = value;
  return type.type;
}

function traitParameters(given, arms, births) {
  const type = typeOf("traits", given, "traits");
  const values = withDefaults(type, plain(given));
  if (type.type === "delay" && values.chance != null && values.from == null) values.from = 1;
  if (type.type === "population" && values.init === Infinity) delete values.init;
  if (!lawsOf(type)) return { type, all: parametersOf(type, values, arms) };
  const all = {}, laws = [values.law].flat();
  if (values.law == null) refuse("law", `one of ${listed(lawsOf(type).map(l => l.type))}`, undefined);
  for (const name of Object.keys(values)) if (name !== "law") refuse(name, "omitted; there is `law`", values[name]);
  if (!type.parameters.some(rule => rule.name === "laws")) {
    all.law = { text: lawParameters(type.type, laws[0], arms, "law.", all, births) };
    return { type, all };
  }
  all.laws = { values: [laws.length], rows: 1 };
  all.of_arm = { values: laws.map((_, i) => i + 1), rows: laws.length };
  laws.forEach((law, i) => all[`${i + 1}.law`] = { text: lawParameters(type.type, law, arms, `${i + 1}.`, all, births) });
  return { type, all };
}

const sized = ["one or arms", "arms", "rows"];

// How many arms the parameters describe.
export function armCount(type, values) {
  if (values.count != null) return values.count;
  const sizes = type.parameters.filter(rule => sized.includes(rule.size) && values[rule.name] != null && !isPrior(values[rule.name]))
    .map(rule => Array.isArray(values[rule.name]) ? values[rule.name].length : 1);
  return sizes.length ? Math.max(...sizes) : values.from ? values.from.length - 1 : 0;
}

export const isWhole = (x, least, most) => Number.isInteger(x) && x >= least && x <= most;

// Numbers; which they may be the core says.
export function planOf(d) {
  const number = (name, usual) => {
    const value = d[name] == null ? usual : d[name];
    return isNumber(value) ? value : refuse(name, "a whole number", value);
  };
  return { horizon: number("horizon"), seed: number("seed", 1), replication: number("replication", 1) };
}

// Arms and traits in the core's words: {arms, traits}.
export function banditOf(d) {
  if (!isObject(d)) refuse("description", "an object", d);
  if (!isObject(d.arms)) refuse("arms", "arms such as {type: \"bernoulli\", prob: [0.4, 0.6]}", d.arms);
  const type = typeOf("arms", d.arms, "arms"), values = withDefaults(type, plain(d.arms));
  const count = armCount(type, values), names = values.names;
  if (!isWhole(count, 1, 1e4)) refuse("count", "a whole number of arms from 1 to 10000", count);
  delete values.count;
  delete values.names;
  if (names != null && !(Array.isArray(names) && names.length === count && names.every(isText))) refuse("names", `${count} strings, one for each arm`, names);
  const arms = { type, count, names, all: parametersOf(type, values, count) };
  if (d.traits != null && !Array.isArray(d.traits)) refuse("traits", "a list of traits", d.traits);
  const births = (d.traits || []).some(trait => isObject(trait) && trait.type === "population");
  return { arms, traits: (d.traits || []).map(trait => traitParameters(trait, count, births)) };
}

export function stop(message, argument) {
  throw Object.assign(new Error(message), { argument });
}

// What the visitor chose, each as [arm, wait]: whole numbers, of which the game says whether they can be played.
export function choicesOf(choices) {
  if (!Array.isArray(choices) || choices.length > 1e6) refuse("choices", "a list of arms, or of [arm, wait]", choices);
  return choices.map(choice => {
    const pair = [choice].flat(), good = pair.length >= 1 && pair.length <= 2 && pair.every(x => isWhole(x, 1, 2 ** 31 - 1));
    return good ? pair : refuse("choices", "arms by their numbers, or [arm, wait]", choice);
  });
}
