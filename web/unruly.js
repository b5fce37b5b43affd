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

  // --- what is refused ---------------------------------------------------------------------

  // An error that says what the core says: `code`, `argument`, and `refusal` with all of it. What cannot even be
  // given to the core, since it is of another kind, is refused here.
  function refusedError(why) {
    const error = new Error(sentenceOf(why));
    return Object.assign(error, { argument: why.argument, code: why.code, refusal: why });
  }

  const capital = words => words[0].toUpperCase() + words.slice(1);

  function sentenceOf({ code, argument, wanted, given, reason }) {
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

  function refuse(argument, wanted, value) {
    throw refusedError({ code: "argument", argument, wanted, given: show(value), reason: "" });
  }

  function show(value) {
    if (value === undefined) return "nothing";
    if (typeof value === "string") return JSON.stringify(value.slice(0, 80));
    if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value).slice(0, 80) : String(value);
    const shown = value.slice(0, 8).map(show).join(", ");
    return `[${shown}${value.length > 8 ? ", ..." : ""}]`;
  }

  const isNumber = x => typeof x === "number" && !Number.isNaN(x);
  const isObject = x => x !== null && typeof x === "object" && !Array.isArray(x);
  const isPrior = x => isObject(x) && typeof x.prior === "string";
  const listed = texts => texts.map(text => `"${text}"`).join(", ");
  // Texts that R can read, too.
  const isText = x => typeof x === "string" && x.length > 0 && !/[\0-\x1f\x7f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(x);

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
    return alone ? { values: Array(arms || 1).fill(m.values[0]), rows: arms || 1 } : m || no();
  }

  // The parameters of a type by name, in the order of `names`; those that are not given are left out.
  function parametersOf(type, values, arms, names) {
    const known = type.parameters.map(rule => rule.name);
    for (const name of Object.keys(values)) {
      if (!known.includes(name)) refuse(name, known.length ? `omitted; there are ${known.map(k => `\`${k}\``).join(", ")}` : "omitted", values[name]);
    }
    const all = {};
    const order = (names || []).filter(name => known.includes(name)).concat(known.filter(name => !(names || []).includes(name)));
    for (const name of order) {
      if (values[name] != null) all[name] = marshalled(type.parameters.find(r => r.name === name), values[name], arms);
    }
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

  // `rewards`: between which numbers the core says that they all lie.
  function statedScale(arms, traits, [low, high]) {
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

  // A width is what counts of a range, for a policy that has a width.
  function withWidth(type, values) {
    const has = name => type.parameters.some(rule => rule.name === name);
    if (!has("width") || values.index === "kl" || !Array.isArray(values.range) || values.width != null) return values;
    const { range, ...others } = values;
    return { ...others, width: range[1] - range[0] };
  }

  // A policy's parameters address its random numbers: what R leaves to the core is left out here too.
  function policyParameters(given, stated, argument = "policy", named = false) {
    const type = typeOf("policies", given, argument), values = withWidth(type, plain(given)), inside = values.base;
    if (values.label != null && !isText(values.label)) refuse("label", "a string without control characters", values.label);
    delete values.label;
    const entry = defaults[type.type] || { usual: {}, variants: [] };
    delete values.base;
    const usual = entry.usual;
    Object.assign(values, takenScale(entry, variantOf(entry, values), values, stated));
    const variant = variantOf(entry, values), completed = { ...variant.passes };
    for (const { name, not_with: others } of type.parameters) {
      if (others && others.split("|").some(other => values[other] != null)) delete completed[name]; // which these take the place of
    }
    for (const [name, value] of Object.entries(values)) {
      if (value == null || (same(value, usual[name]) && !(name in variant.passes))) continue;
      completed[name] = value;
    }
    const own = { ...type, parameters: type.parameters.filter(rule => rule.name !== "base") };
    const all = parametersOf(own, completed, 0, variant.order);
    if (own.parameters.length === type.parameters.length) return { type, all };
    if (inside == null && named) return { type, all };
    if (inside == null) refuse("base", "the policy inside", undefined);
    const base = policyParameters(inside, stated, "base");
    all.base = { text: base.type.type };
    for (const [name, value] of Object.entries(base.all)) all[`base.${name}`] = value;
    return { type, all };
  }

  // Which laws a trait may have: they are named like it.
  const lawsOf = trait => kinds[trait.type] && Array.isArray(kinds[trait.type]) && trait.type !== "arms" ? kinds[trait.type] : null;

  function lawParameters(kind, law, arms, prefix, all, births) {
    const type = typeOf(kind, law, "law"), values = withDefaults(type, plain(law), `${kind}_${type.type}`);
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
    const values = withDefaults(type, plain(given), type.type === "population" ? "bandit_mortal" : `with_${type.type}`);
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
  function armCount(type, values) {
    if (values.count != null) return values.count;
    const sizes = type.parameters.filter(rule => sized.includes(rule.size) && values[rule.name] != null && !isPrior(values[rule.name]))
      .map(rule => Array.isArray(values[rule.name]) ? values[rule.name].length : 1);
    return sizes.length ? Math.max(...sizes) : values.from ? values.from.length - 1 : 0;
  }

  const isWhole = (x, least, most) => Number.isInteger(x) && x >= least && x <= most;

  // Numbers; which they may be the core says.
  function planOf(d) {
    const number = (name, usual) => {
      const value = d[name] == null ? usual : d[name];
      return isNumber(value) ? value : refuse(name, "a whole number", value);
    };
    return { horizon: number("horizon"), seed: number("seed", 1), replication: number("replication", 1) };
  }

  // Arms and traits in the core's words: {arms, traits}.
  function banditOf(d) {
    if (!isObject(d)) refuse("description", "an object", d);
    if (!isObject(d.arms)) refuse("arms", "arms such as {type: \"bernoulli\", prob: [0.4, 0.6]}", d.arms);
    const type = typeOf("arms", d.arms, "arms"), values = withDefaults(type, plain(d.arms), `arms_${type.type}`);
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

  function stop(message, argument) {
    throw Object.assign(new Error(message), { argument });
  }

  // --- telling the core ---------------------------------------------------------------------

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
    return { handle, keep, tell, tellPolicy, refusal, check, rewards, build: () => must(core.face_build(handle)), forget: () => core.face_forget(handle) };
  }

  const visitor = () => ({ type: kinds.policies.find(k => k.type === "policy_custom"), all: {} });

  // Everything told and examined, in the order in which R does it: the bandit, what policies are given, the plan, whether they
  // can play it. What `use` makes of {told, plan, arms, traits, policies}; `keeps`: the description is kept for it.
  function understood(d, policies, use = x => x, keeps = false) {
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
    const asked = choicesOf(d.choices || []), understanding = understood(d, [d.policy === undefined ? null : d.policy], u => u, true);
    const { told } = understanding;
    let live = 0, kept = true;
    const close = () => {
      if (live) core.face_close(live);
      if (kept) told.forget();
      live = 0;
      kept = false;
    };
    try {
      told.build();
      const byVisitor = d.policy == null;
      live = openLive(told, understanding, 0, understanding.plan.replication, [], byVisitor || d.keep === "choices");
      const failure = core.face_failure(live);
      if (failure) stop(textAt(failure), "policy");
      const names = figureNames(live), horizon = understanding.plan.horizon;
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
      // Why the policy's next choice is what it is: {code, rows: [{arm, wait, parts, propensity}]}, of all that can be chosen
      // now; `parts` by name. The code is null if the policy does not say; null instead of all, if propensities are not known
      // either.
      const explain = () => {
        const now = view(), place = core.face_chances(live), chances = place ? Array.from(numbersAt(place, now.arms.length * now.waits)) : [];
        const rows = [];
        let code = null;
        now.arms.forEach((arm, at) => {
          for (let i = 0; arm.present && i < now.waits; i++) {
            const said = core.face_explain(live, at * now.waits + i), why = said ? JSON.parse(textAt(said)) : { code, parts: [] };
            code = why.code;
            rows.push({ arm: arm.number, wait: i + 1, parts: Object.fromEntries(why.parts), propensity: place ? orNull(chances[at * now.waits + i]) : null });
          }
        });
        return code || place ? { code, rows } : null;
      };
      // What may be believed of each action: the 95% interval of its mean, or with waiting of its reward per round.
      const beliefs = () => {
        const count = core.face_belief_count(live), all = numbersAt(core.face_beliefs(live), 6 * count);
        return Array.from({ length: count }, (_, i) => named(["arm", "wait", "pulls", "mean", "low", "high"], all, 6 * i));
      };
      if (byVisitor) step(live, 2 ** 62);
      for (const choice of byVisitor ? asked : []) choose(...choice);
      return { view, play, choose, choices, explain, beliefs, close, description: () => byVisitor ? { ...d, choices: [...made] } : d };
    } catch (error) {
      close();
      throw error;
    }
  }

  // --- studies ----------------------------------------------------------------------------------

  // Checked as understood() does it; what `use` makes of that and of {replications, rounds}.
  function understoodStudy(s, use = x => x, keeps = false) {
    if (!isObject(s) || !Array.isArray(s.policies) || !s.policies.length) refuse("policies", "a list of policies", (s || {}).policies);
    return understood(s, s.policies, understanding => {
      const replications = s.replications == null ? 100 : s.replications;
      if (!isWhole(replications, 1, 1e6)) refuse("replications", "a whole number from 1 to 1000000", replications);
      const horizon = understanding.plan.horizon, rounds = s.rounds || [horizon];
      const good = Array.isArray(rounds) && rounds.length && rounds.every((r, i) => isWhole(r, 1, horizon) && (i === 0 || r > rounds[i - 1]));
      if (!good) refuse("rounds", `increasing whole numbers from 1 to the horizon, ${horizon}`, rounds);
      const names = s.policies.map(labelOf), twice = names.find((name, i) => names.indexOf(name) < i);
      if (twice !== undefined) refuse("policies", "policies with different labels; give one of them a `label`", `${twice}, twice`);
      return use({ understanding, replications, rounds: Array.from(rounds) });
    }, keeps);
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
    const { understanding, replications, rounds } = understoodStudy(s, u => u, true), { told } = understanding;
    const policies = understanding.policies.map((p, i) => ({ name: labelOf(s.policies[i]), type: p.type.type }));
    const { horizon, replication } = understanding.plan;
    let live = 0, done = 0;
    try {
      told.build();
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
      told.forget();
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
    policies: { width: (p, given) => given.index === "kl" ? { ...p, width: null, sd: inR(given.width / 2) } :
      { ...p, width: null, range: `c(0, ${inR(given.width)})` },
      decay: (p, given) => typeof given.decay === "boolean" ? { ...p, epsilon: given.decay ? null : p.epsilon, decay: given.decay ? p.epsilon || "0.1" : null } : p,
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

  const isPopulation = trait => typeOf("traits", trait, "traits").type === "population";

  // A population is a bandit of its own in R, made for a horizon.
  function populationInR(given, arms, horizon) {
    const { type, ...values } = given, init = values.init === Infinity ? "NULL" : values.init == null ? null : inR(values.init);
    if (values.reference != null) stop("For a population with a reference of one's own there is no call in R.", "traits");
    const texts = textsInR(typeOf("traits", given, "traits"), { ...values, init: null, horizon: null }, 1, "bandit_mortal");
    return callInR("bandit_mortal", { alive: inR(arms.count), horizon: inR(values.horizon == null ? horizon : values.horizon), ...texts, reward: arms.text, init });
  }

  function bandit(d) {
    const arms = armsInR(d.arms), traits = d.traits || [], population = traits.find(isPopulation);
    const first = population ? populationInR(population, arms, d.horizon) : `bandit(${arms.text})`;
    return [first, ...traits.filter(trait => !isPopulation(trait)).map(trait => traitInR(trait, arms.count))].join(" |>\n  ");
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

  // What the visitor chose, each as [arm, wait]: whole numbers, of which the game says whether they can be played.
  function choicesOf(choices) {
    if (!Array.isArray(choices) || choices.length > 1e6) refuse("choices", "a list of arms, or of [arm, wait]", choices);
    return choices.map(choice => {
      const pair = [choice].flat(), good = pair.length >= 1 && pair.length <= 2 && pair.every(x => isWhole(x, 1, 2 ** 31 - 1));
      return good ? pair : refuse("choices", "arms by their numbers, or [arm, wait]", choice);
    });
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
  function code(d, anyway = false) {
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

  // What may stand in a description, and beside it whatever is plain: the embedding page's own settings.
  const parts = ["arms", "traits", "policy", "policies", "horizon", "seed", "replication", "replications", "rounds", "choices", "keep"];
  const MOST_DEPTH = 6, LONGEST_TEXT = 10000;

  function isPlain(value, depth = 0) {
    if (depth > MOST_DEPTH) return false;
    if (value === null || typeof value === "boolean" || isNumber(value)) return true;
    if (typeof value === "string") return value.length <= LONGEST_TEXT && (value === "" || isText(value));
    if (Array.isArray(value)) return value.every(x => isPlain(x, depth + 1));
    return typeof value === "object" && Object.entries(value).every(([name, x]) => /^\w{1,60}$/.test(name) && name !== "__proto__" && isPlain(x, depth + 1));
  }

  // All of it is looked at, that which is only there for later, too.
  function checkedState(state) {
    if (!isObject(state)) refuse("description", "an object", state);
    for (const [name, value] of Object.entries(state)) {
      if (!/^\w{1,60}$/.test(name) || name === "__proto__") refuse(name.slice(0, 60), "omitted, as its name is none of a setting", value);
      if (!parts.includes(name) && !isPlain(value)) refuse(name, "numbers, true, false, strings without control characters, lists or objects of these", value);
    }
    if (state.keep != null && state.keep !== "choices") refuse("keep", "\"choices\"", state.keep);
    if (state.choices != null) choicesOf(state.choices);
    const many = Array.isArray(state.policies);
    if (state.policies != null && !many) refuse("policies", "a list of policies", state.policies);
    if (many) understoodStudy(state);
    if (!many || state.policy != null) understood(state, [state.policy == null ? null : state.policy]);
    if (!many) checkRecord(state);
    return state;
  }

  // What only studies use.
  function checkRecord({ rounds, replications }) {
    if (rounds != null && !(Array.isArray(rounds) && rounds.every(r => isWhole(r, 1, 2 ** 48)))) refuse("rounds", "whole numbers of at least 1", rounds);
    if (replications != null && !isWhole(replications, 1, 1e6)) refuse("replications", "a whole number from 1 to 1000000", replications);
  }

  // Plain settings may stand beside what is played: the page's own.
  function link(state) {
    begun();
    const held = coded(JSON.stringify(checkedState(state), endless));
    return `#${LINK_VERSION}${sumOf(held)}${held}`;
  }

  function from_link(text) {
    begun();
    const broken = why => stop(`This link cannot be played: ${why}`, "link");
    const found = typeof text === "string" && text.length < 1e6 && /^#?(\d)([0-9a-z]{7})([A-Za-z0-9_-]+)$/.exec(text);
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

  // What the core refuses of a description, and of its policy if there is one: {code, argument, wanted, given, reason,
  // message}; null if it can be played.
  function refusal(d) {
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
  function why_not(d, policy) {
    begun();
    return understood(d, [], ({ told, stated }) => {
      const named = typeof policy === "string", place = told.tellPolicy(policyParameters(policy, stated, "policy", named));
      const why = told.refusal({ policy: place, missing: named });
      return why && sentenceOf(why);
    });
  }

  return { ready, open, study, slices, types, label: labelOf, refusal, why_not, code, link, from_link };
})(typeof UnrulyBytes === "undefined" ? null : UnrulyBytes, typeof UnrulyDefaults === "undefined" ? {} : UnrulyDefaults);
