import { resolve } from 'node:path';
import type { InlineConfig, UserConfig } from 'vite';
import { defineConfig } from 'vite';
import { leanLibraries } from './packing/lean-libraries.js';
import { oneWorker } from './packing/one-worker.js';

const root = import.meta.dirname;
const built = (name: string): string => resolve(root, '../build', name);

/** Headers that a server must send for shared memory between threads (`crossOriginIsolated`); the page works without. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Small modules that four files of the page or more would import are one file: it is packed better than many small ones. */
const fewFiles = {
  output: {
    codeSplitting: { groups: [{ name: 'base', test: /\/dist\/(base|table|hosts\/browser|job)\//, minShareCount: 4 }] },
  },
};

const shared: InlineConfig = {
  root,
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { target: 'es2022', modulePreload: false },
};

/** The page in many files for a server, or, in the mode `single-file`, as one file that runs from a disk. */
export default defineConfig(async ({ mode }): Promise<UserConfig> => {
  const single = mode === 'single-file';
  const outDir = built(single ? 'playground-single' : 'playground');
  const plugins = single
    ? (await import('./packing/single-file.js')).singleFile(shared)
    : (await import('./packing/offline.js')).offline(root, outDir);
  return {
    ...shared,
    plugins: [leanLibraries(), plugins],
    publicDir: single ? false : 'public',
    worker: { format: 'es', plugins: () => [leanLibraries(), oneWorker('module')], rolldownOptions: fewFiles },
    build: { ...shared.build, outDir, emptyOutDir: true, ...(single ? {} : { rolldownOptions: fewFiles }) },
    server: { headers: isolation },
    preview: { headers: isolation },
  };
});
