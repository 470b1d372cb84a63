import { describe, expect, it } from 'vitest';
import type { LeveledAttribute, PublicPeople } from '../../src/membership/presence.js';
import {
  acceptsPresence,
  acceptsSize,
  generalizeBucket,
  levelOf,
  partitionPeople,
  rowsOf,
} from '../../src/membership/presence.js';
import { seededRandom } from '../../src/base/random.js';
import { figure55, private1, public1 } from '../algorithms/permutation/thesis-tables.js';

const zips = ['5370', '5371', '5372', '5373'];
const ages = ['25', '27'];
/** Figure 2.9: 537* above the zip codes, 20-30 above the ages. */
const two = (size: number): LeveledAttribute => ({
  size,
  nodeOf: [Uint32Array.from({ length: size }, (_, i) => i), new Uint32Array(size)],
  isOrdered: false,
});
const attributes = [two(4), two(2)];

/** Figures 2.1 and 2.2 as one vector a person. */
const thesis: PublicPeople = {
  codes: [
    Uint32Array.from(public1, ([, zip]) => zips.indexOf(String(zip))),
    Uint32Array.from(public1, ([, , age]) => ages.indexOf(String(age))),
  ],
  publicRows: Uint32Array.from(public1, () => 1),
  privateRows: Uint32Array.from(public1, ([name]) => Number(private1.some(([other]) => other === name))),
};
const namesOf = (part: Uint32Array): string => Array.from(part, (v) => public1[v][0]).join(' ');

/** Figure 5.5 as one vector a person. */
const people55: PublicPeople = {
  codes: [Uint32Array.from(figure55, ([col1]) => col1), Uint32Array.from(figure55, ([, col2]) => col2)],
  publicRows: Uint32Array.from(figure55, () => 1),
  privateRows: Uint32Array.from(figure55, ([, , isInT]) => isInT),
};

describe('MPALM', () => {
  it('Figures 2.10 to 2.14: zip cannot be specialized, age can, zip within an age cannot', () => {
    const parts = partitionPeople(thesis, attributes, acceptsPresence(0.1, 0.9));
    expect(parts.map(namesOf)).toEqual(['Elizabeth Clara Julie Taylor Ashley Amanda', 'Ada Sara Bob Jesper']);
    expect(parts.map((part) => rowsOf(thesis, part))).toEqual([
      [5, 6],
      [3, 4],
    ]);
    // Released: 537* and the age itself.
    expect(parts.map((part) => attributes.map(({ nodeOf }, a) => levelOf(nodeOf, thesis.codes[a], part)))).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  it('cut by value, as Algorithm 2 is written, zip could be split at 5371, where the example says that it cannot', () => {
    const ordered = attributes.map((attribute) => ({ ...attribute, isOrdered: true }));
    const [first] = partitionPeople(thesis, ordered, acceptsPresence(0.1, 0.9));
    expect(namesOf(first)).toBe('Elizabeth Clara Julie Ada');
  });

  it('Figure 5.6: col1 is released, col2 is not', () => {
    const parts = partitionPeople(people55, [two(2), two(2)], acceptsPresence(0.5, 0.5));
    expect(parts.map((part) => [...part])).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('every part is delta-present and none can be split further, on random tables', () => {
    const random = seededRandom(3);
    for (let trial = 0; trial < 300; trial++) {
      const vectors = 4 + random.below(12);
      const people: PublicPeople = {
        codes: [0, 1].map(() => Uint32Array.from({ length: vectors }, () => random.below(4))),
        publicRows: Uint32Array.from({ length: vectors }, () => 2 + random.below(3)),
        privateRows: Uint32Array.from({ length: vectors }, () => random.below(3)),
      };
      const [inside, all] = rowsOf(
        people,
        Uint32Array.from({ length: vectors }, (_, v) => v),
      );
      const accepts = acceptsPresence((inside / all) * 0.6, Math.min(1, (inside / all) * 1.4));
      const levels = [two(4), { ...two(4), isOrdered: true }];
      const parts = partitionPeople(people, levels, accepts);
      expect(parts.flatMap((part) => [...part]).sort((a, b) => a - b)).toEqual(
        Array.from({ length: vectors }, (_, v) => v),
      );
      if (inside > 0) for (const part of parts) expect(accepts(...rowsOf(people, part))).toBe(true);
    }
  });
});

describe('permutation after generalization, Algorithm 6', () => {
  it('Figures 5.2 to 5.4: one bucket for k = 4; values fail, 537* with the ages themselves is present', () => {
    const [bucket, ...others] = partitionPeople(thesis, attributes, acceptsSize(4, 0.1));
    expect(others).toEqual([]);
    const found = generalizeBucket(thesis, attributes, bucket, 0.1, 0.9);
    expect(found.levels).toEqual([1, 0]);
    // <Z0, A0> and <Z0, A1> fall without a count, by zip 5370 alone or two values; <Z1, A0> is counted.
    expect([found.nodes, found.rejected]).toEqual([1, 2]);
    expect([found.low, found.high]).toEqual([3 / 4, 5 / 6]);
  });

  it('Figures 5.7 and 5.8: both columns leave permuted, where generalization alone hides both', () => {
    const levels = [two(2), two(2)];
    const [bucket] = partitionPeople(people55, levels, acceptsSize(4, 0.5));
    expect(bucket).toHaveLength(4);
    const found = generalizeBucket(people55, levels, bucket, 0.5, 0.5);
    expect(found).toMatchObject({ levels: [0, 0], low: 0.5, high: 0.5, nodes: 1 });
  });

  it('Lemma 1: on parts of MPALM nothing can be specialized and permuted', () => {
    for (const part of partitionPeople(thesis, attributes, acceptsPresence(0.1, 0.9))) {
      expect(generalizeBucket(thesis, attributes, part, 0.1, 0.9).levels).toEqual(
        attributes.map(({ nodeOf }, a) => levelOf(nodeOf, thesis.codes[a], part)),
      );
    }
  });

  it('says so when not even the generalized bucket is present', () => {
    expect(generalizeBucket(thesis, attributes, Uint32Array.of(4, 5), 0.1, 0.9).levels).toBeNull();
  });
});
