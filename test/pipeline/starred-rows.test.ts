import { describe, expect, it } from 'vitest';
import type { Job, Table } from '../../src/index.js';
import { anonymize, attackHomogeneity, auditRelease, InfeasibleError, tableFromRows } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { long, nullOn } from '../shared.js';

const quasi = { role: 'quasi-identifier' } as const;
const l = 2;
const k = 3;

/** Cells of a release by rows, in the order of the columns a, b, s, n. */
const rowsOf = (release: Table): string[][] => {
  const columns = ['a', 'b', 's', 'n'].map((name) => release.column(name)!);
  return Array.from({ length: release.rows }, (_, row) => columns.map(({ texts, codes }) => texts[codes[row]]));
};

const byVector = (rows: readonly (readonly string[])[]): Map<string, (readonly string[])[]> => {
  const classes = new Map<string, (readonly string[])[]>();
  for (const row of rows)
    classes.set(row.slice(0, 2).join('|'), [...(classes.get(row.slice(0, 2).join('|')) ?? []), row]);
  return classes;
};

const holds = (members: readonly (readonly string[])[]): boolean =>
  members.length >= k && new Set(members.map(([, , s]) => s)).size >= l;

function draw(seed: number): { readonly people: { a: string; b: string; s: string; n: number }[]; readonly job: Job } {
  const random = seededRandom(seed);
  const people = Array.from({ length: 12 + random.below(12) }, (_, id) => ({
    a: `a${random.below(3)}`,
    b: `b${random.below(3)}`,
    s: random.below(3) === 0 ? 'hiv' : ['hiv', 'flu'][random.below(2)],
    n: id,
  }));
  const job: Job = {
    attributes: {
      a: { ...quasi, hierarchy: { type: 'suppress' } },
      b: { ...quasi, hierarchy: { type: 'suppress' } },
      s: { role: 'sensitive' },
      n: { role: 'insensitive' },
    },
    privacy: [
      { model: 'k-anonymity', k },
      { model: 'l-diversity', variant: 'distinct', l, attribute: 's' },
    ],
    algorithm: ['optimal-lattice', 'k-optimize', 'datafly', 'top-down-specialization'][seed % 4],
    suppression: { maxRows: 1 + random.below(6) },
    output: { suppressed: 'star', order: 'input' },
  };
  return { people, job };
}

