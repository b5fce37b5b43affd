// What a finished game shows: the verdict, and for each trait the figure and the sentence of its lesson. All is computed from
// the bandit on show and from the games of the visitor and the policies. `show` is {name, story, d, players}; a player is
// {name, look, player, game}, and the visitor's has `you`.
import { gameOf, label, whysOf } from "./core.js";
import { armName, capital, inWords, listed, meansOf, percent, short, traitOf, units } from "./story.js";
import { LOOKS, UNIFORM, YOURS, drawBars, drawCurves, drawTimeline, figure, figureOf, number, table } from "./figures.js";

export function playersOf(d, policies, choices) {
  const made = policies.map((player, i) => ({ name: label(player), look: LOOKS[i], player, game: gameOf(d, player) }));
  if (!choices.length) return made;
  return [{ name: "You", you: true, look: YOURS, player: { choices }, game: gameOf(d, { choices }) }, ...made];
}

export const lastOf = (game) => game.points[game.points.length - 1];
export const regretOf = (p) => lastOf(p.game).regret;
const least = 1e-9, same = (a, b) => Math.abs(a - b) < least;
const of = (p) => (p.you ? "you" : p.name);

// --- the verdict --------------------------------------------------------------------------------

export function verdict({ players }) {
  const [you, ...others] = players[0].you ? players : [null, ...players];
  const each = `Regret of the policies, with the same luck: ${listed(others.map((p) => `${p.name} ${figureOf(regretOf(p))}`))}.`;
  if (!you) return each;
  if (!you.game.over) return `You stopped after ${you.game.choices.length} choices. ${each}`;
  const beaten = others.filter((p) => regretOf(p) - regretOf(you) >= least), better = others.filter((p) => regretOf(you) - regretOf(p) >= least);
  const equal = others.filter((p) => same(regretOf(p), regretOf(you)));
  const said = [beaten.length ? `better than ${listed(beaten.map(of))}` : "", equal.length ? `the same as ${listed(equal.map(of))}` : "",
    better.length ? `worse than ${listed(better.map(of))}` : ""].filter(Boolean);
  return `Your regret is ${figureOf(regretOf(you))}: ${listed(said)}. ${each}`;
}

export const verdictFigure = ({ players }, width) => drawBars({ rows: players.map((p) => ({ name: p.name, value: regretOf(p), look: p.look, strong: p.you })),
  width, title: "Regret: the less, the better" });

// --- the timeline -------------------------------------------------------------------------------

const waits = (d) => (traitOf(d, "waiting") ? traitOf(d, "waiting").delay[0].length : 1);
export const actionsOf = (d) => meansOf(d).flatMap((_, arm) => Array.from({ length: waits(d) }, (_, w) => ({ arm: arm + 1, wait: w + 1 })));
const rowOf = (d, choice) => (choice.arm - 1) * waits(d) + (waits(d) > 1 ? choice.wait - 1 : 0);

// Reward per round of a line that is held for so long.
export function perRound(d, { arm, wait }) {
  const law = traitOf(d, "waiting").delay[arm - 1], mean = meansOf(d)[arm - 1];
  const answered = law.slice(0, wait).reduce((a, b) => a + b, 0), spent = law.reduce((s, p, i) => s + p * Math.min(i + 1, wait), 0);
  return (mean * answered) / spent;
}

// The best arms at a point of a game, by the core's means; ties are all best. A shop that left is still compared with.
const bestAt = (d, arms) => {
  const able = arms.filter((a) => Number.isFinite(a.mean) && (a.alive || traitOf(d, "patience"))), most = Math.max(...able.map((a) => a.mean));
  return able.filter((a) => most - a.mean < least).map((a) => a.number);
};

function bestSpans(d, game) {
  if (traitOf(d, "fairness")) return [];
  if (waits(d) > 1) {
    const values = actionsOf(d).map((a) => perRound(d, a)), most = Math.max(...values);
    return values.flatMap((v, row) => (most - v < least ? [[row, 1, d.horizon]] : []));
  }
  const spans = [], points = game.points;
  for (let i = 0; i + 1 < points.length; i++) {
    for (const arm of bestAt(d, points[i].arms)) {
      const open = spans.find((s) => s[0] === arm - 1 && s[2] === points[i].round);
      if (open) open[2] = points[i + 1].round; else spans.push([arm - 1, points[i].round + 1, points[i + 1].round]);
    }
  }
  return spans;
}

