import { describe, expect, it } from 'vitest';
import { gridOfHierarchy } from '../../src/hierarchy/coding/hierarchy-grid.js';
import { anonymize, auditRelease, tableFromRows, type HierarchySpec, type Job } from '../../src/index.js';
import { seededRandom } from '../../src/base/random.js';
import { parseDate } from '../../src/table/value.js';
import { casesOf } from '../shared.js';

describe('the grid of a declared hierarchy', () => {
  it('has the bounds of its intervals, the widest first, then whole numbers', () => {
    const grid = gridOfHierarchy(
      { type: 'intervals', origin: 15, widths: [5, 10, 20] },
      { name: 'x', type: 'integer' },
    )!;
    expect([0, 1, 2, 3].map((level) => grid.cellOf(level, 33))).toEqual([
      { start: 15, end: 35 },
      { start: 25, end: 35 },
      { start: 30, end: 35 },
      { start: 33, end: 34 },
    ]);
    expect(grid.levels).toBe(4);
    expect(grid.cellOf(0, 14)).toEqual({ start: -5, end: 15 });
  });

  it('is counted in decimals: 0.3 lies in [0.3, 0.4)', () => {
    const grid = gridOfHierarchy({ type: 'intervals', widths: [0.1, 0.5] }, { name: 'x', type: 'number' })!;
    expect([grid.levels, grid.unit]).toEqual([2, null]);
    for (let tenth = -30; tenth < 30; tenth++) {
      expect(grid.cellOf(1, tenth / 10)).toEqual({ start: tenth / 10, end: (tenth + 1) / 10 });
    }
  });

  it('has the named parts of the calendar', () => {
    const grid = gridOfHierarchy(
      { type: 'dates', levels: ['quarter', 'decade', 'century'] },
      { name: 'x', type: 'date' },
    )!;
    const day = (text: string): number => parseDate(text) as number;
    expect([0, 1, 2, 3].map((level) => grid.cellOf(level, day('1987-05-17')))).toEqual([
      { start: day('1900-01-01'), end: day('2000-01-01') },
      { start: day('1980-01-01'), end: day('1990-01-01') },
      { start: day('1987-04-01'), end: day('1987-07-01') },
      { start: day('1987-05-17'), end: day('1987-05-18') },
    ]);
  });

  it('is none for other hierarchies and columns', () => {
    expect(gridOfHierarchy({ type: 'mask' }, { name: 'x', type: 'integer' })).toBe(null);
    expect(gridOfHierarchy({ type: 'intervals', widths: [5] }, { name: 'x', type: 'string' })).toBe(null);
    expect(gridOfHierarchy(undefined, { name: 'x', type: 'date' })).toBe(null);
  });
});

/** Every number that a label names as an end; none for values that stand for themselves. */
function endsOf(label: string, unit: 0 | 1): number[] {
  const half = /^\[(-?[\d.]+), (-?[\d.]+)\)$/.exec(label);
  if (half !== null) return [Number(half[1]), Number(half[2])];
  const range = /^\[(-?[\d.]+)-(-?[\d.]+)\]$/.exec(label);
  if (range !== null) return [Number(range[1]), Number(range[2]) + unit];
  const open = /^(?:<|>=)(-?[\d.]+)$/.exec(label);
  return open === null ? [] : [Number(open[1])];
}

describe('rounded ranges of searches for cuts', () => {
  it('end where the declared intervals do, or at values that k people have, and the audit works it out for itself', async () => {
    let ends = 0;
    for (let seed = 0; seed < casesOf(600, 21); seed++) {
      const random = seededRandom(seed);
      const width = [4, 5, 7][random.below(3)];
      const origin = random.below(4) - 2;
      const isWhole = seed % 2 === 0;
      const unit = isWhole ? 1 : 0.25;
      const people = Array.from({ length: 60 }, () => ({
        x: unit * Math.floor(60 * Math.min(random.below(1000), random.below(1000)) * 0.001 + origin),
        y: `v${random.below(3)}`,
      }));
      const hierarchy: HierarchySpec = {
        type: 'intervals',
        origin: unit * origin,
        widths: [unit * width, 2 * unit * width, 4 * unit * width],
      };
      const k = 2 + random.below(4);
      const job: Job = {
        attributes: {
          x: { role: 'quasi-identifier', type: isWhole ? 'integer' : 'number', hierarchy },
          y: { role: 'quasi-identifier' },
        },
        privacy: [{ model: 'k-anonymity', k }],
        algorithm: ['k-optimize', 'greedy-hill-climbing', { name: 'mondrian', cuts: 'ranges' as const }][seed % 3],
        suppression: { maxFraction: 0.2 },
      };
      const table = tableFromRows(people, { types: { x: isWhole ? 'integer' : 'number' } });
      const texts: string[] = [];
      for (const engine of ['wasm', 'js'] as const) {
        const { release, result, audit } = await anonymize(table, job, { engine, seed: 1, timeLimit: 5 });
        expect(audit.holds).toBe(true);
        expect(result.warnings.map(({ code }) => code)).not.toContain('RANGES_INSTEAD_OF_LEVELS');
        expect(auditRelease(release, job, table)).toMatchObject({ holds: true, problems: [] });
        const labels = release.column('x')!.texts;
        texts.push(labels.join());
        for (const end of labels.flatMap((label) => endsOf(label, isWhole ? 1 : 0))) {
          ends++;
          const isBound = Number.isInteger((end - unit * origin) / (unit * width));
          const bearers = people.filter(({ x }) => x === end || x === end - (isWhole ? 1 : 0)).length;
          // Every end is a bound of the hierarchy, or the edge of a value that k people have.
          expect(isBound || bearers >= k, `seed ${seed}: ${labels.join(' ')}, ${end}`).toBe(true);
        }
      }
      expect(texts[0]).toBe(texts[1]);
    }
    expect(ends).toBeGreaterThan(100);
  });

  it('of dates end with the named parts of the calendar', async () => {
    const random = seededRandom(3);
    const people = Array.from({ length: 200 }, () => ({
      born: `19${40 + random.below(50)}-${String(1 + random.below(12)).padStart(2, '0')}-17`,
    }));
    const job: Job = {
      attributes: {
        born: { role: 'quasi-identifier', type: 'date', hierarchy: { type: 'dates', levels: ['decade', 'century'] } },
      },
      privacy: [{ model: 'k-anonymity', k: 8 }],
      algorithm: 'k-optimize',
    };
    const { release, audit } = await anonymize(tableFromRows(people, { types: { born: 'date' } }), job, { seed: 1 });
    expect(audit.holds).toBe(true);
    const labels = [...release.column('born')!.texts].sort();
    expect(labels).toEqual(['[1940-1949]', '[1950-1959]', '[1960-1969]', '[1970-1979]', '[1980-1989]']);
  });

  it('a wrong hierarchy is refused where it gives ranges their ends, too', async () => {
    const job: Job = {
      attributes: { x: { role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [5, 12] } } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'k-optimize',
    };
    const table = tableFromRows([{ x: 1 }, { x: 2 }, { x: 3 }, { x: 4 }]);
    await expect(anonymize(table, job)).rejects.toMatchObject({ code: 'INTERVAL_RANGE' });
  });
});
