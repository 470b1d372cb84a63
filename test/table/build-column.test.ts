import { describe, expect, it } from 'vitest';
import { runToCompletion } from '../../src/base/steps.js';
import { buildColumn, type ColumnRules } from '../../src/table/build-column.js';
import { buildCounted, droppedEntry, type SpelledColumn } from '../../src/table/build-counted.js';
import { ColumnEncoder } from '../../src/table/column-encoder.js';
import { withDeclaredTypes } from '../../src/table/declared-types.js';
import { spellingOf } from '../../src/table/spelling.js';
import { type Column, countRowsPerCode, Table, type ValueKind } from '../../src/table/table.js';
import { drawing } from '../random.js';

const MARKS = new Set(['', 'NA', '?']);
const interpret: ColumnRules['interpret'] = (spelling) => {
  const content = spelling.trim();
  return { content, missing: MARKS.has(content) };
};
const KINDS: readonly (ValueKind | undefined)[] = [
  undefined,
  { type: 'string' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'date', format: 'DD.MM.YYYY' },
];
const CELLS: Readonly<Record<string, readonly string[]>> = {
  string: ['a', ' a', 'b', 'b ', '', 'NA', '?', 'ä', '7'],
  integer: ['1', '01', '1.0', '+2', ' 2', '3', 'NA', '', '-0'],
  number: ['1', '1.0', '1.5', '1.50', '2', ' 2e0', '?', '', 'NA'],
  date: ['1.2.1999', '01.02.1999', ' 01.02.1999', '03.04.2000', '3.4.2000', '', 'NA'],
};
const rulesOf = (declared: ValueKind | undefined): ColumnRules => ({ name: 'x', declared, interpret });

