/* Plays every setting with every policy that accepts it, and leaves what came of it to numbers.R:
 *
 *   node tests/web/numbers.js <folder of the page> <folder for the results>
 *
 * For each setting a study of all its policies, and a game of each with all its choices: the call in R, as
 * Unruly.code() gives it, and the numbers, doubles with the low byte first. What JavaScript can see by itself
 * is claimed here: steps of one round give what long ones do, a link gives the description back. */
"use strict";
const assert = require("assert"), fs = require("fs"), path = require("path");
const [, , folder, results] = process.argv, Unruly = require("./load.js")(folder);
const { settings, given } = require("./settings.js");

const COLUMNS = ["round", "arm", "wait", "reward", "observed", "cost", "propensity"];
const ROUNDS = [1, 2, 50, 133, 300];
let cases = 0;

function leave(kind, title, description, columns) {
  const name = path.join(results, String(++cases).padStart(4, "0")), names = Object.keys(columns);
  fs.writeFileSync(`${name}.R`, Unruly.code(description));
  fs.writeFileSync(`${name}.txt`, [kind, title, ...names].join("\n") + "\n");
  fs.writeFileSync(`${name}.bin`, Buffer.concat(names.map(n => Buffer.from(Float64Array.from(columns[n]).buffer))));
}

function refusal(description) {
  try {
    Unruly.open(description).close();
  } catch (error) {
    assert(error.argument, error.stack);
    return error;
  }
  return null;
}

function playGame(title, description) {
  const game = Unruly.open({ ...description, keep: "choices" }), end = game.play(description.horizon);
  assert(end.over, title);
  const rows = game.choices();
  game.close();
  leave("choices", title, description, Object.fromEntries(COLUMNS.map(c => [c, rows.map(row => row[c] === null ? NaN : row[c])])));
  return end;
}

// Round by round, and as the visitor would with the same choices.
function compareSteps(title, description, end, figures) {
  const game = Unruly.open(description);
  for (let view = game.view(); !view.over; view = game.play(1)) {
    const at = ROUNDS.indexOf(view.round - 1);
    for (const name of at < 0 || view.waits > 1 ? [] : Object.keys(view.figures)) {
      assert(Object.is(view.figures[name] === null ? NaN : view.figures[name], figures[name][at]), `${title}: ${name} in round ${view.round - 1}`);
    }
  }
  assert.deepStrictEqual(game.view().figures, end.figures, title);
  game.close();
}

// Of each setting every seventh policy plays a game that is looked at choice by choice, others each time;
// the studies have all of them.
const EACH_SO_MANY = 7;

async function playSetting(setting, description, which) {
  const all = Unruly.types().policies.filter(p => !p.outside).map(p => ({ type: p.type }));
  const policies = [...all, ...given.map((p, i) => ({ label: `${p.type} (${i})`, ...p }))].filter(policy => !refusal({ ...description, policy }));
  assert(policies.length >= 10, `${setting}: ${policies.length} policies`);
  const study = { ...description, policies, replications: 3, rounds: ROUNDS };
  const { policies: played } = await Unruly.study(study).promise;
  const figures = Object.keys(played[0]).filter(name => played[0][name] instanceof Float64Array);
  fs.writeFileSync(path.join(results, `${String(cases + 1).padStart(4, "0")}.labels`), `${played.map(p => p.name).join("\n")}\n`);
  leave("regret", setting, study, Object.fromEntries(figures.map(name => [name, played.flatMap(p => Array.from(p[name]))])));
  policies.forEach((policy, i) => {
    if (i % EACH_SO_MANY !== which % EACH_SO_MANY) return;
    const title = `${setting}: ${played[i].name}`, one = { ...description, policy };
    const end = playGame(title, one);
    compareSteps(title, one, end, Object.fromEntries(figures.map(name => [name, played[i][name].subarray(0, ROUNDS.length)])));
    assert.deepStrictEqual(Unruly.from_link(Unruly.link(one)), one, title);
  });
  playByHand(setting, description);
  return policies.length;
}

// The visitor takes the last arm that is there.
function playByHand(setting, description) {
  const game = Unruly.open({ ...description, policy: null, horizon: 60, keep: "choices" });
  for (let view = game.view(); !view.over;) view = game.choose(Math.max(...view.arms.filter(a => a.present).map(a => a.number)), view.waits);
  const rows = game.choices(), made = game.description();
  const again = Unruly.open(made);
  assert.deepStrictEqual(again.view(), game.view(), setting);
  leave("choices", `${setting}: the visitor`, made, Object.fromEntries(COLUMNS.slice(0, 6).map(c => [c, rows.map(row => row[c])])));
  game.close();
  again.close();
}

