import { describe, expect, it } from 'vitest';
import { divide, groupInBlocks, LARGE_BLOCKS, warnOfBlocks, type Division } from '../../../src/algorithms/clusters/blocks.js'; // prettier-ignore
import { Pauses } from '../../../src/algorithms/pauses.js';
import { seededRandom, type RandomSource } from '../../../src/base/random.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { anonymize, tableFromRows, type CheckedJob } from '../../../src/index.js';
import { ENGINES } from './tables.js';
import { inTurn } from '../../shared.js';
import { algorithmsIn } from '../../registry.js';

interface Drawn {
  readonly codes: Uint32Array[];
  readonly counts: Uint32Array;
  readonly sizes: number[];
}

function draw(random: RandomSource): Drawn {
  const sizes = Array.from({ length: 1 + random.below(3) }, () => 1 + random.below(12));
  const seen = new Set<string>();
  const vectors: number[][] = [];
  for (let i = 0; i < 1 + random.below(120); i++) {
    const vector = sizes.map((size) => random.below(size));
    if (seen.has(vector.join())) continue;
    seen.add(vector.join());
    vectors.push(vector);
  }
  return {
    codes: sizes.map((_, a) => Uint32Array.from(vectors, (vector) => vector[a])),
    counts: Uint32Array.from(vectors, () => 1 + random.below(4)),
    sizes,
  };
}

const divided = ({ codes, counts, sizes }: Drawn, most: number, least: number): Division =>
  runToCompletion(divide({ codes, counts }, sizes, { most, least }));

describe('blocks of vectors', () => {
  it('hold every vector once, in order, and rows enough; a larger one has no cut', () => {
    const random = seededRandom(11);
    let cut = 0;
    for (let i = 0; i < 400; i++) {
      const drawn = draw(random);
      const most = 1 + random.below(30);
      const least = 1 + random.below(12);
      const { blocks, attributes } = divided(drawn, most, least);
      const rowsOf = (block: Uint32Array): number => block.reduce((sum, v) => sum + drawn.counts[v], 0);
      expect([...blocks.flatMap((block) => [...block])].sort((a, b) => a - b)).toEqual([...drawn.counts.keys()]);
      for (const block of blocks) {
        expect([...block]).toEqual([...block].sort((a, b) => a - b));
        if (blocks.length > 1) expect(rowsOf(block)).toBeGreaterThanOrEqual(least);
        if (block.length <= most) continue;
        for (const column of drawn.codes) {
          for (let last = 0; last < 12; last++) {
            const left = rowsOf(block.filter((v) => column[v] <= last));
            expect(left < least || rowsOf(block) - left < least).toBe(true);
          }
        }
      }
      expect(attributes.length === 0).toBe(blocks.length === 1);
      cut += blocks.length > 1 ? 1 : 0;
    }
    expect(cut).toBeGreaterThan(100);
  });

  it('are boxes that do not meet', () => {
    const random = seededRandom(12);
    for (let i = 0; i < 100; i++) {
      const drawn = draw(random);
      const { blocks } = divided(drawn, 10, 1);
      const boxes = blocks.map((block) =>
        drawn.codes.map((column) => {
          const codes = [...block].map((v) => column[v]);
          return [Math.min(...codes), Math.max(...codes)] as const;
        }),
      );
      boxes.forEach((box, a) =>
        boxes.slice(a + 1).forEach((other) => {
          expect(box.some(([lo, hi], c) => hi < other[c][0] || lo > other[c][1])).toBe(true);
        }),
      );
    }
  });

  it('are cut in the middle of the attribute that spans most of its domain', () => {
    const codes = [Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7), Uint32Array.of(0, 0, 1, 1, 0, 0, 1, 1)];
    const counts = new Uint32Array(8).fill(1);
    const drawn = { codes, counts, sizes: [100, 2] };
    expect(divided(drawn, 4, 1).blocks.map((block) => [...block])).toEqual([
      [0, 1, 4, 5],
      [2, 3, 6, 7],
    ]);
    expect(divided({ ...drawn, sizes: [8, 4] }, 4, 1).blocks.map((block) => [...block])).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ]);
    // Rows, and not vectors, are what a block needs enough of.
    expect(divided({ ...drawn, sizes: [8, 4], counts: Uint32Array.of(1, 1, 1, 1, 1, 1, 1, 9) }, 4, 8).blocks.length).toBe(1);
  }); // prettier-ignore

  it('are not made of few vectors', async () => {
    const drawn = draw(seededRandom(13));
    const { groups, division } = await groupInBlocks(drawn, drawn.sizes, { ...LARGE_BLOCKS, k: 2 }, new Pauses({ onProgress: () => {} }), ({ sizes, block }) =>
      Promise.resolve(sizes.map((_, number) => [{ vectors: [...block(number).vectors], counts: [...block(number).counts] }])),
    );
    expect(division).toBeNull();
    expect(groups).toEqual([{ vectors: [...drawn.counts.keys()], counts: [...drawn.counts] }]);
  }); // prettier-ignore
});

