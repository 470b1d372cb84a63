import { chmod, copyFile, link, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { InputError, OutputError, throwIfAborted } from '../../base/errors.js';
import { asCapacityError } from '../../base/refused-memory.js';
import { pauser } from '../../base/steps.js';
import { orNullIfAbsent, systemCode } from './system-error.js';
import { beginPublishing, forgetTemporary, nameTemporary, removeStaleTemporaries } from './temporary-files.js';

export { isPublishing, removeTemporaryFiles } from './temporary-files.js';

/** Bytes from which on chunks are written together: each call waits for a thread of the host's. */
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

/** Options of writing a file. */
interface WriteOutputOptions extends Pick<Output, 'mode' | 'beforePublish'> {
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
 * the last complete one wins. After an error or an abort nothing is left, of none of them, and the old files are as they were. A target that is a symbolic
 * link keeps being one; its file is replaced. A chunk is written while the next one is made, so its bytes must stay as they
 * are.
 *
 * @throws OutputError OUTPUT_FAILED with the system's code (ENOSPC, EFBIG, EACCES, ...); AbortError; what `chunks` and
 * `beforePublish` throw
 */
export async function writeOutputs(outputs: readonly Output[], signal?: AbortSignal): Promise<void> {
  throwIfAborted(signal);
  const folders = new Folders();
  try {
    await writeAll(outputs, folders, signal);
    await folders.sync();
  } finally {
    await folders.close();
  }
}

/** Writes files and gives them their names. */
async function writeAll(outputs: readonly Output[], folders: Folders, signal: AbortSignal | undefined): Promise<void> {
  const complete: CompleteFile[] = [];
  const temporaries = new Temporaries();
  await temporaries.removeAfter(async () => {
    for (const output of outputs) {
      const target = await attempt(output.path, () => resolveLink(output.path));
      await folders.open(output.path, dirname(target));
      await removeStaleTemporaries(target);
      const temporary = temporaries.name(target);
      await writeTemporary(temporary, output, signal);
      complete.push({ path: output.path, target, temporary });
    }
    throwIfAborted(signal);
    const endPublishing = beginPublishing();
    try {
      await publishAll(complete.reverse(), temporaries);
    } finally {
      endPublishing();
    }
  });
}

/** A file that only lacks its name. */
interface CompleteFile {
  readonly path: string;
  readonly target: string;
  readonly temporary: string;
}

/** Gives files their names, or none of them: what the first ones replaced is kept until the last has its name. */
async function publishAll(files: readonly CompleteFile[], temporaries: Temporaries): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  for (const [i, { path, target, temporary }] of files.entries()) {
    try {
      await attempt(path, async () => {
        const isLast = i === files.length - 1;
        const kept = isLast ? null : await keep(target, temporaries);
        await rename(temporary, target);
        if (!isLast) undo.push(() => (kept === null ? rm(target, { force: true }) : rename(kept, target)));
      });
    } catch (error) {
      for (const [back, each] of undo.reverse().entries()) {
        await each().catch((cause: unknown) => {
          const done = files[i - 1 - back].path;
          tellMore(error, `${done} has its new content already, and could not be put back (${systemCode(cause)})`);
        });
      }
      throw error;
    }
  }
}

/** A second name of a file that is to be replaced; null where there is none. */
async function keep(target: string, temporaries: Temporaries): Promise<string | null> {
  if ((await orNullIfAbsent(lstat(target))) === null) return null;
  const kept = temporaries.name(target);
  // Some file systems have no links.
  await link(target, kept).catch(() => copyFile(target, kept));
  return kept;
}

/** The temporary files of a piece of work, which are gone after it. */
class Temporaries {
  readonly #paths: string[] = [];

  /** A name for a temporary file in the folder of `target`. */
  name(target: string): string {
    const path = nameTemporary(target);
    this.#paths.push(path);
    return path;
  }

  /** Does the work, then removes them, whatever happens. A file that cannot be removed is added to an error, and is an error itself. */
  async removeAfter(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      for (const left of await this.#remove()) tellMore(error, left);
      throw error;
    }
    const left = await this.#remove();
    if (left.length > 0) throw new OutputError('OUTPUT_LEFT', `all is written, but ${left.join('; ')}`);
  }

  async #remove(): Promise<string[]> {
    const left: string[] = [];
    for (const path of this.#paths) {
      try {
        await rm(path, { force: true });
      } catch (error) {
        // Renamed files no longer exist under their temporary names.
        if (await isThere(path)) left.push(`${path} could not be removed (${systemCode(error)}): remove it`);
      }
      forgetTemporary(path);
    }
    return left;
  }
}

/** True also where the system gives no answer. */
const isThere = async (path: string): Promise<boolean> =>
  orNullIfAbsent(lstat(path)).then(
    (found) => found !== null,
    () => true,
  );

