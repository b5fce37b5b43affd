// The web site, used as a visitor would: node tests/web/site.js .build/site [axe.min.js]
//
// The search is used with keys. Every figure that plays is started, played, changed by its slider and closed again. With
// axe-core's file axe looks at the pages below, with their figures playing, in light and dark, wide and narrow. Nothing is
// asked for that is not there, and the browser does not complain. (tools/site-check.R opens all pages.)
// Needs node and chromium.
"use strict";

const { existsSync, readFileSync, readdirSync, statSync } = require("fs");
const { createServer } = require("http");
const { extname, join, resolve } = require("path");
const { openBrowser } = require("./browser.js");

const site = resolve(process.argv[2] || ".build/site"), axe = process.argv[3] ? readFileSync(process.argv[3], "utf8") : null;
const MOST_INDEX = 300e3;
const LOOKED_AT = ["index.html", "reference/index.html", "reference/with_patience.html", "articles/index.html", "articles/impatient-arms.html", "articles/farewell-to-arms.html",
  "articles/fairness.html", "articles/composite.html", "articles/mortal.html", "articles/changing-arms.html"];
// Words of a visitor, and the page that comes first.
const SEARCHES = [["with_patience", "with_patience"], ["wait", "with_waiting"], ["thompson sampling", "policy_thompson"], ["thompson", "policy_thompson"], ["policy_ucb1", "policy_ucb"],
  ["fairness", "with_fairness"], ["run_study()", "run_study"], ["impatient", "with_patience"], ["delay", "with_delay"], ["mortal", "with_lifetimes"], ["slurm", "many-machines"],
  ["confidence interval", "estimates"], ["farewell", "farewell-to-arms"], ["glossary", "glossary"], ["gittins", "policy_gittins"]];

