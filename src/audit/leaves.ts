import { InvalidArgumentError } from '../errors.js';
import type { Column } from '../table/table.js';
import type { AuditHierarchy, AuditQuasiIdentifier, AuditTree } from './spec.js';
import { isMissing, parseValue } from './values.js';

/** The leaves of an attribute and their labels on every level, straight from the definition, in no special order. */
export interface Leaves {
  readonly texts: readonly string[];
  /** Index of the missing value, or -1. */
  readonly missing: number;
  /** levels[j][leaf]: label at level j + 1; null for a domain without levels. */
  readonly levels: readonly (readonly string[])[] | null;
  /** True when the order of `texts` is the order of the domain (type "order", levels and trees over strings). */
  readonly ordered: boolean;
  /** Other spellings of the root: a mask may be written out in full. */
  readonly rootAliases: readonly string[];
  /** Values of the original that no leaf of the hierarchy covers. They were added, under the root alone. */
  readonly uncovered: number;
}

/** The label of the missing value's own nodes: no other node has it, whatever missing cells are spelled like. */
export const missingNode = '\u0000';

/**
 * The leaves of a quasi-identifier: of the hierarchy as given for levels, tree and order; otherwise the distinct values
 * of the original's column. A missing value that the hierarchy does not name is a leaf as well, under the root alone.
 * Null when they cannot be known (no original).
 *
 * @param assumeMissing - there is a missing value even if no cell shows it (it may be hidden in a range)
 */
export function findLeaves(
  attribute: AuditQuasiIdentifier,
  original: Column | undefined,
  release: Column,
  missing: ReadonlySet<string>,
  assumeMissing = false,
): Leaves | null {
  const hierarchy = attribute.hierarchy;
  const column = original ?? release;
  const missingText =
    column.texts.find((_, code) => isMissing(column, code, missing)) ??
    (assumeMissing ? missing.values().next().value : undefined);
  switch (hierarchy?.type) {
    case 'levels':
      return complete(leavesOfRows(attribute.name, hierarchy.rows), attribute, original, missing, missingText);
    case 'tree':
      return complete(leavesOfTree(hierarchy.tree), attribute, original, missing, missingText);
    case 'order':
      return complete({ texts: [...hierarchy.values], levels: null }, attribute, original, missing, missingText);
    default:
      return original === undefined ? null : leavesOfColumn(original, hierarchy, missing);
  }
}

function leavesOfRows(name: string, rows: readonly (readonly string[])[] | undefined) {
  if (rows === undefined || rows.length === 0 || rows.some((row) => row.length === 0)) {
    throw new InvalidArgumentError(
      `attributes[${JSON.stringify(name)}].hierarchy.rows`,
      'rows of labels, one a leaf, that were read from the file before',
      rows === undefined ? 'no rows' : 'an empty list or row',
    );
  }
  const byLeaf = new Map<string, readonly string[]>();
  let width = 0;
  for (const row of rows) {
    if (!byLeaf.has(row[0])) byLeaf.set(row[0], row);
    width = Math.max(width, row.length);
  }
  const chains = [...byLeaf.values()];
  const levels: string[][] = [];
  for (let level = 1; level < width; level++) levels.push(chains.map((row) => row[Math.min(level, row.length - 1)]));
  return { texts: chains.map((row) => row[0]), levels };
}

function leavesOfTree(tree: AuditTree) {
  const paths: { leaf: string; ancestors: string[] }[] = [];
  const walk = (node: AuditTree | readonly string[], ancestors: string[]): void => {
    if (Array.isArray(node)) for (const leaf of node as readonly string[]) paths.push({ leaf, ancestors });
    else for (const [label, child] of Object.entries(node as AuditTree)) walk(child, [...ancestors, label]);
  };
  if (Object.keys(tree).length === 1) walk(tree, []);
  else walk(tree, ['*']);
  const height = paths.reduce((most, path) => Math.max(most, path.ancestors.length), 0);
  // The node at depth d of the path stands at level height - d; below the last ancestor the leaf stands for itself.
  const levels: string[][] = [];
  for (let level = 1; level <= height; level++) {
    levels.push(paths.map(({ leaf, ancestors }) => ancestors[height - level] ?? leaf));
  }
  return { texts: paths.map((path) => path.leaf), levels };
}

/** Adds the values of the original that the hierarchy does not name: the missing value silently, others counted. */
function complete(
  given: { texts: string[]; levels: string[][] | null },
  attribute: AuditQuasiIdentifier,
  original: Column | undefined,
  missing: ReadonlySet<string>,
  missingText: string | undefined,
): Leaves {
  const type = attribute.type ?? original?.type ?? 'string';
  const { texts, levels } = type === 'string' ? given : withoutSpellings(given, type, missing);
  const known = new Set(texts);
  const knownNumbers = new Set(texts.map((text) => (missing.has(text) ? NaN : parseValue(text, type))));
  // Its own text, else the first that reads as a missing cell.
  let missingLeaf = missingText === undefined ? -1 : texts.indexOf(missingText);
  if (missingLeaf < 0) missingLeaf = texts.findIndex((text) => missing.has(text));
  let uncovered = 0;
  const root = levels === null ? '' : levels.length === 0 ? '*' : levels[levels.length - 1][0];
  const add = (text: string, own: string, top: number): number => {
    texts.push(text);
    levels?.forEach((labels, j) => labels.push(j < top ? own : labels[0]));
    return texts.length - 1;
  };
  const height = levels?.length ?? 0;
  // The root, or `*`, may stand on several levels; below them the missing value is a node of its own.
  const isShared = (labels: readonly string[]): boolean =>
    (labels[0] === root || labels[0] === '*') && labels.every((label) => label === labels[0]);
  if (missingLeaf < 0 && missingText !== undefined) {
    const top = levels?.findIndex(isShared) ?? -1;
    missingLeaf = add(missingText, missingNode, top < 0 ? height - 1 : top);
  }
  original?.texts.forEach((text, code) => {
    if (!isMissing(original, code, missing) && !known.has(text) && !knownNumbers.has(original.numbers?.[code] ?? NaN)) {
      add(text, text, height - 1);
      uncovered++;
    }
  });
  return { texts, missing: missingLeaf, levels, ordered: true, rootAliases: [], uncovered };
}

