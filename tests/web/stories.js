/* The page's modules without a document: what the stories claim, that arms are no give-away, that tales say the bandit's own numbers,
 * that sliders, links and slips bring back what they were made of.
 *
 *   node tests/web/stories.js <folder of the page> <folder for stories.R> */
"use strict";
const assert = require("assert"), fs = require("fs"), path = require("path");
const load = require("./load.js"), [, , folder, results] = process.argv;
const Unruly = load(folder), page = load.page(folder);
const { STORIES, state } = page, names = Object.keys(STORIES), LAST = 2000;

const random = page.mulberry32(41);
const below = n => Math.floor(n * random()), pick = list => list[below(list.length)];
const mean = x => x.reduce((a, b) => a + b, 0) / x.length;
const error = x => Math.sqrt(x.reduce((s, v) => s + (v - mean(x)) ** 2, 0) / (x.length - 1) / x.length);

// Mean regret of the specialist, its rival and uniform play in the drawings 1 to LAST, the same on each machine.
const CLAIMS = { patience: [2.349, 4.312, 14.934], lifetimes: [3.836, 5.91, 8.668], waiting: [5.947, 12.629, 13.938], fairness: [1.85, 2.203, 6.657],
  spread: [9.767, 19.112, 25.971], changes: [5.988, 7.343, 18.084], wear: [4.643, 5.794, 7.123], delay: [5.69, 9.697, 14.72] };

function claims(name) {
  const policies = [...page.policiesOf(name).slice(0, 2), { type: "uniform" }], regrets = policies.map(() => []);
  for (let code = 1; code <= LAST; code++) {
    const study = Unruly.slices({ ...page.drawn(name, code), policies, replications: 1 });
    study.some(1e9);
    study.result().policies.forEach((p, i) => regrets[i].push(p.regret[0]));
  }
  regrets.forEach((x, i) => {
    assert(Math.abs(mean(x) - CLAIMS[name][i]) < 0.001, `${name}: ${Unruly.label(policies[i])} has ${mean(x)}`);
    const d = x.map((v, j) => v - regrets[0][j]);
    if (i) assert(mean(d) / error(d) >= 4, `${name}: the specialist is not better than ${Unruly.label(policies[i])}`);
  });
}

// Each place is best equally often, ties counting 1 / ties each; the trait of an arm says nothing of its mean.
const CRITICAL = { 1: 10.83, 2: 13.82, 3: 16.27, 5: 20.52 }; // chi-squared, level .001
function givesNothingAway(name) {
  const counts = [], pairs = [];
  let ties = 0;
  for (let code = 1; code <= LAST; code++) {
    const d = page.drawn(name, code), means = page.meansOf(d), most = Math.max(...means), best = means.flatMap((m, i) => (m === most ? [i] : []));
    best.forEach(i => { counts[i] = (counts[i] || 0) + 1 / best.length; });
    ties += best.length > 1;
    const trait = name === "patience" ? d.traits[0].patience : name === "fairness" ? d.traits[0].share : null;
    if (trait) means.forEach((m, i) => pairs.push([m, trait[i]]));
  }
  const wanted = LAST / counts.length, chi = counts.reduce((s, n) => s + (n - wanted) ** 2 / wanted, 0);
  assert(chi < CRITICAL[counts.length - 1], `${name}: places are best ${counts} times`);
  if (name === "lifetimes") assert.strictEqual(ties, 83);
  if (!pairs.length) return;
  const [x, y] = [0, 1].map(at => pairs.map(p => p[at])), [mx, my] = [mean(x), mean(y)];
  const r = pairs.reduce((s, [a, b]) => s + (a - mx) * (b - my), 0) / Math.sqrt(x.reduce((s, a) => s + (a - mx) ** 2, 0) * y.reduce((s, b) => s + (b - my) ** 2, 0));
  assert(Math.abs(r) < 3 / Math.sqrt(pairs.length), `${name}: trait and mean are correlated: ${r}`);
}

// --- states that a visitor can make ---------------------------------------------------------------------

const plays = () => Unruly.open({ ...page.described(), policy: null }).close();

function change() {
  const sliders = page.slidersOf(page.described()), k = page.meansOf(page.described()).length;
  state.arm = below(k);
  switch (below(4)) {
    case 0: page.setSlider(page.meanSlider(state.arm), page.hundredths(random()), state.arm); break;
    case 1: { const s = pick(sliders); if (s) page.setSlider(s, s.min + s.step * below(1 + Math.round((s.max - s.min) / s.step)), state.arm); break; }
    case 2: page.setArms(2 + below(page.MOST_ARMS - 1)); break;
    default: { const type = pick(page.traitTypes); if (!page.traitRefused(type)) page.switchTrait(type); }
  }
}

