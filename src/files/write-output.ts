import { lstat, open, realpath, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OutputError, throwIfAborted } from '../errors.js';
import { systemCode } from './system-error.js';
import { forgetTemporary, nameTemporary, removeStaleTemporaries } from './temporary-files.js';

export { removeTemporaryFiles } from './temporary-files.js';

/** How a file is written. */
export interface WriteOutputOptions {
  readonly signal?: AbortSignal;
  /** Permissions of the new file, before the umask. Default 0o666. */
  readonly mode?: number;
  /** Called with the complete temporary file before it gets its name; when it throws, nothing is published. */
  readonly beforePublish?: (temporaryPath: string) => Promise<void>;
}

/**
 * Writes a file so that a reader sees the old one or the whole new one, never a part: into a file of its own beside the
 * target, to the disk, and then renamed. Of two runs on one target the last complete one wins. After an error or an
 * abort nothing is left. A target that is a symbolic link keeps being one; its file is replaced.
 *
 * @throws OutputError OUTPUT_FAILED with the system's code (ENOSPC, EFBIG, EACCES, ...); AbortError; what `chunks` and
 * `beforePublish` throw
 */
export async function writeOutput(
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options: WriteOutputOptions = {},
): Promise<void> {
  const { signal, mode = 0o666, beforePublish } = options;
  throwIfAborted(signal);
  const target = await attempt(path, () => resolveLink(path));
  await removeStaleTemporaries(target);
  const temporary = nameTemporary(target);
  let file: FileHandle | null = null;
  let published = false;
  try {
    const opened = await attempt(path, () => open(temporary, 'wx', mode));
    file = opened;
    for await (const chunk of chunks) {
      throwIfAborted(signal);
      await attempt(path, () => writeWhole(opened, chunk));
    }
    throwIfAborted(signal);
    await attempt(path, () => opened.sync());
    file = null;
    await attempt(path, () => opened.close());
    await beforePublish?.(temporary);
    throwIfAborted(signal);
    await attempt(path, () => rename(temporary, target));
    published = true;
  } finally {
    await file?.close().catch(() => undefined);
    if (!published) await rm(temporary, { force: true }).catch(() => undefined);
    forgetTemporary(temporary);
  }
  await syncFolder(dirname(target));
}

async function resolveLink(path: string): Promise<string> {
  const stats = await lstat(path).catch(() => null);
  return stats !== null && stats.isSymbolicLink() ? realpath(path) : path;
}

async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let at = 0;
  while (at < chunk.length) at += (await file.write(chunk, at, chunk.length - at)).bytesWritten;
}

/** The new name itself must survive a power cut; not every system lets a folder be synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}

async function attempt<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const code = systemCode(error);
    throw new OutputError('OUTPUT_FAILED', `${path}: cannot be written (${code})`, { cause: error });
  }
}
