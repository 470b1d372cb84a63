import { describe, expect, it } from 'vitest';
import { delimiterOfLists } from '../../../src/assess/proposal/list-cells.js';
import { anonymize, jobText, parseJob, proposeJob, tableFromRows } from '../../../src/index.js';
import { countRowsPerCode } from '../../../src/table/table.js';

const delimiterOf = (cells: readonly (string | null)[]): string | null => {
  const [column] = tableFromRows(cells.map((cell) => ({ cell }))).columns;
  return delimiterOfLists(column, countRowsPerCode(column));
};
const repeat = (cells: readonly string[], times: number): string[] => Array.from({ length: times }, () => cells).flat();
const illnesses = ['asthma, HIV', 'HIV, asthma', 'flu', 'asthma, flu, HIV', 'flu, asthma', 'HIV', 'asthma', 'flu, HIV'];

describe('columns of lists', () => {
  it('are found by items that stand at several places of several cells', () => {
    expect(delimiterOf(repeat(illnesses, 4))).toBe(',');
    expect(
      delimiterOf(
        repeat(
          illnesses.map((cell) => cell.replaceAll(', ', ';')),
          4,
        ),
      ),
    ).toBe(';');
    expect(
      delimiterOf(
        repeat(
          illnesses.map((cell) => cell.replaceAll(', ', '|')),
          4,
        ),
      ),
    ).toBe('|');
  });

  it('are not names, places, numbers, sentences or plain kinds', () => {
    const surnames = ['Meyer', 'Huber', 'Kunz', 'Vogt', 'Frei'];
    const names = surnames.flatMap((surname) =>
      ['Anna', 'Beat', 'Carl', 'Dora'].map((first) => `${surname}, ${first}`),
    );
    expect(delimiterOf(repeat(names, 2))).toBeNull();
    expect(delimiterOf(repeat(['Bern, BE', 'Thun, BE', 'Basel, BS', 'Biel, BE'], 8))).toBeNull();
    expect(delimiterOf(repeat(['1,5 mg', '2,5 mg', '1,5 mg/d', '2,5'], 8))).toBeNull();
    expect(delimiterOf(repeat(['flu', 'HIV', 'asthma'], 8))).toBeNull();
    const told = 'was seen at home on the evening before, by his neighbour and by her sister, and did not sleep';
    expect(delimiterOf(repeat([told, `${told}, again`, `asthma, ${told}`], 8))).toBeNull();
  });
});

describe('a job from a table with lists', () => {
  const rows = repeat(illnesses, 5).map((conditions, i) => ({
    age: 20 + (i % 40),
    sex: i % 2 === 0 ? 'f' : 'm',
    conditions,
  }));
  const table = tableFromRows(rows);

  it('counts lists in another order once', async () => {
    const { job, columns } = proposeJob(table, { sensitive: ['conditions'], quasiIdentifiers: ['age', 'sex'] });
    expect(job.attributes.conditions).toEqual({ role: 'sensitive', set: { delimiter: ',' }, fold: true });
    expect(columns[2].reason).toContain('lists of items between ","');
    const { result } = await anonymize(table, job, { seed: 1 });
    const model = result.privacy.find(({ attribute }) => attribute === 'conditions');
    expect(model).toMatchObject({ holds: true });
    expect(model).not.toHaveProperty('achievedFolded');
  });

  it('merges no spellings where the rows are counted, and has l of the lists without their order', () => {
    const said = { sensitive: ['conditions'], quasiIdentifiers: ['age', 'sex'] };
    const { job } = proposeJob(table, { ...said, isCounted: true });
    expect(job.attributes.conditions).toEqual({ role: 'sensitive', set: { delimiter: ',' } });
    const two = tableFromRows(
      rows.map((row, i) => ({ ...row, conditions: i % 2 === 0 ? 'asthma, HIV' : 'HIV, asthma' })),
    );
    expect(proposeJob(two, said).job.privacy).toEqual([{ model: 'k-anonymity', k: 5 }]);
  });

  it('drops a list of which most rows are rare, without keys that only sensitive columns have', () => {
    const few = ['flu', 'gout', 'HIV', 'asthma', 'measles', 'mumps'];
    const pairs = few.flatMap((one) => few.flatMap((other) => (one < other ? [`${one}, ${other}`] : [])));
    const odd = tableFromRows(repeat(pairs, 2).map((diagnosis, i) => ({ age: 20 + i, diagnosis })));
    const { job } = proposeJob(odd);
    expect(() => parseJob(job)).not.toThrow();
    expect(job.attributes.diagnosis).toEqual({ role: 'drop' });
  });
});

describe('the text of a job with hundreds of columns', () => {
  it('says a long reason once', () => {
    const wide = tableFromRows(
      Array.from({ length: 30 }, (_, i) =>
        Object.fromEntries(Array.from({ length: 120 }, (_, f) => [`F${f}`, (i * (f + 3)) % 5])),
      ),
    );
    const text = jobText(proposeJob(wide, { k: 3 }));
    expect(text.match(/such columns leave little of each/g)?.length).toBeLessThan(40);
    expect(text.match(/\/\/ likewise/g)?.length).toBeGreaterThan(60);
  });
});
