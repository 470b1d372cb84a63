import { describe, expect, it } from 'vitest';
import type { Job } from '../../../src/index.js';
import {
  anonymize,
  attackComposition,
  attackDowncoding,
  attackMinimality,
  InfeasibleError,
  InvalidArgumentError,
  tableFromRows,
} from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { childBounds } from '../../../src/assess/attacks/downcoding.js';
import { credibilities } from '../../../src/assess/attacks/world-counts.js';
import { casesOf } from '../../shared.js';
import { cellOf } from '../../table-texts.js';

const tree = { type: 'tree', tree: { '*': { low: ['1', '2'], high: ['3', '4'] } } } as const;
const job = (changes: Partial<Job> = {}): Job => ({
  attributes: {
    q: { role: 'quasi-identifier', type: 'string', hierarchy: tree },
    s: { role: 'sensitive' },
  },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
  ...changes,
});
const table = (rows: readonly (readonly [string, string])[]) => tableFromRows(rows.map(([q, s]) => ({ q, s })));

describe('downcoding', () => {
  it('bounds of children equal listing all distributions, thousands of small classes', () => {
    const random = seededRandom(7);
    for (let trial = 0; trial < 1500; trial++) {
      const k = 1 + random.below(4);
      const rows = k + random.below(6);
      const children = 2 + random.below(2);
      const beside = Array.from({ length: children }, () => (random.below(2) === 0 ? 0 : k + random.below(3)));
      const minimal = random.below(2) === 0 ? 'rows' : 'classes';
      const low = new Array<number>(children).fill(Infinity);
      const high = new Array<number>(children).fill(-Infinity);
      for (const world of compositions(rows, children)) {
        const isOpen = compositionsUpTo(world).some((moved) => {
          const all = moved.reduce((sum, each) => sum + each, 0);
          const stay = rows - all;
          if (all === 0 || !(stay === 0 || (minimal === 'rows' && stay >= k))) return false;
          return moved.every((count, w) => count === 0 || beside[w] + count >= k);
        });
        if (isOpen) continue;
        world.forEach((count, w) => {
          low[w] = Math.min(low[w], count);
          high[w] = Math.max(high[w], count);
        });
      }
      const expected = low[0] === Infinity ? null : low.map((least, w) => [least, high[w]]);
      expect(childBounds(rows, k, beside, minimal), JSON.stringify({ k, rows, beside, minimal })).toEqual(expected);
    }
  });

  it('three rows of a node with two children, k = 2: both children are there for certain', () => {
    const release = table([
      ['low', 'a'],
      ['low', 'b'],
      ['low', 'c'],
    ]);
    const report = attackDowncoding(release, job());
    expect(report.attributes).toEqual([
      { attribute: 'q', generalized: 1, downcoded: 1, certainRows: 2, notMinimal: 0 },
    ]);
    expect(() =>
      attackDowncoding(
        release,
        job({ privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }] }),
      ),
    ).toThrow(InvalidArgumentError);
  });

  it('a class that could have moved to a released one is not minimal', () => {
    const release = table([
      ['1', 'a'],
      ['1', 'b'],
      ['2', 'a'],
      ['2', 'b'],
      ['low', 'a'],
      ['low', 'b'],
    ]);
    const asked = job({ algorithm: 'local-suppression' });
    expect(attackDowncoding(release, asked).attributes[0]).toMatchObject({ generalized: 1, notMinimal: 1 });
  });
});

