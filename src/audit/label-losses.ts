import { exponentialMinusOne, logarithmOnePlus } from '../base/elementary.js';
import type { Column, Table } from '../table/table.js';
import type { RowCounts } from './columns.js';
import { isGiven } from './hierarchies/list.js';
import type { ReadAttribute } from './read-attribute.js';
import { splitSet, unquote } from './rounded-labels.js';
import type { AuditSpec } from './spec.js';

/** Loss and certainty penalty as the labels of a release give them, without the values that they stand for. */
export interface LabelLosses {
  readonly loss: number;
  readonly lossGeometric: number;
  readonly lossSum: number;
  readonly ncp: number;
  /** By quasi-identifier its part of `loss`. */
  readonly columns: Readonly<Record<string, number>>;
}

/** Costs of a label, 0 .. 1. */
interface Cost {
  readonly loss: number;
  readonly penalty: number;
}

const nothing: Cost = { loss: 0, penalty: 0 };
const everything: Cost = { loss: 1, penalty: 1 };

/**
 * Measures loss, lossGeometric, lossSum and ncp on released labels: docs/metrics.md, "Measured on labels". Null where a column is
 * not read, or there is no row.
 */
export function measureLabelLosses(
  release: Table,
  spec: AuditSpec,
  attributes: readonly (ReadAttribute | null)[],
  { rows, suppressed }: RowCounts,
): LabelLosses | null {
  if (attributes.length === 0 || rows === 0) return null;
  const columns = Object.create(null) as Record<string, number>;
  let [sum, penalties, logarithms] = [0, 0, 0];
  for (const [i, attribute] of attributes.entries()) {
    const { name, hierarchy } = spec.quasiIdentifiers[i];
    const column = release.column(name);
    if (attribute === null || column === undefined) return null;
    const costs = costsOf(attribute, column, isGiven(hierarchy));
    let [loss, penalty] = [suppressed, suppressed];
    attribute.counts.forEach((count, code) => {
      if (count === 0) return;
      loss += count * costs[code].loss;
      penalty += count * costs[code].penalty;
    });
    columns[name] = loss / rows;
    sum += loss / rows;
    penalties += penalty / rows;
    logarithms += logarithmOnePlus(loss / rows);
  }
  const { length } = attributes;
  const lossGeometric = exponentialMinusOne(logarithms / length);
  return { loss: sum / length, lossGeometric, lossSum: sum, ncp: penalties / length, columns };
}

/** [dictionary of the release] what every label costs that rows have. */
function costsOf(attribute: ReadAttribute, column: Column, isListed: boolean): Cost[] {
  const { domain } = attribute;
  if (isListed || domain.isListed) return column.texts.map((_, code) => costByLeaves(attribute, code));
  if (domain.height !== null) return column.texts.map((_, code) => costByLevel(attribute, code));
  return domain.numbers === null ? costsOfSets(attribute, column) : costsOfRanges(attribute, column);
}

/** Leaves are those that the job lists. */
function costByLeaves({ domain, labels }: ReadAttribute, code: number): Cost {
  const leaves = labels.leaves[code];
  if (domain.size <= 1 || leaves <= 1) return nothing;
  const share = labels.shares?.[code];
  const loss = domain.height === null && share !== undefined ? share : (leaves - 1) / (domain.size - 1);
  return { loss, penalty: share ?? leaves / domain.size };
}

/** Leaves are the values of the column: only levels count. */
function costByLevel(attribute: ReadAttribute, code: number): Cost {
  const level = attribute.labels.levels[code];
  if (level < 0) return costByLeaves(attribute, code);
  const share = level / Math.max(1, attribute.domain.height ?? 1);
  return { loss: share, penalty: share };
}

/** Ranges of numbers: shares of what lies between the bounds of all labels; an open end reaches as far as they lie apart. */
function costsOfRanges({ domain, labels, counts }: ReadAttribute, column: Column): Cost[] {
  const numbers = domain.numbers!;
  const endsOf = (code: number): { readonly low: number; readonly high: number } | null => {
    const runs = labels.runs[code];
    if (counts[code] === 0 || runs === null || column.texts[code] === '*') return null;
    const named = labels.named[code];
    if (named !== null) return named;
    const [low, high] = [numbers[runs[0]], numbers[runs[runs.length - 1]]];
    return Number.isNaN(low) || Number.isNaN(high) ? null : { low, high };
  };
  const ends = column.texts.map((_, code) => endsOf(code));
  let [least, most] = [Infinity, -Infinity];
  for (const end of ends) {
    for (const bound of end === null ? [] : [end.low, end.high]) {
      if (!Number.isFinite(bound)) continue;
      least = Math.min(least, bound);
      most = Math.max(most, bound);
    }
  }
  const apart = most > least ? most - least : 1;
  const first = ends.some((end) => end?.low === -Infinity) ? least - apart : least;
  const last = ends.some((end) => end?.high === Infinity) ? most + apart : most;
  return ends.map((end, code) => {
    if (end === null) return labels.leaves[code] <= 1 && column.texts[code] !== '*' ? nothing : everything;
    if (end.low === end.high) return nothing;
    if (!Number.isFinite(end.low) && !Number.isFinite(end.high)) return everything;
    const share = (Math.min(end.high, last) - Math.max(end.low, first)) / (last - first);
    return { loss: share, penalty: share };
  });
}

/** Sets: shares of the values that labels name; `other` stands for one more than these. */
function costsOfSets({ domain, labels, counts }: ReadAttribute, column: Column): Cost[] {
  const named = new Set<number>();
  let hasOther = false;
  const membersOf = (code: number): { readonly leaves: readonly number[]; readonly other: boolean } | null => {
    const runs = labels.runs[code];
    const text = column.texts[code];
    if (counts[code] === 0 || runs === null || text === '*') return null;
    if (text === 'other') return { leaves: [], other: true };
    if (!text.startsWith('{') || !text.endsWith('}')) return { leaves: [runs[0]], other: false };
    const members = splitSet(text.slice(1, -1)) ?? [];
    const leaves = members.flatMap((member) => {
      if (member === 'other') return [];
      const leaf = domain.leafOf(unquote(member));
      return [leaf < 0 ? domain.missing : leaf];
    });
    return { leaves, other: members.includes('other') };
  };
  const all = column.texts.map((_, code) => membersOf(code));
  for (const members of all) {
    if (members === null) continue;
    for (const leaf of members.leaves) named.add(leaf);
    hasOther ||= members.other;
  }
  const others = named.size + 1;
  const values = named.size + (hasOther ? others : 0);
  return all.map((members) => {
    if (members === null) return everything;
    const count = members.leaves.length + (members.other ? others : 0);
    if (values <= 1) return members.other ? everything : nothing;
    return { loss: (count - 1) / (values - 1), penalty: count <= 1 ? 0 : count / values };
  });
}
