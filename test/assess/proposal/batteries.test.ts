import { describe, expect, it } from 'vitest';
import { findBatteries, patternOf } from '../../../src/assess/proposal/batteries.js';
import { shortJobText } from '../../../src/assess/proposal/job-text.js';
import { seededRandom } from '../../../src/base/random.js';
import { keyOfName } from '../../../src/job/patterns.js';
import {
  anonymize,
  inspect,
  jobText,
  parseJobText,
  proposeJob,
  tableFromRows,
  type Table,
} from '../../../src/index.js';

/** A survey of 40 questions with -8 and -9, five on trust without numbers in their names, and facts about people. */
function survey(rows: number): Table {
  const { below } = seededRandom(5);
  const answers = (names: readonly string[], draw: () => unknown) =>
    Object.fromEntries(names.map((name) => [name, draw()]));
  const questions = Array.from({ length: 40 }, (_, i) => `F${i + 1}`);
  return tableFromRows(
    Array.from({ length: rows }, () => ({
      age: 18 + below(60),
      region: ['north', 'south', 'east', 'west'][below(4)],
      smoker: ['yes', 'no'][below(2)],
      married: ['yes', 'no'][below(2)],
      ...answers(questions, () => (below(20) === 0 ? -9 : below(30) === 0 ? -8 : 1 + below(5))),
      diagnosis: ['flu', 'gout', 'ulcer', 'asthma'][below(4)],
      ...answers(
        ['press', 'court', 'police', 'army'].map((of) => `sees_${of}`),
        () => 1 + below(7),
      ),
      'x*1': below(3),
    })),
  );
}
const questions = Array.from({ length: 40 }, (_, i) => `F${i + 1}`);
const trust = ['press', 'court', 'police', 'army'].map((of) => `sees_${of}`);

describe('batteries of questions', () => {
  const table = survey(300);
  const proposed = proposeJob(table, { rowsArePeople: true });

  it('are neighbouring columns with one set of values, and no two yes and no', () => {
    expect(findBatteries(table.columns)).toEqual([questions, trust]);
    expect(findBatteries(table.columns, (name) => name === 'F20')).toEqual([
      questions.slice(0, 19), questions.slice(20), trust,
    ]); // prettier-ignore
    const apart = table.columns.filter(({ name }) => !['F1', 'F2', 'F3'].includes(name) || name === 'F1');
    expect(findBatteries(apart.slice(0, 7)).flat()).toEqual([]);
  });

  it('have one role and one reason, and stand in the job as a pattern that lists them', () => {
    const own = proposed.columns.filter(({ name }) => questions.includes(name));
    expect(own).toHaveLength(40);
    expect(new Set(own.map(({ role, reason }) => `${role}: ${reason}`)).size).toBe(1);
    expect(own[0].reason).toMatch(/^40 columns side by side with one set of values, treated as one: /);
    expect(proposed.batteries).toEqual([questions, trust]);
    expect(proposed.job.attributes['F*']).toEqual({ role: 'drop', matches: questions });
    expect(Object.keys(proposed.job.attributes)).toContain('x\\*1');
    expect(proposed.job.attributes['sees_*'].matches).toEqual(trust);
  });

  it('stand in the text of the job once, which reads as the job', async () => {
    const text = jobText(proposed);
    expect(parseJobText(text).attributes).toEqual(proposed.job.attributes);
    expect(text.match(/"F17"/g)).toHaveLength(1);
    expect(text.match(/40 columns side by side/g)).toHaveLength(1);
    expect(text).toMatch(/\/\/ F1 to F40 \(40 columns\): /);
    expect(Object.keys(parseJobText(shortJobText(proposed)).attributes)).toEqual(Object.keys(proposed.job.attributes));
    const { release } = await anonymize(table, parseJobText(text));
    expect(release.columns.filter(({ name }) => questions.includes(name))).toEqual([]);
    expect(release.column('sees_press')).toBeDefined();
  });

  it('count codes of missing values in all of their columns as missing', () => {
    const few = tableFromRows(
      Array.from({ length: 200 }, (_, i) => ({
        age: 20 + (i % 40),
        ...Object.fromEntries(
          ['F1', 'F2', 'F3', 'F4'].map((name, q) => [
            name,
            (i + q) % 9 === 0 && q !== 2 ? -9 : 1 + ((i * (q + 1)) % 5),
          ]),
        ),
      })),
    );
    const { job, columns } = proposeJob(few, { rowsArePeople: true });
    expect(job.attributes['F*']).toMatchObject({ role: 'quasi-identifier', missing: ['-9'] });
    expect(columns.find(({ name }) => name === 'F3')!.reason).toMatch(/"-9" lie apart .* in 3 of these columns/);
  });

  it('are told apart by somebody who names a column', () => {
    const named = proposeJob(table, { rowsArePeople: true, sensitive: ['F20'] });
    expect(named.job.attributes.F20.role).toBe('sensitive');
    expect(named.batteries[0]).toHaveLength(19);
    expect(named.job.attributes['F*']).toBeUndefined();
  });

  it('are listed by inspections', async () => {
    const { batteries, columns } = await inspect(table, { rowsArePeople: true });
    expect(batteries).toEqual([questions, trust]);
    expect(columns).toHaveLength(table.columns.length);
  });

  it('have a pattern only where it names them and, of others, fewer that stand alone', () => {
    const { below } = seededRandom(9);
    const word = (): string => Array.from({ length: 1 + below(4) }, () => 'ab*\\1'[below(5)]).join('');
    let found = 0;
    for (let i = 0; i < 3000; i++) {
      const all = [...new Set(Array.from({ length: 7 }, word))];
      const names = all.slice(0, 3);
      const pattern = patternOf(names, all);
      if (pattern === null) continue;
      found++;
      const source = pattern.split(/(?<!\\)(?:\\\\)*\*/);
      expect(source.length).toBeGreaterThan(1);
      const matched = all.filter((name) => isMatched(pattern, name));
      expect([names, pattern, matched]).toEqual([names, pattern, names]);
    }
    expect(found).toBeGreaterThan(100);
    expect(patternOf(['F1', 'F2'], ['F1', 'F2', 'F_income'])).toBeNull();
    // A column that stands alone has its name in the job, which beats the pattern.
    expect(patternOf(['F1', 'F2'], ['F1', 'F2', 'F_income'], new Set(['F1', 'F2']))).toBe('F*');
    expect(patternOf(['F1', 'F2'], ['F1', 'F2', 'Fa', 'Fb'], new Set(['F1', 'F2']))).toBeNull();
    expect(keyOfName('F*')).toBe('F\\*');
  });
});

/** Matches by trying every run of characters for the star. */
function isMatched(pattern: string, name: string): boolean {
  if (pattern === '') return name === '';
  if (pattern[0] === '*')
    return isMatched(pattern.slice(1), name) || (name !== '' && isMatched(pattern, name.slice(1)));
  const isEscape = pattern[0] === '\\' && '*\\'.includes(pattern[1] ?? ' ');
  return name[0] === (isEscape ? pattern[1] : pattern[0]) && isMatched(pattern.slice(isEscape ? 2 : 1), name.slice(1));
}
