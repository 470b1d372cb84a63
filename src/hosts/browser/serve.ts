/**
 * The worker's side of the messages: runs one job after the other with engines that live as long as the worker.
 */
import type { Steps } from '../../base/steps.js';
import { planColumns } from '../../job/plan.js';
import { planRun } from '../../pipeline/plan-run.js';
import { lookedColumns } from '../../pipeline/persons-of-job.js';
import { disarmsFormulas, warnOfDisarmed } from '../../table/formula-guard.js';
import type { StartThread } from '../../base/team.js';
import { type Anonymize, bindAnonymize } from '../../pipeline/anonymize.js';
import type { Engine } from '../../engine/engine.js';
import {
  AbortError,
  CapacityError,
  EngineError,
  InvalidArgumentError,
  ThreadError,
  throwIfAborted,
} from '../../base/errors.js';
import { createEngine, inspect, listAlgorithms } from '../../index.js';
import type { CheckedJob } from '../../job/job.js';
import { algorithms } from '../../algorithms/list.js';
import type { RunHost } from '../../pipeline/open-run.js';
import type { RunOptions } from '../../pipeline/options.js';
import { parseJob } from '../../pipeline/parse-job.js';
import { bindKnownPreview, type KnownPreview } from '../../pipeline/preview.js';
import { readByJob } from '../../pipeline/read-by-job.js';
import { resolveChecked } from '../../pipeline/resolve-job.js';
import { refuseIdentifiersInTexts } from '../../pipeline/search-identifiers.js';
import type { Warning } from '../../table/table.js';
import { Table } from '../../table/table.js';
import { csvChunks } from '../../io/csv/write-csv.js';
import { OtherFileError, readPageFile } from './read-file.js';
import { toPlainError } from '../../base/plain-error.js';
import { checkTask, isRequest } from './check-task.js';
import { isPiece, PieceReceiver, PieceSender } from './pieces.js';
import { workerFunctions } from './worker-functions.js';
import { buffersOf, toPlainTable } from './protocol.js';
import type {
  Answers,
  CallAnswer,
  Done,
  KeptInput,
  PageInput,
  PlainTable,
  PublicInputs,
  Reply,
  Task,
  WorkerProgress,
  WorkerReading,
} from './protocol.js';

/** The part of a worker's global scope that is used; a MessagePort has it too. */
export interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

type AnonymizeTask = Extract<Task, { kind: 'anonymize' }>;
type PreviewTask = Extract<Task, { kind: 'preview' }>;
type EngineName = 'wasm' | 'js';

/** Milliseconds between two messages of one phase. */
const progressInterval = 50;

/**
 * Answers the requests that come to a worker's global scope. Jobs run in the order they came, one at a time; their searches
 * with the threads that `startThread` starts, if any; `spareThreads` of them where a task leaves their number to the worker.
 */
export function serve(
  scope: WorkerScope,
  startThread: StartThread | null = null,
  spareThreads: () => number = () => 1,
): void {
  const host: RunHost = {
    makeEngine: (name) => createEngine({ engine: name }),
    startThread,
    spareThreads,
    algorithms,
  };
  const worker: Worker = {
    anonymize: bindAnonymize(host),
    preview: bindKnownPreview(host),
    engines: new Engines(),
    kept: new Map(),
    last: null,
  };
  const running = new Map<number, { readonly cancel: AbortController; readonly finish: AbortController }>();
  /** Texts of tables whose tasks are still to come. */
  const coming = new Map<number, PieceReceiver>();
  let lastJob: Promise<void> = Promise.resolve();
  let lastCall: Promise<void> = Promise.resolve();
  const reply = (message: Reply, transfer: Transferable[] = []): void => {
    try {
      scope.postMessage(message, transfer);
    } catch (error) {
      // Messages are copied, for which memory may be missing.
      throw new ThreadError('an answer of the worker could not be sent to the page', { cause: error });
    }
  };
  /** A page without an answer would wait for ever: an error that cannot be sent even in short ends the worker. */
  const printError = (id: number, error: unknown): void => {
    try {
      reply({ kind: 'error', id, error: error instanceof OtherFileError ? error.plain : toPlainError(error) });
    } catch (unsent) {
      try {
        reply({ kind: 'error', id, error: toPlainError(unsent) });
      } catch (last) {
        setTimeout(() => {
          throw last;
        });
      }
    }
  };

  scope.addEventListener('message', (event) => {
    const request: unknown = event.data;
    if (!isRequest(request)) return;
    const { id } = request;
    const texts = coming.get(id) ?? new PieceReceiver();
    if (request.kind === 'texts') {
      coming.set(id, texts);
      return isPiece(request.piece) ? texts.add(request.piece) : undefined;
    }
    coming.delete(id);
    if (request.kind === 'cancel' || request.kind === 'finish') return running.get(id)?.[request.kind].abort();
    const ends = { cancel: new AbortController(), finish: new AbortController() };
    running.set(id, ends);
    const answer = async (): Promise<void> => {
      const watch: Watch = {
        texts,
        signal: ends.cancel.signal,
        finish: ends.finish.signal,
        onProgress: throttle((value) => reply({ kind: 'progress', id, progress: value })),
        onCheckpoint: (state) => reply({ kind: 'checkpoint', id, state }),
        onReading: (reading) => reply({ kind: 'reading', id, reading }),
        pieces: new PieceSender((piece) => reply({ kind: 'texts', id, piece })),
      };
      try {
        throwIfAborted(watch.signal);
        const { done, table } = await perform(request, worker, watch);
        reply({ kind: 'done', id, done }, table === null ? [] : buffersOf(table));
      } catch (error) {
        printError(id, error);
      } finally {
        running.delete(id);
      }
    };
    if (request.kind === 'call') lastCall = lastCall.then(answer);
    else lastJob = lastJob.then(answer);
  });
}

