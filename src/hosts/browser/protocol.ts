/** The messages between a page and the worker. Everything in them survives structured cloning. */
import type { AuditReport } from '../../audit/report.js';
import type { Catalogue } from '../../pipeline/catalogue.js';
import type { Inspection } from '../../assess/inspect.js';
import type { InputSpec, Job } from '../../job/job.js';
import type { RunResult } from '../../pipeline/result.js';
import type { PlainTable } from '../../table/plain-table.js';
import type { PlainError } from '../../base/plain-error.js';

export { buffersOf, toPlainTable } from '../../table/plain-table.js';
export type { PlainTable } from '../../table/plain-table.js';

/** What the worker is doing; `share` of the phase is done, 0 .. 1. */
export interface WorkerProgress {
  readonly phase: 'read' | 'prepare' | 'search' | 'measure' | 'release' | 'audit' | 'write';
  readonly share: number;
  /** Of searches that know them: the least cost found, what no solution costs less than, (cost - lowerBound) / cost. */
  readonly cost?: number;
  readonly lowerBound?: number;
  readonly gap?: number;
}

/** Options of a run that can be sent to a worker; see `RunOptions`. */
export interface WorkerRunOptions {
  readonly engine?: 'wasm' | 'js';
  readonly threads?: number;
  readonly timeLimit?: number;
  readonly seed?: number;
  readonly resume?: Uint8Array;
  readonly checkpointSeconds?: number;
}

/** What of a release is sent back. */
export type WorkerOutput = 'csv' | 'table' | 'both' | 'none';

/** Something to be done, with an answer. */
export type Task =
  | {
      readonly kind: 'anonymize';
      /** CSV as text, bytes or a file, or a table. */
      readonly input: string | Uint8Array | Blob | PlainTable;
      readonly job: Job;
      readonly options: WorkerRunOptions & { readonly checkpoints?: boolean };
      readonly output: WorkerOutput;
    }
  | { readonly kind: 'read'; readonly input: string | Uint8Array | Blob; readonly options: InputSpec }
  | { readonly kind: 'inspect'; readonly input: PlainTable }
  | { readonly kind: 'list' };

/** Page to worker: a task, or what becomes of one. `finish` ends an anytime search with its best result so far. */
export type Request =
  | (Task & { readonly id: number })
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'finish'; readonly id: number };

/** A finished release, as `csv`, as `table`, as both or as neither, whichever was asked for. */
export interface Done {
  readonly csv: Blob | null;
  readonly table: PlainTable | null;
  /** The second table of algorithms that release sensitive columns apart, in the forms of the first; else null. */
  readonly sensitive: { readonly csv: Blob | null; readonly table: PlainTable | null } | null;
  readonly result: RunResult;
  readonly audit: AuditReport;
}

/** What every kind of task gives. */
export interface Answers {
  readonly anonymize: Done;
  readonly read: PlainTable;
  readonly inspect: Inspection;
  readonly list: Catalogue;
}

/** Worker to page. */
export type Reply =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: WorkerProgress }
  | { readonly kind: 'checkpoint'; readonly id: number; readonly state: Uint8Array }
  | { readonly kind: 'done'; readonly id: number; readonly done: Answers[keyof Answers] }
  | { readonly kind: 'error'; readonly id: number; readonly error: PlainError };
