import { chmod, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OutputError, throwIfAborted } from '../../base/errors.js';
import { systemCode } from './system-error.js';
import { forgetTemporary, nameTemporary, removeStaleTemporaries } from './temporary-files.js';

export { removeTemporaryFiles } from './temporary-files.js';

/** Chunks are written together from so many bytes on: each call waits for a thread of the host's. */
const BATCH_BYTES = 1024 * 1024;

/** A file that `writeOutputs` writes. */
export interface Output {
  readonly path: string;
  readonly chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Permissions of a new file, before the umask; those of a file that is replaced stay. Default 0o666. */
  readonly mode?: number;
  /**
   * Called with the complete temporary file, which may still be on its way to the disk, before any file gets its name; when
   * it throws, nothing is published.
   */
  readonly beforePublish?: (temporaryPath: string) => Promise<void>;
}

/** How a file is written. */
export interface WriteOutputOptions extends Pick<Output, 'mode' | 'beforePublish'> {
  readonly signal?: AbortSignal;
}

/** Writes one file as `writeOutputs` does. */
export async function writeOutput(
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { signal, mode, beforePublish }: WriteOutputOptions = {},
): Promise<void> {
  return writeOutputs([{ path, chunks, mode, beforePublish }], signal);
}

/**
 * Writes files so that a reader of each sees the old one or the whole new one, never a part: into files of their own beside
 * the targets, to the disk, and once all of them are complete renamed, the first of the list last. Of two runs on one target
 * the last complete one wins. After an error or an abort nothing is left, of none of them. A target that is a symbolic
 * link keeps being one; its file is replaced. A chunk is written while the next one is made, so its bytes must stay as they
 * are.
 *
 * @throws OutputError OUTPUT_FAILED with the system's code (ENOSPC, EFBIG, EACCES, ...); AbortError; what `chunks` and
 * `beforePublish` throw
 */
export async function writeOutputs(outputs: readonly Output[], signal?: AbortSignal): Promise<void> {
  throwIfAborted(signal);
  const complete: { readonly path: string; readonly target: string; readonly temporary: string }[] = [];
  const temporaries: string[] = [];
  try {
    for (const output of outputs) {
      const target = await attempt(output.path, () => resolveLink(output.path));
      await removeStaleTemporaries(target);
      const temporary = nameTemporary(target);
      temporaries.push(temporary);
      await writeTemporary(temporary, output, signal);
      complete.push({ path: output.path, target, temporary });
    }
    throwIfAborted(signal);
    for (const { path, target, temporary } of complete.reverse()) await attempt(path, () => rename(temporary, target));
  } finally {
    for (const temporary of temporaries) {
      // Those that were renamed are gone.
      await rm(temporary, { force: true }).catch(() => undefined);
      forgetTemporary(temporary);
    }
  }
  for (const folder of new Set(complete.map(({ target }) => dirname(target)))) await syncFolder(folder);
}

/**
 * Writes files beside something that `publish` makes elsewhere, such as a table of an engine: it is called when the files are complete,
 * and they get their names when it is done. Throws as `writeOutputs` does, and what `publish` throws.
 */
export async function writeBeside(
  outputs: readonly Output[],
  publish: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  if (outputs.length === 0) return publish();
  const others = outputs.slice(0, -1);
  const last = outputs[outputs.length - 1];
  return writeOutputs([...others, { ...last, beforePublish: publish }], signal);
}

/**
 * Writes a file for a while, which nobody else may read: `read` has it when it is complete, and then it is removed, whatever
 * happens. Throws as `writeOutputs` does.
 */
export async function writeForAWhile(
  name: string,
  chunks: Output['chunks'],
  read: (path: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const path = join(tmpdir(), name);
  await removeStaleTemporaries(path);
  const temporary = nameTemporary(path);
  try {
    await writeTemporary(temporary, { path, chunks, mode: 0o600 }, signal);
    await read(temporary);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
    forgetTemporary(temporary);
  }
}

async function writeTemporary(
  temporary: string,
  { path, chunks, mode, beforePublish }: Output,
  signal: AbortSignal | undefined,
): Promise<void> {
  let file: FileHandle | null = null;
  let underWay: Promise<void> = Promise.resolve();
  try {
    const opened = await attempt(path, () => open(temporary, 'wx', 0o600));
    file = opened;
    let batch: Uint8Array[] = [];
    let bytes = 0;
    const startBatch = async (): Promise<void> => {
      await underWay;
      const full = batch;
      batch = [];
      bytes = 0;
      underWay = awaitedLater(attempt(path, () => writeWhole(opened, full)));
    };
    for await (const chunk of chunks) {
      throwIfAborted(signal);
      batch.push(chunk);
      bytes += chunk.length;
      if (bytes >= BATCH_BYTES) await startBatch();
    }
    await startBatch();
    await underWay;
    throwIfAborted(signal);
    underWay = awaitedLater(attempt(path, () => opened.sync()));
    await beforePublish?.(temporary);
    await underWay;
    // Until then nobody else may read it.
    const final = await permissionsOf(path, mode);
    // By its name: under the permission model of Node a handle may not.
    await attempt(path, () => chmod(temporary, final));
    file = null;
    await attempt(path, () => opened.close());
  } finally {
    await underWay.catch(() => undefined);
    await file?.close().catch(() => undefined);
  }
}

/** The permissions that a file gets: those of the one that it replaces, none that `mode` does not have. */
async function permissionsOf(path: string, mode = 0o666): Promise<number> {
  const replaced = await stat(path).catch(() => null);
  if (replaced === null) return mode & ~process.umask();
  return replaced.mode & (mode === 0o666 ? 0o777 : mode);
}

async function resolveLink(path: string): Promise<string> {
  const stats = await lstat(path).catch(() => null);
  return stats !== null && stats.isSymbolicLink() ? realpath(path) : path;
}

async function writeWhole(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  if (chunks.length === 0) return;
  let { bytesWritten: written } = await file.writev(chunks);
  // What a call of the system left over, which happens when a disk is full.
  for (const chunk of chunks) {
    let at = Math.min(chunk.length, written);
    written -= at;
    while (at < chunk.length) at += (await file.write(chunk, at, chunk.length - at)).bytesWritten;
  }
}

/** The new name itself must survive a power cut; not every system lets a folder be synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}

/** Work that is awaited later: its failure is told then. */
function awaitedLater(work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  return work;
}

async function attempt<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const code = systemCode(error);
    throw new OutputError('OUTPUT_FAILED', `${path}: cannot be written (${code})`, { cause: error });
  }
}
