// Pictures in SVG: columns of arms, curves of regret, the visitor's history. Each has a text for those who do not see it.
"use strict";

const LOOKS = [{ colour: "var(--c0)", dash: "" }, { colour: "var(--c1)", dash: "12 4" }, { colour: "var(--c2)", dash: "12 4 4 4" }];
const YOURS = { colour: "var(--oracle)", dash: "" };

function element(tag, attributes = {}, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside.filter((part) => part !== null && part !== ""));
  return made;
}

function picture(width, height, label, ...inside) {
  return element("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...inside);
}

const words = (x, y, text, more = {}) => element("text", { x, y, "text-anchor": "middle", ...more }, text);
const line = (x1, y1, x2, y2, kind) => element("line", { x1, y1, x2, y2, class: kind });
const number = (value, digits = 2) => (Number.isFinite(value) ? value.toFixed(digits) : "–");

// Round numbers from 0 to beyond `most`, about four.
function ticks(most) {
  const rough = Math.max(most, 1e-9) / 4, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((s) => s * power >= rough) * power;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => i * step);
}

const plain = (value) => String(Number(value.toPrecision(6))).replace(/\B(?=(\d{3})+$)/g, ",");

// What an arm's column says below its name: why it is in danger, or what is under way.
function troubles(arm, view) {
  if (arm.left) return ["gone"];
  if (!arm.alive) return ["not here yet"];
  const said = arm.away ? ["resting"] : [];
  if (arm.patience_left !== null && Number.isFinite(arm.patience_left)) said.push(`${arm.patience_left} left`);
  if (arm.last !== null && Number.isFinite(arm.last)) said.push(`until ${arm.last}`);
  if (arm.share !== null && view.round > 1) {
    const behind = arm.share * (view.round - 1) - arm.pulls;
    if (behind > 0.05) said.push(`${number(behind, 1)} behind`);
  }
  if (arm.pending > 0) said.push(`${arm.pending} under way`);
  return said;
}

// A column for each arm: its estimate, a triangle for its index, a dashed line for the truth.
function drawColumns(view, width, look, patience) {
  const high = 150, foot = 62, room = width / view.arms.length, thick = Math.min(46, room * 0.55);
  const reach = [0, 1, ...view.arms.flatMap((arm) => [arm.mean, arm.estimate]).filter(Number.isFinite)];
  const low = Math.min(...reach), top = low + (Math.max(...reach) - low) * 1.35;
  const at = (value) => 14 + high - high * (Math.min(value, top) - low) / (top - low);
  const parts = view.arms.map((arm, i) => {
    const x = room * (i + 0.5), gone = !arm.alive, mine = view.last && view.last.arm === arm.number;
    const estimate = Number.isFinite(arm.estimate) ? arm.estimate : low, said = troubles(arm, view);
    const index = arm.index === null || gone ? null : arm.index;
    return element("g", { opacity: gone ? 0.6 : 1 },
      element("rect", { x: x - thick / 2, y: at(Math.max(estimate, 0)), width: thick, height: Math.abs(at(0) - at(estimate)),
        fill: gone ? "none" : look.colour, stroke: look.colour, "stroke-dasharray": gone ? "3 3" : "" }),
      arm.mean === null ? null : line(x - thick * 0.65, at(arm.mean), x + thick * 0.65, at(arm.mean), "truth"),
      index === null ? null : element("path", { class: "bound",
        d: `M${x} ${at(Math.max(estimate, 0))}V${at(index)}m-5 ${index > top ? 6 : 0}l5 ${index > top ? -7 : 0}l5 ${index > top ? 7 : 0}z` }),
      ...dots(arm, x, at(Math.max(estimate, 0)), thick),
      mine ? words(x, high + 28, "▲", { style: `fill:${look.colour}` }) : null,
      words(x, high + 42, String(arm.number), { "font-weight": mine ? 700 : 400 }),
      meter(arm, x, high + 48, thick, view, patience),
      ...said.slice(0, 2).map((text, j) => words(x, high + 66 + 13 * j, text, { class: "quiet",
        style: room < 62 ? "font-size:9.5px" : "font-size:11px" })));
  });
  const label = view.arms.map((arm) => `arm ${arm.number}: estimate ${number(arm.estimate)}, ${arm.pulls || 0} pulls` +
    troubles(arm, view).map((text) => `, ${text}`).join("")).join("; ");
  return picture(width, high + foot + 24, `Round ${view.round}. ${label}`, line(0, at(0), width, at(0), "axis"), ...parts);
}

// Rewards under way, above the column, at most ten.
function dots(arm, x, y, thick) {
  const many = Math.min(arm.pending || 0, 10), across = Math.max(1, Math.floor(thick / 9));
  return Array.from({ length: many }, (_, i) => element("circle", { r: 3, class: "bound",
    cx: x + ((i % across) - (Math.min(many, across) - 1) / 2) * 9, cy: y - 8 - 9 * Math.floor(i / across) }));
}

// What is left of an arm's patience or life, as a bar that runs out.
function meter(arm, x, y, thick, view, patience) {
  let left = null;
  if (arm.patience_left !== null && Number.isFinite(arm.patience_left)) left = arm.patience_left / [].concat(patience)[arm.number - 1];
  else if (arm.last !== null && Number.isFinite(arm.last)) left = (arm.last - view.round + 1) / (arm.last - arm.first + 1);
  if (left === null || !arm.alive) return null;
  return element("g", {}, element("rect", { x: x - thick / 2, y, width: thick, height: 6, fill: "none", stroke: "var(--quiet)" }),
    element("rect", { x: x - thick / 2, y, width: thick * Math.max(0, Math.min(1, left)), height: 6, fill: "var(--quiet)" }));
}

