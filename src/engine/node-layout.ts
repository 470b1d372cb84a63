/**
 * Keys of the classes of lattice nodes, shared by both engines: every attribute's node is a field of bits, as wide as its
 * level needs, in one of the key's 32-bit words; fields stand in the order of the attributes, the first one highest. A
 * roll-up rewrites one field a step: what is below stays, what is above moves down.
 *
 * Keys of one word are kept in ascending order. Then a roll-up that rewrites the lowest field merges neighbours, and one that
 * rewrites a field above merges within blocks of neighbours: nothing is hashed.
 */
import { largestOf } from '../base/sequences.js';
import { InvalidArgumentError } from '../base/errors.js';
import type { NodeSetsSpec } from './engine.js';

/** Key spaces up to this many bits are looked up without a hash: 4 bytes a key. For sets with histograms. */
export const DIRECT_BITS = 19;

/** Most bits below a field whose blocks are merged by a table of counts. */
export const BLOCK_BITS = 16;

/** Most bits below a field whose blocks are merged by a mask of the low bits that appear. */
export const SMALL_BLOCK_BITS = 5;

/** Most bits of the digits that keys are sorted by. */
export const SORT_BITS = 11;

/** Bits of the digits by which keys are sorted: for few keys, few digits. */
export function sortBits(length: number): number {
  return length < 4096 ? 8 : SORT_BITS;
}

/** One field rewritten: key' = (key & low) | (table[(key >>> shift) & mask] << shift) | ((key & high) >>> down). */
export interface NodeStep {
  readonly word: number;
  readonly low: number;
  readonly high: number;
  readonly down: number;
  readonly shift: number;
  readonly mask: number;
  /** Attribute and levels of the table; null where the field vanishes. */
  readonly table: { readonly attribute: number; readonly from: number; readonly to: number } | null;
  /** True when the table never falls, so that the field and all above it stay in ascending order. */
  readonly isOrdered: boolean;
  /** Bits below the field. */
  readonly lowBits: number;
}

export class NodeLayout {
  /** Words of a key. */
  readonly words: number;
  /** [attributes] word of every attribute. */
  readonly wordOf: readonly number[];
  /** [attributes][levels] nodes. */
  readonly sizes: readonly (readonly number[])[];
  readonly #levels: readonly (readonly { readonly map: Uint32Array; readonly size: number }[])[];
  readonly #isWeighed: readonly (readonly boolean[])[];
  readonly #tables = new Map<number, Uint32Array>();
  readonly #ordered = new Map<number, boolean>();
  /** Keys are kept in ascending order: they have one word, and neither histograms nor lists go with them. */
  readonly isSorted: boolean;

