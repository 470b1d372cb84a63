import { seededRandom } from '../../src/base/random.js';

/** Values of one person each, in spellings that nothing else of a release can hold by chance. */
export const planted = { town: 'Qaanaaq-Zyx', income: '73459', weight: '88.1737', born: '1971-08-23' } as const;

/** Hexadecimal digests and random names of files, which hold any five digits now and then. */
const digests = /\b(?=\w*[a-f])[0-9a-f]{12,}\b/g;

/** True when a text shows a planted value: its digits within a longer number (seconds of a run) or a digest do not. */
export const shows = (text: string, value: string): boolean =>
  new RegExp(`(?<![\\d.])${value.replaceAll('.', '\\.')}(?!\\d)`).test(text.replace(digests, ''));

export const plantedColumns = Object.keys(planted) as (keyof typeof planted)[];

/** The columns of `drawPeople`, and their types. */
export const peopleTypes = {
  town: 'string',
  income: 'integer',
  weight: 'number',
  born: 'date',
  age: 'integer',
  illness: 'string',
} as const;

const towns = ['Asker', 'Bergen', 'Drammen', 'Elverum', 'Floro', 'Gol', 'Hamar', 'other', 'a, b', '"x" {y}', '[1-2]'];

/**
 * Rows of people of five kinds of quasi-identifiers, small values oftener than large ones, a few ages missing; each value of
 * `values` stands in one row.
 */
export function drawPeople(
  seed: number,
  rows: number,
  values: Readonly<Record<keyof typeof planted, string>> = planted,
): (string | null)[][] {
  const random = seededRandom(seed);
  const below = (n: number): number => random.below(n);
  const small = (n: number): number => Math.min(below(n), below(n));
  const two = (n: number): string => String(n).padStart(2, '0');
  const people = Array.from({ length: rows }, () => [
    towns[small(towns.length)],
    String(500 * (20 + small(160))),
    String((40 + below(60)) / 2),
    `${1973 + below(45)}-${two(1 + below(12))}-${two(1 + below(28))}`,
    below(12) === 0 ? null : String(18 + below(9)),
    ['flu', 'cold', 'asthma', 'gout'][below(4)],
  ]);
  plantedColumns.forEach((name, column) => (people[below(rows)][column] = values[name]));
  return people;
}

/** The texts of a released town, alone or in a set. */
const membersOf = (cell: string): string[] =>
  cell.startsWith('{') && cell.endsWith('}') ? [cell, ...cell.slice(1, -1).split(', ')] : [cell];

/** Towns in the released cells that fewer than k of the people have, planted or not. */
export function rareTowns(
  people: readonly (readonly (string | null)[])[],
  cells: readonly string[],
  k: number,
): string[] {
  const borne = new Map<string, number>();
  for (const [town] of people) borne.set(town as string, (borne.get(town as string) ?? 0) + 1);
  const isRare = (text: string): boolean => text !== 'other' && (borne.get(text) ?? k) < k;
  return [...new Set(cells)].flatMap(membersOf).filter(isRare);
}
