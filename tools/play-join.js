// Joins the modules of the page into one classic script, as modules do not load from a disk:
//   node tools/play-join.js <file>
// Each is a module of web/ that imports from those before it; names are therefore distinct, which is checked.
"use strict";
const { readFileSync, writeFileSync } = require("fs");
const { join } = require("path");

const root = join(__dirname, ".."), modules = ["core", "story", "state", "figures", "reveal", "worker", "controls", "play", "look", "many",
  "class", "page"];
// What a window has already: a function of that name would hide it from all modules.
const taken = ["history", "location", "name", "top", "parent", "open", "close", "stop", "find", "print", "focus", "blur", "status", "event", "length", "self",
  "screen", "origin", "performance", "fetch", "scroll", "document", "window", "navigator"];
const made = new Map(taken.map((name) => [name, "the window"])), exported = [], bodies = [];
for (const name of modules) {
  let text;
  try { text = readFileSync(join(root, "web", `${name}.js`), "utf8"); } catch (error) { throw error; }
  if (/^import .* as /m.test(text)) throw new Error(`${name}.js imports by another name, which joining cannot do.`);
  for (const [, what] of text.matchAll(/^(?:export )?(?:async )?(?:const|let|function\*?|class) ([\w$]+)/gm)) {
    if (made.has(what)) throw new Error(`Both ${made.get(what)}.js and ${name}.js define ${what}.`);
    made.set(what, name);
  }
  for (const [, what] of text.matchAll(/^export (?:async )?(?:const|function\*?) ([\w$]+)/gm)) exported.push(what);
  bodies.push(`// --- ${name}.js\n${text.replace(/^import .*\n/gm, "").replace(/^export /gm, "")}`);
}
const stories = JSON.stringify(JSON.parse(readFileSync(join(root, "inst/play/stories.json"), "utf8")));
writeFileSync(process.argv[2], `var UnrulyPlay = (() => {
"use strict";
const DATA = ${stories};
${bodies.join("\n")}
return { DATA, ${exported.join(", ")} };
})();
`);
