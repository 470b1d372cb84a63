import type { Column, ValueKind } from '../table/table.js';
import { missingNode } from './hierarchies/kind.js';
import type { AuditHierarchy } from './hierarchies/list.js';
import { kindOfHierarchy } from './hierarchies/list.js';
import type { AuditQuasiIdentifier } from './spec.js';
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
  { assumeMissing = false }: { readonly assumeMissing?: boolean } = {},
): Leaves | null {
  const hierarchy = attribute.hierarchy;
  const column = original ?? release;
  const missingText =
    column.texts.find((_, code) => isMissing(column, code, missing)) ??
    (assumeMissing ? missing.values().next().value : undefined);
  const kind = kindOfHierarchy(hierarchy);
  if (hierarchy !== undefined && kind?.given !== undefined) {
    return complete(kind.given(hierarchy, attribute.name), attribute, original, missing, missingText);
  }
  return original === undefined ? null : leavesOfColumn(original, hierarchy, missing);
}

/** Returns the kind of the values of an attribute, as far as the job or the original declares it. */
export function kindOfAttribute(
  { type, format }: AuditQuasiIdentifier,
  original: Column | undefined,
): ValueKind | undefined {
  if (type !== undefined) return { type, format };
  return original === undefined ? undefined : { type: original.type, format: original.format };
}

/** Adds the values of the original that the hierarchy does not name: the missing value silently, others counted. */
function complete(
  given: { texts: string[]; levels: string[][] | null },
  attribute: AuditQuasiIdentifier,
  original: Column | undefined,
  missing: ReadonlySet<string>,
  missingText: string | undefined,
): Leaves {
  const kind = kindOfAttribute(attribute, original) ?? { type: 'string' };
  const { texts, levels } = kind.type === 'string' ? given : withoutSpellings(given, kind, missing);
  const known = new Set(texts);
  const numbers = texts.map((text) => (missing.has(text) ? NaN : parseValue(text, kind)));
  // Texts are no numbers: NaN would make every text known.
  const knownNumbers = new Set(numbers.filter((number) => !Number.isNaN(number)));
  // Its own text, else the first that reads as a missing cell.
  let missingLeaf = missingText === undefined ? -1 : texts.indexOf(missingText);
  if (missingLeaf < 0) missingLeaf = texts.findIndex((text) => missing.has(text));
  let uncovered = 0;
  const root = levels?.at(-1)?.[0];
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
  kind: ValueKind,
  missing: ReadonlySet<string>,
): { texts: string[]; levels: string[][] | null } {
  const seen = new Set<number>();
  const isFirst = texts.map((text) => {
    const value = missing.has(text) ? NaN : parseValue(text, kind);
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
  if (hierarchy === undefined) {
    return { texts, missing: missingLeaf, levels: null, ordered: false, rootAliases: [], uncovered: 0 };
  }
  const kind = kindOfHierarchy(hierarchy);
  const given = kind?.labels?.(hierarchy, { texts, missing: missingLeaf, column });
  const written = '*'.repeat(given?.length ?? 0);
  const lengths = new Set(texts.flatMap((text, leaf) => (leaf === missingLeaf ? [] : [Array.from(text).length])));
  // The root of a single value of stars stands on every level, and the missing value with it.
  const isTop = (labels: readonly string[]): boolean =>
    lengths.size === 1 && texts.every((_, leaf) => leaf === missingLeaf || labels[leaf] === written);
  const levels = given?.map((labels) => (isTop(labels) ? labels.map(() => written) : labels)) ?? null;
  // A mask of values of one length may be written out in full; of others too, where that is no label of its own.
  const isOwn = [texts, ...(levels ?? [])].some((labels) => labels.includes(written));
  const isAlias = kind?.isWrittenOut === true && written !== '' && (lengths.size === 1 || !isOwn);
  const rootAliases = isAlias ? [written] : [];
  return { texts, missing: missingLeaf, levels, ordered: false, rootAliases, uncovered: 0 };
}
