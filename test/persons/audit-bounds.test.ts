/** Files in which rows of persons can lie in classes in several ways: what the audit confirms is held to all of these ways. */
import { describe, expect, it } from 'vitest';
import { auditRelease, readTable, type Job } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { casesOf } from '../shared.js';
import { achievedOf, personsOf, type PersonRow } from './naive-persons.js';

interface Row extends PersonRow {
  readonly age: number;
}

/** Overlapping ranges, each with rows in it; -1 for rows that are suppressed. */
interface Release {
  readonly rows: readonly Row[];
  readonly ranges: readonly (readonly [number, number])[];
  readonly classOf: readonly number[];
}

function draw(seed: number, keyless: number): Release {
  const random = seededRandom(seed);
  const rows = Array.from({ length: 4 + random.below(5) }, (): Row => {
    const person = random.below(100) < keyless ? '' : `p${random.below(8)}`;
    return { person, age: 20 + random.below(6), value: 'xyz'[random.below(3)] };
  });
  const cut = 1 + random.below(4);
  const ranges = [[20, 20 + cut], [20 + random.below(cut + 1), 25]] as const; // prettier-ignore
  const classOf = rows.map(({ age }) => {
    const fit = ranges.flatMap(([from, to], c) => (age >= from && age <= to ? [c] : []));
    return random.below(9) === 0 ? -1 : fit[random.below(fit.length)];
  });
  return { rows, ranges, classOf };
}

const isIn = ({ age }: Row, [from, to]: readonly [number, number]): boolean => age >= from && age <= to;

/** All ways to give rows to the classes, or to none, that show what the release shows. */
function waysOf({ rows, ranges, classOf }: Release): Row[][][] {
  const shownBy = (own: readonly number[]): string =>
    ranges.map((_, c) => rows.flatMap(({ value }, i) => (own[i] === c ? value : [])).sort().join('')).join(' '); // prettier-ignore
  const shown = shownBy(classOf);
  let ways: number[][] = [[]];
  for (const row of rows) {
    const fit = [-1, ...ranges.flatMap((range, c) => (isIn(row, range) ? [c] : []))];
    ways = ways.flatMap((own) => fit.map((c) => [...own, c]));
  }
  const fitting = ways.filter((own) => shownBy(own) === shown);
  return fitting.map((own) => ranges.map((_, c) => rows.filter((_, i) => own[i] === c)).filter(({ length }) => length > 0)); // prettier-ignore
}

const specs = [
  { model: 'k-anonymity', k: 2 },
  { model: 'maximum-risk', risk: 0.5 },
  { model: 'average-risk', risk: 0.5 },
  { model: 'l-diversity', variant: 'distinct', l: 2 },
  { model: 'l-diversity', variant: 'entropy', l: 1.5 },
  { model: 'l-diversity', variant: 'recursive', l: 2, c: 3 },
  { model: 'alpha-k-anonymity', k: 2, alpha: 0.7 },
  { model: 'beta-likeness', variant: 'basic', beta: 2 },
  { model: 'delta-disclosure', delta: 1.2 },
] as const;

/** Figure of a way under a model, and whether less is worse. */
function figureOf(spec: (typeof specs)[number], classes: readonly (readonly Row[])[], rows: readonly Row[]) {
  const sizes = classes.map((own) => personsOf(own).size);
  if (spec.model === 'k-anonymity') return { key: 'k', isLeast: true, figure: Math.min(...sizes) };
  if (spec.model === 'maximum-risk') return { key: 'risk', isLeast: false, figure: 1 / Math.min(...sizes) };
  if (spec.model === 'average-risk') {
    const risks = [...personsOf(classes.flat())].map((person) =>
      Math.max(...classes.map((own, c) => (personsOf(own).has(person) ? 1 / sizes[c] : 0))),
    );
    return { key: 'risk', isLeast: false, figure: risks.reduce((sum, risk) => sum + risk, 0) / risks.length };
  }
  const isApart = new Set(rows.map(({ person, age }) => `${person} ${age}`)).size === personsOf(rows).size;
  const found = classes.map((own) => achievedOf(spec, own, rows, isApart));
  const [key, isLeast] =
    spec.model !== 'l-diversity'
      ? [spec.model === 'alpha-k-anonymity' ? 'alpha' : spec.model === 'beta-likeness' ? 'beta' : 'delta', false]
      : [spec.variant === 'recursive' ? 'c' : 'l', spec.variant !== 'recursive'];
  return { key, isLeast, figure: isLeast ? Math.min(...found) : Math.max(...found) };
}

