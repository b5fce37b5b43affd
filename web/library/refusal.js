// What is refused.
import { kinds } from "./start.js";

// An error that says what the core says: `code`, `argument`, and `refusal` with all of it. What cannot even be
// given to the core, since it is of another kind, is refused here.
export function refusedError(why) {
  const error = new Error(sentenceOf(why));
  return Object.assign(error, { argument: why.argument, code: why.code, refusal: why });
}

const capital = words => words[0].toUpperCase() + words.slice(1);

export function sentenceOf({ code, argument, wanted, given, reason }) {
  const type = kinds.policies.find(p => p.type === given);
  switch (code) {
    case "twice": return `The trait ${argument} is there twice.`;
    case "conflict": return `${capital(given)} cannot be combined: ${reason}.`;
    case "rewards": case "means": return `A bandit with ${argument} needs ${wanted}, not ${given}.`;
    case "trait": case "needs": case "replay": case "no_arm": case "bounded":
      return `${type ? type.label : given} cannot play this bandit: ${reason[0].toLowerCase()}${reason.slice(1)}.`;
    default: return `\`${argument}\` must be ${wanted}, not ${given === "nothing" ? "missing" : given}.`;
  }
}

export function refuse(argument, wanted, value) {
  throw refusedError({ code: "argument", argument, wanted, given: show(value), reason: "" });
}

function show(value) {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return JSON.stringify(value.slice(0, 80));
  if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value).slice(0, 80) : String(value);
  const shown = value.slice(0, 8).map(show).join(", ");
  return `[${shown}${value.length > 8 ? ", ..." : ""}]`;
}

export const isNumber = x => typeof x === "number" && !Number.isNaN(x);
export const isObject = x => x !== null && typeof x === "object" && !Array.isArray(x);
export const isPrior = x => isObject(x) && typeof x.prior === "string";
export const listed = texts => texts.map(text => `"${text}"`).join(", ");
// Texts that R can read, too.
export const isText = x => typeof x === "string" && x.length > 0 && !/[\0-\x1f\x7f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(x);

// Numbers column by column: {values, rows}, or null.
function matrixOf(value) {
  const isValue = x => isNumber(x) || typeof x === "boolean";
  if (isValue(value)) return { values: [Number(value)], rows: 1 };
  if (!Array.isArray(value) || value.length === 0) return null;
  if (!Array.isArray(value[0])) return value.every(isValue) ? { values: value.map(Number), rows: value.length } : null;
  const width = value[0].length;
  if (!width || !value.every(row => Array.isArray(row) && row.length === width && row.every(isValue))) return null;
  const values = [];
  for (let column = 0; column < width; column++) for (const row of value) values.push(Number(row[column]));
  return { values, rows: value.length };
}

const kindOf = rule => rule.words || (rule.kind === "flag" ? "true or false" : rule.kind === "text" ?
  rule.texts ? `one of ${listed(rule.texts.split("|"))}` : "a string" : `${rule.size === "one" ? "a number" : "numbers"}${rule.drawn ? ", or a prior" : ""}`);

// One value as the core takes it: {text}, {prior, values} or {values, rows}. What the number may be the core says.
function marshalled(rule, value, arms) {
  const no = () => refuse(rule.name, kindOf(rule), value);
  if (rule.kind === "text" || (rule.named && typeof value === "string")) return isText(value) ? { text: value } : no();
  if (isPrior(value)) {
    const prior = kinds.prior.find(p => p.type === value.prior), values = value.values;
    const good = prior && Array.isArray(values) && values.length === prior.parameters.length && values.every(isNumber);
    return good ? { prior: value.prior, values, rows: values.length } : no();
  }
  const m = matrixOf(value), alone = m && m.values.length === 1 && ["arms", "rows"].includes(rule.size) && !Array.isArray(value);
  if (m && rule.listed) return { prior: "listed", values: m.values, rows: m.values.length }; // the law whose arguments are numbers in turn
  return alone ? { values: Array(arms || 1).fill(m.values[0]), rows: arms || 1 } : m || no();
}

// The parameters of a type by name; those that are not given are left out.
export function parametersOf(type, values, arms) {
  const known = type.parameters.map(rule => rule.name);
  for (const name of Object.keys(values)) {
    if (!known.includes(name)) refuse(name, known.length ? `omitted; there are ${known.map(k => `\`${k}\``).join(", ")}` : "omitted", values[name]);
  }
  const all = {};
  for (const rule of type.parameters) if (values[rule.name] != null) all[rule.name] = marshalled(rule, values[rule.name], arms);
  return all;
}
