/** The page's side of the worker that assesses releases: one question at a time, what is superseded is dropped. */
import { specOf } from 'kohort/assess';
import { Table, type WorkerClient } from 'kohort/client';
import { clientOf, startWorker } from '../start-worker.js';
import type { Answer, Functions, Given, Question } from '../worker-functions.js';
import type { AssessedTables } from './answers.js';

/** A finished run with its tables. */
export interface Assessed extends AssessedTables {
  /** Another one for every run. */
  readonly id: number;
}

/** Controls that watch and drop a question. */
export interface Watched {
  readonly signal: AbortSignal;
  readonly onProgress?: (share: number) => void;
}

/** Milliseconds that a dropped question may go on, before its worker is ended. */
const MERCY_MILLISECONDS = 250;

/** A worker, and the run that it holds. */
interface Assessor {
  readonly client: WorkerClient<Functions>;
  held: Assessed | null;
}

let assessor: Assessor | null = null;
/** Settled once the questions so far are out of the way. */
let turn: Promise<void> = Promise.resolve();

function startAssessor(): Assessor {
  const worker = startWorker('kohort-assess');
  // Called before the client rejects the question.
  worker.addEventListener('error', () => endAssessor(started));
  const started: Assessor = { client: clientOf(worker), held: null };
  return started;
}

/** Ends the worker; the next question starts another. */
function endAssessor(ended: Assessor): void {
  ended.client.close();
  if (assessor === ended) assessor = null;
}

/** Asks the worker about a finished run. Rejects with an AbortError when the signal is aborted. */
export async function ask<Name extends Question>(
  of: Assessed,
  question: Name,
  given: Given<Name>,
  { signal, onProgress }: Watched,
): Promise<Answer<Name>> {
  const before = turn;
  let endTurn = (): void => undefined;
  turn = new Promise((resolve) => (endTurn = resolve));
  await before;
  let own: Assessor | null = null;
  try {
    signal.throwIfAborted();
    own = assessor ??= startAssessor();
    await hold(own, of);
    return await own.client.call(question, given, {
      signal,
      onProgress: ({ share }) => onProgress?.(share),
    });
  } catch (reason) {
    if (own === null || own === assessor) throw reason;
    throw new Error('The worker that assesses releases has ended. Ask again, or reload the page.', { cause: reason });
  } finally {
    void freed(own, signal).then(endTurn);
  }
}

/** Sends the run, where the worker holds another one. */
async function hold(own: Assessor, of: Assessed): Promise<void> {
  const { id, original, release, apart, run } = of;
  if (own.held?.id === id && own.held.original === original) return;
  own.held = null;
  const shown = (table: Table): Table =>
    new Table(
      table.rows,
      // Counting persons requires the keys of rows.
      table.columns.filter(({ name }) => !['identifier', 'drop'].includes(specOf(run.job, name)?.role ?? '')),
    );
  const tables = { original: shown(original), release: shown(release), apart: apart === null ? null : shown(apart) };
  await own.client.call('hold', { ...tables, run });
  own.held = of;
}

/** Waits for the worker to end a dropped question. It is ended where that takes long. */
async function freed(own: Assessor | null, { aborted }: AbortSignal): Promise<void> {
  if (own === null || !aborted) return;
  const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), MERCY_MILLISECONDS));
  const first = await Promise.race([own.client.call('rest', undefined).catch(() => null), late]);
  if (first === 'late') endAssessor(own);
}
