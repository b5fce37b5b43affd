// What is left out of scripts changes nothing: node tests/web/slim.js <scripts>
// Hard places are run as they are and made slim; of the given scripts, all tokens stay, and slim scripts stay as they are.
"use strict";
const assert = require("assert"), vm = require("vm");
const { readFileSync } = require("fs");
const { slim, tokens } = require("../../tools/play-slim.js");

const hard = [
  "let a = 1 // one\n, b = 2\n/* of two\n lines */ a + b",
  "let a = 3, b = 1; a\n++b; [a, b]",
  "const f = () => {\n  return\n  7\n}\n[f(), 2]",
  "const f = function () { return 1 }\n;[f(), 2].length",
  "let x = 6, g = 2; [x / 2 / g, x /2/ g, (x) / 2 / g, [x][0] / 2 / g]",
  "'a/b//c'.split(/\\//).concat(\"x // y\", `//${ /[/]\"`]/.test(\"/\") /* in a hole */ } \\` ${ { a: `  ${ 1 + 1 }  ` }.a } `)",
  "let a = 1, b = 2; [a - -b, a + +b, a - - -b, a+ ++b, a++ + b, a-- > b, a-- - -b, 1 .toFixed(), 1.5.toFixed(), 0x1fn, 1e-7, .5 + 5., 1_000]",
  "const o = { in: 1, of: 2, return: 3 }; [o.in, 'in' in o, typeof o, void 0, o?.of, o.x ?? 4, true?.5:1]",
  "if (true)\n  var y = 1\nelse\n  var y = 2\ny",
  "let n = 0\nfor (const c of 'ab')\n  n += c.length\ndo n++\nwhile (n < 9)\nn",
  "class A { #p = 4\n get p() { return this.#p } static q = 2\n r = 3 }\nconst z = new A\nz.p + A.q + z.r",
  "label: for (;;) { break\nlabel }\n3 < !1",
  "const t = `a\n   b // kept\n`\nt",
  "function* g() { yield\n1; yield [2]\nyield /3/.source }\n[...g()]",
];
for (const text of hard) {
  const left = slim(text);
  assert.deepStrictEqual(JSON.stringify(vm.runInNewContext(left), (_, x) => (typeof x === "bigint" ? String(x) : x)),
    JSON.stringify(vm.runInNewContext(text), (_, x) => (typeof x === "bigint" ? String(x) : x)), left);
  assert(left.length <= text.length + 1, left);
}
for (const broken of ["'a", "`a", "`${a`", "x = /a"]) assert.throws(() => slim(broken), /[Cc]losed/, broken);
for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, "utf8"), left = slim(text), words = (t) => tokens(t).list.map((x) => (x.text[0] === "`" ? "`" : x.text));
  new vm.Script(left, { filename: file });
  assert.deepStrictEqual(words(left), words(text), file);
  assert.strictEqual(slim(left), left, file);
}
console.log(`${hard.length} hard places run alike without what only people read, ${process.argv.length - 2} scripts keep all their tokens.`);
