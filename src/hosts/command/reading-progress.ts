import { statSync } from 'node:fs';
import { counted } from '../../base/numbers.js';
import type { Terminal } from './console.js';

/** Rows and bytes that were read so far. */
interface ReadSoFar {
  readonly rows: number;
  readonly bytes: number;
}

/** Bytes of the files together; null where one is no regular file, or is packed, so that its bytes are not those that are read. */
function bytesOf(paths: readonly string[]): number | null {
  let sum = 0;
  for (const path of paths) {
    const bytes = path === '-' || /\.gz$/i.test(path) ? null : bytesOfFile(path);
    if (bytes === null) return null;
    sum += bytes;
  }
  return sum;
}

/** Bytes of a regular file; null for anything else, of which reading it says what is wrong. */
function bytesOfFile(path: string): number | null {
  try {
    const found = statSync(path);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
}

/** Reports on a terminal how many rows were read, or are done, and which share of the files where their sizes are known. */
export function reportReading(
  paths: readonly string[],
  terminal: Pick<Terminal, 'progress'>,
  verb: 'read' | 'recoded' = 'read',
): (read: ReadSoFar) => void {
  const all = bytesOf(paths);
  return ({ rows, bytes }) => {
    // Formats that are read as a whole have all of their bytes from the start.
    const share = all === null || bytes >= all ? '' : `, ${Math.floor((100 * bytes) / all)} %`;
    terminal.progress(`${verb} ${counted(rows, 'row')}${share}`);
  };
}
