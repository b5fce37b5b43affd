// The page, used as a visitor would: node tests/web/page.js .build/play [stories]
//
// Every story is played by clicks, looked at again and played many times; the R code that the page shows is then evaluated, and
// must give the numbers on the page to the last bit. That nothing is disclosed before the end, links, slips, the keyboard, names
// for screen readers, sizes, contrast, requests and complaints of the browser are looked at as well. Needs node, chromium and the
// installed package. Where AXE names the file axe.min.js of axe-core, it looks at the three steps, too.
"use strict";

const { execFileSync } = require("child_process");
const { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } = require("fs");
const { createServer } = require("http");
const { gzipSync } = require("zlib");
const { tmpdir } = require("os");
const { extname, join, resolve } = require("path");
const { openBrowser } = require("./browser.js");
const { slim } = require("../../tools/play-slim.js");

const folder = resolve(process.argv[2] || ".build/play"), page = `file://${folder}/index.html`, only = process.argv[3];
const GAMES = 25; // of the many, which R plays again
const LARGEST_SITE = 265e3, LARGEST_SCRIPTS = 40e3; // bytes, gzipped
const axe = process.env.AXE ? readFileSync(process.env.AXE, "utf8") : null;
const problems = [];
let expectations = 0;
function expect(fine, said) {
  expectations++;
  if (!fine) { problems.push(said); console.log(`  PROBLEM: ${said}`); }
}

const claims = []; // {what, code, regrets: {policy: [numbers]}, round}, for R to confirm; the last round if none is said
const all = (css, what) => `[...document.querySelectorAll(${JSON.stringify(css)})].map((e) => ${what})`;
const text = (id) => `document.getElementById("${id}").textContent`;
const set = (id, value, kinds = ["input", "change"]) => `(() => { const e = document.getElementById("${id}"); e.value = ${JSON.stringify(String(value))};
  for (const kind of ${JSON.stringify(kinds)}) e.dispatchEvent(new Event(kind, { bubbles: true })); })()`;
const regretsShown = `Object.fromEntries(${all("#lessons > figure:first-of-type g[data-name]", "[e.dataset.name, [Number(e.dataset.value)]]")})`;

let visits = 0;
async function openPage(b, hash = "", from = page) {
  await b.go(`${from}?visit${++visits}${hash}`); // another address, so that it is loaded anew
  await b.until("!document.body.hasAttribute('aria-busy')");
}

// Every figure is drawn from numbers.
async function hasNumbers(b, where) {
  const found = await b.value("(/.{60}(NaN|undefined|Infinity).{20}/.exec(document.getElementById('board').innerHTML) || [''])[0]");
  expect(!found, `${where}: not a number: ${found}`);
}

// --- one story --------------------------------------------------------------------------------------------

// Nothing of the bandit that has not been seen, in the page or in its address.
async function isSilent(b, where, means) {
  const found = await b.value(`(() => { const html = document.getElementById("board").innerHTML + document.getElementById("code").innerHTML + document.getElementById("live").innerHTML + location.hash;
    return { means: ${JSON.stringify(means)}.filter((m) => html.includes(m)), hidden: ${all("#lessons, #panels, #choices, #curves, #bands, #dots, #means, #sliders, #policies, #focus, #why, #verdict, #r", "e.innerHTML.length")}.reduce((a, b) => a + b, 0),
    race: document.getElementById("race").textContent, arms: ${all("#arms .arm strong", "e.textContent")}, others: ${all("#history text.strong", "e.textContent")} }; })()`);
  expect(!found.means.length, `${where}: the page holds the means ${found.means}`);
  expect(!found.arms.some((arm) => found.race.includes(arm)) && found.others.every((name) => name === "Your choices"), `${where}: an arm of a policy is shown`);
  expect(!/^(spread|delay)/.test(where) || found.race === "", `${where}: sums are shown that the visitor cannot see`);
  expect(!found.hidden, `${where}: the page holds what is for after the end`);
}

