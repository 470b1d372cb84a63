/** Costs of keeping columns that a proposed job leaves out since they are many. */
import { InfeasibleError, InvalidArgumentError, throwIfAborted } from '../../base/errors.js';
import { nameColumns } from '../../base/name-columns.js';
import { counted } from '../../base/numbers.js';
import { seededRandom, shuffle } from '../../base/random.js';
import type { Job } from '../../job/job.js';
import type { PreviewRun } from '../../pipeline/preview.js';
import { expandCounted } from '../../table/expand-counted.js';
import { selectColumn } from '../../release/select-column.js';
import { type Column, Table } from '../../table/table.js';
import { numberUnits } from '../../table/units.js';
import { runToCompletion } from '../../base/steps.js';
import { attributesOf } from './attributes-of.js';
import { algorithmForKnown } from './goal-algorithm.js';
import { levelHierarchyOf } from './level-hierarchies.js';
import type { ProposedJob } from './propose-job.js';
import { areAmounts } from './propose-roles.js';
import type { ProposedColumn } from './proposed-column.js';

/** Loss of the quasi-identifiers of a proposed job with and without columns that it leaves out. */
export interface KeepingCost {
  /** Names of the columns: a battery, a single column, or all that are left out. */
  readonly columns: readonly string[];
  /** Loss (LM, from 0 to 1) of the quasi-identifiers of the job. */
  readonly without: number;
  /** Loss of these and the columns. */
  readonly with: number;
  /** Number of quasi-identifiers that somebody knows in both runs; null where they are run with the models of the job. */
  readonly known: number | null;
  /** Rows of the sample. */
  readonly rows: number;
  /** Persons of the sample, where their key is named. */
  readonly persons?: number;
}

/** Measures what it costs to keep columns that a proposed job leaves out. */
type MeasureKeeping = (
  table: Table,
  proposed: ProposedJob,
  options?: { readonly signal?: AbortSignal },
) => Promise<readonly KeepingCost[]>;

/** Minimum number of quasi-identifiers of a wide table, which is judged by what somebody learns who knows two. */
const FEWEST_OF_WIDE = 30;
const KNOWN = 2;
/** Cells and rows of the sample. */
const MOST_CELLS = 90_000;
const MOST_ROWS = 1000;
/** Batteries and single columns that are measured one by one. */
const MOST_GROUPS = 3;
/** Time limit of each run in seconds. */
const TIME_LIMIT = 1;

/** Binds {@link MeasureKeeping} to an entry point of the package. */
export function bindKeepingCosts(preview: PreviewRun): MeasureKeeping {
  return async (table, proposed, { signal } = {}) => {
    const { leftOut } = proposed;
    if (leftOut.length === 0) return [];
    const groups = leftOut.length === 1 ? leftOut : [leftOut.flat(), ...leftOut.slice(0, MOST_GROUPS)];
    const { sample, persons } = drawSample(expandCounted(table), proposed);
    const base = proposed.columns.filter(({ role }) => role !== 'drop' && role !== 'identifier');
    const known = base.filter(({ role }) => role === 'quasi-identifier');
    const isWide = known.length + leftOut.flat().length >= FEWEST_OF_WIDE;
    const lossOf = async (columns: readonly ProposedColumn[]): Promise<number | null> => {
      const job = isWide ? knownJob(sample, proposed, columns) : ownJob(proposed, columns);
      const { metrics } = await preview(sample, job, { signal, timeLimit: TIME_LIMIT, seed: 1, metrics: ['loss'] });
      return metrics.loss;
    };
    try {
      const without = await lossOf(base);
      const costs: KeepingCost[] = [];
      for (const group of groups) {
        throwIfAborted(signal);
        const kept = await lossOf([...base, ...group]);
        if (without === null || kept === null) continue;
        costs.push({
          columns: group.map(({ name }) => name),
          without,
          with: kept,
          known: isWide ? KNOWN : null,
          rows: sample.rows,
          ...(persons === null ? {} : { persons }),
        });
      }
      return costs;
    } catch (error) {
      // A sample may lack what the whole table has.
      if (error instanceof InfeasibleError || error instanceof InvalidArgumentError) return [];
      throw error;
    }
  };
}

