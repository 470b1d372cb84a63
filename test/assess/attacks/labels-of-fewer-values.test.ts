import { describe, expect, it } from 'vitest';
import { makeDomain } from '../../../src/audit/domain.js';
import { readLabels } from '../../../src/audit/labels.js';
import { findLeaves } from '../../../src/audit/leaves.js';
import type { Engine } from '../../../src/engine/engine.js';
import { createEngine } from '../../../src/engine/create-engine.js';
import { withAbsentValues } from '../../../src/assess/attacks/absent-values.js';
import { viewBuckets } from '../../../src/assess/attacks/permuted-buckets.js';
import { buildDomain } from '../../../src/hierarchy/build-domain.js';
import type { Domain } from '../../../src/hierarchy/domain.js';
import { leafLabel, nodeLabel, rangeLabel } from '../../../src/hierarchy/labels.js';
import type { HierarchySpec } from '../../../src/hierarchy/kinds.js';
import {
  anonymize,
  attackMembership,
  HierarchyError,
  InfeasibleError,
  InvalidArgumentError,
  parseJob,
  tableFromRows,
  type Job,
} from '../../../src/index.js';
import { attackedJob } from '../../../src/assess/attacks/attacked-job.js';
import { seededRandom, type RandomSource } from '../../../src/base/random.js';
import { casesOf } from '../../shared.js';
import { boxAlgorithms } from '../../registry.js';

type Value = string | number | null;

/** Values whose labels depend on which of the others the input has. */
const pools: readonly (readonly string[])[] = [
  ['x', 'other', '"x"', 'b'],
  ['x', 'other', '"x"', 'b', '"other"', '"b"'],
  ['x', '{x}', '{b, x}', '"{x}"', 'b', 'other', '{x'],
  ['a', 'b-c', 'a-b', 'c', '[a-b]', '[a .. c]', 'b'],
  ['*', 'x', '"*"', '"x"', 'b', ''],
  ['"x"', '"""x"""', 'x', '"x', 'b"x'],
  ['1', '12', '123', '1**', '*b', 'abcd', ''],
];
const hierarchies: readonly (HierarchySpec | undefined)[] = [
  undefined,
  { type: 'mask' },
  { type: 'mask', keep: 'right' },
  { type: 'suppress' },
];

const columnOf = (values: readonly string[]) => tableFromRows(values.map((v) => ({ v })), { types: { v: 'string' } }).columns[0]; // prettier-ignore

/** Null for values with which the labels of the hierarchy are refused. */
function domainOf(values: readonly string[], hierarchy: HierarchySpec | undefined): Domain | null {
  try {
    return buildDomain(columnOf(values), hierarchy, ['']).domain;
  } catch (error) {
    if (error instanceof HierarchyError) return null;
    throw error;
  }
}

/** Every label that a release of some of the values may have, with the values that it stands for in any of them. */
function labelsOf(pool: readonly string[], hierarchy: HierarchySpec | undefined): Map<string, Set<string>> {
  const meanings = new Map<string, Set<string>>();
  for (let set = 1; set < 2 ** pool.length; set++) {
    const values = pool.filter((_, i) => (set >> i) & 1);
    const domain = domainOf(values, hierarchy);
    if (domain === null) continue;
    const note = (label: string, lo: number, hi: number): void => {
      const known = meanings.get(label) ?? new Set();
      meanings.set(label, known);
      domain.labels.slice(lo, hi + 1).forEach((text) => known.add(text));
    };
    for (let lo = 0; lo < domain.size; lo++) {
      note(leafLabel(domain, lo), lo, lo);
      for (let hi = lo + 1; hi < domain.size; hi++) note(rangeLabel(domain, lo, hi), lo, hi);
    }
    domain.hierarchy?.levels.forEach(({ labels, first }, level) => {
      for (let node = 0; level > 0 && node < labels.length; node++) {
        note(nodeLabel(domain, level, node), first[node], first[node + 1] - 1);
      }
    });
  }
  meanings.delete('*');
  return meanings;
}

/** The meaning of labels for a reader of all values. */
function readAll(pool: readonly string[], hierarchy: HierarchySpec | undefined, labels: readonly string[]): string[][] {
  const missing = new Set(['']);
  const [column, release] = [columnOf(pool), columnOf(labels)];
  const attribute = { name: 'v', type: 'string', hierarchy } as const;
  const domain = makeDomain(attribute, column, findLeaves(attribute, column, release, missing)!, missing);
  const mayLack = { isRounded: false, hierarchy };
  // Labels of one input, not of all together, show how long its values are.
  return labels.map((_, code) => {
    const used = new Uint8Array(labels.length);
    used[code] = 1;
    const { runs } = readLabels(release, domain, missing, used, { mayLack });
    const own: string[] = [];
    for (let r = 0; r < (runs[code]?.length ?? 0); r += 2) {
      own.push(...domain.texts.slice(runs[code]![r], runs[code]![r + 1] + 1));
    }
    return own;
  });
}

describe('labels of an input that may lack values of the table that they are read against', () => {
  it('stand for just the values that they stand for in some input', () => {
    for (const pool of [pools[0], ['x', '"x"'], ['"b"', '"x"', 'b', 'x'], ['a', 'b', 'c', '[a-b]']]) {
      const meanings = labelsOf(pool, undefined);
      const labels = [...meanings.keys()];
      const expected = labels.map((label) => [label, [...meanings.get(label)!].sort()]);
      const found = readAll(pool, undefined, labels).map((values, i) => [labels[i], values.sort()]);
      expect(found).toEqual(expected);
    }
  });

  it.each(hierarchies.map((hierarchy) => [JSON.stringify(hierarchy) ?? 'none', hierarchy] as const))(
    'stand for no fewer, hierarchy %s',
    (_, hierarchy) => {
      for (const pool of pools) {
        const meanings = labelsOf(pool, hierarchy);
        const labels = [...meanings.keys()];
        readAll(pool, hierarchy, labels).forEach((values, i) => {
          const left = [...meanings.get(labels[i])!].filter((value) => !values.includes(value));
          expect([pool, labels[i], left]).toEqual([pool, labels[i], []]);
        });
      }
    },
  );
});

