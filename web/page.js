// The page: what is chosen, played, watched and shown. The numbers are all Unruly's (unruly.js); nothing is computed here.
"use strict";

(() => {
  const $ = (id) => document.getElementById(id);
  const copyOf = (value) => structuredClone(value);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const MODES = ["play", "watch", "many"];
  const FOR_ANY = ["ucb1", "thompson", "kl_ucb", "epsilon_greedy", "uniform", "round_robin"];

  // `small` is what the visitor plays, `large` what is watched; a link holds one of them.
  const state = { mode: "play", story: "patience", seed: 1, small: null, large: null, choices: [], policies: [], games: 1000 };
  const story = () => STORIES[state.story];

  function html(tag, attributes = {}, ...inside) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else if (value === true) made.setAttribute(name, "");
      else if (value !== false) made.setAttribute(name, value);
    }
    made.append(...inside);
    return made;
  }

  const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
  const widthOf = (node) => Math.max(260, node.clientWidth);
  const means = (d) => d.arms.prob;
  const named = (arm) => `${story().arm} ${arm}`;
  let types = []; // of policies, once the core is there
  const label = (policy) => Unruly.label(policy);

  // Runs what may be refused; the refusal is shown in words until the visitor does something else.
  function attempt(what) {
    try { return what(); } catch (error) { $("problem").textContent = error.message; return null; }
  }
  const attemptQuietly = (what) => { try { return what(); } catch { return undefined; } };
  const forget = () => { $("problem").textContent = ""; };

  // --- what is described ------------------------------------------------------------------

  function take(name) {
    const s = STORIES[name], large = { horizon: 2000, ...copyOf(s.large) };
    Object.assign(state, { story: name, choices: [], small: { horizon: 30, ...copyOf(s.small) }, large,
      policies: copyOf([s.largePolicy || s.policy, s.rival]) });
  }

  const given = (d) => ({ seed: state.seed, replication: 1, horizon: d.horizon, arms: d.arms, traits: d.traits });
  const inPlay = (policy) => ({ ...given(state.small), policy });

  function described() {
    const shared = { story: state.story, mode: state.mode };
    if (state.mode === "play") return { ...inPlay(null), ...shared, choices: state.choices };
    const many = state.mode === "many" ? { replications: state.games } : {};
    return { ...given(state.large), policy: null, policies: state.policies, ...many, ...shared };
  }

  // A link may have been edited: what Unruly does not check is checked here.
  function takeLink(text) {
    const d = Unruly.from_link(text);
    if (!Object.hasOwn(STORIES, d.story)) throw new Error("This link does not name a story that this page knows.");
    if (!Array.isArray(d.arms.prob)) throw new Error("This link has arms that this page does not play: they must pay 0 or 1.");
    if (!MODES.includes(d.mode)) throw new Error("This link does not say whether to play, watch or play many games.");
    const plays = d.choices || [], policies = d.policies || [];
    if (d.mode !== "play" && (policies.length < 1 || policies.length > LOOKS.length)) {
      throw new Error(`This link does not name one to ${LOOKS.length} policies to watch.`);
    }
    Unruly.open({ ...d, policy: null, choices: plays }).close();
    take(d.story);
    state.mode = d.mode;
    state.seed = d.seed;
    const bandit = { horizon: d.horizon, arms: d.arms, traits: d.traits };
    if (d.mode === "play") Object.assign(state, { small: bandit, choices: plays });
    else Object.assign(state, { large: bandit, policies });
    if (d.mode === "many") state.games = d.replications;
  }

  const address = () => location.href.replace(/#.*/, "") + Unruly.link(described());

  // The R code that gives the numbers on the page.
  function showCode() {
    let text = "", said = "This call plays the same games in R, with the same numbers to the last digit.";
    attempt(() => {
      if (state.mode === "play" && !(play.mine && play.mine.view().over)) {
        said = "The call that plays your game in R appears here when you have finished: it shows what each arm pays.";
      } else if (state.mode === "play") {
        said = "This call plays your game in R, your own choices included, with the same numbers to the last digit.";
        text = Unruly.code({ ...given(state.small), replications: 1, policies: [story().policy, story().rival],
          choices: state.choices.map((c) => (play.waits > 1 ? [c, 1].flat().slice(0, 2) : c)) });
      } else {
        const replications = state.mode === "many" ? state.games : 1;
        text = Unruly.code({ ...given(state.large), policies: state.policies, replications, rounds: recorded() });
      }
    });
    $("r").textContent = text;
    $("r").parentElement.hidden = $("copy").hidden = !text;
    $("code-said").textContent = said;
    // What cannot be played cannot be linked to; why is said already.
    if (!small) attemptQuietly(() => history.replaceState(null, "", address()));
  }

  // --- you play ---------------------------------------------------------------------------

  const play = { mine: null, seen: [], wait: 1, waits: 1 };

  function startPlay() {
    if (play.mine) play.mine.close();
    play.seen = [];
    const s = story(), waiting = state.small.traits.find((t) => t.type === "waiting");
    play.waits = waiting ? waiting.delay[0].length : 1;
    play.wait = 1;
    play.mine = attempt(() => Unruly.open(inPlay(null)));
    if (!play.mine) return;
    const before = state.choices;
    state.choices = [];
    $("rule").textContent = s.rule;
    $("waits").hidden = play.waits < 2;
    $("waits").lastElementChild.replaceChildren(...Array.from({ length: play.waits }, (_, i) => html("label", {},
      html("input", { type: "radio", name: "wait", value: i + 1, checked: i === 0, onchange: () => { play.wait = i + 1; } }),
      count(i + 1, "round"))));
    $("arms").replaceChildren(...play.mine.view().arms.map((arm) => html("button", { class: "arm", "data-arm": arm.number,
      onclick: () => choose(arm.number) })));
    $("said").textContent = `You have ${count(state.small.horizon, "round")}. Choose an arm to begin; the number keys work, too.`;
    before.forEach((choice) => pull(...[choice].flat()));
    showPlay();
  }

  function pull(arm, wait = 1) {
    const before = play.mine.view(), view = play.mine.choose(arm, wait), last = view.last || {};
    state.choices = play.mine.description().choices;
    const gone = view.arms.filter((a, i) => a.left && before.arms[i] && !before.arms[i].left).map((a) => a.number);
    const come = view.arms.filter((a, i) => a.present && before.arms[i] && !before.arms[i].present && !before.arms[i].away
      && !a.away && before.arms[i].pulls === 0).map((a) => a.number);
    const has = (type) => state.small.traits.some((t) => t.type === type);
    const told = { round: before.round, arm, wait, cost: last.cost || 1, gone, come, paid: last.observed };
    if (has("spread")) Object.assign(told, { paid: null, sum: last.observed });
    const late = state.small.traits.find((t) => t.type === "delay");
    if (late) {
      const answered = play.seen.find((s) => s.round === before.round - late.lag);
      if (answered) answered.paid = answered.late;
      Object.assign(told, { paid: null, late: last.reward, answered: answered || null });
    }
    play.seen.push(told);
    return told;
  }

  function choose(arm) {
    const now = play.mine.view(), a = now.arms.find((x) => x.number === arm);
    if (now.over || !a) return;
    if (!a.present) { $("said").textContent = `${named(arm)} cannot be chosen: ${a.left ? "it has left" : "it is not here now"}.`; return; }
    forget();
    const told = attempt(() => pull(arm, play.wait));
    if (!told) return;
    $("said").textContent = tell(told);
    showPlay();
    if (play.mine.view().over) $("result").focus();
  }

  function tell(t) {
    const said = [`Round ${t.round}: you chose ${named(t.arm)}.`];
    if (t.sum !== undefined) said.push(`${plain(t.sum)} arrived in this round, from whichever arm.`);
    else if (t.answered !== undefined) {
      said.push(t.answered ? `The answer from round ${t.answered.round}: ${named(t.answered.arm)} paid ${plain(t.answered.paid)}.`
        : "No answer has come yet.");
    } else if (play.waits > 1) {
      said.push(t.paid > 0 ? `Answered after ${count(t.cost, "round")}: it paid ${plain(t.paid)}.`
        : `${count(t.cost, "round")} later you have nothing.`);
    } else said.push(`It paid ${plain(t.paid)}.`);
    t.gone.forEach((arm) => said.push(`${named(arm)} has left for good.`));
    t.come.forEach((arm) => said.push(`${named(arm)} is here now.`));
    return said.filter(Boolean).join(" ");
  }

  // Whether the visitor cannot tell which arm has paid.
  const hidesSource = () => state.small.traits.some((t) => t.type === "spread");

  function showPlay() {
    const view = play.mine.view(), hides = hidesSource();
    $("round").textContent = view.over ? `All ${state.small.horizon} rounds are played.` : `Round ${view.round} of ${state.small.horizon}`;
    $("earned").textContent = hides || state.small.traits.some((t) => t.type === "delay") ? ""
      : `Earned${view.over ? "" : " so far"}: ${plain(view.reward)}`;
    for (const button of $("arms").children) showArm(button, view, hides);
    $("waits").disabled = view.over;
    $("history-key").textContent = play.seen.some((s) => s.sum !== undefined) ? "Dots: your choices. Below: what arrived in each round."
      : "Disc: it paid. Ring: it did not." + (hides || play.seen.some((s) => s.late !== undefined) ? " Dot: the answer is under way." : "")
        + (play.seen.some((s) => s.gone.length) ? " ×: gone for good." : "");
    $("history").replaceChildren(drawHistory(play.seen, view.arms.length, state.small.horizon, widthOf($("play")), story().arm));
    if (view.over !== !$("result").hidden) $("result").hidden = !view.over;
    if (view.over) showResult(view);
    showCode();
  }

  function showArm(button, view, hides) {
    const arm = view.arms.find((a) => a.number === Number(button.dataset.arm)), gone = arm.left;
    const mean = Number.isFinite(arm.estimate) && arm.pulls > 0 && !hides ? `, mean ${number(arm.estimate)}` : "";
    const lines = [html("strong", {}, named(arm.number)), html("span", {}, `chosen ${arm.pulls || 0}×${mean}`)];
    const left = arm.patience_left;
    if (gone) lines.push(html("span", { class: "warn" }, "✕ gone for good"));
    else if (left !== null && Number.isFinite(left)) {
      lines.push(html("span", { class: "meter", "aria-hidden": "true" }, "●".repeat(Math.max(0, left)) || "○"));
      lines.push(left <= 1 ? html("span", { class: "warn" }, "! leaves unless chosen now")
        : html("span", {}, `waits ${count(left, "round")}`));
    } else for (const said of troubles(arm, view)) lines.push(html("span", {}, said));
    button.replaceChildren(...lines);
    button.classList.toggle("gone", gone);
    button.classList.toggle("chosen", !!view.last && view.last.arm === arm.number && !view.over);
    button.setAttribute("aria-disabled", String(!arm.present || view.over));
  }

  // The truth, and what policies would have made of the same outcomes.
  function showResult(view) {
    const s = story(), others = [s.policy, s.rival].map((policy) => {
      const game = Unruly.open(inPlay(policy)), end = game.play(state.small.horizon);
      game.close();
      return { name: label(policy), regret: end.regret, arms: end.arms };
    });
    const all = [{ name: "You", regret: view.regret, look: YOURS }, ...others.map((o, i) => ({ ...o, look: LOOKS[i] }))];
    const better = view.regret <= others[0].regret;
    $("verdict").textContent = `Your regret is ${number(view.regret)}; that of ${others[0].name}, a policy made for such arms, is ` +
      `${number(others[0].regret)} on the same outcomes, and that of ${others[1].name}, which was not, ${number(others[1].regret)}. ` +
      `${better ? "You did at least as well." : "The policy did better."} ${s.why}`;
    $("regrets").replaceChildren(drawBars(all, Math.min(700, widthOf($("play")))));
    $("hidden").textContent = s.hidden;
    const head = [s.arm, "True mean", "Your estimate", "You chose it", ...others.map((o) => `${o.name} chose it`)];
    fillTable($("truth"), head, view.arms.map((arm, i) => [arm.number, truth(i), hidesSource() ? "–" : number(arm.estimate), `${arm.pulls || 0}×`,
      ...others.map((o) => `${(o.arms.find((a) => a.number === arm.number) || {}).pulls || 0}×`)]));
  }

  function truth(i) {
    const d = state.small, first = means(d)[i], find = (type) => d.traits.find((t) => t.type === type);
    const change = find("changes"), wear = find("wear"), waiting = find("waiting");
    if (waiting) {
      const times = waiting.delay[i].map((chance, j) => (chance > 0 ? `${plain(100 * chance)}% after ${count(j + 1, "round")}` : ""));
      return `${first}, answers ${times.filter(Boolean).join(", ")}`;
    }
    if (change && change.law.type === "at") return `${first}, from round ${[].concat(change.law.round)[0]} ${change.law.mean[i][0]}`;
    if (wear && wear.law.type === "step") return `${first}, after ${wear.law.after[i]} visits ${plain(first - wear.law.drop[i])}`;
    return String(first);
  }

  function fillTable(table, head, rows) {
    const row = (cells, tag) => html("tr", {}, ...cells.map((cell, i) => html(i ? tag : "th",
      tag === "th" ? { scope: "col" } : i ? {} : { scope: "row" }, String(cell))));
    table.replaceChildren(html("thead", {}, row(head, "th")), html("tbody", {}, ...rows.map((r) => row(r, "td"))));
  }

  // --- watch ------------------------------------------------------------------------------

  const watch = { games: [], running: false, due: 0, before: 0, pace: [1, 4, 15, 60, 250, 1000, 5000] };
  const pace = () => watch.pace[$("speed").value];

  function startWatch() {
    stop();
    watch.games.forEach((g) => g.game.close());
    // One that is refused leaves the others to be watched.
    watch.games = state.policies.map((policy, i) => attempt(() => {
      const game = Unruly.open({ ...given(state.large), policy });
      return { game, name: label(policy), look: LOOKS[i], points: [[0, 0]], view: game.view() };
    })).filter(Boolean);
    $("watched").textContent = watch.games.length ? "Ready. Nothing has been played yet." : "";
    showWatch();
    showCode();
  }

  // Lets all policies play up to the same round.
  function advance(rounds) {
    const target = Math.min(state.large.horizon, Math.max(...watch.games.map((g) => played(g.view))) + rounds);
    for (const g of watch.games) {
      if (g.view.over || played(g.view) >= target) continue;
      g.view = g.game.play(target - played(g.view));
      g.points.push([played(g.view), g.view.regret]);
      if (g.points.length > 900) g.points = g.points.filter((_, i) => i % 2 === 0 || i === g.points.length - 1);
    }
    if (watch.games.every((g) => g.view.over)) { stop(); tellWatch(); }
    showWatch();
  }

  const played = (view) => (view.over ? state.large.horizon : view.round - 1);

  function tellWatch() {
    $("watched").textContent = watch.games.map((g) => {
      const last = g.view.last ? `chose arm ${g.view.last.arm}` : "has not played";
      const gone = g.view.arms.filter((a) => a.left).map((a) => a.number);
      return `Round ${played(g.view)}: ${g.name} ${last}, regret ${number(g.view.regret)}` +
        (gone.length ? `, without arm ${gone.join(", ")}` : "");
    }).join(". ") + ".";
  }

  function showWatch() {
    $("go").textContent = watch.running ? "Pause" : "Play";
    if (!watch.games.length) { $("columns").replaceChildren(); $("curves").replaceChildren(); return; }
    const seen = [...$("columns").children];
    if (seen.length !== watch.games.length || seen.some((s, i) => s.dataset.name !== watch.games[i].name)) {
      $("columns").replaceChildren(...watch.games.map((g) => html("section", { "data-name": g.name, style: `--mine: ${g.look.colour}` },
        html("h3", {}, g.name), html("p", { class: "quiet" }), html("div"))));
    }
    watch.games.forEach((g, i) => {
      const box = $("columns").children[i];
      box.children[1].textContent = `round ${plain(played(g.view))} · regret ${number(g.view.regret)}`;
      box.dataset.regret = g.view.regret;
      box.children[2].replaceChildren(drawColumns(g.view, widthOf(box) - 26, g.look, fullPatience()));
    });
    $("key").textContent = "Column: the policy's estimate. Dashed line: the true mean. Line with a triangle: the policy's index, what " +
      "it chooses by, if it has one. ▲ the arm chosen last. Small bar: patience or life that is left. Rings: rewards under way.";
    $("curves").replaceChildren(drawCurves(watch.games, state.large.horizon, widthOf($("watch")),
      "Regret by round: " + watch.games.map((g) => `${g.name} ${number(g.view.regret)}`).join(", ")));
    if ($("numbers").open || !watch.running) {
      fillTable($("state"), ["Policy and arm", "Estimate", "Index", "True mean", "Pulls", "State"], watch.games.flatMap((g) =>
        g.view.arms.map((a) => [`${g.name}, arm ${a.number}`, number(a.estimate), a.index === null ? "–" : number(a.index),
          number(a.mean), a.pulls || 0, troubles(a, g.view).join(", ")])));
    }
  }

  const fullPatience = () => (state.large.traits.find((t) => t.type === "patience") || {}).patience;

  function tick(now) {
    if (!watch.running) return;
    watch.due += Math.min(0.25, (now - watch.before) / 1000) * pace();
    watch.before = now;
    // Who wants less motion sees a new picture once a second.
    if (watch.due >= (calm.matches ? pace() : 1)) {
      const rounds = Math.floor(watch.due);
      watch.due -= rounds;
      advance(rounds);
    }
    if (watch.running) requestAnimationFrame(tick);
  }

  function stop() {
    watch.running = false;
    $("go").textContent = "Play";
  }

  function go() {
    if (watch.running) { stop(); tellWatch(); showWatch(); return; }
    if (!watch.games.length) return;
    if (watch.games.every((g) => g.view.over)) startWatch();
    Object.assign(watch, { running: true, due: 1, before: performance.now() });
    $("watched").textContent = "Playing.";
    showWatch();
    requestAnimationFrame(tick);
  }

  // --- many games -------------------------------------------------------------------------

  const many = { job: null, result: null };
  const recorded = () => (state.mode === "many" ? Array.from({ length: 50 }, (_, i) => state.large.horizon / 50 * (i + 1))
    : [state.large.horizon]);

  async function runMany() {
    cancelMany();
    let job = null;
    job = attempt(() => Unruly.study({ ...given(state.large), policies: state.policies, replications: state.games, rounds: recorded() },
      { progress: (done, all) => { if (many.job === job) $("progress").value = done / all; } }));
    if (!job) return;
    many.job = job;
    $("run").disabled = true;
    $("cancel").disabled = false;
    $("progress-said").textContent = "Playing.";
    try {
      const result = await job.promise;
      if (many.job !== job) return;
      many.result = result;
      $("progress").value = 1;
      $("progress-said").textContent = `Played ${plain(state.games)} games of each policy.`;
      showMany();
    } catch (error) {
      if (many.job === job) $("problem").textContent = error.message;
    }
    if (many.job === job) endMany();
  }

  function endMany() {
    many.job = null;
    $("run").disabled = false;
    $("cancel").disabled = true;
  }

  function cancelMany() {
    if (!many.job) return;
    many.job.cancel();
    endMany();
    $("progress").value = 0;
    $("progress-said").textContent = "Cancelled.";
  }

  function forgetMany() {
    cancelMany();
    many.result = null;
    $("progress").value = 0;
    $("progress-said").textContent = "";
    $("bands").replaceChildren();
    $("ends").replaceChildren();
  }

  function showMany() {
    const r = many.result;
    if (!r) return;
    const at = (p, round) => Array.from({ length: r.replications }, (_, i) => p.regret[i * r.rounds.length + round]);
    const mean = (x) => x.reduce((a, b) => a + b, 0) / x.length;
    const quantile = (x, q) => x[Math.round(q * (x.length - 1))];
    const ends = [];
    const curves = r.policies.map((p, i) => {
      const points = [[0, 0]], band = [[0, 0, 0]];
      r.rounds.forEach((round, j) => {
        const x = at(p, j).sort((a, b) => a - b);
        points.push([round, mean(x)]);
        band.push([round, quantile(x, 0.1), quantile(x, 0.9)]);
        if (j === r.rounds.length - 1) {
          const m = mean(x), spread = Math.sqrt(x.reduce((s, v) => s + (v - m) ** 2, 0) / (x.length - 1) / x.length);
          ends.push([p.name, number(m), `± ${number(1.96 * spread)}`, number(quantile(x, 0.1)), number(quantile(x, 0.9))]);
        }
      });
      return { name: p.name, look: LOOKS[i], points, band };
    });
    $("bands").result = r;
    $("bands").replaceChildren(drawCurves(curves, state.large.horizon, widthOf($("many")),
      "Mean regret by round: " + ends.map((e) => `${e[0]} ${e[1]}`).join(", ")));
    fillTable($("ends"), ["Policy", "Mean regret", "95% interval", "10% quantile", "90% quantile"], ends);
  }

  // --- sliders ----------------------------------------------------------------------------

  function slider(text, min, max, step, value, set) {
    const said = html("output", {}, plain(value)), id = `slider-${text.replace(/\W+/g, "-")}`;
    const input = html("input", { id, type: "range", min, max, step, value, oninput: () => {
      set(Number(input.value));
      said.textContent = plain(Number(input.value));
      restartLarge();
    } });
    return html("div", { class: "slider" }, html("label", { for: id }, text), said, input);
  }

  // As many arms; every trait is made for them anew, with the numbers of its sliders.
  function resize(arms) {
    const d = state.large, old = copyOf(d);
    const values = means(d);
    while (values.length < arms) values.push(0.5);
    values.length = arms;
    d.traits = d.traits.map((t) => {
      const kind = SLIDERS[t.type], made = kind.make(arms, d);
      kind.sliders.forEach((s) => s.set(made, s.get(t, old), d));
      return made;
    });
    showSliders();
  }

  function showSliders() {
    const d = state.large;
    const arms = html("fieldset", {}, html("legend", {}, "Rounds and arms"),
      slider("Rounds", 500, 10000, 500, d.horizon, (value) => { d.horizon = value; }),
      slider("Number of arms", 2, 8, 1, means(d).length, resize),
      ...means(d).map((m, i) => slider(`Mean of arm ${i + 1}`, 0, 1, 0.05, m, (value) => { means(d)[i] = value; })));
    const mine = (type) => d.traits.find((t) => t.type === type);
    const sets = d.traits.filter((t) => SLIDERS[t.type]).map((t) => html("fieldset", {}, html("legend", {}, SLIDERS[t.type].name),
      ...SLIDERS[t.type].sliders.map((s) => slider(s.label, s.min, s.max, s.step, s.get(t, d), (value) => s.set(t, value, d)))));
    const boxes = Object.entries(SLIDERS).map(([type, kind]) => {
      const box = html("input", { type: "checkbox", checked: !!mine(type), "data-trait": type, onchange: () => {
        d.traits = box.checked ? [...d.traits, kind.make(means(d).length, d)] : d.traits.filter((t) => t.type !== type);
        showSliders();
        $("traits").querySelector(`[data-trait="${type}"]`).focus();
        restartLarge();
      } });
      return html("label", {}, box, kind.name);
    });
    const focused = document.activeElement && document.activeElement.id;
    $("traits").replaceChildren(html("fieldset", {}, html("legend", {}, "How the arms misbehave"), ...boxes));
    $("sliders").replaceChildren(arms, ...sets);
    if (focused && focused.startsWith("slider-") && $(focused)) $(focused).focus();
    $("policies").replaceChildren(...LOOKS.map((_, i) => policySelect(i)));
  }

  // The policies made for the story's arms come first, then those for any, then all others.
  function policySelect(i) {
    const chosen = state.policies[i], s = story(), others = state.policies.filter((_, j) => j !== i).map(label);
    const fits = (p) => !others.includes(label(p)) && attemptQuietly(() => Unruly.why_not(given(state.large), p.type)) === null;
    const option = (policy, text) => html("option", { value: JSON.stringify(policy),
      selected: !!chosen && JSON.stringify(policy) === JSON.stringify(chosen) }, text);
    const first = [...(chosen ? [chosen] : []), s.largePolicy || s.policy, s.rival, ...FOR_ANY.map((type) => ({ type }))]
      .filter((p, j, all) => all.findIndex((q) => label(q) === label(p)) === j).filter((p) => p === chosen || fits(p));
    const group = (name, options) => html("optgroup", { label: name }, ...options);
    const select = html("select", { id: `policy-${i}`, onchange: () => {
      const value = select.value ? JSON.parse(select.value) : null;
      state.policies = LOOKS.map((_, j) => (j === i ? value : state.policies[j])).filter(Boolean);
      showSliders();
      $(`policy-${i}`).focus();
      restartLarge();
    } }, ...(i > 0 ? [html("option", { value: "", selected: !chosen }, "none")] : []),
    group("Often seen", first.map((p) => option(p, label(p)))),
    group("All others", types.filter((t) => t.name !== "fixed_schedule" && !first.some((p) => p.type === t.name) && fits({ type: t.name }))
      .map((t) => option({ type: t.name }, label({ type: t.name })))));
    return html("label", { for: `policy-${i}` }, `Policy ${i + 1}`, select);
  }

  function restartLarge() {
    forget();
    forgetMany();
    startWatch();
  }

  // --- the page as a whole ----------------------------------------------------------------

  function show(mode, focus) {
    state.mode = mode;
    for (const name of MODES) {
      $(name).hidden = name !== mode;
      $(`tab-${name}`).setAttribute("aria-selected", String(name === mode));
      $(`tab-${name}`).tabIndex = name === mode ? 0 : -1;
    }
    $("setup").hidden = mode === "play";
    forget();
    if (focus) $(`tab-${mode}`).focus();
    stop();
    if (mode === "play") showPlayOrStart();
    else if (mode === "watch") { showSliders(); startWatch(); }
    else { showSliders(); showMany(); showCode(); }
  }

  function showPlayOrStart() {
    if (play.mine) showPlay(); else startPlay();
  }

  function showAll() {
    $("story").value = state.story;
    $("tale").textContent = story().tale;
    document.querySelectorAll(".why").forEach((place) => { place.textContent = story().why; });
    $("games").value = String(state.games);
    forgetMany();
    startPlay();
    show(state.mode);
  }

  async function copy(text, what) {
    try { await navigator.clipboard.writeText(text); } catch {
      const area = html("textarea", {}, text);
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    $("copied").textContent = `${what} copied.`;
  }

  function fresh(seed) {
    forget();
    state.seed = seed;
    state.choices = [];
    startPlay();
    const first = $("arms").querySelector("button");
    if (first) first.focus();
  }

  function listen() {
    $("story").replaceChildren(...Object.entries(STORIES).map(([name, s]) => html("option", { value: name }, s.title)));
    $("story").addEventListener("change", () => { take($("story").value); showAll(); });
    for (const mode of MODES) $(`tab-${mode}`).addEventListener("click", () => show(mode));
    $("tabs").addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) show(MODES[(MODES.indexOf(state.mode) + step + MODES.length) % MODES.length], true);
    });
    document.addEventListener("keydown", (event) => {
      if (state.mode !== "play" || event.ctrlKey || event.altKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
      if (!["SELECT", "INPUT", "TEXTAREA"].includes(event.target.tagName)) choose(Number(event.key));
    });
    $("again").addEventListener("click", () => fresh(state.seed));
    $("luck").addEventListener("click", () => fresh(state.seed + 1));
    $("watch-luck").addEventListener("click", () => { state.seed++; restartLarge(); });
    $("go").addEventListener("click", go);
    $("step").addEventListener("click", () => { stop(); if (watch.games.length) { advance(1); tellWatch(); } });
    $("restart").addEventListener("click", startWatch);
    $("speed").addEventListener("input", saySpeed);
    $("numbers").addEventListener("toggle", showWatch);
    $("run").addEventListener("click", runMany);
    $("cancel").addEventListener("click", cancelMany);
    $("games").addEventListener("change", () => { state.games = Number($("games").value); forgetMany(); showCode(); });
    $("copy").addEventListener("click", () => copy($("r").textContent, "The code is"));
    $("share").addEventListener("click", () => { const link = attempt(address); if (link) copy(link, "The link is"); });
    window.addEventListener("hashchange", fromAddress);
    window.addEventListener("resize", () => {
      if (state.mode === "play" && play.mine) showPlay();
      if (state.mode === "watch") showWatch();
      if (state.mode === "many") showMany();
    });
  }

  function saySpeed() {
    $("speed-said").textContent = `${plain(pace())}/s`;
    $("speed").setAttribute("aria-valuetext", `${pace()} rounds per second`);
  }

  // #live=patience is the figure of an article, anything else after # a whole state.
  const small = /^#live=(\w+)$/.exec(location.hash);

  function fromAddress() {
    let refused = "";
    take("patience");
    if (small && Object.hasOwn(STORIES, small[1])) {
      take(small[1]);
      state.mode = "watch";
      $("speed").value = 4;
      saySpeed();
    } else if (location.hash.length > 1) {
      try { takeLink(location.hash); } catch (error) { refused = error.message; take("patience"); state.mode = "play"; }
    }
    showAll();
    if (refused) $("problem").textContent = refused;
  }

  Unruly.ready().then(() => {
    // Those that a name alone describes.
    types = Unruly.types().policies.filter((t) => !t.outside && !t.parameters.some((r) => r.name === "base"))
      .map((t) => ({ name: t.type.replace("policy_", "") }));
    document.documentElement.classList.toggle("small", !!small);
    listen();
    saySpeed();
    fromAddress();
  }, (error) => { $("problem").textContent = `The core could not be started: ${error.message}`; });
})();
