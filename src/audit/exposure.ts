import { eachInSteps, type Steps } from '../base/steps.js';
import { type Column, countRowsPerCode, type Table } from '../table/table.js';
import type { CodedEnds } from './coded-pieces.js';
import { codedEnds } from './coded-pieces.js';
import type { Domain } from './domain.js';
import { isGiven, kindOfHierarchy } from './hierarchies/list.js';
import type { ReadAttribute } from './read-attribute.js';
import { countHaving, type Having, type Persons } from './persons.js';
import { countCodes } from './sensitive.js';
import { splitSet, unquote } from './rounded-labels.js';
import type { Exposed } from './report.js';
import type { AuditHierarchy, AuditSpec } from './spec.js';
import { joinValues, type JoinedValues } from './values.js';

/**
 * Counts for every released column the distinct texts, and the rows that have them, which show what fewer than k people of the input have and the job
 * does not name (docs/labels.md, "What a release may show"): values, ends of ranges, members of sets, nodes that were made from values. Suppressed
 * rows, `*`, `other`, missing cells and ends of the attribute's grid show nothing. Yields between stretches of the work.
 *
 * @param attributes - the quasi-identifiers as they were read, in the order of `spec.quasiIdentifiers`
 */
export function* measureExposure(
  release: Table,
  original: Table,
  spec: AuditSpec,
  attributes: readonly (ReadAttribute | null)[],
  { missing, persons }: { readonly missing: ReadonlySet<string>; readonly persons: Persons | null },
): Steps<Record<string, Exposed>> {
  const exposedCells = function* (column: Column, source: Column): Steps<Exposed> {
    const values = joinValues(source, column, missing);
    yield;
    const count = (of: Persons | null) => countHaving(source, of, values.ofBase, values.count).counts;
    return yield* exposedValues(column, values, spec, { rows: count(null), people: count(persons) });
  };
  const exposed = Object.create(null) as Record<string, Exposed>;
  const k = spec.exposure?.k ?? 1;
  for (const column of release.columns) {
    const at = spec.quasiIdentifiers.findIndex(({ name }) => name === column.name);
    const source = original.column(column.name);
    if (source === undefined) continue;
    if (spec.pseudonyms?.includes(column.name) === true) {
      const counts = countRowsPerCode(column);
      exposed[column.name] = yield* sum(column, counts, (code) => counts[code] < k && !missing.has(column.texts[code]));
    } else if (at < 0) exposed[column.name] = yield* exposedCells(column, source);
    else {
      const attribute = attributes[at];
      const { hierarchy, grid } = spec.quasiIdentifiers[at];
      exposed[column.name] =
        attribute === null
          ? yield* exposedCells(column, source)
          : yield* exposedLabels(column, attribute, { hierarchy, grid, k });
    }
  }
  return exposed;
}

/** Counts values of a column that is released as it is and that few people of the original have. */
function* exposedValues(
  column: Column,
  values: JoinedValues,
  spec: AuditSpec,
  { rows, people }: { readonly rows: Float64Array; readonly people: Float64Array },
): Steps<Exposed> {
  const named = namesOfJob(column.name, spec);
  yield;
  return yield* sum(column, countCodes(column), (code) => {
    const value = values.ofOther[code];
    if (value === values.missing || named.has(column.texts[code])) return false;
    return rows[value] > 0 && people[value] < (spec.exposure?.k ?? 1);
  });
}

/** Values that the job lists for a column that is no quasi-identifier. */
function namesOfJob(name: string, spec: AuditSpec): ReadonlySet<string> {
  const order = spec.sensitiveOrders?.find((given) => given.name === name)?.values ?? [];
  const hierarchy = spec.sensitiveHierarchies?.find((given) => given.name === name)?.hierarchy;
  const texts = hierarchy === undefined ? [] : (kindOfHierarchy(hierarchy)?.named?.(hierarchy) ?? []);
  return new Set([...order, ...texts]);
}

