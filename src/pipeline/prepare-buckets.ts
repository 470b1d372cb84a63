/** Persons made ready for an algorithm that makes buckets without two rows of one person. */
import type { PersonsOfBuckets } from '../algorithms/algorithm.js';
import type { Steps } from '../base/steps.js';
import { type Plan, plannedColumn, leastValuesLeft } from '../job/plan.js';
import type { Roles } from '../job/roles.js';
import type { Pairs } from '../privacy/by-persons.js';
import type { PrivacyModel } from '../privacy/model.js';
import { rowsPerEntry, type Table } from '../table/table.js';
import { isConstantWithin, type Units } from '../table/units.js';
import { pairColumn, personColumn, withoutOthers, type LookedColumn, type PairedColumn } from './pair-columns.js';
import type { PersonsToMeasure } from './prepare-persons.js';
import type { SensitiveCodes } from './sensitive-codes.js';

/** Arguments of {@link lookAtBuckets}. */
interface Looking {
  readonly table: Table;
  readonly roles: Roles;
  readonly sensitive: readonly SensitiveCodes[];
  readonly models: readonly PrivacyModel[];
  readonly plan: Plan;
  readonly lookedAt: (codes: SensitiveCodes) => LookedColumn;
}

/** Models as they judge rows, the columns that buckets are made by, and the persons. */
interface LookedAt {
  readonly models: readonly PrivacyModel[];
  readonly looked: readonly LookedColumn[];
  readonly isFirsts: false;
  readonly persons: PersonsToMeasure;
  /** @param from - where the first of the columns stands in the frequency set */
  readonly inBuckets: (from: number) => PersonsOfBuckets;
}

/**
 * The columns that buckets without two rows of one person are made by: the values of every sensitive column, and whose rows they are.
 * Models judge such buckets as they judge rows.
 */
export function* lookAtBuckets(
  { table, roles, sensitive, models, plan, lookedAt }: Looking,
  units: Units,
  each: Units | null,
): Steps<LookedAt> {
  const weights = rowsPerEntry(table);
  const all = each ?? units;
  const isApart = all.count === table.rows;
  const ofTable = { count: units.count, isApart };
  const ofAll = { ...ofTable, count: all.count };
  const paired: PairedColumn[] = [];
  const ofEach: PairedColumn[] = [];
  for (const codes of sensitive) {
    const column = pairColumn(codes, all, weights);
    ofEach.push(column);
    paired.push(each === null ? column : withoutOthers(column, units.count));
    yield;
  }
  const pairsIn = (columns: readonly PairedColumn[], name: string): Pairs | null =>
    columns.find(({ counted }) => counted.attribute === name)?.pairs ?? null;
  const columns = roles.sensitive.map(
    (column) =>
      sensitive.find((codes) => codes.column === column) ?? { column, size: column.texts.length, warnings: [] },
  );
  const inBuckets = (from: number): PersonsOfBuckets => ({
    count: all.count,
    keyed: units.count,
    column: from + columns.length,
    table: ofTable,
    tableOfEach: ofAll,
    linked: columns.map(({ column }, j) => ({
      attribute: column.name,
      column: from + j,
      fewest: isApart ? 0 : leastValuesLeft(plan, column.name),
      diversity: plannedColumn(plan, column.name)?.diversity ?? null,
      pairs: pairsIn(paired, column.name),
      pairsOfEach: pairsIn(ofEach, column.name),
      isWatched: plan.history === 'protect' && isConstantWithin([column], units),
    })),
  });
  return {
    models,
    isFirsts: false,
    looked: [...columns.map(lookedAt), personColumn(all, weights)],
    persons: {
      units,
      each: each === null ? null : { units: each, paired: ofEach, table: ofAll },
      table: ofTable,
      paired,
    },
    inBuckets,
  };
}