// [arm, round]: when arms left for good.
export function exitsOf(game) {
  const gone = [];
  game.points.forEach((point) => point.arms.forEach((a) => { if (a.left && !gone.some(([arm]) => arm === a.number)) gone.push([a.number, point.round]); }));
  return gone;
}

// The rounds played when a game is about to lose the best arm: before a patience runs out, or when another becomes the best.
export function lostBest(d, game) {
  const best = traitOf(d, "patience") ? bestAt(d, game.points[0].arms) : [], gone = exitsOf(game).filter(([arm]) => best.includes(arm));
  if (best.length) return gone.length === best.length ? Math.max(...gone.map(([, round]) => round)) - 1 : 0;
  const last = Math.min(...bestSpans(d, game).map(([, , to]) => to));
  return last < d.horizon ? last : 0;
}

const paid = (d, choice, known) => (!known ? null : d.arms.type === "gaussian" ? true : choice.reward > 0);

export function timeline({ story, d, players }, width, { at = null, open = true } = {}) {
  const change = traitOf(d, "changes"), delay = traitOf(d, "delay"), round = change && change.law.type === "at" ? [change.law.round].flat()[0] : null;
  const rows = actionsOf(d).map((a) => (waits(d) > 1 ? `${armName(story, a.arm)}, held ${a.wait}` : armName(story, a.arm)));
  const hides = !open && traitOf(d, "spread");
  const drawn = players.map((p) => ({ name: p.name, look: p.look, best: open ? bestSpans(d, p.game) : [],
    choices: p.game.choices.map((c) => ({ round: c.round, row: rowOf(d, c), cost: c.cost, paid: paid(d, c, !hides && (open || !delay || c.round + delay.lag <= at)) })),
    lives: traitOf(d, "lifetimes") ? traitOf(d, "lifetimes").first.map((first, i) => [i, first, Math.min(d.horizon, traitOf(d, "lifetimes").last[i])]) : [], sums: p.sums || null,
    gone: traitOf(d, "patience") ? exitsOf(p.game).map(([arm, round]) => [arm - 1, round]) : [] }));
  const said = players.map((p) => `${p.name}: ${listed(actionsOf(d).map((a, row) => [row, p.game.choices.filter((c) => rowOf(d, c) === row).length]).filter(([, n]) => n)
    .map(([row, n]) => `${rows[row]} ${n} times`))}`).join(". ");
  return drawTimeline({ players: drawn, rows, horizon: d.horizon, width, title: "What was chosen", said: `${said}.`, unit: story.unit[0], at: open ? at : null,
    marks: open && round ? [{ round, text: `${story.unit[0]} ${short(round)}: the change` }] : [],
    blind: delay && [delay.lag].flat().length === 1 && delay.lag > 0 ? [1, Math.min(delay.lag, d.horizon)] : null });
}

export const timelineKey = (d, open) => [!open && traitOf(d, "spread") ? "Dot: a choice. Bar: what arrived." : d.arms.type === "gaussian" ? "Disc: a visit." : "Disc: it paid. Ring: it did not.", open && !traitOf(d, "fairness") ? "Shaded: the best choice of that time." : "", traitOf(d, "patience") ? "×: gone for good." : "", traitOf(d, "lifetimes") ? "Thick line: it can be played." : "", !open && traitOf(d, "delay") ? "Dot: no answer yet." : ""].filter(Boolean).join(" ");

export const choiceTable = ({ story, d, players }) => table("Choices", [capital(story.arm[0]), ...players.map((p) => p.name)], actionsOf(d).map((a, row) => [
  waits(d) > 1 ? `${a.arm}, held ${a.wait}` : String(a.arm), ...players.map((p) => String(p.game.choices.filter((c) => rowOf(d, c) === row).length))]));

// --- lessons --------------------------------------------------------------------------------------

const longest = (choices) => choices.reduce(([most, now, before], c) => {
  const run = c.arm === before ? now + 1 : 1;
  return [Math.max(most, run), run, c.arm];
}, [0, 0, 0])[0];
const each = (players, say) => `${capital(players.map((p) => `${of(p)} ${say(p)}`).join("; "))}.`;
const count = (list, fits) => list.filter(fits).length;

