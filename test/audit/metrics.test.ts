import { describe, expect, it } from 'vitest';
import { entropy } from '../../src/audit/metrics/entropy.js';
import { height } from '../../src/audit/metrics/levels.js';
import { loss } from '../../src/audit/metrics/loss.js';
import type { AuditedRelease } from '../../src/audit/metrics/metric.js';
import type { ReadAttribute } from '../../src/audit/read-attribute.js';

describe('cell metrics of the audit', () => {
  it('no entropy is lost where nothing is generalized, however many values there are', () => {
    const size = 100_000;
    const counts = Float64Array.from({ length: size }, (_, leaf) => 1 + ((leaf * 7919) % 101));
    const rows = counts.reduce((sum, count) => sum + count, 0);
    // The release lists its values in another order than the domain.
    const order = Uint32Array.from({ length: size }, (_, code) => (code * 48_271 + 11) % size);
    const attribute = {
      domain: { size, height: 1, numbers: null, range: 0, widthShares: null },
      labels: {
        runs: Array.from(order, (leaf) => [leaf, leaf]),
        leaves: new Float64Array(size).fill(1),
        shares: null,
        levels: new Int32Array(size),
        singleLevel: 0,
      },
      counts: Float64Array.from(order, (leaf) => counts[leaf]),
      leafCounts: counts,
    } as unknown as ReadAttribute;
    const release = { attributes: [attribute], rows, suppressed: 0, spec: {} } as unknown as AuditedRelease;
    expect([loss, entropy, height].map((metric) => metric.measure(release))).toEqual([0, 0, 0]);
  });
});