// Every number in the tale is one of the description, as it is, as a percentage, or how many arms have it.
function taleIsTheBandits(where) {
  const d = page.described(), text = page.tale(state.story, d, !!state.own), numbers = [];
  JSON.stringify({ ...d, seed: 0, delays: d.traits.filter(t => t.delay).map(t => t.delay.flatMap(row => row.map((p, i) => (p > 0 ? i + 1 : 0)))) }, (key, value) => {
    if (typeof value === "number") numbers.push(page.short(value), page.short(100 * value));
    return value;
  });
  for (const found of text.replace(/(\d),(?=\d{3})/g, "$1").match(/\d+([.]\d+)?/g) || []) {
    assert(numbers.map(n => n.replace(/,/g, "")).includes(found), `${where}: the tale says ${found}: ${text}`);
  }
  for (const [type, words] of Object.entries({ patience: /packs up/, lifetimes: /comes and goes/, waiting: /hangs up/, fairness: /promised/, spread: /one sum/, changes: /change places/, wear: /may tire/, delay: /The answer comes/ })) {
    assert.strictEqual(words.test(text), !!page.traitOf(d, type), `${where}: ${type} in ${text}`);
  }
}

const kept = () => JSON.stringify({ ...state, arm: 0, focus: 0, others: true, slip: false, ended: 0 }, (_, x) => (x === Infinity ? "never" : x));

function linkReturns(where) {
  const before = kept(), link = page.link(), d = JSON.stringify(page.described());
  page.take("delay", 77);
  page.takeAddress(link);
  assert.strictEqual(JSON.stringify(page.described()), d, where);
  assert.strictEqual(kept(), before, where);
  assert.strictEqual(page.link(), link, where);
}

// A whole game, by whatever is there.
function playByHand(d) {
  const game = Unruly.open({ ...d, policy: null });
  for (let view = game.view(); !view.over;) view = game.choose(pick(view.arms.filter(a => a.present)).number, 1 + below(view.waits));
  const { choices } = game.description();
  game.close();
  return choices;
}

// What cannot be chosen would not play.
function refusesPolicies(where) {
  const { story, others } = page.policyChoices(0), refused = [...story, ...others].filter(o => page.reasonOf(o.policy));
  assert(refused.length > 5, where);
  for (const { name, policy } of refused) assert(page.refusalOfGame(page.described(), policy), `${where}: ${name} is refused, and plays`);
}

function states() {
  for (let i = 0; i < 200; i++) {
    const name = pick(names);
    page.take(name, 1 + below(99999), { long: below(4) === 0 });
    page.forgetAside();
    taleIsTheBandits(`${name} ${state.code}`);
    for (let steps = below(7); steps > 0; steps--) change();
    const where = `state ${i}, ${name}`;
    plays();
    if (state.own) taleIsTheBandits(where);
    if (state.own) state.policies = page.policies().filter(p => !page.refusalOfGame(page.described(), p)).slice(0, 2);
    if (state.own && !state.policies.length) state.policies = [{ type: "uniform" }];
    Object.assign(state, { step: "look", ended: true, round: below(page.described().horizon + 1), long: state.own ? false : state.long });
    linkReturns(where);
    if (i % 10 === 0) refusesPolicies(where);
  }
}

function roundTrips() {
  for (const name of names) {
    page.take(name);
    const d = () => JSON.stringify({ ...page.described() }), before = d();
    for (let k = page.meansOf(page.described()).length, by = 1; by <= 2; by++) {
      assert.strictEqual(page.setArms(k + by), null, name);
      assert.strictEqual(page.setArms(k), null, name);
      assert.strictEqual(d(), before, `${name}: +${by} -${by}`);
      if (k - by < 2) continue;
      if (page.setArms(k - by)) continue; // such arms cannot be
      page.setArms(k);
      assert.strictEqual(d(), before, `${name}: -${by} +${by}`);
    }
    page.forgetAside();
    const arms = page.meansOf(page.described()).map((_, i) => i);
    for (const arm of arms) {
      for (const slider of [page.meanSlider(arm), ...page.slidersOf(page.described())]) {
        for (const end of ["min", "max"]) {
          const was = slider.get(page.described(), arm);
          page.setSlider(slider, slider[end], arm);
          plays();
          page.setSlider(slider, was, arm);
          assert.strictEqual(d(), before, `${name}: ${slider.label || "mean"} of arm ${arm} to its ${end} and back`);
        }
      }
    }
  }
}

function slips() {
  for (let i = 0; i < 100; i++) {
    const name = pick(names), code = 1 + below(9999);
    page.take(name, code);
    state.choices = playByHand(page.described());
    const slip = page.slip(), found = page.readSlip(`Ada L.: ${slip}`);
    assert.deepStrictEqual([found.name, found.story, found.code, found.choices], ["Ada L.", name, code, state.choices], slip);
    const at = slip.indexOf(" ") + 1 + below(20), other = slip[at] === "1" ? "2" : "1";
    assert(page.readSlip(slip.slice(0, at) + other + slip.slice(at + 1)).why, `an edited slip is taken: ${slip}`);
    linkReturns(`the game of ${slip}`);
  }
  const { good, bad } = page.readClass("Ada: nonsense\n\npatience.1.7 12 zzz\nrest.1.7 12 zzz");
  assert.deepStrictEqual([good.length, bad.map(b => b.line)], [0, [1, 3, 4]]);
  for (const hash of ["#s=rest.1.1.play.0", "#s=delay.2.1.play.0", "#s=delay.1.0.play.0", "#s=delay.1.1.watch.0", "#s=delay.1.1.look.41", "#s=delay.1.1.play.0.9", "#s=delay", "#2abc", "#class=delay"]) {
    page.take("wear", 5);
    const before = kept();
    assert.throws(() => page.takeAddress(hash), /^Error: This link cannot be played: \S/, hash);
    assert.strictEqual(kept(), before, hash);
  }
}