/** Signals and callbacks that watch and end a task. */
interface Watch {
  readonly signal: AbortSignal;
  readonly finish: AbortSignal;
  readonly onProgress: (progress: WorkerProgress) => void;
  readonly onCheckpoint: (state: Uint8Array) => void;
  readonly onReading: (reading: WorkerReading) => void;
  /** Texts of the task's tables that came before it. */
  readonly texts: PieceReceiver;
  /** Takes the texts of tables ahead that the page is sent. */
  readonly pieces: PieceSender;
}

/** Context of tasks. */
interface Worker {
  readonly anonymize: Anonymize;
  readonly preview: ReturnType<typeof bindKnownPreview>;
  readonly engines: Engines;
  /** Tables that are kept, by the number of the request. */
  readonly kept: Map<number, Table>;
  /** Last preview of a kept table, and its request. */
  last: { readonly table: Table; readonly asked: string; readonly known: KnownPreview } | null;
}

/** Does a task; `table` is the one in the answer whose buffers may be handed over. */
async function perform(
  task: Task & { readonly id: number },
  worker: Worker,
  watch: Watch,
): Promise<{ readonly done: Answers[keyof Answers]; readonly table: PlainTable | null }> {
  checkTask(task);
  const { engines, kept } = worker;
  switch (task.kind) {
    case 'anonymize': {
      const done = await run(task, worker, watch);
      return { done, table: done.table };
    }
    case 'preview':
      return { done: (await previewOf(task, worker, watch))(task.options.sample), table: null };
    case 'read': {
      const { missingIn, ...given } = task.options;
      const missingMatters = (name: string): boolean => missingIn?.includes(name) ?? true;
      const options = { ...given, missingMatters, ...readingOf(task.input, watch) };
      const own = await readPageFile(task.input, options, watch.onReading);
      if (task.keep === true) kept.set(task.id, own);
      const table = watch.pieces.send(toPlainTable(own));
      const sent = task.keep === true ? copied(table) : table;
      return { done: sent, table: sent };
    }
    case 'list':
      return { done: listAlgorithms(), table: null };
    case 'inspect': {
      const { signal, onProgress } = watch;
      const engine = await engines.get('wasm');
      return { done: await inspect(tableOf(task.input, kept), { engine, signal, onProgress }), table: null };
    }
    case 'propose': {
      // Most pages never ask for it.
      const { proposeJob } = await import('../../assess/proposal/propose-job.js');
      return { done: proposeJob(tableOf(task.input, kept), task.options), table: null };
    }
    case 'keep':
      kept.set(task.id, toTable(watch.texts.join(task.input)));
      return { done: null, table: null };
    case 'forget':
      kept.delete(task.kept);
      worker.last = null;
      return { done: null, table: null };
    case 'call':
      return call(task, worker, watch);
  }
}

