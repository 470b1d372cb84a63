/** How conditions on persons look at a column of a search, in time linear in the rows of a class. */
import type { ClassCondition } from './engine.js';

/** Requirements of the conditions of a search on a column. */
interface AskedOfColumn {
  /** Fewest distinct codes of a class; 0 where no condition asks for persons. */
  readonly least: number;
  /** True where the last code of the column stands for rows without a key and does not count for `least`. */
  readonly hasKeyless: boolean;
  /** True when a condition judges lists of pairs of persons and values. */
  readonly isListed: boolean;
  /** True when a condition judges histograms. */
  readonly isCounted: boolean;
}

/** True for a condition that the fewest persons of a column say all of. */
export const isOnPersons = (condition: ClassCondition): condition is ClassCondition & { kind: 'distinct' } =>
  condition.kind === 'distinct' && condition.persons === true && condition.outside !== true;

/** Codes of a column that count for a condition: all, or all but that of rows without a person. */
export const codesCounted = (condition: ClassCondition, size: number): number =>
  condition.kind === 'distinct' && condition.keyless === true ? size - 1 : size;

/** True for a condition that can be judged on a list of pairs. */
const isOnPairs = ({ kind, pairs }: ClassCondition): boolean =>
  pairs !== undefined && pairs.personOf.length > 0 && kind !== 'range' && kind !== 'sets';

/** Lists serve a column where they serve all of its conditions. */
export function askedOfColumn(conditions: readonly ClassCondition[], column: number): AskedOfColumn {
  const own = conditions.filter((condition) => condition.kind !== 'size' && condition.column === column);
  const others = own.filter((condition) => !isOnPersons(condition));
  const isListed = others.length > 0 && others.every(isOnPairs);
  return {
    least: own.filter(isOnPersons).reduce((least, { l }) => Math.max(least, Math.ceil(l)), 0),
    hasKeyless: own.some((condition) => condition.kind === 'distinct' && condition.keyless === true),
    isListed,
    isCounted: others.length > 0 && !isListed,
  };
}

/** Columns of conditions that lists of codes serve, each with its conditions; and the other conditions. */
export function partListed<Condition extends ClassCondition>(
  conditions: readonly Condition[],
): { readonly listed: ReadonlyMap<number, readonly Condition[]>; readonly others: readonly Condition[] } {
  const listed = new Map<number, Condition[]>();
  const others: Condition[] = [];
  for (const condition of conditions) {
    const column = 'column' in condition ? (condition as { readonly column: number }).column : -1;
    const { least, isListed, isCounted } = askedOfColumn(conditions, column);
    if (isCounted || (least === 0 && !isListed) || (least > 0 && isListed)) others.push(condition);
    else listed.set(column, [...(listed.get(column) ?? []), condition]);
  }
  return { listed, others };
}
