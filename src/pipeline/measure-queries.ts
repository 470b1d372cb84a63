/** The counting queries of a job, asked of a table and of its release. */
import { InvalidArgumentError } from '../base/errors.js';
import type { Steps } from '../base/steps.js';
import type { Domain } from '../hierarchy/domain.js';
import { leafNumber } from '../hierarchy/leaf-number.js';
import { pathOfQuery } from '../job/check-queries.js';
import { averagedColumns, type ColumnsPlan, plannedRole } from '../job/plan.js';
import { expectRows, type ShownRows } from '../quality/expect-rows.js';
import { accuracyOf, type QueriedCount, type QueryAccuracy } from '../quality/query-accuracy.js';
import { largestTable, partsOf, type QueryPart } from '../quality/query-parts.js';
import { prepareShares, type ShownColumn } from '../quality/query-shares.js';
import { countLeaves, eachLeaf } from '../quality/released.js';
import { suppressedRow } from '../release/pieces.js';
import { bindWhere, whereAt } from '../table/bind-where.js';
import { fulfils } from '../table/filter-where.js';
import { columnsOfWhere, parseWhere, type Where } from '../table/parse-where.js';
import { type Column, rowsPerEntry, type Table } from '../table/table.js';
import { NOBODY, type Units } from '../table/units.js';
import type { Plan } from '../job/plan.js';
import type { Assigned, Found } from './run-values.js';

/** A query with the types of a table. */
interface BoundQuery {
  readonly name: string;
  readonly where: Where;
  readonly parts: QueryPart;
}

/** Roles of columns whose values a release shows. */
const SHOWN: readonly string[] = ['quasi-identifier', 'sensitive', 'class', 'insensitive'];
/** Maximum combinations of values of columns that one part of a condition compares with each other. */
const MOST_COMBINATIONS = 1 << 22;

/**
 * Checks the queries of a plan on a table.
 *
 * @throws InvalidArgumentError UNKNOWN_COLUMN, WHERE_TYPE; ROLE_CONFLICT for a column that is not released; OPTION_RANGE for a condition of too
 * many combinations of values
 */
export function bindQueries(plan: ColumnsPlan, { columns }: Table, domains: readonly Domain[]): BoundQuery[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const averaged = averagedColumns(plan);
  const leaves = new Map(domains.map(({ attribute, size }) => [attribute, size]));
  return plan.queries.map(({ name, where: text }, index) => {
    const path = pathOfQuery(index);
    const where = whereAt(path, () => bindWhere(parseWhere(text), columns));
    for (const [column, at] of columnsOfWhere(where)) {
      const role = plannedRole(plan, column);
      if (SHOWN.includes(role) && !averaged.has(column)) continue;
      const expected = 'columns whose values are released (quasi-identifier, sensitive, class, insensitive)';
      const how = averaged.has(column)
        ? `released as the ${averaged.get(column)} of its class`
        : `with the role "${role}"`;
      const received = `${JSON.stringify(column)}, at character ${at}, ${how}`;
      throw new InvalidArgumentError(path, expected, received, 'ROLE_CONFLICT');
    }
    const parts = partsOf(where);
    const largest = largestTable(parts, (column) => leaves.get(column) ?? byName.get(column)!.texts.length);
    if (largest > MOST_COMBINATIONS) {
      const expected = `comparisons of columns with each other that have at most ${MOST_COMBINATIONS} combinations of values (conditions of one column each, joined by "and" or "or", have no limit)`;
      throw new InvalidArgumentError(path, expected, String(largest), 'OPTION_RANGE');
    }
    return { name, where, parts };
  });
}

/** Measures the error of every query of a plan; null for those that a release does not answer. Yields between stretches of the work. */
export function* measureQueries(
  found: Pick<Found, 'table' | 'prepared' | 'recoding' | 'shownClasses'>,
  assigned: Pick<Assigned, 'pieces' | 'bucketOf' | 'counted'>,
  plan: Plan,
): Steps<QueryAccuracy[]> {
  const { table, prepared, recoding, shownClasses } = found;
  const units = prepared.persons?.units ?? null;
  const measured: QueryAccuracy[] = [];
  for (const { name, where, parts } of bindQueries(plan, table, prepared.domains)) {
    const counted = yield* countOriginal(where, table, units, plan.people);
    const isReplaced = shownClasses.attributes.some(
      ({ domain: { attribute } }, a) => parts.columns.includes(attribute) && (recoding.texts?.[a] ?? null) !== null,
    );
    const expected = isReplaced ? null : yield* expectOf(parts, found, assigned);
    measured.push(accuracyOf(name, counted, expected, plan.people));
    yield;
  }
  return measured;
}

