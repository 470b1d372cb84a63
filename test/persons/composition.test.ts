import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { valuesLeft, type WorldRelease } from '../../src/assess/attacks/composed-worlds.js';
import { seededRandom } from '../../src/base/random.js';
import { runToCompletion } from '../../src/base/steps.js';
import { attackComposition, checkComposition, tableFromRows, type Job, type Table } from '../../src/index.js';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';
import { casesOf } from '../shared.js';
import { drawRelease, textTable, type DrawnRow } from './attacked-release.js';

/** Rows with two releases by level vectors of their own; each leaves some rows out. */
interface DrawnPair {
  readonly rows: readonly DrawnRow[];
  readonly people: Table;
  readonly job: Job;
  readonly releases: readonly Table[];
  /** [releases] label of a row, and the rows that are in the release. */
  readonly labels: readonly ((row: DrawnRow) => string)[];
  readonly released: readonly (readonly DrawnRow[])[];
}

const labelAt = (value: string, level: number): string =>
  level === 0 ? value : level === 1 ? `${value[0]}${Math.floor(Number(value[1]) / 2)}x` : '*';

function drawPair(seed: number): DrawnPair {
  const { rows, original, job } = drawRelease(seed, { persons: 5 });
  const random = seededRandom(seed + 900);
  const labels: ((row: DrawnRow) => string)[] = [];
  const released = [0, 1].map(() => {
    const levels = [random.below(2), random.below(3)];
    labels.push((row) => `${labelAt(row.a, levels[0])}|${labelAt(row.b, levels[1])}`);
    return rows.filter(() => random.below(6) > 0);
  });
  const releases = released.map(
    (own, r) =>
    textTable((own.length === 0 ? rows : own).map((row) => {
      const [a, b] = labels[r](row).split('|');
      return { a, b, s: row.s, t: row.t };
    })), // prettier-ignore
  );
  return {
    rows,
    people: original,
    job,
    releases,
    labels,
    released: released.map((own) => (own.length === 0 ? rows : own)),
  };
}

type Sets = readonly (ReadonlySet<string> | null)[];

/** Remaining values by definition: sets of values of rows as they are counted by themselves, joined over the rows of each person. */
function naiveLeft({ rows, labels, released }: DrawnPair, column: 's' | 't') {
  const worlds = released.map((own, r): WorldRelease => {
    const names = [...new Set(own.map(labels[r]))];
    return {
      classesOf: rows.map((row) => names.flatMap((name, c) => (name === labels[r](row) ? [c] : []))),
      values: names.map((name) => {
        const counts = new Map<string, number>();
        for (const row of own) if (labels[r](row) === name) counts.set(row[column], (counts.get(row[column]) ?? 0) + 1);
        return counts;
      }),
    };
  });
  const ones = rows.map(() => 1);
  const leave = (some: readonly WorldRelease[]): Sets => runToCompletion(valuesLeft(ones, some)).values;
  const persons = [...new Set(rows.map(({ p }) => p))];
  const isConstant = persons.every(
    (p) => new Set(rows.filter((row) => row.p === p).map((row) => row[column])).size === 1,
  );
  const shared = (p: string, sets: Sets): number => {
    const own = rows.flatMap((row, i) => (row.p === p && sets[i] !== null && sets[i].size > 0 ? [sets[i]] : []));
    return own.length === 0 ? 0 : [...own[0]].filter((value) => own.every((set) => set.has(value))).length;
  };
  return { sides: [leave([worlds[0]]), leave([worlds[1]]), leave(worlds)] as const, persons, isConstant, shared };
}