/** One leaf for each number or date, whatever its spellings: the first. */
function withoutSpellings(
  { texts, levels }: { texts: string[]; levels: string[][] | null },
  type: 'integer' | 'number' | 'date',
  missing: ReadonlySet<string>,
): { texts: string[]; levels: string[][] | null } {
  const seen = new Set<number>();
  const isFirst = texts.map((text) => {
    const value = missing.has(text) ? NaN : parseValue(text, type);
    if (Number.isNaN(value)) return true;
    return seen.size < seen.add(value).size;
  });
  const first = (list: readonly string[]): string[] => list.filter((_, leaf) => isFirst[leaf]);
  return { texts: first(texts), levels: levels?.map(first) ?? null };
}

function leavesOfColumn(column: Column, hierarchy: AuditHierarchy | undefined, missing: ReadonlySet<string>): Leaves {
  const texts: string[] = [];
  let missingLeaf = -1;
  column.texts.forEach((text, code) => {
    if (!isMissing(column, code, missing)) texts.push(text);
    else if (missingLeaf < 0) missingLeaf = texts.push(text) - 1;
  });
  const given = labelsOf(hierarchy, texts, missingLeaf, column);
  const written = '*'.repeat(given?.length ?? 0);
  const lengths = new Set(texts.flatMap((text, leaf) => (leaf === missingLeaf ? [] : [Array.from(text).length])));
  // Of a single value of stars, the root stands on every level, and the missing value with it.
  const isTop = (labels: readonly string[]): boolean =>
    lengths.size === 1 && texts.every((_, leaf) => leaf === missingLeaf || labels[leaf] === written);
  const levels = given?.map((labels) => (isTop(labels) ? labels.map(() => written) : labels)) ?? null;
  // A mask of values of one length may be written out in full; of others too, where that is no label of its own.
  const isOwn = [texts, ...(levels ?? [])].some((labels) => labels.includes(written));
  const isAlias = hierarchy?.type === 'mask' && written !== '' && (lengths.size === 1 || !isOwn);
  const rootAliases = isAlias ? [written] : [];
  return { texts, missing: missingLeaf, levels, ordered: false, rootAliases, uncovered: 0 };
}

/** Labels of the hierarchies that follow from the values. */
function labelsOf(
  hierarchy: AuditHierarchy | undefined,
  texts: readonly string[],
  missing: number,
  column: Column,
): string[][] | null {
  const root = texts.map(() => '*');
  const each = (label: (text: string) => string): string[] =>
    texts.map((text, leaf) => (leaf === missing ? missingNode : label(text)));
  switch (hierarchy?.type) {
    case 'suppress':
      return [root];
    case 'intervals': {
      const values = texts.map((text) => parseValue(text, column.type));
      const { origin = 0 } = hierarchy;
      return [
        ...hierarchy.widths.map((width) =>
          texts.map((_, leaf) => (leaf === missing ? missingNode : intervalLabel(values[leaf], origin, width, column))),
        ),
        root,
      ];
    }
    case 'mask': {
      const characters = texts.map((text) => Array.from(text));
      const longest = characters.reduce(
        (most, list, leaf) => (leaf === missing ? most : Math.max(most, list.length)),
        0,
      );
      const levels: string[][] = [];
      for (let hidden = 1; hidden < longest; hidden++) {
        levels.push(
          characters.map((list, leaf) => {
            if (leaf === missing) return missingNode;
            return hierarchy.keep === 'right'
              ? '*'.repeat(hidden) + list.slice(Math.max(0, hidden - (longest - list.length))).join('')
              : list.slice(0, longest - hidden).join('') + '*'.repeat(hidden);
          }),
        );
      }
      return [...levels, root];
    }
    case 'dates':
      return [...hierarchy.levels.map((level) => each((text) => dateLabel(text, level))), root];
    default:
      return null;
  }
}

/** `[lo-hi]` for integers, the half-open `[lo, hi)` for numbers; bounds have 12 significant digits. */
function intervalLabel(value: number, origin: number, width: number, column: Column): string {
  const bound = (j: number): number => Number((origin + j * width).toPrecision(12)) + 0;
  let j = Math.floor((value - origin) / width);
  // The division rounds: the bounds decide.
  if (value >= bound(j + 1)) j++;
  else if (value < bound(j)) j--;
  return column.type === 'integer' ? `[${bound(j)}-${bound(j + 1) - 1}]` : `[${bound(j)}, ${bound(j + 1)})`;
}

function dateLabel(text: string, level: 'month' | 'quarter' | 'year' | 'decade' | 'century'): string {
  const year = text.slice(0, 4);
  switch (level) {
    case 'month':
      return text.slice(0, 7);
    case 'quarter':
      return `${year}-Q${Math.ceil(Number(text.slice(5, 7)) / 3)}`;
    case 'year':
      return year;
    case 'decade':
      return `${year.slice(0, 3)}0s`;
    case 'century':
      return `${year.slice(0, 2)}00-${year.slice(0, 2)}99`;
  }
}
