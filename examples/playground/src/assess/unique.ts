/** What sets of columns single out, before and after. */
import type { Engine, Table } from 'kohort/js';
import { sudaContributions, sudaScores } from 'kohort/inside/assess/attacks/suda';
import { uniqueness } from 'kohort/inside/assess/attacks/uniqueness';
import { createEngine } from 'kohort/inside/index';
import type { Tell } from './assessor.js';
import type { UniqueSets } from './protocol.js';
import type { HeldRun } from './read-release.js';

/** Most steps of SUDA scores, which look at every set of columns: some seconds. */
const SUDA_STEPS = 3_000_000;
const LIMIT = 1000;

/** Sets of up to three columns with the rows that they make unique, and what each quasi-identifier adds to all others. */
export async function countUnique(held: HeldRun, tell: Tell): Promise<UniqueSets> {
  const { original, release, quasiIdentifiers } = held;
  const names = held.names.filter((name) => release.column(name) !== undefined);
  const quasi = quasiIdentifiers.filter((name) => release.column(name) !== undefined);
  const engine = await createEngine();
  try {
    const tables = [original, release];
    const found = [];
    for (const [at, table] of tables.entries()) {
      const onSet = (done: number, all: number): Promise<void> => tell((at + done / all) / 2);
      found.push(await uniqueness(table, engine, { columns: names, limit: LIMIT, onSet }));
    }
    const after = new Map(found[1].sets.map((set) => [set.columns.join('\0'), set.share]));
    const sets = found[0].sets.map(({ columns, share }) => ({
      columns,
      before: share,
      after: after.get(columns.join('\0')) ?? 0,
    }));
    const added = tables.map((table) => addedBy(table, engine, quasi));
    const isCheap = 2 ** quasi.length * original.rows <= SUDA_STEPS;
    return {
      sets,
      isComplete: found[0].complete,
      added: quasi.map((name, at) => ({ name, before: added[0][at], after: added[1][at] })),
      contributions: isCheap && quasi.length > 0 ? contributionsIn(original, release, quasi) : null,
      suda: isCheap && quasi.length > 0 ? [meanScore(original, quasi), meanScore(release, quasi)] : null,
    };
  } finally {
    engine.dispose();
  }
}

/** [columns] share of rows that are unique by all columns, and not without this one. */
function addedBy(table: Table, engine: Engine, names: readonly string[]): number[] {
  const columns = names.flatMap((name) => table.column(name) ?? []);
  if (table.rows === 0) return names.map(() => 0);
  const resident = engine.load(
    table.rows,
    columns.map(({ codes, texts }) => ({ codes, size: texts.length })),
  );
  try {
    const uniqueBy = (set: readonly number[]): number => {
      if (set.length === 0) return table.rows === 1 ? 1 : 0;
      const groups = engine.frequencySet(resident, set);
      try {
        return groups.counts().reduce((sum, rows) => (rows === 1 ? sum + 1 : sum), 0);
      } finally {
        groups.dispose();
      }
    };
    const all = names.map((_, at) => at);
    const whole = uniqueBy(all);
    return all.map((left) => (whole - uniqueBy(all.filter((at) => at !== left))) / table.rows);
  } finally {
    resident.dispose();
  }
}

function meanScore(table: Table, names: readonly string[]): number {
  return table.rows === 0 ? 0 : sudaScores(table, names).reduce((sum, score) => sum + score, 0) / table.rows;
}

/** [columns] how much of all SUDA scores comes from unique sets with this column. */
function contributionsIn(original: Table, release: Table, names: readonly string[]): UniqueSets['contributions'] {
  const [before, after] = [original, release].map((table) => sudaContributions(table, names));
  return names.map((name, at) => ({ name, before: before[at].share, after: after[at].share }));
}