describe('a grouping in blocks', () => {
  it('groups every vector once, with its rows and in its block', async () => {
    for (let seed = 0; seed < 30; seed++) {
      const drawn = draw(seededRandom(2000 + seed));
      const sizes = { atOnce: 20, block: 8, k: 1 };
      const numbers: number[] = [];
      const { groups, division } = await groupInBlocks(drawn, drawn.sizes, sizes, new Pauses({}), async (blocks) =>
        Promise.resolve(
          blocks.sizes.map((size, number) => {
            const block = blocks.block(number);
            numbers.push(block.number);
            expect(block.vectors.length).toBe(size);
            expect(block.counts).toEqual(block.vectors.map((v) => drawn.counts[v]));
            expect(block.codes).toEqual(drawn.codes.map((column) => block.vectors.map((v) => column[v])));
            return [...block.vectors.keys()].map((i) => ({ vectors: [i], counts: [block.counts[i]] }));
          }),
        ),
      );
      expect(division === null).toBe(drawn.counts.length <= 20);
      expect(numbers).toEqual([...(division?.blocks ?? [0]).keys()]);
      const order = division === null ? [...drawn.counts.keys()] : division.blocks.flatMap((block) => [...block]);
      expect(groups).toEqual(order.map((v) => ({ vectors: [v], counts: [drawn.counts[v]] })));
    }
  });

  it('is reported with the number of vectors and blocks and the attributes that were cut, if there was one', () => {
    const domains = ['age', 'sex', 'zip'].map((attribute) => ({ attribute }));
    const blocks = [Uint32Array.of(0, 1, 5), Uint32Array.of(2, 3, 4, 6), Uint32Array.of(7, 8)];
    expect(warnOfBlocks({ blocks, attributes: [0, 2] }, domains, 'mdav')).toEqual([
      {
        code: 'GROUPED_IN_BLOCKS',
        message: expect.stringMatching(/^mdav grouped 9 .* 3 blocks of at most 4, cut along age, zip:/) as string,
        cure: expect.stringContaining('mondrian') as string,
      },
    ]);
    expect(warnOfBlocks(null, domains, 'mdav')).toEqual([]);
  });
});

describe('clusterings of more vectors than they take at once', () => {
  const table = tableFromRows(
    Array.from({ length: 66_000 }, (_, i) => ({ x: i % 41, y: Math.floor(i / 41) % 41, z: Math.floor(i / 1681) })),
  );
  it.each(inTurn(algorithmsIn('clusters'), 3))('%s says so, and names the attributes', async (name) => {
    // One-pass k-means takes half as many vectors.
    const blocks = ['mdav', 'k-member'].includes(name) ? 13 : 23;
    const quasi = { role: 'quasi-identifier' } as const;
    const job: CheckedJob = {
      attributes: { x: quasi, y: quasi, z: quasi },
      privacy: [{ model: 'k-anonymity', k: 100 }],
      algorithm: name,
      output: { order: 'input' },
    };
    for (const engine of ENGINES) {
      const { result, audit } = await anonymize(table, job, { engine, seed: 1 });
      expect(audit.holds).toBe(true);
      const told = result.warnings.filter(({ code }) => code === 'GROUPED_IN_BLOCKS');
      expect(told.map(({ message }) => message)).toEqual([
        expect.stringMatching(`^${name} grouped 66000 distinct vectors in ${blocks} blocks of at most \\d+, cut along x, y, z: `),
      ]);
      expect(result.classes).toBeGreaterThan(640);
    }
  }); // prettier-ignore
});
