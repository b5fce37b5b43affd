// The page of the site, used as a visitor would: node tests/web/page.js .build/play
//
// Every story is played by clicks, watched and played many times; the R code that the page shows is then evaluated, and
// must give the numbers on the page to the last bit. Links, the keyboard, names for screen readers, sizes, contrast,
// requests and complaints of the browser are looked at as well. Needs node, chromium and the installed package.
"use strict";

const { execFileSync } = require("child_process");
const { mkdtempSync, rmSync, writeFileSync } = require("fs");
const { tmpdir } = require("os");
const { join, resolve } = require("path");
const { openBrowser } = require("./browser.js");

const page = `file://${resolve(process.argv[2] || ".build/play")}/index.html`;
const only = process.argv[3];
const problems = [];
let expectations = 0;
function expect(fine, said) {
  expectations++;
  if (!fine) { problems.push(said); console.log(`  PROBLEM: ${said}`); }
}

const claims = []; // {what, code, regrets: {policy: [numbers]}}, for R to confirm
const all = (css, what) => `[...document.querySelectorAll(${JSON.stringify(css)})].map((e) => ${what})`;
const regretsShown = `Object.fromEntries(${all("#regrets g[data-name]", "[e.dataset.name, [Number(e.dataset.value)]]")})`;
const code = "document.getElementById('r').textContent";
const free = all(".arm", "e").replace(/\.map.*/, "") + ".filter((e) => e.getAttribute('aria-disabled') !== 'true').map((e) => e.dataset.arm)";
const choose = (id, value) => `(() => { const e = document.getElementById("${id}"); e.value = ${JSON.stringify(value)};
  for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, { bubbles: true })); })()`;

async function openPage(b, hash = "") {
  await b.go(page + hash);
  await b.until("document.querySelector('.arm')");
}

async function playStory(b, story) {
  await b.value(choose("story", story));
  await b.click("#tab-play");
  const waits = await b.value("document.querySelectorAll('#waits input').length");
  for (let i = 0; i < 40; i++) {
    const arms = await b.value(free);
    if (!arms.length) break;
    if (waits) await b.click(`#waits label:nth-child(${1 + i % waits})`);
    await b.click(`.arm[data-arm="${arms[(i * i) % arms.length]}"]`);
  }
  expect(await b.value("!document.getElementById('result').hidden"), `${story}: the game does not end`);
  expect(await b.value("document.activeElement.id === 'result'"), `${story}: the focus does not move to the result`);
  const regrets = await b.value(regretsShown);
  expect(Object.keys(regrets).length === 3, `${story}: three regrets are not shown`);
  claims.push({ what: `${story}, you play`, code: await b.value(code), regrets });
  return regrets;
}

async function watchStory(b, story) {
  await b.click("#tab-watch");
  await b.click("#step");
  expect((await b.value("document.getElementById('watched').textContent")).includes("Round 1"), `${story}: a step says nothing`);
  await b.value(choose("speed", "6"));
  await b.click("#go");
  await b.until("document.getElementById('go').textContent === 'Play'", 30);
  const regrets = await b.value(`Object.fromEntries(${all("#columns section", "[e.dataset.name, [Number(e.dataset.regret)]]")})`);
  claims.push({ what: `${story}, watched`, code: await b.value(code), regrets });
}

async function playMany(b, story) {
  await b.click("#tab-many");
  await b.value(choose("games", "100"));
  await b.click("#run");
  await b.until("!document.getElementById('run').disabled", 60);
  const regrets = await b.value("Object.fromEntries(document.getElementById('bands').result.policies.map((p) => [p.name, [...p.regret]]))");
  claims.push({ what: `${story}, 100 games`, code: await b.value(code), regrets, many: true });
}

// A link opens the same state; an edited one is refused in words, and the page can still be played.
async function followLinks(b, story, regrets) {
  await b.click("#tab-play");
  for (const [id, what] of [["copy", "code"], ["share", "link"]]) {
    await b.click(`#${id}`);
    await b.until(`document.getElementById("copied").textContent === "The ${what} is copied."`);
  }
  const hash = await b.value("location.hash"), shown = await b.value(code);
  expect(hash.length > 1, `${story}: the address does not hold the state`);
  await openPage(b, hash);
  expect(JSON.stringify(await b.value(regretsShown)) === JSON.stringify(regrets), `${story}: a link does not bring the game back`);
  expect(await b.value(code) === shown, `${story}: a link does not bring the code back`);
  const middle = Math.floor(hash.length / 2), other = hash[middle] === "A" ? "B" : "A";
  for (const edited of [hash.slice(0, middle) + other + hash.slice(middle + 1), hash.slice(0, -3), "#nonsense"]) {
    await openPage(b, edited);
    const said = await b.value("document.getElementById('problem').textContent");
    expect(/[a-z]{3,} .*[a-z]{3,}/.test(said), `${story}: the edited link ${edited.slice(0, 40)} is not refused in words`);
  }
  await b.click(".arm");
  expect(await b.value("document.getElementById('said').textContent.startsWith('Round 1')"), `${story}: after a bad link nothing can be played`);
}

