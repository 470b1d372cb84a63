import { describe, expect, it } from 'vitest';
import { InfeasibleError } from '../../src/base/errors.js';
import { anonymize, auditRelease, readForJob, tableFromRows, type Job, type Table } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { resolveJob } from '../../src/pipeline/resolve-job.js';
import { planRun } from '../../src/pipeline/plan-run.js';
import { casesOf } from '../shared.js';
import { cellOf, csvLinesOf, csvOf, quotedCsv } from '../table-texts.js';
import { ENGINES, bothEngines } from '../engine/engines.js';
import { boxAlgorithms } from '../registry.js';

const engines = await bothEngines();
const known = { role: 'quasi-identifier' } as const;

describe('a class of text without an order', () => {
  // At every age five people. No cut of a half by race leaves five on both sides: classes are the ages.
  const races: Readonly<Record<string, string>> = {
    20: 'Asian Asian Asian Asian Other',
    40: 'Black Black Black Hispanic Other',
    60: 'Asian Hispanic Hispanic Hispanic Hispanic',
    80: 'Black Black Other Other Other',
  };
  const people = Object.entries(races).flatMap(([age, of]) => of.split(' ').map((race) => [age, race]));
  const job: Job = {
    attributes: { age: known, race: known },
    privacy: [{ model: 'k-anonymity', k: 5 }],
    algorithm: 'mondrian',
    output: { order: 'input' },
  };
  const text = quotedCsv([['age', 'race'], ...people]);

  it.each(ENGINES.flatMap((engine) => [[engine, 'kept'] as const, [engine, 'counted'] as const]))(
    'is the set of its own values, and costs what these cost (%s, %s)',
    async (engine, kind) => {
      const { table, job: read } = await readForJob(text, job, kind === 'counted' ? { counted: {} } : {});
      const { release, result } = await anonymize(table, read, { engine: engines[engine] });
      const rows = csvLinesOf(release).slice(1);
      expect(rows.sort()).toEqual(
        ['20,"{Asian, Other}"', '40,"{Black, Hispanic, Other}"', '60,"{Asian, Hispanic}"', '80,"{Black, Other}"']
          .flatMap((row) => Array<string>(5).fill(row))
          .sort(),
      );
      const { metrics } = result;
      // The sets hold 2, 3, 2 and 2 of four races; ages are unchanged.
      expect(metrics.loss).toBeCloseTo((1 / 3 + 2 / 3 + 1 / 3 + 1 / 3) / 4 / 2, 12);
      expect(metrics.ncp).toBeCloseTo((2 / 4 + 3 / 4 + 2 / 4 + 2 / 4) / 4 / 2, 12);
      expect(metrics.informationLoss).toBeCloseTo((1 / 2 + 2 / 3 + 1 / 2 + 1 / 2) / 4 / 2, 12);
      const ln = (rows: number, members: number): number => (rows / 20) * Math.log(rows / (5 / members));
      expect(metrics.klDivergence).toBeCloseTo(
        ln(4, 2) + ln(1, 2) + ln(3, 3) + ln(1, 3) + ln(1, 3) + ln(1, 2) + ln(4, 2) + ln(2, 2) + ln(3, 2),
        12,
      );
      // Each race has five people: a cell stands for 10 or 15 of them instead of 5.
      expect(metrics.entropy).toBeCloseTo(15 * Math.log2(10 / 5) + 5 * Math.log2(15 / 5), 12);
    },
  );

  it('is the range of its values with tight ranges', async () => {
    const { table, job: read } = await readForJob(text, { ...job, output: { order: 'input', ranges: 'tight' } });
    const { release } = await anonymize(table, read);
    expect([0, 5, 10, 15].map((row) => cellOf(release, 'race', row))).toEqual([
      '*',
      '[Black-Other]',
      '[Asian-Hispanic]',
      '[Black-Other]',
    ]);
  });

  it.each([
    ['{Asian, Black}', 'a member that is not its own'],
    ['Asian', 'a value alone'],
    ['{Asian, Elf}', 'a member that is no value'],
  ])('is not confirmed by the audit as %s: %s', async (label) => {
    const { table, job: read } = await readForJob(text, job);
    const { release } = await anonymize(table, read);
    const rows = Array.from({ length: 20 }, (_, row) => ({
      age: cellOf(release, 'age', row),
      race: row < 5 ? label : cellOf(release, 'race', row),
    }));
    const types = { age: 'string', race: 'string' } as const;
    expect(auditRelease(tableFromRows(rows, { types }), read, table).problems.length).toBeGreaterThan(0);
    const untouched = rows.map(({ age }, row) => ({ age, race: cellOf(release, 'race', row) }));
    expect(auditRelease(tableFromRows(untouched, { types }), read, table).problems).toEqual([]);
  });

  it('is counted by the audit where it names a rare value, also beside the name of all rare ones', async () => {
    const rare = [...people, ['20', 'Zulu'], ['20', 'Yup']];
    const { table, job: read } = await readForJob(quotedCsv([['age', 'race'], ...rare]), job);
    const labels: Readonly<Record<string, string>> = {
      40: '{Black, Hispanic, Other}',
      60: '{Asian, Hispanic}',
      80: '{Black, Other}',
    };
    const auditAs = (label: string) => {
      const rows = rare.map(([age]) => ({ age, race: labels[age] ?? label }));
      return auditRelease(tableFromRows(rows, { types: { age: 'string', race: 'string' } }), read, table);
    };
    expect(auditAs('{Asian, Other, other}')).toMatchObject({ holds: true, exposure: { race: { texts: 0, rows: 0 } } });
    for (const shown of ['{Asian, Other, Zulu, other}', '{Asian, Other, Yup, Zulu}', '{Asian, Other, "Zulu", other}']) {
      expect(auditAs(shown)).toMatchObject({ holds: false, exposure: { race: { texts: 1, rows: 7 } } });
    }
  });
});

