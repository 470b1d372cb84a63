import { describe, expect, it } from 'vitest';
import { listQueries } from '../../src/audit/query-workload.js';
import { measureQueryError } from '../../src/quality/query-error.js';
import { estimateAnswers } from '../../src/quality/query-estimates.js';
import { drawWorkload, QUERY_COUNT } from '../../src/quality/query-workload.js';
import { seededRandom } from '../../src/base/random.js';
import { countByClass } from '../../src/release/count-by-class.js';
import type { Released, ReleasedValue } from '../../src/quality/released.js';
import { suppressedRow } from '../../src/release/pieces.js';
import { runToCompletion } from '../../src/base/steps.js';
import { casesOf } from '../shared.js';
import { measure } from '../truth/definitions/metrics.js';
import { domainOf, hierarchyOf, plainOf, type Rows, summarize } from './released.js';

const near = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

/** Rows in buckets, columns in groups; values exact or, now and then, generalized by bucket. Some rows are suppressed. */
function drawPermuted(seed: number) {
  const random = seededRandom(seed);
  const below = (bound: number): number => random.below(bound);
  const domains = Array.from({ length: 1 + below(4) }, () => {
    const size = 1 + below(6);
    return domainOf(size, { hierarchy: hierarchyOf(size, [2]) });
  });
  const n = 1 + below(30);
  const leaves = Array.from({ length: n }, () => domains.map(({ size }) => below(size)));
  const sensitive = below(4) === 0 ? null : leaves.map(() => below(3));
  const wanted = 1 + below(5);
  const isSuppressing = below(3) === 0;
  const drawn = leaves.map(() => (isSuppressing && below(4) === 0 ? -1 : below(wanted)));
  const used = [...new Set(drawn.filter((bucket) => bucket >= 0))];
  const bucketOf = drawn.map((bucket) => used.indexOf(bucket));
  const levels = used.map(() => domains.map(() => below(2)));
  // A kind is one bucket's vector at the levels of the bucket.
  const kinds = new Map<string, { readonly bucket: number; readonly box: ReleasedValue[] }>();
  const kindOf = bucketOf.map((bucket, row) => {
    if (bucket < 0) return -1;
    const box = domains.map(({ hierarchy }, a): ReleasedValue => {
      const level = levels[bucket][a];
      const { nodeOf, first } = hierarchy!.levels[level];
      const node = nodeOf[leaves[row][a]];
      return { label: `${level}/${node}`, lo: first[node], hi: first[node + 1] - 1, level };
    });
    const key = JSON.stringify([bucket, box]);
    if (!kinds.has(key)) kinds.set(key, { bucket, box });
    return [...kinds.keys()].indexOf(key);
  });
  const groupAt = [...domains, null].map(() => below(3));
  const groups = [0, 1, 2]
    .map((group) => [...groupAt.keys()].filter((column) => groupAt[column] === group))
    .filter((group) => group.length > 0);
  const rows: Rows = {
    leaves,
    classOf: kindOf,
    boxes: [...kinds.values()].map(({ box }) => box),
    domains,
    labels: null,
    sensitive,
    k: 1,
    levels: null,
  };
  const summary = summarize(rows);
  const ofKinds = [...kinds.values()].map(({ bucket }) => bucket);
  const names = [...domains.map((_, a) => `a${a}`), 'sick'];
  const codes = Uint32Array.from(kindOf, (kind) => (kind < 0 ? suppressedRow : kind));
  const released: Released = {
    ...summary,
    permuted: {
      sizes: summary.sizes,
      classOf: Uint32Array.from(ofKinds, (_, kind) => kind),
      bucketOf: Uint32Array.from(ofKinds),
      buckets: used.length,
      groups: groups.map((group) => group.map((column) => names[column])),
      sensitive: sensitive === null ? null : countByClass(ofKinds.length, codes, Uint8Array.from(sensitive), 3),
    },
  };
  return { rows, released, permutation: { bucketOf, groups } };
}