const press = (i) => `(() => { const w = document.querySelectorAll("#waits input"); if (w.length) w[${i} % w.length].click();
  const a = [...document.querySelectorAll("#arms .arm")].filter((e) => e.getAttribute("aria-disabled") !== "true");
  if (a.length) a[(${i} * ${i} + (${i} >> 1)) % a.length].click(); return a.length; })()`;

async function playStory(b, story) {
  await b.value(set("story", story, ["change"]));
  const means = (await b.value("UnrulyPlay.meansOf(UnrulyPlay.described())")).map((m) => m.toFixed(2));
  await isSilent(b, `${story}, at first`, means);
  await b.click("#tab-many");
  expect(await b.value("!document.getElementById('play').hidden && document.getElementById('problem').textContent !== ''"), `${story}: step 3 opens before the end`);
  await b.click("#arms .arm");
  for (let i = 1; i < 80; i++) {
    if (!await b.value("document.getElementById('result').hidden")) break;
    if (i % 9 === 4) await isSilent(b, `${story}, after ${i} choices`, []);
    if (!await b.value(press(i))) break;
  }
  expect(await b.value("!document.getElementById('result').hidden"), `${story}: the game does not end`);
  expect(await b.value("document.activeElement.id === 'result'"), `${story}: the focus does not move to the result`);
  const regrets = await b.value(regretsShown), verdict = await b.value(text("verdict"));
  expect(Object.keys(regrets).length === 3, `${story}: three regrets are not shown`);
  for (const name of Object.keys(regrets)) expect(verdict.toLowerCase().includes(name.toLowerCase().replace("you", "your")), `${story}: the verdict does not name ${name}`);
  expect((await b.value(all("#lessons .lesson", "e.textContent")))[0], `${story}: there is no lesson`);
  await hasNumbers(b, `${story}, played`);
  claims.push({ what: `${story}, played`, code: await b.value(text("r")), regrets });
  return regrets;
}

