/* How fast the core is as WebAssembly: node bench/play.js .build/play
 * Processor time of a game of a million rounds, the first one (while the machine still translates) and the
 * least of the next ten. */
"use strict";
const Unruly = require("../tests/web/load.js")(process.argv[2] || ".build/play");
const milliseconds = from => {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
};

const arms = { type: "bernoulli", prob: Array.from({ length: 10 }, (_, k) => 0.05 + 0.09 * k) };
const games = {
  "UCB1, K = 10": { arms, policy: "ucb1" },
  "UCB1, K = 10, Gaussian": { arms: { type: "gaussian", mean: arms.prob, sd: 1 }, policy: "ucb1" },
  "Thompson, K = 10": { arms, policy: "thompson" },
  "FC-SE, patience": { arms, traits: [{ type: "patience", patience: 100 }], policy: "fc_se" },
};

(async () => {
  const before = process.cpuUsage();
  await Unruly.ready();
  console.log(`ready after ${milliseconds(before).toFixed(0)} ms`);
  for (const [name, description] of Object.entries(games)) {
    const times = Array.from({ length: 11 }, () => {
      const game = Unruly.open({ seed: 1, horizon: 1e6, ...description }), from = process.cpuUsage();
      game.play(1e6);
      game.close();
      return milliseconds(from);
    });
    console.log(`${name}: ${times[0].toFixed(0)} ms at first, then ${Math.min(...times.slice(1)).toFixed(0)} ms for 1e6 rounds`);
  }
})();
