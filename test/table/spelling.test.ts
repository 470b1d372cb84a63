import { describe, expect, it } from 'vitest';
import { kindOfFormat, spellingOf } from '../../src/table/spelling.js';
import type { ColumnType, ValueKind } from '../../src/table/table.js';
import { seededRandom } from '../../src/base/random.js';

const dayFormats = [
  'YYYY-MM-DD', 'DD.MM.YYYY', 'MM/DD/YYYY', 'DD/MM/YYYY', 'D.M.YYYY', 'M/D/YYYY', 'DD-MM-YYYY', 'DD-MMM-YYYY', 'DDMONYYYY', 'D MMMM YYYY',
  'MMMM D, YYYY', 'YYYY/MM/DD', 'YYYYMMDD', 'DDMMYYYY', '[de]D. MMMM YYYY', '[de]DD. MMM YYYY', '[fr]D MMMM YYYY', "[es]D 'de' MMMM 'de' YYYY", 'DD.MM.YY', 'MM/DD/YY',
]; // prettier-ignore
const timeFormats = [
  'YYYY-MM-DDTHH:mm:ss', 'YYYY-MM-DDTHH:mm:ssZ', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DDTHH:mm:ss.SSSZ', 'YYYY-MM-DD HH:mm:ss.SSSSSS', 'DD.MM.YYYY HH:mm', 'MM/DD/YYYY h:mm A',
  'YYYY-MM-DDTHH:mm:ss+02:00', 'YYYY-MM-DDTHH:mm-0330', 'D MMM YYYY H:mm:ss', 'YYYYMMDDTHHmmss',
]; // prettier-ignore
const numberFormats = ['$#,##0.00', '#.##0,00 €', 'EUR 0', '0.0 %', '0 %', '0,#', '#,##0', '# ##0', '#\u202f##0,00 €', "CHF #'##0.00", '0.00', '#.##0', '0 kg', 'R$ #.##0,00']; // prettier-ignore

const kindOf = (format: string, type?: ColumnType): ValueKind => {
  const kind = kindOfFormat(type, format);
  if (kind === null) throw new Error(format);
  return kind;
};

describe('a spelling writes what it reads and reads what it writes', () => {
  it.each(dayFormats)('days written %s', (format) => {
    const kind = kindOf(format);
    expect(kind.type).toBe('date');
    const { read, write } = spellingOf(kind);
    const random = seededRandom(1);
    const days = [0, -1, 59, 60, 11_016, 11_017, -719_528 + 366, 2_932_896, ...Array.from({ length: 300 }, () => random.below(60_000) - 30_000)]; // prettier-ignore
    for (const day of days) expect([format, day, read(write(day))]).toEqual([format, day, day]);
    expect(read('31.02.1999')).toBe('DATE_INVALID');
    expect(read('')).toBe('DATE_INVALID');
  });

  it.each(timeFormats)('times written %s', (format) => {
    const kind = kindOf(format);
    expect(kind.type).toBe('datetime');
    const { read, write, unit } = spellingOf(kind);
    const random = seededRandom(2);
    for (let i = 0; i < 300; i++) {
      const second = random.below(4_000_000_000) - 2_000_000_000;
      const value = Math.floor((second * 1000 + random.below(1000)) / Math.max(1, unit)) * Math.max(1, unit);
      expect([value, read(write(value))]).toEqual([value, value]);
      const text = write(value);
      expect(write(read(text) as number)).toBe(text);
    }
  });

  it.each(numberFormats)('numbers written %s', (format) => {
    const kind = kindOf(format);
    const { read, write } = spellingOf(kind);
    const random = seededRandom(3);
    const many = Array.from(
      { length: 300 },
      () => (random.below(2_000_000_000) - 1_000_000_000) / 10 ** random.below(7),
    );
    for (const value of [0, 1, -1, 1234, 999_999, 1e21, 1.5e-7, 2 ** 53, ...many]) {
      if (kind.type === 'integer' && !(Number.isInteger(value) && Math.abs(value) <= 2 ** 53)) continue;
      expect([write(value), read(write(value))]).toEqual([write(value), value]);
    }
    expect(read('')).toBe('NUMBER_EMPTY');
    expect(read('abc')).toBe('NUMBER_SYNTAX');
  });
});

