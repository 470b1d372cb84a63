/**
 * The page's side of the worker: promises instead of messages. Nothing heavy is loaded here; the engine, the parser and
 * the algorithms live in the worker.
 */
import type { AuditReport } from '../../audit/report.js';
import { AbortError, abortErrorOf, ThreadError, throwIfAborted } from '../../base/errors.js';
import type { Catalogue } from '../../pipeline/catalogue.js';
import type { Inspection } from '../../assess/inspect.js';
import type { ProposedJob } from '../../assess/proposal/propose-job.js';
import type { Job } from '../../job/job.js';
import type { Preview, PreviewOptions } from '../../pipeline/preview.js';
import type { RunResult } from '../../pipeline/result.js';
import { Table } from '../../table/table.js';
import type { Warning } from '../../table/table.js';
import { fromPlainError } from '../../base/plain-error.js';
import { PieceReceiver, PieceSender } from './pieces.js';
import type { WorkerFunctions } from './worker-functions.js';
import { buffersOf, toPlainTable } from './protocol.js';
import type {
  Answers,
  Done,
  KeptInput,
  PageInput,
  PlainTable,
  Reply,
  Request,
  Task,
  WorkerOutput,
  WorkerProgress,
  WorkerProposeOptions,
  WorkerReading,
  WorkerReadOptions,
  WorkerRunOptions,
} from './protocol.js';

export type {
  PageInput,
  WorkerProgress,
  WorkerProposeOptions,
  WorkerReading,
  WorkerReadOptions,
  WorkerRunOptions,
} from './protocol.js';
export type { WorkerCall, WorkerFunctions } from './worker-functions.js';
export { Table } from '../../table/table.js';
export * from '../../base/errors.js';

/** Options to watch and end a task in the worker. */
export interface WorkerTaskOptions {
  /** Ends the task with an AbortError; other tasks of the worker go on. */
  readonly signal?: AbortSignal;
  /** Called on the page's thread, about 20 times a second at most. */
  readonly onProgress?: (progress: WorkerProgress) => void;
}

/** Options to watch and end the reading of a file in the worker. */
export interface WorkerFileOptions extends WorkerTaskOptions {
  /** Called once, before the table comes, with the format of the file, its encoding, delimiter, the lines passed over, its sheets. */
  readonly onReading?: (reading: WorkerReading) => void;
}

/** The public tables of a job that has models on them. */
export interface WorkerPublicOptions {
  /**
   * The public tables that models name in `public`, as `publicTables` of `RunOptions`: copied with every task, or once where they are kept
   * in this worker.
   *
   * @example
   * const register = await client.keep(await client.read(registerFile));
   * await client.anonymize(file, job, { publicTables: { 'register.csv': register } });
   */
  readonly publicTables?: Readonly<Record<string, Table | KeptTable>>;
}

/** Options to watch and end a run in the worker, and the form of its answer. */
export interface WorkerOptions extends WorkerRunOptions, WorkerPublicOptions, WorkerTaskOptions {
  /** Ends an anytime search with its best result so far, with the warning STOPPED_EARLY. */
  readonly finish?: AbortSignal;
  /** Receives the state of a search that can be resumed; see `RunOptions`. */
  readonly onCheckpoint?: (state: Uint8Array) => void;
  /** `csv` (default): the release as a Blob; `table`: as a Table; `both`; `none`: result and audit alone. */
  readonly output?: WorkerOutput;
  /** True hands the buffers of bytes or of a table over instead of copying them; the caller's are empty afterwards. */
  readonly transfer?: boolean;
}

/** Result of a run in the worker. */
export interface WorkerRelease {
  /** The released CSV (UTF-8) when `output` is `csv` or `both`, else null. */
  readonly csv: Blob | null;
  /** The released table when `output` is `table` or `both`, else null. */
  readonly table: Table | null;
  /** The second table of algorithms that release sensitive columns apart (anatomy), in the same forms; else null. */
  readonly sensitive: {
    /** The table as CSV (UTF-8) when `output` is `csv` or `both`, else null. */
    readonly csv: Blob | null;
    /** The table as a Table when `output` is `table` or `both`, else null. */
    readonly table: Table | null;
  } | null;
  /** Counts, models, metrics and search, as `anonymize` gives them. */
  readonly result: RunResult;
  /** Report of the independent audit. */
  readonly audit: AuditReport;
  /** Warnings: `result.warnings`. */
  readonly warnings: readonly Warning[];
}

