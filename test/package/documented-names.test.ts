import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import * as assess from '../../src/assess.js';
import * as nodeSources from '../../src/hosts/sources/index.js';
import * as pageSources from '../../src/hosts/sources/page.js';
import { metrics } from '../../src/quality/list.js';
import type { Metric } from '../../src/quality/metric.js';
import { undocumented } from '../registry.js';

it.each(['privacy', 'metrics', 'hierarchies'] as const)('docs/%s.md names everything that its registry has', (page) => {
  expect(undocumented(page)).toEqual([]);
});

it('docs/metrics.md says of every metric what it is of, as it is declared', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/metrics.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` .* \| (\w+) +\|$/gm)].map(([, name, kind]) => `${name} ${kind}`);
  expect(rows).toEqual((metrics as readonly Metric[]).map(({ name, kind }) => `${name} ${kind}`));
});

it('docs/embedding.md names every function and value of kohort/assess', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/embedding.md'), 'utf8');
  const names = Object.keys(assess);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('kohort/sources has the same names in Node and in a page', () => {
  expect(Object.keys(pageSources).sort()).toEqual(Object.keys(nodeSources).sort());
});
