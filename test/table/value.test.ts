import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inferType } from '../../src/table/infer-kind.js';
import {
  formatDate,
  isCanonicalInteger,
  isCanonicalNumber,
  parseDate,
  parseInteger,
  parseNumber,
} from '../../src/table/value.js';

describe('numbers', () => {
  it('follow a decimal grammar and nothing else (value-19)', () => {
    for (const text of [
      '0x10',
      '1_000',
      '１２',
      '12abc',
      '12\u00a0',
      ' 12',
      '1,5',
      '.',
      '+',
      '-',
      'e5',
      '1e',
      '--1',
      '1 2',
      'true',
    ]) {
      expect([text, parseNumber(text)]).toEqual([text, 'NUMBER_SYNTAX']);
    }
    for (const text of ['', '  ', '\t']) expect(parseNumber(text)).toBe('NUMBER_EMPTY');
    for (const text of ['NaN', 'nan', 'Infinity', '-inf', '1e309', '-1e999']) {
      expect(parseNumber(text)).toBe('NUMBER_NOT_FINITE');
    }
    expect(['1', '1.0', '01', '1e0', '+1', '10e-1', '1.', '100E-2'].map(parseNumber)).toEqual(new Array(8).fill(1));
    expect(parseNumber('.5')).toBe(0.5);
    expect(Object.is(parseNumber('-0.0'), 0)).toBe(true);
  });

  it('are refused when a double would round a whole number (value-20)', () => {
    for (const text of [
      '9007199254740993',
      '9007199254740993.0',
      '90071992547409930e-1',
      '1e-400',
      '18446744073709551615',
    ]) {
      expect([text, parseNumber(text)]).toEqual([text, 'NUMBER_NOT_EXACT']);
    }
    for (const text of ['9007199254740993.5', '-9007199254740992.5', '1e-400', '1e23'])
      expect([text, parseInteger(text), parseNumber(text)]).toEqual(
        text === '1e23' ? [text, 'NUMBER_NOT_EXACT', 1e23] : [text, 'NUMBER_NOT_EXACT', 'NUMBER_NOT_EXACT'],
      );
    expect(['0.0', '0e-5', '-0.00', '10e-1', '12.0'].map(parseInteger)).toEqual([0, 0, 0, 1, 12]);
    expect(['0.1', '1e-1', '15e-1'].map(parseInteger)).toEqual(new Array(3).fill('NUMBER_SYNTAX'));
    expect(['9007199254740991.5', '4503599627370497.5'].map(parseNumber)).toEqual([
      'NUMBER_NOT_EXACT',
      4503599627370497.5,
    ]);
    for (const text of [
      '0009007199254740992',
      '9007199254740992.000',
      '90071992547409920e-1',
      '0.09007199254740992e17',
    ])
      expect([text, parseNumber(text)]).toEqual([text, 2 ** 53]);
    expect(parseNumber('9007199254740992')).toBe(2 ** 53);
    expect(parseNumber('1e300')).toBe(1e300);
    expect(parseNumber('0.30000000000000001')).toBe(0.3);
    expect(parseInteger('9007199254740994')).toBe('NUMBER_NOT_EXACT');
    expect(parseInteger('-9007199254740992')).toBe(-(2 ** 53));
    expect(parseInteger('16777217')).toBe(16_777_217);
    expect(parseInteger('1.5')).toBe('NUMBER_SYNTAX');
  });

  it('read back from the text JavaScript gives them', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseNumber(String(value))).toBe(value === 0 ? 0 : value);
        expect(isCanonicalNumber(String(value))).toBe(true);
      }),
      { numRuns: 5000, seed: 22 },
    );
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(parseInteger(String(value))).toBe(value);
        expect(isCanonicalInteger(String(value))).toBe(true);
      }),
      { numRuns: 2000, seed: 23 },
    );
  });
});

describe('dates', () => {
  it('are days of the calendar, counted without a time zone', () => {
    expect(parseDate('1970-01-01')).toBe(0);
    expect(parseDate('2000-02-29')).toBe(11_016);
    expect(parseDate('1969-12-31')).toBe(-1);
    for (let days = -719_000; days < 2_900_000; days += 997) {
      const text = new Date(days * 86_400_000).toISOString().slice(0, 10);
      expect([parseDate(text), formatDate(days)]).toEqual([days, text]);
    }
  });

  it('are refused when they are not (value-22)', () => {
    for (const text of [
      '2023-02-29',
      '1900-02-29',
      '13/13/2020',
      '20-01-01',
      '2020-13-01',
      '2020-00-10',
      '2020-04-31',
      '2020-4-1',
      '2020-01-01T00:00',
      '',
    ]) {
      expect([text, parseDate(text)]).toEqual([text, 'DATE_INVALID']);
    }
  });
});

describe('an inferred type', () => {
  it('loses nothing', () => {
    expect(inferType(['1', '-2', '0', '9007199254740992'])).toBe('integer');
    expect(inferType(['1', '2.5', '1e+21', '-0.001'])).toBe('number');
    expect(inferType(['2020-02-29', '1999-12-31'])).toBe('date');
    for (const texts of [
      ['01'],
      ['+1'],
      ['-0'],
      ['1.0'],
      ['1e3'],
      ['9007199254740993'],
      ['NaN'],
      ['Infinity'],
      ['1', 'x'],
      ['2020-02-30'],
      ['1', '2020-01-01'],
      [' 1'],
      [''],
    ]) {
      expect([texts, inferType(texts)]).toEqual([texts, 'string']);
    }
    expect(inferType([])).toBe('string');
  });
});
