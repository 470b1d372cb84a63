/** Tables as they are built of columns, pieces and released values: joined entries, missing cells, buckets, chunks. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import { runToCompletion } from '../../src/base/steps.js';
import type { Domain } from '../../src/hierarchy/domain.js';
import type { ReleasedValue } from '../../src/quality/released.js';
import { termListsOf } from '../../src/algorithms/sets/term-lists.js';
import { buildDissociated } from '../../src/release/build-dissociated.js';
import { buildTableInSteps, type ReleasedColumn } from '../../src/release/build-table.js';
import { joinPieces } from '../../src/release/join-pieces.js';
import { permuteTableInSteps, type PermutedTables } from '../../src/release/permute-table.js';
import { suppressedRow } from '../../src/release/pieces.js';
import { columnOf } from '../audit/tables.js';
import { domainOf } from '../quality/released.js';
import { drawing } from '../random.js';
import { columnOf as cellsOf } from '../table-texts.js';

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);
const value = (label: string, lo: number, hi = lo): ReleasedValue => ({ label, lo, hi, level: null });

describe('a released quasi-identifier', () => {
  /** The domain a, b, missing, whose missing value is written as ''. */
  const domain = { ...domainOf(3, { missingLeaf: 2 }), labels: ['a', 'b', ''] } as Domain;
  const build = (values: readonly ReleasedValue[], of: Domain = domain) => {
    const released: ReleasedColumn = { domain: of, values, valueOf: Uint32Array.from(range(values.length)) };
    const entry = Uint32Array.from(range(values.length + 1));
    const classId = Uint32Array.from([...range(values.length), suppressedRow]);
    const source = columnOf('x', [...values.map(() => 'a'), 'a']);
    const table = runToCompletion(buildTableInSteps([source], new Map([['x', released]]), { entry, classId }, entry));
    return { texts: cellsOf(table, 'x'), column: table.columns[0] };
  };

  it('has its missing cells where a class has the missing value alone, written as missing cells are', () => {
    const missingText = ({ column }: ReturnType<typeof build>) => column.texts[column.missingCode];
    expect(missingText(build([value('a', 0), value('', 2)]))).toBe('');
    // In double quotes it is a text; a node of the missing value and others is none; nor is a leaf of the same text.
    expect(build([value('a', 0), value('""', 2)]).column.missingCode).toBe(-1);
    expect(build([value('a', 0), value('', 1, 2)]).column.missingCode).toBe(-1);
    expect(build([value('', 0, 2), value('a', 0)]).column.missingCode).toBe(-1);
    const first = { ...domain, missingLeaf: 0, labels: ['', 'a', 'b'] } as Domain;
    expect(build([value('', 0, 1), value('b', 2)], first).column.missingCode).toBe(-1);
    const whole = { ...domain, missingLeaf: -1 } as Domain;
    expect(build([value('', 2), value('a', 0)], whole).column.missingCode).toBe(-1);
  });

  it('shows suppressed rows as *, beside a class that is * itself', () => {
    expect(build([value('a', 0), value('b', 1)]).texts).toEqual(['a', 'b', '*']);
    const { texts, column } = build([value('a', 0), value('*', 0, 2)]);
    expect([texts, column.texts.length]).toEqual([['a', '*', '*'], 2]);
  });
});