/** Rows and persons that fulfil a condition. */
function* countOriginal(where: Where, table: Table, units: Units | null, k: number): Steps<QueriedCount> {
  const mask = yield* fulfils(where, table);
  const weights = rowsPerEntry(table);
  let rows = 0;
  for (let entry = 0; entry < mask.length; entry++) if (mask[entry] === 1) rows += weights[entry];
  if (units === null) return { rows, having: rows, lacking: table.rows - rows, largest: Math.min(k, rows) };
  const own = new Float64Array(units.count);
  const others = new Uint8Array(units.count);
  for (let entry = 0; entry < mask.length; entry++) {
    const person = units.of[entry];
    if (person === NOBODY) continue;
    if (mask[entry] === 1) own[person] += weights[entry];
    else others[person] = 1;
  }
  yield;
  const having = own.filter((count) => count > 0).sort();
  const largest = having.subarray(Math.max(0, having.length - k)).reduce((sum, count) => sum + count, 0);
  return { rows, having: having.length, lacking: others.reduce((sum, is) => sum + is, 0), largest };
}

/** Rows that a reader of the release expects: those of released rows, and suppressed ones spread over all values of every column. */
function* expectOf(
  parts: QueryPart,
  { table, shownClasses, recoding }: Pick<Found, 'table' | 'recoding' | 'shownClasses'>,
  { pieces, bucketOf, counted }: Pick<Assigned, 'pieces' | 'bucketOf' | 'counted'>,
): Steps<number | null> {
  const quasi = new Map(shownClasses.attributes.map((attribute) => [attribute.domain.attribute, attribute]));
  const isOfClasses = bucketOf === null && parts.columns.every((name) => quasi.has(name));
  const { entry, classId, count } = pieces;
  const shown = isOfClasses
    ? null
    : Uint32Array.from(classId.keys()).filter((piece) => classId[piece] !== suppressedRow);
  const columns = new Map<string, ShownColumn>();
  const states = new Map<string, Uint32Array>();
  for (const name of parts.columns) {
    const attribute = quasi.get(name);
    if (attribute !== undefined) {
      const { domain, values, valueOf } = attribute;
      // The state behind those of the release is that of suppressed rows.
      const cover = (state: number): Uint32Array =>
        state === values.length ? allOf(domain.size) : leavesOf(values[state]);
      columns.set(name, { name, size: domain.size, values: valuesOfDomain(domain), states: values.length + 1, cover });
      states.set(name, shown === null ? valueOf : shown.map((piece) => valueOf[classId[piece]]));
    } else {
      const column = table.column(name)!;
      const { length: size } = column.texts;
      const cover = (state: number): Uint32Array => (state === size ? allOf(size) : Uint32Array.of(state));
      columns.set(name, { name, size, values: { ...column, codes: allOf(size) }, states: size + 1, cover });
      states.set(
        name,
        shown!.map((piece) => column.codes[entry[piece]]),
      );
    }
    yield;
  }
  const shareOf = yield* prepareShares(parts, columns);
  const { groups = [], buckets = 0 } = recoding.permutation ?? {};
  const rows: ShownRows = {
    weights: shown === null ? counted.sizes : shown.map((piece) => count[piece]),
    states,
    buckets:
      bucketOf === null
        ? null
        : {
            of: shown!.map((piece) => bucketOf[piece]),
            count: buckets,
            groupOf: (name) => groups.findIndex((group) => group.includes(name)),
          },
  };
  const expected = yield* expectRows(parts, shareOf, rows);
  if (expected === null || counted.suppressed === 0) return expected;
  return expected + counted.suppressed * shareOf(parts, (name) => columns.get(name)!.states - 1);
}

const allOf = (size: number): Uint32Array => Uint32Array.from({ length: size }, (_, value) => value);

function leavesOf(value: Parameters<typeof countLeaves>[0]): Uint32Array {
  const leaves = new Uint32Array(countLeaves(value));
  let at = 0;
  eachLeaf(value, (leaf) => (leaves[at++] = leaf));
  return leaves;
}

/** The leaves of a domain as a column; texts of a hierarchy that no cell of a column of numbers can hold are missing values. */
function valuesOfDomain({ column, labels, missingLeaf, size }: Domain): Column {
  const { type, format } = column;
  const numbers =
    column.numbers === null ? null : Float64Array.from([...labels, ''], (text) => leafNumber(text, { type, format }));
  const isMissing = (leaf: number): boolean =>
    leaf === missingLeaf || (numbers !== null && Number.isNaN(numbers[leaf]));
  return {
    name: column.name,
    type,
    ...(format === undefined ? {} : { format }),
    codes: Uint32Array.from({ length: size }, (_, leaf) => (isMissing(leaf) ? size : leaf)),
    texts: [...labels, ''],
    numbers,
    missingCode: size,
  };
}
