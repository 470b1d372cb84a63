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

/** The packages that decode files other than CSV, in a file of their own beside the worker, which loads it on use. */
const filesName = 'worker-files.js';
const decoders = { 'read-excel-file/universal': 'readXlsxFile', 'lossless-json': 'parse' };

/** Takes decoders from the file beside the worker. Its address is computed, so that no bundler puts it into the worker. */
const decodersBeside = {
  name: 'decoders-beside',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(${Object.keys(decoders).join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'beside',
    }));
    onLoad({ filter: /.*/, namespace: 'beside' }, ({ path }) => ({
      contents: `
const address = new URL('./${filesName}', import.meta.url).href;
const { ${decoders[path]}: decode } = await import(address).catch((cause) => {
  const expected = 'the file ${filesName} of the package beside the file of the worker';
  throw Object.assign(new Error(expected, { cause }), { expected });
});
export { decode as ${decoders[path]}, decode as default };`,
    }));
  },
};

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
  plugins: [decodersBeside],
});
const { metafile: ofFiles } = await build({
  stdin: {
    contents: `export { default as readXlsxFile } from 'read-excel-file/universal';\nexport { parse } from 'lossless-json';`,
    resolveDir: root,
  },
  outfile: join(root, 'dist', filesName),
  bundle: true,
  absWorkingDir: root,
  preserveSymlinks: true,
  tsconfigRaw: {},
  format: 'esm',
  platform: 'browser',
  target: ['es2022'],
  minify: true,
  legalComments: 'inline',
  logLevel: 'warning',
  metafile: true,
});
noteBundled('worker', metafile);
noteBundled('files', ofFiles);
console.log(
  `build: dist/worker.js ${statSync(outfile).size} bytes, ${((performance.now() - start) / 1000).toFixed(1)} s`,
);