it.each(ENGINES)('a set has at most twelve members: a class of more values is * (%s)', async (engine) => {
  // Classes of 30 people at least: those of one age, who are too few for two.
  const times = (values: readonly number[], count: number): string[] =>
    values.flatMap((value) => Array<string>(count).fill(`v${String(value).padStart(2, '0')}`));
  const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const young = times([...upTo(0, 10), 19], 3);
  const old = [...times(upTo(5, 10), 1), ...times([12], 6), ...times([...upTo(13, 17), 19], 3)];
  const rows = [...young.map((town) => ({ age: 20, town })), ...old.map((town) => ({ age: 40, town }))];
  const job: Job = {
    attributes: { age: known, town: known },
    privacy: [{ model: 'maximum-risk', risk: 1 / 30 }],
    algorithm: 'mondrian',
  };
  const { release } = await anonymize(tableFromRows(rows), job, { engine: engines[engine] });
  const shown = new Set(Array.from({ length: rows.length }, (_, row) => `${cellOf(release, 'age', row)} ${cellOf(release, 'town', row)}`)); // prettier-ignore
  expect(shown).toEqual(new Set([`20 {${[...new Set(young)].join(', ')}}`, '40 *']));
  expect(new Set(old).size).toBe(13);
});

/** Towns that look like labels, some of which few people have; null: missing. */
const towns = [
  'Asker',
  'Bergen',
  'Drammen',
  'other',
  'a, b',
  '"x" {y}',
  '{z}',
  '[1-2]',
  'Gol',
  ' Hamar',
  '*',
  'Ørsta',
  null,
];
const trades = Array.from({ length: 18 }, (_, i) => `trade ${String.fromCharCode(65 + i)}`);
const names = ['town', 'trade', 'sex'] as const;
type Person = readonly (string | null)[];

function drawPeople(seed: number): Person[] {
  const random = seededRandom(seed);
  const low = (n: number): number => Math.min(random.below(n), random.below(n));
  const ofTowns = towns.slice(random.below(2) === 0 ? 0 : 5);
  return Array.from({ length: 30 + random.below(60) }, () => [
    ofTowns[low(ofTowns.length)],
    trades[random.below(3) === 0 ? random.below(18) : low(6)],
    random.below(9) === 0 ? null : 'mfx'[random.below(3)],
  ]);
}