/** Options of a preview in the worker: how it is watched and ended, and the rows that it shows. */
export type WorkerPreviewOptions = Omit<WorkerRunOptions, 'resume' | 'checkpointSeconds'> &
  WorkerPublicOptions &
  Pick<WorkerOptions, 'signal' | 'finish' | 'onProgress'> &
  Pick<PreviewOptions, 'sample' | 'metrics'>;

/** A table that the worker keeps. */
export interface KeptTable {
  /**
   * Outcome of a job, as `preview` of `kohort` returns it: figures without a release. Give it a `signal`, and abort the last one before the next: it
   * ends within some 20 ms, so that nothing queues. The last outcome is kept: the same job with the same options and another `sample` is answered
   * without a search, for pages that scroll.
   */
  preview(job: Job, options?: WorkerPreviewOptions): Promise<Preview>;
  /** A complete job made from the table, with the reason of each part, as `proposeJob` of `kohort` makes it. */
  propose(options?: WorkerProposeOptions, task?: WorkerTaskOptions): Promise<ProposedJob>;
  /** Anonymizes it as {@link WorkerClient.anonymize} does. */
  anonymize(job: Job, options?: Omit<WorkerOptions, 'transfer'>): Promise<WorkerRelease>;
  /** Inspects it as {@link WorkerClient.inspect} does. */
  inspect(options?: WorkerTaskOptions): Promise<Inspection>;
  /** Removes the table from the worker, after the requests so far. */
  forget(): void;
}

/** A file that was read, in the page and in the worker. */
export interface OpenedTable {
  /** The page's own copy. */
  readonly table: Table;
  /** Copy of the table in the worker. */
  readonly kept: KeptTable;
}

/** Options to watch and end a call of a function in the worker. */
export interface WorkerCallOptions extends WorkerTaskOptions {
  /** Buffers, ports and streams in the argument that are handed over instead of copied. Default none. */
  readonly transfer?: readonly Transferable[];
}

/** Argument of a call: a field that is a table in the worker may be a table here, or one that the worker keeps. */
export type WorkerCallArgument<Given> = {
  readonly [Field in keyof Given]: Table extends Given[Field] ? Given[Field] | KeptTable : Given[Field];
};

/**
 * A worker to send jobs to.
 *
 * @typeParam Functions - type of the functions that the worker's script gives to `answerCalls`; default none
 */