const says = (what, words) => assert.throws(what, error => words.test(error.message) || assert.fail(`${error.message} for ${words}`));

function saysWhatIsWrong() {
  const d = { ...settings.plain, policy: "ucb1" }, open = more => () => Unruly.open({ ...d, ...more });
  says(open({ horizon: 0 }), /^`horizon` must be a single whole number of at least 1 and at most 2\^48, not 0[.]$/);
  says(open({ arms: { type: "bernoulli", prob: [0.5, 1.2] } }), /^`prob` must be .* at most 1, or a prior of such numbers, not \(0[.]5, 1[.]2\)[.]$/);
  says(open({ arms: { type: "bernoulli", prob: "1); stop(1" } }), /^`prob` must be numbers, or a prior, not "1\); stop\(1"[.]$/);
  says(open({ arms: { type: "gauss" } }), /^`arms` must be one of "bernoulli", .* not "gauss"[.]$/);
  says(open({ traits: [{ type: "patience", patience: [1, 2] }] }), /^`patience` must be whole numbers/);
  says(open({ traits: [{ type: "waiting", delay: [[0.5, 0.4], [1, 0], [1, 0], [1, 0]] }] }), /each row of which sums to 1, not row 1, which sums to 0[.]9[.]$/);
  says(open({ traits: [settings.waiting.traits[0], { type: "changes", law: { type: "jumps", count: 1 } }] }), /^Changes and waiting cannot be combined: the benchmark of waiting assumes/);
  says(open({ policy: { type: "ucb1", alpha: -1 } }), /^`alpha` must be a single number above 0, not -1[.]$/);
  says(open({ policy: { type: "ucb1", beta: 1 } }), /^`beta` must be omitted; there are `alpha`, `range`/);
  says(open({ policy: "etc" }), /^`pulls` must be a single whole number .* not missing[.]$/);
  says(open({ policy: "fc_se" }), /^FC-SE cannot play this bandit: it needs a bandit with patience[.]$/);
  const { code, argument, message } = Unruly.refusal({ ...d, policy: "fc_se" });
  assert.deepStrictEqual([code, argument, message], ["needs", "policy", "FC-SE cannot play this bandit: it needs a bandit with patience."]);
  assert.strictEqual(Unruly.refusal(d), null);
  assert(/Bernoulli divergence needs rewards in \[0, 1\]/.test(Unruly.why_not(settings.gaussian, { type: "kl_ucb", family: "bernoulli" })));
  for (const setting of [settings.gaussian, settings.plain]) assert.strictEqual(Unruly.why_not(setting, "kl_ucb"), null);
}

// What was made by somebody else, with a sum that is right.
function forged(state) {
  const held = Buffer.from(typeof state === "string" ? state : JSON.stringify(state)).toString("base64").replace(/[+]/g, "-").replace(/[/]/g, "_").replace(/=/g, "");
  let hash = 0x811c9dc5;
  for (let i = 0; i < held.length; i++) hash = Math.imul(hash ^ held.charCodeAt(i), 0x01000193) >>> 0;
  return `#2${hash.toString(36).padStart(7, "0")}${held}`;
}

