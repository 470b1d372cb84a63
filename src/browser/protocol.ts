/** The messages between a page and the worker. Everything in them survives structured cloning. */
import type { AuditReport } from '../audit/spec.js';
import type { Job } from '../job/job.js';
import type { RunResult } from '../run/result.js';
import type { Column, Table, Warning } from '../table/table.js';
import type { PlainError } from './plain-error.js';

/** A table without its class: columns as they are, warnings of its reader. */
export interface PlainTable {
  readonly rows: number;
  readonly columns: readonly Column[];
  readonly warnings: readonly Warning[];
}

/** What the worker is doing; `share` of the phase is done, 0 .. 1. */
export interface WorkerProgress {
  readonly phase: 'read' | 'prepare' | 'search' | 'measure' | 'release' | 'audit' | 'write';
  readonly share: number;
}

/** Options of a run that can be sent to a worker; see `RunOptions`. */
export interface WorkerRunOptions {
  readonly engine?: 'wasm' | 'js';
  readonly threads?: number;
  readonly timeLimit?: number;
  readonly seed?: number;
}

/** Page to worker. */
export type Request =
  | {
      readonly kind: 'anonymize';
      readonly id: number;
      /** CSV as text, bytes or a file, or a table. */
      readonly input: string | Uint8Array | Blob | PlainTable;
      readonly job: Job;
      readonly options: WorkerRunOptions;
      readonly output: 'csv' | 'table';
    }
  | { readonly kind: 'cancel'; readonly id: number };

/** A finished release, as `csv` or as `table`, whichever was asked for. */
export interface Done {
  readonly csv: Blob | null;
  readonly table: PlainTable | null;
  readonly result: RunResult;
  readonly audit: AuditReport;
}

/** Worker to page. */
export type Reply =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: WorkerProgress }
  | { readonly kind: 'done'; readonly id: number; readonly done: Done }
  | { readonly kind: 'error'; readonly id: number; readonly error: PlainError };

/** The table as a message holds it. */
export const toPlainTable = ({ rows, columns, warnings }: Table): PlainTable => ({ rows, columns, warnings });

/** The buffers of a table, each once, to be transferred instead of copied; the table is unusable afterwards. */
export function buffersOf({ columns }: PlainTable): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const { codes, numbers } of columns) {
    for (const values of [codes, numbers]) {
      if (values !== null && values.buffer instanceof ArrayBuffer) buffers.add(values.buffer);
    }
  }
  return [...buffers];
}
