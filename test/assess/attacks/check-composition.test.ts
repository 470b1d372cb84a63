import { describe, expect, it } from 'vitest';
import type { Job, Table } from '../../../src/index.js';
import {
  anonymize,
  attackComposition,
  checkComposition,
  InvalidArgumentError,
  Table as TableClass,
  tableFromRows,
} from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import type { DrawnRelease } from './random-releases.js';
import { algorithmsInTurn, drawPeople, drawRelease, matches, shownClassesOf } from './random-releases.js';
import { cellOf } from '../../table-texts.js';
import { listValuesLeft } from './naive-worlds.js';
import { casesOf } from '../../shared.js';

/** A release as the oracle reads it: for every person of the input the numbers of the classes that may be theirs. */
interface Read {
  readonly classesOf: readonly (readonly number[])[];
  /** [classes] sensitive values; null where the release has none. */
  readonly values: readonly (readonly string[])[] | null;
}

/** Choices that the listing of worlds may try. */
const MOST_CHOICES = 20_000;

/** People who keep fewer than l values in the worlds of several releases together, and of one alone; null where there are too many worlds. */
function countFewValues(all: readonly Read[], l: number): { exposed: number; alone: number } | null {
  const releases = all.flatMap(({ classesOf, values }) => (values === null ? [] : [{ classesOf, values }]));
  const singles = releases.map((each) => listValuesLeft([each], MOST_CHOICES));
  const [own, ...earlier] = releases;
  const together = [...earlier.map((each) => [own, each]), ...(earlier.length > 1 ? [releases] : [])];
  const left = together.map((some) => ({ some, values: listValuesLeft(some, MOST_CHOICES) }));
  if ([...singles, ...left.map(({ values }) => values)].includes(null)) return null;
  const people = Array.from(own.classesOf.keys());
  const isExposed = (person: number): boolean =>
    left.some(({ some, values }) => {
      const known = some.flatMap((each) => singles[releases.indexOf(each)]![person] ?? []);
      const count = values![person]?.size ?? 0;
      const isIn = own.classesOf[person].length > 0 && known.length > 1;
      return isIn && count > 0 && count < l && known.every((set) => set.size > count);
    });
  const isAlone = (person: number): boolean =>
    singles.some((sets) => {
      const count = sets![person]?.size ?? 0;
      return count > 0 && count < l;
    });
  return { exposed: people.filter(isExposed).length, alone: people.filter(isAlone).length };
}

/** People left among fewer than k, person by person and straight from the definition. */
function countFewPeople(releases: readonly Read[], k: number): number {
  const count = releases[0].classesOf.length;
  let found = 0;
  for (let person = 0; person < count; person++) {
    const isIn = releases.filter((each) => each.classesOf[person].length > 0);
    if (isIn[0] !== releases[0] || isIn.length === 1) continue;
    const among = (all: readonly Read[]): number =>
      Array.from({ length: count }, (_, other) => other).filter((other) =>
        all.every((each) => each.classesOf[other].some((c) => each.classesOf[person].includes(c))),
      ).length;
    if (among(isIn) < k && among(isIn) < among([releases[0]])) found++;
  }
  return found;
}

/** Classes of everybody, rows of `*` left out for whom another class matches. */
function readRelease(
  release: Table,
  sensitive: Table | undefined,
  names: readonly string[],
  people: number,
  isOf: (rows: readonly number[], person: number) => boolean,
): Read {
  const classes = shownClassesOf(release, names);
  const isPermuted = release.column('bucket') !== undefined;
  const isStar = classes.map((rows) => !isPermuted && names.every((name) => cellOf(release, name, rows[0]) === '*'));
  const valuesOf = (rows: readonly number[]): string[] => {
    if (sensitive === undefined) return rows.map((row) => cellOf(release, 's', row));
    const bucket = cellOf(release, 'bucket', rows[0]);
    const all = Array.from({ length: sensitive.rows }, (_, row) => row);
    return all.filter((row) => cellOf(sensitive, 'bucket', row) === bucket).map((row) => cellOf(sensitive, 's', row));
  };
  return {
    classesOf: Array.from({ length: people }, (_, person) => {
      const found = classes.flatMap((rows, c) => (isOf(rows, person) ? [c] : []));
      return found.length > 1 ? found.filter((c) => !isStar[c]) : found;
    }),
    values: classes.map(valuesOf),
  };
}