/** Rows with a key, and all rows with each that lacks one as a person of its own. */
const readingsOf = (classes: readonly (readonly Row[])[], rows: readonly Row[]) => {
  const named = new Map(rows.map((row, i) => [row, row.person === '' ? { ...row, person: `?${i}` } : row]));
  const each = classes.map((own) => own.map((row) => named.get(row) as Row));
  const keyed = classes.map((own) => own.filter(({ person }) => person !== '')).filter(({ length }) => length > 0);
  const readings = [{ classes: keyed, rows: rows.filter(({ person }) => person !== '') }];
  return [...readings, { classes: each, rows: [...named.values()] }].filter((own) => own.classes.length > 0);
};

describe('the audit of a file with overlapping classes', () => {
  it.each([0, 25])('confirms by bounds what holds in every way, %d in 100 rows without a key', async (keyless) => {
    const seen = { bounded: 0, exact: 0, unknown: 0 };
    for (let seed = 1; seed <= casesOf(6000, 500); seed++) {
      const spec = specs[seed % specs.length];
      const release = draw(seed, keyless);
      const { rows, ranges, classOf } = release;
      const lines = rows.flatMap(({ value }, i) => {
        const [from, to] = ranges[classOf[i]] ?? [0, 0];
        return classOf[i] < 0 ? [] : [`${from === to ? String(from) : `[${from}-${to}]`},${value}`];
      });
      if (lines.length < 2 || rows.every(({ person }) => person === '') || ranges[0].join() === ranges[1].join())
        continue;
      const job = {
        attributes: { person: 'person', age: { role: 'quasi-identifier', type: 'integer' }, value: 'sensitive' },
        privacy: ['k-anonymity', 'maximum-risk', 'average-risk'].includes(spec.model)
          ? [spec]
          : [{ ...spec, attribute: 'value' }],
        algorithm: 'mondrian',
        missingPersons: 'separate',
        suppression: { maxFraction: 0.9 },
        output: { ranges: 'tight' },
      } as unknown as Job;
      const input = await readTable(`person,age,value\n${rows.map(({ person, age, value }) => [person, age, value].join()).join('\n')}\n`); // prettier-ignore
      const found = auditRelease(await readTable(`age,value\n${lines.sort().join('\n')}\n`), job, input);
      if (found.personsRecounted !== true) seen.unknown++;
      else if (found.areBounds !== true) seen.exact++;
      if (found.areBounds !== true) continue;
      seen.bounded++;
      expect(found.holds, `seed ${seed}`).toBe(true);
      for (const way of waysOf(release)) {
        const keyedSizes = way.map((own) => personsOf(own.filter(({ person }) => person !== '')).size);
        if ('k' in spec) expect(Math.min(...keyedSizes), `seed ${seed}`).toBeGreaterThanOrEqual(spec.k);
        const smallest = Math.min(...keyedSizes.filter((size) => size > 0));
        expect(1 / smallest, `seed ${seed}`).toBeLessThanOrEqual(found.risk.after as number);
        for (const reading of readingsOf(way, rows)) {
          const { key, isLeast, figure } = figureOf(spec, reading.classes, reading.rows);
          const bound = found.privacy[0].achieved[key];
          if (isLeast) expect(figure, `seed ${seed}`).toBeGreaterThanOrEqual(bound - 1e-9);
          else expect(figure, `seed ${seed}`).toBeLessThanOrEqual(bound + 1e-9);
          if (found.oneValued.value === undefined) continue;
          const isOne = reading.classes.some((own) => 'xyz'.split('').some((value) => personsOf(own.filter((row) => row.value === value)).size === personsOf(own).size)); // prettier-ignore
          expect(isOne, `seed ${seed}`).toBe(false);
        }
      }
    }
    expect(seen.bounded).toBeGreaterThan(15);
    expect(seen.unknown).toBeGreaterThan(15);
  });
});
