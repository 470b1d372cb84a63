import { expect, it } from 'vitest';
import { sharedFolder } from './shared.js';

it.runIf(process.env.CI !== undefined)('in CI the shared truth tables are there: no test of them is skipped', () => {
  expect(sharedFolder, 'a folder ../shared, or the one that KOHORT_SHARED names').not.toBeNull();
});