describe('minimality', () => {
  const models = [{ model: 'alpha-k-anonymity', k: 1, alpha: 0.5, attribute: 's' }] as const;

  it('Wong et al. 2007, Table 1: two people of q1, four of q2, HIV twice: both of q1 have it', () => {
    // Specializing would have satisfied the model unless both HIV rows were those of q1.
    const [distinct] = credibilities(
      [{ people: [2, 4], values: [2, 1, 1, 1, 1], divisions: [{ fact: 0, childOf: [0, 1] }] }],
      models,
      10_000,
    ) as number[][][];
    expect(distinct[0][0]).toBe(1);
    expect(distinct[1][0]).toBe(0);
  });

  it('equals listing all permutations of values, on random small classes', () => {
    const random = seededRandom(11);
    let open = 0;
    for (let trial = 0; trial < 300; trial++) {
      const people = Array.from({ length: 2 + random.below(2) }, () => 1 + random.below(2));
      const persons = people.flatMap((count, v) => Array<number>(count).fill(v));
      const given = persons.map(() => random.below(3));
      const values = [0, 1, 2].map((s) => given.filter((each) => each === s).length);
      const childOf = Array.from({ length: 1 + random.below(2) }, () => people.map(() => random.below(2)));
      const spec =
        trial % 2 === 0
          ? ([{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }] as const)
          : ([{ model: 'alpha-k-anonymity', k: 2, alpha: 0.5, attribute: 's' }] as const);
      let worlds = 0;
      const chosen = people.map(() => [0, 0, 0]);
      for (const world of permutations(given)) {
        const isOpen = childOf.some((children) =>
          [0, 1].every((child) => {
            const part = world.filter((_, person) => children[persons[person]] === child);
            if (part.length === 0) return true;
            const counts = [0, 1, 2].map((s) => part.filter((each) => each === s).length);
            return trial % 2 === 0
              ? counts.filter((count) => count > 0).length >= 2
              : part.length >= 2 && counts.every((count) => count <= part.length / 2);
          }),
        );
        if (isOpen) continue;
        worlds++;
        world.forEach((s, person) => chosen[persons[person]][s]++);
      }
      const divisions = childOf.map((own, fact) => ({ fact, childOf: own }));
      const [found] = credibilities([{ people, values, divisions }], spec, 100_000);
      if (worlds === 0) {
        expect(found).toBeNull();
        continue;
      }
      open++;
      (found as number[][]).forEach((shares, v) =>
        shares.forEach((share, s) => expect(share).toBeCloseTo(chosen[v][s] / (worlds * people[v]), 12)),
      );
    }
    expect(open).toBeGreaterThan(100);
  });

  type Values = readonly { readonly s: string }[];
  /** Every table: values permuted within the classes of the release; null where they are more than 20,000. */
  const tablesBehind = (people: Values, classes: readonly (readonly number[])[]): string[][] | null => {
    let tables: string[][] = [people.map(({ s }) => s)];
    for (const members of classes) {
      const all = permutations(members.map((i) => Number(people[i].s.slice(1))));
      tables = tables.flatMap((table) =>
        all.map((values) => {
          const next = [...table];
          members.forEach((i, at) => (next[i] = `v${values[at]}`));
          return next;
        }),
      );
      if (tables.length > 20_000) return null;
    }
    return tables;
  };

  /** Certainty about values from the remaining tables, and the number of people for whom it exceeds that of the class alone. */
  const countRaised = (people: Values, classes: readonly (readonly number[])[], left: readonly string[][]) => {
    const sharesOf = (members: readonly number[], i: number) =>
      [...new Set(members.map((j) => people[j].s))].map((s) => ({
        naive: members.filter((j) => people[j].s === s).length / members.length,
        share: left.filter((values) => values[i] === s).length / left.length,
      }));
    const all = classes.flatMap((members) => members.map((i) => sharesOf(members, i)));
    return {
      largest: Math.max(...all.flat().map(({ share }) => share)),
      likelier: all.filter((shares) => shares.some(({ naive, share }) => share > naive * (1 + 1e-9))).length,
      certain: all.filter((shares) => shares.some(({ naive, share }) => share === 1 && naive < 1)).length,
    };
  };

  it('of a full-domain release, equals listing all tables under which its node is minimal', async () => {
    const random = seededRandom(23);
    const two = { type: 'tree', tree: { '*': { low: ['1', '2'], high: ['3', '4'] } } } as const;
    const upwards = (value: string, level: number): string => {
      const up = value === '1' || value === '2' ? 'low' : 'high';
      return level === 0 ? value : level === 1 ? up : '*';
    };
    let compared = 0;
    let raised = 0;
    let localDiffers = 0;
    for (let trial = 0; trial < casesOf(1_000, 20); trial++) {
      const people = Array.from({ length: 5 + random.below(2) }, () => ({
        q: String(1 + random.below(4)),
        r: String(1 + random.below(4)),
        s: `v${random.below(3)}`,
      }));
      const asked: Job = {
        attributes: {
          q: { role: 'quasi-identifier', type: 'string', hierarchy: two },
          r: { role: 'quasi-identifier', type: 'string', hierarchy: two },
          s: { role: 'sensitive' },
        },
        privacy: [
          trial % 2 === 0
            ? { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }
            : { model: 'alpha-k-anonymity', k: 2, alpha: 0.67, attribute: 's' },
        ],
        algorithm: 'samarati',
        output: { order: 'input' },
      };
      const known = tableFromRows(people, { types: { q: 'string', r: 'string' } });
      let done;
      try {
        done = await anonymize(known, asked, { engine: 'js' });
      } catch (error) {
        if (error instanceof InfeasibleError) continue;
        throw error;
      }
      const report = attackMinimality(done.release, known, asked);
      expect(report.unknown).toBe(0);
      const { q, r } = done.result.solution.levels as { q: number; r: number };
      const classesAt = (levels: readonly [number, number]): number[][] => {
        const classes = new Map<string, number[]>();
        people.forEach((one, i) => {
          const label = `${upwards(one.q, levels[0])} ${upwards(one.r, levels[1])}`;
          classes.set(label, [...(classes.get(label) ?? []), i]);
        });
        return [...classes.values()];
      };
      const holds = (values: readonly string[], levels: readonly [number, number]): boolean =>
        classesAt(levels).every((members) => {
          const counts = [...new Set(members.map((i) => values[i]))].map(
            (s) => members.filter((i) => values[i] === s).length,
          );
          return trial % 2 === 0
            ? counts.length >= 2
            : members.length >= 2 && counts.every((count) => count <= 0.67 * members.length);
        });
      const released = classesAt([q, r]);
      const tables = tablesBehind(people, released);
      if (tables === null) continue;
      const lower = [[q - 1, r] as const, [q, r - 1] as const].filter(([a, b]) => a >= 0 && b >= 0);
      const left = tables.filter((values) => lower.every((levels) => !holds(values, levels)));
      if (left.length === 0) {
        expect(report.notMinimal).toBe(people.length);
        continue;
      }
      const { largest, likelier, certain } = countRaised(people, released, left);
      expect(report.largest).toBeCloseTo(largest, 12);
      expect([report.raised, report.certain, report.notMinimal]).toEqual([likelier, certain, 0]);
      compared++;
      if (likelier > 0) raised++;
      const local = attackMinimality(done.release, known, { ...asked, algorithm: 'mondrian' });
      if (local.largest !== report.largest || local.raised !== report.raised || local.notMinimal > 0) localDiffers++;
    }
    expect(compared).toBeGreaterThan(10);
    expect(raised).toBeGreaterThan(1);
    // Taking every class as minimal by itself says something else.
    expect(localDiffers).toBeGreaterThan(1);
  });

  it('reads a release: minimality shows what the class hides', () => {
    const rows = [
      ['1', 'HIV'],
      ['1', 'HIV'],
      ['2', 'a'],
      ['2', 'b'],
      ['2', 'c'],
      ['2', 'd'],
    ] as const;
    const release = table(rows.map(([, s]) => ['low', s] as const));
    const asked = job({ privacy: [{ model: 'alpha-k-anonymity', k: 2, alpha: 0.5, attribute: 's' }] });
    expect(attackMinimality(release, table(rows), asked)).toMatchObject({
      attribute: 's',
      counted: 6,
      unknown: 0,
      largestNaive: 1 / 3,
      largest: 1,
      certain: 2,
    });
    expect(attackMinimality(release, table([...rows, ['1', 'x']]), asked)).toMatchObject({ counted: 0, unknown: 6 });
    expect(attackMinimality(release, table(rows), asked, { budget: 1 })).toMatchObject({ unknown: 6 });
    expect(() => attackMinimality(release, table(rows), job())).toThrow(InvalidArgumentError);
  });
});

