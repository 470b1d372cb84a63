import type { Steps } from '../base/steps.js';

/** Boxes of leaves: [attributes][boxes] first and last leaf. */
export interface Boxes {
  readonly count: number;
  readonly lower: readonly ArrayLike<number>[];
  readonly upper: readonly ArrayLike<number>[];
}

/** Points: [attributes][points] leaf. */
export interface Points {
  readonly count: number;
  readonly codes: readonly ArrayLike<number>[];
}

/** Maximum boxes, or points, that are compared one by one. */
const FEW_BOXES = 8;
const FEW_POINTS = 4;
/** Boxes that a cut is chosen by. */
const SAMPLE = 64;
/** A cut has to leave at most this share of the boxes on either side. */
const MOST_LEFT = 0.9;
/** Comparisons between two yields. */
const YIELD_COMPARISONS = 1 << 18;
/** Points and boxes that no cut separates: from this number of pairs on, one bit a box and leaf, within a maximum of words. */
const MANY_PAIRS = 1 << 16;
const MOST_WORDS = 1 << 24;

/**
 * Calls `visit` once for every point and box that the point lies in, in no particular order. Space is cut in two, and again, as long as
 * a cut parts the boxes: O((points + boxes) log boxes) for boxes that are apart. Yields between stretches of the work.
 */
export function* matchBoxes(boxes: Boxes, points: Points, visit: (point: number, box: number) => void): Steps<void> {
  const order = Uint32Array.from({ length: points.count }, (_, point) => point);
  let lists = Uint32Array.from({ length: boxes.count }, (_, box) => box);
  const open: Span[] = [{ points: [0, points.count], boxes: [0, boxes.count] }];
  let looked = 0;
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [from, to] = span.points;
    const [first, end] = span.boxes;
    if (from === to || first === end) continue;
    looked += to - from + end - first + SAMPLE * boxes.lower.length;
    if (looked >= YIELD_COMPARISONS) {
      looked = 0;
      yield;
    }
    const isSmall = end - first <= FEW_BOXES || to - from <= FEW_POINTS;
    const cut = isSmall ? null : chooseCut(boxes, lists, first, end);
    if (cut === null) {
      const own = { boxes: lists.slice(first, end), points: order.subarray(from, to) };
      yield* compare(boxes, points, own, visit);
      continue;
    }
    const middle = partition(order, from, to, points.codes[cut.attribute], cut.at);
    if (lists.length < end + 2 * (end - first)) {
      const longer = new Uint32Array(2 * (end + 2 * (end - first)));
      longer.set(lists);
      lists = longer;
    }
    // The lists of both sides stand past this one: the one that is taken first last.
    const half = keep(lists, first, end, end, (box) => boxes.upper[cut.attribute][box] >= cut.at);
    const last = keep(lists, first, end, half, (box) => boxes.lower[cut.attribute][box] < cut.at);
    open.push({ points: [middle, to], boxes: [end, half] }, { points: [from, middle], boxes: [half, last] });
  }
}

/** Points of the order, and boxes of the lists, that are in one part of space. */
interface Span {
  readonly points: readonly [number, number];
  readonly boxes: readonly [number, number];
}

/** Leaves below `at` on the one side, the others on the other. */
interface Cut {
  readonly attribute: number;
  readonly at: number;
}

/** The cut at a quartile of an attribute that leaves the fewest boxes on its fuller side; null when none separates them. */
function chooseCut(boxes: Boxes, lists: Uint32Array, first: number, end: number): Cut | null {
  const step = Math.max(1, Math.floor((end - first) / SAMPLE));
  const sample: number[] = [];
  for (let i = first; i < end; i += step) sample.push(lists[i]);
  let best: Cut | null = null;
  let least = MOST_LEFT * sample.length;
  const starts = new Uint32Array(sample.length);
  for (const [attribute, lower] of boxes.lower.entries()) {
    const upper = boxes.upper[attribute];
    sample.forEach((box, i) => (starts[i] = lower[box]));
    starts.sort();
    const later = starts.find((start) => start > starts[0]);
    if (later === undefined) continue;
    const quartiles = [0.5, 0.25, 0.75].map((share) => starts[Math.floor(share * starts.length)]);
    for (const at of new Set(quartiles.map((start) => Math.max(start, later)))) {
      let below = 0;
      let above = 0;
      for (const box of sample) {
        if (lower[box] < at) below++;
        if (upper[box] >= at) above++;
      }
      if (Math.max(below, above) >= least) continue;
      least = Math.max(below, above);
      best = { attribute, at };
    }
  }
  return best;
}

