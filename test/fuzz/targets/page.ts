import { serve } from '../../../src/hosts/browser/serve.js';
import type { WorkerScope } from '../../../src/hosts/browser/serve.js';
import type { PlainError } from '../../../src/base/plain-error.js';
import { fromPlainError } from '../../../src/base/plain-error.js';
import { answerCalls } from '../../../src/hosts/browser/worker-functions.js';
import type { Table } from '../../../src/table/table.js';
import type { Target } from '../target.js';
import { bytesOf, Find, isRefusal, SECRET, textOf } from '../target.js';
import { jobWords } from './job.js';

/** Milliseconds in which the last message is answered. */
const PATIENCE = 15_000;

const csv = `age,city,note\n31,Bonn,${SECRET}\n32,Bonn,b\n33,Kiel,c\n34,Kiel,d\n`;
const job = {
  attributes: { age: 'quasi-identifier', city: 'quasi-identifier', note: 'sensitive' },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
};
const anonymize = { kind: 'anonymize', id: 1, input: csv, job, options: { seed: 1, engine: 'js' }, output: 'both' };

const sequences: readonly unknown[][] = [
  [anonymize, { kind: 'read', id: 2, input: csv, options: { trim: false } }, { kind: 'list', id: 3 }],
  [anonymize, { kind: 'cancel', id: 1 }, { ...anonymize, id: 2, output: 'csv' }, { kind: 'finish', id: 2 }],
  [{ ...anonymize, output: 'none', job: { ...job, algorithm: 'anatomy', privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'note' }] } }],
  [{ ...anonymize, options: { timeLimit: 1, threads: 2, checkpoints: true }, job: { ...job, algorithm: 'k-optimize' } }],
  [
    { kind: 'keep', id: 1, input: { rows: 0, columns: [] } },
    { kind: 'texts', id: 2, piece: { column: 0, texts: ['a', 'b'] } },
    { kind: 'call', id: 2, name: 'rowsOf', given: { by: 1 }, tables: { table: { kept: 1 } } },
    { kind: 'call', id: 3, name: 'rowsOf', given: null, tables: { table: { rows: 0, columns: [] } } },
    { kind: 'inspect', id: 4, input: { kept: 1 } },
    { kind: 'forget', id: 5, kept: 1 },
  ],
  [null, 1, 'text', {}, { kind: 'other', id: 7 }, { kind: 'read', id: 8 }, { kind: 'list' }],
]; // prettier-ignore

answerCalls({ rowsOf: (given: { readonly table?: Table } | null) => given?.table?.rows ?? 0 });

/** A message with what is no JSON: the state of a search. */
const withBytes = (message: unknown): unknown => {
  if (typeof message !== 'object' || message === null || !('options' in message)) return message;
  const { options } = message;
  if (typeof options !== 'object' || options === null || !('resume' in options)) return message;
  return { ...message, options: { ...options, resume: bytesOf(String(options.resume)) } };
};

function messagesOf(bytes: Uint8Array): unknown[] | null {
  try {
    const found: unknown = JSON.parse(textOf(bytes));
    return Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

/** A message without the bytes of its input: errors may hold names in it. */
const withoutInput = (message: unknown): unknown =>
  typeof message === 'object' && message !== null ? { ...message, input: null } : message;

/** Tests whether the first line of an input is that of the seeds, and no line of cells. */
const hasHeader = (message: unknown): boolean => {
  const { input } = (message ?? {}) as { input?: unknown };
  return typeof input !== 'string' || !/Kn|S/i.test(input.split('\n')[0]);
};

/** Throws Find for an answer that shows a defect of the program, or a cell. */
function requireTyped(error: PlainError, mayTell: boolean): string {
  if (!mayTell && error.message.includes(SECRET)) throw new Find('a cell in an answer', error.message);
  const again = fromPlainError(error);
  if (!isRefusal(again)) throw new Find(`an answer of ${error.name}`, `${error.message}\n${error.stack ?? ''}`);
  return again.code;
}

/** Messages of a page, one after another, as a list of JSON. */
export const page: Target = {
  name: 'page',
  isJson: true,
  words: [...jobWords(), '"kind":', '"id":', '"cancel"', '"finish"', '"anonymize"', '"read"', '"inspect"', '"list"', '"call"', '"keep"', '"forget"', '"texts"', '"rowsOf"', '"tables":', '"kept":', '"piece":', '"input":', '"options":', '"output":', '"both"', '"resume":'], // prettier-ignore
  seeds: () => sequences.map((messages) => bytesOf(JSON.stringify(messages))),
  run: async (bytes) => {
    const messages = messagesOf(bytes);
    if (messages === null || messages.length > 12) return 'no messages';
    const ends = new Set<string>();
    let listener: (event: MessageEvent) => void = () => undefined;
    const last = 1e6 + 0.5;
    let isOver: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (isOver = resolve));
    const errors: PlainError[] = [];
    const scope: WorkerScope = {
      addEventListener: (_, given) => (listener = given),
      postMessage: (message) => {
        const reply = message as { kind: string; id: unknown; error?: PlainError };
        if (reply.id === last) return isOver();
        if (reply.error !== undefined) errors.push(reply.error);
        else ends.add(reply.kind);
      },
    };
    serve(scope);
    for (const message of [...messages.map(withBytes), { kind: 'list', id: last }])
      listener({ data: message } as MessageEvent);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silent = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Find('the worker falls silent')), PATIENCE);
    });
    await Promise.race([over, silent]).finally(() => clearTimeout(timer));
    const isToldByJob = JSON.stringify(messages.map(withoutInput)).includes(SECRET);
    for (const error of errors) ends.add(requireTyped(error, isToldByJob || !messages.every(hasHeader)));
    return ends.size === 0 ? 'silence' : [...ends].sort()[0];
  },
};