interface Drawn {
  readonly job: Job;
  readonly people: readonly { readonly a: Value; readonly b: number; readonly s: string; readonly id: string }[];
  readonly types: Readonly<Record<string, 'string' | 'integer'>>;
}

const algorithms = [
  ...boxAlgorithms, 'slicing', 'optimal-lattice', 'k-optimize', 'bucketization', 'datafly', 'local-suppression',
]; // prettier-ignore

function drawPeople(random: RandomSource, trial: number): Drawn {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)];
  const isOfNumbers = random.below(6) === 0;
  const pool: readonly Value[] = isOfNumbers ? [1, 9, 10, 50, 99, 100, 537, 5371, 53712] : pick(pools);
  const hierarchy = pick([undefined, undefined, ...hierarchies]);
  const type = isOfNumbers ? 'integer' : 'string';
  const name = algorithms[trial % algorithms.length];
  const options = name === 'slicing' ? { columns: 'one-attribute-per-column' } : {};
  const people = Array.from({ length: 6 + random.below(9) }, (_, i) => ({
    a: pick(pool),
    b: random.below(4),
    s: `s${random.below(3)}`,
    id: `p${i}`,
  }));
  const job: Job = {
    attributes: {
      a: { role: 'quasi-identifier', type, ...(hierarchy === undefined ? {} : { hierarchy }) },
      b: { role: random.below(2) === 0 ? 'quasi-identifier' : 'drop' },
      s: 'sensitive',
      id: random.below(2) === 0 ? 'person' : 'insensitive',
    },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: { name, ...options },
    output: { ranges: pick(['tight', 'rounded']), order: 'input', suppressed: pick(['star', 'drop']) },
  };
  return { job, people, types: { a: type, b: 'integer', s: 'string', id: 'string' } };
}

/** Every algorithm runs in each in turn. */
const engineOf = (trial: number): Engine => engines[Math.floor(trial / algorithms.length) % 2];
const engines = [await createEngine({ engine: 'js' }), await createEngine({ engine: 'wasm' })];

/** The release of some people, null where there is none. */
async function release({ job, types }: Drawn, people: Drawn['people'], trial: number) {
  try {
    return (await anonymize(tableFromRows(people, { types }), job, { engine: engineOf(trial), seed: 1 })).release;
  } catch (error) {
    const isRefused = error instanceof InvalidArgumentError || error instanceof HierarchyError;
    if (isRefused || error instanceof InfeasibleError) return null;
    throw error;
  }
}

describe('attacks on releases of some people of a table whose values read like labels', () => {
  it('membership: nobody in the release is excluded, and nobody outside is certain', async () => {
    const seen = new Set<string>();
    const told = { certain: 0, excluded: 0 };
    for (let trial = 0; trial < casesOf(6000, 240); trial++) {
      const random = seededRandom(340_000 + trial);
      const drawn = drawPeople(random, trial);
      const { people, job, types } = drawn;
      const inside = people.slice(0, 4 + random.below(people.length - 3));
      const released = await release(drawn, inside, trial);
      if (released === null) continue;
      const report = attackMembership(released, tableFromRows(people, { types }), job);
      const where = JSON.stringify({ trial, job, people });
      expect(report.contradicted, where).toBe(0);
      const isWhole = released.rows === inside.length;
      people.forEach((_, i) => {
        if (i < inside.length && isWhole) expect(report.high[i], where).toBeGreaterThan(0);
        if (i >= inside.length) expect(report.low[i], where).toBeLessThan(1);
      });
      told.certain += report.certain;
      told.excluded += report.excluded;
      seen.add(`${(job.algorithm as { name: string }).name} ${engineOf(trial).name}`);
    }
    expect(seen.size).toBe(2 * algorithms.length);
    expect(Math.min(told.certain, told.excluded)).toBeGreaterThan(50);
  });

  it('--previous: everybody who was in an earlier release matches the class of their row', async () => {
    let looked = 0;
    for (let trial = 0; trial < casesOf(6000, 240); trial++) {
      const random = seededRandom(350_000 + trial);
      const drawn = drawPeople(random, trial);
      const { people, types } = drawn;
      const job = { ...drawn.job, attributes: { ...drawn.job.attributes, id: 'insensitive' as const } };
      const before = people.slice(0, 4 + random.below(people.length - 3));
      const now = people.slice(random.below(before.length));
      const released = await release({ ...drawn, job }, before, trial);
      if (released === null) continue;
      const resolved = attackedJob(parseJob(job), { tables: [] });
      const table = tableFromRows(now, { types }); // prettier-ignore
      let view;
      try {
        view = viewBuckets(released, withAbsentValues(table, released, resolved), resolved);
      } catch (error) {
        // Values that only those had who are gone, in labels that do not tell them.
        if (error instanceof InvalidArgumentError && error.code === 'LABELS_UNKNOWN') continue;
        throw error;
      }
      const { codes, texts } = released.column('id')!;
      for (let row = 0; row < released.rows; row++) {
        const person = now.findIndex(({ id }) => id === texts[codes[row]]);
        if (person < 0) continue;
        const classes = view.matches(view.people.vectorOf[person]).map(({ bucket }) => bucket);
        expect(classes, JSON.stringify({ trial, job, before, now })).toContain(view.bucketOf[row]);
        looked++;
      }
    }
    expect(looked).toBeGreaterThan(500);
  });
});
