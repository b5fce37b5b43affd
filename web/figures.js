// Pictures in SVG, as text, so that they can be made without a page, too. Each has a title and a description of its shape;
// the numbers stand in a table beside it.

export const LOOKS = [{ colour: "var(--c0)", dash: "", mark: "disc" }, { colour: "var(--c1)", dash: "10 4", mark: "square" },
  { colour: "var(--c2)", dash: "10 3 3 3", mark: "triangle" }];
export const YOURS = { colour: "var(--ink)", dash: "3 3", mark: "diamond" };
export const UNIFORM = { colour: "var(--quiet)", dash: "1 4", mark: "disc" };

export const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
export function tag(name, attributes = {}, ...inside) {
  const said = Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([key, value]) => (value === true ? ` ${key}` : ` ${key}="${escaped(value)}"`)).join("");
  return `<${name}${said}>${inside.flat(9).filter((x) => x !== null && x !== undefined).join("")}</${name}>`;
}
export const number = (x, digits = 2) => (Number.isFinite(x) ? x.toFixed(digits) : "–");
// Three figures, as sentences have them.
export const figureOf = (x) => (Number.isFinite(x) ? (Math.abs(x) >= 99.95 ? x.toFixed(0) : Math.abs(x) >= 9.995 ? x.toFixed(1) : x.toFixed(2)) : "–");

const fix = (x) => Number(x.toFixed(1));
const word = (x, y, text, more = {}) => tag("text", { x: fix(x), y: fix(y), "text-anchor": "middle", ...more }, escaped(text));
const rule = (x1, y1, x2, y2, kind, more = {}) => tag("line", { x1: fix(x1), y1: fix(y1), x2: fix(x2), y2: fix(y2), class: kind, ...more });

function picture(width, height, title, said, ...inside) {
  return tag("svg", { viewBox: `0 0 ${width} ${fix(height)}`, role: "img", "aria-label": `${title}. ${said}` }, tag("title", {}, escaped(title)),
    tag("desc", {}, escaped(said)), ...inside);
}

// Round numbers from 0 to `most`, at least three.
export function ticks(most, wanted = 4) {
  const rough = Math.max(most, 1e-9) / wanted, power = 10 ** Math.floor(Math.log10(rough));
  const sizes = [1, 2, 5, 10].map((s) => s * power), fits = sizes.find((s) => s >= rough);
  const step = Math.floor(most / fits + 1e-9) >= 2 ? fits : sizes[Math.max(0, sizes.indexOf(fits) - 1)];
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(6)));
}

function marker(kind, x, y, colour, r = 4) {
  const at = { fill: colour };
  if (kind === "square") return tag("rect", { x: fix(x - r), y: fix(y - r), width: 2 * r, height: 2 * r, ...at });
  if (kind === "triangle") return tag("path", { d: `M${fix(x - r - 1)} ${fix(y + r)}h${2 * r + 2}L${fix(x)} ${fix(y - r - 1)}z`, ...at });
  if (kind === "diamond") return tag("path", { d: `M${fix(x)} ${fix(y - r - 1)}l${r + 1} ${r + 1}l-${r + 1} ${r + 1}l-${r + 1}-${r + 1}z`, ...at });
  return tag("circle", { cx: fix(x), cy: fix(y), r, ...at });
}

// --- curves -----------------------------------------------------------------------------------

const ends = (c) => c.points[c.points.length - 1];

// "UCB1 rises to 16.7; FC-SE levels off at 1.93": so does what gains less than a tenth of the highest curve in the second half.
export function shapeOf(curves) {
  const most = Math.max(1e-9, ...curves.map((c) => ends(c)[1]));
  return curves.map((c) => {
    const [x, y] = ends(c), middle = [...c.points].reverse().find((p) => p[0] <= x / 2) || c.points[0];
    const late = y - middle[1] < 0.1 * most;
    return `${c.name} ${late ? "levels off at" : "rises to"} ${figureOf(y)}`;
  }).join("; ");
}

