/** Work in stretches: tables and releases above the sizes of one stretch, and parts that are left out to save time. */
import { describe, expect, it } from 'vitest';
import { runToCompletion } from '../../src/base/steps.js';
import { measureInformationLoss } from '../../src/quality/information-loss.js';
import { countAnswers } from '../../src/quality/query-answers.js';
import { estimateAnswers } from '../../src/quality/query-estimates.js';
import { placesOfLeaves } from '../../src/quality/query-places.js';
import type { CountingQuery } from '../../src/quality/query-workload.js';
import { measureLossSum } from '../../src/quality/loss-sum.js';
import { isNumeric, rangeShare } from '../../src/quality/range-share.js';
import type { Released, ReleasedValue } from '../../src/quality/released.js';
import { countByClass } from '../../src/release/count-by-class.js';
import { drawing } from '../random.js';
import { domainOf, hierarchyOf } from './released.js';

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);

describe('query estimates of thousands of kinds of rows', () => {
  const size = 6;
  const diseases = 4;

  /** Kinds in buckets of one to six, with two attributes and a disease; values of one leaf, or of up to three. */
  function draw(seed: number, isExact: boolean) {
    const below = drawing(seed);
    const bucketOf: number[] = [];
    for (let bucket = 0; bucketOf.length < 6000; bucket++) {
      for (let kind = below(6); kind >= 0; kind--) bucketOf.push(bucket);
    }
    const values: ReleasedValue[] = range(size).flatMap((lo) =>
      range(isExact ? 1 : 3).map((more) => ({ label: '', lo, hi: Math.min(size - 1, lo + more), level: null })),
    );
    const valueOf = [0, 1].map(() => bucketOf.map(() => below(values.length)));
    const rows = bucketOf.flatMap((_, kind) => range(1 + below(3)).map(() => ({ kind, disease: below(diseases) })));
    return { bucketOf, values, valueOf, rows };
  }

  function releasedOf({ bucketOf, values, valueOf, rows }: ReturnType<typeof draw>, groups: readonly string[][]) {
    const sizes = new Uint32Array(bucketOf.length);
    for (const { kind } of rows) sizes[kind]++;
    const sensitive = countByClass(bucketOf.length, Uint32Array.from(rows, ({ kind }) => kind), Uint8Array.from(rows, ({ disease }) => disease), diseases); // prettier-ignore
    return {
      rows: rows.length,
      suppressed: 0,
      sizes,
      attributes: valueOf.map((own, a) => ({
        domain: { ...domainOf(size), attribute: `a${a}` },
        values,
        valueOf: Uint32Array.from(own),
      })),
      sensitive: { column: { name: 'sick' }, values: sensitive },
      permuted: {
        sizes,
        classOf: Uint32Array.from(range(bucketOf.length)),
        bucketOf: Uint32Array.from(bucketOf),
        buckets: bucketOf[bucketOf.length - 1] + 1,
        groups,
        sensitive,
      },
    } as unknown as Released;
  }

  /** The product of what each group has of a bucket's rows, over all buckets. */
  function naively({ bucketOf, values, valueOf, rows }: ReturnType<typeof draw>, groups: readonly string[][], query: CountingQuery) {
    const names = ['a0', 'a1', 'sick'];
    const byBucket = new Map<number, (typeof rows)[number][]>();
    for (const row of rows) byBucket.set(bucketOf[row.kind], [...(byBucket.get(bucketOf[row.kind]) ?? []), row]);
    const shareOf = ({ kind, disease }: (typeof rows)[number], column: number): number =>
      query.filter((condition) => condition.column === column).reduce((share, { low, high }) => {
        if (column === 2) return share * Number(low <= disease && disease <= high);
        const { lo, hi } = values[valueOf[column][kind]];
        return (share * Math.max(0, Math.min(hi, high) - Math.max(lo, low) + 1)) / (hi - lo + 1);
      }, 1);
    let expected = 0;
    for (const own of byBucket.values()) {
      const shares = groups.map((group) =>
        own.reduce((sum, row) => sum + group.reduce((share, name) => share * shareOf(row, names.indexOf(name)), 1), 0) / own.length,
      );
      expected += shares.reduce((product, share) => product * share, own.length);
    }
    return expected;
  }

  it.each([true, false])('are those of all buckets, groups being independent in each (exact values: %s)', (isExact) => {
    const below = drawing(7);
    for (const groups of [[['a0', 'a1'], ['sick']], [['a0'], ['a1', 'sick']], [['a0'], ['a1'], ['sick']], [['a0', 'a1', 'sick']]]) {
      const drawn = draw(3, isExact);
      const queries = range(24).map((): CountingQuery =>
        [0, 1, 2].filter((column) => column === 2 || below(2) === 0).filter(() => below(4) > 0).map((column) => {
          const most = column === 2 ? diseases : size;
          const low = below(most);
          return { column, low, high: low + below(most - low) };
        }),
      );
      const places = { placesOfLeaves: [0, 1].map(() => Uint32Array.from(range(size))), placesOfValues: Uint32Array.from(range(diseases)) };
      const found = runToCompletion(estimateAnswers(releasedOf(drawn, groups), places, queries));
      queries.forEach((query, q) => {
        const expected = naively(drawn, groups, query);
        if (query.length > 0) expect(found[q] / Math.max(1, expected)).toBeCloseTo(expected / Math.max(1, expected), 9);
      });
    }
  });
}); // prettier-ignore

