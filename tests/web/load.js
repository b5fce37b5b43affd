/* The folder of the page, read as a page would do it. */
"use strict";
const fs = require("fs"), path = require("path"), vm = require("vm");
module.exports = folder => {
  for (const script of ["unruly-core.js", "unruly.js"]) vm.runInThisContext(fs.readFileSync(path.join(folder, script), "utf8"), script);
  return vm.runInThisContext("Unruly");
};
/* The modules of the page, joined, without a document. */
module.exports.page = folder => {
  vm.runInThisContext(fs.readFileSync(path.join(folder, "play.js"), "utf8"), "play.js");
  return vm.runInThisContext("UnrulyPlay");
};