/** Adds a sentence to the message of an error. */
function tellMore(error: unknown, sentence: string): void {
  if (error instanceof Error) error.message += `; ${sentence}`;
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
  const beforePublish = async (temporary: string): Promise<void> => {
    await last.beforePublish?.(temporary);
    await publish();
  };
  return writeOutputs([...others, { ...last, beforePublish }], signal);
}

/**
 * Writes a temporary file that no other user may read: `read` has it when it is complete, and then it is removed, whatever
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
  const temporaries = new Temporaries();
  await temporaries.removeAfter(async () => {
    const temporary = temporaries.name(path);
    await writeTemporary(temporary, { path, chunks, mode: 0o600 }, signal);
    await readAgain(path, temporary, () => read(temporary));
  });
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
    const pauseIfDue = pauser();
    for await (const chunk of chunks) {
      await pauseIfDue();
      throwIfAborted(signal);
      batch.push(chunk);
      bytes += chunk.length;
      if (bytes >= BATCH_BYTES) await startBatch();
    }
    await startBatch();
    await underWay;
    throwIfAborted(signal);
    underWay = awaitedLater(attempt(path, () => opened.sync()));
    await readAgain(path, temporary, async () => beforePublish?.(temporary));
    await underWay;
    // Until then no other user may read it.
    // By its name: under the permission model of Node a handle may not.
    await attempt(path, async () => chmod(temporary, await permissionsOf(path, mode)));
    file = null;
    await attempt(path, () => opened.close());
  } finally {
    await underWay.catch(() => undefined);
    await file?.close().catch(() => undefined);
  }
}

/** Lets a file be looked at that was written just now: that it cannot be read is a failure of the output, not of the input. */
async function readAgain(path: string, temporary: string, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof InputError) || error.where.source !== temporary) throw error;
    const reason = error.code === 'INPUT_CHANGED' ? 'it changed meanwhile' : systemCode(error.cause);
    const problem = `${path}: the written file cannot be read again (${reason})`;
    throw new OutputError('OUTPUT_FAILED', problem, { cause: error });
  }
}

/** The permissions that a file gets: those of the one that it replaces, none that `mode` does not have. */
async function permissionsOf(path: string, mode = 0o666): Promise<number> {
  const replaced = await orNullIfAbsent(stat(path));
  if (replaced === null) return mode & ~process.umask();
  return replaced.mode & (mode === 0o666 ? 0o777 : mode);
}

async function resolveLink(path: string): Promise<string> {
  const stats = await orNullIfAbsent(lstat(path));
  return stats !== null && stats.isSymbolicLink() ? realpath(path) : path;
}

async function writeWhole(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  if (chunks.length === 0) return;
  let { bytesWritten: written } = await file.writev(chunks);
  // A call of the system may leave a rest, which happens when a disk is full.
  for (const chunk of chunks) {
    let at = Math.min(chunk.length, written);
    written -= at;
    while (at < chunk.length) at += (await file.write(chunk, at, chunk.length - at)).bytesWritten;
  }
}

/** System codes for folders, or this one, that cannot be opened or synced. */
const NO_SYNC = ['EACCES', 'EPERM', 'EISDIR', 'EINVAL', 'EBADF', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/** The folders of outputs: the new names must survive a power cut themselves. Opened before anything is written, where that can still fail. */
class Folders {
  readonly #open = new Map<string, FileHandle | null>();

  async open(path: string, folder: string): Promise<void> {
    if (this.#open.has(folder)) return;
    const opened = async (): Promise<FileHandle | null> => open(folder, 'r').catch(nullIfNoSync);
    this.#open.set(folder, await attempt(path, opened));
  }

  /** Throws OutputError OUTPUT_NOT_DURABLE: what is written may be gone after a power cut. */
  async sync(): Promise<void> {
    for (const [folder, handle] of this.#open) {
      try {
        await handle?.sync().catch(nullIfNoSync);
      } catch (error) {
        const problem = `all is written, but the system could not make it durable (${folder}: ${systemCode(error)})`;
        throw new OutputError('OUTPUT_NOT_DURABLE', problem, { cause: error });
      }
    }
  }

  async close(): Promise<void> {
    for (const handle of this.#open.values()) await handle?.close().catch(() => undefined);
  }
}

function nullIfNoSync(error: unknown): null {
  const code = systemCode(error);
  // Node itself refuses, for example by its permission model.
  if (NO_SYNC.includes(code) || code.startsWith('ERR_')) return null;
  throw error;
}

/** Work that is awaited later: its failure is reported then. */
function awaitedLater(work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  return work;
}

async function attempt<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const refused = asCapacityError(error, 'pieces of the file that are written, pieces that there is room for', 1);
    if (refused !== error) throw refused;
    const code = systemCode(error);
    throw new OutputError('OUTPUT_FAILED', `${path}: cannot be written (${code})`, { cause: error });
  }
}
