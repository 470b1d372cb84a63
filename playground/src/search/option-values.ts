/** Values of the options of an algorithm, and errors in entered texts. */
import type { Catalogue } from 'kohort/js';
import type { ColumnChoice } from '../choices.js';
import { count } from '../parts/words.js';

export type AlgorithmInfo = Catalogue['algorithms'][number];
export type OptionInfo = AlgorithmInfo['optionInfos'][number];
/** Allowed values. */
export type ValueInfo = Omit<OptionInfo, 'name' | 'description' | 'default' | 'otherwise'>;

/** `a whole number from 0 to 100` */
export function rangeText({ integer = false, min, max, above = false }: ValueInfo): string {
  const what = integer ? 'a whole number' : 'a number';
  const least = min === undefined ? '' : above ? ` above ${count(min)}` : ` from ${count(min)}`;
  const isLimited = max !== undefined && max < Number.MAX_SAFE_INTEGER;
  if (!isLimited) return min === undefined ? what : `${what}${above ? least : ` of at least ${count(min)}`}`;
  return `${what}${least} to ${count(max)}`;
}

/** The error in a text that should be a number; null where there is none. An empty one is the default. */
export function numberProblem(info: ValueInfo, text: string): string | null {
  if (text.trim() === '') return null;
  const value = Number(text);
  const { integer = false, min = -Infinity, max = Infinity, above = false } = info;
  const fits = Number.isFinite(value) && value >= min && value <= max && !(above && value === min);
  return fits && (!integer || Number.isInteger(value)) ? null : `Not allowed: it is ${rangeText(info)}.`;
}

/** True for numbers of so few values that a slider reaches each of them. */
export const fitsSlider = ({ min, max, integer = false }: ValueInfo): boolean =>
  min !== undefined && max !== undefined && (integer ? max - min <= 100 : max - min <= 1);

/** Columns that an option can name: quasi-identifiers, and for groups of columns also those that a search looks at. */
export const columnsFor = (columns: readonly ColumnChoice[], roles: readonly ColumnChoice['role'][]): string[] =>
  columns.filter(({ role }) => roles.includes(role)).map(({ name }) => name);

/** Lists of columns by the number of their group: those with a number stand together, the others alone. */
export function groupsOf(numbers: Readonly<Record<string, number>>): string[][] {
  const groups = new Map<number, string[]>();
  for (const [name, number] of Object.entries(numbers)) {
    if (number > 0) groups.set(number, [...(groups.get(number) ?? []), name]);
  }
  return [...groups].sort(([a], [b]) => a - b).map(([, names]) => names);
}

/** The number of the group that every column is in, from 1; 0 alone. */
export const numbersOf = (groups: readonly (readonly string[])[], names: readonly string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, 1 + groups.findIndex((group) => group.includes(name))]));
