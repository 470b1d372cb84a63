import { describe, expect, it } from 'vitest';
import { buildHierarchy } from '../../src/hierarchy/build-hierarchy.js';
import type { Job } from '../../src/index.js';
import { anonymize, tableFromRows } from '../../src/index.js';
import { ENGINES } from '../algorithms/local/tables.js';
import { columnOf } from '../hierarchy/columns.js';
import { cellsOf } from '../table-texts.js';

/** Slide 5, without the social security numbers. */
const MICRODATA = [
  ['13053', 28, 'Russian', 'Heart'],
  ['13068', 29, 'American', 'Heart'],
  ['13068', 21, 'Japanese', 'Viral'],
  ['13053', 23, 'American', 'Viral'],
  ['14853', 50, 'Indian', 'Cancer'],
  ['14853', 55, 'Russian', 'Heart'],
  ['14850', 47, 'American', 'Viral'],
  ['14850', 59, 'American', 'Viral'],
  ['13053', 31, 'American', 'Cancer'],
  ['13053', 37, 'Indian', 'Cancer'],
  ['13068', 36, 'Japanese', 'Cancer'],
  ['13068', 32, 'American', 'Cancer'],
].map(([Zip, Age, Nationality, Disease]) => ({ Zip, Age, Nationality, Disease }));

const quasi = { role: 'quasi-identifier' } as const;
const zips = ['13053', '13068', '14850', '14853'];
const ages = MICRODATA.map(({ Age }) => Number(Age));
const ageGroup = (age: number): string => (age < 30 ? '<30' : age < 40 ? '30-40' : '>40');
/** Coarser than the slide's zip codes, 130** and 1485*, which are of two levels: those as one. */
const attributes: Job['attributes'] = {
  Zip: { ...quasi, type: 'string', hierarchy: { type: 'levels', rows: zips.map((zip) => [zip, zip < '14' ? '130**' : '1485*', '*']) } },
  Age: { ...quasi, hierarchy: { type: 'levels', rows: [...new Set(ages)].map((age) => [`${age}`, ageGroup(age), '*']) } },
  Nationality: { ...quasi, hierarchy: { type: 'suppress' } },
  Disease: { role: 'sensitive' },
}; // prettier-ignore

const slide11 = MICRODATA.map(({ Zip, Age }) =>
  [String(Zip) < '14' ? '130**' : '1485*', ageGroup(Number(Age)), '*'].join(' '),
);

