import { expect, it } from 'vitest';
import { undocumented } from '../registry.js';

it.each(['privacy', 'metrics', 'hierarchies'] as const)('docs/%s.md names everything that its registry has', (page) => {
  expect(undocumented(page)).toEqual([]);
});