const LESSONS = {
  patience({ story, d, players }) {
    const best = bestAt(d, players[0].game.points[0].arms);
    const kept = (p) => best.map((arm) => (exitsOf(p.game).find(([gone]) => gone === arm) || [])[1]);
    return { said: `The best ${story.arm[best.length > 1 ? 1 : 0]}: number ${listed(best.map(String))}. ` + each(players, (p) => listed(kept(p).map((round) =>
      (round === undefined ? "kept it to the end" : `lost it after ${story.unit[0]} ${short(round)}`)))) };
  },
  lifetimes({ story, d, players }, width) {
    const { first, last } = traitOf(d, "lifetimes"), lives = first.map((f, i) => last[i] - f + 1), shortest = Math.min(...lives);
    const brief = lives.flatMap((life, i) => (life <= 1.5 * shortest ? [i + 1] : []));
    const said = `${capital(story.arm[brief.length > 1 ? 1 : 0])} ${listed(brief.map(String))} ${brief.length > 1 ? "stay" : "stays"} the shortest time. ${capital(story.unit[1])} given to ${brief.length > 1 ? "them" : "it"}: ` +
      `${listed(players.map((p) => `${of(p)} ${count(p.game.choices, (c) => brief.includes(c.arm))}`))}.`;
    return { said, svg: bonusFigure(d, players, story, brief[0], width) };
  },
  waiting({ story, d }, width) {
    const means = meansOf(d), kind = means.indexOf(Math.max(...means)), actions = actionsOf(d), values = actions.map((a) => perRound(d, a)), most = Math.max(...values);
    const best = actions[values.indexOf(most)], own = Math.max(...actions.flatMap((a, i) => (a.arm === kind + 1 ? [values[i]] : [])));
    const rows = actions.map((a, i) => ({ name: `${armName(story, a.arm)}, held ${a.wait}`, value: values[i], look: LOOKS[most - values[i] < least ? 2 : 0], strong: most - values[i] < least }));
    return { said: `${armName(story, kind + 1)} helps most per call (${number(means[kind])}), and gives ${number(own)} per ${story.unit[0]} at best; ` +
      `${best.arm === kind + 1 ? "that is the best there is" : `${armName(story, best.arm).toLowerCase()} helps in ${number(means[best.arm - 1])} of the calls and gives ${number(most)} per ${story.unit[0]}`}.`,
    svg: figure(drawBars({ rows, width, title: `Help per ${story.unit[0]}` }), `Help per ${story.unit[0]} of each ${story.arm[0]} and hang-up time; green: the most`) };
  },
  fairness({ story, d }, width) {
    const { share, penalty } = traitOf(d, "fairness"), means = meansOf(d), top = Math.max(...means), fine = (i) => [penalty].flat()[i % [penalty].flat().length];
    const costs = means.map((m, i) => ({ keep: share[i] * (top - m), break: share[i] * fine(i) }));
    const cheap = (c, what) => c[what] <= Math.min(c.keep, c.break) + least;
    const rows = costs.flatMap((c, i) => (top - means[i] < least ? [] : [["keep", "kept"], ["break", "broken"]].map(([what, done]) => ({ name: `${armName(story, i + 1)}, ${done}`, value: c[what],
      look: LOOKS[cheap(c, what) ? 2 : 1], hollow: !cheap(c, what), strong: cheap(c, what) }))));
    const keep = costs.flatMap((c, i) => (c.keep <= c.break && top - means[i] >= least ? [i + 1] : [])), drop = costs.flatMap((c, i) => (c.keep > c.break ? [i + 1] : []));
    const words = [keep.length ? `to keep the promise to ${story.arm[0]} ${listed(keep.map(String))}` : "", drop.length ? `to break the promise to ${story.arm[0]} ${listed(drop.map(String))}` : ""].filter(Boolean);
    return { said: words.length ? `It is cheaper ${listed(words)}.` : "", svg: figure(drawBars({ rows, width, title: `Cost of a promise per ${story.unit[0]}`, digits: 3 }),
      `What a promise costs per ${story.unit[0]}, kept and broken; full bars are the cheaper ones`) };
  },
  spread({ story, players }) {
    return { said: `Most ${story.unit[1]} in a row with the same ${story.arm[0]}: ${listed(players.map((p) => `${of(p)} ${longest(p.game.choices)}`))}. What arrives in the middle of a long row is that ${story.arm[0]}’s.` };
  },
  changes({ story, d, players }) {
    const law = traitOf(d, "changes").law;
    if (law.type !== "at") return { said: "" };
    const round = [law.round].flat()[0], means = meansOf(d), before = means.indexOf(Math.max(...means)) + 1;
    const after = law.mean.map((row) => row[0]), stays = after[before - 1] === Math.max(...after);
    return { said: `Before ${story.unit[0]} ${short(round)} ${story.arm[0]} ${before} was best. ` + (stays ? "It still is afterwards." :
      `Chosen again after the change: ${listed(players.map((p) => `${of(p)} ${count(p.game.choices, (c) => c.round >= round && c.arm === before)} times`))}.`) };
  },
  wear({ story, d, players }, width) {
    const { after, drop } = traitOf(d, "wear").law, means = meansOf(d), tired = after.flatMap((n, i) => (n < d.horizon && drop[i] > 0 ? [i] : []));
    const curves = means.map((m, i) => ({ name: armName(story, i + 1), look: tired.includes(i) ? YOURS : UNIFORM, points: [[0, m], [after[i], m], [Math.min(after[i], d.horizon), m - drop[i]], [d.horizon, m - drop[i]]] }));
    const lost = tired.map((i) => `${armName(story, i + 1)} tires after ${after[i]} visits, from ${number(means[i])} to ${number(means[i] - drop[i])}; visits after that: ` +
      `${listed(players.map((p) => `${of(p)} ${Math.max(0, count(p.game.choices, (c) => c.arm === i + 1) - after[i])}`))}.`);
    return { said: lost.join(" ") || `No ${story.arm[0]} tires.`, svg: figure(drawCurves({ curves, horizon: d.horizon, width, title: "Mean by own visits", unit: "own visits", ylab: "mean" }), `What a ${story.arm[0]} pays on average, by the number of visits to it`) };
  },
  delay({ story, d, players }) {
    const blind = Math.max(...[traitOf(d, "delay").lag].flat().filter(Number.isFinite));
    const tried = (p) => meansOf(d).map((_, i) => count(p.game.choices, (c) => c.round <= blind && c.arm === i + 1)).join(" + ");
    return { said: `Choices of each ${story.arm[0]} before any answer came, ${units(story, blind)} long: ${listed(players.map((p) => `${of(p)} ${tried(p)}`))}.` };
  },
};

