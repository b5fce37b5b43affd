/* The core of unruly in the browser: bandits are described by plain objects, with the names of the
 * core's types and parameters, and played by the same C as in R, so that numbers are the same.
 * Names are the core's; the call of R that code() writes has R's own. A policy without a scale of rewards takes
 * what the bandit states, as in R.
 * Plain JavaScript that uses nothing but what every browser (or node) has:
 *
 *   await Unruly.ready();
 *   const game = Unruly.open({seed: 1, horizon: 1000, arms: {type: "gaussian", mean: [.5, .6, .9], sd: 1},
 *                             traits: [{type: "patience", patience: [4, 4, 2]}], policy: {type: "fc_se"}});
 *   game.play(100).regret;
 *
 * Nothing here knows which arms, traits and policies there are, but for the table `spoken` of R's calls
 * that have other names than the core. unruly-core.js (the core) and defaults.js must be loaded before. */
"use strict";
var Unruly = (function make(given, defaults) {
  let core = null, kinds = null, starting = null;

  // --- starting ---------------------------------------------------------------------------

  const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));

  // The core asks the system for nothing that a page could give.
  function nothingOf(module) {
    const nothing = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      nothing[from] = nothing[from] || {};
      nothing[from][name] = () => 52;
    }
    return nothing;
  }

  // A server sends the core by itself: {address}; where it does not say that it is WebAssembly its bytes are taken.
  const fetched = address => WebAssembly.compileStreaming(fetch(address)).catch(async () =>
    WebAssembly.compile(await (await fetch(address)).arrayBuffer()));

  async function start() {
    const module = given && given.address ? await fetched(given.address) :
      await WebAssembly.compile(typeof given === "string" ? bytesOf(given) : given);
    core = (await WebAssembly.instantiate(module, nothingOf(module))).exports;
    core._initialize();
    kinds = JSON.parse(textAt(core.face_types()));
  }

  const ready = () => starting = starting || start();

  function begun() {
    if (!core) throw new Error("The core is not there yet: wait for Unruly.ready().");
  }

  // --- memory -----------------------------------------------------------------------------

  function textAt(place) {
    const bytes = new Uint8Array(core.memory.buffer);
    let end = place;
    while (bytes[end]) end++;
    return new TextDecoder().decode(bytes.subarray(place, end));
  }

  const numbersAt = (place, count) => new Float64Array(core.memory.buffer, place, count);

  // What a description keeps in the core's memory.
  function keeper(handle) {
    const room = bytes => {
      const place = core.face_room(handle, bytes);
      if (!place) throw new Error("There is not enough memory.");
      return place;
    };
    const text = words => {
      if (words == null) return 0;
      const bytes = new TextEncoder().encode(words), place = room(bytes.length + 1);
      new Uint8Array(core.memory.buffer).set(bytes, place);
      return place;
    };
    const numbers = values => {
      const place = room(8 * values.length);
      numbersAt(place, values.length).set(values);
      return place;
    };
    const texts = list => {
      const places = list.map(text), place = room(4 * list.length);
      new Uint32Array(core.memory.buffer, place, list.length).set(places);
      return place;
    };
    return { text, numbers, texts };
  }

  // --- what parameters must be ---------------------------------------------------------------

  function refuse(argument, wanted, value, place) {
    const words = place ? `\`${argument}\` of ${place}` : `\`${argument}\``;
    const error = new Error(`${words} must be ${wanted}, not ${show(value)}.`);
    error.argument = argument;
    throw error;
  }

  function show(value) {
    if (value === undefined) return "missing";
    if (typeof value === "string") return `"${value}"`;
    if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
    const shown = value.slice(0, 8).map(show).join(", ");
    return `[${shown}${value.length > 8 ? ", ..." : ""}]`;
  }

  const isNumber = x => typeof x === "number" && !Number.isNaN(x);
  const isPrior = x => x !== null && typeof x === "object" && typeof x.prior === "string";
  const listed = texts => texts.map(text => `"${text}"`).join(", ");

  // Limits that are only there so that sums stay finite go without saying.
  const limit = x => x === 2 ** 53 ? "2^53" : x === 2 ** 48 ? "2^48" : String(x);
  function limitsOf(rule) {
    const low = rule.least === 1e-100 ? " above 0" : rule.least <= -1e50 ? "" :
      rule.above ? ` above ${limit(rule.least)}` : ` of at least ${limit(rule.least)}`;
    const high = rule.most >= 1e50 ? "" : rule.below ? ` below ${limit(rule.most)}` : ` at most ${limit(rule.most)}`;
    return low && high ? `${low} and${high}` : low + high;
  }

  function wanted(rule, arms) {
    if (rule.words) return rule.words;
    if (rule.kind === "flag") return "true or false";
    if (rule.kind === "text") return rule.texts ? `one of ${listed(rule.texts.split("|"))}` : "a string";
    const whole = rule.kind === "whole" ? "whole " : "";
    const each = rule.size === "arms" ? `, one for each of the ${arms} arms` :
      rule.size === "one or arms" ? ", one for all arms or one for each" : "";
    const noun = rule.size === "one" ? `a ${whole}number` : rule.size === "two" ? `two ${whole}numbers` :
      rule.size === "rows" ? `a row of ${whole}numbers for each arm, all of them` : `${whole}numbers`;
    return noun + limitsOf(rule) + each + (rule.increasing ? ", increasing" : "") +
      (rule.rows_sum ? ", which sum to 1 in each row" : rule.sums ? ", which sum to 1" : "") + (rule.drawn ? ", or a prior" : "");
  }

  // Numbers column by column: {values, rows}, or null.
  function matrixOf(value) {
    if (typeof value === "boolean") value = Number(value);
    if (isNumber(value)) return { values: [value], rows: 1 };
    if (!Array.isArray(value) || value.length === 0) return null;
    if (!Array.isArray(value[0])) {
      const values = value.map(Number);
      return value.every(x => isNumber(x) || typeof x === "boolean") ? { values, rows: value.length } : null;
    }
    const width = value[0].length;
    if (!width || !value.every(row => Array.isArray(row) && row.length === width)) return null;
    const values = [];
    for (let column = 0; column < width; column++) for (const row of value) values.push(Number(row[column]));
    return values.some(Number.isNaN) ? null : { values, rows: value.length };
  }

  function fitsSize(rule, m, arms) {
    const count = m.values.length;
    switch (rule.size) {
      case "one": return count === 1;
      case "two": return count === 2;
      case "arms": return !arms || count === arms;
      case "one or arms": return !arms || count === 1 || count === arms;
      case "rows": return !arms || m.rows === arms;
      default: return count > 0;
    }
  }

  const fitsNumber = (rule, x) => x >= rule.least && x <= rule.most && !(rule.above && x === rule.least) &&
    !(rule.below && x === rule.most) && (rule.kind === "number" || x === Infinity || Number.isInteger(x));

  function fitsSums(rule, m) {
    const rows = rule.sums ? 1 : m.rows;
    for (let row = 0; row < rows && (rule.sums || rule.rows_sum); row++) {
      let sum = 0;
      for (let i = row; i < m.values.length; i += rows) sum += m.values[i];
      if (!(Math.abs(sum - 1) <= 1e-6)) return false;
    }
    return true;
  }

  // One value as the core takes it: {text}, {prior, values} or {values, rows}.
  function checked(rule, value, arms, place) {
    const no = () => refuse(rule.name, wanted(rule, arms), value, place);
    if (rule.kind === "text" || (rule.named && typeof value === "string")) {
      const known = !rule.texts || rule.kind !== "text" || rule.texts.split("|").includes(value);
      return typeof value === "string" && known ? { text: value } : no();
    }
    if (isPrior(value)) {
      const prior = rule.drawn && kinds.prior.find(p => p.type === value.prior);
      if (!prior) return no();
      const values = prior.parameters.map((p, i) => checked(p, (value.values || [])[i], 0, `the prior ${value.prior}`).values[0]);
      return { prior: value.prior, values, rows: 2 };
    }
    let m = matrixOf(value);
    if (m && rule.size === "arms" && m.values.length === 1) m = { values: Array(arms || 1).fill(m.values[0]), rows: arms || 1 };
    const good = m && fitsSize(rule, m, arms) && m.values.every(x => fitsNumber(rule, x)) && fitsSums(rule, m) &&
      !(rule.increasing && m.values.some((x, i) => i > 0 && x <= m.values[i - 1]));
    return good ? m : no();
  }

  function checkOrder(rule, all, value, place) {
    const other = rule.from || rule.beyond, m = all[rule.name], than = other && all[other];
    if (!m || !than || !m.values || !than.values) return;
    const bad = m.values.some((x, i) => i < than.values.length && (x < than.values[i] || (rule.beyond && x === than.values[i])));
    if (bad) refuse(rule.name, `${rule.beyond ? "above" : "at least"} \`${other}\``, value, place);
  }

  // The parameters of a type, checked, by name and in the order of `names`.
  function parametersOf(type, values, arms, place, mustAll, names) {
    const known = type.parameters.map(rule => rule.name);
    for (const name of Object.keys(values)) {
      if (!known.includes(name)) {
        refuse(name, known.length ? `omitted; there are ${known.map(k => `\`${k}\``).join(", ")}` : "omitted", values[name], place);
      }
    }
    const all = {};
    const order = (names || []).filter(name => known.includes(name)).concat(known.filter(name => !(names || []).includes(name)));
    for (const name of order) {
      const rule = type.parameters.find(r => r.name === name), value = values[name];
      if (value == null) {
        if (mustAll && !rule.optional) refuse(name, wanted(rule, arms), undefined, place);
        continue;
      }
      all[name] = checked(rule, value, arms, place);
    }
    for (const rule of type.parameters) checkOrder(rule, all, values[rule.name], place);
    return all;
  }

  // --- descriptions, completed as R's constructors do -----------------------------------------

  const known = (table, name) => Object.prototype.hasOwnProperty.call(table, name) ? table[name] : null;
  const withoutType = given => Object.fromEntries(Object.entries(given).filter(([name]) => name !== "type"));

  function typeOf(kind, given, argument) {
    const name = given && typeof given === "object" ? given.type : given;
    const found = kinds[kind].find(t => t.type === name || t.type === `policy_${name}`);
    if (!found || found.outside) refuse(argument, `one of ${listed(kinds[kind].filter(t => !t.outside).map(t => t.type.replace(/^policy_/, "")))}`, name);
    return found;
  }

  const usualOf = constructor => (defaults[constructor] || { usual: {} }).usual;
  const plain = given => ({ ...(typeof given === "string" ? {} : withoutType(given)) });

  function withDefaults(type, values, constructor) {
    const usual = usualOf(constructor);
    for (const rule of type.parameters) if (values[rule.name] == null && usual[rule.name] != null) values[rule.name] = usual[rule.name];
    return values;
  }

  const same = (a, b) => JSON.stringify([a].flat()) === JSON.stringify([b].flat());

  // --- the scale of rewards, which policies take from the bandit: R's stated_scale() and resolved_scale() -------------

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

  // What the means of constant arms may come to by changes and wear.
  function reachOf(law, all, own, means) {
    const get = name => (all[`law.${name}`] || { values: [] }).values, joined = (...values) => extremes([...own, ...values]);
    const prior = all["law.prior"];
    switch (law) {
      case "at": case "table": return joined(...get("mean"));
      case "random": return joined(...(prior && prior.prior ? priorRange(prior) : []));
      case "jumps": return joined(0, 1);
      case "drift": return joined(...get("low"), ...get("high"));
      case "wave": return waveReach(get("amplitude").map(Math.abs), means, own);
      case "step": return joined(...get("drop").flatMap(x => [own[0] - x, own[1] - x]));
      case "linear": return get("slope").some(x => x < 0) ? [own[0], Infinity] : joined(...get("floor"));
      case "power": return get("exponent").some(x => x < 0) ? [own[0] < 0 ? -Infinity : own[0], own[1] > 0 ? Infinity : own[1]] : joined(0);
      default: return own;
    }
  }

  function waveReach(sizes, means, own) {
    const size = i => sizes[i % sizes.length], most = Math.max(...sizes);
    return means ? extremes(means.flatMap((mean, i) => [mean - size(i), mean + size(i)])) : [own[0] - most, own[1] + most];
  }

  function tableRange({ all }, traits) {
    const values = all.value || all.reward, moving = traits.find(t => ["changes", "wear"].includes(t.type.type));
    const own = values.prior ? priorRange(values) : extremes(values.values);
    return moving ? reachOf(moving.all.law.text, moving.all, own, values.prior ? null : values.values) : own;
  }

  function statedScale(arms, traits) {
    const name = arms.type.type, sums = traits.some(t => t.type.type === "spread");
    if (traits.some(t => t.all.pay)) return { range: [0, 1], sums };
    if (tabled(name)) {
      const [low, high] = tableRange(arms, traits);
      return low >= 0 && high <= 1 ? { range: [0, 1], sums } : { sums };
    }
    const { range, sd } = known(statedBy, name) ? statedBy[name](arms.all) : { range: [0, 1] };
    if (range) return range[0] < range[1] ? { range, sums } : { sums };
    return sd > 0 ? { sd, sums } : { sums };
  }

  const coreFamily = (name, family) => name === "prior" && family === "bernoulli" ? "beta" : family;
  const needsGaussian = values => values.prior_sd != null || values.sd != null;

  // The scale that a policy with these values takes, by the core's names; nothing if one is given.
  function takenScale(entry, variant, values, stated) {
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

  function variantOf(entry, values) {
    const variants = entry.variants || [];
    return variants.slice(1).find(v => Object.entries(v.with).every(([name, text]) => values[name] === text)) || variants[0] ||
      { passes: {}, order: [] };
  }

  // A policy's parameters address its random numbers: what R leaves to the core is left out here too.
  function policyParameters(given, stated, argument = "policy") {
    const type = typeOf("policies", given, argument), values = plain(given), inside = values.base;
    delete values.label;
    const entry = defaults[type.type] || { usual: {}, variants: [] };
    delete values.base;
    for (const name of entry.needs || []) {
      const rule = type.parameters.find(r => r.name === name);
      if (rule && values[name] == null) refuse(name, wanted(rule), undefined, type.label);
    }
    const usual = entry.usual;
    Object.assign(values, takenScale(entry, variantOf(entry, values), values, stated));
    const variant = variantOf(entry, values);
    const completed = { ...variant.passes };
    for (const [name, value] of Object.entries(values)) {
      if (value == null || (same(value, usual[name]) && !(name in variant.passes))) continue;
      completed[name] = value;
    }
    const all = {};
    const own = { ...type, parameters: type.parameters.filter(rule => rule.name !== "base") };
    Object.assign(all, parametersOf(own, completed, 0, type.label, false, variant.order));
    if (own.parameters.length === type.parameters.length) return { type, all };
    if (inside == null) refuse("base", "the policy inside", undefined, type.label);
    const base = policyParameters(inside, stated, "base");
    all.base = { text: base.type.type };
    for (const [name, value] of Object.entries(base.all)) all[`base.${name}`] = value;
    return { type, all };
  }

  // Which laws a trait may have: they are named like it.
  const lawsOf = trait => kinds[trait.type] && Array.isArray(kinds[trait.type]) && trait.type !== "arms" ? kinds[trait.type] : null;

  function lawParameters(kind, law, arms, prefix, all) {
    const type = typeOf(kind, law, "law"), values = withDefaults(type, plain(law), `${kind}_${type.type}`);
    delete values.law;
    const own = { ...type, parameters: type.parameters.filter(rule => rule.name !== "law") };
    if (kind === "changes" && type.type === "wave" && values.phase == null) values.phase = Array.from({ length: arms }, (_, k) => k / arms);
    for (const [name, value] of Object.entries(parametersOf(own, values, arms, `the law ${type.type}`, true))) all[prefix + name] = value;
    return type.type;
  }

  function traitParameters(given, arms) {
    const type = typeOf("traits", given, "traits"), values = withDefaults(type, plain(given), `with_${type.type}`);
    if (type.type === "delay" && values.chance != null && values.from == null) values.from = 1;
    if (!lawsOf(type)) return { type, all: parametersOf(type, values, arms, `the trait ${type.type}`, true) };
    const all = {}, laws = [values.law].flat();
    if (values.law == null) refuse("law", `one of ${listed(lawsOf(type).map(l => l.type))}`, undefined, `the trait ${type.type}`);
    if (!type.parameters.some(rule => rule.name === "laws")) {
      all.law = { text: lawParameters(type.type, laws[0], arms, "law.", all) };
      return { type, all };
    }
    if (laws.length !== 1 && laws.length !== arms) refuse("law", `one law for all arms or one for each of the ${arms}`, `${laws.length} laws`, `the trait ${type.type}`);
    all.laws = { values: [laws.length], rows: 1 };
    all.of_arm = { values: laws.map((_, i) => i + 1), rows: laws.length };
    laws.forEach((law, i) => all[`${i + 1}.law`] = { text: lawParameters(type.type, law, arms, `${i + 1}.`, all) });
    return { type, all };
  }

  const sized = ["one or arms", "arms", "rows"];

  // How many arms the parameters describe.
  function armCount(type, values) {
    if (values.count != null) return values.count;
    const sizes = type.parameters.filter(rule => sized.includes(rule.size) && values[rule.name] != null && !isPrior(values[rule.name]))
      .map(rule => Array.isArray(values[rule.name]) ? values[rule.name].length : 1);
    return sizes.length ? Math.max(...sizes) : values.from ? values.from.length - 1 : 0;
  }

  const isWhole = (x, least, most) => Number.isInteger(x) && x >= least && x <= most;

  function checkPlan(d) {
    if (d === null || typeof d !== "object") refuse("description", "an object", d);
    const whole = (name, least, most, usual) => {
      const value = d[name] == null ? usual : d[name];
      if (!isWhole(value, least, most)) refuse(name, `a whole number from ${least} to ${limit(most)}`, value);
      return value;
    };
    return { seed: whole("seed", -(2 ** 53), 2 ** 53 - 1, 1), replication: whole("replication", 1, 2 ** 31 - 1, 1),
      horizon: whole("horizon", 1, 2 ** 48) };
  }

  // Everything in the core's words: {plan, arms, traits, policies}.
  function understood(d, policies) {
    const plan = checkPlan(d);
    if (!d.arms || typeof d.arms !== "object") refuse("arms", "arms such as {type: \"bernoulli\", prob: [0.4, 0.6]}", d.arms);
    const type = typeOf("arms", d.arms, "arms"), values = withDefaults(type, plain(d.arms), `arms_${type.type}`);
    const count = armCount(type, values), names = values.names;
    if (!isWhole(count, 1, 1e4)) refuse("count", "a whole number of arms from 1 to 10000", count, "the arms");
    delete values.count;
    delete values.names;
    if (names != null && !(Array.isArray(names) && names.length === count && names.every(n => typeof n === "string"))) {
      refuse("names", `${count} strings, one for each arm`, names, "the arms");
    }
    const arms = { type, count, names, all: parametersOf(type, values, count, `the ${type.type} arms`, true) };
    if (d.traits != null && !Array.isArray(d.traits)) refuse("traits", "a list of traits", d.traits);
    const traits = (d.traits || []).map(trait => traitParameters(trait, count));
    checkTogether(arms, traits);
    return { plan, arms, traits, policies: policies.map(p => p === null ? { type: kinds.policies.find(k => k.type === "policy_custom"), all: {} } :
      playable(policyParameters(p, statedScale(arms, traits)), arms, traits)) };
  }

  function stop(message, argument) {
    const error = new Error(message);
    error.argument = argument;
    throw error;
  }

  function checkTogether(arms, traits) {
    const has = [arms.type.type, ...(arms.type.contexts ? ["contexts"] : []), ...traits.map(t => t.type.type)];
    traits.forEach((trait, i) => {
      if (traits.findIndex(t => t.type === trait.type) < i) stop(`The trait ${trait.type.type} is there twice.`, "traits");
      for (const conflict of trait.type.conflicts) {
        if (has.includes(conflict.with)) stop(`${trait.type.type} cannot be combined with ${conflict.with}: ${conflict.reason}.`, "traits");
      }
      const moving = ["changes", "wear"].includes(trait.type.type);
      if (moving && !arms.type.mean_may_change) stop(`Arms of type ${arms.type.type} have no mean that could change.`, "traits");
    });
  }

  const ranges = { gaussian: [-Infinity, Infinity], student: [-Infinity, Infinity], lognormal: [0, Infinity] };

  // Between which numbers all rewards lie.
  function rewardRange(arms, traits) {
    if (traits.some(t => t.all.pay)) return [0, 1];
    return ranges[arms.type.type] || (arms.all.value || arms.all.reward ? tableRange(arms, traits) : [0, 1]);
  }

  // What in a policy cannot do with rewards outside of a range, or undefined.
  function needsRange(type, parameter) {
    for (const rule of type.parameters.filter(r => r.bounded)) {
      const texts = rule.kind === "text" ? rule.texts.split("|") : [], given = parameter(rule.name);
      const who = rule.bounded.split("|")[texts.length ? texts.indexOf(given ? given.text : texts[0]) : 0];
      if (who) return { who, range: given && given.text === "exponential" ? [0, Infinity] : (parameter("range") || { values: [0, 1] }).values };
    }
    return undefined;
  }

  // Why the policy with these parameters, or the one inside it, cannot play, or null.
  function reasonAgainst(type, all, arms, traits, prefix = "") {
    const has = [...(arms.type.contexts ? ["contexts"] : []), ...traits.map(t => t.type.type === "population" ? "lifetimes" : t.type.type)];
    const refused = type.refuses.find(name => has.includes(name)), inside = all[`${prefix}base`];
    if (refused) return `${type.label} cannot play bandits with ${refused}.`;
    if (type.needs.length && !type.needs.some(name => has.includes(name))) return `${type.label} needs a bandit with ${[...new Set(type.needs)].join(" or ")}.`;
    const bounded = needsRange(type, name => all[prefix + name]), [low, high] = rewardRange(arms, traits);
    if (bounded) {
      const [least, most] = bounded.range, needs = `${bounded.who} needs rewards ${most === Infinity ? "of at least 0" : `in [${least}, ${most}]`}`;
      if (low < least || high > most) return `${type.label} cannot play this bandit: ${needs}.`;
      if (has.includes("spread") && most < Infinity) return `${type.label} cannot play this bandit: ${needs}, and sums that arrive together can be more.`;
    }
    return inside ? reasonAgainst(kinds.policies.find(p => p.type === inside.text), all, arms, traits, `${prefix}base.`) : null;
  }

  function playable(policy, arms, traits) {
    const reason = reasonAgainst(policy.type, policy.all, arms, traits);
    if (reason) stop(reason, "policy");
    return policy;
  }

  // --- telling the core ---------------------------------------------------------------------

  function tell(understanding) {
    const handle = core.face_describe();
    if (!handle) throw new Error("There is not enough memory.");
    const keep = keeper(handle);
    const give = all => {
      for (const [name, value] of Object.entries(all)) {
        const values = value.values ? keep.numbers(value.values) : 0;
        core.face_give(handle, keep.text(name), keep.text(value.text), keep.text(value.prior), values,
          value.values ? value.values.length : 0, value.rows || 0);
      }
    };
    const must = (place, argument) => {
      if (!place) return;
      const words = textAt(place);
      core.face_forget(handle);
      stop(`${words[0].toUpperCase()}${words.slice(1)}${/[.]$/.test(words) ? "" : "."}`, argument);
    };
    const { arms, traits, policies } = understanding;
    give(arms.all);
    must(core.face_arms(handle, keep.text(arms.type.type), arms.count, arms.names ? keep.texts(arms.names) : 0), "arms");
    for (const trait of traits) {
      give(trait.all);
      must(core.face_trait(handle, keep.text(trait.type.type)), trait.type.type);
    }
    for (const policy of policies) {
      give(policy.all);
      must(core.face_policy(handle, keep.text(policy.type.type)), "policy");
    }
    return { handle, keep };
  }

  function openLive(told, understanding, policy, replication, rounds, choices) {
    const { seed, horizon } = understanding.plan;
    const places = rounds.length ? told.keep.numbers(rounds) : 0;
    const live = core.face_open(told.handle, policy, seed, horizon, replication, places, rounds.length, choices ? 1 : 0);
    if (!live) throw new Error("There is not enough memory.");
    return live;
  }

  const ENDED = 2;

  function step(live, until) {
    const state = core.face_step(live, Math.min(until, 2 ** 62));
    const failure = core.face_failure(live);
    if (failure) stop(textAt(failure), "policy");
    return state;
  }

  function figureNames(live) {
    return Array.from({ length: core.face_figure_count(live) }, (_, i) => textAt(core.face_figure_name(live, i)));
  }

  // --- a game ---------------------------------------------------------------------------------

  const orNull = x => Number.isNaN(x) ? null : x;
  const VIEW = ["round", "plays", "state", "places", "waits", "arm", "wait", "reward", "observed", "cost"];
  const ARM = ["number", "alive", "present", "left", "away", "pulls", "estimate", "mean", "patience_left", "first", "last", "share",
    "index", "pending"];
  const FLAGS = ["alive", "present", "left", "away"];

  const named = (names, numbers, from) => Object.fromEntries(names.map((name, i) => [name, orNull(numbers[from + i])]));

  function viewOf(live, names, armNames) {
    const places = numbersAt(core.face_view(live), VIEW.length)[VIEW.indexOf("places")];
    const all = Array.from(numbersAt(core.face_view(live), VIEW.length + names.length + places * ARM.length));
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
  function open(d) {
    begun();
    const understanding = understood(d, [d.policy === undefined ? null : d.policy]), told = tell(understanding);
    let live = 0;
    const close = () => {
      if (live) core.face_close(live);
      if (told.handle) core.face_forget(told.handle);
      live = told.handle = 0;
    };
    try {
      live = openLive(told, understanding, 0, understanding.plan.replication, [], d.keep === "choices");
      const failure = core.face_failure(live);
      if (failure) stop(textAt(failure), "policy");
      const names = figureNames(live), byVisitor = d.policy == null, horizon = understanding.plan.horizon;
      const made = [];
      const view = () => {
        if (!live) throw new Error("The game is closed.");
        return viewOf(live, names, d.arms.names);
      };
      const play = rounds => {
        if (byVisitor) stop("It is the visitor who plays: game.choose(arm).", "policy");
        if (!isWhole(rounds, 1, 2 ** 48)) refuse("rounds", "a whole number of at least 1", rounds);
        const now = view().round, until = Math.min(now + rounds, horizon + 1);
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
      // What may be believed of each action: the 95% interval of its mean, or with waiting of its reward per round.
      const beliefs = () => {
        const count = core.face_belief_count(live), all = numbersAt(core.face_beliefs(live), 6 * count);
        return Array.from({ length: count }, (_, i) => named(["arm", "wait", "pulls", "mean", "low", "high"], all, 6 * i));
      };
      if (byVisitor) step(live, 2 ** 62);
      for (const choice of byVisitor ? d.choices || [] : []) choose(...[choice].flat());
      return { view, play, choose, choices, beliefs, close, description: () => byVisitor ? { ...d, choices: [...made] } : d };
    } catch (error) {
      close();
      throw error;
    }
  }

  // --- studies ----------------------------------------------------------------------------------

  function understoodStudy(s) {
    const understanding = understood(s, Array.isArray(s.policies) && s.policies.length ? s.policies :
      refuse("policies", "a list of policies", s.policies));
    const replications = s.replications == null ? 100 : s.replications;
    if (!isWhole(replications, 1, 1e6)) refuse("replications", "a whole number from 1 to 1000000", replications);
    const horizon = understanding.plan.horizon, rounds = s.rounds || [horizon];
    const good = Array.isArray(rounds) && rounds.length && rounds.every((r, i) => isWhole(r, 1, horizon) && (i === 0 || r > rounds[i - 1]));
    if (!good) refuse("rounds", `increasing whole numbers from 1 to the horizon, ${horizon}`, rounds);
    const names = s.policies.map(labelOf), twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined) refuse("policies", "policies with different labels; give one of them a `label`", `${twice}, twice`);
    return { understanding, replications, rounds: Array.from(rounds) };
  }

  // As R labels it, of several variants by the first.
  function labelOf(given) {
    const type = typeOf("policies", given, "policy"), values = plain(given);
    if (values.label) return values.label;
    if (type.type === "policy_fixed") return `Fixed ${values.arm == null ? 1 : values.arm}`;
    if (type.type === "policy_fixed_schedule" && values.cycle != null) return cycleLabel([values.cycle].flat());
    const variant = variantOf(defaults[type.type] || {}, values).label || type.label;
    return values.base == null ? variant : variant.replace("(UCB1)", () => `(${labelOf(values.base)})`); // R wrote it for UCB1
  }

  function cycleLabel(arms) {
    const cycle = arms.length > 1 ? arms : [arms[0], arms[0]], shown = cycle.join(", ");
    return `Fixed ${shown.length <= 20 ? shown : `cycle of ${cycle.length}`}`;
  }

  const ROUNDS_A_SLICE = 20000;

  // Plays a study in slices; after each it yields how many games are done. What it returns has, for each
  // policy, every figure by name: number [replication * rounds.length + i].
  function* inSlices(s) {
    const { understanding, replications, rounds } = understoodStudy(s), told = tell(understanding);
    const policies = understanding.policies.map((p, i) => ({ name: labelOf(s.policies[i]), type: p.type.type }));
    const { horizon, replication } = understanding.plan;
    let live = 0, done = 0;
    try {
      for (let r = 0; r < replications; r++) {
        for (let i = 0; i < policies.length; i++) {
          live = openLive(told, understanding, i, replication + r, rounds, false);
          for (let until = ROUNDS_A_SLICE; step(live, until) !== ENDED; until += ROUNDS_A_SLICE) yield done + Math.min(until, horizon) / (horizon + 1);
          const names = figureNames(live), numbers = numbersAt(core.face_figures(live), names.length * rounds.length);
          names.forEach((name, at) => {
            const column = policies[i][name] = policies[i][name] || new Float64Array(replications * rounds.length);
            column.set(numbers.subarray(at * rounds.length, (at + 1) * rounds.length), r * rounds.length);
          });
          core.face_close(live);
          live = 0;
          yield ++done;
        }
      }
    } finally {
      if (live) core.face_close(live);
      core.face_forget(told.handle);
    }
    return { policies, rounds, replications };
  }

  // For so many milliseconds, then on with it: {done} or {value: what was returned}.
  function forSome(slices, milliseconds) {
    const end = Date.now() + milliseconds;
    for (;;) {
      const next = slices.next();
      if (next.done || Date.now() >= end) return next;
    }
  }

  const pause = () => new Promise(go => setTimeout(go, 0));
  const stopped = () => Object.assign(new Error("The study was cancelled."), { cancelled: true });

  // On the page itself, a few milliseconds at a time.
  function onPage(s, progress, all) {
    let cancelled = false;
    const run = async () => {
      await ready();
      const slices = inSlices(s);
      for (;;) {
        if (cancelled) {
          slices.return();
          throw stopped();
        }
        const next = forSome(slices, 12);
        if (next.done) return next.value;
        progress(next.value, all);
        await pause();
      }
    };
    return { promise: run(), cancel: () => { cancelled = true; } };
  }

  // What a worker runs: the same library, made again from its own text.
  function inWorker(scope, library) {
    scope.onmessage = async ({ data }) => {
      try {
        const unruly = library(data.bytes, data.defaults);
        await unruly.ready();
        const slices = unruly.slices(data.study);
        for (let next; !(next = slices.some(100)).done;) scope.postMessage({ done: next.value });
        scope.postMessage({ result: slices.result() });
      } catch (error) {
        scope.postMessage({ failed: { message: error.message, argument: error.argument } });
      }
    };
  }

  // For a worker: some of a study at a time.
  function slices(s) {
    const playing = inSlices(s);
    let last = null;
    return { some: milliseconds => last = forSome(playing, milliseconds), result: () => last.value };
  }

  function newWorker() {
    const text = `"use strict";(${inWorker})(self, ${make});`;
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    try {
      return new Worker(address);
    } finally {
      setTimeout(() => URL.revokeObjectURL(address), 10000);
    }
  }

  // Many replications of several policies, in a worker if there may be one: {promise, cancel}.
  function study(s, { progress = () => {}, worker = true } = {}) {
    begun();
    const checked = understoodStudy(s), all = checked.replications * s.policies.length;
    let made = null;
    try {
      if (worker && typeof Worker !== "undefined") made = newWorker();
    } catch (refused) {
      made = null;
    }
    if (!made) return onPage(s, progress, all);
    let cancel;
    const promise = new Promise((resolve, reject) => {
      let instead = null;
      cancel = () => {
        made.terminate();
        if (instead) instead.cancel();
        reject(stopped());
      };
      made.onmessage = ({ data }) => {
        if (data.done !== undefined) return progress(data.done, all);
        made.terminate();
        if (data.failed) return reject(Object.assign(new Error(data.failed.message), data.failed));
        progress(all, all);
        resolve(data.result);
      };
      made.onerror = event => { // refused after all
        if (event.preventDefault) event.preventDefault();
        made.terminate();
        instead = onPage(s, progress, all);
        instead.promise.then(resolve, reject);
      };
      made.postMessage({ bytes: typeof given === "string" ? bytesOf(given) : given, defaults, study: JSON.parse(JSON.stringify(s, endless), finite) });
    });
    return { promise, cancel };
  }

  // --- the same in R ------------------------------------------------------------------------------

  // R reads decimals of up to 15 digits exactly, and any number that is written by its bits.
  function inR(x) {
    if (typeof x === "boolean") return x ? "TRUE" : "FALSE";
    if (typeof x === "string") return JSON.stringify(x);
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

  const combined = (list, names) => {
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
    laws: { changes_at: p => callInR("changes_at", { ...p, mean: transposed(p.mean) }), changes_table: p => transposed(p.mean), wear_table: p => p.mean,
      spread_custom: p => `c(${[...(["1", undefined].includes(p.from) ? [] : [`numeric(${p.from} - 1)`]), p.weights, "0"].join(", ")})` },
    traits: { absences: p => callInR("with_absences", { awake: p.chance || `${transposed(p.awake)} == 1` }),
      delay: p => callInR("with_delay", { delay: p.chance || (p.lag && (p.lag.includes("(") ? `as.list(${p.lag})` : p.lag)) || `delay_geometric(${p.mean})` }) },
    policies: { width: (p, given) => ({ ...p, width: null, range: `c(0, ${inR(given.width)})` }),
      round_sizes: (p) => ({ ...p, round_sizes: null, round_size: p.round_sizes }) },
  };

  // By R's names and in its words; the constructor's entry in `defaults` says which are others than the core's.
  function textsInR(type, values, count, constructor = type.type) {
    const texts = {}, { names = {}, family } = defaults[constructor] || {};
    for (const rule of type.parameters) {
      const given = values[rule.name], value = rule.name === "prior" && family === "prior" && given === "beta" ? "bernoulli" : given;
      if (value != null) texts[known(names, rule.name) || rule.name] = rule.kind === "flag" ? inR(Boolean(value)) : valueInR(value, count);
    }
    return texts;
  }

  function armsInR(given) {
    const type = typeOf("arms", given, "arms"), values = withDefaults(type, plain(given), `arms_${type.type}`), count = armCount(type, values);
    if (type.contexts) stop("For arms with contexts there is no call in R that a line would hold.", "arms");
    const texts = textsInR(type, values, count), first = type.parameters[0].name;
    if (values.names && !isPrior(values[first])) texts[first] = valueInR([values[first]].flat(Array.isArray((values[first] || [])[0]) ? 0 : 1), count, values.names);
    const speak = known(spoken.arms, type.type);
    return { count, text: speak ? speak(texts, values) : callInR(`arms_${type.type}`, texts) };
  }

  function lawInR(kind, given) {
    const type = typeOf(kind, given, "law"), name = `${kind}_${type.type}`, texts = textsInR(type, withDefaults(type, plain(given), name), 1, name);
    delete texts.law;
    const speak = known(spoken.laws, name);
    return speak ? speak(texts) : callInR(name, texts);
  }

  function traitInR(given, count) {
    const type = typeOf("traits", given, "traits"), values = withDefaults(type, plain(given), `with_${type.type}`);
    if (lawsOf(type)) {
      const laws = [values.law].flat().map(law => lawInR(type.type, law));
      return `with_${type.type}(${laws.length > 1 ? `list(${laws.join(", ")})` : laws[0]})`;
    }
    const texts = textsInR(type, values, count), speak = known(spoken.traits, type.type);
    const unsaid = !defaults[`with_${type.type}`] || values.vain != null || ![undefined, null, 1].includes(values.from);
    if (unsaid) stop(`For the trait ${type.type} there is no call in R that a line would hold.`, "traits");
    return speak ? speak(texts) : callInR(`with_${type.type}`, texts);
  }

  function bandit(d) {
    const arms = armsInR(d.arms);
    return [`bandit(${arms.text})`, ...(d.traits || []).map(trait => traitInR(trait, arms.count))].join(" |>\n  ");
  }

  function policyInR(given) {
    const type = typeOf("policies", given, "policy"), values = plain(given), label = values.label, inside = values.base;
    delete values.label;
    let texts = textsInR(type, { ...values, base: null });
    for (const [name, speak] of Object.entries(spoken.policies)) if (values[name] != null) texts = speak(texts, values);
    if (inside != null) texts = { policy: policyInR(inside), ...texts };
    if (label != null) texts.label = inR(label);
    return type.type === "policy_fixed_schedule" ? fixedInR(values.cycle, texts.label) : callInR(type.type, texts);
  }

  // One arm again and again is a cycle, too.
  function fixedInR(cycle, label) {
    const arms = [cycle].flat();
    return callInR("policy_fixed", { arm: combined(arms.length > 1 ? arms : [arms[0], arms[0]]), label });
  }

  // What the visitor chose, as a policy in R.
  function choicesInR(choices) {
    const pairs = choices.map(choice => [choice].flat()), waits = pairs.some(pair => pair.length > 1);
    if (!pairs.length) return "policy_custom(\\(state, view) view$live[1], label = \"You\")";
    const mine = waits ? `rbind(${pairs.map(([arm, wait = 1]) => `c(${arm}, ${wait})`).join(", ")})` : combined(pairs.map(([arm]) => arm));
    const next = waits ? "mine[view$plays + 1, ]" : "mine[view$plays + 1]", rest = waits ? "c(view$live[1], 1)" : "view$live[1]";
    return `local({\n      mine <- ${mine}\n      policy_custom(\\(state, view) if (view$plays < ${pairs.length}) ${next} else ${rest}, label = "You")\n    })`;
  }

  function sequence(rounds) {
    const by = rounds[1] - rounds[0], even = rounds.length > 4 && rounds.every((r, i) => r === rounds[0] + i * by);
    return even ? `seq(${inR(rounds[0])}, ${inR(rounds[rounds.length - 1])}, by = ${inR(by)})` : combined(rounds);
  }

  // The call of run_study() that gives exactly these numbers.
  function code(d) {
    begun();
    const many = Array.isArray(d.policies), { plan } = understood(d, many ? d.policies : [d.policy == null ? null : d.policy]);
    const policies = many ? [...(d.choices ? [choicesInR(d.choices)] : []), ...d.policies.map(policyInR)] : [d.policy == null ? choicesInR(d.choices || []) : policyInR(d.policy)];
    const list = policies.length > 1 ? `list(\n    ${policies.join(",\n    ")}\n  )` : policies[0];
    const settings = [`horizon = ${inR(plan.horizon)}`, `reps = ${many ? inR(understoodStudy(d).replications) : 1}`,
      ...(plan.replication > 1 ? [`first_rep = ${inR(plan.replication)}`] : []), `seed = ${inR(plan.seed)}`,
      ...(many && d.rounds ? [`record = ${sequence(d.rounds)}`] : []), ...(many ? [] : ["keep = \"choices\""])];
    return `library(unruly)\n\nb <- ${bandit(d)}\n\nrun_study(\n  b,\n  ${list},\n  ${settings.join(", ")}\n)`;
  }

  // --- links ----------------------------------------------------------------------------------------

  // JSON has no word for what never ends.
  const endless = (key, value) => value === Infinity ? "\u221e" : value === -Infinity ? "-\u221e" : value;
  const finite = (key, value) => value === "\u221e" ? Infinity : value === "-\u221e" ? -Infinity : value;

  // FNV-1a of what a link holds, in six letters: an edited link is known by it.
  function sumOf(text) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
    return hash.toString(36).padStart(7, "0");
  }

  // Another version for links that would give other numbers: a policy without a scale had a fixed one in version 1.
  const LINK_VERSION = 2;

  const coded = text => btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/[+]/g, "-").replace(/[/]/g, "_").replace(/=/g, "");
  const decoded = text => new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(text.replace(/-/g, "+").replace(/_/g, "/")));

  const checkedState = state => {
    if (Array.isArray(state.policies)) understoodStudy(state);
    else understood(state, [state.policy == null ? null : state.policy]);
    return state;
  };

  // Whatever JSON can hold may stand beside what is played: the page's own settings.
  function link(state) {
    begun();
    const held = coded(JSON.stringify(checkedState(state), endless));
    return `#${LINK_VERSION}${sumOf(held)}${held}`;
  }

  function from_link(text) {
    begun();
    const broken = why => stop(`This link cannot be played: ${why}`, "link");
    const found = /^#?(\d)([0-9a-z]{7})([A-Za-z0-9_-]+)$/.exec(text);
    if (!found) return broken("it is not one of this page, or a part of it is missing.");
    if (Number(found[1]) !== LINK_VERSION) return broken("it was made by another version of this page.");
    if (sumOf(found[3]) !== found[2]) return broken("it was changed or cut off after it was made.");
    try {
      return checkedState(JSON.parse(decoded(found[3]), finite));
    } catch (error) {
      return broken(error.message);
    }
  }

  // --- what there is ----------------------------------------------------------------------------------

  function types() {
    begun();
    return JSON.parse(JSON.stringify(kinds, endless), finite);
  }

  // What may be missing is not looked for.
  function byNameAlone(policy, stated) {
    const type = typeOf("policies", policy, "policy"), entry = defaults[type.type] || {};
    return { type, all: parametersOf(type, takenScale(entry, variantOf(entry, {}), {}, stated), 0, type.label, false) };
  }

  // Why a policy cannot play the bandit of a description, or null.
  function why_not(d, policy) {
    begun();
    const { arms, traits } = understood(d, []);
    const stated = statedScale(arms, traits);
    const { type, all } = typeof policy === "string" ? byNameAlone(policy, stated) : policyParameters(policy, stated);
    return reasonAgainst(type, all, arms, traits);
  }

  return { ready, open, study, slices, types, label: labelOf, why_not, code, link, from_link };
})(typeof UnrulyBytes === "undefined" ? null : UnrulyBytes, typeof UnrulyDefaults === "undefined" ? {} : UnrulyDefaults);