const problems = [];
let expectations = 0;
function expect(fine, said) {
  expectations++;
  if (!fine && !problems.includes(said)) { problems.push(said); console.log(`  PROBLEM: ${said}`); }
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json" };
function serve() {
  const server = createServer((request, response) => {
    const name = join(site, decodeURIComponent(new URL(request.url, "http://x").pathname));
    if (!existsSync(name) || !statSync(name).isFile()) { response.statusCode = 404; response.end(); return; }
    response.setHeader("Content-Type", TYPES[extname(name)] || "application/octet-stream");
    response.end(readFileSync(name));
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

// What the browser has complained about since the last call, what was not there, and what was asked of others.
function complaints(b, where, home) {
  for (const e of b.events.splice(0)) {
    if (e.method === "Network.requestWillBeSent") expect(e.params.request.url.startsWith(home) || /^(file|data|blob|about):/.test(e.params.request.url), `${where}: it asks the network for ${e.params.request.url}`);
    if (e.method === "Network.responseReceived") expect(e.params.response.status < 400, `${where}: ${e.params.response.url} is not there`);
    if (e.method === "Runtime.exceptionThrown") expect(false, `${where}: an error: ${JSON.stringify(e.params.exceptionDetails).slice(0, 300)}`);
    if (e.method === "Log.entryAdded" && ["error", "warning"].includes(e.params.entry.level)) expect(false, `${where}: the browser says: ${e.params.entry.text} ${e.params.entry.url || ""}`);
    if (e.method === "Runtime.consoleAPICalled" && ["error", "warning"].includes(e.params.type)) expect(false, `${where}: the page says: ${JSON.stringify(e.params.args).slice(0, 300)}`);
  }
}

const pagesOf = (folder, under = "") => readdirSync(join(folder, under), { withFileTypes: true }).flatMap((e) => {
  const name = under ? `${under}/${e.name}` : e.name;
  return e.isDirectory() ? pagesOf(folder, name) : name.endsWith(".html") && name !== "404.html" ? [name] : [];
});

async function isNotWide(b, where) {
  const wide = await b.value(`(() => { const most = document.documentElement.clientWidth, over = document.documentElement.scrollWidth - most;
    const first = over <= 0 ? null : [...document.querySelectorAll("body *")].find((e) => { const r = e.getBoundingClientRect(); return r.right > most + 1 && r.width && !e.closest(".visually-hidden-focusable"); });
    return over <= 0 ? "" : over + " pixels: " + (first ? first.outerHTML.slice(0, 120) : ""); })()`);
  expect(!wide, `${where} is wider than the window by ${wide}`);
}

// No word of a figure that plays is cut off at its right edge.
async function cutsNothing(b, where) {
  const cut = await b.value(`[...${rootOf(0)}.querySelectorAll("svg text")].filter((t) => t.getBoundingClientRect().width &&
    t.getBoundingClientRect().right > t.ownerSVGElement.getBoundingClientRect().right + 1).map((t) => t.textContent).join(", ")`);
  expect(!cut, `${where} the figure cuts off ${cut}`);
}

// --- the search ---------------------------------------------------------------------------------------

async function type(b, words) {
  await b.value("(() => { const f = document.getElementById('search-input'); f.value = ''; f.focus(); })()");
  await b.ask("Input.insertText", { text: words });
}
const options = "[...document.querySelectorAll('#search-found [role=option]')]";

async function searchAround(b, home) {
  expect(statSync(join(site, "search.js")).size <= MOST_INDEX, `search.js has ${statSync(join(site, "search.js")).size} bytes`);
  expect(!existsSync(join(site, "search.json")), "search.json is shipped");
  await b.look({ width: 1280, height: 900 });
  for (const [words, wanted] of SEARCHES) {
    await b.go(`${home}reference/index.html`);
    await type(b, words);
    await b.until(`${options}.length`).catch(() => expect(false, `the search for "${words}" finds nothing`));
    const found = await b.value(`${options}.map((a) => a.href.replace(/#.*/, ""))`);
    expect(new Set(found).size === found.length, `the search for "${words}" has a page twice`);
    await b.key("Enter");
    await b.until(`location.href.endsWith("/${wanted}.html")`, 5).catch(() => expect(false, `the search for "${words}" leads to ${found.slice(0, 3)}`));
  }
  await b.go(`${home}index.html`);
  await type(b, "regret");
  await b.until(`${options}.length > 3`);
  for (const name of ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowDown"]) await b.key(name);
  const second = await b.value(`${options}[1].href`);
  expect(await b.value(`${options}[1].getAttribute("aria-selected") === "true" && document.activeElement.getAttribute("aria-activedescendant") === ${options}[1].id`), "arrows do not move in what was found");
  await b.key("Enter");
  await b.until(`location.href === ${JSON.stringify(second)}`, 5).catch(() => expect(false, "Enter does not open what arrows have chosen"));
  await b.go(`${home}index.html`);
  await type(b, "xyzzy");
  await b.until("!document.getElementById('search-said').hidden", 5).catch(() => expect(false, "nothing is said where nothing is found"));
  complaints(b, "search", home);
}

// --- figures that play -----------------------------------------------------------------------------------

const rootOf = (i) => `document.querySelectorAll("[data-play]")[${i}].shadowRoot`;
const described = (i) => `(() => { const f = [...${rootOf(i)}.querySelectorAll("figure")].find((x) => x.getBoundingClientRect().width);
  return JSON.stringify([f.querySelector("figcaption").textContent, f.querySelector("svg").getAttribute("aria-label")]); })()`;

async function start(b, i) {
  await b.value(`${rootOf(i)}.getElementById("start").click()`);
  await b.until(`${rootOf(i)}.getElementById("scrub") && Number(${rootOf(i)}.getElementById("scrub").max) > 1`);
}
const set = (i, id, value, kinds) => `(() => { const e = ${rootOf(i)}.getElementById("${id}"); e.value = ${value}; for (const kind of ${JSON.stringify(kinds)}) e.dispatchEvent(new Event(kind, { bubbles: true })); })()`;

async function playFigure(b, where, i) {
  const at = (id) => `${rootOf(i)}.getElementById("${id}")`, before = await b.value(described(i)), still = await b.value(`${rootOf(i)}.getElementById("figure").innerHTML`);
  await start(b, i);
  expect(await b.value(described(i)) === before, `${where}: the figure at rest says ${before}, the live one ${await b.value(described(i))}`);
  await b.until(`Number(${at("scrub")}.value) > 1`).catch(() => expect(false, `${where}: the figure does not play`));
  await b.value(`${at("go")}.click()`);
  expect(await b.value(`${at("go")}.textContent`) === "Play", `${where}: the figure does not pause`);
  await b.value(set(i, "scrub", 7, ["input", "change"]));
  expect(/7 of/.test(await b.value(`${at("scrubbed")}.textContent`)), `${where}: the round cannot be chosen`);
  expect((await b.value(`${at("why")}.textContent`)).length > 20, `${where}: nothing is said about why`);
  const curve = `${at("curves")}.querySelector("path.curve").getAttribute("d")`, drawn = await b.value(curve);
  const now = Number(await b.value(`${at("one-slider")}.value`)), most = Number(await b.value(`${at("one-slider")}.max`)), low = Number(await b.value(`${at("one-slider")}.min`));
  await b.value(set(i, "one-slider", now > (low + most) / 2 ? low + (now - low) / 3 : now + (most - now) / 2, ["input"]));
  await b.until(`${at("curves")}.querySelector("path.ghost")`, 5).catch(() => expect(false, `${where}: the slider leaves no curve from before`));
  await b.value(set(i, "one-slider", `${at("one-slider")}.value`, ["change"]));
  expect(await b.value(`!${at("own")}.hidden && UnrulyPlay.isOwn()`), `${where}: the slider makes no version of one's own`);
  await b.value(`${at("back")}.click()`);
  expect(await b.value(`${at("own")}.hidden && ${curve} === ${JSON.stringify(drawn)}`), `${where}: there is no way back to the story`);
  expect(await b.value(`${at("problem")}.textContent`) === "", `${where}: the figure has a problem`);
  await b.value(`${at("end")}.click()`);
  expect(await b.value(`${rootOf(i)}.getElementById("figure").innerHTML`) === still, `${where}: the figure cannot be closed`);
}

async function playFigures(b, home, pages) {
  let played = 0;
  await b.look({ width: 1280, height: 900 });
  for (const page of pages.filter((p) => p.startsWith("articles/"))) {
    for (const from of [home, `file://${site}/`].slice(0, page === "articles/impatient-arms.html" ? 2 : 1)) {
      await b.go(from + page);
      const count = await b.value("document.querySelectorAll('[data-play]').length");
      for (let i = 0; i < count; i++, played++) await playFigure(b, `${page}, figure ${i + 1}`, i).catch((error) => expect(false, `${page}, figure ${i + 1}: ${error.message}`));
      complaints(b, page, home);
    }
  }
  expect(!existsSync(join(site, "play")) || played >= 9, `only ${played} figures play`);
  console.log(`${played} figures played.`);
}

// --- axe ---------------------------------------------------------------------------------------------------

async function askAxe(b, where) {
  await b.value("document.querySelectorAll('details').forEach((d) => { d.open = true; })");
  await b.value(`${axe};0`);
  const wrong = await b.value("axe.run({ resultTypes: ['violations'] }).then((r) => r.violations.map((v) => `${v.id} (${v.nodes.length}): ${v.nodes[0].html.slice(0, 160)} ${(v.nodes[0].any[0] || v.nodes[0].all[0] || v.nodes[0].none[0] || {}).message || ''}`))");
  for (const one of wrong) expect(false, `${where}: axe says ${one}`);
  expectations++;
}

async function lookWithAxe(b, home) {
  const plays = existsSync(join(site, "play"));
  for (const dark of [false, true]) {
    for (const width of [1280, 400]) {
      await b.look({ width, height: 800, dark, calm: true });
      const how = `${dark ? "dark" : "light"}, ${width}`;
      for (const page of LOOKED_AT) {
        await b.go(home + page);
        const count = await b.value("document.querySelectorAll('[data-play]').length");
        await askAxe(b, `${page}, ${how}`);
        if (count) {
          await start(b, 0);
          await b.value(`${rootOf(0)}.querySelectorAll("details").forEach((d) => { d.open = true; })`);
          await askAxe(b, `${page} with its figure, ${how}`);
          await isNotWide(b, `${page} with its figure, ${how},`);
          await cutsNothing(b, `${page}, ${how},`);
        }
        complaints(b, `${page}, ${how}`, home);
      }
      await b.go(`${home}index.html`);
      if (width < 900) await b.value("document.querySelector('.navbar-toggler').click()");
      await type(b, "patience");
      await b.until(`${options}.length > 3`);
      await b.pause(500);
      await askAxe(b, `what was found, ${how}`);
      for (const step of plays ? ["play", "look", "many"] : []) {
        await b.go(`${home}play/index.html#s=fairness.1.172.${step}.9.!`);
        await b.until("!document.body.hasAttribute('aria-busy')");
        await askAxe(b, `play, ${step}, ${how}`);
      }
      console.log(`Axe has looked at the pages, ${how}.`);
    }
  }
}

async function main() {
  const server = await serve(), home = `http://127.0.0.1:${server.address().port}/`, pages = pagesOf(site), b = await openBrowser();
  const parts = [() => searchAround(b, home), () => playFigures(b, home, pages), ...(axe ? [() => lookWithAxe(b, home)] : [])];
  const wanted = process.env.PARTS ? process.env.PARTS.split("").map((i) => parts[i]) : parts;
  try { for (const part of wanted) await part().catch((error) => expect(false, `the browser stops: ${error.message}`)); } finally { await b.close(); server.close(); }
  console.log(`${expectations} expectations of the site, ${problems.length} problems.${axe ? "" : " Axe did not look: it is not here."}`);
  process.exit(problems.length ? 1 : 0);
}

main().catch((error) => { console.error(error); process.exit(1); });