// From the top of the page with Tab, arrows, digits and the space bar only.
async function useKeyboard(b) {
  await openPage(b);
  const focused = "document.activeElement.id || document.activeElement.dataset.arm";
  const seen = [];
  for (let i = 0; i < 12 && seen[seen.length - 1] !== "1"; i++) { await b.key("Tab"); seen.push(await b.value(focused)); }
  expect(seen.join(" ") === "story tab-play 1", `the order of focus is ${seen.join(" ")}`);
  const ring = await b.value("getComputedStyle(document.activeElement).outlineStyle");
  expect(ring !== "none", "the focus cannot be seen");
  await b.key(" ");
  await b.key("2");
  await b.key("Tab");
  await b.key("Enter");
  expect((await b.value(all("#history circle", "1"))).length === 3, "the keyboard does not play arms");
  for (let i = 0; i < 40 && await b.value("document.getElementById('result').hidden"); i++) await b.key(String(1 + i % 3));
  expect(await b.value("!document.getElementById('result').hidden"), "a game cannot be finished with the keyboard");
  await b.value("document.getElementById('tab-play').focus()");
  await b.key("ArrowRight");
  expect(await b.value("document.activeElement.id === 'tab-watch' && !document.getElementById('watch').hidden"), "arrows do not change tabs");
}

