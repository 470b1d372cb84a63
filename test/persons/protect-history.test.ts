import { describe, expect, it } from 'vitest';
import { anonymize, auditRelease, InfeasibleError, readTable, type Job } from '../../src/index.js';
import { seededRandom, type RandomSource } from '../../src/base/random.js';
import { long } from '../shared.js';

const quasi = ['age', 'zip', 'ward'];

/** Visits whose age and postal code vary within a person, and whose blood group does not. */
function visits(persons: number, random: RandomSource): string {
  const rows: string[] = ['person,age,zip,ward,blood,diagnosis'];
  for (let person = 0; person < persons; person++) {
    const blood = 'ABO'[random.below(3)];
    for (let visit = random.below(4); visit >= 0; visit--) {
      rows.push(
        `p${person},${20 + random.below(6)},${random.below(3)},w${random.below(3)},${blood},d${random.below(4)}`,
      );
    }
  }
  return `${rows.join('\n')}\n`;
}

const jobOf = (algorithm: Job['algorithm'], more: Partial<Job> = {}): Job => ({
  attributes: {
    person: 'person',
    age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', origin: 20, widths: [2, 4] } },
    zip: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    ward: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
    blood: 'sensitive',
    diagnosis: 'sensitive',
  },
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm,
  suppression: { maxFraction: 0.1 },
  output: { order: 'input' },
  ...more,
});

/** Persons whom the released classes with their rows leave fewer than two blood groups: by sets of texts. */
function disclosed(release: readonly Record<string, unknown>[], persons: readonly string[]): number {
  const groups = new Map<string, Set<string>>();
  const classOf = (row: Record<string, unknown>) => quasi.map((name) => row[name]).join('|');
  for (const row of release) {
    if (row.blood === null) continue;
    groups.set(classOf(row), (groups.get(classOf(row)) ?? new Set()).add(String(row.blood)));
  }
  const common = new Map<string, Set<string>>();
  release.forEach((row, i) => {
    const own = groups.get(classOf(row));
    if (own === undefined) return;
    const known = common.get(persons[i]);
    common.set(persons[i], known === undefined ? own : new Set([...known].filter((value) => own.has(value))));
  });
  return [...common.values()].filter((values) => values.size < 2).length;
}

const algorithms = [
  'mondrian',
  'optimal-lattice',
  'k-member',
  'top-down-specialization',
  'k-optimize',
  'hilbert',
  'local-suppression',
];

