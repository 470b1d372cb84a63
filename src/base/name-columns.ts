/** Names of columns in messages: numbered ones as a group. */
import { count as numberText, counted } from './numbers.js';

/** Fewest columns that are named as a group. */
const FEWEST_OF_GROUP = 4;
/** Groups and names that a sentence shows. */
const MOST_ITEMS = 10;

/**
 * Groups names side by side that differ in one number, which grows by one: `F1`, `F2`, `F3`, `F4`, or `q01_a` to `q40_a`. Fewer than four are no group.
 *
 * @param isSame - true for names that may be in one group. Default: all
 * @returns the names in their order
 */
export function groupNames(
  names: readonly string[],
  isSame: (one: string, other: string) => boolean = () => true,
): string[][] {
  const groups: string[][] = [];
  let next: readonly Successor[] = [];
  for (const name of names) {
    const group = groups[groups.length - 1];
    const found = next.filter((each) => each.name === name);
    if (group !== undefined && found.length > 0 && isSame(group[0], name)) {
      group.push(name);
      next = successorsOf(name).filter(({ start }) => found.some((each) => each.start === start));
    } else {
      groups.push([name]);
      next = successorsOf(name);
    }
  }
  return groups.flatMap((group) => (group.length < FEWEST_OF_GROUP ? group.map((name) => [name]) : [group]));
}

/** A name with one of its numbers raised by one, and where that number starts. */
interface Successor {
  readonly name: string;
  readonly start: number;
}

function successorsOf(name: string): Successor[] {
  return Array.from(name.matchAll(/\d{1,9}/g), ({ 0: digits, index }) => {
    const raised = String(Number(digits) + 1).padStart(digits.startsWith('0') ? digits.length : 0, '0');
    return { name: name.slice(0, index) + raised + name.slice(index + digits.length), start: index };
  });
}

/** The name of a group: `F1 to F40 (40 columns)`; of one column its name. */
export function nameGroup(group: readonly string[], word = (name: string): string => name): string {
  if (group.length === 1) return word(group[0]);
  return `${word(group[0])} to ${word(group[group.length - 1])} (${counted(group.length, 'column')})`;
}

/** Form of {@link nameColumns}. */
interface NamingOptions {
  /** Names stand in quotation marks. Default false. */
  readonly quote?: boolean;
  /** Groups and names that are listed; the others are counted. Default 10. One more is listed too, since "and 1 more" is no shorter. */
  readonly most?: number;
  /** A text behind a name or a group, whose columns have the same. Default: none. */
  readonly label?: (name: string) => string;
}

/** `F1 to F40 (40 columns), income, region`: names of columns in a message. */
export function nameColumns(
  names: readonly string[],
  { quote = false, most = MOST_ITEMS, label = () => '' }: NamingOptions = {},
): string {
  const groups = groupNames(names, (one, other) => label(one) === label(other));
  const shown = groups.length <= most + 1 ? groups : groups.slice(0, most);
  const left = groups.slice(shown.length).reduce((sum, { length }) => sum + length, 0);
  const word = (name: string): string => (quote ? JSON.stringify(name) : name);
  const text = shown.map((group) => nameGroup(group, word) + label(group[0])).join(', ');
  return left === 0 ? text : `${text} and ${numberText(left)} more`;
}
