import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, auditRelease, type Job, type Table, tableFromRows } from '../../src/index.js';

const tree = {
  '*': {
    endocrine: { diabetes: ['E10', 'E11'], thyroid: ['E03', 'E05'] },
    heart: ['I10', 'I15', 'I20'],
    lung: ['J44', 'J45'],
  },
};
const codes = ['E10', 'E11', 'E03', 'E05', 'I10', 'I15', 'I20', 'J44', 'J45'];
const paths: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  codes.map((code) => {
    const group = code.startsWith('E1') ? ['diabetes', 'endocrine'] : code.startsWith('E0') ? ['thyroid', 'endocrine'] : [code.startsWith('I') ? 'heart' : 'lung']; // prettier-ignore
    return [code, [code, ...group, '*']];
  }),
);

const jobOf = (k: number, m: number, isByPersons: boolean): Job => ({
  attributes: {
    person: isByPersons ? 'person' : 'identifier',
    items: { role: 'quasi-identifier', set: { delimiter: '|' }, hierarchy: { type: 'tree', tree } },
  },
  privacy: [{ model: 'km-anonymity', k, m, attribute: 'items' }],
  algorithm: 'apriori-anonymization',
});

interface Visit {
  readonly person: string;
  readonly items: string | null;
}

function visitsOf(seed: number): Visit[] {
  const { below } = seededRandom(seed);
  return Array.from({ length: 20 + below(120) }, () => {
    const items = Array.from({ length: below(4) }, () => codes[Math.min(below(9), below(9))]);
    return { person: `p${below(30)}`, items: items.length === 0 ? null : items.join('|') };
  });
}

const cellsOf = (table: Table): string[][] =>
  table.cells('items').map((cell) => (cell === null ? [] : String(cell).split('|')));

/** The fewest persons whose row in the input has a set of up to m items that somebody may know, by the released rows that can be theirs. */
function fewestKnown(visits: readonly Visit[], released: readonly (readonly string[])[], m: number): number {
  let fewest = Infinity;
  for (const { items } of visits) {
    const own = [...new Set(items?.split('|') ?? [])];
    for (let mask = 1; mask < 1 << own.length; mask++) {
      const known = own.filter((_, at) => (mask >> at) & 1);
      if (known.length > m) continue;
      const persons = new Set(
        released.flatMap((row, i) =>
          known.every((item) => paths[item].some((label) => row.includes(label))) ? [visits[i].person] : []));
      fewest = Math.min(fewest, persons.size);
    }
  }
  return fewest;
} // prettier-ignore

