import type { Warning } from '../table/table.js';

/** stdout and stderr as the commands use them: results on stdout, everything for people on stderr. */
export interface Terminal {
  /** One progress line, overwritten in place; only on a terminal. */
  progress(text: string): void;
  /** A line on stderr, unless quiet. */
  tell(line: string): void;
  warn(warnings: readonly Warning[]): void;
  /** Ends the progress line. */
  clear(): void;
}

const shortestMilliseconds = 50;

/** Makes the terminal of a command. With `quiet` only errors are told. */
export function openTerminal(quiet: boolean): Terminal {
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
  return {
    clear,
    tell,
    progress(text) {
      if (!live || performance.now() - last < shortestMilliseconds) return;
      last = performance.now();
      process.stderr.write(`\r\u001b[K${text}`);
      shown = true;
    },
    warn(warnings) {
      for (const { code, message, attribute } of warnings) {
        const name = attribute === undefined ? '' : JSON.stringify(attribute);
        const where = message.includes(name) ? '' : `${name}: `;
        tell(`kohort: warning ${code}: ${where}${oneLine(message)}`);
      }
    },
  };
}

/** A text without line ends and other control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
}

/** Writes to stdout, waiting where the reader is slow. A reader that went away ends the writing without an error. */
export async function writeStdout(chunks: Iterable<string | Uint8Array>): Promise<void> {
  const { stdout } = process;
  let gone = false;
  let onError: (error: NodeJS.ErrnoException) => void = () => undefined;
  const failed = new Promise<void>((resolve, reject) => {
    onError = (error) => {
      gone = true;
      if (error.code === 'EPIPE') resolve();
      else reject(error);
    };
    stdout.once('error', onError);
  });
  for (const chunk of chunks) {
    if (gone) return;
    const written = new Promise<void>((resolve) => stdout.write(chunk, () => resolve()));
    await Promise.race([written, failed]);
  }
  // A reader that went away may be noticed only later: one listener stays for that.
  if (stdout.listenerCount('error') > 1) stdout.off('error', onError);
}