async function lookAgain(b, story) {
  await b.click("#tab-look");
  expect(!/The game is over/.test(await b.value(text("why"))), `${story}: it opens where nothing is chosen any more`);
  const horizon = Number(await b.value("document.getElementById('scrub').max"));
  await b.value("document.getElementById('scrub').focus()");
  for (const [key, round] of [["Home", 0], ["ArrowRight", 1], ["PageUp", 11], ["PageDown", 1], ["End", horizon]]) {
    await b.key(key);
    expect(Number(await b.value("document.getElementById('scrub').value")) === round, `${story}: ${key} does not lead to round ${round}`);
  }
  const regrets = `Object.fromEntries(${all("#panels section", "[e.dataset.name, [Number(e.dataset.regret)]]")})`;
  expect(!/known = TRUE|memory = |t\(rbind/.test(await b.value(text("r"))), `${story}: an argument of the code changes nothing`);
  claims.push({ what: `${story}, looked at again`, code: await b.value(text("r")), regrets: await b.value(regrets) });
  for (const round of story === "waiting" ? [] : [1, 7, horizon - 1]) { // a call takes several minutes
    await b.value(set("scrub", round));
    expect((await b.value("document.getElementById('scrubbed').textContent")).startsWith(`after ${round} of`), `${story}: the scrubber does not say round ${round}`);
    claims.push({ what: `${story} after round ${round}`, code: await b.value(text("r")), regrets: await b.value(regrets), round });
  }
  await b.value(set("scrub", 5));
  await hasNumbers(b, `${story}, looked at again`);
  expect((await b.value(text("why"))).length > 20, `${story}: nothing is said about why`);
  await b.value("document.activeElement.blur()");
  await b.key(" ");
  await b.until("Number(document.getElementById('scrub').value) > 6");
  await b.key(" ");
  expect(await b.value(`${text("go")} === "Play"`), `${story}: the space bar does not pause`);
}

async function playMany(b, story) {
  await b.click("#tab-many");
  for (const others of [true, false]) {
    await b.value(`document.querySelector('[name=others][value="${others}"]').click()`);
    await b.until(`UnrulyPlay.manyGames.result && !UnrulyPlay.manyGames.busy && /^n = 2,000 games/.test(${text("many-said")})`, 120);
    const regrets = await b.value(`Object.fromEntries(UnrulyPlay.manyGames.result.names.map((name, i) => [name, [...UnrulyPlay.manyGames.result.finals[i].slice(0, ${GAMES})]]))`);
    claims.push({ what: `${story}, many games, ${others ? "other" : "these"} arms`, code: await b.value(`UnrulyPlay.manyInR(${GAMES})`), regrets, many: true });
  }
  await hasNumbers(b, `${story}, many games`);
  expect(/ of 100 games|every game/.test(await b.value(text("moral"))), `${story}: no moral: ${await b.value(text("moral"))}`);
  const narrow = await b.value("parseFloat(getComputedStyle(document.body).fontSize)");
  await b.value("document.activeElement.blur()");
  await b.key("p");
  expect(await b.value(`getComputedStyle(document.getElementById("side")).display === "none" && parseFloat(getComputedStyle(document.body).fontSize) > 1.4 * ${narrow} && document.documentElement.scrollWidth <= innerWidth`),
    `${story}: not large, for a projector`);
  await b.key("p");
  await lookAround(b, `${story}, many games`, 1280);
  if (story === "patience") { // with all rules on show, too, all games are played
    await b.value("document.getElementById('all').open = true");
    await b.value("document.querySelector('[name=others][value=\"true\"]').click()");
    await b.until(`/^n = 2,000/.test(${text("all-said")}) && document.querySelectorAll("#all-numbers tbody tr").length === 5`, 240);
    expect((await b.value(text("many-said"))).startsWith("n = 2,000 games"), `of the policies ${await b.value(text("many-said"))}`);
    await b.value("document.querySelector('[name=others][value=\"false\"]').click()");
    await b.until(`/^n = 2,000/.test(${text("many-said")}) && UnrulyPlay.manyGames.result.games === 2000 && !UnrulyPlay.manyGames.busy`, 240);
  }
  expect(await b.value(`(document.querySelector("#dots svg").innerHTML.match(/a[\\d.]+ [\\d.]+ 0 1 0/g) || []).length`) === 600, `${story}: there are not a hundred dots for each policy`);
  expect((await b.value(text("r"))).includes("2000"), `${story}: the code is not about the games shown`);
}

// What axe says is wrong, with all that folds open.
async function askAxe(b, where) {
  if (!axe) return;
  await b.value("document.querySelectorAll('details').forEach((d) => { d.open = true; })");
  await b.value(`${axe};0`);
  const wrong = await b.value("axe.run().then((r) => r.violations.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 120)}`))");
  expect(!wrong.length, `${where}: axe says ${wrong.join("; ")}`);
}

// A link opens the same state; an edited one is refused in words, and the page can still be played.
async function followLinks(b, story, regrets) {
  await b.click("#tab-play");
  for (const [id, what] of [["copy", "code"], ["share", "link"]]) {
    await b.click(`#${id}`);
    await b.until(`document.getElementById("copied").textContent === "The ${what} is copied."`);
  }
  const hash = await b.value("location.hash"), shown = await b.value(text("r"));
  expect(hash.length > 1, `${story}: the address does not hold the state`);
  await openPage(b, hash);
  expect(JSON.stringify(await b.value(regretsShown)) === JSON.stringify(regrets), `${story}: a link does not bring the game back`);
  expect(await b.value(text("r")) === shown, `${story}: a link does not bring the code back`);
  for (const edited of [hash.replace(".play.", ".plot."), hash.replace(/#s=\w+/, "#s=rest"), "#nonsense"]) {
    await openPage(b, edited);
    expect(/[a-z]{3,} .*[a-z]{3,}/.test(await b.value(text("problem"))), `${story}: the edited link ${edited.slice(0, 40)} is not refused in words`);
  }
  await b.click("#arms .arm");
  expect((await b.value(text("said"))).startsWith("Round 1"), `${story}: after a bad link nothing can be played`);
  const half = await b.value("location.hash");
  await openPage(b, half);
  expect((await b.value(text("round"))) === "Round 2 of 40", `a game that was begun is not resumed: ${await b.value(text("round"))}`);
}

// --- once -------------------------------------------------------------------------------------------------

// From the top of the page with Tab, arrows and digits only.
async function useKeyboard(b) {
  await openPage(b);
  const focused = "document.activeElement.id || document.activeElement.dataset.arm || document.activeElement.tagName", seen = [];
  for (let i = 0; i < 12 && seen[seen.length - 1] !== "1"; i++) { await b.key("Tab"); seen.push(await b.value(focused)); }
  expect(seen.join(" ") === "SUMMARY story tab-play 1", `the order of focus is ${seen.join(" ")}`);
  expect(await b.value("getComputedStyle(document.activeElement).outlineStyle") !== "none", "the focus cannot be seen");
  await b.key("4");
  await b.key("2", 2); // with Control
  await b.value("document.dispatchEvent(new KeyboardEvent('keydown', { key: '2', repeat: true }))");
  expect(await b.value("UnrulyPlay.state.choices.length") === 1, "digits with modifiers or repeated are choices");
  for (let i = 0; i < 60 && await b.value("document.getElementById('result').hidden"); i++) await b.key(String(1 + i % 4));
  expect(await b.value("!document.getElementById('result').hidden"), "a game cannot be finished with the keyboard");
  await b.value("document.getElementById('tab-play').focus()");
  await b.key("ArrowRight");
  expect(await b.value("document.activeElement.id === 'tab-look' && !document.getElementById('look').hidden"), "arrows do not change tabs");
}

// Every control has a name, a size to hit and enough contrast; headings have no gaps; nothing is wider than the window.
async function lookAround(b, where, width) {
  const { nodes } = await b.ask("Accessibility.getFullAXTree");
  const focusable = nodes.filter((n) => !n.ignored && (n.properties || []).some((p) => p.name === "focusable" && p.value.value) &&
    !["RootWebArea"].includes(n.role.value));
  for (const n of focusable) expect(n.name && n.name.value.trim(), `${where}: a ${n.role.value} has no name`);
  for (const n of nodes.filter((x) => !x.ignored && ["image", "img"].includes(x.role.value))) expect(n.name && n.name.value.length > 20, `${where}: a figure says nothing`);
  const levels = await b.value(all("h1, h2, h3", "[Number(e.tagName[1]), !!e.offsetParent]").replace("[...", "[...") + ".filter((x) => x[1]).map((x) => x[0])");
  expect(levels.every((l, i) => i === 0 || l <= levels[i - 1] + 1), `${where}: headings have gaps: ${levels}`);
  const small = await b.value(all("button, select, summary, input, textarea", "e").replace(/\.map.*/, "") +
    ".filter((e) => e.offsetParent).map((e) => [e.id || e.textContent, (e.type === 'checkbox' || e.type === 'radio' ? e.closest('label') : e).getBoundingClientRect()])" +
    ".filter(([, r]) => r.height < 43.5 || r.width < 43.5).map(([name, r]) => `${name} ${r.width}x${r.height}`)");
  expect(!small.length, `${where}: too small to hit: ${small.join(", ")}`);
  const wide = await b.value("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  expect(wide <= 0, `${where}: ${wide} pixels too wide at ${width}`);
  const cut = await b.value(all("svg text", "[e.textContent, e.getBoundingClientRect(), e.closest('svg').getBoundingClientRect()]") +
    ".filter(([, r, s]) => r.width && (r.left < s.left - 1 || r.right > s.right + 1)).map(([said]) => said)");
  expect(!cut.length, `${where}: cut off: ${[...new Set(cut)].join("; ")}`);
  const faint = await b.value(`(() => {
    const parse = (c) => (c.match(/[\\d.]+/g) || [0, 0, 0]).map(Number);
    const light = (c) => c.slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; }
      return matchMedia("(prefers-color-scheme: dark)").matches ? [21, 23, 27] : [255, 255, 255]; };
    return [...document.querySelectorAll("p, span, button, label, td, th, h1, h2, h3, legend, summary, code, figcaption, strong, text")].filter((e) => e.textContent.trim()
      && e.getBoundingClientRect().width && !e.closest("option")).map((e) => {
      const s = getComputedStyle(e), of = light(parse(e.tagName === "text" ? s.fill : s.color)), on = light(behind(e));
      return [(Math.max(of, on) + 0.05) / (Math.min(of, on) + 0.05), e.textContent.trim().slice(0, 30)];
    }).filter(([ratio]) => ratio < 4.5).map(([ratio, text]) => text + " " + ratio.toFixed(2)); })()`);
  expect(!faint.length, `${where}: too faint: ${[...new Set(faint)].slice(0, 5).join("; ")}`);
}

// A dragged dot makes an own version, whose curve is there while the finger is down, with the ghost of the one before.
async function useSliders(b) {
  await openPage(b, "#s=changes.1.103.many.0.!");
  await b.until(`/^n = 2,000/.test(${text("many-said")})`, 120);
  const before = await b.value("document.querySelector('#bands path.curve').getAttribute('d')");
  await b.value(set("mean-0", "0.4", ["input"]));
  await b.until(`document.querySelector("#bands path.curve").getAttribute("d") !== ${JSON.stringify(before)}`, 10);
  expect(await b.value("document.querySelectorAll('#bands path.ghost').length") === 3, "a drag leaves no ghost");
  await b.value(set("mean-0", "0.4", ["change"]));
  expect(await b.value("document.querySelector('[name=others][value=\"false\"]').checked"), "of an own version other arms are ticked");
  await b.until(`/^n = 2,000/.test(${text("many-said")})`, 120);
  expect(await b.value("UnrulyPlay.meansOf(UnrulyPlay.described())[0] === 0.4"), "a dot does not set the mean");
  expect(await b.value("document.querySelector('[name=others][value=\"true\"]').disabled || !UnrulyPlay.otherArms()"), "an own version has other arms");
  await b.click("[id='arms1']");
  await b.until("!UnrulyPlay.manyGames.busy", 120); // what comes meanwhile would move what is clicked on
  await b.click("#sliders ~ details summary");
  await b.click("#trait-delay");
  expect((await b.value(all("#sliders .slider", "1"))).length === 3, "a trait's box does not show its sliders");
  const refused = await b.value(all(".trait.off span", "e.textContent"));
  expect(refused.length > 0 && refused.every((why) => /[a-z]{3,} .*[a-z]{3,}/.test(why)), "a trait that cannot be is not disabled with its reason");
  await b.until(`UnrulyPlay.manyGames.result && !UnrulyPlay.manyGames.busy`, 120);
  const regrets = await b.value(`Object.fromEntries(UnrulyPlay.manyGames.result.names.map((name, i) => [name, [...UnrulyPlay.manyGames.result.finals[i].slice(0, ${GAMES})]]))`);
  claims.push({ what: "three arms, two traits, by sliders", code: await b.value(`UnrulyPlay.manyInR(${GAMES})`), regrets, many: true });
  const hash = await b.value("location.hash"), d = await b.value("JSON.stringify(UnrulyPlay.described())");
  await openPage(b, hash);
  expect(await b.value("JSON.stringify(UnrulyPlay.described())") === d, "a link does not bring sliders back");
  await b.click("#tab-look");
  await b.value(set("scrub", 31));
  claims.push({ what: "an own version, looked at", code: await b.value(text("r")), regrets: await b.value(`Object.fromEntries(${all("#panels section", "[e.dataset.name, [Number(e.dataset.regret)]]")})`), round: await b.value("UnrulyPlay.state.round") });
  await b.click("#tab-play");
  await b.click("#again");
  for (let i = 0; i < 80 && await b.value("document.getElementById('result').hidden"); i++) await b.value(press(i));
  expect(await b.value("UnrulyPlay.isOwn() && JSON.stringify(UnrulyPlay.described())") === d, "playing an own version changes it");
  claims.push({ what: "an own version, played", code: await b.value(text("r")), regrets: await b.value(regretsShown) });
  await b.click("#tab-many");
  await b.click("#back");
  expect(await b.value("!UnrulyPlay.isOwn() && JSON.stringify(UnrulyPlay.described()) === JSON.stringify(UnrulyPlay.drawn('changes', 103))"), "there is no way back to the story");
}

async function useClass(b) {
  await openPage(b, "#class=patience.1.7");
  for (let i = 0; i < 60 && await b.value("document.getElementById('result').hidden"); i++) await b.key(String(1 + i % 4));
  const slip = await b.value(text("slip-text")), regret = await b.value(`${regretsShown}.You[0]`);
  expect(/^patience\.1\.7 \d{40} \w{3}$/.test(slip), `the slip is ${slip}`);
  await b.value("document.getElementById('class').open = true");
  await b.value(set("slips", `Ada: ${slip}\n${slip.replace(/ \d/, " 9")}`, ["input"]));
  await b.until("document.querySelectorAll('#class-shown svg .blind').length === 1", 120);
  const shown = await b.value(text("class-shown"));
  expect(shown.includes("n = 1") && shown.includes(`Ada, ${regret >= 9.995 ? regret.toFixed(1) : regret.toFixed(2)}`), `the class shows ${shown.slice(0, 100)}`);
  expect(/Line 2: A digit or letter/.test(shown), "an edited slip is not listed");
  claims.push({ what: "the slip of a class", code: await b.value(text("r")), regrets: await b.value(regretsShown) });
  // Two who hold the line, each in a page of their own; what the teacher's page says of them is what theirs said.
  const slips = [], theirs = [];
  for (const first of [1, 4]) {
    await openPage(b, "#class=waiting.1.31");
    expect(await b.value("location.hash") === "#class=waiting.1.31", "the link of a class does not stay while one plays");
    for (let i = first; i < first + 80 && await b.value("document.getElementById('result').hidden"); i++) await b.value(press(i));
    slips.push(await b.value(text("slip-text")));
    theirs.push(await b.value(`${regretsShown}.You[0]`));
    claims.push({ what: `the slip ${slips.length} of waiting`, code: await b.value(text("r")), regrets: await b.value(regretsShown) });
  }
  expect(slips.every((s) => /^waiting\.1\.31 (\d\d)+ \w{3}$/.test(s)), `the slips are ${slips}`);
  await openPage(b);
  await b.value("document.getElementById('class').open = true");
  await b.value(set("slips", `Ada: ${slips[0]}\r\n\r\nGrace ${slips[1]}\n${slip}`, ["input"]));
  await b.until("document.querySelectorAll('#class-shown svg .blind').length === 1", 120);
  const rows = await b.value(all("#class-shown tbody tr", "e.textContent")), wanted = [["Ada", theirs[0]], ["Grace", theirs[1]]].sort((x, y) => x[1] - y[1]);
  expect(JSON.stringify(rows) === JSON.stringify(wanted.map(([name, r]) => `${name}${r.toFixed(2)}`)), `the class has ${rows}, they had ${theirs}`);
  expect((await b.value(text("class-shown"))).includes("It is of another game, patience.7, than the first slip, waiting.31."), "a slip of another game is not listed");
}

async function reduceMotion(b) {
  await b.look({ width: 1280, height: 900, calm: true });
  await openPage(b, "#s=delay.1.136.look.0.!");
  await b.value("window.drawn = 0; new MutationObserver(() => window.drawn++).observe(document.getElementById('curves'), { childList: true })");
  await b.click("#go");
  await b.pause(3200);
  await b.click("#go");
  const drawn = await b.value("window.drawn");
  expect(drawn >= 2 && drawn <= 5, `with reduced motion ${drawn} pictures came in 3.2 seconds`);
  expect(await b.value("[...document.querySelectorAll('.strip .truth')].every((e) => getComputedStyle(e).animationName === 'none')"), "with reduced motion means still slide");
}

// The version for a server, and what is there without scripts.
async function useSite(b) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://x").pathname.slice(1);
    response.setHeader("Content-Type", types[extname(name)] || "text/plain");
    response.end(readFileSync(join(folder, "site", name)));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const site = `http://127.0.0.1:${server.address().port}/index.html`;
  await openPage(b, "#s=wear.1.192.many.0.!", site);
  await b.until(`/^n = 2,000/.test(${text("many-said")})`, 120);
  expect(await b.value(text("problem")) === "", "the site's page has a problem");
  await b.ask("Emulation.setScriptExecutionDisabled", { value: true });
  await b.ask("Page.navigate", { url: site });
  await b.pause(1000);
  await b.ask("Emulation.setScriptExecutionDisabled", { value: false });
  server.close();
  const size = readdirSync(join(folder, "site")).reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, "site", name)), { level: 9 }).length, 0);
  expect(size <= LARGEST_SITE, `the site has ${size} bytes, gzipped`);
  const [library, modules] = ["unruly.js", "play.js"].map((name) => readFileSync(join(folder, name), "utf8"));
  const own = gzipSync(slim(library) + slim(modules.replace(/^const DATA = .*$/m, "const DATA = {};")), { level: 9 }).length;
  expect(own <= LARGEST_SCRIPTS, `our own scripts have ${own} bytes, gzipped`);
  console.log(`  ${size} bytes, gzipped, of which our own scripts have ${own}`);
  const html = readFileSync(join(folder, "site/index.html"), "utf8"), bare = html.slice(html.indexOf("<noscript>"), html.indexOf("</noscript>"));
  expect((bare.match(/<h2>/g) || []).length === 8 && (bare.match(/<svg/g) || []).length >= 8 && (bare.match(/run_study/g) || []).length === 8, "without scripts there are not eight tales, figures and calls");
  expect(/Four food stalls/.test(html.slice(0, html.indexOf("<noscript>"))) && (html.match(/class="arm"/g) || []).length === 4, "the first story is not in the page");
}