describe('composition', () => {
  it('two releases with two values each leave one, equal to looking at every person, random tables', async () => {
    const random = seededRandom(23);
    let known = 0;
    for (let trial = 0; trial < 10; trial++) {
      const people = Array.from({ length: 24 }, () => ({
        q: `z${1 + random.below(4)}`,
        r: random.below(9),
        s: `s${random.below(5)}`,
      }));
      const base: Job = {
        attributes: {
          q: {
            role: 'quasi-identifier',
            hierarchy: { type: 'tree', tree: { '*': { low: ['z1', 'z2'], high: ['z3', 'z4'] } } },
          },
          r: { role: 'quasi-identifier' },
          s: { role: 'sensitive' },
        },
        privacy: [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 's' }],
        algorithm: 'mondrian',
      };
      const other: Job = { ...base, privacy: [{ model: 'k-anonymity', k: 3 }] };
      const [first, second] = await Promise.all([
        anonymize(tableFromRows(people.slice(0, 20)), base, { engine: 'js' }),
        anonymize(tableFromRows(people.slice(4)), other, { engine: 'js' }),
      ]);
      const all = tableFromRows(people);
      const report = attackComposition(
        { release: first.release, job: base },
        { release: second.release, job: other },
        all,
      );
      const [attribute] = report.attributes;
      const covers = (text: string, value: string | number): boolean => {
        if (text === '*' || text === String(value)) return true;
        if (text === 'low') return ['z1', 'z2'].includes(String(value));
        if (text === 'high') return ['z3', 'z4'].includes(String(value));
        const open = /^(<|>=)(\d+)$/.exec(text);
        if (open !== null) return Number(value) >= Number(open[2]) === (open[1] === '>=');
        const range = /^\[(\d+)-(\d+)\]$/.exec(text);
        return range !== null && Number(value) >= Number(range[1]) && Number(value) <= Number(range[2]);
      };
      const valuesOf = (release: typeof all, person: (typeof people)[number]): Set<string> =>
        new Set(
          Array.from({ length: release.rows }, (_, row) => row)
            .filter((row) => covers(cellOf(release, 'q', row), person.q) && covers(cellOf(release, 'r', row), person.r))
            .map((row) => cellOf(release, 's', row)),
        );
      const expected = { inBoth: 0, knownByFirst: 0, knownBySecond: 0, knownByBoth: 0, contradicted: 0 };
      for (const person of people) {
        const [a, b] = [valuesOf(first.release, person), valuesOf(second.release, person)];
        if (a.size === 0 || b.size === 0) continue;
        const common = [...a].filter((value) => b.has(value)).length;
        if (common === 0) expected.contradicted++;
        else {
          expected.inBoth++;
          if (a.size === 1) expected.knownByFirst++;
          if (b.size === 1) expected.knownBySecond++;
          if (a.size > 1 && b.size > 1 && common === 1) expected.knownByBoth++;
        }
      }
      expect(attribute).toMatchObject({ inBoth: expected.inBoth, contradicted: expected.contradicted });
      // Counts of values leave no more than sets of them do.
      const sum = (each: typeof expected): number => each.knownByFirst + each.knownBySecond + each.knownByBoth;
      expect(sum(attribute)).toBeGreaterThanOrEqual(sum(expected));
      known += attribute.knownByBoth;
    }
    expect(known).toBeGreaterThan(0);
  });
});

function compositions(rows: number, parts: number): number[][] {
  if (parts === 1) return [[rows]];
  return Array.from({ length: rows + 1 }, (_, first) => first).flatMap((first) =>
    compositions(rows - first, parts - 1).map((rest) => [first, ...rest]),
  );
}

function compositionsUpTo(most: readonly number[]): number[][] {
  if (most.length === 0) return [[]];
  const [first, ...others] = most;
  const rest = compositionsUpTo(others);
  return Array.from({ length: first + 1 }, (_, count) => rest.map((each) => [count, ...each])).flat();
}

function permutations(values: readonly number[]): number[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((value, at) =>
    permutations([...values.slice(0, at), ...values.slice(at + 1)]).map((rest) => [value, ...rest]),
  );
}
