/**
 * What turns one array of bytes into a similar one; `src/engine/wasm/embedded.ts` applies it.
 *
 * Numbers are unsigned LEB128. A delta is the length of the result, the length of its instructions, the instructions, and all
 * literal bytes. An instruction is a number of literal bytes, the place in the base to copy from (zigzag, relative to the end of the
 * last copy, moved by the literals since), and the number of bytes to copy.
 */

/** Fewest bytes of a copy that is looked for. */
const seedBytes = 8;
/** Most places that one seed is tried at. */
const mostPlaces = 200;

/** @param {Uint8Array} base @param {Uint8Array} target */
export function makeDelta(base, target) {
  const places = new Map();
  const seedAt = (bytes, at) => bytes.subarray(at, at + seedBytes).join();
  for (let at = 0; at + seedBytes <= base.length; at++) {
    const seed = seedAt(base, at);
    if (!places.has(seed)) places.set(seed, []);
    places.get(seed).push(at);
  }
  const matchAt = (from, at) => {
    let length = 0;
    while (from + length < base.length && at + length < target.length && base[from + length] === target[at + length]) {
      length++;
    }
    return length;
  };
  const instructions = [];
  const literals = [];
  let pending = 0;
  let next = 0;
  for (let at = 0; at < target.length;) {
    let from = next;
    // To go on where the last copy ended costs one byte: worth some of the length.
    let length = matchAt(next, at);
    for (const place of (places.get(seedAt(target, at)) ?? []).slice(0, mostPlaces)) {
      const found = matchAt(place, at);
      if (found > length + 4) [from, length] = [place, found];
    }
    if (length < 4) {
      literals.push(target[at]);
      at++;
      next++;
      pending++;
      continue;
    }
    const step = from - next;
    instructions.push(...leb(pending), ...leb(step >= 0 ? 2 * step : -2 * step - 1), ...leb(length));
    pending = 0;
    at += length;
    next = from + length;
  }
  return Uint8Array.from([...leb(target.length), ...leb(instructions.length), ...instructions, ...literals]);
}

function leb(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value & 127) | 128);
  return [...bytes, value];
}
