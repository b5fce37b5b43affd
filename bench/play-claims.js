// What the page's stories claim, played by the core of the browser: mean regrets over the games of codes 1, 2, ...
//   node bench/play-claims.js <folder of the page> [games] [long]
"use strict";
const load = require("../tests/web/load.js");
const Unruly = load(process.argv[2] || ".build/play"), page = load.page(process.argv[2] || ".build/play");
const games = Number(process.argv[3] || 2000), long = process.argv[4] === "long";
const mean = (x) => x.reduce((a, b) => a + b, 0) / x.length;
const se = (x) => Math.sqrt(x.reduce((s, v) => s + (v - mean(x)) ** 2, 0) / (x.length - 1) / x.length);

(async () => {
  await Unruly.ready();
  for (const [name] of Object.entries(page.STORIES)) {
    const policies = [...page.policiesOf(name, long), { type: "uniform" }], regrets = policies.map(() => []);
    for (let code = 1; code <= games; code++) {
      const study = Unruly.slices({ ...page.drawn(name, code, long), policies: policies.map((p, i) => ({ ...p, label: String(i) })), replications: 1 });
      study.some(1e9);
      study.result().policies.forEach((p, i) => regrets[i].push(p.regret[0]));
    }
    policies.forEach((p, i) => {
      const d = regrets[i].map((x, j) => x - regrets[0][j]);
      console.log([name, Unruly.label(p), mean(regrets[i]).toFixed(4), se(regrets[i]).toFixed(4), i ? (mean(d) / se(d)).toFixed(2) : ""].join("\t"));
    });
  }
})();