describe('how values are written', () => {
  it.each([
    ['date', 'DD.MM.YYYY', '1967-02-09', '09.02.1967'],
    ['date', 'dd.mm.yyyy', '1967-02-09', '09.02.1967'],
    ['date', 'DD-MMM-YYYY', '1967-02-09', '09-Feb-1967'],
    ['date', 'DDMONYYYY', '1967-02-09', '09FEB1967'],
    ['date', '[de]D. MMMM YYYY', '1967-03-09', '9. März 1967'],
    ['date', "[es]D 'de' MMMM 'de' YYYY", '1967-02-09', '9 de febrero de 1967'],
    ['date', 'MM/DD/YY', '1967-02-09', '02/09/67'],
    ['date', 'MM/DD/YY', '1867-02-09', '02/09/1867'],
    ['datetime', 'MM/DD/YYYY h:mm A', '2024-03-05T14:02:00', '03/05/2024 2:02 PM'],
    ['datetime', 'dd.MM.yyyy HH:mm', '2024-03-05T14:02:00', '05.03.2024 14:02'],
    ['datetime', 'YYYY-MM-DDTHH:mm:ss.SSSSSS', '2024-03-05T14:02:00', '2024-03-05T14:02:00.000000'],
  ] as const)('%s %s', (type, format, iso, text) => {
    const { write, read } = spellingOf(kindOf(format, type));
    const value = spellingOf({ type }).read(iso) as number;
    expect(write(value)).toBe(text);
    expect(read(text)).toBe(value);
  });

  it.each([
    ['$#,##0.00', -1200.5, '-$1,200.50'],
    ['#.##0,00 €', 1234.5, '1.234,50 €'],
    ['EUR 0', -12, 'EUR -12'],
    ['0.0 %', 12, '12.0 %'],
    ['0,#', 1.25, '1,25'],
    ['0,#', 7, '7'],
    ['#,##0.00', 1234.567, '1,234.567'],
    ["CHF #'##0.00", 1_234_567, "CHF 1'234'567.00"],
  ])('%s: %d', (format, value, text) => {
    const { write, read } = spellingOf(kindOf(format));
    expect(write(value)).toBe(text);
    expect(read(text)).toBe(value);
  });
});

