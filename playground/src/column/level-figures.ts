/** Figures of releasing a whole column at one level of its hierarchy, for that column alone. */
import type { Column, Hierarchy } from 'kohort/js';
import { rowsOf } from './distribution.js';

export interface LevelFigures {
  readonly values: number;
  /** The least rows that share a value which occurs. */
  readonly fewest: number;
  /** The loss of the column: the mean over rows of (leaves under the value - 1) / (leaves - 1). */
  readonly loss: number;
}

/** [leaves] rows of every leaf. */
function rowsOfLeaves({ levels: [{ labels }] }: Hierarchy, column: Column): Float64Array {
  // A leaf that occurs is labelled as the column spells it.
  const leafOf = new Map(labels.map((label, leaf) => [label, leaf]));
  const rows = new Float64Array(labels.length);
  rowsOf(column).forEach((own, code) => {
    const leaf = leafOf.get(column.texts[code]);
    if (leaf !== undefined) rows[leaf] += own;
  });
  return rows;
}

export function figuresOf(hierarchy: Hierarchy, column: Column): LevelFigures[] {
  const rows = rowsOfLeaves(hierarchy, column);
  const leaves = rows.length;
  return hierarchy.levels.map(({ labels, first }) => {
    let fewest = Infinity;
    let lost = 0;
    for (let node = 0; node < labels.length; node++) {
      let own = 0;
      for (let leaf = first[node]; leaf < first[node + 1]; leaf++) own += rows[leaf];
      if (own > 0) fewest = Math.min(fewest, own);
      if (leaves > 1) lost += (own * (first[node + 1] - first[node] - 1)) / (leaves - 1);
    }
    return {
      values: labels.length,
      fewest: Number.isFinite(fewest) ? fewest : 0,
      loss: column.codes.length === 0 ? 0 : lost / column.codes.length,
    };
  });
}

/** A node as it is drawn: over which of the lines that are shown it reaches. */
export interface Band {
  readonly label: string;
  readonly from: number;
  /** The line behind its last. */
  readonly to: number;
}

export interface Bands {
  readonly lines: number;
  /** [levels] nodes over the lines. */
  readonly levels: readonly (readonly Band[])[];
  /** Some leaves have no line. */
  readonly isCut: boolean;
}

const LINES = 12;
/** Leaves of one node of the first level that have a line before the next node begins. */
const OF_ONE = 3;

/** The first leaves, and the nodes over them: a few leaves of each, so that several nodes are seen. */
export function bandsOf(hierarchy: Hierarchy): Bands {
  const leaves = hierarchy.levels[0].labels.length;
  const { nodeOf } = hierarchy.levels[Math.min(1, hierarchy.height)];
  const isSmall = leaves <= LINES;
  const lines: { readonly leaf: number; readonly isGap: boolean }[] = [];
  let own = 0;
  let leaf = 0;
  for (; leaf < leaves && lines.length < LINES; leaf++) {
    own = leaf > 0 && nodeOf[leaf] === nodeOf[leaf - 1] ? own + 1 : 0;
    if (isSmall || hierarchy.height < 2 || own < OF_ONE) lines.push({ leaf, isGap: false });
    else if (own === OF_ONE) lines.push({ leaf, isGap: true });
  }
  const levels = hierarchy.levels.map(({ labels, nodeOf: at }, level) => {
    const bands: { label: string; from: number; to: number }[] = [];
    lines.forEach(({ leaf: shown, isGap }, line) => {
      const last = bands.at(-1);
      const label = level === 0 && isGap ? '…' : labels[at[shown]];
      if (last !== undefined && level > 0 && at[lines[line - 1].leaf] === at[shown]) last.to = line + 1;
      else bands.push({ label, from: line, to: line + 1 });
    });
    return bands;
  });
  return { lines: lines.length, levels, isCut: leaf < leaves };
}
