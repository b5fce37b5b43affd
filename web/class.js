// A class plays the same arms with the same luck. Each ends with a slip; the teacher pastes all slips, and every one is played
// again by the core, so that no result can be made up. Nothing is sent anywhere.
import { gameOf, label } from "./core.js";
import { STORIES, policiesOf, short } from "./story.js";
import { readSlip } from "./state.js";
import { opponent } from "./worker.js";
import { LOOKS, YOURS, drawDots, escaped, figure, figureOf, number, table, tag } from "./figures.js";
import { lastOf } from "./reveal.js";
import { widthOf } from "./play.js";

const GAMES = 2000;
let referee = null, asked = 0;

// {good: [{name, story, code, regret, d}], bad: [{line, why}]} of pasted lines.
export function readClass(text) {
  const good = [], bad = [];
  text.split(/\r?\n/).forEach((line, i) => {
    const found = readSlip(line);
    if (!found) return;
    if (found.why) bad.push({ line: i + 1, why: found.why });
    else {
      const game = gameOf(found.d, { choices: found.choices });
      if (game.over) good.push({ ...found, regret: lastOf(game).regret });
      else bad.push({ line: i + 1, why: `The game ends in round ${game.end.round}, before it is over.` });
    }
  });
  const key = (g) => `${g.story}.${g.code}${g.long ? "l" : ""}`, first = good.length ? key(good[0]) : "";
  const others = good.filter((g) => key(g) !== first);
  others.forEach((g) => bad.push({ line: g.name, why: `It is of another game, ${key(g)}, than the first slip, ${first}.` }));
  return { good: good.filter((g) => key(g) === first), bad };
}

export function showClass(text, place) {
  const { good, bad } = readClass(text);
  const wrong = bad.length ? tag("ul", { class: "wrong" }, bad.map((b) => tag("li", {}, `${typeof b.line === "number" ? `Line ${b.line}` : escaped(b.line)}: ${escaped(b.why)}`))) : "";
  if (!good.length) { place.innerHTML = `${tag("p", {}, "There is no slip that can be played yet.")}${wrong}`; return; }
  const { story, long, d } = good[0], policies = policiesOf(story, long).slice(0, 2), regrets = policies.map((p) => lastOf(gameOf(d, p)).regret);
  const draw = (range) => {
    const sorted = good.map((g) => g.regret).sort((a, b) => a - b), n = sorted.length, middle = (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2;
    const rows = [{ name: "The class", look: YOURS, sorted }, ...policies.map((p, i) => ({ name: label(p), look: LOOKS[i], sorted: [regrets[i]] }))];
    const said = `The median regret is ${figureOf(middle)}; ${policies.map((p, i) => `${label(p)} ${figureOf(regrets[i])}`).join("; ")}`;
    const best = good.reduce((a, b) => (b.regret < a.regret ? b : a));
    place.innerHTML = [tag("p", {}, `${escaped(STORIES[story].title)}: n = ${good.length}. Least regret: ${escaped(best.name)}, ${figureOf(best.regret)}. ${escaped(said)}.`),
      figure(drawDots({ rows, width: widthOf(place), title: "Regret of the class", said: `${said}.`, behind: range }),
        range ? `A dot per game. Shaded: where eight of ten games of ${label(policies[0])} end, in ${short(GAMES)} games with other luck` : "A dot per game",
        table("The class", ["Name", "Regret"], [...good].sort((a, b) => a.regret - b.regret).map((g) => [g.name, number(g.regret)]))), wrong].join("");
  };
  draw(null);
  referee = referee || opponent();
  referee.onanswer = (answer) => {
    if (answer.more || answer.failed || answer.generation !== asked) return;
    const ends = answer.finals[0].sort((a, b) => a - b);
    draw([ends[Math.floor(0.1 * ends.length)], ends[Math.floor(0.9 * ends.length)]]);
  };
  referee.ask({ generation: ++asked, games: GAMES, about: { d, policies: [policies[0]], story, code: d.seed, long, others: false } });
}