  constructor(spec: NodeSetsSpec) {
    this.#levels = spec.attributes.map(({ levels }) => levels);
    this.sizes = this.#levels.map((levels) => levels.map(({ size }) => size));
    this.#isWeighed = this.#levels.map((levels, a) =>
      levels.map((_, l) => spec.weights?.[a][l].some((weight) => weight !== 0) ?? false),
    );
    const wordOf: number[] = [];
    let used = 0;
    let words = 1;
    for (const sizes of this.sizes) {
      const bits = largestOf(sizes.map(bitsOf));
      if (used + bits > 32) {
        words++;
        used = 0;
      }
      used += bits;
      wordOf.push(words - 1);
    }
    this.words = words;
    const keepsMore = spec.histograms.length + (spec.listed ?? []).length > 0;
    this.isSorted = words === 1 && !keepsMore && spec.byAppearance !== true;
    this.wordOf = wordOf;
  }

  /** Tests whether weights are given and a row costs something at some node of the level. */
  isWeighed(attribute: number, level: number): boolean {
    return this.#isWeighed[attribute][level];
  }

  /** Bits of one attribute's field at a level. */
  bits(attribute: number, level: number): number {
    return bitsOf(this.sizes[attribute][level]);
  }

  /** Bits of word 0 at these levels: of the whole key where it has one word. */
  totalBits(levels: readonly number[]): number {
    let bits = 0;
    for (let a = 0; a < levels.length; a++) if (this.wordOf[a] === 0) bits += this.bits(a, levels[a]);
    return bits;
  }

  /** First bit of one attribute's field at these levels. */
  shift(attribute: number, levels: readonly number[]): number {
    let shift = 0;
    for (let a = attribute + 1; a < levels.length && this.wordOf[a] === this.wordOf[attribute]; a++) {
      shift += this.bits(a, levels[a]);
    }
    return shift;
  }

  /** The steps that generalize keys of levels `from` to `to`, in the order in which they must be done. */
  steps(from: readonly number[], to: readonly number[]): NodeStep[] {
    const steps: NodeStep[] = [];
    for (let a = 0; a < from.length; a++) {
      if (from[a] === to[a]) continue;
      const word = this.wordOf[a];
      const toBits = this.bits(a, to[a]);
      let fromBits = this.bits(a, from[a]);
      if (fromBits === 0) continue;
      let last = a;
      if (toBits === 0) {
        // Neighbours that vanish as well make one step.
        while (last + 1 < from.length && this.wordOf[last + 1] === word && this.#vanishes(last + 1, from, to)) {
          last++;
          fromBits += this.bits(last, from[last]);
        }
      }
      const shift = this.shift(last, from);
      steps.push({
        word,
        low: maskOf(shift),
        high: ~maskOf(shift + fromBits) >>> 0,
        down: fromBits - toBits,
        shift: shift & 31,
        mask: maskOf(fromBits),
        table: toBits === 0 ? null : { attribute: a, from: from[a], to: to[a] },
        isOrdered: toBits === 0 || this.#isOrdered(a, from[a], to[a]),
        lowBits: shift,
      });
      a = last;
    }
    return steps;
  }

  #isOrdered(attribute: number, from: number, to: number): boolean {
    const key = (attribute * 256 + from) * 256 + to;
    let ordered = this.#ordered.get(key);
    if (ordered === undefined) {
      const table = this.table(attribute, from, to);
      ordered = true;
      for (let node = 1; node < this.sizes[attribute][from]; node++) ordered &&= table[node] >= table[node - 1];
      this.#ordered.set(key, ordered);
    }
    return ordered;
  }

  #vanishes(attribute: number, from: readonly number[], to: readonly number[]): boolean {
    return (
      this.bits(attribute, to[attribute]) === 0 &&
      (from[attribute] !== to[attribute] || this.bits(attribute, from[attribute]) === 0)
    );
  }

  /** [2^bits of the lower level] node of level `from` -> node of level `to`; made once. */
  table(attribute: number, from: number, to: number): Uint32Array {
    const key = (attribute * 256 + from) * 256 + to;
    let table = this.#tables.get(key);
    if (table === undefined) {
      const lower = this.#levels[attribute][from].map;
      const upper = this.#levels[attribute][to].map;
      table = new Uint32Array(2 ** this.bits(attribute, from));
      for (let code = 0; code < lower.length; code++) table[lower[code]] = upper[code];
      this.#tables.set(key, table);
    }
    return table;
  }

  /** Throws InvalidArgumentError unless `to` names levels that are not below `from`. */
  checkLevels(from: readonly number[], to: readonly number[]): void {
    const fits =
      to.length === from.length &&
      to.every((level, a) => level >= from[a] && level < this.sizes[a].length && Number.isInteger(level));
    if (!fits) throw new InvalidArgumentError('levels', `levels from ${from.join()} upward`, to.join());
  }
}

/** Bits of the codes 0 .. size - 1. */
export function bitsOf(size: number): number {
  return size <= 1 ? 0 : 32 - Math.clz32(size - 1);
}

function maskOf(bits: number): number {
  return bits >= 32 ? 0xffffffff : 2 ** bits - 1;
}
