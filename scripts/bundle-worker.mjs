/**
 * Bundles the module worker into dist/worker.js: one file without imports, which a page can serve as it is. Everything
 * it needs is inside (the kernels too), so that no bundler has to follow it.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { noteBundled } from './bill-of-materials.mjs';
import { runsAtOnce } from './runs-at-once.mjs';

const root = resolve(import.meta.dirname, '..');
const start = performance.now();
const outfile = join(root, 'dist/worker.js');

/** The reader of files other than CSV, in a file of its own beside the worker, which loads it on use. */
const filesName = 'worker-files.js';

/** Takes it from there. The address is computed, so that no bundler puts the file into the worker. */
const filesBeside = {
  name: 'files-beside',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/files\.js$/ }, ({ path }) => ({ path, namespace: 'beside' }));
    onLoad({ filter: /.*/, namespace: 'beside' }, () => ({
      contents: `const { readOtherFile } = await import(new URL('./${filesName}', import.meta.url).href);
export { readOtherFile };`,
    }));
  },
};

/** Parts that a worker does not use: tables come and go as messages, and src/hosts/browser/read-file.ts reads what a page sends. */
const unused = {
  'read-table': 'export const readTable = async (table) => table;',
  'read-for-checked': 'export const readForChecked = () => Promise.reject(new Error("not in a worker"));',
  'to-arrow': 'export const toArrowTable = () => Promise.reject(new Error("not in a worker"));',
};
const withoutUnused = {
  name: 'without-unused',
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`/(${Object.keys(unused).join('|')})\\.js$`);
    onResolve({ filter }, ({ path }) => ({ path: filter.exec(path)[1], namespace: 'unused' }));
    onLoad({ filter: /.*/, namespace: 'unused' }, ({ path }) => ({ contents: unused[path] }));
  },
};

const ofPage = {
  bundle: true,
  // Makes the same bytes in every folder: names of chunks depend on paths too.
  absWorkingDir: root,
  preserveSymlinks: true,
  // The paths of tsconfig.json are for sources; here package.json says what a page gets for an import.
  tsconfigRaw: {},
  format: 'esm',
  platform: 'browser',
  target: ['es2022'],
  minify: true,
  legalComments: 'inline',
  logLevel: 'warning',
  metafile: true,
};

const { metafile } = await build({
  ...ofPage,
  entryPoints: [join(root, 'dist/hosts/browser/worker.js')],
  outfile,
  // Says that it is a module, to tools that look for an import or an export.
  footer: { js: 'export {};' },
  plugins: [filesBeside, withoutUnused, runsAtOnce],
});
/** The file that reads is also the script of the nested worker in which it decodes, so that nothing stands in it twice. Parquet and Arrow come by `kohort/sources`. */
const decodesInItself = {
  name: 'decodes-in-itself',
  setup({ onLoad }) {
    onLoad({ filter: /\/hosts\/browser\/reading\/start-reading\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = text.replace("new URL('./reading-worker.js', import.meta.url)", 'import.meta.url');
      if (contents === text) throw new Error(`${path} names no script of its worker`);
      return { contents, resolveDir: dirname(path) };
    });
    onLoad({ filter: /\/io\/columnar\/decode-columnar\.js$/ }, () => ({
      contents: 'export const decodeColumnar = () => Promise.reject(new Error("not in this worker"));',
    }));
  },
};
const { metafile: ofFiles } = await build({
  ...ofPage,
  stdin: {
    contents: "export { readOtherFile } from './files.js'; import './reading/reading-worker.js';",
    resolveDir: join(root, 'dist/hosts/browser'),
  },
  outfile: join(root, 'dist', filesName),
  plugins: [decodesInItself],
});
noteBundled('worker', metafile);
noteBundled('files', ofFiles);
console.log(
  `build: dist/worker.js ${statSync(outfile).size} bytes, ${((performance.now() - start) / 1000).toFixed(1)} s`,
);
