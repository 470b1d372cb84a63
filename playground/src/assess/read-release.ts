/** The run in the worker, with the columns of its release as they are read. */
import { nameOfKey, ReadRelease, type ReadColumn } from 'kohort/assess';
import type { CheckedJob, Column, Table } from 'kohort/js';
import type { AssessedRun, AssessedTables } from './answers.js';

export type { ReadColumn } from 'kohort/assess';

/** Reports the progress of a question, and lets messages in. */
export type Tell = (share: number) => Promise<void>;

/** A run in the worker: its tables, and the columns of the release as they are first read. */
export class HeldRun extends ReadRelease {
  constructor(
    original: Table,
    release: Table,
    apart: Table | null,
    readonly run: AssessedRun,
  ) {
    super(original, release, slimJob(run.job, original), { apart, groups: run.groups });
  }
}

let held: HeldRun | null = null;

/** Keeps a run in this worker for the questions that follow. */
export function hold({ original, release, apart, run }: AssessedTables): void {
  held = new HeldRun(original, release, apart, run);
}

/** The run that was kept last. */
export function heldRun(): HeldRun {
  if (held === null) throw new Error('Nothing was sent that could be assessed.');
  return held;
}

/** Only what the worker has. Algorithms look at no other column. */
function slimJob(job: CheckedJob, original: Table): CheckedJob {
  const kept = Object.entries(job.attributes).filter(([key]) => original.column(nameOfKey(key)) !== undefined);
  const { columns, ...input } = job.input ?? {};
  return { ...job, input: columns === undefined ? job.input : input, attributes: Object.fromEntries(kept) };
}

/** [values] rows of every entry of a dictionary. */
export function countCodes({ codes, texts }: Column): Uint32Array {
  const rows = new Uint32Array(texts.length);
  for (let row = 0; row < codes.length; row++) rows[codes[row]]++;
  return rows;
}

/** [leaves] rows of the original. */
export function rowsByLeaf({ source, leafOf, texts }: ReadColumn): Float64Array {
  const rows = new Float64Array(texts.length);
  countCodes(source).forEach((count, code) => {
    if (leafOf[code] >= 0) rows[leafOf[code]] += count;
  });
  return rows;
}
