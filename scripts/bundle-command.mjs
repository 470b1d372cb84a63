/**
 * Bundles the command line into dist/cli/: main.js with all that every run needs, the helpers' threads beside it, and a file
 * for each part that is loaded on use. Node then opens a few files instead of some three hundred. Optional packages stay
 * outside, and so do modules of dist/ that are mostly data. What only the command line used is removed.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { noteBundled } from './bill-of-materials.mjs';
import { runsAtOnce } from './runs-at-once.mjs';

const root = resolve(import.meta.dirname, '..');
const start = performance.now();
const dist = join(root, 'dist');
const hosts = join(dist, 'hosts');
const folder = join(dist, 'cli');
const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** The module with the kernels. */
const shared = /\/embedded\.generated\.js$/;

const { metafile, outputFiles } = await build({
  entryPoints: {
    main: join(hosts, 'command/main.js'),
    // The place where import.meta.url of main.js finds it (hosts/node/threads/node.ts).
    'node-worker': join(hosts, 'node/threads/node-worker.js'),
    // Likewise (hosts/node/count-threads.ts).
    'count-worker': join(hosts, 'node/count-worker.js'),
    // Likewise (hosts/node/reading/start-reading.ts).
    'reading-worker': join(hosts, 'node/reading/reading-worker.js'),
  },
  outdir: folder,
  write: false,
  bundle: true,
  // Makes the same bytes in every folder: names of chunks depend on paths too.
  absWorkingDir: root,
  preserveSymlinks: true,
  splitting: true,
  chunkNames: 'part-[hash]',
  // The paths of tsconfig.json are for sources.
  tsconfigRaw: {},
  format: 'esm',
  platform: 'node',
  target: ['node20'],
  external: Object.keys(peerDependencies),
  plugins: [
    runsAtOnce,
    {
      name: 'shared-modules',
      setup: ({ onResolve }) =>
        onResolve({ filter: shared }, ({ path, resolveDir }) => ({
          path: relative(folder, resolve(resolveDir, path)),
          external: true,
        })),
    },
  ],
  // commander and papaparse are CommonJS: what they require is of Node's own.
  banner: {
    js: "import { createRequire as requireOfNode } from 'node:module'; const require = requireOfNode(import.meta.url);",
  },
  minify: true,
  // Errors are named after their classes.
  keepNames: true,
  legalComments: 'inline',
  logLevel: 'warning',
  metafile: true,
});
noteBundled('cli', metafile);

// Only now: the modules were the sources of the bundle.
const kept = await modulesOf(join(hosts, 'sources/index.js'), join(dist, 'report/report-html.js'));
rmSync(join(dist, 'hosts/command'), { recursive: true });
for (const folder of ['hosts/node', 'pipeline/certificate']) {
  for (const name of readdirSync(join(dist, folder))) {
    const path = join(folder, name.replace(/\.d\.ts$/, '.js'));
    if (!['threads', 'reading'].includes(name) && !kept.has(path)) rmSync(join(dist, folder, name));
  }
}
mkdirSync(folder, { recursive: true });
let bytes = 0;
for (const { path, contents } of outputFiles) {
  writeFileSync(join(folder, basename(path)), contents);
  bytes += contents.length;
}
console.log(`build: dist/cli ${bytes} bytes, ${((performance.now() - start) / 1000).toFixed(1)} s`);

/** The modules of dist/ that entry points of the package need, by their paths there. */
async function modulesOf(...entryPoints) {
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    packages: 'external',
    write: false,
    metafile: true,
    tsconfigRaw: {},
    format: 'esm',
    platform: 'node',
    absWorkingDir: dist,
    outdir: dist,
  });
  return new Set(Object.keys(metafile.inputs));
}
