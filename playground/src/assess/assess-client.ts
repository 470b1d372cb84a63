/** The page's side of the worker that assesses releases: one question at a time, what is superseded is dropped. */
import type { Column, Table } from 'kohort/js';
import { startWorker } from '../start-worker.js';
import type { Answers, AssessedRun, FromWorker, Question, Questions, TableName, ToWorker } from './protocol.js';

/** A finished run with its tables. */
export interface Assessed {
  /** Another one for every run. */
  readonly id: number;
  readonly original: Table;
  readonly release: Table;
  /** The second table of a release in two. */
  readonly apart: Table | null;
  readonly run: AssessedRun;
}

/** Controls that watch and drop a question. */
export interface Watched {
  readonly signal: AbortSignal;
  readonly onProgress?: (share: number) => void;
}

interface Asked extends Watched {
  readonly of: Assessed;
  readonly question: Question;
  readonly given: unknown;
  readonly resolve: (answer: never) => void;
  readonly reject: (reason: Error) => void;
}

/** Texts in a message: more would hold the page up while they are copied. */
const TEXTS_AT_ONCE = 20_000;
/** Milliseconds that a question which nobody waits for may go on, before its worker is ended. */
const MERCY_MILLISECONDS = 250;

/** Error of a dropped question. */
const dropped = (): Error => new DOMException('dropped', 'AbortError');

class Assessor {
  #worker: Worker | null = null;
  /** The run whose tables the worker has. */
  #held: Assessed | null = null;
  #queue: Asked[] = [];
  #running: Asked | null = null;
  #number = 0;

  ask(asked: Asked): void {
    if (asked.signal.aborted) return asked.reject(dropped());
    asked.signal.addEventListener('abort', () => this.#drop(asked), { once: true });
    this.#queue.push(asked);
    void this.#next();
  }

  #drop(asked: Asked): void {
    asked.reject(dropped());
    this.#queue = this.#queue.filter((each) => each !== asked);
    if (this.#running !== asked) return;
    setTimeout(() => {
      if (this.#running === asked) this.#end();
    }, MERCY_MILLISECONDS);
  }

  /** Ends the worker; the next question starts another. */
  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#held = null;
    this.#running = null;
    void this.#next();
  }

  async #next(): Promise<void> {
    const asked = this.#queue[0];
    if (this.#running !== null || asked === undefined) return;
    this.#queue.shift();
    this.#running = asked;
    const worker = (this.#worker ??= this.#start());
    if (this.#held?.id !== asked.of.id || this.#held.original !== asked.of.original) {
      this.#held = null;
      for await (const message of messagesOf(asked.of)) {
        if (this.#worker !== worker) return;
        worker.postMessage(message);
      }
      this.#held = asked.of;
    }
    const { question, given } = asked;
    worker.postMessage({ assess: 'ask', number: ++this.#number, question, given } satisfies ToWorker);
  }

  #start(): Worker {
    const worker = startWorker('kohort-assess');
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#hear(data));
    worker.addEventListener('error', () => {
      this.#running?.reject(new Error('The worker that assesses releases has ended. Ask again, or reload the page.'));
      this.#end();
    });
    return worker;
  }

  #hear(message: FromWorker): void {
    const asked = this.#running;
    if (asked === null || message.number !== this.#number) return;
    if (message.assess === 'progress') return asked.onProgress?.(message.share);
    this.#running = null;
    if (message.assess === 'answer') asked.resolve(message.answer as never);
    else asked.reject(new Error(message.message));
    void this.#next();
  }
}

/** The tables in messages that are quickly copied each; lets the page do other things between them. */
async function* messagesOf({ original, release, apart, run }: Assessed): AsyncGenerator<ToWorker> {
  const isShown = (column: Column): boolean => {
    const role = run.job.attributes[column.name]?.role;
    // Counting persons requires the keys of rows.
    return role !== 'identifier' && role !== 'drop';
  };
  yield { assess: 'run', run };
  const tables: readonly (readonly [TableName, Table | null])[] = [
    ['original', original],
    ['release', release],
    ['apart', apart],
  ];
  for (const [name, table] of tables) {
    for (const { texts, ...column } of table?.columns.filter(isShown) ?? []) {
      yield { assess: 'column', table: name, rows: table?.rows ?? 0, column };
      for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE) {
        yield { assess: 'texts', texts: texts.slice(from, from + TEXTS_AT_ONCE) };
        if (texts.length > TEXTS_AT_ONCE) await new Promise((resolve) => setTimeout(resolve));
      }
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const assessor = new Assessor();

/** Asks the worker about a finished run. Rejects with an AbortError when the signal is aborted. */
export function ask<Name extends Question>(
  of: Assessed,
  question: Name,
  given: Questions[Name],
  watched: Watched,
): Promise<Answers[Name]> {
  return new Promise((resolve, reject) => assessor.ask({ of, question, given, resolve, reject, ...watched }));
}