export interface WorkerClient<Functions extends WorkerFunctions = Readonly<Record<never, never>>> {
  /**
   * Anonymizes a table, or CSV, an Excel workbook or lines of JSON in the worker: as the job's `input.format` says, else by the name of a
   * File and how the bytes begin. Runs of one worker happen one after the other. For Excel and JSON, `worker-files.js` has to stand beside
   * the worker's file; it is loaded on use.
   *
   * Hierarchies must be in the job itself (`rows`, not `file`). Rejects with the errors that `anonymize` and `readCsv`
   * throw, as instances of the classes that this package exports, and with AbortError when `signal` is aborted or the
   * client is closed.
   *
   * @example
   * const { csv, result } = await client.anonymize(fileInput.files[0], job, { onProgress: ({ share }) => draw(share) });
   */
  anonymize(input: PageInput | Table, job: Job, options?: WorkerOptions): Promise<WorkerRelease>;
  /**
   * Reads a file in the worker, as `anonymize` does, CSV as `readCsv` reads it; the table's buffers are handed over, not copied. What a job
   * says of the file and of its columns is said by the same keys: those of `input`, and `types` for `type` and `format` of attributes.
   *
   * @example
   * const table = await client.read(file, { delimiter: ';', types: { born: { type: 'date', format: 'DD.MM.YYYY' } } });
   */
  read(input: PageInput, options?: WorkerReadOptions & WorkerFileOptions): Promise<Table>;
  /**
   * Reads a file as `read` does, and keeps the table in the worker as `keep` does: nothing has to be sent back. The page's copy comes
   * in pieces, so that the page is not busy for long with many distinct values.
   *
   * @example
   * const { table, kept } = await client.open(fileInput.files[0], { signal });
   */
  open(input: PageInput, options?: WorkerReadOptions & WorkerFileOptions): Promise<OpenedTable>;
  /** Looks at a table in the worker, as `inspect` does. */
  inspect(table: Table, options?: WorkerTaskOptions): Promise<Inspection>;
  /**
   * Keeps a copy of a table in the worker, for pages that ask much of one: nothing but the job is sent then.
   *
   * @example
   * const kept = await client.keep(table);
   * slider.oninput = async () => show(await kept.preview(jobOf(slider.value), { signal: next() }));
   */
  keep(table: Table): Promise<KeptTable>;
  /**
   * Calls a function of yours in the worker, which its script gives to `answerCalls` of `kohort/worker-modules`. Calls run one after the other, beside
   * the jobs. The argument is cloned; a `Table` among its fields is sent in pieces, so that the page is not busy for long, and a {@link KeptTable} among
   * them is the table of the worker. A table as the answer comes as from `read`. Rejects with the errors of the function, those of this package as
   * instances of their classes, and with InvalidArgumentError UNKNOWN_VALUE where the worker has no such function.
   *
   * @param given - the argument; `undefined` for a function without one
   * @example
   * const client = createWorkerClient<typeof functions>(worker);
   * const rows = await client.call('countRows', { table }, { signal });
   */
  call<Name extends keyof Functions & string>(
    name: Name,
    given: WorkerCallArgument<Parameters<Functions[Name]>[0]>,
    options?: WorkerCallOptions,
  ): Promise<Awaited<ReturnType<Functions[Name]>>>;
  /** Every algorithm, privacy model and metric of this version, as `listAlgorithms` gives it, without loading them here. */
  list(): Promise<Catalogue>;
  /** Ends the worker; tasks that are not finished reject with AbortError. */
  close(): void;
}

/** The part of a Worker that the client uses. */
export interface WorkerLike {
  /** Sends a message; the memory of what `transfer` lists is handed over. */
  postMessage(message: unknown, transfer: Transferable[]): void;
  /** Calls `listener` for every message and every failure of the worker. */
  addEventListener(type: 'message' | 'error' | 'messageerror', listener: (event: Event) => void): void;
  /** Ends the worker at once. */
  terminate(): void;
}