/** Algorithms whose classes are released as the boxes of their own rows. */
const classByClass: readonly Job['algorithm'][] = [
  ...boxAlgorithms,
  { name: 'mondrian', partitioning: 'relaxed' },
  { name: 'mondrian', split: 'information-gain' },
  { name: 'hilbert', grouping: 'linear' },
] as Job['algorithm'][];

const k = 3;
const jobFor = (algorithm: Job['algorithm']): Job => ({
  attributes: {
    ...Object.fromEntries(names.map((name) => [name, { ...known, type: 'string' as const }])),
    label: { role: 'class' },
  },
  privacy: [{ model: 'k-anonymity', k }],
  algorithm,
  output: { order: 'input' },
});

const tableOf = (people: readonly Person[]): string =>
  quotedCsv([[...names, 'label'], ...people.map((person, i) => [...person.map((text) => text ?? ''), String(i % 2)])]);

/** Domains, classes and metrics of a release by hand: from the people and the texts that were released of them, row by row. */
function readByHand(people: readonly Person[], shown: readonly (readonly string[])[]) {
  const domains = names.map((_, a) => [...new Set(people.map((person) => person[a]))]);
  const rare = domains.map((values, a) =>
    values.filter((value) => value !== null && people.filter((person) => person[a] === value).length < k),
  );
  const classOf = shown.map((texts) => JSON.stringify(texts));
  const classes = [...new Set(classOf)].map((key) => {
    const own = people.filter((_, row) => classOf[row] === key);
    return {
      texts: JSON.parse(key) as string[],
      rows: own.length,
      own: names.map((_, a) => new Set(own.map((person) => (rare[a].includes(person[a]) ? 'RARE' : person[a])))),
      // Values that the texts cover: with `other` all rare values.
      covers: names.map((_, a) => {
        if ((JSON.parse(key) as string[])[a] === '*') return domains[a];
        const values = new Set(own.map((person) => person[a]));
        return domains[a].filter((value) => values.has(value) || (rare[a].includes(value) && rare[a].some((one) => values.has(one)))); // prettier-ignore
      }),
    };
  });
  const n = people.length;
  const cells = (cost: (covered: number, size: number) => number): number =>
    classes.reduce((sum, { rows, covers }) => {
      const costs = covers.map((values, a) => cost(values.length, domains[a].length));
      return sum + (rows * costs.reduce((all, one) => all + one, 0)) / names.length / n;
    }, 0);
  const vectors = new Map<string, number>();
  for (const person of people) vectors.set(JSON.stringify(person), (vectors.get(JSON.stringify(person)) ?? 0) + 1);
  let divergence = 0;
  for (const [key, count] of vectors) {
    const person = JSON.parse(key) as Person;
    let expected = 0;
    for (const { rows, covers } of classes) {
      if (!covers.every((values, a) => values.includes(person[a]))) continue;
      expected += rows / covers.reduce((product, values) => product * values.length, 1);
    }
    divergence += (count / n) * Math.log(count / expected);
  }
  return {
    domains,
    rare,
    classes,
    metrics: {
      loss: cells((covered, size) => (size === 1 ? 0 : (covered - 1) / (size - 1))),
      ncp: cells((covered, size) => (covered === 1 ? 0 : covered / size)),
      informationLoss: cells((covered) => 1 - 1 / covered),
      klDivergence: divergence,
    },
  };
}

