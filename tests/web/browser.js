// Headless Chromium, driven by its DevTools protocol through a pipe: nothing to install besides node and chromium.
"use strict";

const { spawn } = require("child_process");
const { mkdtempSync, rmSync } = require("fs");
const { tmpdir } = require("os");
const { join } = require("path");

async function openBrowser({ width = 1280, height = 900, dark = false, calm = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "unruly-browser-"));
  const child = spawn(process.env.CHROMIUM || "chromium", ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
    "--remote-debugging-pipe", "--disable-background-networking", `--user-data-dir=${folder}`],
  { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
  const waiting = new Map(), events = [];
  let next = 1, held = "";
  child.stdio[4].on("data", (data) => {
    const parts = (held + data).split("\0");
    held = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      if (!message.id) { events.push(message); continue; }
      const { resolve, reject } = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) reject(new Error(message.error.message)); else resolve(message.result);
    }
  });
  const send = (method, params = {}, sessionId) => new Promise((resolve, reject) => {
    const id = next++;
    waiting.set(id, { resolve, reject });
    child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
  });
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const ask = (method, params) => send(method, params, sessionId);
  for (const domain of ["Page", "Runtime", "Network", "Log"]) await ask(`${domain}.enable`);

  async function look(options) {
    const feature = (name, value) => ({ name, value });
    await ask("Emulation.setDeviceMetricsOverride", { width: options.width, height: options.height, deviceScaleFactor: 1, mobile: false });
    await ask("Emulation.setEmulatedMedia", { features: [feature("prefers-color-scheme", options.dark ? "dark" : "light"),
      feature("prefers-reduced-motion", options.calm ? "reduce" : "no-preference")] });
  }
  await look({ width, height, dark, calm });

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  // The value of an expression in the page; promises are waited for.
  async function value(expression) {
    const answer = await ask("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (answer.exceptionDetails) throw new Error(`${expression}: ${answer.exceptionDetails.exception.description}`);
    return answer.result.value;
  }
  async function until(expression, seconds = 20) {
    for (let i = 0; i < seconds * 20; i++) {
      if (await value(`!!(${expression})`)) return;
      await pause(50);
    }
    throw new Error(`never true: ${expression}`);
  }
  async function go(url) {
    await ask("Page.navigate", { url: "about:blank" });
    await ask("Page.navigate", { url });
    await until("document.readyState === 'complete' && location.href !== 'about:blank'");
  }
  // A real click of the mouse in the middle of an element.
  async function click(css) {
    const at = await value(`(() => { const e = document.querySelector(${JSON.stringify(css)});
      e.scrollIntoView({ block: "center" }); const r = e.getBoundingClientRect();
      return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()`);
    for (const type of ["mousePressed", "mouseReleased"]) {
      await ask("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount: 1 });
    }
  }
  async function key(name, modifiers = 0) {
    const codes = { Tab: 9, Enter: 13, " ": 32, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, PageUp: 33, PageDown: 34, End: 35, Home: 36 };
    const code = codes[name] || name.toUpperCase().charCodeAt(0);
    const text = { Enter: "\r" }[name] || (name.length === 1 ? name : undefined);
    const shared = { key: name, code: name.length === 1 && /\d/.test(name) ? `Digit${name}` : name, windowsVirtualKeyCode: code, modifiers };
    await ask("Input.dispatchKeyEvent", { type: "keyDown", text, ...shared });
    await ask("Input.dispatchKeyEvent", { type: "keyUp", ...shared });
  }
  async function picture(file) {
    const { data } = await ask("Page.captureScreenshot", { format: "png", captureBeyondViewport: true });
    require("fs").writeFileSync(file, Buffer.from(data, "base64"));
  }
  async function close() {
    await send("Browser.close").catch(() => {});
    await pause(300);
    try { process.kill(-child.pid, "SIGKILL"); } catch { /* it has ended */ }
    rmSync(folder, { recursive: true, force: true });
  }
  return { ask, look, value, until, go, click, key, picture, pause, close, events };
}

module.exports = { openBrowser };