describe('pieces that are released alike', () => {
  it('are one entry with the rows of all, whatever their quasi-identifiers were', () => {
    for (let seed = 0; seed < 60; seed++) {
      const below = drawing(seed);
      const rows = range(1 + below(30)).map(() => ({ x: `x${below(9)}`, y: `y${below(3)}`, z: `z${below(2)}`, classId: below(5) === 0 ? suppressedRow : below(4), count: 1 + below(3) })); // prettier-ignore
      const columns = (['x', 'y', 'z'] as const).map((name) => columnOf(name, rows.map((row) => row[name]))); // prettier-ignore
      // Class 3 is released as * in all quasi-identifiers: suppressed rows, which are blank elsewhere, are not of it.
      const isStar = below(2) === 0;
      const released = (labels: readonly string[]): ReleasedColumn => ({
        domain: domainOf(4),
        values: labels.map((label, i) => value(label, i)),
        valueOf: Uint32Array.of(0, 1, 2, 3),
      });
      const quasi = new Map([['x', released(['p', 'q', 'r', '*'])], ['y', released(['p', 'q', 'r', isStar ? '*' : 's'])]]); // prettier-ignore
      const pieces = {
        entry: Uint32Array.from(range(rows.length)),
        classId: Uint32Array.from(rows, ({ classId }) => classId),
        count: Uint32Array.from(rows, ({ count }) => count),
      };
      for (const star of [false, true]) {
        const joined = joinPieces(columns, quasi, pieces, { star });
        const keyOf = ({ classId, z }: (typeof rows)[number]): string =>
          classId === suppressedRow ? 'suppressed' : `${classId} ${z}`;
        const kept = rows.filter(({ classId }) => star || classId !== suppressedRow);
        const keys = [...new Set(kept.map(keyOf))];
        expect([...joined.weights]).toEqual(keys.map((key) => kept.filter((row) => keyOf(row) === key).reduce((sum, { count }) => sum + count, 0))); // prettier-ignore
        expect([...joined.firstOf]).toEqual(keys.map((key) => rows.findIndex((row) => (star || row.classId !== suppressedRow) && keyOf(row) === key))); // prettier-ignore
        expect([...joined.entryOf]).toEqual(rows.map((row) => (star || row.classId !== suppressedRow ? keys.indexOf(keyOf(row)) : suppressedRow))); // prettier-ignore
      }
    }
  });

  it('are distinguished above a thousand entries too', () => {
    const count = 3000;
    const columns = [columnOf('x', range(count).map(String)), columnOf('z', range(count).map((i) => String(i % 2500)))]; // prettier-ignore
    const released: ReleasedColumn = { domain: domainOf(1), values: [value('p', 0)], valueOf: Uint32Array.of(0) };
    const pieces = { entry: Uint32Array.from(range(count)), classId: new Uint32Array(count), count: new Uint32Array(count).fill(2) }; // prettier-ignore
    const { firstOf, weights, entryOf } = joinPieces(columns, new Map([['x', released]]), pieces, { star: false });
    expect([...firstOf]).toEqual(range(2500));
    expect([...weights]).toEqual(range(2500).map((entry) => (entry < 500 ? 4 : 2)));
    expect([...entryOf]).toEqual(range(count).map((p) => p % 2500));
  });
});

describe('pieces of a table without quasi-identifiers', () => {
  it('are joined by their other columns, suppressed ones too', () => {
    const pieces = { entry: Uint32Array.of(0, 1, 2), classId: Uint32Array.of(0, suppressedRow, suppressedRow), count: Uint32Array.of(1, 2, 3) }; // prettier-ignore
    const columns = [columnOf('z', ['a', 'a', 'a'])];
    expect([...joinPieces(columns, new Map(), pieces, { star: true }).weights]).toEqual([1, 5]);
    expect([...joinPieces(columns, new Map(), pieces, { star: false }).weights]).toEqual([1]);
  });
});

describe('a permuted release', () => {
  it('has buckets of whole numbers from 1 as they appear, without those that read as missing, each with its own values', () => {
    const rows = 40;
    const bucketOf = Uint32Array.from(range(rows), (row) => (row * 7) % 5);
    const columns = [columnOf('x', range(rows).map(String)), columnOf('s', range(rows).map((row) => `s${row}`))]; // prettier-ignore
    const domain = { ...domainOf(rows), missingTexts: new Set(['2', '3']) } as unknown as Domain;
    const released: ReleasedColumn = { domain, values: range(rows).map((row) => value(`${row}`, row)), valueOf: Uint32Array.from(range(rows)) }; // prettier-ignore
    const order = Uint32Array.from(range(rows)).reverse();
    const permute = (separate: readonly string[]) =>
      runToCompletion(
        permuteTableInSteps(
          columns,
          new Map([['x', released]]),
          { buckets: 5, bucketOf, groups: [['x'], ['s']], bucketColumn: 'bucket', separate },
          { pieces: { entry: order.slice().reverse(), classId: Uint32Array.from(range(rows)) }, bucketOf, order, isShuffled: true }, // prettier-ignore
          seededRandom(4),
        ),
      );
    const number = new Map([...new Set(Array.from(order, (row) => bucketOf[row]))].map((bucket, i) => [bucket, ['1', '4', '5', '6', '7'][i]])); // prettier-ignore
    for (const separate of [[], ['s']]) {
      const { release, sensitive } = permute(separate);
      expect(cellsOf(release, 'bucket')).toEqual(Array.from(order, (row) => number.get(bucketOf[row])));
      const tables = [['x', release], ['s', sensitive ?? release]] as const; // prettier-ignore
      expect(sensitive === null).toBe(separate.length === 0);
      for (const [name, table] of tables) {
        const bucket = table.column('bucket')!;
        expect([bucket.type, bucket.missingCode, Array.from(bucket.numbers!, String)]).toEqual(['integer', -1, bucket.texts]); // prettier-ignore
        const cells = cellsOf(table, name).map((cell) => Number(cell.replace('s', '')));
        expect([...cells].sort((a, b) => a - b)).toEqual(range(rows));
        expect(cells.map((row) => number.get(bucketOf[row]))).toEqual(cellsOf(table, 'bucket'));
        expect(cells).not.toEqual([...order]);
      }
    }
  });
});

