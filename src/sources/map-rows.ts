import { EntryIndex } from '../table/entry-index.js';
import type { Table } from '../table/table.js';
import type { CountedSource } from './read-counted.js';

/** What became of the entries of a counted table: [pieces] entry and class, and the labels of every class. */
export interface Recoded {
  readonly entry: Uint32Array;
  /** `suppressed` where a piece is in no class. */
  readonly classId: Uint32Array;
  readonly suppressed: number;
  /** Quasi-identifiers in the job's order: name, labels, and [classes] the label of every class. */
  readonly attributes: readonly {
    readonly name: string;
    readonly labels: readonly string[];
    readonly valueOf: Uint32Array;
  }[];
  /** True when suppressed rows leave as `*`. */
  readonly star: boolean;
}

/**
 * The rows of the map: for every distinct vector of quasi-identifiers, as the engine has it, its texts and the texts that
 * are released for it. Vectors that are suppressed are left out.
 */
export function* mapRows(source: CountedSource, recoded: Recoded): Generator<readonly string[]> {
  const { table, spelled } = source;
  const at = recoded.attributes.map(({ name }) => table.columns.findIndex((column) => column.name === name));
  const classOf = classesOfVectors(table, at, recoded);
  const rawCodes = at.map((c) => spelled.index.column(c));
  const seen = new EntryIndex(at.length);
  const raw = new Uint32Array(at.length);
  const vector = new Uint32Array(at.length);
  for (let entry = 0; entry < spelled.index.size; entry++) {
    for (let q = 0; q < at.length; q++) raw[q] = rawCodes[q][entry];
    const before = seen.size;
    if (seen.add(raw, 0, 1) < before) continue;
    for (let q = 0; q < at.length; q++) {
      const remap = spelled.remaps[at[q]];
      vector[q] = remap === null ? raw[q] : remap[raw[q]];
    }
    const classId = classOf(vector);
    if (classId === null) continue;
    const keys = at.map((c, q) => spelled.texts[c][raw[q]]);
    if (classId === recoded.suppressed) {
      if (recoded.star) yield [...keys, ...at.map(() => '*')];
      continue;
    }
    yield [...keys, ...recoded.attributes.map(({ labels, valueOf }) => labels[valueOf[classId]])];
  }
}

/** Finds the class of a vector of quasi-identifiers; null for one that no row of the counted table has. */
function classesOfVectors(
  table: Table,
  at: readonly number[],
  recoded: Recoded,
): (vector: Uint32Array) => number | null {
  const index = new EntryIndex(at.length);
  const vector = new Uint32Array(at.length);
  const classes: number[] = [];
  for (let p = 0; p < recoded.entry.length; p++) {
    for (let q = 0; q < at.length; q++) vector[q] = table.columns[at[q]].codes[recoded.entry[p]];
    const found = index.add(vector, 0, 1);
    const classId = recoded.classId[p];
    if (found === classes.length) classes.push(classId);
    else if (classes[found] !== classId) throw new Error('equal vectors are released differently');
  }
  const known = index.size;
  return (asked) => {
    const found = index.add(asked, 0, 0);
    return found < known ? classes[found] : null;
  };
}