// Curves with their names at their ends; a curve may have a band: [x, low, high].
function drawCurves(curves, horizon, width, label) {
  const high = Math.min(320, Math.max(200, width * 0.42)), left = 46, right = Math.min(150, width * 0.28), foot = 34;
  const values = curves.flatMap((c) => c.points.map((p) => p[1]).concat((c.band || []).map((b) => b[2])));
  const most = Math.max(1, ...values) * 1.04, least = Math.min(0, ...values, ...curves.flatMap((c) => (c.band || []).map((b) => b[1])));
  const x = (round) => left + (width - left - right) * round / horizon;
  const y = (regret) => 8 + (high - 8 - foot) * (most - regret) / (most - least);
  const path = (points) => points.map((p, i) => `${i ? "L" : "M"}${x(p[0]).toFixed(1)} ${y(p[1]).toFixed(1)}`).join("");
  const grid = ticks(most).map((t) => element("g", {}, line(left, y(t), width - right, y(t), "axis"),
    words(left - 6, y(t) + 4, plain(t), { "text-anchor": "end", class: "quiet" })));
  const rounds = ticks(horizon).map((t) => words(x(t), high - foot + 16, plain(t), { class: "quiet" }));
  const drawn = curves.filter((c) => c.points.length).map((c) => element("g", {},
    c.band ? element("path", { fill: c.look.colour, opacity: 0.16, d: path(c.band.map((b) => [b[0], b[2]])) +
      path(c.band.map((b) => [b[0], b[1]]).reverse()).replace("M", "L") + "Z" }) : null,
    element("path", { class: "curve", d: path(c.points), stroke: c.look.colour, "stroke-dasharray": c.look.dash })));
  return picture(width, high, label, ...grid, ...rounds, words((left + width - right) / 2, high - 4, "round", { class: "quiet" }),
    ...drawn, ...endNames(curves.filter((c) => c.points.length), x, y));
}

// Names beside the ends, moved apart where they would overlap.
function endNames(curves, x, y) {
  const ends = curves.map((c) => ({ c, end: c.points[c.points.length - 1] })).sort((a, b) => b.end[1] - a.end[1]);
  let last = -Infinity;
  return ends.map(({ c, end }) => {
    last = Math.max(y(end[1]) + 4, last + 15);
    return words(x(end[0]) + 6, last, `${c.name} ${number(end[1], end[1] < 100 ? 1 : 0)}`,
      { "text-anchor": "start", "font-weight": 600, "paint-order": "stroke", stroke: "var(--paper)", "stroke-width": 3 });
  });
}

// Bars to compare the regrets of one game. The exact numbers are in data-value.
function drawBars(regrets, width) {
  const most = Math.max(1e-9, ...regrets.map((r) => r.regret)), left = Math.min(130, width * 0.34), room = width - left - 56;
  return picture(width, 34 * regrets.length, regrets.map((r) => `${r.name}: regret ${number(r.regret)}`).join("; "),
    ...regrets.map((r, i) => element("g", { "data-name": r.name, "data-value": r.regret },
      words(left - 8, 34 * i + 21, r.name, { "text-anchor": "end", "font-weight": i ? 400 : 700 }),
      element("rect", { x: left, y: 34 * i + 5, width: Math.max(1, room * Math.max(0, r.regret) / most), height: 22, fill: r.look.colour }),
      words(left + room * Math.max(0, r.regret) / most + 6, 34 * i + 21, number(r.regret), { "text-anchor": "start" }))));
}

// What the visitor chose and saw: a row for each arm; a full disc paid, a ring did not, a dot is not known yet.
function drawHistory(seen, arms, horizon, width, name) {
  const left = Math.min(96, width * 0.26), room = (width - left - 8) / horizon, high = 24;
  const x = (round) => left + room * (round - 0.5), y = (arm) => high * (arm - 0.5) + 4, r = Math.min(7, room * 0.42);
  const sums = seen.some((s) => s.sum !== undefined);
  const rows = Array.from({ length: arms }, (_, i) => [line(left, y(i + 1), width - 8, y(i + 1), "axis"),
    words(left - 8, y(i + 1) + 4, `${name} ${i + 1}`, { "text-anchor": "end" })]).flat();
  const marks = seen.flatMap((s) => [
    s.paid === null ? element("circle", { cx: x(s.round), cy: y(s.arm), r: 2.5, fill: "var(--ink)" })
      : element("circle", { cx: x(s.round), cy: y(s.arm), r, "stroke-width": 2, stroke: "var(--main)",
        fill: s.paid > 0 ? "var(--main)" : "var(--paper)" }),
    ...s.gone.map((arm) => words(x(s.round) + room / 2, y(arm) + 5, "×", { style: "fill:var(--alarm);font-size:17px;font-weight:700" })),
    s.sum === undefined ? null : words(x(s.round), high * (arms + 0.5) + 8, String(s.sum), { style: room < 12 ? "font-size:9px" : "" }),
  ].filter(Boolean));
  const foot = high * (arms + (sums ? 1 : 0)) + 22;
  const scale = [1, 10, 20, 30].filter((t) => t <= horizon).map((t) => words(x(t), foot, String(t), { class: "quiet" }));
  return picture(width, foot + 6, `${seen.length} choices so far`, ...rows, ...marks, ...scale,
    sums ? words(left - 8, high * (arms + 0.5) + 8, "arrived", { "text-anchor": "end" }) : null,
    words(left - 8, foot, "round", { "text-anchor": "end", class: "quiet" }));
}
