// Starting the core, and its memory.

const given = typeof UnrulyBytes === "undefined" ? null : UnrulyBytes;
export let core = null, kinds = null;
let starting = null;

export const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));

// The core asks the system for nothing that a page could give.
function nothingOf(module) {
  const nothing = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    nothing[from] = nothing[from] || {};
    nothing[from][name] = () => 52;
  }
  return nothing;
}

// A server sends the core by itself: {address}; where it does not say that it is WebAssembly its bytes are taken.
const fetched = address => WebAssembly.compileStreaming(fetch(address)).catch(async () =>
  WebAssembly.compile(await (await fetch(address)).arrayBuffer()));

async function start() {
  const module = given && given.address ? await fetched(given.address) :
    await WebAssembly.compile(typeof given === "string" ? bytesOf(given) : given);
  core = (await WebAssembly.instantiate(module, nothingOf(module))).exports;
  core._initialize();
  kinds = JSON.parse(textAt(core.face_types()));
}

export const ready = () => starting = starting || start();

export function begun() {
  if (!core) throw new Error("The core is not there yet: wait for Unruly.ready().");
}

export function textAt(place) {
  const bytes = new Uint8Array(core.memory.buffer);
  let end = place;
  while (bytes[end]) end++;
  return new TextDecoder().decode(bytes.subarray(place, end));
}

export const numbersAt = (place, count) => new Float64Array(core.memory.buffer, place, count);

// What a description keeps in the core's memory.
export function keeper(handle) {
  const room = bytes => {
    const place = core.face_room(handle, bytes);
    if (!place) throw new Error("There is not enough memory.");
    return place;
  };
  const text = words => {
    if (words == null) return 0;
    const bytes = new TextEncoder().encode(words), place = room(bytes.length + 1);
    new Uint8Array(core.memory.buffer).set(bytes, place);
    return place;
  };
  const numbers = values => {
    const place = room(8 * values.length);
    numbersAt(place, values.length).set(values);
    return place;
  };
  const texts = list => {
    const places = list.map(text), place = room(4 * list.length);
    new Uint32Array(core.memory.buffer, place, list.length).set(places);
    return place;
  };
  return { text, numbers, texts };
}