// curves: {name, look, points: [[round, regret]], band: [[round, low, high]]}; before: those of the ghost; at: a round.
export function drawCurves({ curves, before = [], horizon, width, title, unit, at = null, ylab = "regret" }) {
  const high = Math.min(320, Math.max(200, width * 0.45)), left = 48, foot = 38, top = 22;
  const right = Math.min(width * 0.48, 62 + 7.2 * Math.max(...curves.map((c) => c.name.length)));
  const shown = [...curves, ...before].filter((c) => c.points.length > 1);
  const most = Math.max(1, ...shown.flatMap((c) => [...c.points.map((p) => p[1]), ...(c.band || []).map((b) => b[2])])) * 1.03;
  const least = Math.min(0, ...shown.flatMap((c) => c.points.map((p) => p[1])));
  const x = (round) => left + ((width - left - right) * round) / horizon, y = (v) => top + ((high - top - foot) * (most - v)) / (most - least);
  const path = (points) => points.map((p, i) => `${i ? "L" : "M"}${fix(x(p[0]))} ${fix(y(p[1]))}`).join("");
  const grid = ticks(most).map((t) => rule(left, y(t), width - right, y(t), "axis") + word(left - 6, y(t) + 4, t.toLocaleString("en"), { "text-anchor": "end", class: "quiet" }));
  const foots = ticks(horizon).map((t) => word(x(t), high - foot + 16, t.toLocaleString("en"), { class: "quiet" }));
  const drawn = curves.filter((c) => c.points.length > 1).map((c) => [
    c.band ? tag("path", { class: "band", fill: c.look.colour, d: `${path(c.band.map((b) => [b[0], b[2]]))}${path(c.band.map((b) => [b[0], b[1]]).reverse()).replace("M", "L")}Z` }) : null,
    tag("path", { class: "curve", d: path(c.points), stroke: c.look.colour, "stroke-dasharray": c.look.dash }),
    marker(c.look.mark, x(ends(c)[0]), y(ends(c)[1]), c.look.colour)]);
  const ghosts = before.filter((c) => c.points.length > 1).map((c) => tag("path", { class: "ghost", d: path(c.points), stroke: c.look.colour }));
  const ghostSaid = ghosts.length ? word(x(ends(before[0])[0]) - 4, y(ends(before[0])[1]) - 6, "before", { class: "quiet", "text-anchor": "end" }) : null;
  return picture(width, high, title, `${shapeOf(shown.slice(0, curves.length))}.`, grid, foots, ghosts, ghostSaid, drawn,
    at === null ? null : rule(x(at), top, x(at), high - foot, "now"), endNames(curves.filter((c) => c.points.length > 1), x, y, right - 9),
    word(left - 6, 12, ylab, { "text-anchor": "start", class: "quiet", x: 4 }), word((left + width - right) / 2, high - 6, unit, { class: "quiet" }));
}

// Names beside the ends, moved apart where they would overlap; where there is not enough room, a name's figure is below it.
function endNames(curves, x, y, room) {
  let last = -Infinity;
  return curves.map((c) => ({ c, end: ends(c) })).sort((a, b) => b.end[1] - a.end[1]).map(({ c, end }) => {
    const figure = figureOf(end[1]), both = `${c.name} ${figure}`, lines = 7.4 * both.length > room ? [c.name, figure] : [both];
    const first = Math.max(y(end[1]) + 4, last + 15);
    last = first + 15 * (lines.length - 1);
    return lines.map((line, i) => word(x(end[0]) + 9, first + 15 * i, line, { "text-anchor": "start", class: "name" }));
  });
}

// --- bars -------------------------------------------------------------------------------------