describe('"history": "protect"', () => {
  it.each(algorithms)('leaves nobody disclosed by %s, equally in both engines', async (algorithm) => {
    const random = seededRandom(algorithm.length);
    let joined = 0;
    for (let round = 0; round < (long ? 60 : 6); round++) {
      const table = await readTable(visits(12 + random.below(10), random));
      const persons = table.cells('person').map(String);
      // Starred rows keep the places of all rows.
      const output = { order: 'input', suppressed: 'star' } as const;
      const job = jobOf(algorithm, { history: 'protect', output });
      const results = [];
      for (const engine of ['wasm', 'js'] as const) {
        const { release, result } = await anonymize(table, job, { engine, seed: round });
        results.push(release.toRows());
        expect(result.history?.every((each) => each.persons === 0)).toBe(true);
        expect(result.history?.map(({ attribute }) => attribute)).toContain('blood');
        expect(auditRelease(release, job, table).problems.filter((problem) => problem.includes('history'))).toEqual([]);
        expect(result.suppressed).toBeLessThanOrEqual(Math.floor(0.1 * table.rows));
        expect(result.privacy.every(({ holds }) => holds)).toBe(true);
        joined += Number(result.warnings.some(({ code }) => code === 'HISTORY_PROTECTED'));
      }
      expect(results[0]).toEqual(results[1]);
      expect(disclosed(results[0], persons)).toBe(0);
    }
    expect(joined).toBeGreaterThan(0);
  });

  it('suppresses rows of one person within the limit where a join costs more, and joins beyond it', async () => {
    const group = (age: number, blood: string, persons: readonly string[]): string[] =>
      persons.map((person, i) => `${person},${age},0,w,${blood},d${i}`);
    // Person x is alone in telling: the classes of age 20 and 25 have only A in common.
    const rows = [
      ...group(20, 'A', ['x', 'a1', 'a2', 'a3']),
      ...group(20, 'B', ['b1', 'b2', 'b3', 'b4']),
      ...group(25, 'A', ['x', 'c1', 'c2', 'c3']),
      ...group(25, 'O', ['o1', 'o2', 'o3', 'o4']),
    ];
    const table = await readTable(`person,age,zip,ward,blood,diagnosis\n${rows.join('\n')}\n`);
    const run = (maxRows: number) =>
      anonymize(table, jobOf('mondrian', { history: 'protect', suppression: { maxRows } }), { seed: 1 });
    const [within, beyond] = [await run(2), await run(1)];
    expect(within.result).toMatchObject({ suppressed: 2, classes: 2, personsReleased: 14 });
    expect(within.result.warnings.find(({ code }) => code === 'HISTORY_PROTECTED')?.message).toContain(
      '2 further rows were suppressed',
    );
    expect(beyond.result).toMatchObject({ suppressed: 0, classes: 1 });
  });

  it('releases a class of numbers and missing cells, which a join made, as every value in tight ranges too', async () => {
    // The classes of age 30 and of no age have only A in common, and each other to be joined with.
    const group = (age: string, zip: number, blood: string): string[] =>
      [1, 2, 3].map((i) => `${blood}${i}${age}${zip},${age},${zip},w,${blood},d${i}`);
    const rows = [...group('20', 1, 'A'), ...group('20', 1, 'B'), ...group('30', 0, 'A'), ...group('', 0, 'O')];
    const table = await readTable(`person,age,zip,ward,blood,diagnosis\n${rows.join('\n')}\n`);
    const attributes: Job['attributes'] = { ...jobOf('mondrian').attributes, age: 'quasi-identifier' };
    for (const engine of ['wasm', 'js'] as const) {
      const job = jobOf('k-optimize', { attributes, history: 'protect', output: { ranges: 'tight', order: 'input' } });
      const { release, result } = await anonymize(table, job, { engine, seed: 1 });
      expect(result.warnings.map(({ code }) => code)).toContain('HISTORY_PROTECTED');
      expect(release.toRows().map(({ age }) => age)).toEqual([
        ...Array<string>(6).fill('20'),
        ...Array<string>(6).fill('*'),
      ]);
      expect(auditRelease(release, job, table).problems).toEqual([]);
    }
  });

  it('takes the l of the diversity of the column, and keeps every model', async () => {
    const random = seededRandom(4);
    for (let round = 0; round < 10; round++) {
      const table = await readTable(visits(25, random));
      const privacy: Job['privacy'] = [
        { model: 'k-anonymity', k: 2 },
        { model: 'l-diversity', variant: 'distinct', l: 3, attribute: 'blood' },
        { model: 'alpha-k-anonymity', k: 2, alpha: 0.95, attribute: 'diagnosis' },
      ];
      const job = jobOf('mondrian', { history: 'protect', privacy });
      const { result } = await anonymize(table, job, { engine: 'js', seed: 1 });
      expect(result.privacy.every(({ holds }) => holds)).toBe(true);
      expect(result.history?.find(({ attribute }) => attribute === 'blood')).toMatchObject({ persons: 0, fewest: 3 });
    }
  });

  const inPublic: readonly Job['privacy'][] = [
    [{ model: 'k-map', k: 3, public: 'register' }],
    [{ model: 'weak-l-diversity', l: 2, attribute: 'diagnosis', public: 'register' }],
    [{ model: 'delta-presence', min: 0, max: 0.95, public: 'register' }],
  ];
  it.each(inPublic.flatMap((privacy) => ['mondrian', 'optimal-lattice'].map((name) => [privacy[0].model, name, privacy] as const)))(
    'keeps the regions of a public table apart under %s, by %s',
    async (_, algorithm, privacy) => {
      const random = seededRandom(algorithm.length);
      let joined = 0;
      for (let round = 0; round < (long ? 30 : 3); round++) {
        const own = visits(14, random);
        const others = visits(10, random).split('\n').slice(1, -1).map((line) => `q${line}`);
        const table = await readTable(own);
        const register = await readTable(`${own}${others.join('\n')}\n`);
        const job = jobOf(algorithm, { history: 'protect', privacy: [{ model: 'k-anonymity', k: 2 }, ...privacy] });
        const options = { seed: round, publicTables: { register } };
        try {
          const { release, result } = await anonymize(table, job, { engine: 'js', ...options });
          expect(result.history?.every((each) => each.persons === 0)).toBe(true);
          expect(result.privacy.every(({ holds }) => holds)).toBe(true);
          expect((await anonymize(table, job, { engine: 'wasm', ...options })).release.toRows()).toEqual(release.toRows());
          joined += Number(result.warnings.some(({ code }) => code === 'HISTORY_PROTECTED'));
        } catch (error) {
          if (!(error instanceof InfeasibleError)) throw error;
          expect(error.code).not.toBe('PUBLIC_OVERLAP');
        }
      }
      expect(joined).toBeGreaterThan(0);
    },
  ); // prettier-ignore

  it('gives a joined class no place of a class that is suppressed beside', async () => {
    // Class 8 shows its two persons, and is dearer to join than to suppress; class 10, next to it, shows its ten.
    const of = (age: number, blood: string, many: number): string[] =>
      Array.from({ length: many }, (_, i) => `${age}${blood}${i},${age},${blood}`);
    const rows = [...of(8, 'B', 2), ...of(10, 'A', 10), ...of(30, 'O', 6), ...of(30, 'A', 1), ...of(30, 'B', 1)];
    const table = await readTable(`person,age,blood\n${[...rows, ...rows].join('\n')}\n`);
    const job: Job = {
      attributes: { person: 'person', age: { role: 'quasi-identifier', type: 'integer' }, blood: 'sensitive' },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'k-optimize',
      suppression: { maxRows: 4 },
      history: 'protect',
      output: { ranges: 'tight' },
    };
    const { release, result } = await anonymize(table, job, { engine: 'js', seed: 1 });
    expect(result).toMatchObject({ suppressed: 4, classes: 1 });
    expect(new Set(release.cells('age'))).toEqual(new Set(['[10-30]']));
  }); // prettier-ignore

  it('says with numbers that one class of all rows leaves too little', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `p${i >> 1},${20 + i},${i % 3},w,A,d${i % 4}`);
    const table = await readTable(`person,age,zip,ward,blood,diagnosis\n${rows.join('\n')}\n`);
    const run = anonymize(table, jobOf('mondrian', { history: 'protect' }), { engine: 'js' });
    await expect(run).rejects.toThrow(InfeasibleError);
    await expect(run).rejects.toThrow('disclosed are 6 persons by fewer than 2 values of "blood"');
  });

  it('is what the audit asks of a release, and is refused without a person column', async () => {
    const table = await readTable(visits(20, seededRandom(9)));
    const { release, result } = await anonymize(table, jobOf('mondrian', { suppression: { maxRows: 0 } }), {
      engine: 'js',
    });
    expect(result.history?.[0].persons).toBeGreaterThan(0);
    const report = auditRelease(release, jobOf('mondrian', { history: 'protect' }), table);
    expect(report.holds).toBe(false);
    expect(report.problems.join()).toContain('"history": "protect": the classes of');
    const { person: _, ...attributes } = jobOf('mondrian').attributes;
    await expect(anonymize(table, jobOf('mondrian', { history: 'protect', attributes }))).rejects.toMatchObject({
      code: 'OPTION_UNUSED',
    });
  });
});
