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

  const field = document.getElementById("search-input");
  const root = field ? field.dataset.searchIndex.replace("search.json", "") : "";
  let asked = false;

  // The index is large: it comes when somebody wants to search.
  function fetchIndex() {
    if (asked) return;
    asked = true;
    const script = document.createElement("script");
    script.src = root + "search.js";
    script.onload = search;
    document.head.appendChild(script);
  }

  // How well an entry answers: words in its title count most; all must be there.
  function score(entry, words) {
    let sum = 0;
    for (const word of words) {
      if (entry.title.toLowerCase().includes(word)) sum += entry.title.toLowerCase().startsWith(word) ? 12 : 8;
      else if (entry.what.toLowerCase().includes(word)) sum += 4;
      else if (entry.text.includes(word)) sum += 1;
      else return 0;
    }
    return sum;
  }

  function search() {
    const list = document.getElementById("search-found");
    list.replaceChildren();
    const words = field.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
    if (words.length === 0 || !window.siteIndex) return;
    const found = window.siteIndex
      .map((entry) => ({ entry, score: score(entry, words) }))
      .filter((hit) => hit.score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, 15);
    if (found.length === 0) list.textContent = "Nothing was found.";
    for (const { entry } of found) {
      const link = document.createElement("a");
      link.className = "list-group-item list-group-item-action";
      link.href = root + entry.path + (entry.id ? "#" + entry.id : "");
      link.textContent = entry.title === entry.what ? entry.title : entry.title + " › " + entry.what;
      list.appendChild(link);
    }
  }

  function prepareSearch() {
    if (!field) return;
    const list = document.createElement("div");
    list.id = "search-found";
    list.className = "list-group";
    field.form.appendChild(list);
    field.addEventListener("focus", fetchIndex);
    field.addEventListener("input", search);
    field.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (list.firstElementChild) list.firstElementChild.click();
    });
  }

  // A figure that plays: the page of the site, small, where an article asks for it and the reader does.
  function offerFigures() {
    document.querySelectorAll("[data-play]").forEach((place) => {
      const page = root + "play/offline.html?figure#s=" + place.dataset.play + ".look.0.!";
      const start = document.createElement("button");
      start.className = "btn btn-primary";
      start.textContent = "Watch this happen";
      start.addEventListener("click", () => {
        const frame = document.createElement("iframe");
        frame.src = page;
        frame.title = "A game of several policies, round by round";
        frame.className = "live-figure";
        place.replaceChildren(frame);
        frame.focus();
      });
      place.replaceChildren(start);
    });
  }

  fillContents();
  prepareSearch();
  offerFigures();
})();
