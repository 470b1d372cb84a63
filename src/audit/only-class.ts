import type { Runs } from './domain.js';
import type { GroupColumn, Grouping } from './grouping.js';

/** A depth of the classes' prefix tree is looked up in a plain table of at most this many cells. */
const mostCells = 1 << 22;

/** A quasi-identifier of the original, and what the release makes of it. */
interface RecodedColumn extends GroupColumn {
  /** [dictionary of the original] leaf of every value, -1 for none. */
  readonly leafOf: Int32Array;
  /** [dictionary of the release] leaves under every label; null where it is not read. */
  readonly runsOf: readonly (Runs | null)[];
  /** Leaves of the domain. */
  readonly size: number;
}

/**
 * The one class under which every row of the original can lie, where no two labels of a column share a leaf, as of one
 * recoding of each domain for all rows. Null where some do, or where the classes are too many to be looked up so. Yields
 * between columns.
 *
 * @param entries - number of rows
 * @param classes - rows of the release, grouped by the same columns
 * @returns [entries] class + 1; 0 where a row lies under none
 */
export function* findOnlyClass(
  entries: number,
  columns: readonly RecodedColumn[],
  classes: Grouping,
): Generator<void, Uint32Array | null> {
  const labels = columns.map(labelOfCode);
  let before = 1;
  for (const [depth, { count }] of classes.depths.entries()) {
    if (labels[depth] === null || (before + 1) * (columns[depth].runsOf.length + 1) > mostCells) return null;
    before = count;
  }
  const nodeOf = new Uint32Array(entries).fill(1);
  // Codes at one width: a loop over arrays of several widths is many times slower.
  const codes = new Uint32Array(entries);
  let above = 1;
  for (const [depth, { count, parent, code }] of classes.depths.entries()) {
    // Row 0: in no node. Column 0: under no label.
    const width = columns[depth].runsOf.length + 1;
    const children = new Uint32Array((above + 1) * width);
    for (let node = 0; node < count; node++) children[(parent[node] + 1) * width + code[node] + 1] = node + 1;
    codes.set(columns[depth].codes);
    descend(nodeOf, codes, labels[depth] as Uint32Array, children, width);
    above = count;
    yield;
  }
  return nodeOf;
}

function descend(
  nodeOf: Uint32Array,
  codes: Uint32Array,
  labelOf: Uint32Array,
  children: Uint32Array,
  width: number,
): void {
  for (let entry = 0; entry < nodeOf.length; entry++) {
    nodeOf[entry] = children[nodeOf[entry] * width + labelOf[codes[entry]]];
  }
}

/** [dictionary of the original] label + 1 over every value, 0 for none; null when two labels share a leaf. */
function labelOfCode({ leafOf, runsOf, size }: RecodedColumn): Uint32Array | null {
  const labelOfLeaf = new Uint32Array(size);
  for (const [label, runs] of runsOf.entries()) {
    for (let r = 0; runs !== null && r < runs.length; r += 2) {
      for (let leaf = runs[r]; leaf <= runs[r + 1]; leaf++) {
        if (labelOfLeaf[leaf] !== 0) return null;
        labelOfLeaf[leaf] = label + 1;
      }
    }
  }
  return Uint32Array.from(leafOf, (leaf) => (leaf < 0 ? 0 : labelOfLeaf[leaf]));
}
