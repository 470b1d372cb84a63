import type { LevelMap, NodeSets, NodeSetsSpec } from '../../../src/engine/engine.js';
import { mergeRows } from '../oracle.js';
import { generator, type Generator } from '../random.js';
import type { Subject } from './kernel-case.js';
import { seededCases } from './kernel-case.js';

export interface NodeSetsCase {
  readonly sizes: readonly number[];
  readonly vectors: readonly (readonly number[])[];
  readonly counts: Uint32Array;
  readonly spec: NodeSetsSpec;
  /** Roll-ups, each of a set that was made before to levels that are not below its own. */
  readonly rollUps: readonly { readonly from: number; readonly levels: readonly number[] }[];
  readonly minimum: number;
}

/** Levels of an attribute: the leaves, as they are or in another order, and merged ones up to a single node. */
function drawLevels(random: Generator, size: number): LevelMap[] {
  const order = Uint32Array.from({ length: size }, (_, code) => code);
  if (random.below(3) === 0) order.sort((a, b) => ((a * 7) % size) - ((b * 7) % size));
  const levels: LevelMap[] = [{ map: order, size }];
  const isOrdered = random.below(2) === 0;
  while (levels.at(-1)!.size > 1) {
    const { map, size: before } = levels.at(-1)!;
    const next = Math.max(1, Math.min(before - 1, random.below(before)));
    // Every node of the next level is that of some node of this one.
    const parents = Array.from({ length: before }, (_, node) =>
      isOrdered ? Math.floor((node * next) / before) : node < next ? node : random.below(next),
    );
    levels.push({ map: map.map((node) => parents[node]), size: next });
  }
  return levels;
}

/** A random table, of few attributes or of many, whose keys take one word or several, with histograms or sorted. */
export function drawNodeSets(seed: number): NodeSetsCase {
  const random = generator(seed + 500);
  const isWide = seed % 4 === 3;
  const isLarge = seed % 10 === 9;
  const attributes = isWide ? 6 + random.below(6) : 1 + random.below(4);
  const labels = random.below(3);
  const sizes = Array.from({ length: attributes + labels }, (_, c) =>
    random.pick(
      isWide || isLarge || seed % 6 === 5 ? [2, 17, 40, 300] : c < attributes ? [1, 2, 3, 4, 8, 9] : [1, 2, 5],
    ),
  );
  if (seed === 14) sizes[0] = 70_000;
  const rows = Array.from({ length: random.pick(isLarge ? [5_000] : [0, 1, 2, 40, 200]) }, () =>
    sizes.map((size) => Math.floor(size * random.unit() ** 2)),
  );
  const { vectors, counts } = mergeRows(rows);
  const own = sizes.slice(0, attributes).map((size) => drawLevels(random, size));
  const isPlain = random.below(2) === 0;
  const weights = own.map((levels) =>
    levels.map(({ size }) =>
      Float64Array.from({ length: size }, () => (random.below(3) === 0 ? 0 : random.below(8) / 7)),
    ),
  );
  const sets = [own.map(() => 0)];
  const rollUps = Array.from({ length: seed === 14 ? 2 : 14 }, (_, i) => {
    const from = random.below(3) === 0 ? 0 : Math.max(0, sets.length - 1 - random.below(3));
    const levels = sets[from].slice();
    const raised =
      i % 3 === 0 ? [random.below(attributes)] : levels.map((__, a) => a).filter(() => random.below(3) === 0);
    for (const a of raised) levels[a] = Math.min(own[a].length - 1, levels[a] + 1 + random.below(2));
    sets.push(levels);
    return { from, levels };
  });
  return {
    sizes,
    vectors,
    counts: Uint32Array.from(counts),
    spec: {
      attributes: own.map((levels, column) => ({ column, levels })),
      histograms: isPlain ? [] : Array.from({ length: labels }, (_, label) => attributes + label),
      weights: random.below(2) === 0 ? null : weights,
    },
    rollUps,
    minimum: random.below(6),
  };
}

/** All that can be read of a set. */
const readNode = (sets: NodeSets, id: number, spec: NodeSetsSpec, minimum: number): unknown => {
  const accepted = Uint8Array.from({ length: sets.length(id) }, (_, c) => (c * 5) % 3 === 0 ? 1 : 0); // prettier-ignore
  return [
    [sets.length(id), sets.sizes(id), sets.sum(id, minimum), sets.sum(id, accepted)],
    spec.histograms.map((_, h) => sets.histogram(id, h)),
  ];
};

/** Frequency sets of lattice nodes, their sums, and chains; see node-sets.test.ts for what they must be. */
function prepareNodeSets(seed: number): (subject: Subject) => unknown {
  const { sizes, vectors, counts, spec, rollUps, minimum } = drawNodeSets(seed);
  const columns = sizes.map((size, c) => ({ codes: Uint32Array.from(vectors, (vector) => vector[c]), size }));
  return ({ engine }) => {
    const set = engine.frequencySetOf(columns, counts);
    const sets = engine.nodeSets(set, spec);
    const ids = [sets.base];
    const seen = [readNode(sets, sets.base, spec, minimum)];
    for (const { from, levels } of rollUps) {
      const id = sets.rollUp(ids[from], levels);
      ids.push(id);
      seen.push(readNode(sets, id, spec, minimum));
    }
    spec.attributes.forEach(({ levels }, a) => {
      const base = spec.attributes.map(() => 0);
      seen.push(sets.chain(sets.base, base, a, 0, Math.min(levels.length - 1, 3), minimum));
    });
    sets.dispose();
    set.dispose();
    return seen;
  };
}

/** Lists of persons by class, which say what histograms say. */
function preparePersons(seed: number): (subject: Subject) => unknown {
  const random = generator(seed + 300);
  const rows = 1 + random.below(200);
  const persons = 1 + random.below(random.pick([5, 100, 400]));
  const sizes = [1 + random.below(6), 1 + random.below(9)];
  const levels = sizes.map((size) => drawLevels(random, size));
  const columns = [...sizes, persons].map((size) => ({
    codes: Uint32Array.from({ length: rows }, () => random.below(size)),
    size,
  }));
  const counts = Uint32Array.from({ length: rows }, () => 1 + random.below(3));
  const l = random.pick([1, 2, 3, 10, persons]);
  const listed = [{ kind: 'distinct', column: 2, l, persons: true }] as const;
  const attributes = levels.map((own, column) => ({ column, levels: own }));
  return ({ engine }) => {
    const set = engine.frequencySetOf(columns, counts);
    const sets = engine.nodeSets(set, { attributes, histograms: [2], listed, weights: null });
    let id = sets.base;
    const seen: Uint8Array[] = [];
    for (const [a, own] of levels.entries()) {
      const histogram = sets.histogram(id, 0);
      const holds = sets.holds(id);
      holds.forEach((each, c) => {
        const own = histogram.subarray(c * persons, (c + 1) * persons).reduce((sum, n) => sum + Number(n > 0), 0);
        if ((own >= l ? 1 : 0) !== each) throw new Error('lists and histograms differ');
      });
      seen.push(holds);
      id = sets.rollUp(
        id,
        levels.map((each, b) => (b <= a ? each.length - 1 : 0)),
      );
      if (own.length > 0) seen.push(sets.holds(id));
    }
    const groupOf = Uint32Array.from({ length: set.length }, (_, v) => v % 3);
    seen.push(engine.groupsHold(set, groupOf, 3, listed));
    sets.dispose();
    set.dispose();
    return seen;
  };
}

export const nodeSetCases = [
  ...seededCases('node sets', 100, prepareNodeSets),
  ...seededCases('node sets, persons', 24, preparePersons),
];
