// The scale of rewards, which policies take from the bandit: R's stated_scale() and resolved_scale().
import { known } from "./values.js";

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

const coreFamily = (name, family) => name === "prior" && family === "bernoulli" ? "beta" : family;
const needsGaussian = values => values.prior_sd != null || values.sd != null;

// The scale that a policy with these values takes, by the core's names; nothing if one is given.
export function takenScale(entry, variant, values, stated) {
  const takes = entry.takes || [], name = entry.family, given = values.range != null || values.sd != null || values.width != null;
  let family = name && values[name] === "beta" ? "bernoulli" : name && values[name];
  if (name && family == null && needsGaussian(values)) family = "gaussian";
  else if (name && family == null && values.range != null) family = "bernoulli";
  const kept = family == null ? {} : { [name]: coreFamily(name, family) };
  if (!variant.open || given) return kept;
  const free = !stated.range && stated.sd != null, endless = stated.sd === Infinity, bounds = stated.range || [0, 1];
  const noise = !free ? (bounds[1] - bounds[0]) / 2 : endless ? 1 : stated.sd;
  const kl = values.index === "kl", bySd = takes.includes("sd") && !kl, byRange = takes.includes("range");
  const range = variant.order.includes("width") ? { width: bounds[1] - bounds[0] } : { range: bounds };
  const sd = variant.order.includes("width") ? { width: 2 * noise } : { sd: noise };
  if (!name) return !byRange || (bySd && free && !endless) ? sd : range;
  const inside = bounds[0] >= 0 && bounds[1] <= 1, fits = !free && !stated.sums && (takes.length > 1 || inside);
  if (family == null) family = fits || entry.ranged ? "bernoulli" : "gaussian";
  const size = family === "bernoulli" || entry.ranged ? byRange && range : bySd && sd;
  return { [name]: coreFamily(name, family), ...(size || {}) };
}

export function variantOf(entry, values) {
  const variants = entry.variants || [];
  return variants.slice(1).find(v => Object.entries(v.with).every(([name, text]) => values[name] === text)) || variants[0] ||
    { passes: {}, order: [] };
}

// A width is what counts of a range, for a policy that has a width.
export function withWidth(type, values) {
  const has = name => type.parameters.some(rule => rule.name === name);
  if (!has("width") || values.index === "kl" || !Array.isArray(values.range) || values.width != null) return values;
  const { range, ...others } = values;
  return { ...others, width: range[1] - range[0] };
}
