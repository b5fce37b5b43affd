// The scale of rewards, which policies take from the bandit: R's stated_scale() and resolved_scale().
import { known, usualOf, withDefaults } from "./values.js";

const extremes = values => [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
const greatest = m => m.prior ? priorRange(m)[1] : extremes(m.values)[1];
const priorRange = m => m.prior === "uniform" ? m.values : m.prior === "beta" ? [0, 1] : [-Infinity, Infinity];

// What arms state of their rewards: {range} or {sd}, the greatest over arms; or nothing, as what a table holds is for
// policies to find out.
const statedBy = {
  gaussian: all => ({ sd: greatest(all.sd) }),
  student: all => ({ sd: greatest(all.scale) > 0 ? Infinity : 0 }),
  lognormal: all => ({ sd: greatest(all.sdlog) > 0 ? Infinity : 0 }),
  linear: (all, rounds) => ({ sd: linearNoise(all, rounds) }),
  categorical: all => ({ range: extremes(all.value.values) }),
};
const tabled = type => type === "constant" || type === "empirical" || type.startsWith("tape");

// The noise and the context together.
function linearNoise({ sd, theta, context, law }, size = theta.values.length / theta.rows) {
  const k = theta.rows, row = i => Array.from({ length: size }, (_, j) => theta.values[i + k * j]);
  const spreads = Array.from({ length: k }, (_, i) => {
    if (!context) return row(i).reduce((sum, x) => sum + x * x, 0) / (law && law.text === "sphere" ? size : 1);
    const signal = Array.from({ length: context.values.length / size }, (_, t) =>
      row(i).reduce((sum, x, j) => sum + x * context.values[size * t + j], 0));
    const [low, high] = extremes(signal);
    return ((high - low) / 2) ** 2;
  });
  return Math.max(...spreads.map((spread, i) => Math.sqrt(sd.values[i % sd.values.length] ** 2 + spread)));
}

// `rewards`: between which numbers the core says that they all lie.
export function statedScale(arms, traits, [low, high]) {
  const name = arms.type.type, sums = traits.some(t => t.type.type === "spread");
  if (traits.some(t => t.all.pay)) return { range: [0, 1], sums };
  if (tabled(name)) return low >= 0 && high <= 1 ? { range: [0, 1], sums } : { sums };
  const { range, sd } = known(statedBy, name) ? statedBy[name](arms.all) : { range: [0, 1] };
  if (range) return range[0] < range[1] ? { range, sums } : { sums };
  return sd > 0 ? { sd, sums } : { sums };
}

const textsOf = condition => condition.slice(condition.indexOf("=") + 1).split("|");
const nameIn = condition => condition.slice(0, condition.indexOf("="));
const scaleNames = ["family", "range", "sd"];

// The family that one of these values implies: a standard deviation, that it is Gaussian.
function impliedFamily(type, values) {
  const asks = type.parameters.find(({ name, only_if: condition }) => condition && values[name] != null && nameIn(condition) === "family" &&
    textsOf(condition).length === 1);
  return asks && values.family == null ? { family: textsOf(asks.only_if)[0] } : {};
}

const mayApply = ({ only_if: condition }, values) => !condition || values[nameIn(condition)] == null || textsOf(condition).includes(values[nameIn(condition)]);

// What is usual of texts that are not given; the core knows what is usual of numbers.
export function usualTexts(type, given) {
  const values = withDefaults(type, { ...given });
  return Object.fromEntries(type.parameters.filter(rule => rule.kind === "text" && rule.usual != null && given[rule.name] == null && mayApply(rule, values))
    .map(rule => [rule.name, usualOf(rule)]));
}

// The scale that a policy with these values takes from what is stated; nothing if one is given.
export function takenScale(type, given, stated) {
  const implied = impliedFamily(type, given), values = { ...given, ...implied }, rule = name => type.parameters.find(r => r.name === name);
  const open = scaleNames.filter(name => rule(name) && rule(name).from_bandit && mayApply(rule(name), values) && (name !== "family" || values.family == null));
  if (values.range != null || values.sd != null || !open.length) return implied;
  const takes = scaleNames.filter(name => rule(name) && !(name === "sd" && values.index === "kl")); // a divergence
  const free = !stated.range && stated.sd != null, endless = stated.sd === Infinity, bounds = stated.range || [0, 1];
  const noise = !free ? (bounds[1] - bounds[0]) / 2 : endless ? 1 : stated.sd;
  if (!takes.includes("family")) {
    return !takes.includes("range") || (takes.includes("sd") && free && !endless) ? { sd: noise } : { range: bounds };
  }
  const ranged = rule("range") && !rule("range").only_if, inside = bounds[0] >= 0 && bounds[1] <= 1;
  const fits = !free && !stated.sums && (takes.length > 1 || inside);
  const family = values.family != null ? values.family : fits || ranged ? "bernoulli" : "gaussian";
  const scale = { family, ...(family === "bernoulli" || ranged ? { range: bounds } : { sd: noise }) };
  return Object.fromEntries(Object.entries(scale).filter(([name]) => takes.includes(name)));
}
