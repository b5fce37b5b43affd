// Many games, in slices: a job is answered when as many games as it asks for are played. A job of a newer generation replaces
// the one before; if it is about the same games it goes on where that one stopped. On the way it answers, too, after STOPS.
// A job: {generation, games, about: {d, policies, story, code, long, others}, points}.
import { drawn } from "./story.js";
import { pointsOf } from "./core.js";

const SLICE = 8, AT_ONCE = 20, STOPS = [100, 400, 1000];

// Every game's study, one after the other: in each with other arms, or with other outcomes of these.
function* studiesOf({ d, policies, story, code, long, others }) {
  const rounds = pointsOf(d.horizon);
  for (let done = 0; ; done += others ? 1 : AT_ONCE) {
    const replications = others ? 1 : AT_ONCE, bandit = others ? drawn(story, code + done, long) : { ...d, replication: 1 + done };
    yield { ...bandit, policies, replications, rounds };
  }
}

function emptyTally(about) {
  const rounds = pointsOf(about.d.horizon);
  return { games: 0, rounds, studies: studiesOf(about), sums: about.policies.map(() => new Float64Array(rounds.length)), finals: about.policies.map(() => []) };
}

function tallyUp(tally, result) {
  const points = tally.rounds.length;
  result.policies.forEach((p, i) => {
    for (let r = 0; r < result.replications; r++) {
      for (let at = 0; at < points; at++) tally.sums[i][at] += p.regret[r * points + at];
      tally.finals[i].push(p.regret[(r + 1) * points - 1]);
    }
  });
  tally.names = result.policies.map((p) => p.name);
  tally.games += result.replications;
}

const answerOf = (tally, generation) => ({ generation, games: tally.games, names: tally.names, rounds: tally.rounds,
  curves: tally.sums.map((sums) => Array.from(sums, (x) => x / tally.games)), finals: tally.finals.map((x) => Float64Array.from(x)) });

export function player(answer, later) {
  let job = null, about = "", tally = null, running = false, playing = null;
  const work = () => {
    running = false;
    if (!job) return;
    const end = performance.now() + SLICE;
    try {
      while (tally.games < job.games && performance.now() < end) {
        playing = playing || Unruly.slices(tally.studies.next().value);
        if (!playing.some(Math.max(1, end - performance.now())).done) break;
        tallyUp(tally, playing.result());
        playing = null;
        if (STOPS.includes(tally.games) && tally.games < job.games) answer({ ...answerOf(tally, job.generation), more: true });
      }
    } catch (error) {
      answer({ generation: job.generation, failed: error.message });
      job = tally = playing = null;
      about = "";
      return;
    }
    if (tally.games >= job.games) { answer(answerOf(tally, job.generation)); job = null; return; }
    go();
  };
  const go = () => { if (!running) { running = true; later(work); } };
  return (given) => {
    job = given;
    const asked = JSON.stringify(given.about, (_, x) => (x === Infinity ? "never" : x));
    if (asked !== about || !tally) { about = asked; tally = emptyTally(given.about); playing = null; }
    go();
  };
}

// In a worker this script is all there is; on the page it is asked to open one from its own address or text.
const inWorker = typeof document === "undefined" && typeof self !== "undefined" && typeof importScripts === "function";
if (inWorker) {
  const channel = new MessageChannel(), waiting = [];
  channel.port1.onmessage = () => waiting.splice(0).forEach((what) => what());
  const take = player((message) => self.postMessage(message), (what) => { waiting.push(what); channel.port2.postMessage(0); });
  self.onmessage = ({ data }) => Unruly.ready().then(() => take(data), (error) => self.postMessage({ generation: data.generation, failed: error.message }));
}

const script = typeof document === "undefined" ? null : document.currentScript;
function newWorker() {
  if (script.src) return new Worker(script.src);
  const address = URL.createObjectURL(new Blob([script.textContent], { type: "text/javascript" }));
  return new Worker(address);
}

// The one long-lived worker, or the page itself where there may be none: {ask(job), onanswer}.
export function opponent() {
  const to = { ask: null, onanswer: () => {} };
  const onPage = () => { to.ask = player((message) => to.onanswer(message), (what) => setTimeout(what, 0)); };
  try {
    const made = newWorker();
    let last = null;
    made.onmessage = ({ data }) => to.onanswer(data);
    made.onerror = (event) => { event.preventDefault(); made.terminate(); onPage(); if (last) to.ask(last); };
    to.ask = (job) => { last = job; made.postMessage(job); };
  } catch { onPage(); }
  return to;
}
