import { describe, expect, it } from 'vitest';
import { type NumberFormat, numberFormat, writePattern } from '../../src/table/number-format.js';
import { drawing } from '../random.js';

const formatOf = (pattern: string): NumberFormat => {
  const format = numberFormat(pattern);
  if (format === null) throw new Error(`${pattern} is no format`);
  return format;
};

/** A pattern, the language of the host's own formats that writes like it, and its decimals: least and most. */
const WRITTEN = [
  ['#,##0.00', 'en-US', 2],
  ['#,##0', 'en-US', 0],
  ['#.##0,000', 'de-DE', 3],
  ['#.##0,#', 'de-DE', 0],
  ['#’##0.0', 'de-CH', 1],
  ['#,##,##0.00', 'en-IN', 2],
  ['#,##,##0', 'en-IN', 0],
  ['#\u202f##0,00', 'fr-FR', 2],
] as const;

describe('numbers are written as the host writes them', () => {
  it.each(WRITTEN)('%s as in %s', (pattern, language, decimals) => {
    const format = formatOf(pattern);
    const { hasDecimals } = format.pattern;
    const host = new Intl.NumberFormat(language, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: hasDecimals ? 6 : 0,
      useGrouping: true,
    });
    const draw = drawing(3);
    const drawn = Array.from({ length: 120 }, () => {
      const whole = Math.floor(10 ** draw(12) * (draw(1000) / 1000));
      const value = hasDecimals ? Number(`${whole}.${draw(10 ** draw(5))}`) : whole;
      return draw(2) === 0 || value === 0 ? value : -value;
    });
    for (const value of [0, 9, 10, 99, 100, 999, 1000, 9999, 10_000, 99_999, 100_000, 1_234_567, 12_345_678, -1000, ...drawn]) {
      const text = format.write(value);
      const expected = host.format(value).replaceAll("'", '’');
      expect([value, text]).toEqual([value, expected]);
      expect([text, format.read(text)]).toEqual([text, value === 0 ? 0 : value]);
    }
  }); // prettier-ignore

  it.each([
    [1e21, '1000000000000000000000,0'],
    [1.5e21, '1500000000000000000000,0'],
    [1.234e22, '12340000000000000000000,0'],
    [1e-7, '0,0000001'],
    [1.25e-7, '0,000000125'],
    [-1.25e-10, '-0,000000000125'],
  ])('in digits where JavaScript writes an exponent: %d', (value, text) => {
    const format = formatOf('0,0');
    expect(format.write(value)).toBe(text);
    expect(format.read(text)).toBe(value);
  });

  it('with a sign before a currency that is a sign, and behind one of letters', () => {
    expect(formatOf('$0').write(-5)).toBe('-$5');
    expect(formatOf('EUR 0').write(-5)).toBe('EUR -5');
    expect(formatOf('0 kg').write(-5)).toBe('-5 kg');
    expect(formatOf('$0').write(5)).toBe('$5');
    expect(formatOf('EUR 0').write(0)).toBe('EUR 0');
  });

  it('in parentheses where the pattern has them, below zero only', () => {
    const format = formatOf('$#,##0.0;($#,##0.0)');
    expect([-1234.5, 0, 1234.5].map((value) => format.write(value))).toEqual(['($1,234.5)', '$0.0', '$1,234.5']);
  });
});

