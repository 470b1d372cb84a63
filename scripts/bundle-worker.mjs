/**
 * Bundles the module worker into dist/worker.js: one file without imports, which a page can serve as it is. Everything
 * it needs is inside (the kernels too), so that no bundler has to follow it.
 */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { noteBundled } from './bill-of-materials.mjs';

const root = resolve(import.meta.dirname, '..');
const start = performance.now();
const outfile = join(root, 'dist/worker.js');

const { metafile } = await build({
  entryPoints: [join(root, 'dist/hosts/browser/worker.js')],
  outfile,
  bundle: true,
  // The same bytes in every folder: names of chunks are made of paths too.
  absWorkingDir: root,
  preserveSymlinks: true,
  // The paths of tsconfig.json are for sources; here package.json says what a page gets for an import.
  tsconfigRaw: {},
  format: 'esm',
  platform: 'browser',
  target: ['es2022'],
  minify: true,
  legalComments: 'inline',
  // Says that it is a module, to tools that look for an import or an export.
  footer: { js: 'export {};' },
  logLevel: 'warning',
  metafile: true,
});
noteBundled('worker', metafile);
console.log(
  `build: dist/worker.js ${statSync(outfile).size} bytes, ${((performance.now() - start) / 1000).toFixed(1)} s`,
);
