/** Names of columns in messages: numbered ones as a group. */
import { count as numberText, counted } from './numbers.js';

/** Fewest columns that are named as a group. */
const FEWEST_OF_GROUP = 4;

/** Names that stand for the number of columns of one kind. */
interface NamedGroup {
  readonly first: string;
  readonly last: string;
  readonly count: number;
}

/** Groups names that differ in a number that grows by one: `F1`, `F2`, `F3`, or `q01_a`, `q02_a`. */
function groupNames(names: readonly string[]): NamedGroup[] {
  const groups: { first: string; last: string; count: number }[] = [];
  let next: readonly string[] = [];
  for (const name of names) {
    const group = groups[groups.length - 1];
    if (group !== undefined && next.includes(name)) {
      groups[groups.length - 1] = { first: group.first, last: name, count: group.count + 1 };
      next = successorsOf(name).filter((each) => isAlong(group.first, name, each));
    } else {
      groups.push({ first: name, last: name, count: 1 });
      next = successorsOf(name);
    }
  }
  return groups.flatMap((group, i) => {
    if (group.count >= FEWEST_OF_GROUP) return [group];
    const from = groups.slice(0, i).reduce((sum, { count }) => sum + count, 0);
    return names.slice(from, from + group.count).map((name) => ({ first: name, last: name, count: 1 }));
  });
}

/** Names with one of the numbers of a name raised by one, written with as many digits. */
function successorsOf(name: string): string[] {
  return Array.from(name.matchAll(/\d{1,9}/g), ({ 0: digits, index }) => {
    const next = String(Number(digits) + 1).padStart(digits.startsWith('0') ? digits.length : 0, '0');
    return name.slice(0, index) + next + name.slice(index + digits.length);
  });
}

/** True where the number that grows from one name to the next is the one that grew before. */
function isAlong(first: string, last: string, next: string): boolean {
  const shape = (name: string, other: string): string => {
    let start = 0;
    while (start < name.length && name[start] === other[start]) start++;
    while (start > 0 && /\d/.test(name[start - 1])) start--;
    return `${start}`;
  };
  return shape(first, last) === shape(last, next);
}

/**
 * `F1 to F40 (40 columns), income, region`: names of columns for a message.
 *
 * @param options - `quote`: with quotation marks; `most`: items that are listed, the others are counted. Default 10.
 */
export function nameColumns(
  names: readonly string[],
  { quote = false, most = 10 }: { readonly quote?: boolean; readonly most?: number } = {},
): string {
  const word = (name: string): string => (quote ? JSON.stringify(name) : name);
  const groups = groupNames(names);
  const shown = groups.slice(0, groups.length === most + 1 ? most + 1 : most);
  const left = groups.slice(shown.length).reduce((sum, { count }) => sum + count, 0);
  const texts = shown.map(({ first, last, count }) =>
    count === 1 ? word(first) : `${word(first)} to ${word(last)} (${counted(count, 'column')})`,
  );
  return left === 0 ? texts.join(', ') : `${texts.join(', ')} and ${numberText(left)} more`;
}