/** Puts the points below `at` first. Returns where the others begin. */
function partition(order: Uint32Array, from: number, to: number, codes: ArrayLike<number>, at: number): number {
  let middle = from;
  for (let i = from; i < to; i++) {
    const point = order[i];
    if (codes[point] >= at) continue;
    order[i] = order[middle];
    order[middle++] = point;
  }
  return middle;
}

function keep(lists: Uint32Array, first: number, end: number, into: number, isKept: (box: number) => boolean): number {
  let to = into;
  for (let i = first; i < end; i++) if (isKept(lists[i])) lists[to++] = lists[i];
  return to;
}

/** Boxes and points that are compared with each other. */
interface Own {
  readonly boxes: Uint32Array;
  readonly points: Uint32Array;
}

function* compare(boxes: Boxes, points: Points, own: Own, visit: (point: number, box: number) => void): Steps<void> {
  const words = (own.boxes.length + 31) >>> 5;
  const sizes = boxes.upper.map((upper) => own.boxes.reduce((most, box) => Math.max(most, upper[box] + 1), 0));
  const cells = sizes.reduce((sum, size) => sum + size * words, 0);
  if (own.boxes.length * own.points.length >= MANY_PAIRS && cells <= MOST_WORDS) {
    yield* compareByBits(boxes, points, own, sizes, visit);
    return;
  }
  const { lower, upper } = boxes;
  let looked = 0;
  for (const box of own.boxes) {
    looked += own.points.length;
    if (looked >= YIELD_COMPARISONS) {
      looked = 0;
      yield;
    }
    for (const point of own.points) {
      let isIn = true;
      for (let a = 0; isIn && a < lower.length; a++) {
        const code = points.codes[a][point];
        isIn = code >= lower[a][box] && code <= upper[a][box];
      }
      if (isIn) visit(point, box);
    }
  }
}

/** One bit a box and leaf: a point lies in the boxes that all of its leaves have in common. */
function* compareByBits(
  boxes: Boxes,
  points: Points,
  own: Own,
  sizes: readonly number[],
  visit: (point: number, box: number) => void,
): Steps<void> {
  const words = (own.boxes.length + 31) >>> 5;
  let looked = 0;
  const covers: Uint32Array[] = [];
  for (const [a, size] of sizes.entries()) {
    const bits = new Uint32Array(size * words);
    for (const [b, box] of own.boxes.entries()) {
      const [lo, hi] = [boxes.lower[a][box], boxes.upper[a][box]];
      for (let leaf = lo; leaf <= hi; leaf++) bits[leaf * words + (b >>> 5)] |= 1 << (b & 31);
      looked += hi - lo + 1;
      if (looked < YIELD_COMPARISONS) continue;
      looked = 0;
      yield;
    }
    covers.push(bits);
  }
  for (const point of own.points) {
    looked += words * covers.length;
    if (looked >= YIELD_COMPARISONS) {
      looked = 0;
      yield;
    }
    if (covers.some((_, a) => points.codes[a][point] >= sizes[a])) continue;
    for (let word = 0; word < words; word++) {
      let common = -1;
      for (let a = 0; a < covers.length; a++) common &= covers[a][points.codes[a][point] * words + word];
      for (; common !== 0; common &= common - 1) {
        visit(point, own.boxes[(word << 5) + 31 - Math.clz32(common & -common)]);
      }
    }
  }
}
