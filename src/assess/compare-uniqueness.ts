/** Rows that sets of columns single out, before and after: persons where the job names their key, else rows. */
import { runToCompletion } from '../base/steps.js';
import type { Engine } from '../engine/engine.js';
import { Table, type Column } from '../table/table.js';
import type { Units } from '../table/units.js';
import { type AttackedJob, attackedJob } from './attacks/attacked-job.js';
import { readOriginal } from './attacks/class-persons.js';
import { releasedOfPersons } from './attacks/released-uniqueness.js';
import { sudaContributions, sudaScores } from './attacks/suda.js';
import { countAlone, uniqueness } from './attacks/uniqueness.js';
import type { ReadRelease } from './read-release.js';

/** Most steps of SUDA scores, which look at every set of columns: some seconds. */
const SUDA_STEPS = 3_000_000;
const LIMIT = 1000;

/** Rows, or persons, that a set of columns makes unique, before and after. */
export interface UniqueSet {
  /** Names of the columns. */
  readonly columns: readonly string[];
  /** Share of the rows, or persons, of the original. */
  readonly before: number;
  /** Share of those of the release. */
  readonly after: number;
}

/** Rows, or persons, that sets of columns single out. */
export interface UniqueSets {
  /** Sets of up to three columns, sorted by the number of unique rows in the original, descending. */
  readonly sets: readonly UniqueSet[];
  /** False where there were too many sets to look at all. */
  readonly isComplete: boolean;
  /** By quasi-identifier: shares of rows, or persons, that are unique by all of them, and no longer without this one. */
  readonly added: readonly { readonly name: string; readonly before: number; readonly after: number }[];
  /** Mean SUDA score by all quasi-identifiers, before and after; null where that would take long. */
  readonly suda: readonly [before: number, after: number] | null;
  /** By quasi-identifier: its share of all SUDA scores, before and after; null where that would take long. */
  readonly contributions: readonly { readonly name: string; readonly before: number; readonly after: number }[] | null;
}

/** Rows of a table with their persons; null if rows are counted. */
interface Side {
  readonly table: Table;
  readonly units: Units | null;
  /** Columns of the table that are the key of persons. */
  readonly persons: readonly string[];
}

/** Options of the comparison of an original and its release by what is unique in them. */
export interface CompareUniquenessOptions {
  /** Called with the finished share, 0 to 1; the comparison goes on when its promise is resolved. */
  readonly onProgress?: (share: number) => Promise<void>;
}

/**
 * Compares a release with its original by the rows, or persons, that sets of up to three columns make unique, and by what each quasi-identifier
 * adds to all others. Persons are counted where the job names their key. Columns of a second table are left out.
 *
 * @param engine - of `createEngine`; the caller disposes of it
 * @throws InputError PERSON_MISSING, InvalidArgumentError PERSONS_UNSUPPORTED, PERSONS_NOT_RECOUNTED where persons cannot be counted
 */
export async function compareUniqueness(
  read: ReadRelease,
  engine: Engine,
  { onProgress = async () => undefined }: CompareUniquenessOptions = {},
): Promise<UniqueSets> {
  const { release, quasiIdentifiers } = read;
  const names = read.names.filter((name) => release.column(name) !== undefined);
  const quasi = quasiIdentifiers.filter((name) => release.column(name) !== undefined);
  const sides = sidesOf(read);
  const found = [];
  for (const [at, { table, units }] of sides.entries()) {
    const onSet = (done: number, all: number): Promise<void> => onProgress((at + done / all) / 2);
    found.push(await uniqueness(table, engine, { columns: names, units, limit: LIMIT, onSet }));
  }
  const after = new Map(found[1].sets.map((set) => [set.columns.join('\0'), set.share]));
  const sets = found[0].sets.map(({ columns, share }) => ({
    columns,
    before: share,
    after: after.get(columns.join('\0')) ?? 0,
  }));
  const added = sides.map((side) => addedBy(side, engine, quasi));
  const isCheap = 2 ** quasi.length * sides[0].table.rows <= SUDA_STEPS;
  return {
    sets,
    isComplete: found[0].complete,
    added: quasi.map((name, at) => ({ name, before: added[0][at], after: added[1][at] })),
    contributions: isCheap && quasi.length > 0 ? contributionsIn(sides, quasi) : null,
    suda: isCheap && quasi.length > 0 ? [meanScore(sides[0], quasi), meanScore(sides[1], quasi)] : null,
  };
}

/** The rows before and after, with their persons. */
function sidesOf({ original, release, job: checked }: ReadRelease): readonly [before: Side, after: Side] {
  const job = attackedJob(checked, { tables: [original, release] });
  const { unit } = job.plan;
  if (unit.name === 'row') {
    return [
      { table: original, units: null, persons: [] },
      { table: release, units: null, persons: [] },
    ];
  }
  const before = runToCompletion(readOriginal(original, job));
  return [{ table: before.original, units: before.units, persons: unit.columns }, releasedSide(original, release, job)];
}

/** A name that no column of the release has. */
const KEY = '\0person';

/** The released rows, with a column of their persons. */
function releasedSide(original: Table, release: Table, job: AttackedJob): Side {
  const shown = runToCompletion(releasedOfPersons(release, job, original));
  const { rows } = shown;
  const units = shown.units as Units;
  const textOf = (_: unknown, code: number): string => String(code);
  const columnOf = (name: string, codes: Column['codes'], width: number): Column => ({
    name,
    type: 'string',
    codes,
    texts: Array.from({ length: width }, textOf),
    numbers: null,
    missingCode: -1,
  });
  const columns = Array.from(shown.columns, ([name, { codes, width }]) => columnOf(name, codes, width));
  const table = new Table(rows, [...columns, columnOf(KEY, units.of, units.count)]);
  return { table, units, persons: [KEY] };
}

/** [columns] share of rows, or persons, that are unique by all columns, and not without this one. */
function addedBy({ table, units }: Side, engine: Engine, names: readonly string[]): number[] {
  const columns = names.flatMap((name) => table.column(name) ?? []);
  if (table.rows === 0) return names.map(() => 0);
  const counted = units?.count ?? table.rows;
  const resident = engine.load(
    table.rows,
    columns.map(({ codes, texts }) => ({ codes, size: texts.length })),
  );
  try {
    const uniqueBy = (set: readonly number[]): number => {
      if (set.length === 0) return counted === 1 ? 1 : 0;
      const groups = engine.frequencySet(resident, set);
      try {
        if (units !== null) return countAlone(groups.vectorOf(), groups.length, units).unique;
        return groups.counts().reduce((sum, rows) => (rows === 1 ? sum + 1 : sum), 0);
      } finally {
        groups.dispose();
      }
    };
    const all = names.map((_, at) => at);
    const whole = uniqueBy(all);
    return all.map((left) => (whole - uniqueBy(all.filter((at) => at !== left))) / counted);
  } finally {
    resident.dispose();
  }
}

function meanScore({ table, persons }: Side, names: readonly string[]): number {
  if (table.rows === 0) return 0;
  return sudaScores(table, names, { persons }).reduce((sum, score) => sum + score, 0) / table.rows;
}

/** [columns] how much of all SUDA scores comes from unique sets with this column. */
function contributionsIn(sides: readonly Side[], names: readonly string[]): UniqueSets['contributions'] {
  const [before, after] = sides.map(({ table, persons }) => sudaContributions(table, names, { persons }));
  return names.map((name, at) => ({ name, before: before[at].share, after: after[at].share }));
}