/** Counts exposed labels of a quasi-identifier, by their meaning. */
function* exposedLabels(
  column: Column,
  { domain, labels, counts, people }: ReadAttribute,
  { hierarchy, grid, k }: { hierarchy?: AuditHierarchy; grid?: AuditHierarchy; k: number },
): Steps<Exposed> {
  if (people === null || isGiven(hierarchy)) return { texts: 0, rows: 0 };
  const isRare = (leaf: number): boolean => leaf !== domain.missing && people.counts[leaf] < k;
  const ends =
    domain.numbers === null ? null : yield* endsOf({ ...domain, numbers: domain.numbers }, people, column, { k, grid });
  return yield* sum(column, counts, (code) => {
    const runs = labels.runs[code];
    const text = column.texts[code];
    if (runs === null || text === '*' || text === 'other' || text === 'not missing') return false;
    if (runs.length === 2 && runs[0] === runs[1] && labels.named[code] === null) return isRare(runs[0]);
    if (labels.levels[code] >= 0) return people.ofAny(leavesOf(runs)) < k;
    if (ends !== null && domain.numbers !== null) {
      const { low, high } = labels.named[code] ?? { low: domain.numbers[runs[0]], high: domain.numbers[runs[runs.length - 1]] }; // prettier-ignore
      return !ends.mayStart(low) || !ends.mayEnd(high);
    }
    if (text.startsWith('{')) {
      const members = splitSet(text.slice(1, -1)) ?? [];
      return members.some((member) => member !== 'other' && isRare(domain.leafOf(unquote(member))));
    }
    return isRare(runs[0]) || isRare(runs[runs.length - 1]);
  });
}

/** Tests whether a number may be named as an end: one that k people have, or a bound of the grid. */
function* endsOf(
  { numbers, inOrder, rounded }: Pick<Domain, 'inOrder' | 'rounded'> & { readonly numbers: Float64Array },
  { counts, ofAny }: Having,
  column: Column,
  { k, grid }: { readonly k: number; readonly grid?: AuditHierarchy },
): Steps<{ mayStart(low: number): boolean; mayEnd(high: number): boolean }> {
  const values: { readonly value: number; readonly people: number }[] = [];
  const leafOf = new Map<number, number>();
  const common = new Set<number>();
  yield* eachInSteps(inOrder.length, (place) => {
    const leaf = inOrder[place];
    const value = numbers[leaf];
    // The last of several leaves of one number counts.
    if (Number.isNaN(value) || value === numbers[inOrder[place + 1]]) return;
    values.push({ value, people: counts[leaf] });
    leafOf.set(value, leaf);
    if (counts[leaf] >= k) common.add(value);
  });
  const kind = rounded?.kind;
  const ends: CodedEnds =
    kind === undefined
      ? { starts: new Set(), ends: new Set() }
      : yield* codedEnds(kind.type === 'string' ? column : kind, values, k, grid, (some) =>
          ofAny(some.map(({ value }) => leafOf.get(value)!)),
        );
  return {
    mayStart: (low) => low === -Infinity || ends.starts.has(low) || common.has(low),
    mayEnd: (high) => high === Infinity || ends.ends.has(high) || ends.starts.has(high) || common.has(high),
  };
}

function leavesOf(runs: readonly number[]): number[] {
  const leaves: number[] = [];
  for (let r = 0; r < runs.length; r += 2) for (let leaf = runs[r]; leaf <= runs[r + 1]; leaf++) leaves.push(leaf);
  return leaves;
}

function* sum(column: Column, counts: ArrayLike<number>, isExposed: (code: number) => boolean): Steps<Exposed> {
  let texts = 0;
  let rows = 0;
  yield* eachInSteps(column.texts.length, (code) => {
    if (counts[code] === 0 || !isExposed(code)) return;
    texts++;
    rows += counts[code];
  });
  return { texts, rows };
}