// Every control has a name, a size to hit and enough contrast; nothing is wider than the window.
async function lookAround(b, where, width) {
  const { nodes } = await b.ask("Accessibility.getFullAXTree");
  const focusable = nodes.filter((n) => !n.ignored && (n.properties || []).some((p) => p.name === "focusable" && p.value.value) &&
    !["RootWebArea"].includes(n.role.value));
  for (const n of focusable) expect(n.name && n.name.value.trim(), `${where}: a ${n.role.value} has no name`);
  const small = await b.value(all("button, select, summary, input", "e").replace(/\.map.*/, "") +
    ".filter((e) => e.offsetParent).map((e) => [e.id || e.textContent, (e.type === 'checkbox' || e.type === 'radio' ? e.closest('label') : e).getBoundingClientRect()])" +
    ".filter(([, r]) => r.height < 43.5 || r.width < 43.5).map(([name, r]) => `${name} ${r.width}x${r.height}`)");
  expect(!small.length, `${where}: too small to hit: ${small.join(", ")}`);
  const wide = await b.value("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  expect(wide <= 0, `${where}: ${wide} pixels too wide at ${width}`);
  const faint = await b.value(`(() => {
    const parse = (c) => (c.match(/[\\d.]+/g) || [0, 0, 0]).map(Number);
    const light = (c) => c.slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; }
      return matchMedia("(prefers-color-scheme: dark)").matches ? [21, 23, 27] : [255, 255, 255]; };
    return [...document.querySelectorAll("p, span, button, label, td, th, h1, h2, legend, summary, code, text")].filter((e) => e.textContent.trim()
      && e.getBoundingClientRect().width && !e.closest("option")).map((e) => {
      const s = getComputedStyle(e), of = light(parse(e.tagName === "text" ? s.fill : s.color)), on = light(behind(e));
      return [(Math.max(of, on) + 0.05) / (Math.min(of, on) + 0.05), e.textContent.trim().slice(0, 30)];
    }).filter(([ratio]) => ratio < 4.5).map(([ratio, text]) => text + " " + ratio.toFixed(2)); })()`);
  expect(!faint.length, `${where}: too faint: ${[...new Set(faint)].slice(0, 5).join("; ")}`);
}

async function stayAlive(b) {
  await openPage(b);
  await b.click("#tab-many");
  await b.value("window.beats = 0; setInterval(() => window.beats++, 20)");
  await b.value(choose("games", "1000"));
  await b.click("#run");
  await b.until("document.getElementById('progress').value > 0.02", 60);
  expect(await b.value("window.beats") > 2, "the page does not live while games are played");
  await b.click("#cancel");
  const value = await b.value("document.getElementById('progress').value");
  expect(await b.value("document.getElementById('progress-said').textContent === 'Cancelled.'") && value === 0, "cancelling does not cancel");
  await b.value(choose("games", "100"));
  await b.click("#run");
  await b.until("!document.getElementById('run').disabled", 60);
  expect((await b.value(all("#ends tbody tr", "1"))).length === 2, "after a cancelled study none can be played");
}

async function reduceMotion(b) {
  await b.look({ width: 1280, height: 900, calm: true });
  await openPage(b);
  await b.click("#tab-watch");
  await b.value("window.drawn = 0; new MutationObserver(() => window.drawn++).observe(document.getElementById('curves'), { childList: true })");
  await b.click("#go");
  await b.pause(2500);
  await b.click("#go");
  const drawn = await b.value("window.drawn");
  expect(drawn >= 2 && drawn <= 6, `with reduced motion ${drawn} pictures came in 2.5 seconds`);
}

async function useSliders(b) {
  await openPage(b);
  await b.value(choose("story", "changes"));
  await b.click("#tab-watch");
  await b.value(choose("slider-Rounds", "1500"));
  await b.value(choose("slider-Number-of-arms", "6"));
  await b.click("#watch-luck");
  expect((await b.value(all("#columns section:first-child svg g", "1"))).length >= 6, "the slider does not add arms");
  await b.click("#traits label:nth-of-type(9)");
  expect((await b.value(all("#sliders fieldset", "1"))).length === 3, "a trait's box does not show its sliders");
  await b.value(choose("speed", "6"));
  await b.click("#go");
  await b.until("document.getElementById('go').textContent === 'Play'", 30);
  const regrets = await b.value(`Object.fromEntries(${all("#columns section", "[e.dataset.name, [Number(e.dataset.regret)]]")})`);
  claims.push({ what: "six arms, two traits, by sliders", code: await b.value(code), regrets });
  const hash = await b.value("location.hash");
  await openPage(b, hash);
  expect(await b.value("document.querySelectorAll('#columns section:first-child svg g').length") >= 6, "a link does not bring sliders back");
  await b.click("#traits label:nth-of-type(3)");
  const said = await b.value("document.getElementById('problem').textContent");
  expect(said === "" || /[a-z]{3,} /.test(said), "a bandit that cannot be is not refused in words");
}

// R evaluates what the page shows.
function askR() {
  const folder = mkdtempSync(join(tmpdir(), "unruly-page-"));
  claims.forEach((claim, i) => writeFileSync(join(folder, `${i}.R`), claim.code));
  const script = join(folder, "ask.R");
  writeFileSync(script, `suppressPackageStartupMessages(library(unruly))
for (i in seq_len(${claims.length}) - 1) {
  answer <- tryCatch({
    study <- local(eval(parse(file.path("${folder}", paste0(i, ".R")))))
    r <- regret(study)
    r <- r[order(match(r$policy, unique(r$policy)), r$rep, r$round), ]
    vapply(split(r$regret, factor(as.character(r$policy), unique(as.character(r$policy)))),
           function(x) paste(sprintf("%.17g", x), collapse = " "), "")
  }, error = function(e) c(error = gsub("\\n", " ", conditionMessage(e))))
  writeLines(c(names(answer), answer), file.path("${folder}", paste0(i, ".txt")))
}
`);
  execFileSync("Rscript", [script], { stdio: ["ignore", "inherit", "inherit"] });
  const { readFileSync } = require("fs");
  claims.forEach((claim, i) => {
    const lines = readFileSync(join(folder, `${i}.txt`), "utf8").trimEnd().split("\n"), half = lines.length / 2;
    const answer = Object.fromEntries(lines.slice(0, half).map((name, j) => [name, lines[half + j].split(" ")]));
    if (answer.error) return expect(false, `${claim.what}: R says: ${answer.error.join(" ")}`);
    for (const [name, numbers] of Object.entries(claim.regrets)) {
      const theirs = (answer[name] || []).map(Number).slice(claim.many ? 0 : -1);
      const same = theirs.length === numbers.length && theirs.every((x, k) => x === numbers[k]);
      expect(same, `${claim.what}, ${name}: the page has ${numbers.slice(-1)}, R ${theirs.slice(-1)} (${numbers.length} and ${theirs.length} numbers)`);
    }
    return null;
  });
  rmSync(folder, { recursive: true });
}

async function main() {
  const b = await openBrowser();
  try {
    await openPage(b);
    const stories = (await b.value(all("#story option", "e.value"))).filter((s) => !only || only.split(",").includes(s));
    for (const story of stories) {
      console.log(story);
      const regrets = await playStory(b, story);
      await lookAround(b, `${story}, played`, 1280);
      await watchStory(b, story);
      await playMany(b, story);
      if (story === stories[0]) await lookAround(b, `${story}, many`, 1280);
      await followLinks(b, story, regrets);
    }
    for (const dark of [false, true]) {
      await b.look({ width: 360, height: 740, dark });
      await openPage(b);
      for (const mode of ["play", "watch", "many"]) { await b.click(`#tab-${mode}`); await lookAround(b, `${mode}, ${dark ? "dark" : "light"}`, 360); }
    }
    await b.look({ width: 1280, height: 900 });
    for (const test of [useKeyboard, useSliders, stayAlive, reduceMotion]) {
      console.log(test.name);
      await test(b).catch((error) => expect(false, `${test.name} ends: ${error.message}`));
    }
    for (const e of b.events) {
      if (e.method === "Network.requestWillBeSent") expect(/^(file|data|blob|about):/.test(e.params.request.url), `asks for ${e.params.request.url}`);
      if (e.method === "Runtime.exceptionThrown") expect(false, `an error: ${JSON.stringify(e.params.exceptionDetails).slice(0, 400)}`);
      if (e.method === "Log.entryAdded" && e.params.entry.level !== "info") expect(false, `the browser says: ${e.params.entry.text}`);
      if (e.method === "Runtime.consoleAPICalled") expect(false, `the page says: ${JSON.stringify(e.params.args)}`);
    }
  } finally { await b.close(); }
  askR();
  console.log(`${expectations} expectations, ${problems.length} problems; R confirmed ${claims.length} calls.`);
  process.exit(problems.length ? 1 : 0);
}

main().catch((error) => { console.error(error); process.exit(1); });