/** Calls a function of the script. A table that it returns is handed over. */
async function call(
  { name, given, tables }: Extract<Task, { kind: 'call' }>,
  { kept }: Worker,
  { signal, onProgress, texts, pieces }: Watch,
): Promise<{ done: CallAnswer; table: PlainTable | null }> {
  const own = workerFunctions.get(name);
  if (own === undefined) {
    const known = [...workerFunctions.keys()].join(', ') || 'a function, and answerCalls gave none';
    throw new InvalidArgumentError('message.name', known, JSON.stringify(name), 'UNKNOWN_VALUE');
  }
  const found = Object.entries(tables).map(([field, input]): [string, Table] => [
    field,
    tableOf('kept' in input ? input : texts.join(input), kept, `tables.${field}`),
  ]);
  const whole = found.length === 0 ? given : { ...(given as object), ...Object.fromEntries(found) };
  const answer = await own(whole, { signal, onProgress });
  if (!(answer instanceof Table)) return { done: { value: answer }, table: null };
  const table = pieces.send(toPlainTable(answer));
  return { done: { table }, table };
}

/** Preview of a job: for a kept table the last one, where the request is the same. */
async function previewOf(
  { input, job, options: given }: PreviewTask,
  worker: Worker,
  watch: Watch,
): Promise<KnownPreview> {
  const { threads = 'auto', engine: name = 'wasm', sample: _, publicTables, ...options } = given;
  const { signal, finish, onProgress } = watch;
  const table = tableOf(input, worker.kept);
  const areKept = publicTables === undefined || Object.values(publicTables).every((each) => 'kept' in each);
  const asked = 'kept' in input && areKept ? textOf([job, threads, name, options, publicTables]) : '';
  if (asked !== '' && worker.last?.table === table && worker.last.asked === asked) return worker.last.known;
  // Two are never kept: what the last one found goes before another one needs its memory.
  worker.last = null;
  const tables = publicOf(publicTables, worker.kept);
  const found = await worker.engines.use(name, (engine) =>
    worker.preview(table, job, { ...options, ...tables, threads, engine, signal, finish, onProgress }),
  );
  if (asked !== '') worker.last = { table, asked, known: found };
  return found;
}

/** Request as a text, to be compared; empty where it is none, such as a cycle: that is refused elsewhere. */
function textOf(asked: unknown): string {
  try {
    return JSON.stringify(asked);
  } catch {
    return '';
  }
}

async function run(task: AnonymizeTask, { anonymize, engines, kept }: Worker, watch: Watch): Promise<Done> {
  const { signal, finish, onProgress, onCheckpoint, pieces } = watch;
  const start = performance.now();
  const { table, job } = await readInput(task, kept, watch);
  const read = secondsSince(start);
  const { checkpoints = false, threads = 'auto', engine: name = 'wasm', publicTables, ...others } = task.options;
  const options = { ...others, ...publicOf(publicTables, kept) };
  const given = await engines.use(name, (engine) =>
    anonymize(table, job, {
      ...options,
      threads,
      engine,
      signal,
      finish,
      onProgress,
      ...(checkpoints ? { onCheckpoint } : {}),
    }),
  );
  const { release, tables, audit } = given;
  const { output: form } = planColumns(job);
  const isGuarded = task.output !== 'table' && disarmsFormulas(form);
  const disarmed = isGuarded ? warnOfDisarmed([release, tables.sensitive]) : [];
  const result = { ...given.result, warnings: [...given.result.warnings, ...disarmed] };
  const writeStart = performance.now();
  onProgress({ phase: 'write', share: 0 });
  const { output } = task;
  const forms = async (each: Table) => ({
    csv: output === 'csv' || output === 'both' ? await toBlob(each, form, signal) : null,
    table: output === 'table' || output === 'both' ? pieces.send(toPlainTable(each)) : null,
  });
  const main = await forms(release);
  const sensitive = tables.sensitive === undefined ? null : await forms(tables.sensitive);
  const seconds = {
    ...result.seconds,
    read,
    write: result.seconds.write + secondsSince(writeStart),
    total: secondsSince(start),
  };
  onProgress({ phase: 'write', share: 1 });
  return { ...main, sensitive, result: { ...result, seconds }, audit };
}

async function readInput(
  { input, job: given }: AnonymizeTask,
  kept: Worker['kept'],
  watch: Watch,
): Promise<{ table: Table; job: CheckedJob }> {
  const job = parseJob(given);
  if (!isFile(input)) return { table: tableOf(input, kept), job };
  const plan = planRun(resolveChecked(job));
  const searchIdentifiers = (table: Table): Steps<Warning[]> => refuseIdentifiersInTexts(table, plan);
  const settings = { ...readingOf(input, watch), searchIdentifiers, looked: lookedColumns(job) };
  return readByJob(job, settings, (options) => readPageFile(input, options));
}

