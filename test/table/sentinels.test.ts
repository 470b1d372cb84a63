import { describe, expect, it } from 'vitest';
import { readCsv, tableFromRows } from '../../src/index.js';
import { findSentinels } from '../../src/table/sentinels.js';
import { mulberry32 } from '../random.js';

const columnOf = (cells: readonly (string | number)[]) => tableFromRows(cells.map((a) => ({ a }))).columns[0];

/** Texts of the marks, and of the outliers, in the order of their codes. */
function found(cells: readonly (string | number)[]): { marks: string[]; outliers: string[] } {
  const column = columnOf(cells);
  const { marks, outliers } = findSentinels(column);
  const textsOf = (codes: readonly number[]): string[] =>
    [...codes].sort((a, b) => a - b).map((code) => column.texts[code]);
  return { marks: textsOf(marks), outliers: textsOf(outliers) };
}

const repeat = <Value>(length: number, values: readonly Value[]): Value[] =>
  Array.from({ length }, (_, i) => values[i % values.length]);
const ages = Array.from({ length: 200 }, (_, i) => 18 + ((i * 7) % 61));
const births = Array.from({ length: 100 }, (_, i) => `19${60 + (i % 30)}-0${1 + (i % 9)}-${10 + (i % 19)}`);

describe('codes that may stand for missing values', () => {
  it.each<[string, readonly (string | number)[], string[]]>([
    ['999 and -9 among ages', [...ages, 999, 999, -9], ['999', '-9']],
    ['99 often, behind a gap of ages', [...ages, ...repeat(20, [99])], ['99']],
    ['a single 99999999999', [...ages, 99999999999], ['99999999999']],
    ['98 and 99 among children', [...repeat(60, [0, 1, 2, 3]), 98, 98, 99, 99], ['98', '99']],
    ['-1 among children', [...repeat(60, [0, 1, 2, 3]), -1, -1], ['-1']],
    ['-1, -8 and -9, as surveys have them', [...repeat(90, ages), -1, -1, -8, -9, -9], ['-1', '-8', '-9']],
    ['9 among 1 and 2', [...repeat(60, [1, 2]), 9, 9, 9], ['9']],
    ['999998 among amounts', [...repeat(60, [120, 4500, 31000, 250]), 999998, 999998], ['999998']],
    ['-99.9 among measures', [...repeat(60, [1.5, 2.25, 3.75, 0.5]), -99.9, -99.9], ['-99.9']],
    ['9999 and 0 among years', [...repeat(60, [1950, 1960, 1971, 1982, 1993, 2001]), 9999, 0, 0], ['9999', '0']],
    ['the ends of four bytes', [...ages, 2147483647, -2147483648], ['2147483647', '-2147483648']],
    ['the ends of two bytes', [...ages, -32768], ['-32768']],
    ['the last and first day', [...births, '9999-12-31', '0001-01-01'], ['9999-12-31', '0001-01-01']],
    ['the first day of spreadsheets, often', [...births, ...repeat(4, ['1900-01-01'])], ['1900-01-01']],
    ['the first day of Unix, far more often', [...births, ...repeat(40, ['1970-01-01'])], ['1970-01-01']],
    ['times of the last day', [...births, '9999-12-31'].map((day) => `${day}T00:00:00`), ['9999-12-31T00:00:00']],
  ])('are found: %s', (_, cells, expected) => {
    expect(found(cells)).toEqual({ marks: expected, outliers: [] });
  });

  it.each<[string, readonly (string | number)[]]>([
    ['ages to 99', [...ages, ...Array.from({ length: 25 }, (_, i) => 75 + i)]],
    ['answers from 1 to 9', repeat(90, [1, 2, 3, 4, 5, 6, 7, 8, 9])],
    ['answers from 1 to 5 and -1', repeat(12, [-2, -1, 0, 1, 2])],
    ['changes', repeat(60, [-3, -2, -1, 0, 1, 2, 3])],
    ['temperatures', repeat(60, [-12, -9, -4, -1, 0, 3, 7, 11])],
    ['yes and no', repeat(60, [0, 1])],
    ['counts that are mostly 0', [...repeat(95, [0]), 12, 150, 900, 47, 31]],
    ['one birthday of 1900', [...births, '1900-01-01']],
    ['a few values', [1, 2, 999]],
    ['texts', repeat(40, ['x', 'y', '999'])],
  ])('are not found: %s', (_, cells) => {
    expect(found(cells)).toEqual({ marks: [], outliers: [] });
  });

  it('are hardly found in random tables', () => {
    const unit = mulberry32(5);
    const below = (limit: number): number => Math.floor(unit() * limit);
    const normal = (): number => [...Array(12)].reduce((sum: number) => sum + unit(), 0) - 6;
    const kinds: (() => number)[] = [
      () => Math.round(45 + 18 * normal()),
      () => below(11) - 5,
      () => below(101),
      () => Math.round(1000 * Math.exp(0.8 * normal())),
      () => Math.round(-Math.log(1 - unit()) * 4),
      () => 10_000 + below(90_000),
      () => (below(5) > 0 ? 0 : 1 + below(9000)),
      () => Math.round(100 * normal()) / 100,
    ];
    let warned = 0;
    for (let table = 0; table < 200; table++) {
      const rows = 10 + below(200);
      for (const kind of kinds) {
        const { marks, outliers } = found(Array.from({ length: rows }, kind));
        warned += Number(marks.length + outliers.length > 0);
      }
    }
    // In 1,600 columns.
    expect(warned).toBeLessThan(16);
  });

  it('are asked about by name, and the columns that say so are numbers still', async () => {
    const { warnings, columns } = await readCsv(`age\n${[...ages, 999, 999, -9].join('\n')}\n`);
    expect(warnings).toEqual([
      {
        code: 'MAYBE_MISSING',
        message:
          '2 cells "999", 1 cell "-9" of column "age" lie apart from its other values, as codes of missing values do; if they are such codes, say --missing 999,-9, or "input": {"missing": ["", "999", "-9"]}, which counts in every column',
        attribute: 'age',
      },
    ]);
    expect(columns[0].type).toBe('integer');
    const cured = await readCsv(`age\n${[...ages, 999, 999, -9].join('\n')}\n`, { missing: ['', '999', '-9'] });
    expect(cured.warnings).toEqual([]);
  });
});

describe('single values far outside all others', () => {
  it('are found by their row and never shown', async () => {
    expect(found([...ages, -1726])).toEqual({ marks: [], outliers: ['-1726'] });
    expect(found([...ages, 1e300, -1e299])).toEqual({ marks: [], outliers: ['1e+300', '-1e+299'] });
    expect(found([...ages, 41000, 52000, -90000])).toEqual({ marks: [], outliers: ['41000', '52000', '-90000'] });
    expect(found([...births, '1066-10-14'])).toEqual({ marks: [], outliers: ['1066-10-14'] });
    expect(found([...ages, 71234, 70001])).toEqual({ marks: [], outliers: ['71234', '70001'] });
    const { warnings } = await readCsv(`age\n${[...ages, 71234].join('\n')}\n`);
    expect(warnings).toEqual([
      {
        code: 'MAYBE_MISSING',
        message:
          '1 cell of column "age" (row 201) lies far outside all others and widens every range; if it is wrong or no value, correct the file or say --missing',
        attribute: 'age',
      },
    ]);
  });
});
