// Descriptions, completed as R's constructors do.
import { defaults, kinds } from "./start.js";
import { listed, refuse } from "./refusal.js";

export const known = (table, name) => Object.prototype.hasOwnProperty.call(table, name) ? table[name] : null;
const withoutType = given => Object.fromEntries(Object.entries(given).filter(([name]) => name !== "type"));

export function typeOf(kind, given, argument) {
  const name = given && typeof given === "object" ? given.type : given;
  const found = kinds[kind].find(t => t.type === name || t.type === `policy_${name}`);
  if (!found || found.outside) refuse(argument, `one of ${listed(kinds[kind].filter(t => !t.outside).map(t => t.type.replace(/^policy_/, "")))}`, name);
  return found;
}

const usualOf = constructor => (defaults[constructor] || { usual: {} }).usual;
export const plain = given => ({ ...(typeof given === "string" ? {} : withoutType(given)) });

export function withDefaults(type, values, constructor) {
  const usual = usualOf(constructor);
  for (const rule of type.parameters) if (values[rule.name] == null && usual[rule.name] != null) values[rule.name] = usual[rule.name];
  return values;
}

export const same = (a, b) => JSON.stringify([a].flat()) === JSON.stringify([b].flat());