// The bonus of an arm by rounds, for the policies that say what they choose by.
function bonusFigure(d, players, story, arm, width) {
  const { last } = traitOf(d, "lifetimes"), until = Math.min(last[arm - 1], d.horizon), from = Math.max(1, traitOf(d, "lifetimes").first[arm - 1]);
  const curves = players.filter((p) => !p.you).map((p) => ({ name: p.name, look: p.look, points: bonusPoints(d, p.player, arm, from, until) })).filter((c) => c.points.length > 1);
  if (curves.length < 2) return "";
  return figure(drawCurves({ curves, horizon: until, width, title: `Bonus of ${story.arm[0]} ${arm}`, unit: story.unit[0], ylab: "bonus" }),
    `The bonus for what is not known yet, of ${story.arm[0]} ${arm}, which goes after ${story.unit[0]} ${short(last[arm - 1])}`);
}

function bonusPoints(d, policy, arm, from, until) {
  const rounds = Array.from({ length: Math.min(30, until - from + 1) }, (_, i, n = Math.min(30, until - from + 1)) => from + Math.round((i * (until - from)) / Math.max(1, n - 1)));
  return whysOf(d, policy, rounds).flatMap(([round, why]) => {
    const row = why && why.rows.find((r) => r.arm === arm);
    return row && Number.isFinite(row.parts.bonus) ? [[round, row.parts.bonus]] : [];
  });
}

// {said, svg} of every trait on show.
export const lessons = (show, width) => show.d.traits.filter((t) => LESSONS[t.type]).map((t) => ({ type: t.type, svg: "", ...LESSONS[t.type](show, width) }));

// What the arms are, by the description.
export function truthOf(d, i, story) {
  const first = number(meansOf(d)[i]), change = traitOf(d, "changes"), wear = traitOf(d, "wear"), waiting = traitOf(d, "waiting");
  const more = [];
  if (waiting) more.push(`answers ${listed(waiting.delay[i].map((p, j) => (p > 0 ? `after ${units(story, j + 1)} (${percent(p)})` : "")).filter(Boolean))}`);
  if (change && change.law.type === "at") more.push(`from ${story.unit[0]} ${[change.law.round].flat()[0]}: ${number(change.law.mean[i][0])}`);
  if (wear && wear.law.type === "step" && wear.law.drop[i] > 0 && wear.law.after[i] < d.horizon) more.push(`after ${wear.law.after[i]} visits: ${number(meansOf(d)[i] - wear.law.drop[i])}`);
  return [first, ...more].join(", ");
}