// R evaluates what the page shows.
function askR() {
  const place = mkdtempSync(join(tmpdir(), "unruly-page-"));
  claims.forEach((claim, i) => writeFileSync(join(place, `${i}.R`), claim.code));
  writeFileSync(join(place, "rounds"), claims.map((claim) => claim.round || 0).join("\n"));
  const script = join(place, "ask.R");
  writeFileSync(script, `suppressPackageStartupMessages(library(unruly))
options(warn = 2)
rounds <- scan("${place}/rounds", quiet = TRUE)
for (i in seq_len(${claims.length}) - 1) {
  answer <- tryCatch({
    made <- withCallingHandlers(local(eval(parse(file.path("${place}", paste0(i, ".R"))))), message = function(m) stop("it says ", conditionMessage(m)))
    r <- if (is.data.frame(made)) made else regret(made)
    r$policy <- as.character(r$policy)
    r <- r[r$round == if (rounds[i + 1] > 0) rounds[i + 1] else max(r$round), ]
    if (!is.data.frame(made)) r <- r[order(r$rep), ]
    vapply(split(r$regret, factor(r$policy, unique(r$policy))), function(x) paste(sprintf("%.17g", x), collapse = " "), "")
  }, error = function(e) c(error = gsub("\\n", " ", conditionMessage(e))))
  writeLines(c(names(answer), answer), file.path("${place}", paste0(i, ".txt")))
}
`);
  execFileSync("Rscript", [script], { stdio: ["ignore", "inherit", "inherit"] });
  claims.forEach((claim, i) => {
    const lines = readFileSync(join(place, `${i}.txt`), "utf8").trimEnd().split("\n"), half = lines.length / 2;
    const answer = Object.fromEntries(lines.slice(0, half).map((name, j) => [name, lines[half + j].split(" ")]));
    if (answer.error) { expect(false, `${claim.what}: R says: ${answer.error.join(" ")}`); return; }
    expect(Object.keys(claim.regrets).length > 0, `${claim.what}: nothing is claimed`);
    for (const [name, numbers] of Object.entries(claim.regrets)) {
      const theirs = (answer[name] || []).map(Number);
      const same = theirs.length === numbers.length && theirs.every((x, k) => x === numbers[k]);
      expect(same, `${claim.what}, ${name}: the page has ${numbers.slice(-1)}, R ${theirs.slice(-1)} (${numbers.length} and ${theirs.length} numbers)`);
    }
  });
  rmSync(place, { recursive: true });
}