describe('the query error of a permuted release', () => {
  const tables = casesOf(30_000, 35);
  const parts = 3;
  it.each([1, 2, 3])(
    `is its definition, row by row, groups being independent in a bucket (${tables} releases, part %i of ${parts})`,
    (part) => {
      let withError = 0;
      for (let seed = part; seed <= tables; seed += parts) {
        const { rows, released, permutation } = drawPermuted(seed);
        const expected = measure(plainOf(rows, permutation), ['queryError', 'queryErrorMedian']);
        const found = runToCompletion(measureQueryError(released));
        if (!near(found.queryError, expected.queryError) || !near(found.queryErrorMedian, expected.queryErrorMedian)) {
          expect.fail(`seed ${seed}: ${JSON.stringify({ found, expected })}`);
        }
        if ((found.queryError ?? 0) > 0) withError++;
      }
      expect(withError).toBeGreaterThan(tables / parts / 2);
    },
  );

  it('of two rows that exchange their diseases is 1/2 where the pair is asked for', () => {
    // (young, flu), (old, cancer): one bucket, ages apart from diseases. Each pair is expected half a time.
    const domain = domainOf(2);
    const values = [0, 1].map((leaf) => [{ label: '', lo: leaf, hi: leaf, level: null }]);
    const rows: Rows = {
      leaves: [[0], [1]],
      classOf: [0, 1],
      boxes: values,
      domains: [domain],
      labels: null,
      sensitive: [0, 1],
      k: 1,
      levels: null,
    };
    const summary = summarize(rows);
    const released: Released = {
      ...summary,
      permuted: {
        sizes: summary.sizes,
        classOf: Uint32Array.of(0, 1),
        bucketOf: Uint32Array.of(0, 0),
        buckets: 1,
        groups: [['a0'], ['sick']],
        sensitive: summary.sensitive!.values,
      },
    };
    // Pairs of the workload without rows count no row and are left out; ages alone are exact.
    const { queryError, queryErrorMedian } = runToCompletion(measureQueryError(released));
    const together = { ...released, permuted: { ...released.permuted!, groups: [['a0', 'sick']] } };
    expect(queryErrorMedian).toBe(0);
    const asked = listQueries(
      [{ name: 'a0', rowsAt: Float64Array.of(1, 1) }],
      { name: 'sick', rowsAt: Float64Array.of(1, 1) },
      2,
    );
    const pairs = asked.filter((query) => query.length === 2 && query[0].first === query[1].first).length;
    expect(queryError).toBeCloseTo((0.5 * pairs) / (QUERY_COUNT / 2 + pairs), 15);
    expect(runToCompletion(measureQueryError(together))).toEqual({ queryError: 0, queryErrorMedian: 0 });
    // Without rows, or without quasi-identifiers, nothing is asked.
    const none = { queryError: null, queryErrorMedian: null };
    const empty = summarize({ ...rows, leaves: [], classOf: [], boxes: [], sensitive: [] });
    expect(runToCompletion(measureQueryError(empty))).toEqual(none);
    expect(runToCompletion(measureQueryError({ ...released, attributes: [] }))).toEqual(none);
  });
});

describe('what a reader of a release expects', () => {
  /** Classes of `sizes` rows, each of one value; a value covers leaves lo .. hi of six. */
  const released = (sizes: ArrayLike<number>, valueOf: ArrayLike<number>, values: readonly (readonly [number, number])[]) =>
    ({
      rows: 0,
      suppressed: 0,
      sizes: Uint32Array.from(sizes),
      attributes: [
        {
          domain: domainOf(6),
          values: values.map(([lo, hi]): ReleasedValue => ({ label: '', lo, hi, level: null })),
          valueOf: Uint32Array.from(valueOf),
          leafCounts: new Float64Array(6),
        },
      ],
      sensitive: null,
    }) as unknown as Released; // prettier-ignore
  const columns = { placesOfLeaves: [Uint32Array.from({ length: 6 }, (_, leaf) => leaf)], placesOfValues: null };
  const first = [[{ column: 0, low: 0, high: 0 }]];

  it('of a hundred thousand buckets with a third of a row beside one of four thousand million is exact to the last digit', () => {
    const thirds = 99_999;
    const both = [[...first[0], { column: 1, low: 0, high: 0 }]];
    for (const isFirst of [true, false]) {
      const small = new Array<number>(thirds).fill(1);
      const sizes = isFirst ? [4e9, ...small] : [...small, 4e9];
      const order = Uint32Array.from(sizes.keys());
      const rows = Uint32Array.from(sizes);
      const start = Uint32Array.from({ length: sizes.length + 1 }, (_, kind) => kind);
      const sensitive = { size: 1, start, code: new Uint32Array(sizes.length), rows };
      const valueOf = sizes.map((size) => (size === 1 ? 1 : 0));
      const table = {
        ...released(sizes, valueOf, [[0, 0], [0, 2]]),
        sensitive: { column: { name: 'sick' }, values: sensitive },
        permuted: { sizes: rows, classOf: order, bucketOf: order, buckets: sizes.length, groups: [['a'], ['sick']], sensitive },
      } as unknown as Released;
      const found = runToCompletion(estimateAnswers(table, { ...columns, placesOfValues: Uint32Array.of(0) }, both));
      expect(Array.from(found)).toEqual([4e9 + thirds / 3]);
    }
  }); // prettier-ignore

  it('is the same in whatever stretches the classes are looked at', () => {
    // More classes than are looked at together, of whole and of broken shares.
    for (const values of [
      [
        [0, 0],
        [1, 5],
      ],
      [
        [0, 1],
        [1, 5],
      ],
    ] as const) {
      // prettier-ignore
      const classes = 9000;
      const sizes = Array.from({ length: classes }, (_, c) => 1 + (c % 7));
      const valueOf = sizes.map((_, c) => (c % 3 === 0 ? 0 : 1));
      const rows = sizes.reduce((sum, size, c) => (valueOf[c] === 0 ? sum + size : sum), 0);
      let steps = 0;
      const run = estimateAnswers(released(sizes, valueOf, values), columns, first);
      let step = run.next();
      for (; step.done !== true; step = run.next()) steps++;
      expect(Array.from(step.value)).toEqual([rows / (values[0][1] + 1)]);
      // One for the only query, and one for each stretch of classes.
      expect(steps).toBe(1 + 3);
    }
  });
});

