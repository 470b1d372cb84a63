import { anyValue } from '../../hierarchy/any-value.js';
import { valuesOf } from '../../hierarchy/coding/code-domain.js';
import { otherValue } from '../../hierarchy/coding/set-label.js';
import type { Coding, Domain, NumberBounds } from '../../hierarchy/domain.js';
import type { HierarchySpec } from '../../hierarchy/kinds.js';
import { isMadeOfValues, kindOf } from '../../hierarchy/kinds.js';
import { LeafMatcher } from '../../hierarchy/leaf-matcher.js';
import { compareCodePoints } from '../../hierarchy/sorted-codes.js';
import type { LeafRun, ReleasedValue } from '../../quality/released.js';
import type { Column } from '../../table/table.js';
import type { Cover, KeptAttribute } from './recoding.js';

/** True where leaves are the job's own words, so that they may be kept. */
export const hasOwnLeaves = (spec: HierarchySpec | undefined): boolean => spec !== undefined && !isMadeOfValues(spec);

/**
 * Cover of a released value, in terms that hold for unseen values; null where there are none.
 *
 * @param domain - as it was searched
 * @param spec - the hierarchy that it was made with
 */
export function coverOf(domain: Domain, spec: HierarchySpec | undefined, value: ReleasedValue): Cover | null {
  if (value.label === anyValue) return { any: true };
  const values = valuesOf(domain);
  const { missingLeaf } = values;
  const all = value.runs ?? [value];
  const hasMissing = missingLeaf >= 0 && all.some(({ lo, hi }) => lo <= missingLeaf && missingLeaf <= hi);
  const runs = hasMissing ? withoutLeaf(all, missingLeaf) : all;
  const missing = hasMissing ? ({ missing: true } as const) : {};
  if (runs.length === 0) return missing;
  const cover = coverOfRuns(domain, spec, runs, value.level);
  return cover === null ? null : { ...cover, ...missing };
}

function coverOfRuns(
  domain: Domain,
  spec: HierarchySpec | undefined,
  runs: readonly LeafRun[],
  level: number | null,
): Cover | null {
  if (domain.coding !== undefined) return coverOfCoded(domain.coding, runs);
  if (hasOwnLeaves(spec)) return { leaves: runs.map(({ lo, hi }) => [lo, hi] as const) };
  const { labels, numbers, hierarchy, order } = domain;
  const [{ lo, hi }] = runs;
  if (level !== null && level > 0 && hierarchy !== null) {
    const { labels: nodes, nodeOf } = hierarchy.levels[level];
    return { node: { level, label: nodes[nodeOf[lo]] } };
  }
  if (numbers !== null) return { numbers: { from: numbers[lo], to: numbers[hi] } };
  if (lo === hi) return { texts: [labels[lo]] };
  // Values between those of people have no known place in the order of a hierarchy that is made of these.
  return order === 'sorted' ? { between: [labels[lo], labels[hi]] } : null;
}

function withoutLeaf(runs: readonly LeafRun[], leaf: number): LeafRun[] {
  return runs.flatMap(({ lo, hi }) =>
    leaf < lo || leaf > hi
      ? [{ lo, hi }]
      : [
          { lo, hi: leaf - 1 },
          { lo: leaf + 1, hi },
        ].filter((part) => part.lo <= part.hi),
  );
}

function coverOfCoded(coding: Coding, runs: readonly LeafRun[]): Cover {
  const { first, values, members } = coding;
  /** The last code that begins at the leaf or before it. */
  const codeOf = (leaf: number): number => {
    let code = 0;
    let after = first.length;
    while (after - code > 1) {
      const middle = (code + after) >> 1;
      if (first[middle] <= leaf) code = middle;
      else after = middle;
    }
    return code;
  };
  if (members === null) {
    const { bounds } = coding.labelOf(codeOf(runs[0].lo), codeOf(runs[0].hi));
    return { numbers: bounds ?? {} };
  }
  const texts: string[] = [];
  let other = false;
  for (const { lo, hi } of runs) {
    const last = codeOf(hi);
    for (let code = codeOf(lo); code <= last; code++) {
      if (members[code] === otherValue) other = true;
      else texts.push(values.labels[first[code]]);
    }
  }
  return { ...(texts.length === 0 ? {} : { texts }), ...(other ? { other } : {}) };
}

