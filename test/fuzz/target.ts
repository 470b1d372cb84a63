import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { KohortError } from '../../src/base/errors.js';

/** A part of kohort that takes bytes that nobody vouches for. */
export interface Target {
  readonly name: string;
  /** Inputs to begin with, small and of all kinds. */
  readonly seeds: () => readonly Uint8Array[] | Promise<readonly Uint8Array[]>;
  /** Pieces that mutations put in: words and signs of the format. */
  readonly words: readonly (string | Uint8Array)[];
  /** Inputs are JSON: their values are changed as well as their bytes. */
  readonly isJson?: boolean;
  /** Bytes of an input at most; default 4096. */
  readonly mostBytes?: number;
  /** Seconds of processor time that an input may take; default 10. */
  readonly seconds?: number;
  /**
   * Does with the bytes what kohort does with them. Gives what it ended in, in a word, for the statistics; throws a typed error of
   * kohort where that refuses the bytes, and {@link Find} where something does not hold.
   */
  readonly run: (bytes: Uint8Array) => Promise<string>;
}

/** A violation: its label is the same for every input that shows it. */
export class Find extends Error {
  constructor(
    readonly label: string,
    detail = '',
  ) {
    super(detail === '' ? label : `${label}: ${detail}`);
    this.name = 'Find';
  }
}

/** Stands in cells of the inputs, and must stand in no message. */
export const SECRET = 'Kn0wnToNobody';

/** Outcome of an input. */
export type Verdict =
  | { readonly isFind: false; readonly outcome: string }
  /** The signature is the same for inputs that show the same mistake. */
  | { readonly isFind: true; readonly signature: string; readonly message: string; readonly stack: string };

/** Defects of kohort by their meaning: no bytes may end in them. */
const defects = new Set(['ENGINE', 'AUDIT_FAILED', 'THREAD_FAILED', 'WRONG_STATE']);

let codes: ReadonlySet<string> | undefined;

/** True for the codes of docs/errors.md. */
function isKnown(code: string): boolean {
  codes ??= new Set(
    Array.from(readFileSync(resolve('docs/errors.md'), 'utf8').matchAll(/`([A-Z][A-Z0-9_]*)`/g), ([, each]) => each),
  );
  return codes.has(code) || /^[A-Z]+_(TYPE|RANGE|NOT_INTEGER)$/.test(code);
}

/** Runs a target on bytes: anything but a result or a typed error within its limits is a find. */
export async function judge(target: Target, bytes: Uint8Array): Promise<Verdict> {
  const { seconds = 10 } = target;
  const start = process.cpuUsage();
  let outcome: string;
  try {
    outcome = await target.run(bytes);
  } catch (error) {
    if (!isRefusal(error)) return findOf(error);
    outcome = error.code;
  }
  const { user, system } = process.cpuUsage(start);
  const used = (user + system) / 1e6;
  if (used > seconds) return findOf(new Find('takes too long', `${used.toFixed(1)} s of ${seconds}`));
  return { isFind: false, outcome };
}

/** True for an error that refuses the bytes as it should. Throws Find for one that holds a secret. */
export function isRefusal(error: unknown): error is KohortError {
  if (!(error instanceof KohortError) || defects.has(error.code) || !isKnown(error.code)) return false;
  return error.message !== '' && !error.message.includes('undefined');
}

function findOf(error: unknown): Verdict {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const code = error instanceof KohortError ? error.code : '';
  const place = /\n\s+at (?:async )?([\w.#$<>]+)/.exec(stack)?.[1] ?? '';
  const signature = error instanceof Find ? error.label : [name, code, place].filter((part) => part !== '').join(' ');
  return { isFind: true, signature, message, stack };
}

/** Throws Find where a message holds a cell that nobody may see. */
export function requireSilence(error: unknown, secret = SECRET): void {
  if (error instanceof Error && error.message.includes(secret)) throw new Find('a cell in a message', error.message);
}

/** Code of the typed error that work ends in; everything else is thrown on. */
export async function codeOf<Result>(work: () => Promise<Result> | Result): Promise<Result | string> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
