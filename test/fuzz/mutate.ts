/** Whole numbers in [0, below). */
export type Draw = (below: number) => number;

/** Sources of pieces for mutations. */
export interface Material {
  readonly words: readonly Uint8Array[];
  /** Another input. */
  readonly other: () => Uint8Array;
  readonly mostBytes: number;
}

const ODD_BYTES = [0, 1, 9, 10, 13, 32, 34, 39, 42, 44, 45, 48, 59, 63, 91, 92, 123, 124, 127, 128, 192, 254, 255];
const ODD_NUMBERS = ['0', '-1', '1', '2', '1e999', '-0', '0.1', '2147483648', '4294967296', '9007199254740993', 'NaN', 'null', '1e-320']; // prettier-ignore

/** An input made of another one by a few small changes: of bits, bytes, pieces, words and numbers. */
export function mutate(bytes: Uint8Array, draw: Draw, material: Material): Uint8Array {
  let changed = bytes;
  for (let left = 1 + (draw(3) === 0 ? draw(8) : draw(2)); left > 0; left--) changed = change(changed, draw, material);
  return changed.subarray(0, material.mostBytes);
}

function change(bytes: Uint8Array, draw: Draw, { words, other }: Material): Uint8Array {
  const at = draw(bytes.length + 1);
  const length = Math.min(bytes.length - at, 1 + draw(draw(4) === 0 ? 64 : 4));
  const piece = bytes.subarray(at, at + length);
  switch (bytes.length === 0 ? 3 : draw(11)) {
    case 0:
      return set(bytes, at, bytes[at] ^ (1 << draw(8)));
    case 1:
      return set(bytes, at, ODD_BYTES[draw(ODD_BYTES.length)]);
    case 2:
      return set(bytes, at, draw(256));
    case 3:
      return splice(bytes, at, 0, words.length === 0 ? Uint8Array.of(draw(256)) : words[draw(words.length)]);
    case 4:
      return splice(bytes, at, length, words.length === 0 ? new Uint8Array() : words[draw(words.length)]);
    case 5:
      return splice(bytes, at, length, new Uint8Array());
    case 6:
      return splice(bytes, at, 0, repeat(piece, 1 + draw(draw(8) === 0 ? 64 : 3)));
    case 7:
      return splice(bytes, draw(bytes.length), 0, piece);
    case 8: {
      const second = other();
      const from = draw(second.length + 1);
      return splice(bytes, at, draw(2) * length, second.subarray(from, from + 1 + draw(64)));
    }
    case 9:
      return changeNumber(bytes, at, draw);
    default:
      return splice(bytes, at, 0, Uint8Array.of(ODD_BYTES[draw(ODD_BYTES.length)]));
  }
}

/** The first run of digits from a place on becomes another number. */
function changeNumber(bytes: Uint8Array, from: number, draw: Draw): Uint8Array {
  const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;
  let at = from;
  while (at < bytes.length && !isDigit(bytes[at])) at++;
  let end = at;
  while (end < bytes.length && isDigit(bytes[end])) end++;
  if (at === end) return set(bytes, Math.min(from, bytes.length - 1), draw(256));
  return splice(bytes, at, end - at, new TextEncoder().encode(ODD_NUMBERS[draw(ODD_NUMBERS.length)]));
}

function set(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const changed = bytes.slice();
  changed[Math.min(at, bytes.length - 1)] = value;
  return changed;
}

function splice(bytes: Uint8Array, at: number, removed: number, put: Uint8Array): Uint8Array {
  const changed = new Uint8Array(bytes.length - removed + put.length);
  changed.set(bytes.subarray(0, at));
  changed.set(put, at);
  changed.set(bytes.subarray(at + removed), at + put.length);
  return changed;
}

function repeat(bytes: Uint8Array, times: number): Uint8Array {
  const all = new Uint8Array(bytes.length * times);
  for (let i = 0; i < times; i++) all.set(bytes, i * bytes.length);
  return all;
}

const ODD_VALUES: readonly unknown[] = [
  null, true, false, 0, -1, 1, 2, 0.5, 1e308, 2 ** 31, 2 ** 53, -0.0001, '', '*', ' ', 'a', '1', 'NaN', '__proto__', 'constructor', '\ud800', '\u0000', [], {}, [[]], [''], [null], 'x'.repeat(300),
]; // prettier-ignore

/** A value of JSON, with the object or list that holds it. */
interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function placesIn(value: unknown, places: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return places;
  for (const key of Object.keys(value)) {
    places.push({ holder: value as Record<string, unknown>, key });
    placesIn((value as Record<string, unknown>)[key], places);
  }
  return places;
}

/**
 * JSON made of JSON by a few changes of its values: another value in the place of one, one left out, one twice, a key renamed. Null
 * for what is no JSON.
 */
export function mutateJson(bytes: Uint8Array, draw: Draw, { other, mostBytes }: Material): Uint8Array | null {
  const root = { root: parse(bytes) };
  if (root.root === undefined) return null;
  for (let left = 1 + draw(3); left > 0; left--) {
    const places = placesIn(root);
    const { holder, key } = places[draw(places.length)];
    const donors = placesIn({ root: draw(3) === 0 ? parse(other()) : root.root });
    const donor = donors[draw(donors.length)];
    const given: unknown = structuredClone(donor?.holder[donor.key]);
    switch (draw(6)) {
      case 0:
        holder[key] = structuredClone(ODD_VALUES[draw(ODD_VALUES.length)]);
        break;
      case 1:
        if (Array.isArray(holder)) holder.splice(Number(key), 1);
        else delete holder[key];
        break;
      case 2:
        if (Array.isArray(holder)) holder.splice(Number(key), 0, given);
        else holder[donor?.key ?? 'a'] = given;
        break;
      case 3:
        if (typeof holder[key] === 'number') holder[key] += [1, -1, 0.5, 1e9][draw(4)];
        else if (typeof holder[key] === 'string') holder[key] = textMutant(holder[key], draw);
        else holder[key] = given;
        break;
      default:
        holder[key] = given;
    }
    if (root.root === undefined) return null;
  }
  const text = JSON.stringify(root.root);
  return text.length > mostBytes ? null : new TextEncoder().encode(text);
}

function textMutant(text: string, draw: Draw): string {
  const at = draw(text.length + 1);
  const put = ['', '*', '"', ',', '\n', '-', '1', 'a', '\u0000', '😀', text][draw(11)];
  return text.slice(0, at) + put + text.slice(at + draw(3));
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * The shortest input found, in at most `most` attempts, that still shows what this one shows: pieces are left out, first large ones.
 */
export async function minimise(
  bytes: Uint8Array,
  shows: (candidate: Uint8Array) => Promise<boolean>,
  most: number,
): Promise<Uint8Array> {
  let least = bytes;
  let left = most;
  for (let size = Math.ceil(bytes.length / 2); size >= 1 && left > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < least.length && left > 0; left--) {
      const candidate = splice(least, at, Math.min(size, least.length - at), new Uint8Array());
      if (await shows(candidate)) least = candidate;
      else at += size;
    }
  }
  return least;
}
