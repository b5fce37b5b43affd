// Joins modules into classic scripts, as modules do not load from a disk:
//   node tools/play-join.js <folder>   writes unruly.js, the library (web/library), and play.js, the page (web)
// A module imports from others of its script; names of a script are therefore distinct, which is checked.
"use strict";
const { readFileSync, writeFileSync } = require("fs");
const { join } = require("path");

const root = join(__dirname, ".."), folder = process.argv[2];
const LIBRARY = ["start", "values", "refusal", "scale", "describe", "tell", "game", "study", "spoken", "link", "face"];
const PAGE = ["core", "story", "state", "figures", "reveal", "worker", "controls", "play", "look", "many", "class", "page"];
// What a window has already: a function of that name would hide it from all modules.
const WINDOW = ["history", "location", "name", "top", "parent", "open", "close", "stop", "find", "print", "focus", "blur", "status", "event", "length", "self",
  "screen", "origin", "performance", "fetch", "scroll", "document", "window", "navigator"];

// {text, exported} of modules, joined.
function joined(modules, place, taken) {
  const made = new Map(taken.map((name) => [name, "the window"])), exported = [], bodies = [];
  for (const name of modules) {
    const text = readFileSync(join(root, place, `${name}.js`), "utf8");
    if (/^import .* as /m.test(text)) throw new Error(`${name}.js imports by another name, which joining cannot do.`);
    for (const [, what] of text.matchAll(/^(?:export )?(?:async )?(?:const|let|function\*?|class) ([\w$]+)/gm)) {
      if (made.has(what)) throw new Error(`Both ${made.get(what)}.js and ${name}.js define ${what}.`);
      made.set(what, name);
    }
    for (const [, what] of text.matchAll(/^export (?:async )?(?:const|function\*?) ([\w$]+)/gm)) exported.push(what);
    bodies.push(`// --- ${name}.js\n${text.replace(/^import .*\n/gm, "").replace(/^export /gm, "")}`);
  }
  return { text: bodies.join("\n"), exported };
}

const script = (name, first, { text }, given) => `${first}var ${name} = (() => {\n"use strict";\n${text}\nreturn { ${given.join(", ")} };\n})();\n`;
const face = readFileSync(join(root, "web/library/face.js"), "utf8").split("\nimport")[0];
writeFileSync(join(folder, "unruly.js"), script("Unruly", `${face}\n`, joined(LIBRARY, "web/library", []),
  ["ready", "open", "study", "slices", "types", "label: labelOf", "does", "refusal", "why_not", "code", "link", "from_link"]));
const page = joined(PAGE, "web", WINDOW), stories = JSON.stringify(JSON.parse(readFileSync(join(root, "inst/play/stories.json"), "utf8")));
writeFileSync(join(folder, "play.js"), script("UnrulyPlay", "", { text: `const DATA = ${stories};\n${page.text}` }, ["DATA", ...page.exported]));
