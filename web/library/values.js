// Descriptions, completed as R's constructors do.
import { kinds } from "./start.js";
import { listed, refuse } from "./refusal.js";

export const known = (table, name) => Object.prototype.hasOwnProperty.call(table, name) ? table[name] : null;
const withoutType = given => Object.fromEntries(Object.entries(given).filter(([name]) => name !== "type"));

export function typeOf(kind, given, argument) {
  const name = given && typeof given === "object" ? given.type : given;
  const found = kinds[kind].find(t => t.type === name || t.type === `policy_${name}`);
  if (!found || found.outside) refuse(argument, `one of ${listed(kinds[kind].filter(t => !t.outside).map(t => t.type.replace(/^policy_/, "")))}`, name);
  return found;
}

export const plain = given => ({ ...(typeof given === "string" ? {} : withoutType(given)) });

export const usualOf = rule => rule.kind === "text" ? rule.texts.split("|")[rule.usual] : rule.usual;

export function withDefaults(type, values) {
  for (const rule of type.parameters) if (values[rule.name] == null && rule.usual != null) values[rule.name] = usualOf(rule);
  return values;
}
