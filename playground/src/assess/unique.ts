/** Rows that sets of columns single out, before and after: persons where the job names their key, else rows. */
import type { Column, Engine, Table as AnyTable } from 'kohort/js';
import { readOriginal } from 'kohort/inside/assess/attacks/class-persons';
import { releasedOfPersons } from 'kohort/inside/assess/attacks/released-uniqueness';
import { sudaContributions, sudaScores } from 'kohort/inside/assess/attacks/suda';
import { countAlone, uniqueness } from 'kohort/inside/assess/attacks/uniqueness';
import { runToCompletion } from 'kohort/inside/base/steps';
import { createEngine } from 'kohort/inside/index';
import { hasPersons } from 'kohort/inside/job/persons';
import { roleIn } from 'kohort/inside/job/declared';
import { Table } from 'kohort/inside/table/table';
import type { Units } from 'kohort/inside/table/units';
import type { Tell } from './assessor.js';
import type { UniqueSets } from './protocol.js';
import type { HeldRun } from './read-release.js';

/** Most steps of SUDA scores, which look at every set of columns: some seconds. */
const SUDA_STEPS = 3_000_000;
const LIMIT = 1000;

/** Rows of a table with the persons whose they are; null where rows are counted. */
interface Side {
  readonly table: AnyTable;
  readonly units: Units | null;
  /** Columns of the table that are the key of persons. */
  readonly persons: readonly string[];
}

/** Sets of up to three columns with the rows, or persons, that they make unique, and what each quasi-identifier adds to all others. */
export async function countUnique(held: HeldRun, tell: Tell): Promise<UniqueSets> {
  const { release, quasiIdentifiers } = held;
  const names = held.names.filter((name) => release.column(name) !== undefined);
  const quasi = quasiIdentifiers.filter((name) => release.column(name) !== undefined);
  const sides = sidesOf(held);
  const engine = await createEngine();
  try {
    const found = [];
    for (const [at, { table, units }] of sides.entries()) {
      const onSet = (done: number, all: number): Promise<void> => tell((at + done / all) / 2);
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
  } finally {
    engine.dispose();
  }
}

/** The rows before and after. Throws where it is not known whose the released rows are. */
function sidesOf({ original, release, resolved: job }: HeldRun): readonly [before: Side, after: Side] {
  if (!hasPersons(job)) {
    return [
      { table: original, units: null, persons: [] },
      { table: release, units: null, persons: [] },
    ];
  }
  try {
    const before = runToCompletion(readOriginal(original, job));
    const persons = Object.keys(job.attributes).filter((name) => roleIn(job, name) === 'person');
    return [
      { table: before.original, units: before.units, persons },
      releasedSide({ original, release, resolved: job }),
    ];
  } catch (reason) {
    const { code } = reason as { readonly code?: string };
    if (code === 'PERSON_MISSING') throw new Error('Persons cannot be counted here: some rows lack the key of one.');
    if (code !== 'PERSONS_UNSUPPORTED' && code !== 'PERSONS_NOT_RECOUNTED') throw reason;
    throw new Error('Persons cannot be counted here: the release does not show which rows of your file a class has.');
  }
}

/** A name that no column of the release has. */
const KEY = '\0person';

/** The released rows, with a column that says whose they are. */
function releasedSide({ original, release, resolved }: Pick<HeldRun, 'original' | 'release' | 'resolved'>): Side {
  const shown = runToCompletion(releasedOfPersons(release, resolved, original));
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
