import { constants, fstatSync, readFileSync, statSync, writeSync } from 'node:fs';
import { OutputError } from '../../base/errors.js';
import { systemCode } from '../node/system-error.js';
import { warningLines } from '../../report/warning-lines.js';
import type { Warning } from '../../table/table.js';

/** stdout and stderr as the commands use them: results on stdout, everything for people on stderr. */
export interface Terminal {
  /** One progress line, overwritten in place; only on a terminal. */
  progress(text: string): void;
  /** A line on stderr, unless quiet. */
  tell(line: string): void;
  /** A line for every warning, one for equal ones of several columns. */
  warn(warnings: readonly Warning[]): void;
  /** Reports on stderr even where the warnings stand in the JSON on stdout: that a search was ended early. */
  warnBesideJson(warnings: readonly Warning[]): void;
  /** Ends the progress line. */
  clear(): void;
}

const shortestMilliseconds = 50;

/** Makes the terminal of a command. With `quiet` only errors are printed. */
export function openTerminal({ quiet }: { readonly quiet: boolean }): Terminal {
  const live = process.stderr.isTTY && !quiet;
  let shown = false;
  let last = 0;
  const clear = (): void => {
    if (shown) process.stderr.write('\r\u001b[K');
    shown = false;
  };
  const tell = (line: string): void => {
    if (quiet) return;
    clear();
    process.stderr.write(`${line}\n`);
  };
  const warn = (warnings: readonly Warning[]): void => {
    for (const { code, text } of warningLines(warnings)) tell(`kohort: warning ${code}: ${oneLine(text)}`);
  };
  return {
    clear,
    tell,
    progress(text) {
      if (!live || performance.now() - last < shortestMilliseconds) return;
      last = performance.now();
      process.stderr.write(`\r\u001b[K${text}`);
      shown = true;
    },
    warn,
    warnBesideJson: (warnings) => warn(warnings.filter(({ code }) => code === 'STOPPED_EARLY')),
  };
}

/** A text without line ends and other control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
}

/** Columns of the terminal that stdout is; undefined where it is none. */
export const stdoutWidth = (): number | undefined => (process.stdout.isTTY ? process.stdout.columns : undefined);

let writes = 0;

/** Number of writes to stdout. */
export const stdoutWrites = (): number => writes;

/**
 * Writes what a program or a file takes to stdout, waiting where the reader is slow: all of it, or there is an error.
 *
 * @throws OutputError OUTPUT_FAILED with the system's code, such as ENOSPC, or EPIPE where the reader went away
 */
export async function writeStdout(chunks: Iterable<string | Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
  if (await writeWhile(chunks)) return;
  throw new OutputError('OUTPUT_FAILED', 'stdout: the reader went away before it had everything (EPIPE)');
}

/** Shows people a text on stdout. They may leave when they have seen enough, as `head` and pagers do. Throws OutputError otherwise. */
export async function showText(text: string): Promise<void> {
  await writeWhile([text]);
}

/** Writes a result: JSON for a program, or lines for people. Throws as {@link writeStdout} and {@link showText} do. */
export async function writeResult(text: string, { json }: { readonly json: boolean }): Promise<void> {
  return json ? writeStdout([`${text}\n`]) : showText(`${text}\n`);
}

/**
 * Throws OutputError OUTPUT_FAILED where stdout is closed, or discarded by the program that started this one, and it is the only place of
 * `result`.
 *
 * Node puts /dev/null in the place of a closed stdout, to be read and written, and so do programs that discard an output; a shell opens it only
 * to be written, and then it is meant.
 */
export function refuseClosedStdout(result: 'release' | 'job'): void {
  if (!isClosedAtStart()) return;
  throw new OutputError(
    'OUTPUT_FAILED',
    `stdout is closed or discarded, and the ${result} would be lost; give --out FILE`,
  );
}

function isClosedAtStart(): boolean {
  try {
    const { rdev } = fstatSync(1, { bigint: true });
    if (rdev === 0n || rdev !== statSync('/dev/null', { bigint: true }).rdev) return false;
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'latin1'))?.[1] ?? '0';
    return (parseInt(flags, 8) & constants.O_RDWR) !== 0;
  } catch {
    // No such place to look: another system, or Node's permission model.
    return false;
  }
}

/** Writes until the reader goes away: false where it did. */
async function writeWhile(chunks: Iterable<string | Uint8Array> | AsyncIterable<Uint8Array>): Promise<boolean> {
  const { stdout } = process;
  writes++;
  // The stream reports an error to its listeners too, after the callback: one stays, else it would end the process.
  if (stdout.listenerCount('error') === 0) stdout.on('error', () => undefined);
  for await (const chunk of chunks) {
    const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) =>
      stdout.write(chunk, resolve),
    );
    if (error === null || error === undefined) continue;
    if (isReaderGone(error)) return false;
    throw new OutputError('OUTPUT_FAILED', `stdout: cannot be written (${systemCode(error)})`, { cause: error });
  }
  return true;
}

/**
 * Makes stdout write every byte where it is a file: by itself it takes a short write, as of a disk that becomes full, for a whole one. A closed
 * stderr never ends a run; its messages are dropped.
 */
export function prepareStreams(): void {
  process.stderr.on('error', () => undefined);
  // Big integers, not numbers: Node 20 keeps those, and after the ones of a pipe resolves no symbolic link when it imports a package.
  if (!fstatSync(1, { bigint: true }).isFile()) return;
  process.stdout._write = (chunk: Uint8Array | string, encoding, callback) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
    } catch (error) {
      return callback(error as Error);
    }
    callback();
  };
}

/** Writing after the pipe broke, or to a stream that is closed for that. */
const isReaderGone = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