/** The table with buffers of its own, to be handed over. */
const copied = (table: PlainTable): PlainTable => ({
  ...table,
  columns: table.columns.map((column) => ({
    ...column,
    codes: column.codes.slice(),
    numbers: column.numbers?.slice() ?? null,
  })),
});

const toTable = ({ rows, columns, warnings }: PlainTable): Table => new Table(rows, columns, warnings);

/** A table that came with the task, or is kept. */
function tableOf(input: PlainTable | KeptInput, kept: Worker['kept'], path = 'input'): Table {
  if (!('kept' in input)) return toTable(input);
  const table = kept.get(input.kept);
  if (table !== undefined) return table;
  throw new InvalidArgumentError(`message.${path}.kept`, 'a table that is kept', 'one that is not', 'UNKNOWN_VALUE');
}

/** The option that gives a run its public tables, where there are any. */
function publicOf(inputs: PublicInputs | undefined, kept: Worker['kept']): Pick<RunOptions, 'publicTables'> {
  if (inputs === undefined) return {};
  const tables = Object.entries(inputs).map(([name, input]) => [name, tableOf(input, kept, 'options.publicTables')]);
  return { publicTables: Object.fromEntries(tables) as Record<string, Table> };
}

const isFile = (input: AnonymizeTask['input']): input is PageInput =>
  typeof input === 'string' || !('columns' in input || 'kept' in input);

/** Options that watch the reading of an input: progress by its length. */
function readingOf(input: PageInput, { signal, onProgress }: Watch) {
  const whole = typeof input === 'string' ? input.length : input instanceof Blob ? input.size : input.byteLength;
  onProgress({ phase: 'read', share: 0 });
  return {
    signal,
    onProgress: ({ bytes }: { bytes: number }): void =>
      onProgress({ phase: 'read', share: whole === 0 ? 1 : Math.min(1, bytes / whole) }),
  };
}

/** The release as a CSV file in memory. Lets messages in between chunks. */
async function toBlob(release: Table, output: NonNullable<CheckedJob['output']>, signal: AbortSignal): Promise<Blob> {
  const parts: Blob[] = [];
  const { delimiter, bom } = output;
  for (const chunk of csvChunks(release, { delimiter, bom, formulaGuard: disarmsFormulas(output) })) {
    parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
    await new Promise((resolve) => setTimeout(resolve, 0));
    throwIfAborted(signal);
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

/** Engines by name, made at their first use and kept. */
class Engines {
  readonly #engines = new Map<EngineName, Promise<Engine>>();

  get(name: EngineName): Promise<Engine> {
    const known = this.#engines.get(name);
    if (known !== undefined) return known;
    const made = createEngine({ engine: name });
    this.#engines.set(name, made);
    made.catch(() => this.#engines.delete(name));
    return made;
  }

  /** Gives an engine to `use`; one that breaks is not used again. */
  async use<Result>(name: EngineName, use: (engine: Engine) => Promise<Result>): Promise<Result> {
    const engine = await this.get(name);
    try {
      return await use(engine);
    } catch (error) {
      if (isBroken(error)) this.#drop(name);
      throw error;
    }
  }

  /** The next run gets a new one. */
  #drop(name: EngineName): void {
    this.#engines
      .get(name)
      ?.then((engine) => engine.dispose())
      .catch(() => undefined);
    this.#engines.delete(name);
  }
}

/** True when the engine must not be used again. */
const isBroken = (error: unknown): boolean =>
  error instanceof EngineError ||
  (error instanceof CapacityError && !error.engineUsable) ||
  (error instanceof Error && !(error instanceof AbortError) && error.name === 'RuntimeError');

const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/** Passes on the first and the last of every phase, and between them what is not too soon. */
function throttle(report: (progress: WorkerProgress) => void): (progress: WorkerProgress) => void {
  let phase: WorkerProgress['phase'] | null = null;
  let reportedAt = -Infinity;
  return (progress) => {
    const now = performance.now();
    if (progress.phase === phase && progress.share < 1 && now - reportedAt < progressInterval) return;
    phase = progress.phase;
    reportedAt = now;
    const { share, cost, lowerBound, gap } = progress;
    report({ phase, share, ...(cost === undefined ? {} : { cost, lowerBound, gap }) });
  };
}