describe('a declared spelling', () => {
  it('merges digits with and without leading zeros, groups, and kinds of blanks', () => {
    const day = spellingOf(kindOf('DD.MM.YYYY'));
    expect(day.read('9.2.1967')).toBe(day.read('09.02.1967'));
    const money = spellingOf(kindOf('#\u202f##0,00 €'));
    expect([money.read('1 234,5 €'), money.read('1\u00a0234,50\u00a0€'), money.read('1234,5€')]).toEqual([
      1234.5, 1234.5, 1234.5,
    ]);
  });

  it('reads times with and without seconds, with T or a blank, in any zone that is written', () => {
    const { read, write } = spellingOf(kindOf('YYYY-MM-DDTHH:mm:ssZ'));
    const value = read('2024-03-05T14:02:00Z');
    for (const text of [
      '2024-03-05 14:02Z',
      '2024-03-05T15:02:00+01:00',
      '2024-03-05T10:32-0330',
      '2024-03-05T14:02:00.000Z',
    ]) {
      expect(read(text)).toBe(value);
    }
    expect(read('2024-03-05T14:02:00')).toBe('TIME_INVALID');
    expect(read('2024-03-05T14:02:00.5Z')).toBe('TIME_INVALID');
    expect(write(value as number)).toBe('2024-03-05T14:02:00Z');
    expect(spellingOf(kindOf('YYYY-MM-DDTHH:mm:ss')).read('2024-03-05T14:02:00Z')).toBe('TIME_INVALID');
  });

  it('refuses what is misread: groups of two digits, two signs, other currencies, the other separator', () => {
    const { read } = spellingOf(kindOf('$#,##0.00'));
    for (const text of ['$12,34', '--$5', '-$-5', '€5', '5', '$1.234,50', '$1,2345', '$', '$.']) {
      expect([text, typeof read(text)]).toEqual([text, 'string']);
    }
  });

  it.each([
    [undefined, 'MM.YYYY'], [undefined, 'DD.MM'], [undefined, 'DDMMYY'], ['date', 'DD.MM.YYYY HH:mm'], ['datetime', 'DD.MM.YYYY'], ['datetime', 'YYYY-MM-DD hh:mm'],
    ['date', 'DD.DD.YYYY'], ['date', '%d.%m.%Y'], ['number', 'abc'], ['number', '#,##0,00'], ['number', '0.'], ['string', '0.00'], ['date', 'YYYY-MM-DD*'], ['integer', '1,000'],
  ] as const)('is refused where it is none: %s %s', (type, format) => {
    expect(kindOfFormat(type, format)).toBeNull();
  }); // prettier-ignore
});

describe('whole numbers in a format', () => {
  it('are whole, and held by a double', () => {
    const { read } = spellingOf(kindOf('#,##0'));
    expect(read('9,007,199,254,740,992')).toBe(2 ** 53);
    expect(read('-9007199254740992')).toBe(-(2 ** 53));
    expect(read('9007199254740994')).toBe('NUMBER_NOT_EXACT');
    expect(read('-9007199254740994')).toBe('NUMBER_NOT_EXACT');
    expect(read('1.5')).toBe('NUMBER_SYNTAX');
    expect(read('1.0')).toBe(1);
    expect(read('x')).toBe('NUMBER_SYNTAX');
    expect(read('')).toBe('NUMBER_EMPTY');
  });

  it('have a unit, and ranges a separator that keeps their bounds apart', () => {
    const shape = (format: string | undefined, type?: ColumnType): unknown[] => {
      const { unit, between, calendar } = spellingOf(format === undefined ? { type: type! } : kindOf(format, type));
      return [unit, between, calendar?.day, calendar?.shift];
    };
    expect(shape('#,##0')).toEqual([1, ', ', undefined, undefined]);
    expect(shape('#.##0')).toEqual([1, ', ', undefined, undefined]);
    expect(shape('#.##0,00')).toEqual([0, '; ', undefined, undefined]);
    expect(shape('0.0')).toEqual([0, ', ', undefined, undefined]);
    expect(shape(undefined, 'integer')).toEqual([1, ', ', undefined, undefined]);
    expect(shape(undefined, 'number')).toEqual([0, ', ', undefined, undefined]);
    expect(shape(undefined, 'date')).toEqual([1, ', ', 1, 0]);
    expect(shape(undefined, 'datetime')).toEqual([1000, ', ', 86_400_000, 0]);
    expect(shape('DD.MM.YYYY HH:mm+01:00')).toEqual([60_000, ', ', 86_400_000, 3_600_000]);
  });

  it('and days of the default format are read as they are written alone', () => {
    const plain = spellingOf({ type: 'date' });
    const same = spellingOf({ type: 'date', format: 'YYYY-MM-DD' });
    expect([plain.read('1999-1-2'), same.read('1999-1-2')]).toEqual(['DATE_INVALID', plain.read('1999-01-02')]);
    expect([plain.calendar?.readPart('1999-1'), same.calendar?.readPart('1999-1')]).toEqual([
      null,
      same.calendar?.readPart('1999-01'),
    ]);
    for (const part of ['1999', '1999-02', '1999-02-03'])
      expect(plain.calendar?.readPart(part)).toEqual(same.calendar?.readPart(part));
    for (const wrong of ['x1999', '1999x', '1999-02-03-04', '1999-', '19990203', '199-02'])
      expect(plain.calendar?.readPart(wrong)).toBeNull();
    expect(plain.calendar?.isStart(31, 'month')).toBe(true);
    expect(plain.calendar?.writePart(31, 'month')).toBe('1970-02');
  });

  it.each<[ColumnType | undefined, string, ValueKind | null]>([
    [undefined, 'yyyy-mm-dd', { type: 'date' }],
    [undefined, 'dd.mm.yyyy', { type: 'date', format: 'DD.MM.YYYY' }],
    [undefined, 'yyyy-MM-dd HH:mm', { type: 'datetime', format: 'YYYY-MM-DD HH:mm' }],
    [undefined, '0.0', { type: 'number', format: '0.0' }],
    [undefined, '0', { type: 'integer', format: '0' }],
    [undefined, 'x', null],
    ['date', 'YYYY-MM-DD', { type: 'date' }],
    ['date', '0', null],
    ['datetime', 'YYYY-MM-DDTHH:mm:ss', { type: 'datetime', format: 'YYYY-MM-DDTHH:mm:ss' }],
    ['datetime', 'YYYY-MM-DD', null],
    ['number', '0', { type: 'number', format: '0' }],
    ['integer', '0.0', { type: 'integer', format: '0.0' }],
    ['integer', 'YYYY-MM-DD', null],
    ['string', 'YYYY-MM-DD', null],
  ])('of type %s, format %s: %o', (type, format, expected) => {
    expect(kindOfFormat(type, format)).toEqual(expected);
  });
});