describe('suppressed rows that stay in the release', () => {
  it.each(['optimal-lattice', 'datafly'])(
    'are known to the audit of a file by blank cells where these break no model: k^m-anonymity (%s)',
    async (algorithm) => {
      let suppressed = 0;
      for (let seed = 1; seed <= (long ? 200 : 12); seed++) {
        const random = seededRandom(seed);
        const people = Array.from({ length: 14 }, () => ({
          a: `a${random.below(4)}`,
          items: ['x', 'y', 'z'].filter(() => random.below(2) === 0).join(' '),
        }));
        const job: Job = {
          attributes: {
            a: { ...quasi, hierarchy: { type: 'suppress' } },
            items: { role: 'sensitive', set: { delimiter: ' ' } },
          },
          privacy: [{ model: 'km-anonymity', k: 2, m: 2, attribute: 'items' }],
          algorithm,
          unit: 'row',
          suppression: 'unlimited',
          output: { suppressed: 'star' },
        };
        const original = tableFromRows(people);
        const { release, result } = await anonymize(original, job, { seed: 1 });
        suppressed += Number(result.suppressed > 0 && result.released > 0);
        const { problems, suppressed: found, holds: isHeld } = auditRelease(release, job, original);
        expect([problems, found, isHeld]).toEqual([[], result.suppressed, true]);
        if (result.suppressed === 0 || result.released === 0) continue;
        // A cell too many in a row that is shown is still one.
        const [first, ...others] = release.toRows();
        const forged = [{ ...first, items: 'x y z w' }, ...others] as typeof people;
        expect(auditRelease(tableFromRows(forged), job, original).holds).toBe(false);
        expect(auditRelease(release, { ...job, suppression: { maxRows: 0 } }, original).holds).toBe(false);
      }
      expect(suppressed).toBeGreaterThan(0);
    },
  );

  it.each(['optimal-lattice', 'datafly', 'incognito'])(
    'leave the levels of all others to the audit, also of missing cells (%s)',
    async (algorithm) => {
      // A missing cell is spelled alike on all levels but the last.
      const ages = ['', '', '', '', 21, 24, 26, 28, 31, 33, 35, 39, 42, 44, 48, 49, 71, 75, 78];
      const people = ages.map((age, i) => ({ age: age === '' ? null : age, sex: 'FM'[i % 2], s: i % 3 }));
      const job: Job = {
        attributes: {
          age: { ...quasi, hierarchy: { type: 'intervals', origin: 0, widths: [10, 20] } },
          sex: { ...quasi, hierarchy: { type: 'suppress' } },
          s: { role: 'sensitive' },
        },
        privacy: [{ model: 'k-anonymity', k }],
        algorithm,
        suppression: { maxRows: 3 },
        output: { suppressed: 'star' },
      };
      const table = tableFromRows(people);
      const { release, result } = await anonymize(table, job);
      expect(release.column('age')!.texts).toContain('*');
      const { metrics } = auditRelease(release, job, table);
      expect(metrics.precision).toBeCloseTo(result.metrics.precision!, 12);
      expect(metrics.generalization).toBe(result.metrics.generalization);
    },
  );

  it('are a class that every figure counts, or blank in every column, as a naive reader of the release finds', async () => {
    let classes = 0;
    let blanks = 0;
    for (let seed = 1; seed <= (long ? 2_000 : 40); seed++) {
      const { people, job } = draw(seed);
      const engine = seed % 2 === 0 ? 'js' : 'wasm';
      const done = await nullOn(InfeasibleError, anonymize(tableFromRows(people), job, { engine }));
      if (done === null) continue;
      const { result, release, audit } = done;
      const rows = rowsOf(release);
      expect(rows).toHaveLength(people.length);
      const isStarred = ([a, b]: readonly string[]): boolean => a === '*' && b === '*';
      const isBlank = (row: readonly string[]): boolean => isStarred(row) && row[2] === '' && row[3] === '';
      expect(rows.filter(isBlank), `seed ${seed}`).toHaveLength(result.suppressed);
      const shown = rows.filter((row) => !isBlank(row));
      const vectors = [...byVector(shown).values()];
      expect(vectors.every(holds), `seed ${seed}`).toBe(true);
      const sizes = vectors.map((members) => members.length);
      expect([result.classes, result.released], `seed ${seed}`).toEqual([vectors.length, shown.length]);
      expect(result.risk.after).toBe(sizes.length === 0 ? 0 : 1 / Math.min(...sizes));
      const n = people.length;
      expect(result.metrics.discernibility).toBe(sizes.reduce((sum, size) => sum + size * size, n * result.suppressed));
      // Values of blank rows with those of the class of * would break a model.
      if (result.suppressed > 0) {
        blanks++;
        const hidden = rows.flatMap((row, at) => (isStarred(row) ? [['*', '*', people[at].s]] : []));
        expect(holds(hidden), `seed ${seed}`).toBe(false);
      } else if (rows.some(isStarred)) classes++;
      // Programs that do not know how suppressed rows are written find the same.
      const foreign = auditRelease(release, { ...job, output: { suppressed: 'drop' } }, tableFromRows(people));
      expect(foreign, `seed ${seed}`).toMatchObject({ suppressed: result.suppressed, holds: true, problems: [] });
      expect([foreign.privacy, foreign.classSizes]).toEqual([audit.privacy, audit.classSizes]);
      const told = attackHomogeneity(release, job);
      expect([told.rows, told.classes]).toEqual([shown.length, vectors.length]);
    }
    expect([classes > 3, blanks > 3]).toEqual([true, true]);
  }); // prettier-ignore

  it('show no sensitive value where all are suppressed', async () => {
    const people = Array.from({ length: 6 }, (_, i) => ({ a: `a${i}`, b: 'b', s: i === 0 ? 'flu' : 'hiv', n: i }));
    const { job } = draw(1);
    const privacy = [{ model: 'alpha-k-anonymity', k: 2, alpha: 0.5, attribute: 's' }] as const;
    const all: Job = { ...job, privacy, algorithm: 'optimal-lattice', suppression: 'unlimited' };
    const { result, release } = await anonymize(tableFromRows(people), all);
    expect(result).toMatchObject({ suppressed: 6, released: 0, classes: 0 });
    expect(rowsOf(release)).toEqual(people.map(() => ['*', '*', '', '']));
    expect(result.warnings.map(({ code }) => code)).toContain('ALL_ROWS_SUPPRESSED');
  });

  it('become a class of * beside missing cells of a hierarchy, whose level no other cell of the column shows then', async () => {
    const born = ['1991-01-10', '1990-01-10', '1990-03-10', '', '', '', '1990-02-10'];
    const sex = ['F', 'F', '', 'F', 'F', '', 'M'];
    const people = tableFromRows(born.map((day, i) => ({ born: day === '' ? null : day, sex: sex[i] === '' ? null : sex[i] })), { types: { born: 'date' } });
    const job: Job = {
      attributes: { born: { ...quasi, hierarchy: { type: 'dates', levels: ['month', 'year', 'decade'] } }, sex: { ...quasi, hierarchy: { type: 'suppress' } } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'optimal-lattice',
      suppression: 'unlimited',
      output: { suppressed: 'star', order: 'input' },
    };
    for (const ranges of ['rounded', 'tight'] as const) {
      const { release, result } = await anonymize(people, { ...job, output: { ...job.output, ranges } });
      expect(release.toRows().map(({ born: label }) => label)).toEqual(['1990s', '1990s', '*', null, null, '*', '*']);
      // Two decades of three levels above the day, two missing cells as they were, and five cells of * in each column.
      expect(result.metrics.generalization).toBe(2 * 3 + 3 * 4 + 3);
    }
  }); // prettier-ignore

  it('have the first mark of missing cells where an empty cell is a value', async () => {
    const people = Array.from({ length: 5 }, (_, i) => ({ a: i === 0 ? 'x' : 'a', b: 'b', s: ['hiv', 'flu'][i % 2], n: i }));
    const { job } = draw(1);
    const marked: Job = { ...job, algorithm: 'optimal-lattice', suppression: { maxRows: 1 }, input: { missing: ['NA', '?'] } };
    const { release } = await anonymize(tableFromRows(people), marked);
    expect(rowsOf(release)[0]).toEqual(['*', '*', 'NA', 'NA']);
  }); // prettier-ignore
});
