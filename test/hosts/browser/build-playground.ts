import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { join, resolve } from 'node:path';
import { inject } from 'vitest';

/** The page in many files for a server, or as one file for a disk. */
export type PageForm = 'served' | 'single-file';

/** The page of `playground/` as people get it, in a folder of the caller's own. Each form is built once for all tests. */
export async function buildPlayground(outDir: string, form: PageForm = 'served'): Promise<void> {
  const built = join(inject('playgroundBuild'), form);
  await buildOnce(built, form);
  cpSync(built, outDir, { recursive: true });
}

/** Builds where no other worker has begun to, else waits for its build: a folder gets its name when all is in it. */
async function buildOnce(built: string, form: PageForm): Promise<void> {
  try {
    mkdirSync(`${built}-begun`);
  } catch {
    while (!existsSync(built)) await wait(100);
    return;
  }
  await build(`${built}-unfinished`, form);
  renameSync(`${built}-unfinished`, built);
}

/** Under vitest, vite would build a page for tests. */
async function build(outDir: string, form: PageForm): Promise<void> {
  const { build: viteBuild } = await import('vite');
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await viteBuild({
      configFile: resolve(import.meta.dirname, '../../../playground/vite.config.ts'),
      mode: form === 'served' ? 'production' : form,
      build: { outDir, emptyOutDir: true },
      logLevel: 'error',
    });
  } finally {
    process.env.NODE_ENV = before;
  }
}