/** The texts of a coded domain that are released as they are; null where there are no others. */
export function knownTexts({ coding }: Domain): string[] | null {
  if (coding?.members?.includes(otherValue) !== true) return null;
  const { members, first, values } = coding;
  return members.flatMap((member, code) =>
    member === otherValue || first[code] === values.missingLeaf ? [] : [values.labels[first[code]]],
  );
}

/** A distinct cell of a column, as covers ask about it. */
interface Cell {
  readonly text: string;
  /** NaN where it is none. */
  readonly number: number;
  readonly isMissing: boolean;
  /** Among the leaves of the attribute, or -1. */
  readonly leaf: number;
  /** Its nodes in the hierarchy that is made of the values, from itself to the root. */
  readonly path: readonly string[];
  /** Among the known texts of the attribute. */
  readonly isKnown: boolean;
}

/** Says which released values cover which entries of a column's dictionary. */
export class Covering {
  readonly #cells: readonly Cell[];

  /**
   * @param column - the column as it comes
   * @param missing - texts that are read as missing cells
   */
  constructor(
    readonly attribute: KeptAttribute,
    column: Column,
    missing: ReadonlySet<string>,
  ) {
    const { texts, numbers, missingCode } = column;
    const leaves = attribute.leaves === undefined ? null : leavesOf(attribute.leaves, column, missing);
    const paths = attribute.hierarchy === undefined ? null : pathsOf(attribute.hierarchy, column, attribute.longest);
    const known = new Set(attribute.known ?? []);
    this.#cells = texts.map((text, code) => ({
      text,
      number: code === missingCode ? NaN : (numbers?.[code] ?? NaN),
      isMissing: code === missingCode,
      leaf: leaves?.[code] ?? -1,
      path: paths?.get(text) ?? [],
      isKnown: known.has(text),
    }));
  }

  /** True when the value covers the entry of the dictionary. */
  covers(code: number, value: number): boolean {
    return isCovered(this.#cells[code], this.attribute.values[value]);
  }
}

function leavesOf(leaves: readonly string[], column: Column, missing: ReadonlySet<string>): Int32Array {
  const matcher = new LeafMatcher(column, missing);
  leaves.forEach((leaf, index) => {
    if (matcher.find(leaf) < 0) matcher.add(leaf, index);
  });
  return matcher.cover();
}

/**
 * The path of every text of the column but the missing one.
 *
 * @param longest - of a mask: longer texts have no path, and one of this length decides where others are hidden
 */
function pathsOf(spec: HierarchySpec, column: Column, longest?: number): Map<string, readonly string[]> {
  const { texts, missingCode } = column;
  const isPresent = (code: number): boolean =>
    code !== missingCode && (longest === undefined || Array.from(texts[code]).length <= longest);
  const codes = Array.from(texts.keys()).filter(isPresent);
  const model = longest === undefined ? [] : ['\0'.repeat(longest)];
  const present: Column = {
    ...column,
    texts: [...codes.map((code) => texts[code]), ...model],
    numbers: column.numbers === null ? null : Float64Array.from([...codes, ...model], (code) => (typeof code === 'number' ? column.numbers![code] : NaN)), // prettier-ignore
    missingCode: -1,
  };
  if (present.texts.length === 0) return new Map();
  const paths = kindOf(spec).paths?.(spec, present) ?? [];
  return new Map(paths.map((path) => [path[0], path]));
}

function isCovered(cell: Cell, cover: Cover): boolean {
  if (cover.any === true) return true;
  if (cell.isMissing && cover.missing === true) return true;
  if (cover.leaves !== undefined) return cover.leaves.some(([lo, hi]) => lo <= cell.leaf && cell.leaf <= hi);
  if (cell.isMissing) return false;
  const { numbers, node, between } = cover;
  if (numbers !== undefined) return isWithin(cell.number, numbers);
  if (node !== undefined) return cell.path[node.level] === node.label;
  if (between !== undefined) {
    return compareCodePoints(between[0], cell.text) <= 0 && compareCodePoints(cell.text, between[1]) <= 0;
  }
  return (cover.other === true && !cell.isKnown) || cover.texts?.includes(cell.text) === true;
}

function isWithin(number: number, { from = -Infinity, to = Infinity, below = Infinity }: NumberBounds): boolean {
  return number >= from && number <= to && (number < below || below === Infinity);
}
