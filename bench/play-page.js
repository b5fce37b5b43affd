// What the page asks of a processor: node bench/play-page.js .build/play
// Chromium's traces give the processor time of every task of the main thread, so that other work on the machine matters little.
// A sixth of the speed is six times that time; what is wanted there: a handler of 8 ms, no task above 50 ms.
"use strict";
const { join, resolve } = require("path");
const { loadavg } = require("os");
const { openBrowser } = require("../tests/web/browser.js");

const page = `file://${join(resolve(process.argv[2] || ".build/play"), "index.html")}`, SLOWER = 6, STEPS = 40;
const middle = (x) => [...x].sort((a, b) => a - b)[x.length >> 1];
const ms = (x) => (x === undefined ? "-" : x.toFixed(1));

// The events of the main thread while `what` is done.
async function traced(b, what) {
  b.events.length = 0;
  await b.ask("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["devtools.timeline", "toplevel", "disabled-by-default-devtools.timeline"] } });
  await what();
  await b.ask("Tracing.end");
  while (!b.events.some((e) => e.method === "Tracing.tracingComplete")) await b.pause(50);
  const all = b.events.filter((e) => e.method === "Tracing.dataCollected").flatMap((e) => e.params.value);
  const threads = all.filter((e) => e.name === "thread_name" && e.args.name === "CrRendererMain").map((e) => `${e.pid}.${e.tid}`);
  return all.filter((e) => threads.includes(`${e.pid}.${e.tid}`) && e.tdur > 0);
}
const tasksOf = (events) => events.filter((e) => e.name === "RunTask").map((e) => e.tdur / 1000).sort((a, b) => b - a);
const handlersOf = (events, type) => events.filter((e) => e.name === "EventDispatch" && e.args.data.type === type).map((e) => e.tdur / 1000);
const ready = (b) => b.until("!document.body.hasAttribute('aria-busy')", 60);

async function loading(b) {
  const sums = [], largest = [];
  for (let i = 0; i < 7; i++) {
    const tasks = tasksOf(await traced(b, async () => { await b.go(`${page}?load${i}`); await ready(b); }));
    sums.push(tasks.reduce((x, y) => x + y, 0));
    largest.push(tasks[0]);
  }
  console.log(`until an arm can be clicked: ${ms(middle(sums))} ms, ${ms(SLOWER * middle(sums))} at a sixth; the largest task ${ms(middle(largest))}`);
}

async function dragging(b, story, code, step) {
  await b.go(`${page}?${story}${step}#s=${story}.1.${code}.${step}.9.!`);
  await ready(b);
  if (step === "many") await b.until("/^n = 2,000/.test(document.getElementById('many-said').textContent)", 240);
  await b.pause(500);
  const on = (script) => traced(b, () => b.value(`(async () => { const e = document.getElementById("mean-0"), pause = (n) => new Promise((go) => setTimeout(go, n)); ${script}; await pause(1500); })()`));
  const moves = await on(`for (let i = 0; i < ${STEPS}; i++) { await pause(40); e.value = 0.2 + 0.015 * i; e.dispatchEvent(new Event("input", { bubbles: true })); }`);
  const tasks = tasksOf(moves).filter((t) => t > 1), release = tasksOf(await on("e.dispatchEvent(new Event('change', { bubbles: true }))"));
  console.log(`${story}, ${step}: at a sixth handlers of ${ms(SLOWER * middle(handlersOf(moves, "input")))} ms; ${tasks.filter((t) => SLOWER * t > 50).length} of ${tasks.length} tasks above 50 ms, ` +
    `the middle one ${ms(SLOWER * middle(tasks))}, the largest ${ms(SLOWER * tasks[0])}; on release the largest ${ms(SLOWER * release[0])}`);
}

(async () => {
  const b = await openBrowser();
  try {
    await loading(b);
    for (const [story, code] of [["patience", 1], ["lifetimes", 28], ["waiting", 134], ["changes", 103]]) for (const step of ["look", "many"]) await dragging(b, story, code, step);
    console.log(`load of the machine: ${loadavg()[0].toFixed(1)}`);
  } finally { await b.close(); }
})();
