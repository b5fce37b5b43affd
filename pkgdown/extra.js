// The contents of a page and the search, without anything from the network: the
// index is a script beside the pages, so that it works from a folder, too.
(function () {
  "use strict";

  function fillContents() {
    const contents = document.getElementById("toc");
    if (!contents) return;
    document.querySelectorAll("main h2, main h3").forEach((heading) => {
      const id = heading.id || (heading.closest("[id]") || {}).id;
      if (!id || id === "toc" || contents.contains(heading)) return;
      const link = document.createElement("a");
      link.href = "#" + id;
      link.textContent = heading.textContent.trim();
      if (heading.tagName === "H3") link.className = "below";
      contents.appendChild(link);
    });
  }

  // --- the index: window.siteIndex, which tools/site-search.R writes ---------------------

  const field = document.getElementById("search-input");
  const root = field ? field.dataset.searchIndex.replace("search.js", "") : "";
  let asked = false, index = null;

  const plain = (text) => text.toLowerCase().replace(/[_()]/g, " ").replace(/\s+/g, " ").trim();

  // The pages of a word: gaps, a letter each; the last letter says that there is no page after that gap.
  function pagesOf(code) {
    const pages = [], letters = index.letters;
    let at = -1;
    for (const letter of code) {
      const gap = letters.indexOf(letter);
      at += gap === letters.length - 1 ? gap : gap + 1;
      if (gap < letters.length - 1) pages.push(at);
    }
    return pages;
  }

  function understand(given) {
    index = given;
    index.words = given.words.split(" ");
    index.where = given.where.split(" ");
    for (const page of index.pages) {
      page.names = [page.name, ...page.also].filter(Boolean).map(plain);
      page.heads = [page.title, ...page.names].map(plain);
    }
  }

  // The index is large: it comes when somebody wants to search.
  function fetchIndex() {
    if (asked) return;
    asked = true;
    const script = document.createElement("script");
    script.src = root + "search.js";
    script.onload = () => { understand(window.siteIndex); search(); };
    document.head.appendChild(script);
  }

  // --- how well a page answers, 0 best; -1: it does not ----------------------------------

  const begins = (text, word) => text.startsWith(word) || text.includes(" " + word);
  const holds = (text, words) => words.every((word) => begins(text, word));

  function rank(page, asked, words, inText) {
    if (plain(page.name) === asked || page.heads[0] === asked) return 0;
    if (page.names.includes(asked)) return 1;
    if (page.names.some((name) => name.startsWith(asked))) return 2;
    if (holds(page.heads.join(" "), words)) return 3;
    if (page.parts.some(([, title]) => holds(plain(title), words))) return 4;
    return inText ? 5 : -1;
  }

  // For each word the pages that have one that begins so. Words of most pages are not in the index.
  function pagesWith(words) {
    const sets = words.filter((word) => !index.common.includes(word)).map((word) => {
      const pages = new Set();
      index.words.forEach((known, i) => { if (known.startsWith(word)) pagesOf(index.where[i]).forEach((page) => pages.add(page)); });
      return pages;
    });
    return (i, heads) => sets.every((pages, j) => pages.has(i) || begins(heads, words[j]));
  }

  const MOST = 12;
  function find(text) {
    const asked = plain(text), words = asked.split(" ").filter((word) => word.length > 1);
    if (!words.length) return null;
    const within = pagesWith(words);
    return index.pages.map((page, i) => ({ page, rank: rank(page, asked, words, within(i, page.heads.join(" "))) }))
      .filter((hit) => hit.rank >= 0)
      .sort((a, b) => a.rank - b.rank || a.page.kind - b.page.kind || a.page.title.length - b.page.title.length)
      .slice(0, MOST)
      .map(({ page, rank: place }) => {
        const part = place >= 4 && page.parts.find(([, title]) => holds(plain(title), words));
        return { address: root + page.path + (part ? "#" + part[0] : ""), title: page.name ? page.name + ": " + page.title : page.title,
          under: part ? part[1] : "", kind: index.kinds[page.kind] };
      });
  }

  // --- the list under the field ------------------------------------------------------------

  let list = null, active = -1, opens = false;

  function add(to, tag, name, text) {
    const made = document.createElement(tag);
    made.className = name;
    made.textContent = text;
    to.appendChild(made);
    return made;
  }

  function mark(at) {
    const found = [...list.children];
    active = found.length ? (at + found.length) % found.length : -1;
    found.forEach((link, i) => {
      link.setAttribute("aria-selected", String(i === active));
      link.classList.toggle("active", i === active);
    });
    if (active < 0) field.removeAttribute("aria-activedescendant");
    else {
      field.setAttribute("aria-activedescendant", found[active].id);
      found[active].scrollIntoView({ block: "nearest" });
    }
  }

  function close() {
    list.replaceChildren();
    list.hidden = true;
    active = -1;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  }

  function search() {
    close();
    const said = document.getElementById("search-said");
    const found = index ? find(field.value) : null;
    said.textContent = found ? (found.length ? "" : "Nothing was found.") : "";
    said.hidden = !said.textContent;
    if (!found || !found.length) return;
    found.forEach((hit, i) => {
      const link = add(list, "a", "list-group-item list-group-item-action", "");
      link.id = "found-" + i;
      link.href = hit.address;
      link.tabIndex = -1;
      link.setAttribute("role", "option");
      link.setAttribute("aria-selected", "false");
      add(link, "span", "found-title", hit.title + (hit.under ? " › " + hit.under : ""));
      add(link, "span", "found-kind", hit.kind);
    });
    list.hidden = false;
    field.setAttribute("aria-expanded", "true");
    if (opens) openOne();
  }

  function openOne() {
    opens = !index;
    const link = list.children[Math.max(0, active)];
    if (link) location.href = link.href;
  }

  function keys(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && list.children.length) {
      event.preventDefault();
      mark(active < 0 && by < 0 ? -1 : active + by);
    }
    if (event.key === "Escape") close();
  }

  function prepareSearch() {
    if (!field) return;
    list = add(field.form, "div", "list-group", "");
    list.id = "search-found";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Pages found");
    const said = add(field.form, "p", "", "");
    said.id = "search-said";
    said.setAttribute("role", "status");
    for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", "search-found"], ["aria-label", "Search"]]) {
      field.setAttribute(name, value);
    }
    close();
    said.hidden = true;
    field.addEventListener("focus", fetchIndex);
    field.addEventListener("input", () => { fetchIndex(); search(); });
    field.addEventListener("keydown", keys);
    field.form.addEventListener("submit", (event) => {
      event.preventDefault();
      openOne();
    });
    field.form.addEventListener("focusout", (event) => { if (!field.form.contains(event.relatedTarget)) setTimeout(close, 200); });
  }

  fillContents();
  prepareSearch();
})();