// rows: {name, value, look}; the exact value is in data-value.
export function drawBars({ rows, width, title, most = null, digits = 2 }) {
  const top = most || Math.max(1e-9, ...rows.map((r) => r.value)), left = Math.min(190, width * 0.4), room = width - left - 60;
  return picture(width, 30 * rows.length + 2, title, `${rows.map((r) => `${r.name}: ${number(r.value, digits)}`).join("; ")}.`,
    rows.map((r, i) => tag("g", { "data-name": r.name, "data-value": r.value },
      word(left - 8, 30 * i + 20, r.name, { "text-anchor": "end", class: r.strong ? "strong" : null }),
      tag("rect", { x: left, y: 30 * i + 5, width: fix(Math.max(1, (room * Math.max(0, r.value)) / top)), height: 20, fill: r.look.colour, class: r.hollow ? "hollow" : null,
        stroke: r.look.colour }),
      word(left + (room * Math.max(0, r.value)) / top + 7, 30 * i + 20, number(r.value, digits), { "text-anchor": "start" }))));
}

// --- what was chosen, round by round ------------------------------------------------------------

const discs = (list, r) => list.map(([x, y]) => `M${fix(x - r)} ${fix(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`).join("");

// players: {name, look, choices: [{round, row, cost, paid}], best: [[row, from, to]], gone: [[row, round]]}; rows: names.
// lives: when arms are there, if not always; sums: [[round, what arrived]].
// marks: [{round, text}]; blind: a span of rounds without any answer. paid: true, false, or null while it is not known.
export function drawTimeline({ players, rows, horizon, width, title, said, unit, marks = [], blind = null, at = null }) {
  const left = Math.min(110, width * 0.27), room = (width - left - 8) / horizon, step = 17, gap = 26;
  const x = (round) => left + room * (round - 1), r = fix(Math.max(0.8, Math.min(5.5, room * 0.42, step * 0.34)));
  const summed = players.some((p) => p.sums), block = (rows.length + (summed ? 1.6 : 0)) * step + gap, top = marks.length || blind ? 16 : 2;
  const drawn = players.map((p, i) => {
    const from = top + i * block, y = (row) => from + gap - 6 + step * (row + 0.5);
    const where = (c) => [x(c.round) + (room * Math.min(c.cost || 1, 1)) / 2, y(c.row)];
    const of = (paid) => p.choices.filter((c) => c.paid === paid).map(where);
    return tag("g", {}, word(0, from + 14, p.name, { "text-anchor": "start", class: "strong", x: 0 }),
      p.best.map(([row, a, b]) => tag("rect", { class: "best", x: fix(x(a)), y: fix(y(row) - step / 2), width: fix(room * (b - a + 1)), height: step })),
      (p.lives || []).map(([row, a, b]) => rule(x(a), y(row), x(b + 1), y(row), "life")),
      (p.sums || []).map(([round, sum]) => tag("rect", { class: "sum", x: fix(x(round)), y: fix(y(rows.length + 0.9) - Math.min(3, sum) * 8), width: fix(Math.max(1, room - 1.5)), height: fix(Math.min(3, sum) * 8) })),
      p.sums ? word(left - 7, y(rows.length + 0.7), "arrived", { "text-anchor": "end", class: "small" }) : null,
      rows.map((name, row) => rule(left, y(row), width - 8, y(row), "axis") + word(left - 7, y(row) + 4, name, { "text-anchor": "end", class: "small" })),
      p.choices.filter((c) => c.cost > 1).map((c) => rule(x(c.round), y(c.row), x(c.round + c.cost), y(c.row), "hold", { stroke: p.look.colour })),
      tag("path", { class: "ring", d: discs(of(false), r), stroke: p.look.colour }), tag("path", { class: "disc", d: discs(of(true), r), fill: p.look.colour, stroke: p.look.colour }),
      tag("path", { d: discs(of(null), Math.min(2.2, r)), fill: p.look.colour }),
      (p.gone || []).map(([row, round]) => word(x(round) + room, y(row) + 6, "×", { class: "gone" })));
  });
  const foot = top + players.length * block + 12;
  const below = ticks(horizon).map((t) => word(x(Math.max(t, 1)) + room / 2, foot, Math.max(t, 1).toLocaleString("en"), { class: "quiet" }));
  return picture(width, foot + 6, title, said, blind ? tag("rect", { class: "blind", x: fix(x(blind[0])), y: top, width: fix(room * (blind[1] - blind[0] + 1)), height: foot - 14 - top })
    + word(x(blind[0]), 11, "no answer yet", { "text-anchor": "start", class: "small" }) : null,
    marks.map((m) => rule(x(m.round), top - 2, x(m.round), foot - 12, "now") + word(x(m.round), 11, m.text, { class: "small" })), drawn,
    at === null ? null : rule(x(at + 1), top, x(at + 1), foot - 12, "now"), below, word(left - 7, foot, unit, { "text-anchor": "end", class: "quiet" }));
}