function checksLinksAndCode() {
  const d = { ...settings.plain, policy: "ucb1" }, link = Unruly.link({ ...d, page: { mode: "watch" } });
  assert.deepStrictEqual(Unruly.from_link(link), { ...d, page: { mode: "watch" } });
  assert.deepStrictEqual(Unruly.from_link(forged(d)), d);
  for (const [at, letter] of [[12, "A"], [link.length - 1, "_"]]) {
    const edited = link.slice(0, at) + (link[at] === letter ? "B" : letter) + link.slice(at + 1);
    says(() => Unruly.from_link(edited), /^This link cannot be played: it was changed/);
  }
  says(() => Unruly.from_link(link.replace("#2", "#1")), /^This link cannot be played: it was made by another version of this page[.]$/);
  says(() => Unruly.from_link(link.slice(0, 5)), /^This link cannot be played: it is not one of this page/);
  for (const none of [null, undefined, 7, {}, ["#2"]]) says(() => Unruly.from_link(none), /^This link cannot be played: it is not one of this page/);
  const bad = "1); system(\"x\"); c(1", wrong = [{ choices: [bad] }, { choices: bad }, { choices: [[1, bad]] }, { choices: [1.5] }, { choices: [0] }, { choices: [[1, 1, 1]] },
    { policy: { type: "ucb1", label: "a\u0000b" } }, { policy: { type: "ucb1", label: 7 } }, { policy: { type: "ucb1", alpha: bad } }, { policy: { type: bad } },
    { arms: { type: "bernoulli", prob: [0.5, bad] } }, { arms: { type: "bernoulli", prob: [0.5, 0.5], names: ["a", "\ud800"] } }, { arms: { type: "bernoulli", prob: { prior: "uniform", values: [0, 1, bad] }, count: 2 } },
    { arms: { type: "bernoulli", prob: { prior: bad, values: [0, 1] }, count: 2 } }, { seed: bad }, { horizon: bad }, { horizon: 1e9, replication: bad }, { keep: bad }, { rounds: [bad] }, { replications: bad },
    { policies: [{ type: "ucb1" }], replications: bad }, { policies: [{ type: "ucb1" }], rounds: [1, bad] }, { policies: bad }, { traits: bad }, { traits: [bad] }, { traits: [{ type: "delay", lag: bad }] },
    { traits: [{ type: "changes", law: { type: "drift", sd: bad } }] }, { page: { text: "a\u0007" } }, { page: { "a b": 1 } }, { "a b": 1 }];
  for (const more of wrong) {
    for (const what of [() => Unruly.from_link(forged({ ...d, ...more })), () => Unruly.code({ ...d, ...more }), () => Unruly.link({ ...d, ...more })]) says(what, /must be|cannot be played/);
  }
  says(() => Unruly.from_link(forged(JSON.stringify(d).replace("{", "{\"__proto__\":{\"x\":1},"))), /^This link cannot be played: `__proto__` must be omitted/);
  for (const text of ["[]", "7", "null", "{", "\"a\""]) says(() => Unruly.from_link(forged(text)), /^This link cannot be played/);
}

// Random laws: what is said of a choice before it is made agrees with it.
function saysWhy() {
  for (const [setting, policy] of [["plain", "ucb1"], ["plain", "kl_ucb"], ["fairness", "ht_ucb"], ["waiting", { type: "wait_hoeffding", feedback: "product-limit" }], ["wear by steps", "raw_ucb"]]) {
    const game = Unruly.open({ ...settings[setting], policy, keep: "choices" });
    let asked = 0;
    for (let view = game.view(); !view.over;) {
      const { code, rows } = game.explain(), greatest = Math.max(...rows.map(a => a.parts.index === undefined ? -Infinity : a.parts.index));
      const first = rows.find(a => a.parts.index === greatest), before = game.choices().length;
      view = game.play(1);
      const made = game.choices()[before];
      if (code !== "index" || !made) continue; // a play that would end after the horizon is none
      asked++;
      assert.deepStrictEqual([made.arm, made.wait], [first.arm, first.wait], `${setting}: ${JSON.stringify(rows)}`);
    }
    assert(asked > 20, setting);
    game.close();
  }
  const game = Unruly.open({ ...settings.plain, policy: null });
  for (const arm of [1, 2, 1, 3, 1]) game.choose(arm);
  assert.deepStrictEqual(game.explain(), null);
  game.close();
}

async function tellsHowFarItIs() {
  const told = [], study = { ...settings.plain, policies: ["ucb1", "thompson"], replications: 40 };
  const whole = Unruly.study({ ...study, horizon: 20000 }, { progress: (done, all) => told.push([done, all]) });
  await whole.promise;
  assert(told.length > 0 && told.every(([done, all], i) => all === 80 && done <= all && (i === 0 || done >= told[i - 1][0])));
  const stopped = Unruly.study({ ...study, horizon: 1e9 });
  stopped.cancel();
  await assert.rejects(stopped.promise, error => error.cancelled);
}

(async () => {
  await Unruly.ready();
  saysWhatIsWrong();
  checksLinksAndCode();
  saysWhy();
  await tellsHowFarItIs();
  fs.mkdirSync(results, { recursive: true });
  for (const old of fs.readdirSync(results)) fs.unlinkSync(path.join(results, old));
  let which = 0;
  for (const [setting, description] of Object.entries(settings)) {
    console.log(`${setting}: ${await playSetting(setting, description, which++)} policies`);
  }
})().catch(error => {
  console.error(error);
  process.exit(1);
});
