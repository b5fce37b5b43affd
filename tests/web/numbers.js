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
  says(open({ horizon: 0 }), /^`horizon` must be a whole number from 1 to 2\^48, not 0[.]$/);
  says(open({ arms: { type: "bernoulli", prob: [0.5, 1.2] } }), /^`prob` of the bernoulli arms must be .* at most 1.*, or a prior, not \[0[.]5, 1[.]2\][.]$/);
  says(open({ arms: { type: "gauss" } }), /^`arms` must be one of "bernoulli", .* not "gauss"[.]$/);
  says(open({ traits: [{ type: "patience", patience: [1, 2] }] }), /^`patience` of the trait patience must be whole numbers/);
  says(open({ traits: [{ type: "waiting", delay: [[0.5, 0.4], [1, 0], [1, 0], [1, 0]] }] }), /which sum to 1 in each row/);
  says(open({ traits: [settings.waiting.traits[0], { type: "changes", law: { type: "jumps", count: 1 } }] }), /benchmark of waiting assumes/);
  says(open({ policy: { type: "ucb1", alpha: -1 } }), /^`alpha` of UCB1 must be a number above 0, not -1[.]$/);
  says(open({ policy: { type: "ucb1", beta: 1 } }), /^`beta` of UCB1 must be omitted; there are `alpha`, `width`/);
  says(open({ policy: "etc" }), /^`pulls` of ETC must be a whole number .* not missing[.]$/);
  says(open({ policy: "fc_se" }), /^FC-SE needs a bandit with patience[.]$/);
  assert(/Bernoulli divergence needs rewards in \[0, 1\]/.test(Unruly.why_not(settings.gaussian, { type: "kl_ucb", family: "bernoulli" })));
  for (const setting of [settings.gaussian, settings.plain]) assert.strictEqual(Unruly.why_not(setting, "kl_ucb"), null);
  const link = Unruly.link({ ...d, page: { mode: "watch" } });
  assert.deepStrictEqual(Unruly.from_link(link), { ...d, page: { mode: "watch" } });
  for (const [at, letter] of [[12, "A"], [link.length - 1, "_"]]) {
    const edited = link.slice(0, at) + (link[at] === letter ? "B" : letter) + link.slice(at + 1);
    says(() => Unruly.from_link(edited), /^This link cannot be played: it was changed/);
  }
  says(() => Unruly.from_link(link.replace("#2", "#1")), /^This link cannot be played: it was made by another version of this page[.]$/);
  says(() => Unruly.from_link(link.slice(0, 5)), /^This link cannot be played: it is not one of this page/);
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
