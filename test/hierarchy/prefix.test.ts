import { describe, expect, it } from 'vitest';
import { buildHierarchy } from '../../src/hierarchy/build-hierarchy.js';
import { proposeHierarchy } from '../../src/hierarchy/propose-hierarchy.js';
import {
  anonymize,
  applyRecoding,
  auditRelease,
  parseJob,
  tableFromRows,
  type HierarchySpec,
  type Job,
} from '../../src/index.js';
import { prefix as audited } from '../../src/audit/hierarchies/prefix.js';
import { drawing } from '../random.js';
import { casesOf } from '../shared.js';
import { columnOf } from './columns.js';

const POSTCODES = ['SW1A 2AF', 'SW1A 1AA', 'DN55 1PF', 'M1 1AF', 'M60 1NG', 'CR2 6XF', 'EC1A 1BE'];
const DIAGNOSES = ['I10', 'E11.65', 'E11.9', 'J45.909', 'S72.001A', 'Z00.00', 'E13.1'];
const REGIONS = ['DE', 'DE3', 'DE300', 'DE212', 'FR101', 'UKI31'];
const JOBS = ['2512', '2511', '2211', '9112', '511'];
const ACTIVITIES = ['A01.11', 'A01.13', 'C10.7', 'C10.71', 'Q86', 'A02.1'];

const levelsOf = (spec: HierarchySpec, cells: readonly string[]): string[][] =>
  buildHierarchy(spec, columnOf('x', 'string', cells)).levels.map(({ labels }) => [...labels]);

const jobWith = (hierarchy: unknown, others: object = {}): Job =>
  ({
    attributes: { code: { role: 'quasi-identifier', type: 'string', hierarchy } },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: 'optimal-lattice',
    output: { order: 'input' },
    ...others,
  }) as unknown as Job;

describe('beginnings of codes', () => {
  it('are outward code and area of postcodes, three characters and letter of diagnoses', () => {
    expect(levelsOf({ type: 'prefix' }, POSTCODES).slice(1)).toEqual([
      ['CR2', 'DN55', 'EC1A', 'M1', 'M60', 'SW1A'],
      ['CR*', 'DN*', 'EC*', 'M*', 'SW*'],
      ['*'],
    ]);
    expect(levelsOf({ type: 'prefix' }, DIAGNOSES).slice(1)).toEqual([
      ['E11', 'E13', 'I10', 'J45', 'S72', 'Z00'],
      ['E*', 'I*', 'J*', 'S*', 'Z*'],
      ['*'],
    ]);
  });

  it('lose one character a level where codes have no separator, down to their letters', () => {
    expect(levelsOf({ type: 'prefix' }, REGIONS).slice(1)).toEqual([
      ['DE', 'DE21*', 'DE3', 'DE30*', 'FR10*', 'UKI3*'],
      ['DE', 'DE2*', 'DE3*', 'FR1*', 'UKI*'],
      ['DE*', 'FR*', 'UKI*'],
      ['*'],
    ]);
    expect(levelsOf({ type: 'prefix' }, JOBS).slice(1)).toEqual([
      ['221*', '251*', '511*', '911*'],
      ['22*', '25*', '51*', '91*'],
      ['2*', '5*', '9*'],
      ['*'],
    ]);
  });

  it('are cut where the job says, also before the second separator', () => {
    expect(levelsOf({ type: 'prefix', at: [5, '.', 1] }, ACTIVITIES).slice(1)).toEqual([
      ['A01.1*', 'A02.1*', 'C10.7*', 'Q86'],
      ['A01', 'A02', 'C10', 'Q86'],
      ['A*', 'C*', 'Q*'],
      ['*'],
    ]);
    expect(levelsOf({ type: 'prefix', at: ['..', '.'] }, ['1.2.3', '1.2.4', '1.3', '2']).slice(1)).toEqual([
      ['1.2', '1.3', '2'],
      ['1', '2'],
      ['*'],
    ]);
  });

  it('stand beside codes that read alike, which are then in double quotes', async () => {
    const codes = ['E11', 'E11', 'E11.9', 'E11.9'];
    const { release } = await anonymize(tableFromRows(codes.map((code) => ({ code }))), jobWith({ type: 'prefix' }));
    expect(release.column('code')!.texts).toEqual(['"E11"', 'E11.9']);
  });

  it.each([[[0]], [['ab']], [[1.5]], [['']], [['.-']], ['.']])('are refused at %j', (at) => {
    expect(() => parseJob(jobWith({ type: 'prefix', at }))).toThrow(
      expect.objectContaining({ argument: expect.stringMatching(/hierarchy\.at/) as string }),
    );
  });

  it('are applied to rows that come later as they were cut', async () => {
    const codes = DIAGNOSES.concat(DIAGNOSES).map((code) => ({ code }));
    const job = jobWith({ type: 'prefix' }, { privacy: [{ model: 'k-anonymity', k: 4 }], suppression: 'unlimited' });
    const { result } = await anonymize(tableFromRows(codes), job, { recoding: true });
    const later = tableFromRows([{ code: 'E1165' }, { code: 'E14.0' }]);
    const applied = await applyRecoding(result, later);
    const column = applied.release.column('code')!;
    expect(Array.from(column.codes, (code) => column.texts[code])).toEqual(['E*', 'E*']);
  });
});

