import { largestOf } from '../../base/sequences.js';
import type { Steps } from '../../base/steps.js';
import { allocateCodes } from '../../table/table.js';
import type { Group } from '../local/groups.js';
import type { ClassJudge, PersonsOfVectors } from '../local/judge.js';
import type { Span } from '../local/spans.js';

/** Cuts that are tried under models other than k-anonymity, cheapest first, before a box stays whole. */
const MOST_TRIED = 64;

/** Cells of a box from which on it yields after every attribute. */
const YIELD_CELLS = 1 << 13;

/** Vectors of a box gathered between two yields. */
const YIELD_VECTORS = 1 << 18;

/** Vectors, their rows and the costs of runs of their codes. */
export interface WeightedVectors extends CostedVectors {
  readonly spans: readonly Span[];
  /** Fewest rows of a group. */
  readonly least: number;
}

/** Input of cuts by cost. */
export interface CostedVectors {
  readonly codes: readonly Uint32Array[];
  readonly counts: Uint32Array;
  readonly spans: readonly Pick<Span, 'cost' | 'size'>[];
}

/** Condition on the sides of a cut: a judge, or the fewest rows of a group where sizes alone decide. */
export type SplitJudge = ClassJudge | { readonly minimum: number; readonly bySize: true; readonly persons?: null };

/** Boxes that were cut out of one, in their order. */
export interface CutBoxes {
  /** All vectors, those of a box side by side. */
  readonly vectors: Uint32Array;
  /** [boxes + 1] where the vectors of each begin. */
  readonly starts: readonly number[];
  /** [boxes] true if the box may still be cut. */
  readonly isOpen: readonly boolean[];
  readonly cuts: number;
}

/**
 * Top-down cuts by cost: of all cuts of all attributes that leave both sides satisfying the models, the one after which both
 * bounding boxes cost least (rows times the cost of the box), until no cut is left. Cutting never raises the cost. One pass
 * over the vectors of a box for each attribute weighs all its cuts: O(m q^2) time a level for m vectors, q attributes. Yields
 * between attributes; boxes that are not cut yet stay whole once `isOver` says so.
 */
export function* splitByCost(
  input: WeightedVectors,
  judge: ClassJudge,
  isOver: () => boolean = () => false,
): Steps<{ groups: Group[]; cuts: number }> {
  const boxes = yield* cutDownTo(input, judge, { few: 0, isOver });
  return { groups: boxes.isOpen.map((_, box) => groupOfBox(input, boxes, box)), cuts: boxes.cuts };
}

/** A box as a group of whole vectors. */
export function groupOfBox(
  { counts }: Pick<CostedVectors, 'counts'>,
  { vectors, starts }: CutBoxes,
  box: number,
): Group {
  const own = Array.from(vectors.subarray(starts[box], starts[box + 1]));
  return { vectors: own, counts: own.map((v) => counts[v]) };
}

/** The cuts of {@link splitByCost}, but boxes of `few` vectors or fewer are left open: each can be cut by itself, whatever the others are. */
export function* cutDownTo(
  input: CostedVectors,
  judge: SplitJudge,
  { few, isOver }: { readonly few: number; readonly isOver: () => boolean },
): Steps<CutBoxes> {
  const splitter = new Splitter(input, judge);
  const { length } = input.counts;
  const vectors = Uint32Array.from(input.counts.keys());
  const starts = [0];
  const isOpen: boolean[] = [];
  const open: [number, number][] = length === 0 ? [] : [[0, length]];
  let cuts = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [from, to] = next;
    const isLeft = to - from <= few;
    if (!isLeft) yield;
    const middle = isLeft || isOver() ? from : yield* splitter.cut(vectors, from, to);
    if (middle > from) {
      cuts++;
      open.push([middle, to], [from, middle]);
      continue;
    }
    starts.push(to);
    isOpen.push(isLeft);
  }
  return { vectors, starts, isOpen, cuts };
}

/** [vectors * attributes] leaf codes, those of a vector side by side. */
export type Cells = Uint8Array | Uint16Array | Uint32Array;