/** The column of the cells, by its definition: text and number of each row, values in the order of their appearance. */
function defined(cells: readonly string[], declared: ValueKind | undefined) {
  const isText = declared === undefined || declared.type === 'string';
  const seen = new Map<string, number>();
  const texts: string[] = [];
  const numbers: number[] = [];
  let missingCode = -1;
  const codes = cells.map((cell) => {
    const { content, missing } = interpret(cell);
    const value = missing || isText ? NaN : (spellingOf(declared).read(content) as number);
    const text = missing || isText ? content : spellingOf(declared).write(value);
    const key = missing ? 'missing' : `=${text}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    const code = texts.push(text) - 1;
    numbers.push(value);
    seen.set(key, code);
    if (missing) missingCode = code;
    return code;
  });
  return { codes, texts, numbers: isText ? null : numbers, missingCode };
}

const shown = ({ codes, texts, numbers, missingCode }: Column) => ({
  codes: [...codes],
  texts,
  numbers: numbers === null ? null : [...numbers],
  missingCode,
});

function encode(cells: readonly string[]): ColumnEncoder<never> {
  const encoder = new ColumnEncoder<never>(null);
  const scratch = new Uint32Array(cells.length);
  encoder.encode(cells.map((cell) => [cell]), cells.length, 0, scratch); // prettier-ignore
  return encoder;
}

/** Cells of one kind; of an undeclared one texts, so that nothing is inferred from them. */
function drawCells(seed: number, declared: ValueKind | undefined, rows: number): string[] {
  const draw = drawing(seed);
  const all = CELLS[declared?.type ?? 'string'];
  const among = all.filter(() => draw(3) > 0);
  const cells = Array.from({ length: rows }, () => (among.length === 0 ? all[0] : among[draw(among.length)]));
  return declared === undefined && rows > 0 ? ['word', ...cells.slice(1)] : cells;
}

describe('a column of cells', () => {
  it.each(KINDS)('has one code for the spellings of a value and one for what is missing: %o', (declared) => {
    for (let seed = 1; seed <= 60; seed++) {
      const cells = drawCells(seed, declared, drawing(seed)(12));
      const column = runToCompletion(buildColumn(encode(cells), rulesOf(declared), null, cells.length));
      expect([cells, shown(column)]).toEqual([cells, defined(cells, declared)]);
      expect([column.name, column.type, column.format]).toEqual(['x', declared?.type ?? 'string', declared?.format]);
    }
  });

  it.each(KINDS)('leaves nothing behind of rows that are not kept: %o', (declared) => {
    for (let seed = 1; seed <= 60; seed++) {
      const draw = drawing(seed);
      const cells = ['word', ...drawCells(seed, declared, 1 + draw(12))].slice(declared === undefined ? 0 : 1);
      const keep = Uint8Array.from(cells, (_, row) => (row === 0 && declared === undefined ? 1 : draw(2)));
      const kept = cells.filter((_, row) => keep[row] === 1);
      const encoder = encode(cells);
      const column = runToCompletion(buildColumn(encoder, rulesOf(declared), keep, kept.length));
      expect([cells, keep, shown(column)]).toEqual([cells, keep, defined(kept, declared)]);
      expect(encoder.chunks).toEqual([]);
    }
  });

  it.each(KINDS)('has no value that was only registered, and values in the order of the rows: %o', (declared) => {
    for (let seed = 1; seed <= 40; seed++) {
      const draw = drawing(seed);
      const cells = drawCells(seed, declared, 1 + draw(8));
      if (declared === undefined) cells.unshift('word');
      const encoder = new ColumnEncoder<never>(null);
      for (const cell of CELLS[declared?.type ?? 'string']) if (draw(2) === 0) encoder.codeOf(cell);
      encoder.encode(cells.map((cell) => [cell]), cells.length, 0, new Uint32Array(cells.length)); // prettier-ignore
      const codes = Uint32Array.from(encoder.chunks.flatMap((chunk) => [...chunk]));
      const spelled = { rules: rulesOf(declared), spellings: [...encoder.spellings], dropsMissing: false };
      const ones = new Uint32Array(cells.length).fill(1);
      const counted = runToCompletion(buildCounted({ rows: ones, firstRows: null, codes: [codes] }, [spelled]));
      const expected = defined(cells, declared);
      expect([cells, shown(runToCompletion(buildColumn(encoder, rulesOf(declared), null, cells.length)))]).toEqual([
        cells,
        expected,
      ]);
      const { texts, missingCode, rowsPerCode } = counted.columns[0];
      expect([cells, texts, missingCode]).toEqual([cells, expected.texts, expected.missingCode]);
      expect([...rowsPerCode!]).toEqual(expected.texts.map((_, code) => expected.codes.filter((each) => each === code).length)); // prettier-ignore
    }
  });

  it('of more than one chunk keeps the order of its rows', () => {
    const draw = drawing(3);
    const cells = Array.from({ length: 5000 }, (_, row) => (row === 0 ? 'word' : CELLS.string[draw(9)]));
    expect(shown(runToCompletion(buildColumn(encode(cells), rulesOf(undefined), null, 5000)))).toEqual(
      defined(cells, undefined),
    );
    const plain = cells.map((cell) => interpret(cell).content).filter((cell) => !MARKS.has(cell));
    const whole = runToCompletion(buildColumn(encode(plain), rulesOf(undefined), null, plain.length));
    expect(shown(whole)).toEqual(defined(plain, undefined));
    const keep = Uint8Array.from(cells, () => draw(2));
    keep[0] = 1;
    const kept = cells.filter((_, row) => keep[row] === 1);
    expect(shown(runToCompletion(buildColumn(encode(cells), rulesOf(undefined), keep, kept.length)))).toEqual(
      defined(kept, undefined),
    );
  });

  it('of times without a format takes the one that the texts have, or says what is wrong', () => {
    const build = (cells: readonly string[]): Column =>
      runToCompletion(buildColumn(encode(cells), rulesOf({ type: 'datetime' }), null, cells.length));
    const column = build(['05.03.2024 14:02', 'NA', '06.03.2024 00:00']);
    expect([column.type, column.format, column.texts]).toEqual([
      'datetime',
      'DD.MM.YYYY HH:mm',
      ['05.03.2024 14:02', 'NA', '06.03.2024 00:00'],
    ]);
    const mixed = build(['2024-03-05T14:02:00', '2024-03-05 14:02']);
    expect([mixed.texts, mixed.format]).toEqual([['2024-03-05T14:02:00'], undefined]);
    for (const [cells, problem] of [
      [
        ['03/04/2005 10:00', '05/06/2005 10:00'],
        'expected one way to read the times of the column, found several: say "format": "DD/MM/YYYY HH:mm" or "MM/DD/YYYY HH:mm"',
      ],
      [
        ['2024-03-05T14:02:00Z', '2024-03-05T14:02:00'],
        'expected times that are written in one format, with a zone throughout or without',
      ],
    ] as const) {
      // prettier-ignore
      expect(() => build(cells)).toThrow(
        expect.objectContaining({ code: 'TIME_INVALID', problem, where: { attribute: 'x' } }),
      );
    }
  });
});

describe('columns whose rows were counted', () => {
  const spelledOf = (declared: ValueKind | undefined, spellings: readonly string[], drops: boolean): SpelledColumn => ({
    rules: rulesOf(declared),
    spellings,
    dropsMissing: drops,
  });

  it('are those of the rows: values merged, equal rows joined, rows with missing cells dropped', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const draw = drawing(seed);
      const kinds = [KINDS[1 + draw(4)], KINDS[1 + draw(4)]];
      const drops = kinds.map(() => draw(3) === 0);
      const rows = Array.from({ length: draw(14) }, () => kinds.map((kind) => CELLS[kind!.type][draw(7)]));
      // Rows that are alike as they are spelled are counted, with the first of each.
      const entries = new Map<string, { cells: string[]; rows: number; first: number }>();
      rows.forEach((cells, row) => {
        const entry = entries.get(cells.join('|')) ?? { cells, rows: 0, first: row };
        entry.rows++;
        entries.set(cells.join('|'), entry);
      });
      const counted = [...entries.values()];
      const spellings = kinds.map((_, c) => [...new Set(counted.map(({ cells }) => cells[c]))]);
      const built = runToCompletion(
        buildCounted(
          {
            rows: Uint32Array.from(counted, (entry) => entry.rows),
            firstRows: Uint32Array.from(counted, ({ first }) => first),
            codes: kinds.map((_, c) => Uint32Array.from(counted, ({ cells }) => spellings[c].indexOf(cells[c]))),
          },
          kinds.map((kind, c) => spelledOf(kind, spellings[c], drops[c])),
        ),
      );
      const isKept = (cells: readonly string[]): boolean =>
        cells.every((cell, c) => !drops[c] || !interpret(cell).missing);
      const kept = rows.filter(isKept);
      const columns = kinds.map((kind, c) => defined(kept.map((cells) => cells[c]), kind)); // prettier-ignore
      const joined = new Map<string, number>();
      kept.forEach((_, row) => {
        const key = columns.map(({ codes }) => codes[row]).join();
        joined.set(key, (joined.get(key) ?? 0) + 1);
      });
      expect(built.rows).toBe(kept.length);
      expect([...built.weights]).toEqual([...joined.values()]);
      built.columns.forEach((column, c) => {
        expect(column.texts).toEqual(columns[c].texts);
        expect(column.numbers === null ? null : [...column.numbers]).toEqual(columns[c].numbers);
        expect(column.missingCode).toBe(columns[c].missingCode);
        expect([...column.codes]).toEqual([...joined.keys()].map((key) => Number(key.split(',')[c])));
        const counts = columns[c].texts.map((_, code) => columns[c].codes.filter((each) => each === code).length);
        expect([...column.rowsPerCode!]).toEqual(counts);
      });
      const expectedEntries = counted.map(({ cells, first }) =>
        isKept(cells) ? [...joined.keys()].indexOf(columns.map(({ codes }) => codes[kept.indexOf(rows[first])]).join()) : droppedEntry,
      ); // prettier-ignore
      expect(built.entryOf === null ? counted.map((_, i) => i) : [...built.entryOf]).toEqual(expectedEntries);
      const trimmed = kinds.map((_, c) => rows.filter((cells) => cells[c] !== cells[c].trim()).length);
      expect(built.untrimmedCells).toBe(trimmed[0] + trimmed[1]);
    }
  });

  it('are given as they are where nothing merges', () => {
    const rows = Uint32Array.of(2, 3);
    const codes = [Uint32Array.of(0, 1)];
    const built = runToCompletion(
      buildCounted({ rows, firstRows: null, codes }, [spelledOf({ type: 'string' }, ['a', 'b'], true)]),
    );
    expect([built.entryOf, built.weights, built.rows]).toEqual([null, rows, 5]);
  });

  it('show where an odd cell stands first, and do not where rows have no order', () => {
    const spelled = [spelledOf({ type: 'string' }, ['a', '\u0007', ' b', '\u0001'], false)];
    const counts = { rows: Uint32Array.of(2, 3, 4, 5), codes: [Uint32Array.of(0, 1, 2, 3)] };
    const tell = (firstRows: Uint32Array | null): string[] =>
      runToCompletion(buildCounted({ ...counts, firstRows }, spelled)).warnings.map(({ message }) => message);
    expect(tell(Uint32Array.of(0, 6, 1, 2))).toEqual(['control characters, kept; cells: 8, first in row 7']);
    expect(tell(null)).toEqual(['control characters, kept; cells: 8']);
    expect(runToCompletion(buildCounted({ ...counts, firstRows: null }, spelled)).untrimmedCells).toBe(4);
    expect(
      runToCompletion(buildCounted({ ...counts, firstRows: null }, spelled, { trimmable: false })).untrimmedCells,
    ).toBe(0);
  });

  it('have no spaces around what stands for no cell at all', () => {
    const built = runToCompletion(buildCounted(
      { rows: Uint32Array.of(1, 1), firstRows: null, codes: [Uint32Array.of(0, 1)] },
      [{ ...spelledOf({ type: 'string' }, [' none ', 'a'], false), nullSpelling: ' none ' }],
    )); // prettier-ignore
    expect(built.untrimmedCells).toBe(0);
  });
});

describe('a table with the types that a job declares', () => {
  const tableOf = (cells: readonly string[], weights: Uint32Array | null = null): Table => {
    const column = runToCompletion(buildColumn(encode(cells), rulesOf({ type: 'string' }), null, cells.length));
    const rowsPerCode = new Uint32Array(column.texts.length);
    weights?.forEach((weight, entry) => (rowsPerCode[column.codes[entry]] += weight));
    const warnings = [
      { code: 'FORMAT_FOUND', message: 'of x', attribute: 'x' },
      { code: 'FORMAT_FOUND', message: 'of y', attribute: 'y' },
      { code: 'FORMAT_FOUND', message: 'of none' },
      { code: 'CONSTANT_COLUMN', message: 'of x', attribute: 'x' },
    ];
    const rows = weights === null ? cells.length : weights.reduce((sum, weight) => sum + weight, 0);
    const other = { ...column, name: 'y' };
    return new Table(rows, weights === null ? [column, other] : [{ ...column, rowsPerCode }, { ...other, rowsPerCode }], warnings, weights); // prettier-ignore
  };

  it.each(KINDS.slice(1))('is what reading with them would give: %o', (kind) => {
    const declared = new Map([['x', kind!]]);
    for (let seed = 1; seed <= 40; seed++) {
      const draw = drawing(seed);
      const cells = drawCells(seed, kind, 1 + draw(10));
      const weights = draw(2) === 0 ? null : Uint32Array.from(cells, () => 1 + draw(4));
      const table = tableOf(cells, weights);
      const typed = withDeclaredTypes(table, declared);
      expect([cells, shown(typed.columns[0])]).toEqual([cells, defined(cells, kind)]);
      expect([typed.rows, typed.weights]).toEqual([table.rows, weights]);
      expect(typed.columns[1]).toBe(table.columns[1]);
      const counts = new Uint32Array(typed.columns[0].texts.length);
      typed.columns[0].codes.forEach((code, entry) => (counts[code] += weights === null ? 1 : weights[entry]));
      expect(countRowsPerCode(typed.columns[0])).toEqual(counts);
      expect([typed.columns[0].type, typed.columns[0].format]).toEqual([kind!.type, kind!.format]);
    }
  });

  it('is the same where nothing changes, and warns no longer of what was found', () => {
    const table = tableOf(['1', '2']);
    expect(withDeclaredTypes(table, new Map())).toBe(table);
    expect(withDeclaredTypes(table, new Map([['z', { type: 'integer' as const }]]))).toBe(table);
    expect(withDeclaredTypes(table, new Map([['x', { type: 'string' as const }]]))).toBe(table);
    const typed = withDeclaredTypes(table, new Map([['x', { type: 'integer' as const }]]));
    expect(typed.warnings.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'FORMAT_FOUND of y',
      'FORMAT_FOUND of none',
      'CONSTANT_COLUMN of x',
    ]);
    // A type without a format takes the format that was found; another format is another kind.
    const days = withDeclaredTypes(tableOf(['1.2.1999']), new Map([['x', { type: 'date', format: 'D.M.YYYY' }]]));
    expect(withDeclaredTypes(days, new Map([['x', { type: 'date' as const }]]))).toBe(days);
    expect(
      withDeclaredTypes(days, new Map([['x', { type: 'date' as const, format: 'DD.MM.YYYY' }]])).columns[0].texts,
    ).toEqual(['01.02.1999']);
    const texts = withDeclaredTypes(days, new Map([['x', { type: 'string' as const }]])).columns[0];
    expect([texts.type, texts.format, texts.numbers, texts.texts]).toEqual(['string', undefined, null, ['1.2.1999']]);
    const counted = withDeclaredTypes(
      withDeclaredTypes(tableOf(['1', '2'], Uint32Array.of(3, 4)), new Map([['x', { type: 'integer' as const }]])),
      new Map([['x', { type: 'string' as const }]]),
    );
    expect([...counted.columns[0].rowsPerCode!]).toEqual([3, 4]);
  });

  it('says which column has a text that is no value, and not of the missing one', () => {
    const declared = new Map([['x', { type: 'integer' as const }]]);
    expect(() => withDeclaredTypes(tableOf(['1', '', 'Ada']), declared)).toThrow(
      expect.objectContaining({ code: 'NUMBER_SYNTAX', where: { attribute: 'x' } }),
    );
    const { texts, numbers, missingCode } = withDeclaredTypes(tableOf(['1', 'NA']), declared).columns[0];
    expect([texts, [...numbers!], missingCode]).toEqual([['1', 'NA'], [1, NaN], 1]);
  });
});