/** People who are exposed, and who are alone by one release, in one column. */
function naiveExposed(pair: DrawnPair, column: 's' | 't', l: number) {
  const { sides, persons, isConstant, shared } = naiveLeft(pair, column);
  const rowsOf = (p: string): number[] => pair.rows.flatMap((row, i) => (row.p === p ? [i] : []));
  const isFewer = ([a, b, both]: readonly number[]): boolean =>
    a > 0 && b > 0 && both > 0 && both < l && a > both && b > both;
  let exposed = 0;
  let alone = 0;
  for (const p of persons) {
    const whole = sides.map((sets) => shared(p, sets));
    const byRow = rowsOf(p).map((i) => sides.map((sets) => sets[i]?.size ?? 0));
    exposed += Number(isConstant && whole[2] > 0 ? isFewer(whole) : byRow.some(isFewer));
    alone += Number(
      [0, 1].some((r) =>
        isConstant && whole[r] > 0 ? whole[r] < l : byRow.some((sizes) => sizes[r] > 0 && sizes[r] < l),
      ),
    );
  }
  return { isConstant, exposed, alone };
}

/** People among fewer than k: sets of persons with a row beside every row of somebody, in every release. */
function naiveAmong({ rows, labels, released }: DrawnPair, k: number): number {
  const persons = [...new Set(rows.map(({ p }) => p))];
  const beside = (row: DrawnRow, r: number): Set<string> | null =>
    released[r].some((other) => labels[r](other) === labels[r](row))
      ? new Set(rows.filter((other) => labels[r](other) === labels[r](row)).map(({ p }) => p))
      : null;
  return persons.filter((p) => {
    const own = rows.filter((row) => row.p === p);
    const sets = [0, 1].map((r) => own.flatMap((row) => beside(row, r) ?? []));
    if (sets[0].length === 0 || sets[1].length === 0) return false;
    const among = (some: readonly Set<string>[]): number =>
      persons.filter((w) => some.every((set) => set.has(w))).length;
    return among(sets.flat()) < k && among(sets[0]) > among(sets.flat());
  }).length;
}

describe('two releases of people with several rows', () => {
  it('leave what sets of values and of persons say', () => {
    const seen = { exposed: 0, among: 0, constant: 0 };
    for (let seed = 1; seed <= casesOf(1500, 20); seed++) {
      const pair = drawPair(seed);
      const { people, job, releases } = pair;
      const check = checkComposition(people, { release: releases[0], job }, [{ release: releases[1], job }]);
      const persons = new Set(pair.rows.map(({ p }) => p)).size;
      expect(check, `seed ${seed}`).toMatchObject({ people: persons, persons, k: 2 });
      for (const { attribute, l, isConstant, exposed, alone } of check.attributes) {
        const naive = naiveExposed(pair, attribute as 's' | 't', l);
        expect({ attribute, isConstant, exposed, alone }, `seed ${seed}`).toEqual({ attribute, ...naive });
        seen.exposed += exposed;
        seen.constant += Number(isConstant);
      }
      expect(check.exposed, `seed ${seed}`).toBe(naiveAmong(pair, 2));
      seen.among += check.exposed;
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  });

  it('are judged by rows where each person has one row', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const pair = drawPair(seed);
      const rows = pair.rows.map((row, i) => ({ ...row, p: `q${i}` }));
      const { p: _, ...attributes } = pair.job.attributes;
      const sides = (job: Job) => pair.releases.map((release) => ({ release, job }));
      const people = textTable(rows);
      const [one, two] = sides(pair.job);
      const [oneOfRows, twoOfRows] = sides({ ...pair.job, attributes });
      const strip = ({ persons: _, attributes: own, ...rest }: { persons: number | null; attributes: readonly { isConstant?: boolean }[] }) => ({
        ...rest,
        attributes: own.map(({ isConstant: _, ...each }) => each),
      }); // prettier-ignore
      expect(strip(attackComposition(one, two, people))).toEqual(
        strip(attackComposition(oneOfRows, twoOfRows, people)),
      );
      expect(strip(checkComposition(people, one, [two]))).toEqual(
        strip(checkComposition(people, oneOfRows, [twoOfRows])),
      );
    }
  });

  it('show a value that each leaves open, by classes of different rows of a person', () => {
    const people = tableFromRows(
      [['1', 20, 'A'], ['2', 20, 'B'], ['1', 40, 'A'], ['3', 40, '0']].map(([p, age, blood]) => ({ p, age, blood })), // prettier-ignore
    );
    const job = {
      attributes: { p: 'person', age: 'quasi-identifier', blood: 'sensitive' },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    } as unknown as Job;
    const released = (ages: readonly number[]) =>
      tableFromRows(people.toRows().filter(({ age }) => ages.includes(age as number)).map(({ p: _, ...row }) => row)); // prettier-ignore
    const [first, second] = [[20], [40]].map((ages) => ({ release: released(ages), job }));
    const report = attackComposition(first, second, people);
    expect(report).toMatchObject({ people: 3, persons: 3, unmatched: [1, 1] });
    expect(report.attributes).toMatchObject([{ isConstant: true, inBoth: 1, knownByBoth: 1, averageLeft: [2, 2, 1] }]);
    const check = checkComposition(people, first, [second]);
    expect(check).toMatchObject({ holds: false, attributes: [{ exposed: 1, alone: 0 }] });
  });

  it('need the key of persons in the table of people', () => {
    const { releases, people, job } = drawPair(3);
    const [one, two] = releases.map((release) => ({ release, job }));
    const without = textTable(people.toRows().map(({ a, b }) => ({ a, b })) as object[]);
    expect(() => attackComposition(one, two, without)).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_COLUMN' }) as Error,
    );
    const blank = textTable(people.toRows().map((row, i) => ({ ...row, p: i === 0 ? '' : row.p })) as object[]);
    expect(() => checkComposition(blank, one, [two])).toThrow(
      expect.objectContaining({ code: 'PERSON_MISSING' }) as Error,
    );
    const separate = { ...job, missingPersons: 'separate' } as Job;
    const apart = checkComposition(blank, { ...one, job: separate }, [two]);
    expect(apart.persons).toBe(new Set(blank.toRows().map(({ p }) => p)).size);
  });
});

