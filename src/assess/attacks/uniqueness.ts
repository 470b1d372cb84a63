import { largestOf } from '../../base/sequences.js';
import type { Engine, ResidentTable } from '../../engine/engine.js';
import type { Table } from '../../table/table.js';
import { NOBODY, type Units } from '../../table/units.js';

/** Numbers of rows, or persons, that a set of columns singles out. */
export interface Uniqueness {
  /** Names of the columns of the set. */
  readonly columns: readonly string[];
  /** Distinct vectors of these columns. */
  readonly distinct: number;
  /** Rows that no other row equals in these columns; where persons are counted, persons with a row that no other person has. */
  readonly unique: number;
  /** Their share of all rows, or persons, 0 .. 1. */
  readonly share: number;
  /** Rows that no other person has; present where persons are counted. */
  readonly rows?: number;
}

/** Limits of the sets that are examined. */
interface UniquenessOptions {
  /** Largest size of a set. Default 3. */
  readonly size?: number;
  /** Most sets looked at; smaller sets and earlier columns come first. Default 1,000. */
  readonly limit?: number;
  /** Columns of which sets are made. Default: all with more than one value and fewer values than rows. */
  readonly columns?: readonly string[];
  /** The persons of the rows, who are then counted. */
  readonly units?: Units | null;
  /** Called before every set. */
  readonly onSet?: (done: number, all: number) => Promise<void>;
}

/**
 * Rows, or persons, that a set of columns makes unique, for every set up to a size; most unique first. Sweeney 2000, "Simple
 * Demographics Often Identify People Uniquely".
 *
 * @returns the sets and whether the limit left some out
 */
export async function uniqueness(
  table: Table,
  engine: Engine,
  options: UniquenessOptions = {},
): Promise<{ readonly sets: readonly Uniqueness[]; readonly complete: boolean }> {
  const { size = 3, limit = 1000, units = null } = options;
  const names = options.columns ?? usefulColumns(table);
  const columns = names.flatMap((name) => table.column(name) ?? []);
  if (columns.length === 0 || table.rows === 0) return { sets: [], complete: true };
  const { chosen, complete } = subsets(columns.length, size, limit);
  const lastUsed = largestOf(chosen.map((set) => set[set.length - 1]));
  const resident = engine.load(
    table.rows,
    columns.slice(0, lastUsed + 1).map((column) => ({ codes: column.codes, size: column.texts.length })),
  );
  try {
    const sets: Uniqueness[] = [];
    for (const [done, set] of chosen.entries()) {
      await options.onSet?.(done, chosen.length);
      const counted = count(engine, resident, set, units);
      sets.push({
        columns: set.map((index) => columns[index].name),
        ...counted,
        share: counted.unique / Math.max(1, units?.count ?? table.rows),
      });
    }
    sets.sort((a, b) => b.unique - a.unique || a.columns.length - b.columns.length);
    return { sets, complete };
  } finally {
    resident.dispose();
  }
}

function usefulColumns(table: Table): string[] {
  return table.columns
    .filter((column) => column.texts.length > 1 && column.texts.length < table.rows)
    .map((column) => column.name);
}

/** Sets of up to `size` of `columns` columns, smaller ones first. */
export function subsets(columns: number, size: number, limit: number): { chosen: number[][]; complete: boolean } {
  const chosen: number[][] = [];
  let level: number[][] = [[]];
  for (let length = 1; length <= Math.min(size, columns); length++) {
    const next: number[][] = [];
    for (const set of level) {
      for (let column = set.length === 0 ? 0 : set[set.length - 1] + 1; column < columns; column++) {
        if (chosen.length + next.length === limit) return { chosen: [...chosen, ...next], complete: false };
        next.push([...set, column]);
      }
    }
    for (const set of next) chosen.push(set);
    level = next;
  }
  return { chosen, complete: true };
}

function count(engine: Engine, resident: ResidentTable, columns: readonly number[], units: Units | null) {
  const set = engine.frequencySet(resident, columns);
  try {
    if (units !== null) return { distinct: set.length, ...countAlone(set.vectorOf(), set.length, units) };
    const counts = set.counts();
    let unique = 0;
    for (let i = 0; i < counts.length; i++) if (counts[i] === 1) unique++;
    return { distinct: set.length, unique };
  } finally {
    set.dispose();
  }
}

/** A value that no row was found to have. */
const FREE = 0xffffffff;
const SEVERAL = 0xfffffffe;

/**
 * Persons who have a value that no other person has, and their rows with such values. A row without a key may be of any other person.
 *
 * @param valueOf - [rows] value in [0, values)
 */
export function countAlone(
  valueOf: ArrayLike<number>,
  values: number,
  { of, count: persons }: Units,
): { readonly unique: number; readonly rows: number } {
  const owner = new Uint32Array(values).fill(FREE);
  for (let row = 0; row < of.length; row++) {
    const value = valueOf[row];
    const isOwn = of[row] !== NOBODY && (owner[value] === FREE || owner[value] === of[row]);
    owner[value] = isOwn ? of[row] : SEVERAL;
  }
  const isAlone = new Uint8Array(persons);
  let unique = 0;
  let rows = 0;
  for (let row = 0; row < of.length; row++) {
    if (owner[valueOf[row]] !== of[row]) continue;
    rows++;
    unique += 1 - isAlone[of[row]];
    isAlone[of[row]] = 1;
  }
  return { unique, rows };
}