describe('a text is read by a pattern', () => {
  it.each([
    ['#,##0.00', '1,234', 1234],
    ['#,##0.00', '1234', 1234],
    ['#,##0.00', '1234.5', 1234.5],
    ['#,##0.00', '1,234.', 1234],
    ['#,##0.00', '.5', 0.5],
    ['#,##0.00', '+1,234', 1234],
    ['#,##0.00', '12,34', 'NUMBER_SYNTAX'],
    ['#,##0.00', '1,2345', 'NUMBER_SYNTAX'],
    ['#,##0.00', '1234,567', 'NUMBER_SYNTAX'],
    ['#,##0.00', ',123', 'NUMBER_SYNTAX'],
    ['#,##0.00', '1,234.5.6', 'NUMBER_SYNTAX'],
    ['#,##0.00', '.', 'NUMBER_SYNTAX'],
    ['#,##0.00', '-', 'NUMBER_SYNTAX'],
    ['#,##0.00', '1 ,234', 'NUMBER_SYNTAX'],
    ['#,##0.00', 'x1,234', 'NUMBER_SYNTAX'],
    ['#,##0.00', '1,234x', 'NUMBER_SYNTAX'],
    ['#,##0.00', ' ', 'NUMBER_EMPTY'],
    ['#,##0.00', '', 'NUMBER_EMPTY'],
    ['#,##,##0', '12,34,567', 1_234_567],
    ['#,##,##0', '1,234', 1234],
    ['#,##,##0', '1,234,567', 'NUMBER_SYNTAX'],
    ['#,##,##0', '123,456', 'NUMBER_SYNTAX'],
    ['#,##,##0', '1234567', 1_234_567],
    ['0.0', '1,234', 'NUMBER_SYNTAX'],
    ['$0', '-$5', -5],
    ['$0', '$-5', -5],
    ['$0', '+$5', 5],
    ['$0', '-$-5', 'NUMBER_SYNTAX'],
    ['$0', '+$-5', 'NUMBER_SYNTAX'],
    ['$0', '5', 'NUMBER_SYNTAX'],
    ['0 %', '5%', 5],
    ['0 %', '5\u00a0 %', 5],
    ['0 %', '5', 'NUMBER_SYNTAX'],
    ["#'##0", '1’234', 1234],
    ['#’##0', "1'234'567", 1_234_567],
    ['# ##0', '1\u00a0234', 1234],
    ['# ##0', '1\u2009234\u202f567', 1_234_567],
    ['# ##0', '1  234', 'NUMBER_SYNTAX'],
    ['#.##0', '1.234', 1234],
    ['#.##0', '1234,5', 1234.5],
    ['0;(0)', '(5)', -5],
    ['0;(0)', '-5', -5],
    ['0;(0)', '(-5)', 'NUMBER_SYNTAX'],
    ['0;(0)', '(+5)', 'NUMBER_SYNTAX'],
    ['0;(0)', '5)', 'NUMBER_SYNTAX'],
    ['0;(0)', '(5', 'NUMBER_SYNTAX'],
    ['0;(0)', '((5))', 'NUMBER_SYNTAX'],
    ['0', '(5)', 'NUMBER_SYNTAX'],
    ['0 (net)', '5 (net)', 5],
    ['0 (net)', '5 net', 'NUMBER_SYNTAX'],
    ['0', '9007199254740993', 'NUMBER_NOT_EXACT'],
    ['0,#', '1e5', 'NUMBER_SYNTAX'],
  ])('%s: %j is %s', (pattern, text, expected) => {
    expect(formatOf(pattern).read(text)).toBe(expected);
  });
});

describe('a pattern of numbers', () => {
  it.each([
    ['0', { before: '', after: '', thousands: '', decimal: '.', decimals: 0, hasDecimals: false }],
    ['0.00', { decimals: 2, hasDecimals: true }],
    ['0,#', { decimal: ',', decimals: 0, hasDecimals: true }],
    ['0.0##', { decimal: '.', decimals: 1, hasDecimals: true }],
    ['#.##0', { thousands: '.', decimal: ',', decimals: 0, hasDecimals: false }],
    ['#,##0', { thousands: ',', decimal: '.', isIndian: false, hasParentheses: false }],
    ['#,##,##0.0', { thousands: ',', isIndian: true, decimals: 1 }],
    ['"EUR" 0', { before: 'EUR ', after: '' }],
    ['0 "kg"', { before: '', after: ' kg' }],
    ['0;(0)', { hasParentheses: true }],
    ["'0", null],
    ['.0', null],
    ['’0', null],
    ['Fr.0', { before: 'Fr.' }],
    ["CHF'0", { before: "CHF'" }],
    ['0.', null],
    ['#.##0.00', null],
    ['#,##0,#', null],
    ['0;0', null],
    ['0;(1)', null],
    ['0;', null],
    ['', null],
    ['#', null],
    ['kg', null],
    ['-0', null],
    ['0-', null],
    ['0 1', null],
    ['1 0', null],
    ['0*', null],
    ['<0', null],
    ['0]', null],
    ['0 {', null],
    ['0\n', null],
    ['−0', null],
  ])('%j: %o', (pattern, expected) => {
    const format = numberFormat(pattern);
    if (expected === null) expect(format).toBeNull();
    else expect(format?.pattern).toMatchObject(expected);
  });

  it.each([
    '0',
    '0.00',
    '0,#',
    '#,##0',
    '#.##0,0',
    '#,##,##0.00',
    '$#,##0.00',
    '0 %',
    '0;(0)',
    '#,##0.0 €;(#,##0.0 €)',
  ])('is made of its pieces again: %s', (pattern) => {
    expect(writePattern(formatOf(pattern).pattern)).toBe(pattern);
  });

  it('may be made of the pieces that it needs alone', () => {
    const pieces = { before: '', after: ' kg', thousands: ',', decimal: '.', decimals: 2, hasDecimals: true } as const;
    expect(writePattern(pieces)).toBe('#,##0.00 kg');
    expect(writePattern({ ...pieces, isIndian: true, hasParentheses: true })).toBe('#,##,##0.00 kg;(#,##,##0.00 kg)');
    expect(writePattern({ ...pieces, thousands: '', decimal: ',', decimals: 0 })).toBe('0,# kg');
  });

  it('is compiled once', () => {
    expect(numberFormat('#,##0.000')).toBe(numberFormat('#,##0.000'));
  });
});
