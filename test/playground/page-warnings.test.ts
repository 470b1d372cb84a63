import { describe, expect, it } from 'vitest';
import type { Choices } from '../../playground/src/choices.js';
import { initialChoices } from '../../playground/src/choices.js';
import { pageWarnings } from '../../playground/src/parts/page-warnings.js';
import { readCsv, tableFromRows } from '../../src/index.js';
import { warningCures } from '../../src/base/cures.js';

const table = tableFromRows(Array.from({ length: 40 }, (_, i) => ({ age: 20 + i, city: i === 0 ? 'NA' : `${i}` })));
const choices: Choices = {
  ...initialChoices,
  algorithm: 'optimal-lattice',
  columns: [
    { name: 'age', role: 'quasi-identifier', hierarchy: undefined },
    { name: 'sick', role: 'sensitive', hierarchy: undefined },
  ],
};

describe('a warning on the page', () => {
  it('says what to do in words of the page, for every code that has a cure', () => {
    const all = Object.keys(warningCures).map((code) => ({ code, message: 'odd', attribute: 'age' }));
    for (const { text } of pageWarnings(all, table)) expect(text).not.toMatch(/--\w|kohort \w|"role"|\{"/);
    const own = pageWarnings([{ code: 'MINIMAL_RECODING', message: 'kohort attack downcoding' }], table);
    expect(own).toMatchObject([{ isDetail: true, text: expect.stringContaining('“Attacks”') }]);
  });

  it('has no flag and no key of a job in the warnings of real tables', async () => {
    const lines = (cells: readonly string[]): string => ['a;b', ...cells.map((cell) => `${cell};x`)].join('\n');
    const numbers = Array.from({ length: 40 }, (_, i) => `${20 + i}`);
    const texts = [
      lines([...numbers, '90+']),
      lines(['01.02.2003', '2003-02-01', '05.06.2007', '2011-12-13']),
      lines(['03/04/2005', '05/06/2007']),
      lines(['HIV', 'hiv', 'HIV.', 'flu']),
      lines([...numbers, '99999']),
    ];
    const tables = [
      ...(await Promise.all(texts.map(async (text) => readCsv(text, { delimiter: ';' })))),
      await readCsv(Buffer.from(lines(['Müller', 'Jäger']), 'latin1')),
    ];
    const told = tables.flatMap((each) => pageWarnings(each.warnings, each).map(({ text }) => text));
    expect(told.length).toBeGreaterThan(4);
    expect(told.filter((text) => /--\w|input\.|"(?:fold|format|type|missing|suppression)"/.test(text))).toEqual([]);
  });

  it('asks whether marks are missing values, which one click answers', () => {
    const found = table.warnings.filter(({ code }) => code === 'MAYBE_MISSING');
    const [{ text, marks }] = pageWarnings(found, table);
    expect(marks).toEqual(['NA']);
    expect(text).toContain('are they missing values?');
    expect(text).not.toContain('--missing');
  });

  it('has its cure as a button where the choices can do it', () => {
    const cured = (code: string, attribute: string): Choices => {
      const [{ cures }] = pageWarnings([{ code, message: 'odd', attribute }], table);
      return cures[0].apply(choices);
    };
    expect(cured('LEVELS_MISSING', 'age').columns[0].hierarchy?.type).toBe('intervals');
    expect(cured('SENSITIVE_UNPROTECTED', 'sick').models.at(-1)).toMatchObject({ model: 'l-diversity' });
    expect(cured('CONSTANT_COLUMN', 'age').columns[0].role).toBe('drop');
  });
});