describe('answers of queries', () => {
  it('pause every sixteen blocks of 16,384 entries', () => {
    const steps = (entries: number) => {
      const columns = [{ codes: new Uint8Array(entries), placeOf: Uint32Array.of(0) }];
      const counting = countAnswers(columns, null, [[{ column: 0, low: 0, high: 0 }]]);
      let pauses = 0;
      for (let step = counting.next(); ; step = counting.next()) {
        if (step.done === true) return { pauses, rows: step.value[0] };
        pauses++;
      }
    };
    expect(steps(16_384 * 15)).toEqual({ pauses: 0, rows: 16_384 * 15 });
    expect(steps(16_384 * 49)).toEqual({ pauses: 3, rows: 16_384 * 49 });
    expect(steps(16_384 * 2 + 5)).toEqual({ pauses: 0, rows: 16_384 * 2 + 5 });
  });
});

describe('the places of leaves', () => {
  it('are those of numbers, then of texts by code point, then of the missing value; a listed order stays', () => {
    const labels = ['b', '10', '', '\u{1f600}', '9', '\uffee', '-1', 'a'];
    const domain = domainOf(labels.length, { numbers: labels.map(Number), missingLeaf: 2 });
    const placesOf = (order: 'numeric' | 'sorted' | 'listed' | 'hierarchy'): number[] => [
      ...runToCompletion(placesOfLeaves({ ...domain, labels, order })),
    ];
    for (const order of ['numeric', 'sorted', 'hierarchy'] as const) {
      expect(placesOf(order)).toEqual([4, 2, 7, 6, 1, 5, 0, 3]);
    }
    expect(placesOf('listed')).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('are of numbers where the order is that of numbers', () => {
    const numbers = domainOf(3, { numbers: [1, 2, 4] });
    expect([numbers, domainOf(3), { ...numbers, order: 'listed' as const }, { ...numbers, numbers: null }].map(isNumeric)).toEqual([true, false, false, false]); // prettier-ignore
  });
});

describe('the share of a range', () => {
  it('is that of what the label of a coded leaf says, of the last one too', () => {
    const ends = { low: Float64Array.of(1, 2, 5), high: Float64Array.of(1, 4, 9) };
    const domain = { ...domainOf(3, { numbers: [1, 2, 5] }), coding: { ends } } as unknown as Parameters<typeof rangeShare>[0]; // prettier-ignore
    const shares = [[0, 0], [1, 1], [2, 2], [0, 1], [1, 2], [0, 2]].map(([lo, hi]) => rangeShare(domain, lo, hi)); // prettier-ignore
    expect(shares).toEqual([0, 2 / 8, 4 / 8, 3 / 8, 7 / 8, 1]);
  });

  it('of intervals is the width of the level that is released, also where a lower one has the same leaves', () => {
    const hierarchy = { ...hierarchyOf(4, [2, 4]), widthShares: [0, 0.25, 0.5, 1] };
    const domain = domainOf(4, { hierarchy, numbers: [1, 2, 3, 4] });
    const lossOf = (level: number | null) => {
      const values: ReleasedValue[] = [{ label: '', lo: 0, hi: 3, level }];
      const attributes = [{ domain, values, valueOf: Uint32Array.of(0), leafCounts: Float64Array.of(1, 1, 1, 1) }];
      return measureLossSum({ rows: 4, suppressed: 0, sizes: Uint32Array.of(4), attributes, levels: null } as unknown as Released); // prettier-ignore
    };
    expect([lossOf(null), lossOf(2), lossOf(3)]).toEqual([0.5, 0.5, 1]);
  });
});

describe('the information that is lost', () => {
  it('is none where there are no quasi-identifiers', () => {
    expect(measureInformationLoss({ rows: 3, suppressed: 1, attributes: [] } as unknown as Released)).toBe(0);
  });
});
