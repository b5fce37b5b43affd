// The stories: their data is inst/play/stories.json (DATA), their bandits are drawn by a code as play_bandit() in R draws
// them (R/bandit-play.R; frozen), and their tales are templates over the bandit on show.

export const STORIES = DATA.stories;
export const LONG = 2000;
export const MOST_CODE = 99999;

// --- drawing ----------------------------------------------------------------------------------

export function mulberry32(start) {
  let state = start | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function drawsFrom(start) {
  const number = mulberry32(start), below = (n) => Math.floor(n * number());
  const order = (k) => {
    const drawn = Array.from({ length: k }, (_, i) => i);
    for (let i = k - 1; i > 0; i--) {
      const j = below(i + 1);
      [drawn[i], drawn[j]] = [drawn[j], drawn[i]];
    }
    return drawn;
  };
  const near = (x) => x.map((value) => (Math.round(100 * value) + below(11) - 5) / 100);
  return { below, order, near };
}

const by = (o, x) => o.map((i) => x[i]);
const bernoulli = (prob) => ({ type: "bernoulli", prob });

// An order, then the means, then anything else, except that lifetimes and wear draw the means first.
const DRAWERS = {
  patience(given, { order, near }) {
    const o = order(given.mean.length), mean = by(o, near(given.mean));
    return [{ type: "gaussian", mean, sd: given.sd }, { type: "patience", patience: by(order(mean.length), given.patience) }];
  },
  lifetimes(given, { order, below }, horizon, stretched) {
    const mean = given.first.map(() => (10 + below(86)) / 100), o = order(mean.length);
    return [bernoulli(mean), { type: "lifetimes", first: by(o, given.first).map(stretched), last: by(o, given.last).map(stretched) }];
  },
  waiting(given, { order, near }) {
    const o = order(given.mean.length);
    return [bernoulli(by(o, near(given.mean))), { type: "waiting", delay: by(o, given.delay).map((row) => [...row]) }];
  },
  fairness(given, { order, near }) {
    const o = order(given.mean.length), mean = by(o, near(given.mean));
    const share = by(order(mean.length), given.share);
    return [bernoulli(mean), { type: "fairness", share, penalty: mean.map(() => given.penalty) }];
  },
  spread(given, { order, near }) {
    const o = order(given.mean.length);
    return [bernoulli(by(o, near(given.mean))), { type: "spread", law: { type: "delay", min: given.min, max: given.max } }];
  },
  changes(given, { order, near, below }, horizon, stretched) {
    const o = order(given.mean.length), mean = by(o, near(given.mean)), round = [stretched(given.from + below(given.within))];
    return [bernoulli(mean), { type: "changes", law: { type: "at", round, mean: [...mean].reverse().map((x) => [x]) } }];
  },
  wear(given, { order, near, below }, horizon, stretched) {
    const mean = near(given.mean), o = order(mean.length), tired = stretched(given.from + below(given.within));
    const after = mean.map((_, i) => (i ? horizon : tired)), drop = mean.map((m, i) => (i ? 0 : Math.round(100 * (m - given.worn)) / 100));
    return [bernoulli(by(o, mean)), { type: "wear", law: { type: "step", after: by(o, after), drop: by(o, drop) } }];
  },
  delay(given, { order, near }) {
    const o = order(given.mean.length);
    return [bernoulli(by(o, near(given.mean))), { type: "delay", lag: given.lag }];
  },
};

// The bandit of a story and a code, as Unruly.open() takes it; the code is the seed of the outcomes, too.
export function drawn(name, code, long = false) {
  const story = STORIES[name], horizon = long ? LONG : story.horizon;
  const stretched = (round) => (round === 1 ? 1 : Math.round((round * horizon) / story.horizon));
  const [arms, ...traits] = DRAWERS[name](story.draw, drawsFrom(8 * code + story.number), horizon, stretched);
  return { seed: code, replication: 1, horizon, arms, traits };
}

export const policiesOf = (name, long) => {
  const story = STORIES[name], own = (long && story.long) || {};
  return [own.specialist || story.specialist, story.rival, ...story.others].map((p) => ({ ...p }));
};

// --- words ------------------------------------------------------------------------------------

const SMALL = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
export const inWords = (n) => SMALL[n] || String(n);
export const capital = (text) => text[0].toUpperCase() + text.slice(1);
export const listed = (parts) => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`);
export const short = (x) => String(Number(x.toPrecision(6))).replace(/\B(?=(\d{3})+$)/g, ",");
export const percent = (x) => `${short(100 * x)}%`;
export const meansOf = (d) => d.arms.prob || d.arms.mean;
export const traitOf = (d, type) => d.traits.find((t) => t.type === type);
export const units = (story, n) => `${short(n)} ${story.unit[n === 1 ? 0 : 1]}`;
export const armName = (story, number) => `${capital(story.arm[0])} ${number}`;

function groupsOf(values) {
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  return distinct.map((value) => [value, values.filter((x) => x === value).length]);
}

const FACTS = {
  patience: (t, story) => ({ leaving: listed(groupsOf(t.patience).map(([value, count]) =>
    `${inWords(count)} ${value === Infinity ? "never" : `after ${units(story, value)}`}`)) }),
  lifetimes: (t, story) => {
    const lives = t.first.map((first, i) => t.last[i] - first), i = lives.indexOf(Math.min(...lives));
    return { life: `from ${story.unit[0]} ${short(t.first[i])} to ${story.unit[0]} ${short(t.last[i])}` };
  },
  waiting: (t) => {
    const waits = t.delay.flatMap((row) => row.map((p, i) => (p > 0 ? i + 1 : 0)).filter(Boolean));
    return { least: Math.min(...waits), most: Math.max(...waits) };
  },
  fairness: (t) => ({ shares: listed(t.share.map(percent)), penalty: groupsOf([t.penalty].flat()).map(([value]) => short(value)).join(" or ") }),
  spread: (t) => ({ least: t.law.min, most: t.law.max }),
  changes: () => ({}),
  wear: () => ({}),
  delay: (t) => ({ lag: t.lag }),
};

const filled = (template, facts) => template.replace(/\{(\w+)\}/g, (_, name) => {
  if (!(name in facts)) throw new Error(`A template has no fact {${name}}.`);
  return typeof facts[name] === "number" ? short(facts[name]) : facts[name];
});

const withArticle = (noun) => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
const factsOf = (story) => ({ a: withArticle(story.arm[0]), arm: story.arm[0], arms: story.arm[1], unit: story.unit[0], units: story.unit[1] });
export const traitName = (story, type) => filled(DATA.traits[type].name, factsOf(story));

// What is said before the first choice: numbers of the bandit on show, and nothing of a trait that it does not have.
export function tale(name, d, own = false) {
  const story = STORIES[name], facts = { ...factsOf(story), n: inWords(meansOf(d).length) };
  const traits = d.traits.map((t) => capital(filled(DATA.traits[t.type].tale, { ...facts, ...FACTS[t.type](t, story) })));
  const opening = capital(filled(story.tale, facts)), hint = own ? [] : [filled(story.hint, facts)];
  return [opening, ...traits, ...hint, `You have ${units(story, d.horizon)}.`].join(" ");
}