describe('kohort anonymize --previous with a key of persons', () => {
  it('says how many people both releases leave alone, and that it is a lower bound', async () => {
    const { path: here } = makeFolder();
    const visits = Array.from({ length: 60 }, (_, i) => `${i % 20},${20 + (i % 20)},${1 + (i % 7)},${'uvw'[i % 3]}`);
    writeFileSync(join(here, 'in.csv'), `p,age,ward,s\n${visits.join('\n')}\n`);
    const job = (k: number) => ({ attributes: { p: 'person', age: 'quasi-identifier', ward: 'quasi-identifier', s: 'sensitive' }, privacy: [{ model: 'k-anonymity', k }], algorithm: 'mondrian' }); // prettier-ignore
    for (const k of [4, 5]) writeFileSync(join(here, `${k}.json`), JSON.stringify(job(k)));
    const run = (...args: string[]) => runInside(['anonymize', 'in.csv', '--seed', '1', ...args], here);
    expect((await run('--job', '4.json', '--out', 'a.csv', '--quiet')).code).toBe(0);
    const same = await run('--job', '4.json', '--out', 'b.csv', '--previous', 'a.csv');
    expect(same.code).toBe(0);
    expect(same.stderr).toMatch(/previous: 1 release \(matched by 20 of 20 people\), .*no (other )?person/);
    expect(same.stderr).toContain('an attacker learns at least this');
    const other = await run('--job', '5.json', '--out', 'c.csv', '--previous', 'a.csv', '--previous-job', '4.json');
    expect([other.code, other.stderr]).toEqual([1, expect.stringMatching(/left to every person, received .* people/)]);
    const attack = ['attack', 'composition', 'a.csv', '--with', 'b.csv', '--public', 'in.csv', '--job', '4.json'];
    const { code, stdout } = await runInside(attack, here);
    expect(code).toBe(0);
    expect(stdout).toContain('people in both');
    expect(stdout).toContain('of 20 people of the public table; all rows of a person in the releases count');
    expect(stdout).toContain('rows of a person may differ in "s"');
  });
});
