import type { Steps } from './steps.js';

/** A source of unpredictable or reproducible 32-bit words. Never Math.random: its state can be recovered from its output. */
export interface RandomSource {
  /** A uniform whole number in [0, bound), 1 <= bound <= 2^32, by rejection. */
  below(bound: number): number;
}

const bufferBytes = 65_536;

/**
 * The platform's cryptographic generator (`crypto.getRandomValues`), 65,536 bytes a call, which is the most it gives. The
 * buffer is zeroed as it is used.
 */
export function cryptographicRandom(): RandomSource {
  const buffer = new Uint32Array(bufferBytes / 4);
  let next = buffer.length;
  return uniform(() => {
    if (next === buffer.length) {
      globalThis.crypto.getRandomValues(buffer);
      next = 0;
    }
    const word = buffer[next];
    buffer[next++] = 0;
    return word;
  });
}

/**
 * xoshiro128** 1.1 (Blackman and Vigna 2018), its state filled by splitmix32 from the seed: the same numbers on every
 * machine, for tests and reproducible runs. Not for releases: the seed gives away the order.
 */
export function seededRandom(seed: number): RandomSource {
  const fill = splitMix32(seed);
  let a = fill();
  let b = fill();
  let c = fill();
  let d = fill() | 1;
  return uniform(() => {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  });
}

function uniform(word: () => number): RandomSource {
  return {
    below(bound) {
      // Words at or past the largest multiple of bound are thrown away, so that no value is likelier than another. The
      // multiple is only looked for when a word may be: it is a division of doubles.
      let value = word();
      if (value >= 0x1_0000_0000 - bound) {
        const limit = 0x1_0000_0000 - (0x1_0000_0000 % bound);
        while (value >= limit) value = word();
      }
      return bound === 0x1_0000_0000 ? value : value % (bound >>> 0);
    },
  };
}

/** Steele, Lea and Flood 2014, 32-bit variant; the seed's 53 bits all count. */
function splitMix32(seed: number): () => number {
  let state = (seed ^ Math.imul(Math.floor(seed / 0x1_0000_0000), 0x85ebca6b)) >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
}

/**
 * Puts the values from `from` to before `to`, by default all, in an order drawn uniformly from all orders (Fisher and Yates, Durstenfeld
 * 1964), in place.
 */
export function shuffle(values: Uint32Array, random: RandomSource, from = 0, to = values.length): void {
  swapDown(values, random, from, { last: to - 1, until: from });
}

/** Values swapped between two yields. */
const YIELD_VALUES = 1 << 18;

/** {@link shuffle} of all values that yields between stretches of the work. */
export function* shuffleInSteps(values: Uint32Array, random: RandomSource): Steps<void> {
  for (let last = values.length - 1; last > 0;) {
    if (last % YIELD_VALUES === 0) yield;
    const until = Math.floor((last - 1) / YIELD_VALUES) * YIELD_VALUES;
    swapDown(values, random, 0, { last, until });
    last = until;
  }
}

/** Swaps each value from `last` down to behind `until` with one that stands before it, from `from` on, or with itself. */
function swapDown(
  values: Uint32Array,
  random: RandomSource,
  from: number,
  { last, until }: { readonly last: number; readonly until: number },
): void {
  for (let i = last; i > until; i--) {
    const j = from + random.below(i - from + 1);
    const value = values[i];
    values[i] = values[j];
    values[j] = value;
  }
}