async function main() {
  const b = await openBrowser();
  try {
    await openPage(b);
    const stories = (await b.value(all("#story option", "e.value"))).filter((s) => !only || only.split(",").includes(s));
    for (const story of stories) {
      console.log(story);
      await openPage(b);
      const regrets = await playStory(b, story);
      await lookAround(b, `${story}, played`, 1280);
      await lookAgain(b, story);
      await playMany(b, story);
      await followLinks(b, story, regrets);
    }
    for (const dark of [false, true]) {
      for (const width of [1280, 400]) {
        await b.look({ width, height: 800, dark });
        for (const step of ["play", "look", "many"]) {
          await openPage(b, `#s=fairness.1.172.${step}.9.!`);
          if (step === "many") await b.until(`/^n = 2,000/.test(${text("many-said")})`, 120);
          await lookAround(b, `${step}, ${dark ? "dark" : "light"}, ${width}`, width);
          await askAxe(b, `${step}, ${dark ? "dark" : "light"}, ${width}`);
        }
      }
    }
    await b.look({ width: 400, height: 800 });
    await openPage(b);
    expect(await b.value("document.getElementById('arms').getBoundingClientRect().bottom <= 800"), "at 400 x 800 the cards are not on the first screen");
    await b.look({ width: 1280, height: 900 });
    for (const test of [useKeyboard, useSliders, useClass, useSite, reduceMotion]) {
      console.log(test.name);
      await test(b).catch((error) => expect(false, `${test.name} ends: ${error.message}`));
    }
    for (const e of b.events) {
      if (e.method === "Network.requestWillBeSent") expect(/^(file|data|blob|about|http:..127\.0\.0\.1):?/.test(e.params.request.url), `asks for ${e.params.request.url}`);
      if (e.method === "Runtime.exceptionThrown") expect(false, `an error: ${JSON.stringify(e.params.exceptionDetails).slice(0, 400)}`);
      if (e.method === "Log.entryAdded" && e.params.entry.level !== "info") expect(false, `the browser says: ${e.params.entry.text}`);
      if (e.method === "Runtime.consoleAPICalled") expect(false, `the page says: ${JSON.stringify(e.params.args)}`);
    }
  } finally { await b.close(); }
  askR();
  console.log(`${expectations} expectations, ${problems.length} problems; R confirmed ${claims.length} calls.${axe ? "" : " Axe did not look: AXE names no file."}`);
  process.exit(problems.length ? 1 : 0);
}

main().catch((error) => { console.error(error); process.exit(1); });
