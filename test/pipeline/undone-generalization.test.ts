import { expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, proposeJob, tableFromRows } from '../../src/index.js';
import { determines } from '../../src/pipeline/undone-generalization.js';

/** Looks at all pairs of rows: no two rows with one value of `a` have two values of `b`. */
function determinesByPairs(rows: readonly { p: string; a: string; b: string }[]): boolean {
  const present = rows.filter(({ a }) => a !== '');
  const values = new Set(present.map(({ a }) => a));
  const holders = new Set(present.map(({ p, a }) => `${p}|${a}`)).size;
  if (holders < 3 * values.size) return false;
  const both = present.filter(({ b }) => b !== '');
  if (both.length < 20 || new Set(both.map(({ b }) => b)).size < 3) return false;
  return both.every((one) => both.every((other) => one.a !== other.a || one.b === other.b));
}

it('a column determines another exactly where no two rows disagree, by rows and by persons, beside missing cells', () => {
  let found = 0;
  for (let seed = 1; seed <= 600; seed++) {
    const { below } = seededRandom(seed);
    const areas = 2 + below(4);
    const rows = Array.from({ length: 15 + below(40) }, () => {
      const area = below(areas);
      const isOdd = below(60) === 0;
      return {
        p: `p${below(30)}`,
        a: below(9) === 0 ? '' : `a${area}${below(2)}`,
        b: below(9) === 0 ? '' : `b${isOdd ? below(areas) : area}`,
      };
    });
    const table = tableFromRows(rows);
    const [p, a, b] = ['p', 'a', 'b'].map((name) => table.column(name)!);
    const byRows = rows.map((row, i) => ({ ...row, p: `${i}` }));
    const persons = { count: p.texts.length, of: Uint32Array.from(p.codes) };
    expect(determines(a, b, null), `rows, seed ${seed}`).toBe(determinesByPairs(byRows));
    expect(determines(a, b, persons), `persons, seed ${seed}`).toBe(determinesByPairs(rows));
    found += Number(determinesByPairs(byRows));
  }
  expect(found).toBeGreaterThan(50);
});

const { below } = seededRandom(7);
/** People with the mean income of their county, which a public table lists. */
const people = Array.from({ length: 240 }, () => {
  const county = below(8);
  return { age: 20 + below(60), county: `c${county}`, county_income: 41_000 + 317 * county, disease: `d${below(5)}` };
});

it('a run warns of a released figure that gives a generalized column back', async () => {
  const job = {
    attributes: { age: 'quasi-identifier', county: 'quasi-identifier', county_income: 'sensitive', disease: 'sensitive' },
    privacy: [{ model: 'k-anonymity', k: 5 }],
    algorithm: 'mondrian',
  } as const; // prettier-ignore
  const { result } = await anonymize(tableFromRows(people), job, { engine: 'js', seed: 1 });
  const found = result.warnings.filter(({ code }) => code === 'GENERALIZATION_UNDONE');
  expect(found).toHaveLength(1);
  expect(found[0].attribute).toBe('county_income');
  expect(found[0].message).toContain('stands beside one value of "county"');
  const asInsensitive = { ...job, attributes: { ...job.attributes, county_income: 'insensitive' } } as const;
  const again = await anonymize(tableFromRows(people), asInsensitive, { engine: 'js', seed: 1 });
  expect(again.result.warnings.map(({ code }) => code)).toContain('GENERALIZATION_UNDONE');
});

it('a proposed job releases such a figure in ranges, unless somebody names it', async () => {
  const table = tableFromRows(people);
  const { job, columns } = proposeJob(table, { rowsArePeople: true });
  const column = columns.find(({ name }) => name === 'county_income')!;
  expect(column.role).toBe('quasi-identifier');
  expect(column.reason).toContain('stands beside one value of "county"');
  const { result } = await anonymize(table, job, { engine: 'js', seed: 1 });
  expect(result.warnings.map(({ code }) => code)).not.toContain('GENERALIZATION_UNDONE');
  const named = proposeJob(table, { rowsArePeople: true, sensitive: ['county_income'] });
  expect(named.columns.find(({ name }) => name === 'county_income')!.role).toBe('sensitive');
});
