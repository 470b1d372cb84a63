import { describe, expect, it } from 'vitest';
import { foldCodes, foldedText, foldOriginal } from '../../src/audit/fold.js';
import { foldText, foldValues } from '../../src/table/fold-text.js';
import { unknownMarks } from '../../src/table/missing-marks.js';
import { mergeSpellingsOf } from '../../src/table/merge-spellings.js';
import { tableFromRows } from '../../src/index.js';
import { drawing } from '../random.js';
import { columnOf } from '../table-texts.js';

describe('spellings of one value', () => {
  it.each([
    ['HIV', 'hiv', 'HIV.', ' Hiv ', 'HIV .'],
    ['asthma, HIV', 'HIV, asthma', 'HIV;Asthma', 'hiv|asthma', 'HIV, asthma, HIV'],
    ['Ménière', 'Meniere', 'MENIERE\u0300'.replace('E\u0300', 'E'), 'Me\u0301nie\u0300re'],
    ['flu  A', 'flu A', 'flu\u00a0a'],
  ])('fold to one text: %s', (...spellings) => {
    expect(new Set(spellings.map((text) => foldText(text))).size).toBe(1);
    expect(new Set(spellings.map((text) => foldedText(text, null))).size).toBe(1);
  });

  it('are not what differs in more', () => {
    const texts = ['1,5', '5,1', 'HIV-1', 'HIV-2', 'C', 'C+', '?', '.', 'a b', 'ab', 'a/b'];
    expect(new Set(texts.map((text) => foldText(text))).size).toBe(texts.length);
    expect(foldText('a / b', ' / ')).toBe(foldText('b / a', ' / '));
  });

  it('are the same by the code of the audit', () => {
    const draw = drawing(11);
    const parts = [
      'HIV',
      'hiv',
      'é',
      'E',
      ' ',
      '  ',
      ',',
      ', ',
      ';',
      '|',
      '.',
      '!',
      '1,5',
      '\n',
      'NA',
      'unknown',
      'k.A.',
      '?',
      '-',
    ];
    const texts = Array.from({ length: 3000 }, () =>
      Array.from({ length: 1 + draw(5) }, () => parts[draw(parts.length)]).join(''),
    );
    expect(texts.map((text) => foldedText(text, null))).toEqual(texts.map((text) => foldText(text)));
    for (let from = 0; from < texts.length; from += 30) {
      const rows = texts.slice(from, from + 30).map((s) => ({ s }));
      const table = tableFromRows(rows, { types: { s: 'string' } });
      const [column] = table.columns;
      const groups = foldValues(column);
      expect(foldCodes(column, null)?.join()).toBe(groups?.groupOf.join());
      const merged = mergeSpellingsOf(table, new Map([['s', undefined]]));
      const audited = foldOriginal(table, [{ name: 's', delimiter: null }])!;
      expect(columnOf(audited, 's')).toEqual(columnOf(merged, 's'));
      expect(new Set(merged.columns[0].codes).size).toBe(merged.columns[0].texts.length);
    }
  });

  it('become the most frequent one, the first by code point of equally frequent ones', () => {
    const rows = ['hiv', 'HIV', 'HIV', 'flu', 'Flu', '', null].map((s) => ({ s }));
    const merged = mergeSpellingsOf(tableFromRows(rows), new Map([['s', undefined]]));
    expect(columnOf(merged, 's')).toEqual(['HIV', 'HIV', 'HIV', 'Flu', 'Flu', '', '']);
    expect(merged.columns[0].missingCode).toBe(2);
  });
});

it('marks of missing values are one with the missing value, in the audit too', () => {
  const rows = ['flu', ...unknownMarks, 'na', 'Unknown.'].map((s) => ({ s }));
  const [column] = tableFromRows(rows, { types: { s: 'string' } }).columns;
  expect(foldValues(column)?.count).toBe(2);
  expect(new Set(foldCodes(column, null)).size).toBe(2);
});