describe('checkComposition', () => {
  it('equals looking at every person, releases of all algorithms, some people gone and some new', async () => {
    const seen = { checks: 0, listed: 0, narrowed: 0, few: 0, held: 0, engines: new Set<string>(), algorithms: new Set<string>() }; // prettier-ignore
    const trials = casesOf(1500, 7);
    for (let trial = 0; trial < trials; trial++) {
      const random = seededRandom(4700 + trial);
      // All worlds of few people can be listed.
      const people = drawPeople(random, trial % 3 === 0 ? 10 + random.below(14) : 5 + random.below(4));
      const count = people.all.length;
      const inside = Array.from({ length: count }, (_, i) => i).slice(random.below(4));
      const drawn: DrawnRelease[] = [];
      for (let r = 0; r <= 1 + random.below(3); r++) {
        const name = algorithmsInTurn[(trial + 7 * r) % algorithmsInTurn.length];
        const own = r === 0 ? inside : Array.from({ length: count - random.below(5) }, (_, i) => i);
        const made = await drawRelease(people, own, name, random);
        const { replacement } = (made?.job.algorithm ?? {}) as { readonly replacement?: string };
        if (made !== null && (replacement === undefined || replacement === 'range')) drawn.push(made);
        else if (r === 0) break;
      }
      if (drawn.length < 2) continue;
      const table = tableFromRows(inside.map((i) => people.all[i]), { types: people.types }); // prettier-ignore
      const [made, ...previous] = drawn;
      const k = 2 + random.below(4);
      const l = 2 + random.below(3);
      const diversity = { model: 'l-diversity', variant: 'distinct', l, attribute: 's' } as const;
      const privacy = [{ model: 'k-anonymity', k } as const, ...(l === 2 ? [] : [diversity])];
      const current = { ...made, job: { ...made.job, privacy } };
      const check = checkComposition(table, current, previous);
      const read = drawn.map((each) =>
        readRelease(each.release, each.sensitive, people.names, inside.length, (rows, person) =>
          matches(people, each, rows, inside[person]),
        ),
      );
      const expected = { values: countFewValues(read, l), people: countFewPeople(read, k) };
      const algorithms = drawn.map(({ name }) => name);
      expect([trial, algorithms, check.exposed]).toEqual([trial, algorithms, expected.people]);
      const [{ exposed, alone }] = check.attributes;
      if (expected.values !== null) expect([trial, { exposed, alone }]).toEqual([trial, expected.values]);
      expect(check.holds).toBe(exposed === 0 && expected.people === 0);
      seen.checks++;
      if (expected.values !== null) seen.listed++;
      if (expected.values !== null && exposed > 0) seen.narrowed++;
      if (expected.people > 0) seen.few++;
      if (check.holds) seen.held++;
      drawn.forEach(({ name, engine }) => {
        seen.engines.add(engine);
        seen.algorithms.add(name);
      });
    }
    expect(seen.checks).toBeGreaterThan(trials / 3);
    expect(seen.listed).toBeGreaterThan(trials / 6);
    expect(Math.min(seen.narrowed, seen.few, seen.held)).toBeGreaterThan(1);
    expect(seen.engines.size).toBe(2);
    expect(seen.algorithms.size).toBeGreaterThan(15);
  });

  it('equals it with rounded ranges, sets and rare values', async () => {
    const towns = ['Aa', 'Bb', 'Cc', 'Dd', 'Ee'];
    const base: Job = {
      attributes: {
        town: { role: 'quasi-identifier' },
        age: { role: 'quasi-identifier', type: 'integer' },
        s: { role: 'sensitive' },
      },
      privacy: [{ model: 'k-anonymity', k: 3 }],
      algorithm: 'mondrian',
    };
    const seen = { listed: 0, narrowed: 0, few: 0, absent: 0 };
    for (let trial = 0; trial < casesOf(300, 4); trial++) {
      const random = seededRandom(900 + trial);
      const draw = () => ({
        town: towns[random.below(random.below(5) + 1)],
        age: 20 + random.below(40),
        s: `s${random.below(5)}`,
      });
      // All worlds of few people can be listed.
      const count = trial % 3 === 0 ? 30 : 8;
      const all = Array.from({ length: count }, draw);
      const inside = all.slice(random.below(count / 2));
      const engine = trial % 2 === 0 ? 'js' : 'wasm';
      const algorithm = ['mondrian', 'hilbert', 'k-member', 'local-recoding'][trial % 4];
      const make = async (people: typeof all, k: number): Promise<{ release: Table; job: Job }> => {
        const job: Job = { ...base, algorithm, privacy: [{ model: 'k-anonymity', k }] };
        return { job, release: (await anonymize(tableFromRows(people), job, { engine, seed: 1 })).release };
      };
      const [current, ...previous] = [
        await make(inside, 3),
        await make(all.slice(0, count === 30 ? 25 : 7), 4),
        ...(trial % 3 === 0 ? [await make(all.slice(0, 28), 5)] : []),
      ];
      const check = checkComposition(tableFromRows(inside), current, previous);
      const rare = towns.filter((each) => inside.filter(({ town }) => town === each).length < 3);
      const read = [current, ...previous].map(({ release }, side) => {
        const texts = release.column('town')?.texts ?? [];
        const membersOf = (text: string): string[] => (text.startsWith('{') ? text.slice(1, -1).split(', ') : [text]);
        const shown = new Set(texts.flatMap((text) => (membersOf(text).includes('other') ? [] : membersOf(text))));
        const isOther = (town: string): boolean => (side === 0 ? rare.includes(town) : !shown.has(town));
        const isTown = (text: string, town: string): boolean =>
          text === '*' || membersOf(text).some((each) => each === town || (each === 'other' && isOther(town)));
        const isAge = (text: string, age: number): boolean => {
          const [, open, bound] = /^(<|>=)(\d+)$/.exec(text) ?? [];
          if (open !== undefined) return age >= Number(bound) === (open === '>=');
          const [, low, high] = /^\[(\d+)-(\d+)\]$/.exec(text) ?? [];
          return (
            text === '*' || text === String(age) || (low !== undefined && Number(low) <= age && age <= Number(high))
          );
        };
        if (texts.some((text) => membersOf(text).some((each) => !inside.some(({ town }) => town === each))))
          seen.absent++;
        return readRelease(release, undefined, ['town', 'age'], inside.length, (rows, person) =>
          rows.some(
            (row) =>
              isTown(cellOf(release, 'town', row), inside[person].town) &&
              isAge(cellOf(release, 'age', row), inside[person].age),
          ),
        );
      });
      const expected = { values: countFewValues(read, 2), people: countFewPeople(read, 3) };
      expect([trial, check.exposed]).toEqual([trial, expected.people]);
      const [{ exposed, alone }] = check.attributes;
      if (expected.values !== null) {
        expect([trial, { exposed, alone }]).toEqual([trial, expected.values]);
        seen.listed++;
      }
      if (exposed > 0) seen.narrowed++;
      if (expected.people > 0) seen.few++;
    }
    expect(Math.min(seen.listed, seen.narrowed, seen.few, seen.absent)).toBeGreaterThan(0);
  });

  it('reads `other` of an earlier release when everybody behind it has left', () => {
    const rows = (towns: string): { town: string; s: string }[] =>
      towns.split(' ').map((town, i) => ({ town, s: `s${i}` }));
    const job: Job = {
      attributes: { town: { role: 'quasi-identifier' }, s: { role: 'sensitive' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    };
    // The earlier release had one person of Cc: `other` is neither Aa nor Bb, which it shows.
    for (const label of ['other', '{Bb, other}']) {
      const earlier = [...rows('Aa Aa'), ...rows('Bb Bb'), ...rows('x x').map(({ s }) => ({ town: label, s }))];
      const current = { release: tableFromRows(rows('Aa Aa Bb Bb')), job };
      const previous = [{ release: tableFromRows(earlier), job }];
      expect(checkComposition(tableFromRows(rows('Aa Aa Bb Bb')), current, previous)).toMatchObject({ matched: [4] });
    }
  });

  it('reads `other` of the new release as the values that fewer than k rows of the input have', () => {
    const rows = (towns: readonly string[]): { town: string; s: string }[] =>
      towns.map((town, i) => ({ town, s: `s${i}` }));
    const job: Job = {
      attributes: { town: { role: 'quasi-identifier' }, s: { role: 'sensitive' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    };
    const current = { release: tableFromRows(rows(['*', '*', 'other', 'other'])), job };
    const previous = [{ release: tableFromRows(rows(['{Aa, Bb}', '{Aa, Bb}', '{Aa, Bb}'])), job }];
    // The release shows no Aa, but two rows have it: `other` is Bb or Cc, and {Aa, Bb} leaves Bb alone.
    const input = tableFromRows(rows(['Aa', 'Aa', 'Bb', 'Cc']));
    expect(checkComposition(input, current, previous)).toMatchObject({ holds: false, exposed: 1 });
  });

  it('reads a value in double quotes, and a range that ends at one, as the release wrote it', () => {
    const rows = (towns: readonly string[]): { town: string; s: string }[] =>
      towns.map((town, i) => ({ town, s: `s${i}` }));
    const job: Job = {
      attributes: { town: { role: 'quasi-identifier', type: 'string' }, s: { role: 'sensitive' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
      output: { ranges: 'tight' },
    };
    for (const labels of [
      ['"x"', '"x"', '01', '01'],
      ['["x"-01]', '["x"-01]', '["x"-01]', '["x"-01]'],
    ]) {
      // prettier-ignore
      const release = tableFromRows(rows(labels));
      const report = checkComposition(tableFromRows(rows(['"x"', '"x"', '01', '01'])), { release, job }, [
        { release, job },
      ]);
      expect(report.matched).toEqual([4]);
    }
    // The value * was written in double quotes; everybody who had it has left.
    const earlier = tableFromRows(rows(['"*"', '"*"', '01', '01']));
    const people = tableFromRows(rows(['01', '01']));
    expect(checkComposition(people, { release: people, job }, [{ release: earlier, job }]).matched).toEqual([2]);
  });

  it('takes no mark of a suppressed row for a value that somebody has', () => {
    const job: Job = {
      attributes: { age: { role: 'quasi-identifier', type: 'integer' }, s: { role: 'sensitive' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
      suppression: { maxRows: 1 },
      output: { suppressed: 'star' },
    };
    const cells = (rows: string): Table =>
      tableFromRows(
        rows.split(' ').map((row) => {
          const [age, s] = row.split(':');
          return { age, s };
        }),
        { types: { age: 'string', s: 'string' } },
      );
    const people = tableFromRows([1, 1, 2, 2, 9].map((age, i) => ({ age, s: `s${i % 2}` })));
    const first = { release: cells('1:s0 1:s1 2:s0 2:s1 *:'), job };
    const second = { release: cells('[1-2]:s0 [1-2]:s1 [1-2]:s0 [1-2]:s1 *:*'), job };
    expect(checkComposition(people, second, [first])).toMatchObject({
      matched: [4],
      attributes: [{ exposed: 0, alone: 0 }],
    });
    const composed = attackComposition(first, second, people);
    expect(composed.unmatched).toEqual([1, 1]);
    expect(composed.attributes).toMatchObject([
      { inBoth: 4, knownByFirst: 0, knownBySecond: 0, knownByBoth: 0, contradicted: 0 },
    ]);
  });

  /** A release of one quasi-identifier, written `class: values`, with the people who are asked about. */
  const tree = { '*': { north: ['1', '2'], south: ['3', '4'] } };
  const zipJob = (privacy: Job['privacy']): Job => ({
    attributes: { zip: { role: 'quasi-identifier', hierarchy: { type: 'tree', tree } }, s: { role: 'sensitive' } },
    privacy,
    algorithm: 'optimal-lattice',
  });
  const written = (classes: Readonly<Record<string, string>>): Table =>
    tableFromRows(
      Object.entries(classes).flatMap(([zip, values]) => values.split(' ').map((s) => ({ zip, s }))),
      { types: { zip: 'string' } },
    );
  const people = tableFromRows(
    ['1', '1', '2', '2', '3', '4'].map((zip) => ({ zip })),
    { types: { zip: 'string' } },
  );
  const check = (privacy: Job['privacy'], ...releases: readonly Readonly<Record<string, string>>[]) => {
    const [current, ...previous] = releases.map((classes) => ({ release: written(classes), job: zipJob(privacy) }));
    return checkComposition(people, current, previous);
  };
  const k2 = { model: 'k-anonymity', k: 2 } as const;
  const l3 = { model: 'l-diversity', variant: 'distinct', l: 3, attribute: 's' } as const;

  it('finds two releases of two hospitals, each diverse, that show one value together (Ganta et al. 2008, Figure 1)', () => {
    const ages = Array.from({ length: 60 }, (_, age) => String(age));
    const hospital = (bands: Readonly<Record<string, readonly string[]>>): Job => ({
      attributes: { age: { role: 'quasi-identifier', hierarchy: { type: 'tree', tree: { '*': bands } } }, s: { role: 'sensitive' } }, // prettier-ignore
      privacy: [{ model: 'k-anonymity', k: 4 }],
      algorithm: 'optimal-lattice',
    });
    const release = (rows: Readonly<Record<string, string>>): Table =>
      tableFromRows(Object.entries(rows).flatMap(([age, values]) => values.split(' ').map((s) => ({ age, s }))), { types: { age: 'string' } }); // prettier-ignore
    const first = {
      job: hospital({ under30: ages.slice(0, 30), thirties: ages.slice(30, 40), from40: ages.slice(40) }),
      release: release({ under30: 'AIDS Heart Viral Viral', from40: 'Cancer Heart Viral Viral', thirties: 'Cancer Cancer Cancer Cancer' }), // prettier-ignore
    };
    const second = {
      job: hospital({ under35: ages.slice(0, 35), from35: ages.slice(35) }),
      release: release({ under35: 'AIDS Tbc Flu Tbc Cancer Cancer', from35: 'Cancer Cancer Cancer Tbc Viral Viral' }),
    };
    // Alice is 28; everybody else of her age group is in the first hospital alone.
    const crowd = tableFromRows(['28', '21', '29', '23', '50', '55', '47', '49', '31', '37', '36', '35'].map((age) => ({ age })), { types: { age: 'string' } }); // prettier-ignore
    const found = checkComposition(crowd, second, [first]);
    // People under 30 are left AIDS alone; from 40 it is cancer or viral; in the thirties the first hospital says cancer itself.
    expect(found).toMatchObject({ holds: false, people: 12, matched: [12], k: 4, attributes: [{ attribute: 's', l: 2, exposed: 4 }] }); // prettier-ignore
    // Thirties and under 35: one person; thirties and from 35: three.
    expect(found.exposed).toBe(4);
    expect(JSON.stringify(found)).not.toContain('AIDS');
  });

  it('asks for l values where the job does, and for what each single release leaves', () => {
    expect(check([k2], { north: 'a b' }, { north: 'a c' })).toMatchObject({ holds: false, attributes: [{ l: 2, exposed: 4 }] }); // prettier-ignore
    expect(check([k2], { north: 'a b c' }, { north: 'a b d' })).toMatchObject({ holds: true });
    expect(check([k2, l3], { north: 'a b c' }, { north: 'a b d' })).toMatchObject({ holds: false, attributes: [{ l: 3, exposed: 4 }] }); // prettier-ignore
    // One release alone shows it; without a common value they are not the same people.
    expect(check([k2], { north: 'a b' }, { north: 'a a' })).toMatchObject({ holds: true });
    expect(check([k2], { north: 'a b' }, { north: 'c d' })).toMatchObject({ holds: true });
  });

  it('looks at all releases together as well', () => {
    expect(check([k2], { north: 'a b c' }, { north: 'a b d' })).toMatchObject({ holds: true });
    expect(check([k2], { north: 'a b c' }, { north: 'a c e' })).toMatchObject({ holds: true });
    expect(check([k2], { north: 'a b c' }, { north: 'a b d' }, { north: 'a c e' })).toMatchObject({ holds: false, matched: [4, 4], attributes: [{ exposed: 4 }] }); // prettier-ignore
  });

  it('lets new people be, and does not hide somebody behind suppressed rows', () => {
    expect(check([k2], { north: 'a b', south: 'a b' }, { north: 'a b' })).toMatchObject({ holds: true, matched: [4] });
    expect(check([k2], { north: 'a b' }, { north: 'a c', '*': 'a b c d' })).toMatchObject({ holds: false, attributes: [{ exposed: 4 }] }); // prettier-ignore
    expect(check([{ model: 'k-anonymity', k: 3 }], { '1': 'a b', '2': 'a b' }, { north: 'a b', '*': 'x' })).toMatchObject({ holds: true, exposed: 0 }); // prettier-ignore
    expect(check([{ model: 'k-anonymity', k: 3 }], { north: 'a b' }, { '1': 'a b', '2': 'a b', '*': 'x' })).toMatchObject({ holds: false, exposed: 4 }); // prettier-ignore
  });

  it('counts a counted table by its rows', () => {
    const rows = ['1', '1', '1', '2', '3'].map((zip) => ({ zip }));
    const plain = tableFromRows(rows, { types: { zip: 'string' } });
    const [column] = tableFromRows(['1', '2', '3'].map((zip) => ({ zip })), { types: { zip: 'string' } }).columns; // prettier-ignore
    const weights = Uint32Array.from([3, 1, 1]);
    const counted = new TableClass(5, [{ ...column, rowsPerCode: weights }], [], weights);
    const classes: Record<string, string>[] = [
      { north: 'a b', '3': 'a b' },
      { '1': 'a c', '2': 'a b' },
    ];
    const sides = classes.map((each) => ({ release: written(each), job: zipJob([k2]) }));
    const found = checkComposition(counted, sides[0], sides.slice(1));
    expect(found).toEqual(checkComposition(plain, sides[0], sides.slice(1)));
    expect(found).toMatchObject({ people: 5, matched: [4], exposed: 1, attributes: [{ exposed: 3 }] });
  });

  it('refuses releases that nobody of the input matches, or that the job does not explain', () => {
    const side = (classes: Readonly<Record<string, string>>) => ({ release: written(classes), job: zipJob([k2]), name: 'old.csv' }); // prettier-ignore
    const code = (classes: Readonly<Record<string, string>>): string => {
      try {
        checkComposition(people, side({ north: 'a b' }), [side(classes)]);
        return 'checked';
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidArgumentError);
        expect((error as Error).message).toMatch(/^old\.csv/);
        expect((error as Error).message).not.toContain('west');
        return (error as InvalidArgumentError).code;
      }
    };
    expect(code({ north: 'a b', west: 'a b' })).toBe('LABELS_UNKNOWN');
    expect(code({ north: 'a b' })).toBe('checked');
    const few = tableFromRows([{ zip: '3' }], { types: { zip: 'string' } });
    expect(() => checkComposition(few, side({ south: 'a b' }), [side({ north: 'a b' })])).toThrow(
      /one that no row does/,
    );
  });
});