// --- how games end ------------------------------------------------------------------------------

// A hundred dots per policy, each for one game in a hundred: rows {name, look, sorted: regrets in order}.
export function drawDots({ rows, width, title, said, behind = null }) {
  const left = Math.min(width * 0.48, 40 + 7 * Math.max(...rows.map((r) => r.name.length))), room = width - left - 16, values = rows.flatMap((r) => r.sorted);
  const most = Math.max(1e-9, ...values), least = Math.min(0, ...values), cells = Math.max(20, Math.floor(room / 7));
  const x = (cell) => left + (room * (cell + 0.5)) / cells, r = Math.min(3.2, room / cells / 2);
  let y = 0;
  const drawn = rows.map((row) => {
    const hundred = Array.from({ length: Math.min(100, row.sorted.length) }, (_, i, all = Math.min(100, row.sorted.length)) => row.sorted[Math.floor(((i + 0.5) * row.sorted.length) / all)]);
    const stacks = new Map(), dots = hundred.map((value) => {
      const cell = Math.min(cells - 1, Math.floor((cells * (value - least)) / (most - least))), height = stacks.get(cell) || 0;
      stacks.set(cell, height + 1);
      return [cell, height];
    });
    const tall = Math.max(2, ...stacks.values()), high = Math.min(110, tall * 2 * r), unit = high / tall;
    y += high + 16;
    return tag("g", {}, word(left - 8, y - 2, row.name, { "text-anchor": "end", class: "strong" }), rule(left, y + 1, left + room, y + 1, "axis"),
      tag("path", { fill: row.look.colour, d: discs(dots.map(([cell, height]) => [x(cell), y - unit * (height + 0.5)]), fix(Math.min(r, Math.max(1, unit * 0.7)))) }));
  });
  const at = (t) => left + (room * (t - least)) / (most - least);
  return picture(width, y + 42, title, said, behind ? tag("rect", { class: "blind", x: fix(at(behind[0])), y: 4, width: fix(at(behind[1]) - at(behind[0])), height: fix(y) }) : null,
    drawn, ticks(most).map((t) => word(at(t), y + 17, t.toLocaleString("en"), { class: "quiet" })), word(left + room / 2, y + 36, "regret at the end of a game", { class: "quiet" }));
}

// --- tables -----------------------------------------------------------------------------------

export const table = (caption, head, rows) => tag("table", {}, tag("caption", {}, escaped(caption)),
  tag("thead", {}, tag("tr", {}, head.map((text) => tag("th", { scope: "col" }, escaped(text))))),
  tag("tbody", {}, rows.map((row) => tag("tr", {}, row.map((text, i) => (i ? tag("td", {}, escaped(text)) : tag("th", { scope: "row" }, escaped(text))))))));
export const figure = (svg, caption, numbers) => tag("figure", {}, tag("figcaption", {}, escaped(caption)), svg,
  numbers ? tag("details", {}, tag("summary", {}, "The same as a table"), tag("div", { class: "table", role: "region", "aria-label": `Table: ${caption}`, tabindex: 0 }, numbers)) : null);
