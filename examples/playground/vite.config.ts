import { resolve } from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;
const dist = (name: string): string => resolve(root, '../../dist', name);

/** What a server must send for shared memory between threads (`crossOriginIsolated`); the page works without. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  root,
  base: './',
  // The page takes the package as its users get it: what `npm ci` built into dist/.
  resolve: {
    alias: [
      { find: 'kohort/js', replacement: dist('js.js') },
      { find: 'kohort/client', replacement: dist('hosts/browser/client.js') },
      { find: 'kohort/worker', replacement: dist('hosts/browser/worker.js') },
      { find: 'kohort/report', replacement: dist('report/report-html.js') },
      { find: 'kohort/pictures', replacement: dist('report/pictures/index.js') },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: { outDir: resolve(root, '../../build/playground'), emptyOutDir: true, target: 'es2022', modulePreload: false },
  server: { headers: isolation },
  preview: { headers: isolation },
});
