import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/base/random.js';
import {
  describedColumns,
  expandPatterns,
  fitsPattern,
  isPattern,
  keyOfName,
  listMatches,
  nameOfKey,
  patternsFor,
  specOf,
} from '../../src/job/patterns.js';
import { planColumns, plannedRole } from '../../src/job/plan.js';
import { requireColumns } from '../../src/job/roles.js';
import { auditedColumns } from '../../src/pipeline/audited-columns.js';
import { parseJob } from '../../src/index.js';
import type { CheckedJob, Role } from '../../src/index.js';

/** Matches a pattern by trying every run of characters for every star. */
function naive(key: string, name: string): boolean {
  if (key === '') return name === '';
  if (key[0] === '*') return naive(key.slice(1), name) || (name !== '' && naive(key, name.slice(1)));
  const isEscape = key[0] === '\\' && (key[1] === '*' || key[1] === '\\');
  const literal = isEscape ? key[1] : key[0];
  return name[0] === literal && naive(key.slice(isEscape ? 2 : 1), name.slice(1));
}

/** Characters of a key that are no star. */
const literals = (key: string): number => key.replace(/\\([*\\])/g, '_').replaceAll('*', '').length;
const hasStar = (key: string): boolean => key.replace(/\\([*\\])/g, '_').includes('*');

const roles: readonly Role[] = ['quasi-identifier', 'identifier', 'sensitive', 'insensitive', 'drop'];

const jobOf = (attributes: Record<string, unknown>, more: object = {}): CheckedJob =>
  parseJob({
    attributes,
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: 'mondrian',
    ...more,
  });

