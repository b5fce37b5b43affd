// Fills the page: node tools/play-page.js <folder of the scripts> <the core>. What can be read before the core is there, the tale
// and the cards of the first story, and without scripts at all, is made here by the page's own modules and the core.
"use strict";
const { mkdirSync, readFileSync, writeFileSync, copyFileSync, rmSync } = require("fs");
const { join } = require("path");
const load = require("../tests/web/load.js"), { slim } = require("./play-slim.js");

const [, , folder, wasm] = process.argv, root = join(__dirname, "..");
const Unruly = load(folder), page = load.page(folder);
const WIDTH = 700;
const { tag, escaped } = page;

// A story as it can be read: its tale, the figure of the reveal, the call in R.
function readable([name, story]) {
  const code = story.first[0], d = page.drawn(name, code), players = page.playersOf(d, page.policiesOf(name).slice(0, 2), []);
  const show = { name, story, d, players };
  return [tag("h2", {}, escaped(story.title)), tag("p", {}, escaped(page.tale(name, d))), tag("p", {}, escaped(page.verdict(show))),
    ...page.lessons(show, WIDTH).map((l) => (l.said ? tag("p", {}, escaped(l.said)) : "") + l.svg),
    page.figure(page.timeline(show, WIDTH), page.timelineKey(d, true)),
    tag("pre", {}, tag("code", {}, escaped(Unruly.code({ ...d, replications: 1, policies: page.policiesOf(name).slice(0, 2) }))))].join("\n");
}

function cards(name, story) {
  const d = page.drawn(name, story.first[0]), game = Unruly.open({ ...d, policy: null }), view = game.view();
  const made = view.arms.map((a) => tag("button", { class: "arm", type: "button", disabled: true }, page.card(a, view, d, null, false)));
  game.close();
  return made.join("");
}

const fill = (text, parts) => text.replace(/<!-- (\w+) -->/g, (whole, name) => (name in parts ? parts[name] : whole));

(async () => {
  await Unruly.ready();
  const read = (name) => slim(readFileSync(join(folder, name), "utf8")), css = readFileSync(join(root, "web/page.css"), "utf8");
  const stories = Object.entries(page.STORIES), [first, story] = stories[0], d = page.drawn(first, story.first[0]);
  const parts = { options: stories.map(([name, s]) => tag("option", { value: name }, escaped(s.title))).join(""), tale: escaped(page.tale(first, d)),
    round: escaped(`Round 1 of ${d.horizon}`), cards: cards(first, story), noscript: stories.map(readable).join("\n") };
  const html = fill(readFileSync(join(root, "web/index.html"), "utf8"), parts);
  // A script in a page ends at the first such tag.
  const script = ["unruly-core.js", "unruly.js", "play.js"].map(read).join("\n").replace(/<\/script/g, "<\\/script");
  writeFileSync(join(folder, "index.html"), fill(html, { style: `<style>\n${css}</style>`, scripts: `<script>\n${script}</script>` }));
  const site = join(folder, "site");
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site);
  copyFileSync(wasm, join(site, "unruly.wasm"));
  writeFileSync(join(site, "page.css"), css);
  // From a disk the core cannot be fetched: there unruly-core.js is loaded before.
  const core = 'var UnrulyBytes = UnrulyBytes || { address: new URL("unruly.wasm", typeof document === "undefined" ? self.location.href : document.currentScript.src).href };\n';
  writeFileSync(join(site, "play.js"), core + ["unruly.js", "play.js"].map(read).join("\n"));
  writeFileSync(join(site, "index.html"), fill(html, { style: '<link rel="stylesheet" href="page.css">', scripts: '<script src="play.js"></script>' }));
})().catch((error) => { console.error(error); process.exit(1); });
