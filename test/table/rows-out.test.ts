import * as arrow from 'apache-arrow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anonymize, readCsv, readCsvCounted, readTable, tableFromRows } from '../../src/index.js';

const csv = 'age,sex,born,note\n31,Male,1980-02-29,a\n25,,1990-01-01,"x,y"\n31,Male,1980-02-29,a\n';

describe('the rows of a table', () => {
  it('are objects with numbers in columns of numbers, text in all others, null where a cell is missing', async () => {
    const table = await readCsv(csv);
    expect([...table]).toEqual([
      { age: 31, sex: 'Male', born: '1980-02-29', note: 'a' },
      { age: 25, sex: null, born: '1990-01-01', note: 'x,y' },
      { age: 31, sex: 'Male', born: '1980-02-29', note: 'a' },
    ]);
    expect(table.toRows()).toEqual([...table]);
    expect(table.toColumns()).toEqual({
      age: [31, 25, 31],
      sex: ['Male', null, 'Male'],
      born: ['1980-02-29', '1990-01-01', '1980-02-29'],
      note: ['a', 'x,y', 'a'],
    });
    expect(table.cells('age')).toEqual([31, 25, 31]);
    expect(() => table.cells('agee')).toThrow(expect.objectContaining({ code: 'UNKNOWN_COLUMN' }));
  });

  it('have texts alone in a released quasi-identifier, 17 beside >=20', async () => {
    const ages = [17, 17, 17, 18, 18, 18, 23, 61, 24, 20, 20, 20];
    const job = {
      attributes: { age: { role: 'quasi-identifier' }, income: { role: 'sensitive' } },
      privacy: [{ model: 'k-anonymity', k: 3 }],
      algorithm: 'mondrian',
      output: { order: 'input' },
    } as const;
    const { release } = await anonymize(
      ages.map((age) => ({ age, income: age * 1000 })),
      job,
    );
    expect([...release].map(({ age }) => age)).toEqual([
      '17',
      '17',
      '17',
      '18',
      '18',
      '18',
      '>=20',
      '>=20',
      '>=20',
      '>=20',
      '>=20',
      '>=20',
    ]);
    expect([...release].map(({ income }) => income)).toEqual(ages.map((age) => age * 1000));
  });

  it('are made one by one: the first of a million needs no others', () => {
    let asked = 0;
    const table = tableFromRows(
      (function* () {
        for (let id = 0; id < 1000; id++) yield { id };
      })(),
    );
    for (const row of table) {
      expect(row).toEqual({ id: 0 });
      asked++;
      break;
    }
    expect(asked).toBe(1);
    expect(table[Symbol.iterator]().next().value).not.toBe(table[Symbol.iterator]().next().value);
  });

  it('keep columns of any name, and no prototype is touched', async () => {
    const table = await readCsv('__proto__,constructor,toString,1\na,b,c,d\n');
    const [row] = table;
    expect(Object.keys(row).sort()).toEqual(['1', '__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(JSON.stringify(Object.entries(row).sort())).toBe(
      '[["1","d"],["__proto__","a"],["constructor","b"],["toString","c"]]',
    );
    expect(Object.getOwnPropertyDescriptor(table.toColumns(), '__proto__')?.value).toEqual(['a']);
    expect(tableFromRows(table).column('__proto__')?.texts).toEqual(['a']);
    expect((await table.toArrow(arrow)).getChild('__proto__')?.get(0)).toBe('a');
  });

  it('of a counted table come as often as they count', async () => {
    const counted = await readCsvCounted(csv);
    expect(counted.entries).toBe(2);
    const rows = counted.toRows();
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ age }) => age === 31)).toHaveLength(2);
    expect([...counted.cells('age')].sort()).toEqual([25, 31, 31]);
    expect((await counted.toArrow(arrow)).numRows).toBe(3);
  });

  it('make the same table again, as rows, as columns of Arrow and as Arrow that was loaded by name', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ n: fc.option(fc.integer()), t: fc.option(fc.string({ minLength: 1 })) }), {
          minLength: 1,
        }),
        async (rows) => {
          const plain = rows.map(({ n, t }) => ({ n, t: t === null ? null : t.replaceAll('\0', '0') }));
          const table = tableFromRows(plain);
          const seen = (each: typeof table) => each.columns.map(({ name, type, texts }) => [name, type, texts]);
          expect(seen(tableFromRows(table))).toEqual(seen(table));
          expect(tableFromRows(table).toRows()).toEqual(table.toRows());
          expect((await readTable(await table.toArrow(arrow))).toRows()).toEqual(table.toRows());
          expect((await readTable(await table.toArrow())).toRows()).toEqual(table.toRows());
        },
      ),
      { numRuns: 50 },
    ));
});
