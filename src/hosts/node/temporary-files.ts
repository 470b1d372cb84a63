import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const open = new Set<string>();

/** A name for a temporary file beside `target` that no other process and no other call uses. Registers it. */
export function nameTemporary(target: string): string {
  const path = join(dirname(target), `.${basename(target)}.${process.pid}-${randomUUID()}.kohort-tmp`);
  open.add(path);
  return path;
}

/** The temporary file has got its final name or is gone. */
export function forgetTemporary(path: string): void {
  open.delete(path);
}

let publishing = 0;

/** Files begin to get their names, of which all or none are to have them. Returns the function that marks the end. */
export function beginPublishing(): () => void {
  publishing++;
  return () => void publishing--;
}

/** True while files get their names, which takes a moment: ending the process then leaves some old and some new. */
export const isPublishing = (): boolean => publishing > 0;

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

/** Removes temporary files for `target` that ended processes left. A process id may come back, even as our own. */
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
    const match = /^(\d+)-[0-9a-f-]+\.kohort-tmp$/.exec(name.slice(prefix.length));
    if (match === null) continue;
    const path = join(folder, name);
    const pid = Number(match[1]);
    if (pid === process.pid ? open.has(path) : isAlive(pid)) continue;
    await rm(path, { force: true }).catch(() => undefined);
  }
}