interface Pending {
  readonly onProgress: WorkerTaskOptions['onProgress'];
  readonly onCheckpoint: WorkerOptions['onCheckpoint'];
  readonly onReading: WorkerFileOptions['onReading'];
  readonly pieces: PieceReceiver;
  readonly resolve: (answer: Answers[keyof Answers]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A client of a module worker that runs `kohort/worker`.
 *
 * @example
 * const worker = new Worker(new URL('kohort/worker', import.meta.url), { type: 'module' });
 * const client = createWorkerClient(worker);
 */
export function createWorkerClient<Functions extends WorkerFunctions = Readonly<Record<never, never>>>(
  worker: WorkerLike,
): WorkerClient<Functions> {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let closed: Error | null = null;
  /** The numbers of tables that the worker keeps. */
  const numbers = new WeakMap<KeptTable, number>();

  const end = (error: Error): void => {
    closed ??= error;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.addEventListener('message', (event) => {
    const reply = (event as MessageEvent<Reply>).data;
    const run = pending.get(reply.id);
    if (run === undefined) return;
    if (reply.kind === 'progress') return tell(run, () => run.onProgress?.(reply.progress));
    if (reply.kind === 'reading') return tell(run, () => run.onReading?.(reply.reading));
    if (reply.kind === 'texts') return run.pieces.add(reply.piece);
    if (reply.kind === 'checkpoint') return tell(run, () => run.onCheckpoint?.(reply.state));
    pending.delete(reply.id);
    if (reply.kind === 'done') run.resolve(reply.done);
    else run.reject(fromPlainError(reply.error));
  });
  worker.addEventListener('error', (event) => {
    const { message } = event as ErrorEvent;
    end(new Error(`the worker could not be run: ${message ?? 'its script cannot be loaded'}`));
  });
  worker.addEventListener('messageerror', () => end(new Error('a message of the worker cannot be read')));

  /** An error that a page's own callback throws ends its run, as it does without a worker. */
  function tell(run: Pending, callBack: () => void): void {
    try {
      callBack();
    } catch (error) {
      run.reject(error);
    }
  }

  function send(message: Request, transfer: Transferable[] = []): void {
    try {
      worker.postMessage(message, transfer);
    } catch (error) {
      // The message has something that cannot be copied, such as a function, or memory for the copy is missing.
      throw new ThreadError('the task could not be sent to the worker', { cause: error });
    }
  }

  /** Cancels a run in the worker. If the message cannot be sent, the worker finishes and its answer is ignored. */
  function cancel(id: number): void {
    try {
      send({ kind: 'cancel', id });
    } catch {
      // The outcome of the run does not depend on this message.
    }
  }

  async function perform<Kind extends Task['kind']>(
    task: Extract<Task, { kind: Kind }>,
    buffers: Transferable[],
    {
      signal,
      onProgress,
      onCheckpoint,
      onReading,
      finish,
    }: Pick<WorkerOptions, 'onCheckpoint' | 'finish'> & WorkerFileOptions,
    pieces = new PieceReceiver(),
    id = ++lastId,
  ): Promise<Answers[Kind]> {
    throwIfAborted(signal);
    if (closed !== null) throw closed;
    let abort = (): void => undefined;
    let end = (): void => undefined;
    try {
      return await new Promise<Answers[Kind]>((resolve, reject) => {
        end = () => {
          try {
            send({ kind: 'finish', id });
          } catch (error) {
            reject(error);
          }
        };
        send({ ...task, id }, buffers);
        pending.set(id, {
          onProgress,
          onCheckpoint,
          onReading,
          pieces,
          resolve: resolve as Pending['resolve'],
          reject,
        });
        abort = () => reject(abortErrorOf(signal, 'interrupted, nothing was released'));
        signal?.addEventListener('abort', abort, { once: true });
        if (finish?.aborted === true) end();
        finish?.addEventListener('abort', end, { once: true });
      });
    } finally {
      signal?.removeEventListener('abort', abort);
      finish?.removeEventListener('abort', end);
      // The page ended the task: the worker need not continue.
      if (pending.delete(id)) cancel(id);
    }
  }

  /** The options with public tables as the worker takes them: those that it keeps by their number. */
  function withPublic<Options extends WorkerPublicOptions>({ publicTables, ...options }: Options) {
    if (typeof publicTables !== 'object' || publicTables === null) return { ...options, publicTables };
    const inputs = Object.entries(publicTables).map(([name, table]): [string, PlainTable | KeptInput] => [
      name,
      table instanceof Table ? toPlainTable(table) : { kept: numbers.get(table) ?? 0 },
    ]);
    return { ...options, publicTables: Object.fromEntries(inputs) };
  }

  async function anonymize(
    input: AnonymizeTask['input'],
    buffers: Transferable[],
    job: Job,
    given: WorkerOptions,
  ): Promise<WorkerRelease> {
    const { signal, onProgress, onCheckpoint, finish, output = 'csv', transfer: _, ...others } = given;
    const options = { ...withPublic(others), checkpoints: onCheckpoint !== undefined };
    const task = { kind: 'anonymize', input, job, options, output } as const;
    const pieces = new PieceReceiver();
    const done = await perform(task, buffers, { signal, onProgress, onCheckpoint, finish }, pieces);
    return toRelease(done, (table) => toTable(pieces.join(table)));
  }

  /** Sends the texts of tables ahead of the task with this number, and gives the tables as the task holds them. */
  function senderFor(id: number, signal?: AbortSignal): (table: Table) => Promise<PlainTable> {
    const sender = new PieceSender((piece) => send({ kind: 'texts', id, piece }));
    return async (table) => {
      try {
        return await sender.sendSlowly(toPlainTable(table), signal);
      } catch (reason) {
        // The worker lets go of the pieces.
        cancel(id);
        throw reason;
      }
    };
  }

  async function call(name: string, given: unknown, { signal, onProgress, transfer = [] }: WorkerCallOptions = {}) {
    const id = ++lastId;
    const sendTable = senderFor(id, signal);
    const tables: [string, PlainTable | KeptInput][] = [];
    const others: [string, unknown][] = [];
    for (const [field, value] of isRecord(given) ? Object.entries(given) : []) {
      const kept = numbers.get(value as KeptTable);
      if (kept !== undefined) tables.push([field, { kept }]);
      else if (value instanceof Table) tables.push([field, await sendTable(value)]);
      else others.push([field, value]);
    }
    const rest = tables.length === 0 ? given : Object.fromEntries(others);
    const task = { kind: 'call', name, given: rest, tables: Object.fromEntries(tables) } as const;
    const pieces = new PieceReceiver();
    const answer = await perform(task, [...transfer], { signal, onProgress }, pieces, id);
    return 'table' in answer ? toTable(pieces.join(answer.table)) : answer.value;
  }

  const forget = (kept: number): void => void perform({ kind: 'forget', kept }, [], {}).catch(() => undefined);

  function keptTable(kept: number): KeptTable {
    const input = { kept };
    const own: KeptTable = {
      preview: (job, { signal, onProgress, finish, ...options } = {}) =>
        perform({ kind: 'preview', input, job, options: withPublic(options) }, [], { signal, onProgress, finish }),
      propose: (options = {}, { signal, onProgress } = {}) =>
        perform({ kind: 'propose', input, options }, [], { signal, onProgress }),
      anonymize: (job, options = {}) => anonymize(input, [], job, options),
      inspect: ({ signal, onProgress } = {}) => perform({ kind: 'inspect', input }, [], { signal, onProgress }),
      forget: () => forget(kept),
    };
    numbers.set(own, kept);
    return own;
  }

  return {
    async anonymize(input, job, options = {}) {
      return anonymize(...toMessage(input, options.transfer === true), job, options);
    },
    async read(input, { signal, onProgress, onReading, ...options } = {}) {
      const pieces = new PieceReceiver();
      const watch = { signal, onProgress, onReading };
      return toTable(pieces.join(await perform({ kind: 'read', input, options }, [], watch, pieces)));
    },
    inspect: (table, { signal, onProgress } = {}) =>
      perform({ kind: 'inspect', input: toPlainTable(table) }, [], { signal, onProgress }),
    async open(input, { signal, onProgress, onReading, ...options } = {}) {
      const kept = lastId + 1;
      const watch = { signal, onProgress, onReading };
      const pieces = new PieceReceiver();
      try {
        const table = await perform({ kind: 'read', input, options, keep: true }, [], watch, pieces);
        return { table: toTable(pieces.join(table)), kept: keptTable(kept) };
      } catch (reason) {
        // It may be kept already where the page did not wait for it.
        forget(kept);
        throw reason;
      }
    },
    async keep(table) {
      const kept = ++lastId;
      const input = await senderFor(kept)(table);
      await perform({ kind: 'keep', input }, [], {}, undefined, kept);
      return keptTable(kept);
    },
    list: () => perform({ kind: 'list' }, [], {}),
    call: call as WorkerClient<Functions>['call'],
    close() {
      end(new AbortError('the worker was closed, nothing was released'));
      worker.terminate();
    },
  };
}

type AnonymizeTask = Extract<Task, { kind: 'anonymize' }>;
type Input = Parameters<WorkerClient['anonymize']>[0];

function toMessage(input: Input, transfer: boolean): [AnonymizeTask['input'], Transferable[]] {
  if (input instanceof Uint8Array) {
    // A view of a larger buffer is cut out: cloning it would clone the whole buffer.
    const bytes = transfer ? input : input.slice();
    return [bytes, bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []];
  }
  if (input instanceof ArrayBuffer) return [input, transfer ? [input] : []];
  if (typeof input === 'string' || input instanceof Blob) return [input, []];
  const table = toPlainTable(input);
  return [table, transfer ? buffersOf(table) : []];
}

/** True of an object of fields: entries of bytes or lists would be many. */
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const toTable = ({ rows, columns, warnings }: PlainTable): Table => new Table(rows, columns, warnings);

function toRelease({ csv, table, sensitive, result, audit }: Done, join: (table: PlainTable) => Table): WorkerRelease {
  const tableOf = (plain: PlainTable | null): Table | null => (plain === null ? null : join(plain));
  return {
    csv,
    table: tableOf(table),
    sensitive: sensitive === null ? null : { csv: sensitive.csv, table: tableOf(sensitive.table) },
    result,
    audit,
    warnings: result.warnings,
  };
}
