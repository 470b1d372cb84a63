import { defineConfig } from 'vitest/config';

const startsServers = process.env.KOHORT_ENGINES === '1' || process.env.KOHORT_LONG === '1';
const serverTests = ['test/**/servers.test.ts', 'test/left-behind/server-files.test.ts'];

export default defineConfig({
  // The example page takes parts of the package by these names; its tests take them from the sources.
  resolve: {
    alias: [
      { find: 'kohort/classifier', replacement: `${import.meta.dirname}/src/assess/accuracy/naive-bayes.ts` },
      { find: /^kohort\/inside\/(.*)$/, replacement: `${import.meta.dirname}/src/$1.ts` },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    // Tests that start database servers are those of `npm run test:engines`.
    exclude: ['test/**/*.browser.test.ts', ...(startsServers ? [] : serverTests)],
    globalSetup: ['test/kernels-are-built.ts', 'test/test-run.ts'],
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
