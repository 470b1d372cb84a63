import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { DearFirst } from './test/dear-first.js';
import { sourcesOfExports } from './test/package-sources.js';

const startsServers = process.env.KOHORT_ENGINES === '1' || process.env.KOHORT_LONG === '1';
const serverTests = ['test/**/servers.test.ts', 'test/left-behind/server-files.test.ts'];

// An order that is asked for, by `--sequence.shuffle.files`, is Vitest's.
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'));

/** `npm test` has a share of the tests of dear files; npm names its script here. Other runs have all tests of the files that they name. */
const takesTurns = process.env.npm_lifecycle_event === 'test';

/** Starter of threads from the build, beside which the compiled script of the threads stands. */
const builtStarter = {
  find: /^.*\/node\/reading\/start-reading\.js$/,
  replacement: resolve('dist/hosts/node/reading/start-reading.js'),
};

export default defineConfig({
  // The page takes the package by its exports; its tests take these from the sources.
  resolve: { alias: [...sourcesOfExports(), builtStarter] },
  test: {
    include: ['test/**/*.test.ts'],
    // Tests that start database servers are those of `npm run test:engines`.
    exclude: ['test/**/*.browser.test.ts', ...(startsServers ? [] : serverTests)],
    globalSetup: ['test/kernels-are-built.ts', 'test/test-run.ts'],
    setupFiles: takesTurns ? ['test/take-turns.ts'] : [],
    sequence: isShuffled ? {} : { sequencer: DearFirst },
    testTimeout: process.env.KOHORT_LONG === '1' ? 1_800_000 : 300_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    // Files of a worker share what they import: 160 instead of 223 s for all tests on two cores.
    isolate: false,
    // Compiled modules stay between runs, by a hash of what they are compiled from: half of the start.
    experimental: { fsModuleCache: true },
  },
});