/** The codes of vectors, vector by vector. */
export function cellsOf({ codes, counts, spans }: CostedVectors): Cells {
  const q = codes.length;
  const cells = allocateCodes(
    counts.length * q,
    largestOf(
      spans.map(({ size }) => size),
      1,
    ),
  );
  codes.forEach((column, a) => {
    for (let v = 0; v < column.length; v++) cells[v * q + a] = column[v];
  });
  return cells;
}

class Splitter {
  readonly #input: CostedVectors;
  readonly #cells: Cells;
  readonly #judge: SplitJudge;
  readonly #persons: SidesByPersons | null;
  readonly #q: number;
  #rows = new Float64Array(64);
  #lo: Uint32Array;
  #hi: Uint32Array;
  #leftCost = new Float64Array(64);
  // Current part: smallest and largest codes, the attributes in which they differ, and the cost of the others.
  readonly #partLo: Uint32Array;
  readonly #partHi: Uint32Array;
  readonly #varying: number[] = [];
  #fixedCost = 0;
  readonly #boxLo: Uint32Array;
  readonly #boxHi: Uint32Array;
  readonly #scratch: Uint32Array;
  /** Current attribute: slots in use, and that of a code, which is the code less the smallest where there is no map. */
  #slots = 0;
  #slotOf: ReadonlyMap<number, number> | null = null;
  #smallest = 0;

  constructor(input: CostedVectors, judge: SplitJudge) {
    this.#input = input;
    this.#cells = cellsOf(input);
    this.#judge = judge;
    this.#persons = judge.persons == null ? null : new SidesByPersons(judge.persons);
    this.#q = input.codes.length;
    this.#lo = new Uint32Array(64 * this.#q);
    this.#hi = new Uint32Array(64 * this.#q);
    this.#partLo = new Uint32Array(this.#q);
    this.#partHi = new Uint32Array(this.#q);
    this.#boxLo = new Uint32Array(this.#q);
    this.#boxHi = new Uint32Array(this.#q);
    this.#scratch = new Uint32Array(input.counts.length);
  }

  /** Cuts vectors[from .. to - 1] in two by the cheapest cut; where the second part begins, or `from` when there is none. */
  *cut(vectors: Uint32Array, from: number, to: number): Steps<number> {
    const { codes, counts } = this.#input;
    const judge = this.#judge;
    let rows = 0;
    for (let i = from; i < to; i++) rows += counts[vectors[i]];
    if (rows < 2 * judge.minimum) return from;
    let least = Infinity;
    let attribute = -1;
    let first = 0;
    const candidates: { cost: number; attribute: number; first: number }[] = [];
    const isDecided = judge.bySize || this.#persons !== null;
    yield* this.#measure(vectors, from, to);
    for (const a of this.#varying) {
      if ((to - from) * this.#q > YIELD_CELLS) yield;
      this.#begin(vectors, from, to, a);
      for (let at = from; at < to; at += YIELD_VECTORS) {
        if (at > from) yield;
        this.#gather(vectors, at, Math.min(to, at + YIELD_VECTORS), a);
      }
      this.#weigh(a, rows, (cost, code) => {
        if (!isDecided) candidates.push({ cost, attribute: a, first: code });
        else if (cost < least) {
          least = cost;
          attribute = a;
          first = code;
        }
      });
    }
    if (!judge.bySize && !isDecided) {
      candidates.sort((x, y) => x.cost - y.cost || x.attribute - y.attribute || x.first - y.first);
      const found = candidates
        .slice(0, MOST_TRIED)
        .find(({ attribute, first }) => this.#holds(judge, vectors.subarray(from, to), codes[attribute], first));
      yield;
      if (found !== undefined) ({ attribute, first } = found);
    }
    if (attribute < 0) return from;
    const column = codes[attribute];
    let left = from;
    let right = 0;
    for (let i = from; i < to; i++) {
      const v = vectors[i];
      if (column[v] < first) vectors[left++] = v;
      else this.#scratch[right++] = v;
    }
    vectors.set(this.#scratch.subarray(0, right), left);
    return left;
  }

  #holds(judge: ClassJudge, vectors: Uint32Array, column: Uint32Array, first: number): boolean {
    const { counts } = this.#input;
    for (const isLeft of [true, false]) {
      judge.reset();
      for (const v of vectors) if (column[v] < first === isLeft) judge.add(v, counts[v]);
      if (!judge.holds()) return false;
    }
    return true;
  }

