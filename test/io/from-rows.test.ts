import { describe, expect, it } from 'vitest';
import { InputError, InvalidArgumentError } from '../../src/base/errors.js';
import { tableFromRows } from '../../src/io/from-rows.js';
import { countRowsPerCode } from '../../src/table/table.js';

describe('tableFromRows', () => {
  it('takes objects, with null and undefined as missing', () => {
    const rows = [
      { age: 39, sex: 'Male', born: new Date('1980-02-29T00:00:00Z'), ok: true, id: 1n },
      { age: null, sex: '', born: undefined, ok: false, id: 9_007_199_254_740_993n },
    ];
    const copy = structuredClone(rows);
    const table = tableFromRows(rows);
    expect(rows).toEqual(copy);
    expect(table.columns.map(({ name, type, texts, missingCode }) => [name, type, texts, missingCode])).toEqual([
      ['age', 'integer', ['39', ''], 1],
      ['sex', 'string', ['Male', ''], 1],
      ['born', 'date', ['1980-02-29', ''], 1],
      ['ok', 'string', ['true', 'false'], -1],
      ['id', 'string', ['1', '9007199254740993'], -1],
    ]);
  });

  it('takes arrays and some keys of objects', () => {
    expect(
      tableFromRows(
        [
          [1, -0],
          [2.5, 0],
        ],
        { columns: ['a', 'b'] },
      ).columns.map(({ texts }) => texts),
    ).toEqual([['1', '2.5'], ['0']]);
    const some = tableFromRows(
      [
        { a: 1, b: 2 },
        { a: 3, c: 4 },
      ],
      { columns: ['b', 'a'] },
    );
    expect(some.columns.map(({ name, texts }) => [name, texts])).toEqual([
      ['b', ['2', '']],
      ['a', ['1', '3']],
    ]);
  });

  it('keeps texts as they are and merges spellings under a declared type', () => {
    expect(tableFromRows([[' a '], ['01']], { columns: ['v'] }).column('v')?.texts).toEqual([' a ', '01']);
    expect(tableFromRows([['01'], [1]], { columns: ['v'], types: { v: 'integer' } }).column('v')?.texts).toEqual(['1']);
  });

  it('looks at own enumerable keys only and leaves prototypes alone', () => {
    const parsed = JSON.parse('[{"__proto__": 1, "x": 2}]') as object[];
    expect(tableFromRows(parsed).columns.map(({ name, texts }) => [name, texts[0]])).toEqual([
      ['__proto__', '1'],
      ['x', '2'],
    ]);
    const inherited = Object.create({ secret: 1 }) as Record<string, unknown>;
    inherited.x = 1;
    expect(tableFromRows([inherited]).columns.map(({ name }) => name)).toEqual(['x']);
  });

  it('names the keys that a row lacks or has beside those of the first, and what to do', () => {
    const cases: [object[], RegExp][] = [
      [[{ a: 1, b: 2 }, { a: 1 }], /^row 2: .*a row without "b"; "columns" of readTable/],
      [[{ a: 1 }, { a: 1, b: 2, c: 3 }], /^row 2: .*a row with "b", "c" beside them; "columns"/],
      [
        [
          { a: 1, b: 2 },
          { a: 1, c: 2 },
        ],
        /a row without "b" and with "c" beside them/,
      ],
      [[Object.fromEntries('abcdefgh'.split('').map((key) => [key, 1])), {}], /"d", "e" and 3 more;/],
    ];
    for (const [rows, message] of cases) {
      const attempt = (): unknown => tableFromRows(rows);
      expect(attempt).toThrow(message);
      expect(attempt).toThrow(expect.objectContaining({ code: 'ROW_WIDTH' }));
    }
  });

  it('takes numbers of every kind and Dates by value where a format is declared', () => {
    const types = {
      n: { type: 'number', format: '$#,##0.00' },
      i: { type: 'integer', format: '#.##0 €' },
      d: { type: 'date', format: 'DD.MM.YYYY' },
    } as const;
    const rows = [
      { n: 60000, i: 1234n, d: new Date('1980-02-29') },
      { n: 60000n, i: 1234, d: '01.03.1980' },
      { n: '$1.50', i: '1.234 €', d: new Date('1980-03-01') },
    ];
    const table = tableFromRows(rows, { types });
    expect(table.toRows()).toEqual([
      { n: 60000, i: 1234, d: '29.02.1980' },
      { n: 60000, i: 1234, d: '01.03.1980' },
      { n: 1.5, i: 1234, d: '01.03.1980' },
    ]);
    expect(tableFromRows(table.toRows(), { types }).columns).toEqual(table.columns);
    const large = (): unknown => tableFromRows([{ n: 2n ** 53n + 1n }], { types });
    expect(large).toThrow(expect.objectContaining({ code: 'NUMBER_NOT_EXACT' }));
  });

  it('names the row that is wrong', () => {
    const columns = ['a', 'b'];
    const wrong: [readonly unknown[], object, string, RegExp][] = [
      [[[1, 2], [1]], { columns }, 'ROW_WIDTH', /row 2/],
      [[{ a: 1 }, 7], {}, 'ROW_TYPE', /row 2/],
      [[{ a: 1 }, null], {}, 'ROW_TYPE', /row 2/],
      [[{ a: 1 }, { b: 1 }], {}, 'ROW_WIDTH', /row 2/],
      [[{ a: 1 }, { a: 1, b: 1 }], {}, 'ROW_WIDTH', /row 2/],
      [[{ a: NaN }], {}, 'NUMBER_NOT_FINITE', /row 1.*"a".*use --missing NaN \(input.missing\)/],
      [[{ a: new Date(NaN) }], {}, 'DATE_INVALID', /row 1/],
      [[{ a: {} }], {}, 'VALUE_TYPE', /row 1.*found an object; make its parts columns/],
      [[{ a: [1] }], {}, 'VALUE_TYPE', /row 1.*found a list/],
      [[{ a: () => 1 }], {}, 'VALUE_TYPE', /row 1.*found a function$/],
      [[{ a: 'x' }, { a: '\udc00y' }], {}, 'INVALID_STRING', /row 2/],
      [[{ a: null }], { missing: [] }, 'MISSING_VALUE', /row 1/],
      [[{ a: '1' }, { a: 'x' }], { types: { a: 'number' } }, 'NUMBER_SYNTAX', /row 2/],
      [[], {}, 'INPUT_EMPTY', /no rows/],
    ];
    for (const [rows, options, code, message] of wrong) {
      const attempt = (): unknown => tableFromRows(rows as object[], options);
      expect(attempt).toThrow(InputError);
      expect(attempt).toThrow(message);
      expect(attempt).toThrow(expect.objectContaining({ code }));
    }
    expect(() => tableFromRows([[1]])).toThrow(InvalidArgumentError);
    expect(() => tableFromRows([[1, 2]], { columns: ['a', 'a'] })).toThrow(/twice/);
  });
});

describe('numbers that are none', () => {
  it('are missing where the input names them so', () => {
    const rows = Array.from({ length: 20 }, (_, i) => ({
      a: i % 4 === 0 ? NaN : i + 0.5,
      b: i % 5 === 0 ? -Infinity : i,
    }));
    const [a, b] = tableFromRows(rows, { missing: ['', 'NaN', '-Infinity'] }).columns;
    expect([a.type, b.type]).toEqual(['number', 'integer']);
    expect([countRowsPerCode(a)[a.missingCode], countRowsPerCode(b)[b.missingCode]]).toEqual([5, 4]);
  });
});
