/** Contents of the buckets of random recodings, and their persons, against maps of texts. */
import { describe, expect, it } from 'vitest';
import type { Recoding } from '../../src/algorithms/algorithm.js';
import { runToCompletion } from '../../src/base/steps.js';
import { seededRandom } from '../../src/base/random.js';
import { showBuckets } from '../../src/pipeline/shown-buckets.js';
import type { ShownClasses } from '../../src/release/shown-classes.js';

const leaves = 6;
/** Leaves one by one, in twos and in threes. */
const values = [1, 2, 3].flatMap((width) =>
  Array.from({ length: leaves / width }, (_, i) => ({ lo: i * width, hi: i * width + width - 1 })),
);
const attributes = 3;

function draw(seed: number, classes: number, buckets: number) {
  const { below } = seededRandom(seed);
  const some = (length: number, under: number): Uint32Array => Uint32Array.from({ length }, () => below(under));
  const seenCount = Math.ceil(classes / 2);
  // Few values in most buckets: otherwise nearly all of them have leaves in common.
  const least = seed % 2 === 0 ? 0 : leaves;
  const valueOf = Array.from({ length: attributes }, () =>
    some(seenCount, seed % 2 === 0 ? leaves : leaves / 2).map((value) => least + value),
  );
  const columns = valueOf.map((own) => ({ size: leaves, values, valueOf: own }));
  const seen = { count: seenCount, classOf: some(classes, seenCount), attributes: columns, searched: columns };
  const bucketOf = some(classes, buckets);
  const parts = {
    vector: some(2 * classes, 9),
    classId: some(2 * classes, classes),
    count: some(2 * classes, 4).map((rows) => rows + 1),
  };
  const recoding = { parts, permutation: { buckets, bucketOf } };
  return { seen: seen as unknown as ShownClasses, recoding: recoding as unknown as Recoding, below };
}

describe('what a bucket shows', () => {
  it('is the rows of every sub-tuple, and everybody who has one of each group', () => {
    let [apart, shown] = [0, 0];
    for (let seed = 0; seed < 60; seed++) {
      const { seen, recoding, below } = draw(seed, seed < 2 ? 20_000 : 12, 4);
      const { parts, permutation } = recoding;
      const groups = [[[0], [1], [2]], [[2, 0], [1]], [[1, 0, 2]]][seed % 3];
      const buckets = runToCompletion(showBuckets(recoding, seen, groups));
      for (let bucket = 0; bucket < 4; bucket++) {
        const expected = groups.map(() => new Map<string, number>());
        const own = Array.from({ length: attributes }, () => new Set<number>());
        parts.classId.forEach((id, p) => {
          if (permutation?.bucketOf[id] !== bucket) return;
          const here = seen.searched.map(({ valueOf }) => valueOf[seen.classOf[id]]);
          here.forEach((value, a) => own[a].add(value));
          groups.forEach((group, g) => {
            const key = group.map((a) => here[a]).join();
            expected[g].set(key, (expected[g].get(key) ?? 0) + parts.count[p]);
          });
        });
        const covering = (a: number, leaf: number): number[] =>
          [...own[a]].filter((value) => values[value].lo <= leaf && values[value].hi >= leaf);
        own.forEach((all, a) => {
          if (all.size === 0) return;
          expect(buckets.lower[a][bucket]).toBe(Math.min(...[...all].map((value) => values[value].lo)));
          expect(buckets.upper[a][bucket]).toBe(Math.max(...[...all].map((value) => values[value].hi)));
        });
        const isApart = own.every((_, a) => Array.from({ length: leaves }, (__, leaf) => covering(a, leaf)).every(({ length }) => length < 2)); // prettier-ignore
        const found = buckets.read(bucket);
        expect(found !== null).toBe(isApart);
        if (found === null) continue;
        apart++;
        const wanted = found.wanted();
        const inOrder = (rows: Iterable<number>): number[] => [...rows].sort((one, other) => one - other);
        expect(wanted.map(inOrder)).toEqual(expected.map((rows) => inOrder(rows.values())));
        for (let person = 0; person < 30; person++) {
          const codes = own.map(() => [below(leaves)]);
          const here = codes.map(([leaf], a) => covering(a, leaf)[0]);
          const rows = groups.map((group, g) => expected[g].get(group.map((a) => here[a] ?? '').join()));
          const tuples = new Int32Array(groups.length);
          const isShown = found.findInto(codes, 0, tuples);
          expect(isShown).toBe(!rows.includes(undefined));
          if (isShown) expect(wanted.map((all, g) => all[tuples[g]])).toEqual(rows);
          shown += Number(isShown);
        }
      }
    }
    expect(apart).toBeGreaterThan(60);
    expect(shown).toBeGreaterThan(300);
  });
});