describe('the order of a permuted release', () => {
  const rows = 4000;
  const bucketOf = Uint32Array.from(range(rows), (row) => row >> 1);
  const order = Uint32Array.from(range(rows));
  const columns = [columnOf('x', range(rows).map(String)), columnOf('s', range(rows).map(String))]; // prettier-ignore
  const permute = (separate: readonly string[], isShuffled: boolean) =>
    permuteTableInSteps(
      columns,
      new Map(),
      { buckets: rows / 2, bucketOf, groups: [['x'], ['s']], bucketColumn: 'bucket', separate } as never,
      { pieces: { entry: order, classId: new Uint32Array(rows) }, bucketOf, order, isShuffled },
      seededRandom(4),
    );

  it('is that of the rows, but for a second table that is shuffled', () => {
    const buckets = ({ release, sensitive }: PermutedTables) => [release, sensitive].map((table) => (table === null ? null : cellsOf(table, 'bucket'))); // prettier-ignore
    const [first, second] = buckets(runToCompletion(permute(['s'], false)));
    expect(second).toEqual(first);
    const [kept, shuffled] = buckets(runToCompletion(permute(['s'], true)));
    expect(kept).toEqual(first);
    expect(shuffled).not.toEqual(first);
    expect([...shuffled!].sort()).toEqual([...first!].sort());
    // One table is the same whether a second one would be shuffled or not.
    const one = [true, false].map((isShuffled) => cellsOf(runToCompletion(permute([], isShuffled)).release, 'x'));
    expect(one[0]).toEqual(one[1]);
  });

  it('is drawn with a pause every 1,024 buckets', () => {
    const steps = permute([], false);
    let pauses = 0;
    while (steps.next().done !== true) pauses++;
    // Each group has two pauses for 2,000 buckets, and one for its column.
    expect(pauses).toBe(6);
  });
});

describe('a dissociated release', () => {
  it('has its columns as texts, but the records, and the terms of a cell in their order', () => {
    const chunk = (...subRecords: number[][]) => ({
      terms: [...new Set(subRecords.flat())].sort(),
      subRecords: termListsOf(subRecords),
    });
    const joints = [
      { clusters: [{ rows: Uint32Array.of(0, 1), chunks: [chunk([0, 1, 2], [2, 1])], terms: [3] }], shared: [] },
      { clusters: [{ rows: Uint32Array.of(2, 3, 4), chunks: [chunk([1], [])], terms: [] }], shared: [] },
    ];
    const texts = ['b', '10', 'a', '9'];
    const table = runToCompletion(buildDissociated(joints as never, texts, { name: 'items', delimiter: '|' }, seededRandom(1))); // prettier-ignore
    expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
      ['cluster', 'string'],
      ['chunk', 'string'],
      ['records', 'integer'],
      ['items', 'string'],
    ]);
    const rows = range(table.rows).map((row) => table.columns.map(({ texts: own, codes }) => own[codes[row]]).join());
    const ofChunk = (name: string) => rows.filter((row) => row.startsWith(name)).sort();
    expect(ofChunk('1,1')).toEqual(['1,1,2,10|a', '1,1,2,10|a|b']);
    expect(ofChunk('1,terms')).toEqual(['1,terms,2,9']);
    expect(ofChunk('2,1')).toEqual(['2,1,3,', '2,1,3,10']);
    expect(ofChunk('2,terms')).toEqual(['2,terms,3,']);
    expect(rows).toHaveLength(6);
  });
});