describe('generalized lists', () => {
  it('leave k persons for whoever knows m items of a row, and the audit finds the same', async () => {
    let [tight, partly] = [0, 0];
    for (let seed = 1; seed <= 150; seed++) {
      const visits = visitsOf(seed);
      const isByPersons = seed % 2 === 0;
      const [k, m] = [2 + (seed % 4), 1 + (seed % 3)];
      const rows = visits.map((visit, i) => (isByPersons ? visit : { ...visit, person: `r${i}` }));
      const table = tableFromRows(rows);
      const job = { ...jobOf(k, m, isByPersons), output: { order: 'input' } } as const;
      const { release, result } = await anonymize(table, job, { engine: seed % 3 === 0 ? 'wasm' : 'js', seed });
      const cells = cellsOf(release);
      expect(cells, `seed ${seed}`).toHaveLength(rows.length);
      const known = fewestKnown(rows, cells, m);
      const { achieved } = result.privacy[0];
      expect(known, `seed ${seed}`).toBeGreaterThanOrEqual(k);
      expect(achieved.k, `seed ${seed}`).toBe(known);
      // Each row has what stands for its items, and nothing else.
      rows.forEach(({ items }, i) => {
        const own = [...new Set(items?.split('|') ?? [])];
        expect(own.every((item) => cells[i].filter((label) => paths[item].includes(label)).length === 1)).toBe(true);
        expect(cells[i].every((label) => own.some((item) => paths[item].includes(label)))).toBe(true);
      });
      const audited = auditRelease(release, job, table);
      expect(audited.problems).toEqual([]);
      expect(audited.privacy[0].achieved).toEqual(achieved);
      expect(audited.metrics.loss).toBeCloseTo(Number(result.metrics.loss), 12);
      tight += Number(achieved.k === k);
      partly += Number(new Set(cells.flat()).size > 2);
    }
    expect(tight).toBeGreaterThan(10);
    expect(partly).toBeGreaterThan(50);
  });

  it.each([
    ['a list in which an item is missing', (cells: string[][]) => cells[0].pop()],
    ['an item in place of its node', (cells: string[][]) => (cells[0][0] = 'I10')],
    ['an item that no row of the original has', (cells: string[][]) => cells[0].push('J44')],
    ['a row less', (cells: string[][]) => cells.pop()],
  ])('are refused by the audit with %s', async (_, change) => {
    const visits = visitsOf(7).filter(({ items }) => items === null || !items.includes('J44'));
    const rows = [{ person: 'a', items: 'E10|I15' }, ...visits];
    const table = tableFromRows(rows);
    const job = { ...jobOf(3, 2, false), output: { order: 'input' } } as const;
    const { release } = await anonymize(table, job, { engine: 'js', seed: 1 });
    const cells = cellsOf(release);
    change(cells);
    const changed = tableFromRows(cells.map((row) => ({ items: row.length === 0 ? null : row.join('|') })));
    const audited = auditRelease(changed, job, table);
    expect(audited.holds).toBe(false);
    expect(audited.problems.length).toBeGreaterThan(0);
    expect(audited.problems.join()).not.toMatch(/E10|I15|J44/);
  });

  it('fail the audit without an original where persons are counted, and where a set is too rare', () => {
    const rare = tableFromRows([{ items: 'E10|I15' }, { items: 'E10' }, { items: 'I15' }, { items: 'E10' }, { items: 'I15' }]); // prettier-ignore
    const { holds, privacy } = auditRelease(rare, jobOf(2, 2, false));
    expect([holds, privacy[0].achieved.k]).toEqual([false, 1]);
    expect(auditRelease(rare, jobOf(2, 1, false)).holds).toBe(true);
    expect(auditRelease(rare, jobOf(2, 1, true)).problems.join()).toContain('persons could not be recounted');
  });

  it.each([
    ['no hierarchy', { role: 'quasi-identifier', set: { delimiter: '|' } }, 'HIERARCHY_NO_LEVELS'],
    ['labels that hold the delimiter', { role: 'quasi-identifier', set: { delimiter: '|' }, hierarchy: { type: 'tree', tree: { '*': { 'E|I': codes.slice(0, 7), J: codes.slice(7) } } } }, 'LABEL_HOLDS_DELIMITER'],
    ['items that no leaf covers', { role: 'quasi-identifier', set: { delimiter: '|' }, hierarchy: { type: 'tree', tree: { '*': ['E10'] } } }, 'HIERARCHY_MISSING_VALUE'],
    ['an order alone', { role: 'quasi-identifier', set: { delimiter: '|' }, hierarchy: { type: 'order', values: codes } }, 'HIERARCHY_NO_LEVELS'],
  ] as const)('need their hierarchy: %s', async (_, items, code) => {
    const job = { ...jobOf(2, 2, false), attributes: { items } } as Job;
    const table = tableFromRows(visitsOf(3).map(({ items: list }) => ({ items: list })));
    await expect(anonymize(table, job, { engine: 'js' })).rejects.toMatchObject({ code });
  }); // prettier-ignore

  it('write an item in double quotes that reads like a node', async () => {
    const rows = [['*', 'a'], ['*', 'a'], ['*', 'b'], ['a'], ['a'], ['c', '*'], ['b']];
    const table = tableFromRows(rows.map((items) => ({ items: items.join('|') })));
    const items = { role: 'quasi-identifier', set: { delimiter: '|' }, hierarchy: { type: 'levels', rows: [['a', 'a', '*'], ['*', '(star)', '*'], ['b', 'bc', '*'], ['c', 'bc', '*']] } } as const; // prettier-ignore
    const job = { ...jobOf(2, 1, false), attributes: { items }, output: { order: 'input' } } as Job;
    const { release } = await anonymize(table, job, { engine: 'js', seed: 1 });
    expect(cellsOf(release)[0]).toEqual(['"*"', 'a']);
    expect(auditRelease(release, job, table)).toMatchObject({ holds: true, problems: [] });
  });

  it('are refused where a label reads like a missing item', async () => {
    const job = { ...jobOf(2, 2, false), input: { missing: ['', '*'] } } as Job;
    const table = tableFromRows(visitsOf(3));
    await expect(anonymize(table, job, { engine: 'js' })).rejects.toMatchObject({ code: 'HIERARCHY_AMBIGUOUS_LABEL' });
  });

  it('are refused beside other columns and models, and where fewer than k have an item', async () => {
    const table = tableFromRows(visitsOf(3));
    const beside = { ...jobOf(2, 2, false), attributes: { ...jobOf(2, 2, false).attributes, person: 'insensitive' } } as Job; // prettier-ignore
    await expect(anonymize(table, beside)).rejects.toMatchObject({ code: 'COLUMN_UNSUPPORTED' });
    const models = { ...jobOf(2, 2, false), privacy: [{ model: 'k-anonymity', k: 2 }] } as Job;
    await expect(anonymize(table, models)).rejects.toMatchObject({ code: 'MODEL_UNSUPPORTED' });
    const few = tableFromRows([{ person: 'a', items: 'E10' }, { person: 'b', items: null }, { person: 'c', items: null }]); // prettier-ignore
    await expect(anonymize(few, jobOf(2, 1, false))).rejects.toMatchObject({ code: 'K_EXCEEDS_ROWS' });
  });
});