describe('patterns of attributes', () => {
  it('match as trying every run of characters does', () => {
    const { below } = seededRandom(11);
    const draw = (letters: string, most: number): string =>
      Array.from({ length: below(most + 1) }, () => letters[below(letters.length)]).join('');
    let matched = 0;
    for (let i = 0; i < 20_000; i++) {
      const key = draw('ab**\\', 6);
      const name = draw('aab*\\', 7);
      const expected = naive(key, name);
      const found = [fitsPattern(key, name), isPattern(key), nameOfKey(keyOfName(name)), isPattern(keyOfName(name))];
      const own = [expected, hasStar(key), name, false];
      if (found.some((each, at) => each !== own[at])) expect([key, found]).toEqual([key, own]);
      if (!hasStar(key) && !fitsPattern(key, nameOfKey(key))) expect.fail(key);
      matched += Number(expected);
    }
    expect(matched).toBeGreaterThan(2000);
  });

  it('decide on columns as the definition says, in the plan and in the audit', () => {
    const { below } = seededRandom(12);
    const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)];
    const letters = ['a', 'b', 'F', '1', '2', '*', '\\'];
    const word = (parts: readonly string[], most: number): string =>
      Array.from({ length: 1 + below(most) }, () => pick(parts)).join('');
    let conflicts = 0;
    let decided = 0;
    let unmatched = 0;
    for (let i = 0; i < 3000; i++) {
      const columns = [...new Set(Array.from({ length: 6 }, () => word(letters, 4)))];
      const attributes: Record<string, Role> = {};
      for (let a = 0; a < 4; a++) {
        attributes[pick([keyOfName(pick(columns)), word(['*', ...letters], 3), `${pick(letters.slice(0, 5))}*`])] =
          pick(roles);
      }
      const keys = Object.keys(attributes);
      const names = keys.filter((key) => !hasStar(key)).map(nameOfKey);
      if (new Set(names).size < names.length) {
        expect(() => jobOf(attributes)).toThrow(expect.objectContaining({ code: 'ROLE_CONFLICT' }));
        continue;
      }
      const named = (name: string): string | undefined => keys.find((key) => !hasStar(key) && naive(key, name));
      const fitting = (name: string): string[] => {
        const all = keys.filter((key) => hasStar(key) && naive(key, name));
        const most = Math.max(...all.map(literals));
        return all.filter((key) => literals(key) === most);
      };
      const expected = new Map(columns.map((name) => [name, attributes[named(name) ?? fitting(name)[0]] ?? 'drop']));
      const job = jobOf(attributes);
      const isUnmatched = keys.some((key) => !columns.some((name) => naive(key, name)));
      const isConflict = columns.some((name) => named(name) === undefined && fitting(name).length > 1);
      const check = (): void => requireColumns(planColumns(job), columns);
      if (isUnmatched || isConflict) {
        expect(check).toThrow(isUnmatched && isConflict ? /./ : isConflict ? /two with as many/ : /matches|no column/);
        conflicts += Number(isConflict);
        unmatched += Number(isUnmatched);
        continue;
      }
      decided++;
      check();
      const found = columns.map((name) => ({ name, type: 'string' as const }));
      const audited = new Map(auditedColumns(job, columns));
      for (const each of [
        job,
        listMatches(job, columns),
        expandPatterns(job, columns),
        parseJob(listMatches(job, columns)),
      ]) {
        const plan = planColumns(each, found);
        const blind = planColumns(each);
        requireColumns(plan, columns);
        const roleOf = (name: string): string[] => [
          plannedRole(plan, name),
          plannedRole(blind, name),
          audited.get(name)?.role ?? 'drop',
        ];
        const wanted = Array.from(expected, ([name, role]) => [name, role, role, role]);
        expect(columns.map((name) => [name, ...roleOf(name)])).toEqual(wanted);
      }
      const listed = listMatches(job, columns);
      const described = describedColumns(listed).map(({ name }) => name);
      expect(described).toEqual(auditedColumns(listed, []).map(([name]) => name));
      expect(described).toEqual(
        planColumns(job, found).columns.flatMap(({ name, isNamed }) => (isNamed ? [name] : [])),
      );
    }
    expect(conflicts).toBeGreaterThan(50);
    expect(unmatched).toBeGreaterThan(100);
    expect(decided).toBeGreaterThan(300);
  });

  it('give way to a name, and to a pattern with more literal characters', () => {
    const job = jobOf({ 'F*': 'insensitive', 'F_*': 'sensitive', F_income: 'quasi-identifier' });
    expect(['F1', 'F_a', 'F_income', 'G'].map((name) => specOf(job, name)?.role)).toEqual([
      'insensitive', 'sensitive', 'quasi-identifier', undefined,
    ]); // prettier-ignore
    expect(patternsFor(job, 'F_income')).toEqual([]);
  });

  it('do not stand for the column that says how many rows each is', () => {
    const job = jobOf({ 'F*': 'insensitive', a: 'quasi-identifier' }, { input: { count: 'Freq' } });
    const plan = planColumns(
      job,
      ['F1', 'Freq', 'a'].map((name) => ({ name, type: 'string' as const })),
    );
    expect(plannedRole(plan, 'Freq')).toBe('drop');
    expect(listMatches(job, ['F1', 'Freq', 'a']).attributes['F*'].matches).toEqual(['F1']);
    requireColumns(planColumns(listMatches(job, ['F1', 'Freq', 'a'])), ['F1', 'Freq', 'a']);
  });

  it.each([
    ['"matches" of a name', { F1: { role: 'drop', matches: ['F1'] }, a: 'quasi-identifier' }, 'OPTION_UNUSED'],
    ['a listed name that does not match', { 'F*': { role: 'drop', matches: ['G1'] } }, 'UNKNOWN_VALUE'],
    ['a list of numbers', { 'F*': { role: 'drop', matches: [1] } }, 'WRONG_TYPE'],
  ])('%s is an error', (_, attributes, code) => {
    expect(() => jobOf(attributes)).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['that none matches', { 'f_*': 'drop' }, ['F_1', 'F_2'], 'UNKNOWN_COLUMN', /did you mean "F_1"/],
    ['of as many literal characters', { 'F*': 'drop', '*1': 'drop' }, ['F1'], 'ROLE_CONFLICT', /"F1"/],
    [
      'with a list that lacks a column',
      { 'F*': { role: 'drop', matches: ['F1'] } },
      ['F1', 'F2'],
      'COLUMN_NOT_LISTED',
      /"F2"/,
    ],
    [
      'with a list of a column that is gone',
      { 'F*': { role: 'drop', matches: ['F1', 'F3'] } },
      ['F1'],
      'UNKNOWN_COLUMN',
      /"F3"/,
    ],
  ] as const)('%s are an error', (_, attributes, columns, code, words) => {
    const check = (): void => requireColumns(planColumns(jobOf(attributes)), columns);
    expect(check).toThrow(expect.objectContaining({ code }));
    expect(check).toThrow(words);
  });

  it('are open to models of the columns that match them', () => {
    const privacy = [{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'F7' }];
    expect(jobOf({ 'F*': 'sensitive', a: 'quasi-identifier' }, { privacy }).privacy).toHaveLength(1);
    expect(() => jobOf({ 'F*': 'drop', a: 'quasi-identifier' }, { privacy })).toThrow(
      expect.objectContaining({ code: 'ROLE_NOT_SENSITIVE' }),
    );
  });
});