/** The proposed job with these columns instead of its own. */
const ownJob = (
  { job: { privacy, algorithm, suppression, unit } }: ProposedJob,
  columns: readonly ProposedColumn[],
): Job => ({
  attributes: attributesOf(columns),
  privacy,
  algorithm,
  ...(suppression === undefined ? {} : { suppression }),
  ...(unit === undefined ? {} : { unit }),
});

/** A job that bounds what somebody learns who knows two of these columns. */
function knownJob(table: Table, { k, job: { unit } }: ProposedJob, columns: readonly ProposedColumn[]): Job {
  const searched = columns.filter(({ role }) => role === 'quasi-identifier' || role === 'person');
  const algorithm = algorithmForKnown('fast', { areAmounts: areAmounts(table, searched, { k, units: null }) });
  return {
    attributes: attributesOf(searched.map((column) => withLevels(table, column))),
    privacy: [{ model: 'lkc-privacy', known: KNOWN, k }],
    algorithm: algorithm.spec,
    ...(unit === undefined ? {} : { unit }),
  };
}

function withLevels(table: Table, column: ProposedColumn): ProposedColumn {
  const isOpen = column.role === 'quasi-identifier' && column.hierarchy === undefined;
  return isOpen ? { ...column, hierarchy: levelHierarchyOf(table.column(column.name)!).hierarchy } : column;
}

/** Rows drawn with a fixed seed, of persons all their rows, with the columns of the job and those that it leaves out. */
function drawSample(
  table: Table,
  { columns, leftOut }: ProposedJob,
): { readonly sample: Table; readonly persons: number | null } {
  const needed = new Set([...leftOut.flat(), ...columns.filter(({ role }) => role !== 'drop' && role !== 'identifier')].map(({ name }) => name)); // prettier-ignore
  const own = table.columns.filter(({ name }) => needed.has(name));
  const rows = Math.min(table.rows, MOST_ROWS, Math.max(100, Math.floor(MOST_CELLS / own.length)));
  const key = columns.flatMap(({ name, role }) => (role === 'person' ? [table.column(name)!] : []));
  const { entries, persons } =
    key.length === 0 ? { entries: drawEntries(table.rows, rows), persons: null } : drawPersons(table, key, rows);
  const selected = own.map((column) => selectColumn(column, entries, null));
  return { sample: new Table(entries.length, selected, [], null), persons };
}

/** `wanted` different numbers below `all`, in ascending order. */
function drawEntries(all: number, wanted: number): Uint32Array {
  const order = Uint32Array.from({ length: all }, (_, i) => i);
  shuffle(order, seededRandom(1));
  return order.slice(0, wanted).sort();
}

function drawPersons(
  table: Table,
  key: readonly Column[],
  wanted: number,
): { readonly entries: Uint32Array; readonly persons: number } {
  const { count, of } = runToCompletion(numberUnits(table, key));
  const order = drawEntries(count, Math.ceil((count * wanted) / table.rows));
  const drawn = new Uint8Array(count);
  for (const person of order) drawn[person] = 1;
  const entries = Uint32Array.from(Array.from(of.keys()).filter((row) => drawn[of[row]] === 1));
  return { entries, persons: order.length };
}

/** The costs in words, a line each: `to keep F1 to F285 (285 columns): loss 0.12 instead of 0.03`. */
export function costLines(costs: readonly KeepingCost[]): string[] {
  return costs.map(
    ({ columns, without, with: kept }) =>
      `to keep ${nameColumns(columns)}: loss ${kept.toFixed(2)} instead of ${without.toFixed(2)}`,
  );
}

/** The basis of the costs in words. */
export function costBasis({ known, rows, persons }: KeepingCost): string {
  const by =
    known === null
      ? 'by the models of this job'
      : `for somebody who knows ${counted(known, 'column')} of a ${persons === undefined ? 'row' : 'person'} (--known ${known})`;
  const on = persons === undefined ? counted(rows, 'row') : `${counted(persons, 'person', 'persons')}`;
  return `loss (0: none, 1: everything) ${by}, estimated on ${on}; more lose less`;
}
