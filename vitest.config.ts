import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.browser.test.ts'],
    globalSetup: ['test/kernels-are-built.ts'],
    testTimeout: process.env.KOHORT_LONG === '1' ? 1_800_000 : 300_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    // Files of a worker share what they import: 160 instead of 223 s for all tests on two cores.
    isolate: false,
  },
});
