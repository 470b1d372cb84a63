import type { BigIntStats } from 'node:fs';
import { fstatSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { InputError } from '../../base/errors.js';
import type { RangedSource } from '../../io/csv/read-ranges.js';
import { readPieces } from './read-pieces.js';
import { asCapacityError } from '../../base/refused-memory.js';
import { systemCode } from './system-error.js';

/** A regular file that can be read from any place. `source` must not be read beside it. */
export interface FileParts extends RangedSource {
  readonly path: string;
  /** Identifies the file and its state: differs for another one that the same path leads to. */
  readonly identity: string;
  /** Throws InputError INPUT_CHANGED when the file is not what was opened any more. */
  requireUnchanged(): Promise<void>;
}

/** An input that was found and may be read once. */
interface OpenInput {
  /** The bytes. Throws InputError INPUT_CHANGED at the end when the file is not the one that was opened any more. */
  readonly source: AsyncIterable<Uint8Array>;
  /** Bytes that will come, or null when that is unknown (stdin). */
  readonly bytes: number | null;
  /** Name for messages. */
  readonly name: string;
  /** The file for readers of its parts, null for stdin. */
  readonly parts: FileParts | null;
  /** Lets go of the file when `source` is not read; harmless otherwise. */
  close(): Promise<void>;
}

/**
 * Opens a regular file, or stdin for `-`.
 *
 * @param reuse - the pieces are read into two buffers by turns: each is valid until the next is asked for. Buffers of their own would wait
 *   for the garbage collector, which does not hurry for memory that is not its own
 * @throws InputError INPUT_NOT_FOUND, NOT_A_REGULAR_FILE (directories, FIFOs, devices), INPUT_UNREADABLE
 */
export async function openInput(
  path: string,
  { reuse = false }: { readonly reuse?: boolean } = {},
): Promise<OpenInput> {
  if (path === '-') {
    if (isStdinDirectory()) {
      throw new InputError('NOT_A_REGULAR_FILE', 'expected data, found a directory', { source: 'stdin' });
    }
    return {
      source: remembered === null ? process.stdin : rememberedStdin(remembered),
      bytes: null,
      name: 'stdin',
      parts: null,
      close: async () => undefined,
    };
  }
  // Looked at before it is opened: opening a FIFO would wait for a writer.
  const found = await look(path, () => stat(path, { bigint: true }));
  refuseOther(path, found);
  const file = await look(path, () => open(path, 'r'));
  let before: BigIntStats;
  try {
    before = await look(path, () => file.stat({ bigint: true }));
    refuseOther(path, before);
  } catch (error) {
    await file.close();
    throw error;
  }
  let closed = false;
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await file.close();
  };
  const bytes = Number(before.size);
  const parts: FileParts = {
    path,
    bytes,
    identity: identityOf(before),
    read: (from, to) => readable(path, readPieces(file, from, to, { reuse: true })),
    requireUnchanged: async () => requireUnchanged(path, file, before),
  };
  return { source: readAll(path, file, before, close, reuse), bytes, name: path, parts, close };
}

/** True where stdin is a directory, of which Node reads nothing without an error. */
export function isStdinDirectory(): boolean {
  try {
    return fstatSync(0).isDirectory();
  } catch {
    return false;
  }
}

/** Pieces of stdin that were read, where it is read more than once; null where they are not kept. */
let remembered: { readonly pieces: Uint8Array[]; isWhole: boolean } | null = null;

/** Keeps what is read from stdin in memory, so that it can be opened again when it was read to its end. */
export function rememberStdin(): void {
  remembered ??= { pieces: [], isWhole: false };
}

async function* rememberedStdin(kept: NonNullable<typeof remembered>): AsyncGenerator<Uint8Array> {
  if (kept.isWhole) return yield* kept.pieces;
  for await (const piece of process.stdin as AsyncIterable<Uint8Array>) {
    kept.pieces.push(piece);
    yield piece;
  }
  kept.isWhole = true;
}

/** Identity of one state of a file: where it is, its size, and when it was changed. Throws as {@link openInput}. */
export async function identify(path: string): Promise<string> {
  return identityOf(await look(path, () => stat(path, { bigint: true })));
}

export const identityOf = ({ dev, ino, size, mtimeNs }: BigIntStats): string => [dev, ino, size, mtimeNs].join();

/** Opens, reads as a whole and closes; for small files such as a hierarchy or a job. Same errors as {@link openInput}. */
export async function readInput(path: string): Promise<Uint8Array> {
  const { source } = await openInput(path);
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

function refuseOther(path: string, stats: BigIntStats): void {
  if (stats.isFile()) return;
  const kind = stats.isDirectory() ? 'a directory' : stats.isFIFO() ? 'a FIFO' : 'a device or socket';
  throw new InputError('NOT_A_REGULAR_FILE', `expected a regular file, found ${kind}`, { source: path });
}

/** The cure for an address of a kind that is not read; empty for paths of files. */
function addressCure(path: string): string {
  const scheme = /^([a-z][a-z\d+.-]+):/i.exec(path)?.[1].toLowerCase() ?? '';
  if (/^(?:https?|ftps?|s3|gs|az|abfss?)$/.test(scheme)) {
    return ', and addresses of the web are not read: download it first, or send it on (curl -L ADDRESS | kohort COMMAND -)';
  }
  if (scheme === 'sqlite' || scheme === 'sqlite3') {
    return ', and SQLite is not read: write the table as CSV first (sqlite3 -header -csv FILE "SELECT * FROM TABLE")';
  }
  if (scheme === 'file') return ', and addresses of files are not read: give the path of the file';
  if (!/^[a-z][a-z\d+.:-]*:\/\//i.test(path)) return '';
  return ', and this is not the address of a supported engine: expected duckdb:FILE#TABLE, clickhouse:URL#TABLE or postgres:URL#TABLE; for another engine, write the table as CSV first';
}

async function look<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const refused = asCapacityError(error, 'pieces of the file that are read, pieces that there is room for', 1);
    if (refused !== error) throw refused;
    const code = systemCode(error);
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    const message = missing ? `there is no such file${addressCure(path)}` : `the file cannot be read (${code})`;
    throw new InputError(missing ? 'INPUT_NOT_FOUND' : 'INPUT_UNREADABLE', message, { source: path }, { cause: error });
  }
}

async function* readAll(
  path: string,
  file: FileHandle,
  before: BigIntStats,
  close: () => Promise<void>,
  reuse: boolean,
): AsyncGenerator<Uint8Array> {
  const size = Number(before.size);
  let total = 0;
  try {
    for await (const piece of readable(path, readPieces(file, 0, size + 1, { reuse }))) {
      total += piece.length;
      if (total > size) break;
      yield piece;
    }
    if (total !== size) throw changed(path);
    await requireUnchanged(path, file, before);
  } finally {
    await close();
  }
}

/** Yields the pieces unchanged, and throws errors of ours. */
async function* readable(path: string, pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { value, done } = await look(path, async () => pieces.next());
      if (done === true) return;
      yield value;
    }
  } finally {
    await pieces.return(undefined);
  }
}

async function requireUnchanged(path: string, file: FileHandle, before: BigIntStats): Promise<void> {
  const after = await look(path, () => file.stat({ bigint: true }));
  if (after.size !== before.size || after.mtimeNs !== before.mtimeNs) throw changed(path);
}

function changed(path: string): InputError {
  return new InputError('INPUT_CHANGED', 'the file changed while it was read; run again when it is at rest', {
    source: path,
  });
}
