import type { Steps } from '../../base/steps.js';
import type { Warning } from '../../table/table.js';
import type { Group } from '../local/groups.js';
import type { Pauses } from '../pauses.js';
import { hasForm, isCodes, isListOf } from '../sharing/task.js';
import type { Pieces } from '../sharing/thread-team.js';

/** Sizes of the blocks of a clustering. */
export interface BlockSizes {
  /** Maximum distinct vectors that are grouped all at once. */
  readonly atOnce: number;
  /** Distinct vectors of a block, at most, unless they differ too little to be divided. */
  readonly block: number;
}

/** Sizes for clusterings whose kernels stop early. */
const MOST_AT_ONCE = 1 << 16;
const BLOCK_VECTORS = 1 << 13;
export const LARGE_BLOCKS: BlockSizes = { atOnce: MOST_AT_ONCE, block: BLOCK_VECTORS };
/** Minimum vectors, in blocks, per additional thread. */
const WORTH_VECTORS = 1 << 13;
/** Minimum rows of a block, in groups of the least size. */
const GROUPS_OF_BLOCK = 16;

/** Distinct vectors with their rows. */
export interface Weighted {
  /** [attributes][vectors] leaf codes. */
  readonly codes: readonly Uint32Array[];
  /** [vectors] rows. */
  readonly counts: Uint32Array;
}

/** Tests whether a message from another thread has the form of vectors with at least `least` rows. */
export function isWeighted(value: unknown, least = 0): value is Weighted {
  if (!hasForm(value, { codes: isListOf(isCodes), counts: isCodes })) return false;
  const { codes, counts } = value as Weighted;
  return codes.every(({ length }) => length === counts.length) && rowsOf(counts) >= least;
}

/** Rows of all vectors; -1 where a vector has none. */
export const rowsOf = (counts: Uint32Array): number =>
  counts.includes(0) ? -1 : counts.reduce((sum, count) => sum + count, 0);

/** A part of the vectors that is grouped by itself. */
export interface Block extends Weighted {
  /** [vectors] which of all vectors they are. */
  readonly vectors: Uint32Array;
  /** From 0, in the order of the blocks. */
  readonly number: number;
}

/** Blocks, each to be grouped by itself. */
export interface Blocks {
  /** Distinct vectors of every block. */
  readonly sizes: readonly number[];
  readonly block: (number: number) => Block;
}

/** Blocks as pieces of work; `inputOf` makes what one is grouped from. */
export function piecesOf<Input>({ sizes, block }: Blocks, inputOf: (block: Block) => Input): Pieces<Input> {
  return { sizes, input: (number) => inputOf(block(number)), worth: WORTH_VECTORS };
}

/** The vectors alone, as they go to another thread. */
export const weightedOf = ({ codes, counts }: Weighted): Weighted => ({ codes, counts });

/** Division of vectors: each block in ascending order, and the attributes along which they were cut. */
export interface Division {
  readonly blocks: readonly Uint32Array[];
  readonly attributes: readonly number[];
}

/**
 * Divides vectors into blocks of near ones, as the first cuts of a k-d tree do: along the attribute in which they span the largest share of the
 * domain, where the halves are most equal. A part that no cut divides into two of `least` rows stays as it is, however large.
 * Friedman, Bentley and Finkel, "An Algorithm for Finding Best Matches in Logarithmic Expected Time", ACM TOMS 3(3), 1977. Yields between cuts.
 *
 * @param sizes - leaves of each attribute
 * @param most - vectors of a block
 */
export function* divide(
  { codes, counts }: Weighted,
  sizes: readonly number[],
  { most, least }: { readonly most: number; readonly least: number },
): Steps<Division> {
  const blocks: Uint32Array[] = [];
  const used = new Set<number>();
  const open = [Uint32Array.from(counts.keys())];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    yield;
    const cut = part.length > most ? bestCut(part, codes, counts, sizes, least) : null;
    if (cut === null) {
      blocks.push(part);
      continue;
    }
    const column = codes[cut.attribute];
    used.add(cut.attribute);
    open.push(
      part.filter((v) => column[v] > cut.last),
      part.filter((v) => column[v] <= cut.last),
    );
  }
  return { blocks, attributes: [...used].sort((a, b) => a - b) };
}

interface Cut {
  readonly attribute: number;
  /** The last leaf of the first half. */
  readonly last: number;
}