describe('codes are found by their shape', () => {
  it.each<[string, readonly string[], HierarchySpec | null]>([
    ['postcodes', POSTCODES, { type: 'prefix', at: [' ', 'letters'] }],
    ['diagnoses', DIAGNOSES, { type: 'prefix', at: ['.', 'letters'] }],
    ['regions', REGIONS, { type: 'prefix', at: [3, 'letters'] }],
    ['activities', ACTIVITIES, { type: 'prefix', at: ['.', 'letters'] }],
    ['amounts with units', ['5 mg', '10 mg', '50 mg', '100 mg', '200 mg', '1000 mg'], null],
    ['ranges of ages', ['0-9', '10-19', '20-29', '30-39', '40-49'], null],
    ['words', ['visit 1', 'visit 2', 'visit 10', 'visit 11', 'visit 12'], null],
    ['open numbers', ['1', '12', '23', '45', '90+', '7'], null],
    ['names', ['Bonn', 'Kiel', 'Ulm', 'Hof', 'Trier'], null],
  ])('%s', (_, cells, expected) => {
    expect(proposeHierarchy(columnOf('x', 'string', cells))).toEqual(expected);
  });
});

describe('the audit cuts codes by itself', () => {
  const SIGNS = ['A', 'B', 'É', '1', '2', '9', '.', ' ', '-', '.', '*', '𝒜', 'x'];
  it('as the run does, on random codes and cuts', async () => {
    for (let seed = 1; seed <= casesOf(3000, 300); seed++) {
      const below = drawing(seed);
      const draw = (): string =>
        Array.from({ length: 1 + below(7) }, () => SIGNS[below(SIGNS.length)])
          .join('')
          .trim() || 'A';
      const cells = Array.from({ length: 2 + below(8) }, draw);
      const cuts = [1, 2, 3, 4, 'letters', '.', '..', ' ', '-'].filter(() => below(3) === 0);
      const spec = below(2) === 0 ? { type: 'prefix' as const } : { type: 'prefix' as const, at: cuts };
      const column = columnOf('x', 'string', cells);
      const built = buildHierarchy(spec, column);
      const labels = audited.labels!(spec, { texts: column.texts, missing: -1, column });
      const run = built.levels[0].labels.map((leaf, place) => [
        leaf,
        built.levels.slice(1).map(({ labels: nodes, nodeOf }) => nodes[nodeOf[place]]),
      ]);
      const own = column.texts.map((leaf, at) => [leaf, labels.map((level) => level[at])]);
      expect({ seed, labels: own.sort() }).toEqual({ seed, labels: run.sort() });
      if (seed % 10 > 0) continue;
      const table = tableFromRows(cells.map((code) => ({ code })));
      for (const engine of ['js', 'wasm'] as const) {
        const job = jobWith(spec, {
          suppression: 'unlimited',
          algorithm: seed % 20 > 0 ? 'mondrian' : 'optimal-lattice',
        });
        const { release, audit } = await anonymize(table, job, { engine });
        expect({ seed, holds: audit.holds, again: auditRelease(release, parseJob(job), table).holds }).toEqual({ seed, holds: true, again: true }); // prettier-ignore
      }
    }
  });
});