// What a card says of a song is what the song does: it comes, stays to its last day, and goes.
function cardsAreTheBandits() {
  for (let code = 1; code <= 20; code++) {
    page.take("lifetimes", code);
    const d = page.described(), { first, last } = d.traits[0], game = Unruly.open({ ...d, policy: null }), seen = new Set();
    for (let view = game.view(); !view.over; view = game.choose(pick(view.arms.filter(a => a.present)).number)) {
      view.arms.forEach((arm, i) => {
        const wanted = view.round < first[i] ? `here from day ${first[i]}` : view.round <= last[i] ? `until day ${last[i]}` : "gone for good";
        seen.add(wanted.replace(/ \d+/, ""));
        assert.strictEqual(page.troubles(arm, view, d), wanted, `song ${i + 1} of game ${code}, day ${view.round}`);
        assert.strictEqual(arm.present, view.round >= first[i] && view.round <= last[i]);
      });
    }
    assert.strictEqual(seen.size, 3);
    game.close();
  }
}

// The share of a beta distribution below x, by Simpson's rule.
function below_(x, a, b, steps = 20000) {
  const density = t => t ** (a - 1) * (1 - t) ** (b - 1);
  const area = (from, to) => { let sum = 0; for (let i = 0; i <= steps; i++) sum += density(from + (to - from) * i / steps) * (i === 0 || i === steps ? 1 : i % 2 ? 4 : 2); return sum * (to - from) / steps / 3; };
  return area(0, x) / area(0, 1);
}

// The visitor's intervals are those of the contract, from what was shown; with waiting, per minute that the calls took.
function beliefs() {
  for (const name of names) {
    const d = page.drawn(name, 3), game = Unruly.open({ ...d, policy: null, keep: "choices" });
    for (let view = game.view(), i = 0; i < 16 && !view.over; i++) view = game.choose(pick(view.arms.filter(a => a.present)).number, 1 + below(view.waits));
    const rows = game.choices(), lag = name === "delay" ? d.traits[0].lag : 0, now = game.view().round;
    for (const b of game.beliefs().filter(x => x.pulls > 0 && name !== "spread")) {
      const mine = rows.filter(r => r.arm === b.arm && r.wait === b.wait && r.round + lag < now), n = mine.length;
      const total = mine.reduce((s, r) => s + (name === "delay" ? r.reward : r.observed), 0), each = name === "waiting" ? mine.reduce((s, r) => s + r.cost, 0) / n : 1;
      assert.strictEqual(b.pulls, n, name);
      assert(Math.abs(b.mean * each - total / n) < 1e-12, `${name}: ${b.mean}`);
      if (d.arms.type === "gaussian") { assert(Math.abs((b.high - b.low) / 2 - 1.959963984540054 * d.arms.sd / Math.sqrt(n)) < 1e-12, name); continue; }
      assert(Math.abs(below_(b.low * each, 1 + total, 1 + n - total) - 0.025) < 1e-8 && Math.abs(below_(b.high * each, 1 + total, 1 + n - total) - 0.975) < 1e-8, `${name}: ${b.low} to ${b.high}`);
    }
    game.close();
  }
}

// The numbers of the browser's drawing, for R to compare.
function leaveDrawings() {
  fs.mkdirSync(results, { recursive: true });
  const all = [];
  for (const name of names) {
    for (const long of [false, true]) for (let code = 1; code <= 99999; code += code < 60 ? 1 : 3331) {
      const { arms, traits: [trait] } = page.drawn(name, code, long), law = trait.law || trait;
      const rest = { patience: ["patience"], lifetimes: ["first", "last"], waiting: ["delay"], fairness: ["share", "penalty"], spread: ["min", "max"], changes: ["round", "mean"], wear: ["after", "drop"], delay: ["lag"] }[name];
      all.push({ story: name, code, long, numbers: [arms.prob || arms.mean, ...rest.map(part => law[part])].flat(3) });
    }
  }
  fs.writeFileSync(path.join(results, "drawings.json"), JSON.stringify(all));
}

(async () => {
  await Unruly.ready();
  for (const name of names) { claims(name); givesNothingAway(name); }
  states();
  roundTrips();
  slips();
  beliefs();
  cardsAreTheBandits();
  leaveDrawings();
  console.log(`${names.length} stories keep what they claim; tales, sliders, links and slips agree with the bandits on show.`);
})().catch(problem => { console.error(problem); process.exit(1); });