/** The texts that may stand for the values of a class, by docs/labels.md. */
function labelsOf(
  own: ReadonlySet<string | null>,
  domain: readonly (string | null)[],
  rare: readonly (string | null)[],
) {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const all = domain.length - rare.length + (rare.length > 0 ? 1 : 0);
  if (own.size > 12 || (own.size === all && all > 1)) return ['*'];
  if (own.size === 1) {
    const [value] = own;
    if (value === 'RARE') return ['other'];
    return value === null ? ['', '""'] : value === 'other' || value.startsWith('{') ? [quoted(value)] : [value, quoted(value)]; // prettier-ignore
  }
  const points = (text: string): number[] => Array.from(text, (point) => point.codePointAt(0)!);
  const byPoint = (a: string, b: string): number => {
    const [left, right] = [points(a), points(b)];
    const at = left.findIndex((point, i) => point !== right[i]);
    return at < 0 ? left.length - right.length : left[at] - (right[at] ?? -1);
  };
  const plain = [...own].filter((value) => value !== null && value !== 'RARE') as string[];
  const members = plain.sort(byPoint).map((value) => (value === 'other' || value.trim() !== value || /[,{}"]/.test(value) ? quoted(value) : value)); // prettier-ignore
  return [`{${[...members, ...(own.has('RARE') ? ['other'] : []), ...(own.has(null) ? ['""'] : [])].join(', ')}}`];
}

describe('recodings of one class after the other', () => {
  const seeds = casesOf(200, 2);
  it.each(classByClass.map((algorithm) => [JSON.stringify(algorithm), algorithm] as const))(
    '%s: every class is the set of its own values, on both engines, kept and counted',
    async (_, algorithm) => {
      let sets = 0;
      let gaps = 0;
      for (let seed = 1; seed <= seeds; seed++) {
        const people = drawPeople(seed);
        const { table, job } = await readForJob(tableOf(people), jobFor(algorithm));
        const byRows = await anonymize(table, job, { engine: engines.js, seed: 1 });
        const onOther = await anonymize(table, job, { engine: engines.wasm, seed: 1 });
        expect(csvOf(onOther.release)).toBe(csvOf(byRows.release));
        expect(onOther.result.metrics).toEqual(byRows.result.metrics);
        const shown = people.map((_, row) => names.map((name) => cellOf(byRows.release, name, row)));
        const byHand = readByHand(people, shown);
        for (const { texts, own } of byHand.classes) {
          texts.forEach((text, a) => {
            expect(labelsOf(own[a], byHand.domains[a], byHand.rare[a])).toContain(text);
            if (text.startsWith('{')) sets++;
          });
        }
        for (const [name, value] of Object.entries(byHand.metrics)) {
          expect(byRows.result.metrics[name as 'loss'], `${name}, seed ${seed}`).toBeCloseTo(value, 9);
        }
        // In the order of code points other values lie between those of some class.
        const order = [...new Set(people.map((person) => person[1]))].sort();
        gaps += byHand.classes.filter(({ texts, own }) => {
          const places = [...own[1]].map((value) => order.indexOf(value)).sort((a, b) => a - b);
          return texts[1] !== '*' && !own[1].has('RARE') && places[places.length - 1] - places[0] >= places.length;
        }).length;

        const { table: entries, job: asked } = await readForJob(tableOf(people), jobFor(algorithm), { counted: {} });
        const byCounts = await anonymize(entries, asked, { engine: engines.wasm, seed: 1 });
        // Algorithms that divide equal rows take them in their order, which counts do not have: then labels fall otherwise.
        const isDivided = planRun(resolveJob(jobFor(algorithm))).whyRows !== null;
        const lines = (release: Table): string[] =>
          csvLinesOf(release)
            .map((line) => (isDivided ? line.slice(0, line.lastIndexOf(',')) : line))
            .sort();
        expect(lines(byCounts.release)).toEqual(lines(byRows.release));
        expect(byCounts.result.metrics.loss).toBeCloseTo(byRows.result.metrics.loss!, 12);
        expect(byCounts.result.metrics.klDivergence).toBeCloseTo(byRows.result.metrics.klDivergence!, 9);
      }
      expect(sets).toBeGreaterThan(seeds);
      expect(gaps).toBeGreaterThan(0);
    },
  );

  it('an empty text that is a value differs from the missing one', async () => {
    let sets = 0;
    for (let seed = 0; seed < 12; seed++) {
      const random = seededRandom(seed);
      const rows = Array.from({ length: 40 }, () => [['', 'a', '?', 'b', 'c', 'd'][random.below(6)], ['', 'x', 'y'][random.below(3)]]); // prettier-ignore
      const asked: Job = {
        input: { missing: ['?'], onMissing: 'keep' },
        attributes: { town: { ...known, type: 'string' }, trade: { ...known, type: 'string' } },
        privacy: [{ model: 'k-anonymity', k }],
        algorithm: ['mondrian', 'hilbert', 'mdav', 'local-recoding'][seed % 4],
      };
      const { table, job } = await readForJob(quotedCsv([['town', 'trade'], ...rows]), asked);
      const { release } = await anonymize(table, job, { engine: engines.js, seed: 1 });
      sets += release.column('town')!.texts.filter((text) => text.startsWith('{"",')).length;
    }
    expect(sets).toBeGreaterThan(5);
  });

  it.each(['local-suppression', 'meyerson-williams'])('%s: suppressed cells are *, and no sets', async (name) => {
    const people = drawPeople(1).slice(0, 20);
    for (const engine of ENGINES) {
      const { table, job } = await readForJob(tableOf(people), jobFor(name));
      const { release } = await anonymize(table, job, { engine: engines[engine], seed: 1 });
      const texts = names.flatMap((column) => release.column(column)!.texts);
      expect(texts).toContain('*');
      expect(texts.filter((text) => text.startsWith('{'))).toEqual([]);
    }
  });

  it('a model on a public table counts the people of the region, all of whose values are released', async () => {
    let absent = 0;
    let released = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const all = drawPeople(seed).filter((person) => !person.includes(null));
      const inside = all.filter((_, i) => i % 3 !== 0);
      const rowsOf = (people: readonly Person[]) => people.map((person) => Object.fromEntries(names.map((name, a) => [name, person[a]]))); // prettier-ignore
      const job: Job = {
        attributes: jobFor('mondrian').attributes,
        privacy: [{ model: 'delta-presence', min: 0, max: 0.9, public: 'all' }],
        algorithm: 'mondrian',
        output: { order: 'input' },
      };
      delete (job.attributes as Record<string, unknown>).label;
      try {
        const { release, result } = await anonymize(tableFromRows(rowsOf(inside)), job, {
          engine: engines[ENGINES[seed % 2]],
          publicTables: { all: tableFromRows(rowsOf(all)) },
        });
        expect(result.privacy[0].achieved.max).toBeLessThanOrEqual(0.9);
        released++;
        const shown = inside.map((_, row) => names.map((name) => cellOf(release, name, row)));
        for (const { texts, own } of readByHand(inside, shown).classes) {
          const members = texts[1].startsWith('{') ? texts[1].slice(1, -1).split(', ') : [];
          absent += members.filter((member) => member !== 'other' && !own[1].has(member) && !own[1].has('RARE')).length;
        }
      } catch (error) {
        if (!(error instanceof InfeasibleError)) throw error;
      }
    }
    expect(released).toBeGreaterThan(3);
    expect(absent).toBeGreaterThan(0);
  });
});

describe('recodings of whole domains', () => {
  it.each(['k-optimize', 'greedy-hill-climbing'])('%s: a value has one label, whatever the class', async (name) => {
    let absent = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const people = drawPeople(seed).map(([, trade, sex]) => ['Asker', trade!, sex ?? 'm']);
      for (const engine of ENGINES) {
        const { table, job } = await readForJob(tableOf(people), jobFor(name));
        const { release } = await anonymize(table, job, { engine: engines[engine], seed: 1 });
        const shown = people.map((_, row) => names.map((column) => cellOf(release, column, row)));
        const labels = new Map<string, Set<string>>();
        people.forEach((person, row) => labels.set(person[1], (labels.get(person[1]) ?? new Set()).add(shown[row][1])));
        expect([...labels.values()].every(({ size }) => size === 1)).toBe(true);
        const { classes, rare } = readByHand(people, shown);
        for (const { texts, own } of classes) {
          const members = texts[1].startsWith('{') ? texts[1].slice(1, -1).split(', ') : [];
          absent += members.filter((member) => member !== 'other' && !own[1].has(member)).length;
        }
        expect(rare[1].every((value) => !shown.some((texts) => texts[1].includes(value!)))).toBe(true);
      }
    }
    expect(absent).toBeGreaterThan(0);
  });
});