describe('parts of the calendar', () => {
  it.each([
    ['DD.MM.YYYY', '1961', '03.1961'], ['MM/DD/YYYY', '1961', '03/1961'], ['DD-MMM-YYYY', '1961', 'Mar-1961'], ['MMMM D, YYYY', '1961', 'March 1961'], ['YYYYMMDD', '1961', '196103'],
    ['[de]D. MMMM YYYY', '1961', 'März 1961'], ['DD.MM.YY', '1961', '03.1961'], ['D.M.YYYY', '1961', '3.1961'], ['YYYY-MM-DD', '1961', '1961-03'],
  ])('of days written %s are %s and %s', (format, year, month) => {
    const { calendar } = spellingOf(kindOf(format));
    const { read } = spellingOf({ type: 'date' });
    const at = (iso: string): number => read(iso) as number;
    expect(calendar?.writePart(at('1961-03-01'), 'year')).toBe(year);
    expect(calendar?.writePart(at('1961-03-01'), 'month')).toBe(month);
    expect(calendar?.readPart(year)).toEqual({ start: at('1961-01-01'), end: at('1962-01-01') });
    expect(calendar?.readPart(month)).toEqual({ start: at('1961-03-01'), end: at('1961-04-01') });
  }); // prettier-ignore

  it('of times are hours and minutes, too, by the clock of the zone that is written', () => {
    const { calendar, read } = spellingOf(kindOf('YYYY-MM-DDTHH:mm:ss+02:00'));
    const value = read('2024-03-05T00:00:00+02:00') as number;
    expect(new Date(value).toISOString()).toBe('2024-03-04T22:00:00.000Z');
    expect(calendar?.isStart(value, 'day')).toBe(true);
    expect(calendar?.writePart(value, 'day')).toBe('2024-03-05');
    expect(calendar?.writePart(value, 'hour')).toBe('2024-03-05T00+02:00');
    expect(calendar?.readPart('2024-03')).toEqual({ start: value - 4 * 86_400_000, end: value + 27 * 86_400_000 });
    expect(calendar?.readPart('2024-03-05T13+02:00')).toEqual({
      start: value + 13 * 3_600_000,
      end: value + 14 * 3_600_000,
    });
  });
});
