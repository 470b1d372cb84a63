import { buildDomain, buildDomainInSteps } from '../hierarchy/build-domain.js';
import { quantity } from '../base/numbers.js';
import { amount } from '../base/plural.js';
import { HierarchyError } from '../base/errors.js';
import { sortInSteps, type Steps } from '../base/steps.js';
import type { HierarchySpec } from '../hierarchy/kinds.js';
import { listedOrder } from '../hierarchy/kinds.js';
import type { SensitiveScale } from '../privacy/definition.js';
import type { Column, Warning } from '../table/table.js';

/** The codes under which an attribute that models look at is counted. */
export interface SensitiveCodes {
  readonly column: Column;
  readonly size: number;
  /** Dictionary code -> code, or undefined for the dictionary's own codes. */
  readonly map?: Uint32Array;
  readonly warnings: readonly Warning[];
}

/**
 * Codes of a sensitive attribute. With `ordered` they are ranks among the values that occur: in the listed order of a
 * hierarchy of type `order`, in the natural order of numbers and dates, else by code point (with the warning `ORDER_OF_TEXTS`); a missing
 * value comes last. Yields between stretches of the work.
 */
export function* sensitiveCodes(
  column: Column,
  spec: HierarchySpec | undefined,
  { ordered }: { readonly ordered: boolean },
): Steps<SensitiveCodes> {
  const size = column.texts.length;
  if (!ordered) return { column, size, warnings: [] };
  const { domain } = yield* buildDomainInSteps(column, listedOrder(spec) === null ? undefined : spec);
  const codes = yield* sortInSteps(size, (a, b) => domain.leafOf[a] - domain.leafOf[b]);
  const map = new Uint32Array(size);
  codes.forEach((code, rank) => (map[code] = rank));
  // Its values are released as they are: they are no labels.
  const isUnordered = domain.order === 'sorted' && domain.size - Number(domain.missingLeaf >= 0) > 2;
  return { column, size, map, warnings: isUnordered ? [warnOfTexts(column)] : [] };
}

/** `ORDER_OF_TEXTS`: what the order of code points means for a distance. Counts, never a cell. */
function warnOfTexts({ name, texts, missingCode }: Column): Warning {
  const present = texts.filter((_, code) => code !== missingCode);
  const withDigits = present.filter((text) => /\p{Nd}/u.test(text)).length;
  const digits = withDigits * 2 > present.length ? `; ${quantity(withDigits)} of them hold digits, as amounts do` : '';
  return {
    code: 'ORDER_OF_TEXTS',
    message: `t-closeness "ordered" of ${JSON.stringify(name)} takes its ${amount(present.length, 'value')} for texts${digits}: they are put in the order of their code points ("10" before "9", "Z" before "a"), and the distance measures nothing unless that is theirs`,
    attribute: name,
  };
}

/** Numbers, hierarchy and items of a sensitive attribute, by its codes. Throws HierarchyError. */
export function sensitiveScale(
  codes: SensitiveCodes,
  spec: HierarchySpec | undefined,
  delimiter?: string,
): SensitiveScale {
  const { column, size, map } = codes;
  const codeOf = (code: number): number => map?.[code] ?? code;
  let numbers: Float64Array | null = null;
  if (column.numbers !== null) {
    numbers = new Float64Array(size);
    for (let code = 0; code < size; code++) numbers[codeOf(code)] = column.numbers[code];
    if (column.missingCode >= 0) numbers[codeOf(column.missingCode)] = NaN;
  }
  const items = delimiter === undefined ? null : splitItems(codes, delimiter);
  if (spec === undefined || listedOrder(spec) !== null) return { numbers, hierarchy: null, items };
  const { domain } = buildDomain(column, spec);
  if (domain.hierarchy === null || domain.hierarchy.height === 0) return { numbers, hierarchy: null, items };
  const { height, levels } = domain.hierarchy;
  if (levels[height].labels.length > 1) {
    throw new HierarchyError(
      'HIERARCHY_NO_SINGLE_ROOT',
      column.name,
      `expected one root above all values, received ${levels[height].labels.length} labels at the top level`,
      height,
    );
  }
  const nodeOf = new Uint32Array(height * size);
  for (let level = 0; level < height; level++) {
    for (let code = 0; code < size; code++) {
      nodeOf[level * size + codeOf(code)] = levels[level].nodeOf[domain.leafOf[code]];
    }
  }
  return { numbers, hierarchy: { height, nodeOf, nodes: domain.size }, items };
}

/** Items of every code: trimmed, each once, numbered by first appearance; a missing cell has none. */
function splitItems({ column, size, map }: SensitiveCodes, delimiter: string): number[][] {
  const numbers = new Map<string, number>();
  const items = Array.from({ length: size }, (): number[] => []);
  column.texts.forEach((text, code) => {
    if (code === column.missingCode) return;
    const found = new Set<number>();
    for (const part of text.split(delimiter)) {
      const item = part.trim();
      if (item === '') continue;
      if (!numbers.has(item)) numbers.set(item, numbers.size);
      found.add(numbers.get(item) as number);
    }
    items[map?.[code] ?? code] = [...found].sort((a, b) => a - b);
  });
  return items;
}
