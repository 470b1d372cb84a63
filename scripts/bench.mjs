/**
 * Runs the benches: bundles each of bench/kernels.ts, bench/algorithms.ts, bench/greedy.ts and bench/load.ts into build/bench/ and runs
 * it in a Node process of its own, one after the other. `npm run bench -- kernels --json` runs one; `--smoke` is the
 * short form that CI runs. What is not a bench's name is passed on.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const names = ['kernels', 'algorithms', 'lattice', 'greedy', 'load'];
const onRequest = [
  'accuracy',
  'comparison',
  'dissociation',
  'kopt',
  'membership',
  'local',
  'page',
  'rounding',
  'uniques',
  'apply',
  'blocks',
  'soak',
  'scale',
  'deaf',
  'threads',
  'subtree',
  'kopt-nodes',
  'kopt-models',
  'persons',
  'equal-rows',
  'arx',
  'wide',
  'known-facts',
  'many-columns',
];
const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  const all = [...names, ...onRequest].join(', ');
  console.log(`npm run bench [-- NAME ... --smoke]: ${all}; what else each takes stands at the head of bench/NAME.ts`);
  process.exit(0);
}
const asked = args.filter((arg) => names.includes(arg) || onRequest.includes(arg));
const passedOn = args.filter((arg) => !asked.includes(arg));

/** Options that make a bench without `--smoke` short. */
const shortForms = { load: ['--rows', '20000', '--runs', '2'] };

/** One file of a source and what it imports of ours. */
const bundle = (entry, outfile) =>
  build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: ['node20'],
    packages: 'external',
    logLevel: 'warning',
  });

mkdirSync(join(root, 'build/bench'), { recursive: true });
// Workers of further threads are looked for beside the bench.
await bundle(join(root, 'src/hosts/node/threads/node-worker.ts'), join(root, 'build/bench/node-worker.js'));
/** Too long to run unasked, but for its short form. */
const usual = args.includes('--smoke') ? [...names, 'scale', 'deaf', 'persons'] : names;
for (const name of asked.length > 0 ? asked : usual) {
  const entry = ['bench', 'bench/k-optimize'].map((folder) => join(root, folder, `${name}.ts`)).find(existsSync);
  if (entry === undefined) {
    console.error(`bench: bench/${name}.ts is not there`);
    process.exitCode = 1;
    continue;
  }
  const outfile = join(root, 'build/bench', `${name}.mjs`);
  await bundle(entry, outfile);
  const more = passedOn.includes('--smoke') ? (shortForms[name] ?? []) : [];
  const run = spawnSync(process.execPath, ['--expose-gc', outfile, ...passedOn, ...more], {
    cwd: root,
    stdio: 'inherit',
  });
  if (run.status !== 0) {
    console.error(`bench: ${name} ended with ${run.status ?? run.signal}`);
    process.exitCode = 1;
  }
}
