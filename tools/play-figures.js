// What stands in an article where a figure can be played, before it is: the tale, the curves of the whole game with the caption
// and the text alternative that the figure itself has, and what came of it.
//   node tools/play-figures.js <folder of the scripts> <where to> story.version.code ...
// Written as <where to>/story.version.code.html, a template that browsers take as the shadow of the element that it is in.
"use strict";
const { mkdirSync, writeFileSync } = require("fs");
const { join } = require("path");
const load = require("../tests/web/load.js");

const [, , folder, target, ...addresses] = process.argv;
const Unruly = load(folder), page = load.page(folder);
const WIDTHS = { wide: 760, slim: 340 }; // of the pictures, of which the window shows one
const { tag, escaped } = page;

function fragment(address) {
  page.takeAddress(`#s=${address}.look.0.!`);
  const { state } = page, story = page.STORIES[state.story], d = page.described(), players = page.playersOf(d, page.policies(), []);
  const said = `Regret by ${story.unit[0]}`, curves = players.map((p) => ({ name: p.name, look: p.look, points: p.game.points.map((point) => [point.round, point.regret]) }));
  const drawn = Object.entries(WIDTHS).map(([kind, width]) =>
    tag("div", { class: kind }, page.figure(page.drawCurves({ curves, horizon: d.horizon, width, title: said, unit: story.unit[0] }), said)));
  return tag("template", { shadowrootmode: "open" }, ["page.css", "article.css"].map((name) => `<link rel="stylesheet" href="../play/${name}">`),
    tag("div", { id: "figure" }, tag("p", { id: "tale" }, escaped(page.tale(state.story, d))), drawn, tag("p", {}, escaped(page.verdict({ players }))),
      tag("p", { class: "buttons" }, tag("button", { id: "start", type: "button", class: "main", hidden: true }, "Watch it round by round"))),
    tag("p", { id: "said", class: "quiet", role: "status" }));
}

(async () => {
  await Unruly.ready();
  mkdirSync(target, { recursive: true });
  for (const address of addresses) writeFileSync(join(target, `${address}.html`), fragment(address));
})().catch((error) => { console.error(error); process.exit(1); });
