import { resolve } from 'node:path';
import type { InlineConfig, UserConfig } from 'vite';
import { defineConfig } from 'vite';
import { leanLibraries } from './packing/lean-libraries.js';
import { oneWorker } from './packing/one-worker.js';

const root = import.meta.dirname;
const dist = (name: string): string => resolve(root, '../dist', name);
const built = (name: string): string => resolve(root, '../build', name);

/** Headers that a server must send for shared memory between threads (`crossOriginIsolated`); the page works without. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const shared: InlineConfig = {
  root,
  base: './',
  // The page takes the package as its users get it: what `npm ci` built into dist/.
  resolve: {
    alias: [
      { find: 'kohort/js', replacement: dist('js.js') },
      { find: 'kohort/propose', replacement: dist('hierarchy/propose-hierarchy.js') },
      { find: 'kohort/client', replacement: dist('hosts/browser/client.js') },
      { find: 'kohort/worker', replacement: dist('hosts/browser/worker.js') },
      { find: 'kohort/report', replacement: dist('report/report-html.js') },
      { find: 'kohort/sources', replacement: dist('hosts/sources/page.js') },
      { find: 'kohort/pictures', replacement: dist('report/pictures/index.js') },
      { find: 'kohort/classifier', replacement: dist('assess/accuracy/naive-bayes.js') },
      // Parts that the package does not export; the worker's code has most of them already.
      { find: /^kohort\/inside\/(.*)$/, replacement: `${dist('')}/$1.js` },
    ],
  },
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
    worker: { format: 'es', plugins: () => [leanLibraries(), oneWorker('module')] },
    build: { ...shared.build, outDir, emptyOutDir: true },
    server: { headers: isolation },
    preview: { headers: isolation },
  };
});
