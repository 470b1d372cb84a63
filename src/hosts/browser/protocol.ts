/** The messages between a page and the worker. Everything in them survives structured cloning. */
import type { AuditReport } from '../../audit/report.js';
import type { Catalogue } from '../../pipeline/catalogue.js';
import type { Inspection } from '../../assess/inspect.js';
import type { ProposedJob, ProposeOptions } from '../../assess/proposal/propose-job.js';
import type { InputDescription } from '../../table/input-description.js';
import type { DeclaredType } from '../../io/cell-options.js';
import type { Encoding } from '../../table/input-spec.js';
import type { InputSpec, Job } from '../../job/job.js';
import type { Preview, PreviewOptions } from '../../pipeline/preview.js';
import type { RunResult } from '../../pipeline/result.js';
import type { PlainTable } from '../../table/plain-table.js';
import type { PlainError } from '../../base/plain-error.js';
import type { TextsPiece } from './pieces.js';

export { buffersOf, toPlainTable } from '../../table/plain-table.js';
export type { PlainTable } from '../../table/plain-table.js';

/** Input of the worker: CSV as text; or the bytes of a file, CSV, an Excel workbook or lines of JSON. */
export type PageInput = string | Uint8Array | ArrayBuffer | Blob;

/** Options of reading a file, as in a job, and the types of its columns. */
export interface WorkerReadOptions extends InputSpec {
  /** Declared types by column name, with or without a format, as `attributes` of a job say them; names that are no column are passed over. */
  readonly types?: Readonly<Record<string, DeclaredType>>;
  /** Columns in which `onMissing` looks for missing cells. Default: all columns. */
  readonly missingIn?: readonly string[];
}

/** Format and layout by which a file was read: given, or found. */
export interface WorkerReading extends Pick<InputDescription, 'delimiter' | 'skip' | 'sheets'> {
  /** The format of the file, by its name or its first bytes where it was not given. */
  readonly format: NonNullable<InputSpec['format']>;
  /** Encoding of a text that is not UTF-8. */
  readonly encoding?: Encoding;
}

/** Progress of the worker; `share` of the phase is done, 0 .. 1. */
export interface WorkerProgress {
  /** Phase of the worker. */
  readonly phase: 'read' | 'prepare' | 'search' | 'measure' | 'release' | 'audit' | 'write';
  /** Share of this phase that is done, 0 .. 1. */
  readonly share: number;
  /** Least cost found, for searches that know it. */
  readonly cost?: number;
  /** Lower bound of the cost of every solution, for searches that know it. */
  readonly lowerBound?: number;
  /** Relative gap, (cost - lowerBound) / cost, for searches that know both. */
  readonly gap?: number;
}

/** Options of a run that can be sent to a worker; see `RunOptions`. */
export interface WorkerRunOptions {
  /** `wasm` (default) or `js`. */
  readonly engine?: 'wasm' | 'js';
  /**
   * Threads of the search, 1 .. 256, each further one a worker of its own. Default `auto`: 1, but all cores but one, at most 8, in pages that
   * are cross-origin isolated where the release is the same with any number of threads.
   */
  readonly threads?: number | 'auto';
  /** Seconds, above 0, after which an anytime search ends with its best result so far. Default none. */
  readonly timeLimit?: number;
  /** Whole number from 0: the order of the rows is reproducible. For tests; with the seed the shuffle can be undone. */
  readonly seed?: number;
  /** A state that `onCheckpoint` was given, of the same job on the same table: the search goes on from it. */
  readonly resume?: Uint8Array;
  /** Seconds between two states that `onCheckpoint` is given, above 0. Default 60. */
  readonly checkpointSeconds?: number;
}

/** Options of a job that is to be proposed; see `proposeJob`. */
export type WorkerProposeOptions = Omit<ProposeOptions, 'public'>;

/** Parts of a release that are sent back. */
export type WorkerOutput = 'csv' | 'table' | 'both' | 'none';

/** A table that the worker keeps. */
export interface KeptInput {
  readonly kept: number;
}

/** The public tables of a job by the name that its models give them. */
export type PublicInputs = Readonly<Record<string, PlainTable | KeptInput>>;

/** Something to be done, with an answer. */
export type Task =
  | {
      readonly kind: 'anonymize';
      /** CSV as text, the bytes of a file, or a table. */
      readonly input: PageInput | PlainTable | KeptInput;
      readonly job: Job;
      readonly options: WorkerRunOptions & { readonly checkpoints?: boolean; readonly publicTables?: PublicInputs };
      readonly output: WorkerOutput;
    }
  | {
      readonly kind: 'read';
      readonly input: PageInput;
      readonly options: WorkerReadOptions;
      /** Keeps the table under the number of this request, and sends a copy. */
      readonly keep?: boolean;
    }
  | { readonly kind: 'inspect'; readonly input: PlainTable | KeptInput }
  | {
      readonly kind: 'propose';
      readonly input: PlainTable | KeptInput;
      readonly options: WorkerProposeOptions;
    }
  | {
      readonly kind: 'preview';
      readonly input: PlainTable | KeptInput;
      readonly job: Job;
      readonly options: WorkerRunOptions &
        Pick<PreviewOptions, 'sample' | 'metrics'> & { readonly publicTables?: PublicInputs };
    }
  /** Keeps a table, under the number of this request. */
  | { readonly kind: 'keep'; readonly input: PlainTable }
  | { readonly kind: 'forget'; readonly kept: number }
  | { readonly kind: 'list' }
  /** Calls a function that the worker's script gave to `answerCalls`. */
  | {
      readonly kind: 'call';
      readonly name: string;
      /** Argument of the function, without its fields in `tables`. */
      readonly given: unknown;
      readonly tables: Readonly<Record<string, PlainTable | KeptInput>>;
    };

/**
 * Page to worker: a task, or a message about one. `texts` comes before a task whose table is sent in pieces; `finish` ends an anytime search with
 * its best result so far.
 */
export type Request =
  | (Task & { readonly id: number })
  | { readonly kind: 'texts'; readonly id: number; readonly piece: TextsPiece }
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

/** Answer for every kind of task. */
export interface Answers {
  readonly anonymize: Done;
  readonly read: PlainTable;
  readonly inspect: Inspection;
  readonly propose: ProposedJob;
  readonly preview: Preview;
  readonly keep: null;
  readonly forget: null;
  readonly list: Catalogue;
  readonly call: CallAnswer;
}

/** Answer of a function: a table, or a value that can be cloned. */
export type CallAnswer = { readonly table: PlainTable } | { readonly value: unknown };

/** Worker to page. */
export type Reply =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: WorkerProgress }
  /** Reading of a file, before its table. */
  | { readonly kind: 'reading'; readonly id: number; readonly reading: WorkerReading }
  /** Texts of a table that is sent in pieces, before it. */
  | { readonly kind: 'texts'; readonly id: number; readonly piece: TextsPiece }
  | { readonly kind: 'checkpoint'; readonly id: number; readonly state: Uint8Array }
  | { readonly kind: 'done'; readonly id: number; readonly done: Answers[keyof Answers] }
  | { readonly kind: 'error'; readonly id: number; readonly error: PlainError };
