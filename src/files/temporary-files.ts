import { rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const open = new Set<string>();
let serial = 0;

/** A name for a temporary file beside `target` that no other process and no other call uses. Registers it. */
export function nameTemporary(target: string): string {
  const path = join(dirname(target), `.${basename(target)}.${process.pid}-${serial++}.kohort-tmp`);
  open.add(path);
  return path;
}

/** The temporary file has got its final name or is gone. */
export function forgetTemporary(path: string): void {
  open.delete(path);
}

/** Removes every temporary file of this process, at once: for the handler of a signal that ends the process. */
export function removeTemporaryFiles(): void {
  for (const path of open) {
    try {
      rmSync(path, { force: true });
    } catch {
      // The process ends; the next run removes what is left.
    }
  }
  open.clear();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Removes temporary files for `target` that processes left which do not run any more. */
export async function removeStaleTemporaries(target: string): Promise<void> {
  const folder = dirname(target);
  const prefix = `.${basename(target)}.`;
  let names: string[];
  try {
    names = await readdir(folder);
  } catch {
    return;
  }
  for (const name of names) {
    if (!name.startsWith(prefix)) continue;
    const match = /^(\d+)-\d+\.kohort-tmp$/.exec(name.slice(prefix.length));
    if (match !== null && !isAlive(Number(match[1])))
      await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}