describe('the workload of queries', () => {
  const table = (seed: number) => {
    const random = seededRandom(seed);
    const column = (name: string, rows: number) => {
      const at = new Float64Array(1 + random.below(40));
      for (let row = 0; row < rows; row++) at[random.below(at.length)]++;
      return { name, rows: at, rowsAt: at };
    };
    const rows = 1 + random.below(300);
    const quasi = Array.from({ length: 1 + random.below(6) }, (_, a) => column(`${random.below(1000)} ${a}`, rows));
    return { rows, quasi, sensitive: random.below(2) === 0 ? null : column('sick', rows) };
  };

  it('is drawn alike by the run and by the audit', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const { rows, quasi, sensitive } = table(seed);
      const drawn = drawWorkload(quasi, sensitive, rows).map((query) =>
        query.map(({ column, low, high }) => ({ column, first: low, last: high })),
      );
      expect(drawn, `seed ${seed}`).toEqual(listQueries(quasi, sensitive, rows));
    }
  });

  it('does not depend on the order of the columns', () => {
    const { rows, quasi, sensitive } = table(5);
    const named = (columns: typeof quasi): unknown =>
      drawWorkload(columns, sensitive, rows).map((query) =>
        query.map(({ column, low, high }) => [(columns[column] ?? sensitive).name, low, high]),
      );
    expect(named(quasi.toReversed())).toEqual(named(quasi));
  });

  it('asks for one to three quasi-identifiers, and in every second query for the sensitive column', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const { rows, quasi, sensitive } = table(seed);
      const queries = drawWorkload(quasi, sensitive, rows);
      expect(queries).toHaveLength(QUERY_COUNT);
      queries.forEach((query, i) => {
        const columns = query.map(({ column }) => column);
        expect(new Set(columns).size).toBe(columns.length);
        expect(columns.includes(quasi.length)).toBe(sensitive !== null && i % 2 === 1);
        const asked = columns.filter((column) => column < quasi.length).length;
        expect(asked).toBeGreaterThanOrEqual(1);
        expect(asked).toBeLessThanOrEqual(Math.min(3, quasi.length));
        const share = [0.1, 0.3, 0.45, 0.55][columns.length - 1];
        for (const { column, low, high } of query) {
          const held = ([...quasi, sensitive][column]?.rows ?? new Float64Array()).subarray(low, high + 1);
          const inside = held.reduce((sum, count) => sum + count, 0);
          expect(inside).toBeGreaterThanOrEqual(Math.max(1, Math.floor(rows * share)));
        }
      });
    }
  });

  it('begins as docs/metrics.md says for ten rows of ages 20 .. 29', () => {
    const ages = { name: 'age', rows: new Float64Array(10).fill(1) };
    // Every third draw is the first row of a range: 0.921, 0.656 and 0.967 of ten rows.
    expect(drawWorkload([ages], null, 10).slice(0, 3)).toEqual([
      [{ column: 0, low: 9, high: 9 }],
      [{ column: 0, low: 6, high: 6 }],
      [{ column: 0, low: 9, high: 9 }],
    ]);
  });
});
