import { describe, expect, it } from 'vitest';
import { suggestRole } from '../../../src/assess/inspection/suggest-role.js';
import { tableFromRows } from '../../../src/index.js';
import { countRowsPerCode } from '../../../src/table/table.js';

const suggested = (name: string, rows: number, cell: (row: number) => string) => {
  const [column] = tableFromRows(
    Array.from({ length: rows }, (_, row) => [cell(row)]),
    { columns: [name] },
  ).columns;
  return suggestRole(column, countRowsPerCode(column));
};
const roleOf = (name: string, rows: number, cell: (row: number) => string): string =>
  suggested(name, rows, cell).suggestedRole;

describe('serial numbers', () => {
  it.each([
    ['from 1', (row: number) => String(row + 1)],
    ['from anywhere', (row: number) => String(4711 + row)],
    ['that count down', (row: number) => String(900 - row)],
    ['with decimals', (row: number) => `${row + 1}.0`],
    ['with a full stop', (row: number) => `${row + 1}.`],
    ['behind zeros', (row: number) => String(row + 1).padStart(4, '0')],
    ['behind letters', (row: number) => `P-${101 + row}`],
    ['behind words', (row: number) => `Participant ${1 + row}`],
  ])('%s are identifiers in a table of a few rows too', (_, cell) => {
    for (const rows of [6, 12, 200]) {
      for (const name of ['x1', 'V2', 'unnamed']) expect([rows, name, roleOf(name, rows, cell)]).toEqual([rows, name, 'identifier']);
    }
    expect(suggested('x1', 9, cell).reason).toBe('its values count the rows');
  }); // prettier-ignore

  it('are found where cells are missing', () => {
    expect(roleOf('x1', 12, (row) => (row === 4 ? '' : String(50 + (row > 4 ? row - 1 : row))))).toBe('identifier');
  });

  it('are not years, days, ages, measures, numbers that repeat, and numbers in another order', () => {
    expect(roleOf('x1', 12, (row) => String(1999 + row))).toBe('quasi-identifier');
    expect(roleOf('Jahr', 120, (row) => String(1900 + row))).toBe('quasi-identifier');
    expect(roleOf('x1', 28, (row) => String(20240201 + row))).toBe('quasi-identifier');
    expect(roleOf('x1', 12, (row) => String(18710220 + row))).toBe('identifier');
    expect(roleOf('x1', 9, (row) => String(18710220 + row))).toBe('quasi-identifier');
    expect(roleOf('x1', 9, (row) => String(20230223 + row))).toBe('identifier');
    expect(roleOf('age', 30, (row) => String(30 + row))).toBe('quasi-identifier');
    expect(roleOf('height', 15, (row) => String(158 + row))).toBe('quasi-identifier');
    expect(roleOf('salary', 30, (row) => String(3000 + row))).toBe('sensitive');
    expect(roleOf('x1', 12, (row) => String(1 + Math.floor(row / 2)))).toBe('quasi-identifier');
    expect(roleOf('x1', 12, (row) => String(1 + ((5 * row) % 12)))).toBe('quasi-identifier');
    expect(roleOf('x1', 12, (row) => String(10 + row / 10))).toBe('quasi-identifier');
    expect(roleOf('x1', 4, (row) => String(10 + row))).toBe('quasi-identifier');
  });
});

const GIVEN = 'anna ida tom marie lukas olga priya mehmet giulia emma jan paul'.split(' ');
const FAMILY = 'meyer dupont smith rossi nowak jansen müller silva weber moreau kowalski costa'.split(' ');
const one = (row: number): string => GIVEN[row % 12];
const two = (row: number): string => FAMILY[(5 * row + 1) % 12].replace('ü', 'ue');

describe('accounts', () => {
  it.each([
    ['behind @', (row: number) => `@${one(row)}`],
    ['on a server', (row: number) => `@${one(row)}@social.example`],
    ['of a board', (row: number) => `u/${one(row)}`],
    ['with numbers', (row: number) => `${one(row)}${10 + (row % 12)}`],
    ['with a line', (row: number) => `${one(row)}_${two(row)}`],
    ['of an initial and a name', (row: number) => `${one(row)[0]}${two(row)}`],
    ['of a name and an initial', (row: number) => `${two(row)}${one(row)[0]}`],
  ])('%s are identifiers, however often they repeat', (_, cell) => {
    for (const name of ['x1', 'wert', 'posted from']) expect([name, roleOf(name, 96, cell)]).toEqual([name, 'identifier']);
  }); // prettier-ignore

  it('are not words, codes, names of files, and items', () => {
    const of = (texts: string) => (row: number) => texts.split(' ')[row % texts.split(' ').length];
    for (const texts of [
      'red green blue yellow orange purple pink brown black white gray cyan',
      'item1 item2 item3 item4 item5 item6 item7 item8 item9 item10 item11',
      'never sometimes often always rarely daily weekly monthly yearly hourly unknown',
      'setosa versicolor virginica persica canina rugosa gallica alba moschata damascena',
      'q1 q2 q3 q4 a1 a2 a3 a4 b1 b2 b3',
      'chrome firefox safari edge opera brave vivaldi lynx konqueror netscape mosaic',
      'London Paris Berlin Madrid Rome Vienna Prague Warsaw Lisbon Dublin Athens',
    ]) {
      expect([texts, roleOf('x1', 110, of(texts))]).toEqual([texts, 'quasi-identifier']);
    }
  });

  it.each(['twitter', 'instagram', 'handle', 'screen_name', 'Benutzer', 'Benutzername', 'utilisateur'])(
    '%s is a name of accounts',
    (name) => expect(roleOf(name, 96, (row) => `qz${'abcdefghijklmnopqrstuvwx'[row % 24]}vx`)).toBe('identifier'),
  );
});
