// The page in Firefox: node tests/web/firefox.js .build/play
//
// Every story is played by clicks in Firefox; its link, opened in Chromium, whose numbers are R's (page.js), must bring back
// the same numbers to the last bit. Firefox is driven by its own protocol, Marionette: messages in JSON, each after its length.
"use strict";

const { spawn } = require("child_process");
const { mkdtempSync, readFileSync, rmSync, existsSync } = require("fs");
const net = require("net");
const { tmpdir } = require("os");
const { join, resolve } = require("path");
const { openBrowser } = require("./browser.js");

const page = `file://${resolve(process.argv[2] || ".build/play")}/index.html`;
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function openFirefox() {
  const folder = mkdtempSync(join(tmpdir(), "unruly-firefox-"));
  const child = spawn(process.env.FIREFOX || "firefox-esr", ["--headless", "--marionette", "--profile", folder, "--remote-allow-system-access"],
    { stdio: "ignore", detached: true, env: { ...process.env, HOME: folder } });
  const noted = join(folder, "MarionetteActivePort");
  for (let i = 0; i < 300 && !existsSync(noted); i++) await pause(100);
  const socket = net.connect(Number(readFileSync(noted, "utf8")), "127.0.0.1");
  const waiting = new Map();
  let held = Buffer.alloc(0), next = 1;
  socket.on("data", (data) => {
    held = Buffer.concat([held, data]);
    for (;;) {
      const colon = held.indexOf(":"), length = Number(held.subarray(0, Math.max(colon, 0)));
      if (colon < 0 || held.length < colon + 1 + length) return;
      const message = JSON.parse(held.subarray(colon + 1, colon + 1 + length));
      held = held.subarray(colon + 1 + length);
      if (!Array.isArray(message)) continue; // what it says when it is connected to
      const [, id, error, result] = message, { done, failed } = waiting.get(id);
      if (error) failed(new Error(error.message)); else done(result);
    }
  });
  const ask = (command, given = {}) => new Promise((done, failed) => {
    waiting.set(next, { done, failed });
    const text = JSON.stringify([0, next++, command, given]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  });
  const { capabilities } = await ask("WebDriver:NewSession");
  return {
    version: capabilities.browserVersion,
    go: (url) => ask("WebDriver:Navigate", { url }),
    value: async (expression) => (await ask("WebDriver:ExecuteScript", { script: `return ${expression}`, args: [] })).value,
    close() {
      socket.destroy();
      try { process.kill(-child.pid, "SIGKILL"); } catch { /* it has ended */ }
      setTimeout(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }), 500);
    },
  };
}

async function until(browser, expression) {
  for (let i = 0; i < 300; i++) {
    if (await browser.value(expression)) return;
    await pause(100);
  }
  throw new Error(`waited in vain for ${expression}`);
}

const regrets = "JSON.stringify([...document.querySelectorAll('#lessons > figure:first-of-type g[data-name]')].map((e) => [e.dataset.name, e.dataset.value]))";
const press = `(() => {
  const arms = [...document.querySelectorAll("#arms .arm")].filter((e) => e.getAttribute("aria-disabled") !== "true");
  const waits = document.querySelectorAll("#waits input");
  if (waits.length) waits[played % waits.length].click();
  if (arms.length) arms[(played * played) % arms.length].click();
  return arms.length;
})()`;

async function main() {
  const firefox = await openFirefox(), chromium = await openBrowser();
  const problems = [];
  try {
    await firefox.go(page);
    await until(firefox, "!document.body.hasAttribute('aria-busy')");
    const stories = await firefox.value("[...document.getElementById('story').options].map((e) => e.value)");
    for (const story of stories) {
      await firefox.value(`(() => { const e = document.getElementById("story"); e.value = ${JSON.stringify(story)};
        for (const kind of ["input", "change"]) e.dispatchEvent(new Event(kind, { bubbles: true })); })()`);
      for (let i = 0; i < 80 && await firefox.value(press.replaceAll("played", i)); i++);
      const shown = await firefox.value(regrets), hash = await firefox.value("location.hash");
      if (JSON.parse(shown).length !== 3) problems.push(`${story}: three regrets are not shown`);
      await chromium.go(`${page}?${encodeURIComponent(story)}${hash}`); // another address, so that it is loaded anew
      await chromium.until("document.querySelector('#lessons g[data-name]')");
      if (await chromium.value(regrets) !== shown) problems.push(`${story}: other numbers in Chromium`);
    }
    problems.forEach((problem) => console.log(`  PROBLEM: ${problem}`));
    console.log(`Firefox ${firefox.version}: ${stories.length} stories were played, ${problems.length} problems.`);
  } finally {
    firefox.close();
    await chromium.close();
  }
  process.exitCode = problems.length ? 1 : 0;
}
main().catch((error) => { console.error(error); process.exit(1); });
