import { resolve } from 'node:path';
import { build } from 'vite';

/** The page in many files for a server, or as one file for a disk. */
export type PageForm = 'served' | 'single-file';

/** Builds the page of `examples/playground` as people get it: under vitest, vite would build one for tests. */
export async function buildPlayground(outDir: string, form: PageForm = 'served'): Promise<void> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await build({
      configFile: resolve(import.meta.dirname, '../../../examples/playground/vite.config.ts'),
      mode: form === 'served' ? 'production' : form,
      build: { outDir, emptyOutDir: true },
      logLevel: 'error',
    });
  } finally {
    process.env.NODE_ENV = before;
  }
}