describe.each(ENGINES)('the lecture on k-anonymity (001), engine %s', (engine) => {
  it.each(['optimal-lattice', 'min-gen', 'incognito', 'all-minimal'])(
    'slide 11: the 4-anonymous table of three classes is the generalization of least loss: %s',
    async (name) => {
      const job: Job = {
        attributes,
        privacy: [{ model: 'k-anonymity', k: 4 }],
        algorithm: { name, metric: 'loss' },
        output: { order: 'input', ranges: 'tight' },
      };
      const { release, result } = await anonymize(tableFromRows(MICRODATA), job, { engine });
      expect(cellsOf(release).map((cells) => cells.slice(0, 3).join(' '))).toEqual(slide11);
      expect(result).toMatchObject({
        classes: 3,
        metrics: { discernibility: 48 },
        solution: { levels: { Zip: 1, Age: 1, Nationality: 1 } },
      });
      expect(result.privacy).toMatchObject([{ achieved: { k: 4 } }]);
    },
  );

  it('slide 13: microaggregation of ages in fours has the averages 25, 34 and 53, rounded', async () => {
    const job: Job = {
      attributes: { Age: quasi, Disease: { role: 'insensitive' } },
      privacy: [{ model: 'k-anonymity', k: 4 }],
      algorithm: { name: 'mdav', replacement: 'centroid' },
      output: { order: 'input', ranges: 'tight' },
    };
    const { release, result } = await anonymize(tableFromRows(MICRODATA), job, { engine });
    expect(result.classes).toBe(3);
    const means = { '<30': '25.25', '30-40': '34', '>40': '52.75' };
    expect(cellsOf(release).map(([age]) => age)).toEqual(ages.map((age) => means[ageGroup(age) as keyof typeof means]));
  });

  it('slide 19: a generalization step goes up one level in one attribute', async () => {
    const rows = [
      ['American', '13068'],
      ['Japanese', '13053'],
      ['Japanese', '14853'],
    ].map(([Nationality, Zip]) => ({ Nationality, Zip }));
    const levels = rows.map(({ Zip }) => [Zip, `${Zip.slice(0, 4)}*`, `${Zip.slice(0, 3)}**`, '*']);
    const job: Job = {
      attributes: {
        Nationality: { ...quasi, hierarchy: { type: 'suppress' } },
        Zip: { ...quasi, type: 'string', hierarchy: { type: 'levels', rows: levels } },
      },
      privacy: [{ model: 'k-anonymity', k: 1 }],
      algorithm: { name: 'min-gen', nodes: 'all' },
    };
    const { result } = await anonymize(tableFromRows(rows), job, { engine });
    const nodes = (result.solution.nodes as { levels: Record<string, number>; classes: number }[]).map(
      ({ levels: { Nationality, Zip }, classes }) => [Nationality, Zip, classes],
    );
    // The four tables of the slide: (American, 1306*), ... and what suppressing a nationality or a digit makes of it.
    expect(nodes).toEqual(expect.arrayContaining([[0, 1, 3], [1, 1, 3], [0, 2, 3], [1, 2, 2]])); // prettier-ignore
    // Slides 30 and 31: classes only merge on the way up.
    for (const [n, z, classes] of nodes) {
      for (const [n2, z2, above] of nodes) if (n2 >= n && z2 >= z) expect(above).toBeLessThanOrEqual(classes);
    }
  });

  it('slides 33 to 35: Incognito over birth date, sex and zip code ends with a lattice of 12 nodes', async () => {
    // With k = 1 no subset rules out a node.
    const rows = [
      ['1976-01-21', 'Male', '53715'],
      ['1986-04-13', 'Female', '53703'],
    ].map(([B, S, Z]) => ({ B, S, Z }));
    const levels = rows.map(({ Z }) => [Z, `${Z.slice(0, 4)}*`, `${Z.slice(0, 3)}**`]);
    const job: Job = {
      attributes: {
        B: { ...quasi, hierarchy: { type: 'suppress' } },
        S: { ...quasi, hierarchy: { type: 'suppress' } },
        Z: { ...quasi, type: 'string', hierarchy: { type: 'levels', rows: levels } },
      },
      privacy: [{ model: 'k-anonymity', k: 1 }],
      algorithm: { name: 'incognito', nodes: 'all' },
    };
    const { result } = await anonymize(tableFromRows(rows), job, { engine });
    expect(result.search.nodes).toBe(12);
    const nodes = (result.solution.nodes as { levels: Record<string, number> }[]).map(
      ({ levels: { B, S, Z } }) => `B${B},S${S},Z${Z}`,
    );
    expect(nodes.sort()).toEqual([
      'B0,S0,Z0', 'B0,S0,Z1', 'B0,S0,Z2', 'B0,S1,Z0', 'B0,S1,Z1', 'B0,S1,Z2',
      'B1,S0,Z0', 'B1,S0,Z1', 'B1,S0,Z2', 'B1,S1,Z0', 'B1,S1,Z1', 'B1,S1,Z2',
    ]); // prettier-ignore
  });

  it('slides 42 to 44: groups are contiguous and, for k = 3, of 3 to 5 rows', async () => {
    const values = [1, 2, 3, 10, 11, 12, 13, 30, 31, 32, 33, 34];
    const job: Job = {
      attributes: { x: { ...quasi, type: 'integer' } },
      privacy: [{ model: 'k-anonymity', k: 3 }],
      algorithm: 'hilbert',
      output: { order: 'input', ranges: 'tight' },
    };
    const { release } = await anonymize(tableFromRows(values.map((x) => ({ x }))), job, { engine });
    const found = cellsOf(release).map(([x]) => x);
    expect([...new Set(found)]).toEqual(['[1-3]', '[10-13]', '[30-34]']);
  });
});

describe('the lecture on k-anonymity (001)', () => {
  it('slides 16 and 17: 12345, 1234*, 123**; 23 in [20-24]; State-gov, Government', () => {
    const mask = buildHierarchy({ type: 'mask' }, columnOf('zip', 'string', ['12345']));
    expect(mask.levels.slice(0, 3).map(({ labels }) => labels[0])).toEqual(['12345', '1234*', '123**']);
    const intervals = buildHierarchy({ type: 'intervals', origin: 0, widths: [5] }, columnOf('age', 'integer', [23]));
    expect(intervals.levels[1].labels).toEqual(['[20-24]']);
    const tree = { Workclass: { Government: ['State-gov', 'Local-gov'], 'Self-employed': ['Inc', 'Not-inc'] } };
    const work = buildHierarchy({ type: 'tree', tree }, columnOf('workclass', 'string', ['State-gov']));
    expect(work.levels.map(({ labels, nodeOf }) => labels[nodeOf[0]])).toEqual([
      'State-gov',
      'Government',
      'Workclass',
    ]);
  });
});
