import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { algorithmNames } from '../registry.js';
import { longTest } from '../long-test.js';
import type { Packed } from './packed.js';
import { inTurn } from '../shared.js';
import { installPacked } from './packed.js';

const root = resolve(import.meta.dirname, '../..');
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const manifest = readJson('package.json');

let packed: Packed;
beforeAll(() => {
  packed = installPacked();
});
afterAll(() => packed?.remove());

/** Runs a module in the empty folder; gives its output, or fails with its errors. */
function runModule(source: string): string {
  const file = join(packed.folder, 'program.mjs');
  writeFileSync(file, source);
  const run = spawnSync(process.execPath, [file], { cwd: packed.folder, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
  return run.stdout;
}

const program = (entry: string): string => `
import { anonymize, csvChunks, tableFromRows, version } from '${entry}';
const rows = Array.from({ length: 40 }, (_, i) => ({ age: 20 + (i % 8), sex: i % 3 ? 'Female' : 'Male' }));
const job = {
  attributes: {
    age: { role: 'quasi-identifier' },
    sex: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
  },
  privacy: [{ model: 'k-anonymity', k: 5 }],
  algorithm: 'mondrian',
};
const engine = '${entry}' === 'kohort/js' ? 'js' : 'wasm';
const { release, result } = await anonymize(tableFromRows(rows), job, { engine, seed: 1 });
const text = Buffer.concat([...csvChunks(release)]).toString();
console.log(version, result.engine, result.released, text.split('\\n').length, result.privacy[0].holds);
`;

describe('the packed package', () => {
  it('holds the build, its documents and nothing else', () => {
    const wrong = packed.files.filter(
      (path) =>
        !/^(dist\/.+\.(js|d\.ts|wasm)|dist\/job\.schema\.json|dist\/kohort\.1|dist\/sbom\.cdx\.json|dist\/third-party-licenses\.txt|docs\/.+\.(md|svg)|examples\/[\w-]+\.(mjs|txt)|examples\/data\/.+|package\.json|(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md|LICENSE)$/.test(
          path,
        ),
    );
    expect(wrong).toEqual([]);
    expect(packed.files).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist/engine.wasm', 'dist/worker.js']),
    );
  });

  it('holds every file that its documents link to', () => {
    const isPacked = (path: string): boolean =>
      packed.files.some((file) => file === path || file.startsWith(`${path}/`));
    const pages = packed.files.filter((file) => file.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(50);
    const broken = pages.flatMap((page) =>
      [...readFileSync(join(packed.folder, 'node_modules/kohort', page), 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
        .map(([, target]) => target)
        .filter((target) => !/^\w+:/.test(target) && !isPacked(posix.join(posix.dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('holds what every export, type and command names', () => {
    const named: string[] = [];
    const collect = (value: unknown): void => {
      if (typeof value === 'string') named.push(value.replace('./', ''));
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
    };
    collect(manifest.exports);
    collect(manifest.bin);
    collect(manifest.types);
    const isThere = (path: string): boolean => {
      const [start, end] = path.split('*');
      return packed.files.some((file) =>
        end === undefined ? file === path : file.startsWith(start) && file.endsWith(end),
      );
    };
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  it.each(inTurn(['kohort', 'kohort/js'], 2))('runs from an empty folder by the name %s', (entry) => {
    const engine = entry === 'kohort/js' ? 'js' : 'wasm';
    expect(runModule(program(entry))).toBe(`${manifest.version} ${engine} 40 42 true\n`);
  });

  it('gives the compiled kernels as files and the client without an engine', () => {
    const output = runModule(`
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createWorkerClient } from 'kohort/client';
const { resolve } = createRequire(import.meta.url);
console.log(WebAssembly.validate(await readFile(new URL(import.meta.resolve('kohort/engine.wasm')))));
console.log(typeof createWorkerClient, typeof import.meta.resolve('kohort/worker'));
console.log(JSON.parse(await readFile(new URL(import.meta.resolve('kohort/package.json')))).name);
`);
    expect(output.split('\n')).toEqual(['true', 'function string', 'kohort', '']);
  });

  it('runs where a host compiles WebAssembly ahead and refuses bytes', () => {
    const output = runModule(`
import { readFile } from 'node:fs/promises';
import { anonymize, createEngine, tableFromRows } from 'kohort';
const module = await WebAssembly.compile(await readFile(new URL(import.meta.resolve('kohort/engine.wasm'))));
const refuse = () => { throw new WebAssembly.CompileError('no code generation here'); };
const { Module, Instance, instantiate } = WebAssembly;
WebAssembly.compile = WebAssembly.compileStreaming = WebAssembly.instantiateStreaming = refuse;
WebAssembly.instantiate = (source, imports) => (source instanceof Module ? instantiate(source, imports) : refuse());
WebAssembly.Module = new Proxy(Module, { construct: refuse });
const rows = Array.from({ length: 40 }, (_, i) => ({ age: 20 + (i % 8) }));
const job = { attributes: { age: { role: 'quasi-identifier' } }, privacy: [{ model: 'k-anonymity', k: 5 }], algorithm: 'mondrian' };
const engine = await createEngine({ module });
const { result } = await anonymize(tableFromRows(rows), job, { engine });
console.log(engine.name, result.engine, result.released);
console.log(await createEngine().catch((error) => error.message));
console.log(await createEngine({ module: 'kohort/engine.wasm' }).catch((error) => error.name));
`);
    expect(output.split('\n')).toEqual(['wasm wasm 40', 'no code generation here', 'InvalidArgumentError', '']);
  });

  it('runs as a command', () => {
    const main = join(packed.folder, 'node_modules/kohort', manifest.bin.kohort);
    const run = spawnSync(process.execPath, [main, '--version'], { cwd: packed.folder, encoding: 'utf8' });
    expect([run.status, run.stdout.trim()]).toEqual([0, manifest.version]);
    expect(readFileSync(main, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it('as a command finds optional packages that are links, with what these need, when its output is a pipe', () => {
    const link = join(packed.folder, 'node_modules/apache-arrow');
    symlinkSync(join(root, 'node_modules/apache-arrow'), link, 'dir');
    writeFileSync(join(packed.folder, 'rows.csv'), 'age\n1\n2\n');
    const main = join(packed.folder, 'node_modules/kohort', manifest.bin.kohort);
    const args = 'anonymize rows.csv --k 2 --quasi age --quiet --out rows.arrow'.split(' ');
    const run = spawnSync(process.execPath, [main, ...args], { cwd: packed.folder, encoding: 'utf8' });
    rmSync(link);
    expect([run.status, run.stderr]).toEqual([0, '']);
  });

  longTest('has types for everything that can be imported by name', () => {
    const source = `
import { anonymize, readCsv } from 'kohort';
import type { Job } from 'kohort';
import { anonymize as twin } from 'kohort/js';
import { createWorkerClient } from 'kohort/client';
import 'kohort/worker';
const job: Job = { attributes: {}, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian' };
const table = await readCsv('a\\n1\\n');
const { result } = await anonymize(table, job);
export const classes: number = result.classes;
export const same: typeof anonymize = twin;
export const client = createWorkerClient(new Worker('worker.js', { type: 'module' }));
// @ts-expect-error k is a number
export const wrong: Job = { ...job, privacy: [{ model: 'k-anonymity', k: '2' }] };
`;
    writeFileSync(join(packed.folder, 'types.mts'), source);
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    // Only what TypeScript itself ships is not checked again.
    const options =
      '--noEmit --skipDefaultLibCheck --strict --module nodenext --target es2022 --lib es2023,dom,dom.iterable';
    const run = spawnSync(process.execPath, [tsc, ...options.split(' '), 'types.mts'], {
      cwd: packed.folder,
      encoding: 'utf8',
    });
    expect(run.stdout).toBe('');
    expect(run.status).toBe(0);
  });
});

const named = Object.keys(manifest.exports as object)
  .filter((path) => !path.endsWith('.json'))
  .flatMap((path) => (path.endsWith('*') ? algorithmNames.map((name) => path.replace('*', name)) : path));

/** Every export that a program imports, under names of its own, and some of their types in use. */
const consumer = `
${named.map((path, i) => `import * as entry${i} from '${path.replace('.', 'kohort')}';`).join('\n')}
import { anonymize, applyRecoding, createEngine, defineJob, readTable } from 'kohort';
import { mondrian } from 'kohort/algorithms/mondrian';
import { createAnonymize } from 'kohort/core';
import type { AppliedRecoding, Cell, Solution, TableRow } from 'kohort';
import kernels from 'kohort/engine.wasm';
export const entries: object[] = [${named.map((_, i) => `entry${i}`).join(', ')}];
const job = defineJob({ attributes: { age: 'quasi-identifier' }, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian' });
const { release, result } = await anonymize([{ age: 1 }, { age: 2 }], job, { engine: await createEngine({ module: kernels }) });
for (const row of release) {
  const cell: Cell = (row satisfies TableRow).age;
  console.log(cell);
}
const solution: Solution = result.solution;
if (solution.kind === 'levels') console.log(solution.levels.age.toFixed());
export const arrow = await release.toArrow();
export const applied: AppliedRecoding = await applyRecoding(result, release.toRows());
const small: typeof anonymize = createAnonymize({ algorithms: [mondrian] });
export const alone = await small([{ age: 1 }, { age: 2 }], job);
// @ts-expect-error a name is no algorithm
createAnonymize({ algorithms: ['mondrian'] });
export const read = await readTable(new Response('age\\n1\\n'));
// @ts-expect-error no algorithm of that name
defineJob({ ...job, algorithm: 'mondrain' });
`;

describe.each(['nodenext', 'bundler'])('a strict program of TypeScript (%s)', (resolution) => {
  const versions = ['none', 'node', 'types-node-22', 'types-node-24'];
  longTest.each(versions)('compiles with every export, types of Node: %s', (types) => {
    const file = join(packed.folder, 'consumer.mts');
    writeFileSync(file, consumer);
    const typeRoots = join(packed.folder, 'type-roots');
    rmSync(typeRoots, { recursive: true, force: true });
    mkdirSync(typeRoots);
    if (types !== 'none') {
      const path = types === 'node' ? '@types/node' : types;
      symlinkSync(join(root, 'node_modules', path), join(typeRoots, 'node'), 'dir');
    }
    const options = [
      '--noEmit --skipDefaultLibCheck --strict --target es2022 --lib es2023,dom,dom.iterable,dom.asynciterable',
      resolution === 'nodenext' ? '--module nodenext' : '--module esnext --moduleResolution bundler',
      `--typeRoots ${typeRoots}${types === 'none' ? '' : ' --types node'}`,
    ].join(' ');
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const run = spawnSync(process.execPath, [tsc, ...options.split(' '), file], {
      cwd: packed.folder,
      encoding: 'utf8',
    });
    expect(run.stdout).toBe('');
    expect(run.status).toBe(0);
  });
});

describe('the manifest', () => {
  it('pins what must stay as tested: the parts of Vitest are of one version', () => {
    const { vitest, ...others } = manifest.devDependencies as Record<string, string>;
    expect(vitest).toMatch(/^\d+\.\d+\.\d+$/);
    expect([others['@vitest/coverage-v8'], others['@vitest/runner']]).toEqual([vitest, vitest]);
  });

  it('needs at run time only what src/ imports', () => {
    expect(Object.keys(manifest.dependencies)).toEqual([
      '@assemblyscript/loader',
      'commander',
      'jsep',
      'papaparse',
      'valibot',
    ]);
  });

  it('agrees with the lock file, which names no host', () => {
    const lock = readJson('package-lock.json');
    const own = lock.packages[''];
    for (const key of ['name', 'version', 'license', 'dependencies', 'devDependencies', 'engines']) {
      expect(own[key], key).toEqual(manifest[key]);
    }
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
  });
});
