import type { AuditedHierarchyKind, FewerLeaves } from './kind.js';
import { labelEach, rootOf } from './kind.js';

export interface MaskSpec {
  readonly type: 'mask';
  readonly keep?: 'left' | 'right';
}

export const mask: AuditedHierarchyKind<MaskSpec> = {
  type: 'mask',
  isWrittenOut: true,
  labels({ keep }, leaves) {
    const characters = leaves.texts.map((text) => Array.from(text));
    const longest = longestOf(leaves);
    const levels: string[][] = [];
    for (let hidden = 1; hidden < longest; hidden++) {
      levels.push(
        labelEach(leaves, (leaf) => {
          const list = characters[leaf];
          return keep === 'right'
            ? '*'.repeat(hidden) + list.slice(Math.max(0, hidden - (longest - list.length))).join('')
            : list.slice(0, longest - hidden).join('') + '*'.repeat(hidden);
        }),
      );
    }
    return [...levels, rootOf(leaves)];
  },
  isOrderOfFewer: ({ keep }) => keep !== 'right',
  readFewer(spec, leaves, labels) {
    const longest = longestOf(leaves);
    // Ranges and quoted values may be longer than the longest value.
    const shown = labels.filter((label) => !/^["[]/.test(label));
    const isKnown = shown.some((label) => Array.from(label).length >= longest);
    const under = leavesUnder(spec, leaves, longest);
    return (label) => (isKnown && !isStars(label) ? null : under(label));
  },
};

const isStars = (label: string): boolean => /^\*+$/.test(label);

const longestOf = ({ texts, missing }: FewerLeaves): number =>
  texts.reduce((most, text, leaf) => (leaf === missing ? most : Math.max(most, Array.from(text).length)), 0);

/**
 * Finds the leaves that a label hides where the longest value of the input is not known, only that none is longer than `longest`: those that
 * begin (or end) with its characters and are no longer than it. Some of its stars may be those of a value; a label of stars alone is that of
 * values of its length.
 */
function leavesUnder(
  { keep }: MaskSpec,
  { texts, missing }: FewerLeaves,
  longest: number,
): (label: string) => readonly number[] {
  const inOrder = (text: string): string[] => (keep === 'right' ? Array.from(text).reverse() : Array.from(text));
  const characters = texts.map(inOrder);
  const byStart = new Map<number, ReadonlyMap<string, readonly number[]>>();
  const startingWith = (start: readonly string[]): readonly number[] => {
    const { length } = start;
    const known = byStart.get(length) ?? groupByStart(characters, length, missing);
    byStart.set(length, known);
    return known.get(start.join('')) ?? [];
  };
  return (label) => {
    const shown = inOrder(label);
    const start = shown.slice(0, shown.findLastIndex((character) => character !== '*') + 1);
    if (shown.length > longest || start.length === shown.length) return [];
    const found = startingWith(start).filter((leaf) => characters[leaf].length <= shown.length);
    if (start.length > 0) return found;
    const isHidden = ([first, ...rest]: readonly string[]): boolean =>
      first === '*' || rest.length + 1 === shown.length;
    const own = found.filter((leaf) => characters[leaf].length === 0 || isHidden(characters[leaf]));
    return missing < 0 ? own : [...own, missing];
  };
}

function groupByStart(
  characters: readonly (readonly string[])[],
  length: number,
  missing: number,
): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  characters.forEach((list, leaf) => {
    if (leaf === missing || list.length < length) return;
    const start = list.slice(0, length).join('');
    const group = groups.get(start);
    if (group === undefined) groups.set(start, [leaf]);
    else group.push(leaf);
  });
  return groups;
}