function bestCut(
  part: Uint32Array,
  codes: readonly Uint32Array[],
  counts: Uint32Array,
  sizes: readonly number[],
  least: number,
): Cut | null {
  const runs = codes.map((column, attribute) => {
    let lo = 0xffffffff;
    let hi = 0;
    for (let i = 0; i < part.length; i++) {
      const code = column[part[i]];
      if (code < lo) lo = code;
      if (code > hi) hi = code;
    }
    return { attribute, lo, hi, share: sizes[attribute] > 1 ? (hi - lo) / (sizes[attribute] - 1) : 0 };
  });
  runs.sort((a, b) => b.share - a.share || a.attribute - b.attribute);
  for (const { attribute, lo, hi } of runs) {
    const last = cutOf(part, codes[attribute], counts, { lo, hi }, least);
    if (last >= 0) return { attribute, last };
  }
  return null;
}

/** The leaf after which a cut leaves halves that are most equal in vectors, both of `least` rows; -1 when there is none. */
function cutOf(
  part: Uint32Array,
  column: Uint32Array,
  counts: Uint32Array,
  { lo, hi }: { readonly lo: number; readonly hi: number },
  least: number,
): number {
  const vectors = new Float64Array(hi - lo + 1);
  const rows = new Float64Array(hi - lo + 1);
  let all = 0;
  for (let i = 0; i < part.length; i++) {
    const v = part[i];
    vectors[column[v] - lo]++;
    rows[column[v] - lo] += counts[v];
    all += counts[v];
  }
  let best = -1;
  let closest = Infinity;
  let left = 0;
  let leftRows = 0;
  for (let i = 0; i < hi - lo; i++) {
    left += vectors[i];
    leftRows += rows[i];
    if (vectors[i] === 0 || leftRows < least || all - leftRows < least) continue;
    const off = Math.abs(2 * left - part.length);
    if (off >= closest) continue;
    closest = off;
    best = lo + i;
  }
  return best;
}

/** Groups, and how the vectors were divided to find them; null when all were grouped at once. */
export interface BlockGroups {
  readonly groups: Group[];
  readonly division: Division | null;
}

/**
 * Groups many vectors block by block, since the time of a clustering grows with the square of what it groups; `limits.atOnce` and fewer are one block.
 *
 * @param limits - with `k`, the fewest rows of a group
 * @param groupBlocks - groups every block; the groups name vectors of their block
 */
export async function groupInBlocks(
  all: Weighted,
  sizes: readonly number[],
  { atOnce, block: most, k }: BlockSizes & { readonly k: number },
  pauses: Pauses,
  groupBlocks: (blocks: Blocks) => Promise<Group[][]>,
): Promise<BlockGroups> {
  const { codes, counts } = all;
  if (counts.length <= atOnce || codes.length === 0) {
    const vectors = Uint32Array.from(counts.keys());
    const [groups] = await groupBlocks({ sizes: [vectors.length], block: () => ({ ...all, vectors, number: 0 }) });
    return { groups, division: null };
  }
  const division = await pauses.drive(divide(all, sizes, { most, least: GROUPS_OF_BLOCK * k }));
  const { blocks } = division;
  const found = await groupBlocks({
    sizes: blocks.map(({ length }) => length),
    block: (number) => ({
      codes: codes.map((column) => blocks[number].map((v) => column[v])),
      counts: blocks[number].map((v) => counts[v]),
      vectors: blocks[number],
      number,
    }),
  });
  const groups: Group[] = [];
  for (const [number, own] of found.entries()) {
    await pauses.pauseWhenDue(1);
    const vectors = blocks[number];
    for (const group of own) groups.push({ vectors: group.vectors.map((i) => vectors[i]), counts: group.counts });
  }
  return { groups, division };
}

/** Warns of a division, if there was one. */
export function warnOfBlocks(
  division: Division | null,
  domains: readonly { readonly attribute: string }[],
  who: string,
): readonly Warning[] {
  if (division === null) return [];
  const { blocks } = division;
  const vectors = blocks.reduce((sum, block) => sum + block.length, 0);
  const largest = blocks.reduce((most, block) => Math.max(most, block.length), 0);
  const along = division.attributes.map((a) => domains[a].attribute).join(', ');
  return [
    {
      code: 'GROUPED_IN_BLOCKS',
      message: `${who} grouped ${vectors} distinct vectors in ${blocks.length} blocks of at most ${largest}, cut along ${along}: no group crosses a block, which costs a little quality`,
      cure: `fewer distinct values, or mondrian or local-recoding, which need no blocks`,
    },
  ];
}
