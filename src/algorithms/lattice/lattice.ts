import { CapacityError } from '../../base/errors.js';

/** One level per attribute. */
export type LevelVector = readonly number[];

/** Most nodes of a lattice that is held node by node: a byte or two each. */
const MAXIMUM_NODES = 2 ** 27;

/**
 * A generalization lattice: all level vectors from 0 to the heights. Nodes are numbered in lexicographic order of their
 * level vectors, so every node has a larger number than the nodes below it.
 */
export class Lattice {
  /** Number of nodes; exact below 2^53. */
  readonly size: number;
  /** [attributes] what one level more adds to a node's number. */
  readonly strides: readonly number[];

  /** @param heights - [attributes] the top level of each */
  constructor(readonly heights: LevelVector) {
    const strides = new Array<number>(heights.length).fill(1);
    for (let a = heights.length - 2; a >= 0; a--) strides[a] = strides[a + 1] * (heights[a + 1] + 1);
    this.strides = strides;
    this.size = heights.length === 0 ? 1 : strides[0] * (heights[0] + 1);
  }

  /** Throws CapacityError for a lattice that is too large to be held node by node. */
  requireSmall(): this {
    if (this.size > MAXIMUM_NODES) throw new CapacityError('nodes of the lattice', this.size, MAXIMUM_NODES);
    return this;
  }

  /** Number of a node. */
  indexOf(levels: LevelVector): number {
    let index = 0;
    for (let a = 0; a < levels.length; a++) index += levels[a] * this.strides[a];
    return index;
  }

  /** Level vector of a node. */
  levelsOf(index: number): number[] {
    return this.strides.map((stride, a) => Math.floor(index / stride) % (this.heights[a] + 1));
  }

  /** Numbers of the nodes that are one level lower in one attribute. */
  below(index: number): number[] {
    return this.strides.flatMap((stride, a) =>
      Math.floor(index / stride) % (this.heights[a] + 1) > 0 ? [index - stride] : [],
    );
  }

  /** Height of the top node. */
  get height(): number {
    return heightOfVector(this.heights);
  }
}

/** Height of a node: the sum of its levels. */
export function heightOfVector(levels: LevelVector): number {
  let sum = 0;
  for (const level of levels) sum += level;
  return sum;
}

/** The order of ties: smaller height first, then lexicographic. */
export function compareVectors(a: LevelVector, b: LevelVector): number {
  const difference = heightOfVector(a) - heightOfVector(b);
  if (difference !== 0) return difference;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}
