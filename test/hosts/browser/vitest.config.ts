import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../../..', import.meta.url).pathname,
    include: ['test/hosts/browser/**/*.browser.test.ts'],
    globalSetup: ['shared-build.ts', '../../test-run.ts'].map((name) => new URL(name, import.meta.url).pathname),
    setupFiles: [new URL('page-share.ts', import.meta.url).pathname],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    experimental: { fsModuleCache: true },
  },
});
