/**
 * The build: kernels (scripts/build-engine.mjs), then src/ by tsc into dist/, then the modules beside it. Needs nothing but the installed packages.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { buildEngine } from './build-engine.mjs';

const root = resolve(import.meta.dirname, '..');
const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

let start = performance.now();
const sizes = await buildEngine();
console.log(`build: kernels ${sizes.release} bytes, ${seconds(start)}`);

start = performance.now();
rmSync(join(root, 'dist'), { recursive: true, force: true });
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const run = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
mkdirSync(join(root, 'dist'), { recursive: true });
copyFileSync(join(root, 'build/engine.wasm'), join(root, 'dist/engine.wasm'));
// Type of an import of it, for hosts that compile WebAssembly ahead.
writeFileSync(
  join(root, 'dist/engine.wasm.d.ts'),
  '/** The kernels, compiled: for `createEngine({ module })`. */\ndeclare const module: WebAssembly.Module;\nexport default module;\n',
);
console.log(`build: dist/ ${seconds(start)}`);
process.exitCode = run.status ?? 1;
