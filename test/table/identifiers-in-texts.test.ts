import { describe, expect, it } from 'vitest';
import { tableFromRows } from '../../src/index.js';
import { runToCompletion } from '../../src/base/steps.js';
import { findIdentifiersInTexts } from '../../src/table/identifiers-in-texts.js';

/** Rows of [identifier, text] among thirty rows in which nothing is found. */
function search(pairs: readonly (readonly [identifier: string, text: string])[]) {
  const others = Array.from({ length: 30 }, (_, i) => [
    `Nobody${'abcdefghij'[i % 10]} Nowhere${'klmn'[i % 4]}`,
    `feels well ${i % 3}`,
  ]);
  const table = tableFromRows([...pairs.map((pair) => [...pair]), ...others], { columns: ['who', 'note'] });
  const [found] = runToCompletion(findIdentifiersInTexts(table, [table.column('who')!], [table.column('note')!]));
  return found === undefined ? null : [found.own, found.others];
}

describe('identifiers in texts', () => {
  it.each([
    ['Xaver Unikat', 'letter to Xaver Unikat'],
    ['Xaver Unikat', 'UNIKAT, XAVER called again'],
    ['José García', 'seen with Jose Garcia.'],
    ['Unikat', 'letter to Mr Unikat'],
    ['Dr. Ida van den Berg', 'Ida has moved; Berg is the old name'],
    ['Rose', 'asked whether Rose may go home'],
    ['C00017', 'see file C00017'],
    ['P-1734', 'copy of p 1734'],
    ['ida@mail.example', 'write to Ida@mail.example'],
    ['70001', 'number 70001 twice'],
    ['0151 2345678', 'call 01512345678'],
    ['01512345678', 'call 0151-234 5678 after noon'],
    ['Иван Петров', 'письмо Петров Иван'],
    ['Jürgen Müller', 'scan_JürgenMüller.pdf'],
    ['Jürgen Müller', 'scan_juergen_mueller.pdf'],
    ['Jürgen Müller', 'mail from juergenmueller1'],
    ['Jürgen Müller', 'MuellerJuergen'],
    ['Juergen Mueller', 'called Herr Müller, Jürgen'],
    ['Joe Sample', 'joe_sample_2.tif'],
    ['0070001', 'case 70001'],
    ['70001', 'case 0070001'],
    ['P-1003', 'see p1003'],
    ['p1003', 'see P 1003'],
    ['AB12-3456', 'plate ab 12 3456'],
    ['+49 151 2345678', 'call 0151 2345678'],
    ['+49 (0)151 2345678', 'call 0151/2345678'],
    ['0151 2345678', 'call +491512345678'],
    ['0151 2345678', 'call 0049 151 2345678 today'],
    ['01512345678', 'call +49 (0) 151 2345678'],
    ['+1 (555) 123-4567', 'call 555-123-4567'],
    ['+351 912 345 678', 'call 912345678'],
  ])('%s stands in "%s"', (identifier, text) => {
    expect(search([[identifier, text]])).toEqual([1, 0]);
  });

  it.each([
    ['Xaver Unikat', 'letter to Xaver Meier'],
    ['Unikat', 'a unikatum'],
    ['Rose', 'rose gold'],
    ['Will', 'will come back. Will see'],
    ['Bo', 'bo'],
    ['31', 'visit 31'],
    ['1234', 'visit 1234'],
    ['70001', 'number 700012'],
    ['F', 'F'],
    ['Jürgen Müller', 'scan_JürgenMayer.pdf'],
    ['0001234', 'visit 1234'],
    ['P-1003', 'p 10030'],
    ['A-12', 'ward a12'],
    ['+49 151 2345678', 'call 0152 2345678'],
    ['+49 151 2345678', 'order 2345678'],
    ['Sue', 'su casa'],
    ['An Li', 'an anli of it'],
  ])('%s does not stand in "%s"', (identifier, text) => {
    expect(search([[identifier, text]])).toBeNull();
  });

  it('of another row are counted apart', () => {
    expect(search([['Xaver Unikat', 'none'], ['Ida Dupont', 'sister of Xaver Unikat']])).toEqual([0, 1]);
    expect(search([['Xaver Unikat', 'brother of Ida Dupont'], ['Ida Dupont', 'Ida Dupont and Xaver Unikat']])).toEqual([1, 1]);
  }); // prettier-ignore

  it('are found among far more values than texts', () => {
    const rows = Array.from({ length: 400 }, (_, i) => [
      i % 2 === 0
        ? String(70_000 + i)
        : `Xaver${'abcde'[i % 5]} Unikat${i}`.replace(/\d/g, (d) => 'abcdefghij'[Number(d)]),
      `ward ${i % 3}`,
    ]);
    rows[7][1] = `${rows[7][0]} has moved`;
    rows[8][1] = 'file 70 008 twice';
    rows[9][1] = `brother of ${rows[11][0]}`;
    const table = tableFromRows(rows, { columns: ['who', 'note'] });
    const find = () => runToCompletion(findIdentifiersInTexts(table, [table.column('who')!], [table.column('note')!]));
    expect(find()).toEqual([{ text: 'note', identifier: 'who', own: 2, others: 1 }]);
  });

  it('of one word that others use too count only where they follow their own people', () => {
    const words = ['Paris', 'Lyon', 'Nice', 'Lille'];
    const chance = Array.from({ length: 200 }, (_, i) => [words[i % 4], `lives in ${words[(i * 7 + (i >> 3)) % 4]}`] as const);
    expect(search(chance)).toBeNull();
    const follow = Array.from({ length: 200 }, (_, i) => [words[i % 4], `lives in ${words[i % 20 === 0 ? 0 : i % 4]}`] as const);
    expect(search(follow)![0]).toBeGreaterThan(150);
  }); // prettier-ignore

  it('are found in time that is linear in the rows, and never in numbers', () => {
    const timeOf = (rows: number): number => {
      const table = tableFromRows(
        Array.from({ length: rows }, (_, i) => [
          `First${i % 500} Last${i % 701}`.replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]),
          String(1_000_000 + i),
          `seen on ward ${i % 7} after a fall, code ${i * 3}, complains of pain in the left leg`,
          String(i),
        ]),
        { columns: ['name', 'mrn', 'note', 'visit'] },
      );
      const started = performance.now();
      const columns = ['name', 'mrn'].map((name) => table.column(name)!);
      expect(
        runToCompletion(findIdentifiersInTexts(table, columns, [table.column('note')!, table.column('visit')!])),
      ).toEqual([]);
      return performance.now() - started;
    };
    const small = Math.max(5, timeOf(2000), timeOf(2000));
    expect(timeOf(8000)).toBeLessThan(40 * small);
    if (process.env.KOHORT_MEASURE === '1') console.log(timeOf(100_000));
  });
});