  /** Finds the attributes in which vectors differ, and what the others cost in every box of these vectors. */
  *#measure(vectors: Uint32Array, from: number, to: number): Steps<void> {
    const q = this.#q;
    const cells = this.#cells;
    const [lo, hi] = [this.#partLo.fill(0xffffffff), this.#partHi.fill(0)];
    for (let i = from; i < to; i++) {
      if (i % YIELD_VECTORS === YIELD_VECTORS - 1) yield;
      for (let b = 0, at = vectors[i] * q; b < q; b++, at++) {
        const code = cells[at];
        if (code < lo[b]) lo[b] = code;
        if (code > hi[b]) hi[b] = code;
      }
    }
    this.#varying.length = 0;
    this.#fixedCost = 0;
    for (let b = 0; b < q; b++) {
      if (lo[b] < hi[b]) this.#varying.push(b);
      else this.#fixedCost += this.#input.spans[b].cost(lo[b], lo[b]);
    }
  }

  /** Empties the slots of an attribute's codes in a part. */
  #begin(vectors: Uint32Array, from: number, to: number, a: number): void {
    const column = this.#input.codes[a];
    const [smallest, largest] = [this.#partLo[a], this.#partHi[a]];
    // One slot a code, or, where codes are far apart, one slot a code that occurs.
    const slotOf = largest - smallest < 4 * (to - from) + 64 ? null : slotsOf(column, vectors, from, to);
    const slots = slotOf === null ? largest - smallest + 1 : slotOf.size;
    this.#reserve(slots);
    this.#rows.fill(0, 0, slots);
    this.#lo.fill(0xffffffff, 0, slots * this.#q);
    this.#hi.fill(0, 0, slots * this.#q);
    this.#persons?.begin(slots);
    this.#slots = slots;
    this.#slotOf = slotOf;
    this.#smallest = smallest;
  }

  /** Adds vectors to the slots of their codes: rows, and the smallest and largest code of every attribute. */
  #gather(vectors: Uint32Array, from: number, to: number, a: number): void {
    const { counts } = this.#input;
    const q = this.#q;
    const cells = this.#cells;
    const varying = this.#varying;
    const persons = this.#persons;
    const [slotRows, lo, hi, slotOf, smallest] = [this.#rows, this.#lo, this.#hi, this.#slotOf, this.#smallest];
    for (let i = from; i < to; i++) {
      const v = vectors[i];
      const own = v * q;
      const slot = slotOf === null ? cells[own + a] - smallest : slotOf.get(cells[own + a])!;
      slotRows[slot] += counts[v];
      persons?.note(v, slot);
      for (let i = 0; i < varying.length; i++) {
        const code = cells[own + varying[i]];
        const at = slot * q + varying[i];
        if (code < lo[at]) lo[at] = code;
        if (code > hi[at]) hi[at] = code;
      }
    }
  }

