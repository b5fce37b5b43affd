// Live figures in the articles of the site: step 2 of a story in the page itself, in a shadow of its own, so that neither the
// article's style nor its names meet the figure's. What stands there before was made with the site (tools/play-figures.js).
// The page's modules (play.js) come when a reader asks for them; from a disk, where the core cannot be fetched, as text.
(() => {
  "use strict";
  const folder = new URL(".", document.currentScript.src).href;
  let modules = null, live = null;

  const fetched = (name) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = folder + name;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${name} is not there.`));
    document.head.append(script);
  });
  const loaded = async () => {
    if (location.protocol === "file:") await fetched("unruly-core.js");
    await fetched("play.js");
    await UnrulyPlay.ready();
  };

  // The one slider of a story: which of its sliders, and whose.
  const least = (list) => list.indexOf(Math.min(...list)), most = (list) => list.indexOf(Math.max(...list));
  const SLIDER = {
    patience: (d) => [0, most(UnrulyPlay.meansOf(d))], lifetimes: (d, trait) => [1, least(trait.last.map((last, i) => last - trait.first[i]))],
    waiting: (d, trait) => [0, most(trait.delay.map((row) => row.at(-1)))], fairness: () => [1, 0], spread: () => [0, 0], changes: () => [0, 0],
    wear: (d, trait) => [0, most(trait.law.drop)], delay: () => [0, 0],
  };

  const inside = (story) => `<p id="tale"></p>
<div id="look"><div id="curves"></div>
<div class="scrubber"><button id="go" type="button" class="main">Play</button><label for="scrub" class="unseen">${story.unit[0]}</label>
<input id="scrub" type="range" min="0" max="1" step="1" value="0"><output id="scrubbed" for="scrub"></output></div>
<div id="slider"></div><p id="own" hidden>This is your own version. <button id="back" type="button">Back to the story</button></p>
<p id="look-verdict"></p><p id="problem" role="alert"></p><p id="live" class="unseen" aria-live="polite"></p>
<div id="choices"></div>
<label class="pick" for="focus">Why this arm? <select id="focus"></select></label><div id="why"></div>
<details><summary>Who knew what</summary><div id="panels"></div></details>
<details><summary>The lesson</summary><div id="look-lessons"></div></details>
<p class="buttons"><a id="more">Play it yourself, or many games</a> <button id="end" type="button">Close</button></p></div>`;

  function begin(place) {
    const page = UnrulyPlay, { state } = page, root = place.shadowRoot, shown = root.getElementById("figure");
    if (live) live();
    const before = [...shown.childNodes], $ = (id) => root.getElementById(id), on = (id, kind, what) => $(id).addEventListener(kind, what);
    page.within(root);
    page.forgetGhost();
    page.takeAddress(`#s=${place.dataset.play}.look.0.!`);
    shown.innerHTML = inside(page.STORIES[state.story]);
    $("more").href = `${folder}index.html#s=${place.dataset.play}`;

    const [which, arm] = SLIDER[state.story](page.described(), page.traitOf(page.described(), state.story));
    const show = () => { page.showLook(); $("tale").textContent = page.tale(state.story, page.described(), !!state.own); $("own").hidden = !state.own; };
    const slider = () => {
      const s = page.slidersOf(page.described())[which], name = s.arm ? `${s.label}, ${page.armName(page.STORIES[state.story], arm + 1).toLowerCase()}` : s.label;
      $("slider").replaceChildren(page.rangeOf(s, arm, "one-slider", name, (dragging) => {
        page.pause();
        if (dragging) { soon(); return; }
        cancelAnimationFrame(due);
        due = 0;
        show();
        $("live").textContent = $("look-verdict").textContent;
      }));
    };
    let due = 0; // while one drags curves are drawn once a picture
    const soon = () => { due = due || requestAnimationFrame(() => { due = 0; page.showCurves(); }); };
    page.onDrag(page.keepGhost);
    slider();
    $("focus").append(...page.focusChoices().map((p, i) => new Option(p.name, String(i))));
    on("go", "click", () => page.goOn());
    on("scrub", "input", () => { page.pause(); page.scrubTo(Number($("scrub").value)); });
    on("scrub", "change", () => { $("live").textContent = `${$("scrubbed").textContent}.`; });
    on("scrub", "keydown", (event) => {
      const by = { PageUp: 10, PageDown: -10 }[event.key];
      if (by) { event.preventDefault(); page.pause(); page.scrubTo(state.round + by); }
    });
    on("focus", "change", (event) => { state.focus = Number(event.target.value); page.showLook(); });
    on("back", "click", () => { state.own = null; page.forgetGhost(); slider(); show(); $("go").focus(); });
    const resized = () => { if (!page.isRunning()) page.showLook(); };
    window.addEventListener("resize", resized);
    live = () => {
      page.pause();
      cancelAnimationFrame(due);
      window.removeEventListener("resize", resized);
      shown.replaceChildren(...before);
      live = null;
    };
    on("end", "click", () => { live(); root.getElementById("start").focus(); });
    show();
    $("go").focus();
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) page.goOn();
  }

  // Where a template of the page does not become a shadow by itself.
  function shadowOf(place) {
    const template = place.querySelector("template");
    if (!place.shadowRoot && template) place.attachShadow({ mode: "open" }).append(template.content);
    return place.shadowRoot;
  }

  document.querySelectorAll("[data-play]").forEach((place) => {
    const root = shadowOf(place);
    if (!root) return;
    const start = root.getElementById("start"), said = root.getElementById("said");
    start.hidden = false;
    start.addEventListener("click", async () => {
      place.setAttribute("aria-busy", "true");
      said.textContent = "Getting the core, 0.2 MB …";
      try {
        modules = modules || loaded();
        await modules;
        begin(place);
        said.textContent = "";
      } catch (error) {
        modules = null;
        said.textContent = `The figure could not be started: ${error.message}`;
      }
      place.removeAttribute("aria-busy");
    });
  });
})();
