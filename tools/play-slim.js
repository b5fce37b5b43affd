// A script without what only people read: comments, indentation, spaces and lines that separate nothing.
//   node tools/play-slim.js <file>   writes it to the output
// Tokens stay as they are and in their order. A line stays wherever its end could end a statement. Whether / divides or opens a
// regular expression is told by the token before it: after `)` it divides. See tests/web/slim.js.
"use strict";

const NAME = /[\w$\u0080-\uffff]/, REGEX_AFTER = new Set(["return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "yield", "await"]);
const SIGNS = [">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--",
  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**"];

function end(text, from, closing) {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === closing) return at + 1;
    else if (text[at] === "\n") break;
  }
  throw new Error(`Not closed: ${text.slice(from, from + 40)}`);
}

function endOfRegex(text, from) {
  for (let at = from + 1, inClass = false; text[at] && text[at] !== "\n"; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "[") inClass = true;
    else if (text[at] === "]") inClass = false;
    else if (text[at] === "/" && !inClass) {
      while (NAME.test(text[at + 1] || "")) at++;
      return at + 1;
    }
  }
  throw new Error(`Not closed: ${text.slice(from, from + 40)}`);
}

// A template with the code in its holes made slim: {made, at}.
function template(text, from) {
  let made = "`";
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") { made += text.slice(at, at + 2); at++; }
    else if (text[at] === "`") return { made: `${made}\``, at: at + 1 };
    else if (text.startsWith("${", at)) {
      const hole = tokens(text, at + 2, true);
      made += `\${${joined(hole.list)}}`;
      at = hole.at - 1;
    } else made += text[at];
  }
  throw new Error("A template is not closed.");
}

// From `at` on, in a hole of a template up to its end: {list: [{text, kind, line}], at}. line: a new line stands before it.
function tokens(text, at = 0, hole = false) {
  const list = [];
  let deep = 0, line = false;
  const add = (kind, made, to) => { list.push({ kind, text: made, line }); line = false; at = to; };
  while (at < text.length) {
    const c = text[at], last = list[list.length - 1];
    if (c === "\n") { line = true; at++; }
    else if (/\s/.test(c)) at++;
    else if (text.startsWith("//", at)) { const to = text.indexOf("\n", at); at = to < 0 ? text.length : to; }
    else if (text.startsWith("/*", at)) {
      const to = text.indexOf("*/", at) + 2;
      line = line || text.slice(at, to).includes("\n");
      at = to;
    } else if (c === '"' || c === "'") { const to = end(text, at + 1, c); add("string", text.slice(at, to), to); }
    else if (c === "`") { const made = template(text, at); add("string", made.made, made.at); }
    else if (/\d/.test(c) || (c === "." && /\d/.test(text[at + 1] || ""))) {
      const to = at + /^(?:0[xXbBoO][\da-fA-F_]+n?|[\d_]*\.?[\d_]*(?:[eE][+-]?\d+)?n?)/.exec(text.slice(at, at + 400))[0].length;
      add("number", text.slice(at, to), to);
    } else if (NAME.test(c) || c === "#") {
      let to = at + 1;
      while (NAME.test(text[to] || "")) to++;
      add("name", text.slice(at, to), to);
    } else if (c === "/" && (!last || (last.kind === "sign" && ![")", "]"].includes(last.text)) || (last.kind === "name" && REGEX_AFTER.has(last.text)))) {
      const to = endOfRegex(text, at);
      add("regex", text.slice(at, to), to);
    } else {
      const sign = SIGNS.find((s) => text.startsWith(s, at) && !(s === "?." && /\d/.test(text[at + 2] || ""))) || c;
      if (sign === "{") deep++;
      if (sign === "}" && hole && deep === 0) return { list, at: at + 1 };
      if (sign === "}") deep--;
      add("sign", sign, at + sign.length);
    }
  }
  if (hole) throw new Error("A hole of a template is not closed.");
  return { list, at };
}

// Signs after which, or before which, no statement can end for the sake of a new line.
const GOES_ON = new Set(["{", "(", "[", ",", ";", "=", "=>", "+", "-", "*", "/", "%", "**", "&", "|", "^", "&&", "||", "??", "?", ":", "<", ">", "<=", ">=", "===", "!==", "==", "!=",
  "+=", "-=", "*=", "/=", ".", "?.", "...", "!"]);
const CONTINUES = new Set(["}", ")", "]", ",", ";", ".", "?.", "?", ":", "=", "=>", "&&", "||", "??", "===", "!==", "<", ">", "<=", ">=", "*", "%", "&", "|", "^"]);

// Whether two tokens would be read otherwise without anything between them.
function parts(a, b) {
  const x = a.text[a.text.length - 1], y = b.text[0];
  if (["name", "number", "regex"].includes(a.kind) && NAME.test(y) && b.kind !== "string") return true;
  if (a.kind === "number" && y === ".") return true;
  return (x === y && "+-/".includes(x)) || (a.text === "--" && y === ">") || (x === "<" && y === "!") || (a.text === "/" && "*/".includes(y));
}

const joined = (list) => list.map((token, i) => {
  const before = list[i - 1];
  if (!before) return token.text;
  const line = token.line && !(before.kind === "sign" && GOES_ON.has(before.text)) && !(token.kind === "sign" && CONTINUES.has(token.text));
  return (line ? "\n" : parts(before, token) ? " " : "") + token.text;
}).join("");

const slim = (text) => `${joined(tokens(text).list)}\n`;
module.exports = { slim, tokens };
if (require.main === module) process.stdout.write(slim(require("fs").readFileSync(process.argv[2], "utf8")));