  /** Reports the cost after every cut of an attribute that leaves enough rows on both sides, by the first code of the right side. */
  #weigh(a: number, rows: number, tell: (cost: number, first: number) => void): void {
    const q = this.#q;
    const slots = this.#slots;
    const [slotRows, lo, leftCost] = [this.#rows, this.#lo, this.#leftCost];
    const { minimum } = this.#judge;
    const [from, to] = this.#persons?.cuts() ?? [0, slots];
    this.#startBox();
    let before = 0;
    for (let slot = 0; slot < slots; slot++) {
      leftCost[slot] = before >= minimum && slot >= from ? before * this.#cost() : Infinity;
      if (slotRows[slot] === 0) continue;
      this.#growBox(slot * q);
      before += slotRows[slot];
    }
    this.#startBox();
    let after = 0;
    for (let slot = slots - 1; slot > 0; slot--) {
      if (slotRows[slot] === 0) continue;
      this.#growBox(slot * q);
      after += slotRows[slot];
      if (rows - after < minimum) return;
      if (after < minimum || slot > to || leftCost[slot] === Infinity) continue;
      tell(leftCost[slot] + after * this.#cost(), lo[slot * q + a]);
    }
  }

  #reserve(slots: number): void {
    if (slots <= this.#rows.length) return;
    const size = 2 * slots;
    this.#rows = new Float64Array(size);
    this.#leftCost = new Float64Array(size);
    this.#lo = new Uint32Array(size * this.#q);
    this.#hi = new Uint32Array(size * this.#q);
  }

  #startBox(): void {
    this.#boxLo.fill(0xffffffff);
    this.#boxHi.fill(0);
  }

  #growBox(at: number): void {
    for (const b of this.#varying) {
      if (this.#lo[at + b] < this.#boxLo[b]) this.#boxLo[b] = this.#lo[at + b];
      if (this.#hi[at + b] > this.#boxHi[b]) this.#boxHi[b] = this.#hi[at + b];
    }
  }

  #cost(): number {
    const { spans } = this.#input;
    let sum = this.#fixedCost;
    for (const b of this.#varying) sum += spans[b].cost(this.#boxLo[b], this.#boxHi[b]);
    return sum;
  }
}

/**
 * Cuts of a line of slots that leave enough persons on both sides: from the first slots of persons, how many a prefix has; from their
 * last ones, how many a suffix has.
 */
class SidesByPersons {
  readonly #persons: PersonsOfVectors;
  /** [persons] the part that a person was noted in last, and their first and last slot in it. */
  readonly #seen: Uint32Array;
  readonly #first: Uint32Array;
  readonly #last: Uint32Array;
  readonly #noted: Uint32Array;
  #count = 0;
  #part = 0;
  #slots = 0;

  constructor(persons: PersonsOfVectors) {
    this.#persons = persons;
    this.#seen = new Uint32Array(persons.count);
    this.#first = new Uint32Array(persons.count);
    this.#last = new Uint32Array(persons.count);
    this.#noted = new Uint32Array(persons.count);
  }

  /** Empties a line of slots. */
  begin(slots: number): void {
    this.#part++;
    this.#count = 0;
    this.#slots = slots;
  }

  note(vector: number, slot: number): void {
    const person = this.#persons.of[vector];
    if (person >= this.#persons.count) return;
    if (this.#seen[person] !== this.#part) {
      this.#seen[person] = this.#part;
      this.#noted[this.#count++] = person;
      this.#first[person] = this.#last[person] = slot;
    } else if (slot < this.#first[person]) this.#first[person] = slot;
    else if (slot > this.#last[person]) this.#last[person] = slot;
  }

  /** The first and the last slot before which a cut leaves enough persons on both sides; the last is before the first where there is none. */
  cuts(): [number, number] {
    const { least } = this.#persons;
    const slots = this.#slots;
    const begins = new Uint32Array(slots + 1);
    const ends = new Uint32Array(slots + 1);
    for (let i = 0; i < this.#count; i++) {
      begins[this.#first[this.#noted[i]] + 1]++;
      ends[this.#last[this.#noted[i]]]++;
    }
    let from = 0;
    for (let before = 0; from <= slots && (before += begins[from]) < least;) from++;
    let to = slots;
    for (let after = 0; to >= 0 && (after += ends[to]) < least;) to--;
    return [from, to];
  }
}

/** Slots of the codes that occur, in their order. */
function slotsOf(column: Uint32Array, vectors: Uint32Array, from: number, to: number): Map<number, number> {
  const own = new Set<number>();
  for (let i = from; i < to; i++) own.add(column[vectors[i]]);
  return new Map([...own].sort((x, y) => x - y).map((code, slot) => [code, slot]));
}
