import { bindWhere } from '../table/bind-where.js';
import { parseWhere, type Where } from '../table/parse-where.js';
import type { Table } from '../table/table.js';
import type { Grouping } from './grouping.js';
import { NONE, type Persons } from './persons.js';
import { type Blocks, byNames, namesOf, type QueriedValues, readExact, readRanges } from './query-values.js';
import { isReplaced } from './replaced.js';
import type { ReadAttribute } from './read-attribute.js';
import type { AuditedQuery } from './report.js';
import type { AuditQuery, AuditSpec } from './spec.js';
import { holds } from './taken-rows.js';

/** A release and its original, of which queries are asked. */
export interface AskedTables {
  readonly release: Table;
  readonly original: Table;
  readonly spec: AuditSpec;
  /** Quasi-identifiers as in `spec`; null for one that was not read. */
  readonly attributes: readonly (ReadAttribute | null)[];
  readonly missing: ReadonlySet<string>;
  /** Persons of the original; null where rows are counted. */
  readonly persons: Persons | null;
  /** Rows of a permuted release by bucket; null for others. */
  readonly buckets: Grouping | null;
  /** Suppressed rows: those of the original, and [entries of the release] 1 for those that stand there. */
  readonly suppressed: { readonly rows: number; readonly entries: Uint8Array | null };
}

/** Maximum evaluations of one condition for a bucket, or for rows that are alike. */
const mostCombinations = 1 << 22;

/**
 * The error of every query of the job by its definition: rows of the original that fulfil it, found one by one, and rows that are expected from the
 * release, where each value that a label stands for is as likely as the others. Yields between stretches of the work.
 */
export function* askQueries(queries: readonly AuditQuery[], tables: AskedTables): Generator<void, AuditedQuery[]> {
  const found: AuditedQuery[] = [];
  for (const { name, where: text } of queries) {
    const where = bindWhere(parseWhere(text), tables.original.columns);
    const columns = readColumns(where, tables);
    const expected = columns === null ? null : yield* expectRows(where, columns, tables);
    found.push({ name, ...(yield* judge(where, tables, expected)) });
    yield;
  }
  return found;
}

/** The columns of a condition as the release shows them; null where it does not show one as values. */
function readColumns(
  where: Where,
  { release, original, spec, attributes, missing }: AskedTables,
): QueriedValues[] | null {
  const read = [...namesOf(where)].map((name) => {
    const source = original.column(name);
    const released = release.column(name);
    if (source === undefined || released === undefined) return null;
    const at = spec.quasiIdentifiers.findIndex((each) => each.name === name);
    if (at < 0) return readExact(source, released, { where, missing });
    const asked = spec.quasiIdentifiers[at];
    if (asked.replacement !== undefined && isReplaced(asked, released, source, missing)) return null;
    const attribute = attributes[at];
    return attribute === null ? null : readRanges(attribute, { where, source, codes: released.codes });
  });
  return read.includes(null) ? null : (read as QueriedValues[]);
}

/** Counts in the original, and the error that they allow to be shown. */
function* judge(
  where: Where,
  { original, persons, spec }: AskedTables,
  expected: number | null,
): Generator<void, Omit<AuditedQuery, 'name'>> {
  const nothing = { error: null, step: null };
  const columns = byNames(original);
  const rowsOf = new Map<number, number>();
  const without = new Set<number>();
  let [rows, others] = [0, 0];
  for (let entry = 0; entry < original.entries; entry++) {
    if (entry % 65_536 === 0) yield;
    const own = original.weights?.[entry] ?? 1;
    const isIn = holds(where, columns, entry);
    if (isIn) rows += own;
    else others += own;
    const person = persons === null ? NONE : persons.of[entry];
    if (person === NONE) continue;
    if (isIn) rowsOf.set(person, (rowsOf.get(person) ?? 0) + own);
    else without.add(person);
  }
  const least = spec.exposure?.k ?? 1;
  const [having, lacking] = persons === null ? [rows, others] : [rowsOf.size, without.size];
  if (expected === null || rows === 0 || having < least || lacking < least) return nothing;
  const most = [...rowsOf.values()].sort((a, b) => b - a).slice(0, least);
  const atStake = persons === null ? Math.min(least, rows) : most.reduce((sum, own) => sum + own, 0);
  const open = expected > rows ? (atStake * expected) / (rows * rows) : atStake / rows;
  const steps = [1e-3, 2e-3, 5e-3];
  for (let tens = -2; steps[steps.length - 1] < open; tens++) {
    for (const digit of [1, 2, 5]) steps.push(Number(`${digit}e${tens}`));
  }
  return { error: Math.abs(expected / rows - 1), step: steps.find((step) => step >= open)! };
}

/** Rows of a condition that a reader of the release expects; null where too many combinations would have to be looked at. */
function* expectRows(
  where: Where,
  columns: readonly QueriedValues[],
  { release, spec, buckets, suppressed }: AskedTables,
): Generator<void, number | null> {
  const test = new BlockTest(where, columns);
  const together =
    buckets === null ? [columns.map((_, c) => c)] : groupColumns(columns, spec.permutation?.groups ?? []);
  const items =
    buckets === null ? yield* alikeRows(release, columns, suppressed.entries) : yield* rowsOfBuckets(buckets);
  let expected = 0;
  let done = 0;
  for (const { rows, entries } of items) {
    if (done++ % 256 === 0) yield;
    let combined: Combinations = [{ blocks: [], share: 1 }];
    for (const group of together) {
      const own = mixed(group, columns, entries, release.weights);
      if (own === null || combined.length * own.length > mostCombinations) return null;
      combined = combined.flatMap((a) =>
        own.map((b) => ({ blocks: [...a.blocks, ...b.blocks], share: a.share * b.share })),
      );
    }
    expected += rows * sumWhere(combined, together.flat(), test);
  }
  if (suppressed.rows === 0) return expected;
  const all = product(columns.map((column) => column.ofAll()));
  if (all === null) return null;
  const everyColumn = columns.map((_, c) => c);
  return expected + suppressed.rows * sumWhere(all, everyColumn, test);
}

/** Blocks of some columns, by their share. */
type Combinations = readonly { readonly blocks: readonly number[]; readonly share: number }[];

/** Share of the combinations that fulfil the condition; `order` are the columns of their blocks. */
function sumWhere(combined: Combinations, order: readonly number[], test: BlockTest): number {
  const values = new Array<number>(order.length).fill(0);
  let sum = 0;
  for (const { blocks, share } of combined) {
    order.forEach((column, at) => (values[column] = blocks[at]));
    if (test.holds(values)) sum += share;
  }
  return sum;
}

/** All combinations of the blocks of independent columns; null where they are too many. */
function product(parts: readonly Blocks[]): Combinations | null {
  if (parts.reduce((count, { size }) => count * size, 1) > mostCombinations) return null;
  let combined: Combinations = [{ blocks: [], share: 1 }];
  for (const part of parts) {
    combined = combined.flatMap(({ blocks, share }) =>
      [...part].map(([block, own]) => ({ blocks: [...blocks, block], share: share * own })),
    );
  }
  return combined;
}

/** Blocks that some rows of the release have in a group of columns, all rows together; null where they are too many. */
function mixed(
  group: readonly number[],
  columns: readonly QueriedValues[],
  entries: readonly number[],
  weights: Uint32Array | null,
): Combinations | null {
  const found = new Map<string, { blocks: readonly number[]; share: number }>();
  const all = entries.reduce((sum, entry) => sum + (weights?.[entry] ?? 1), 0);
  for (const entry of entries) {
    const own = product(group.map((c) => columns[c].ofLabel(columns[c].codes[entry])));
    if (own === null) return null;
    const part = (weights?.[entry] ?? 1) / all;
    for (const { blocks, share } of own) {
      const key = blocks.join();
      const known = found.get(key);
      if (known === undefined) found.set(key, { blocks, share: share * part });
      else known.share += share * part;
    }
  }
  return [...found.values()];
}

/** Groups of the columns that stay together in a bucket; one that no group names stands alone. */
function groupColumns(columns: readonly QueriedValues[], groups: readonly (readonly string[])[]): number[][] {
  const found = new Map<string, number[]>();
  columns.forEach(({ name }, c) => {
    const group = groups.findIndex((own) => own.includes(name));
    const key = group < 0 ? `alone ${c}` : `group ${group}`;
    found.set(key, [...(found.get(key) ?? []), c]);
  });
  return [...found.values()];
}

/** Rows that are alike in the columns of a condition, one entry for all; or the rows of a bucket. */
interface AskedRows {
  readonly rows: number;
  readonly entries: readonly number[];
}

function* alikeRows(
  { entries, weights }: Table,
  columns: readonly QueriedValues[],
  suppressed: Uint8Array | null,
): Generator<void, Iterable<AskedRows>> {
  const found = new Map<string, { rows: number; entries: readonly number[] }>();
  for (let entry = 0; entry < entries; entry++) {
    if (entry % 65_536 === 0) yield;
    if (suppressed?.[entry] === 1) continue;
    const key = columns.map(({ codes }) => codes[entry]).join();
    const known = found.get(key);
    if (known === undefined) found.set(key, { rows: weights?.[entry] ?? 1, entries: [entry] });
    else known.rows += weights?.[entry] ?? 1;
  }
  return found.values();
}

function* rowsOfBuckets({ groupOf, count, sizes }: Grouping): Generator<void, Iterable<AskedRows>> {
  const entries: number[][] = Array.from({ length: count }, () => []);
  yield;
  groupOf.forEach((bucket, entry) => entries[bucket].push(entry));
  yield;
  return entries.map((own, bucket) => ({ rows: sizes[bucket], entries: own }));
}

/** Evaluates a condition once for each combination of blocks. */
class BlockTest {
  readonly #known = new Map<string, boolean>();
  readonly #columns: ReadonlyMap<string, QueriedValues['column']>;
  readonly #codes: readonly Uint32Array[];

  constructor(
    readonly where: Where,
    readonly columns: readonly QueriedValues[],
  ) {
    this.#codes = columns.map(() => new Uint32Array(1));
    this.#columns = new Map(columns.map(({ name, column }, c) => [name, { ...column, codes: this.#codes[c] }]));
  }

  /** @param values - [columns] a value of each */
  holds(values: readonly number[]): boolean {
    const key = values.join();
    let result = this.#known.get(key);
    if (result !== undefined) return result;
    values.forEach((value, c) => (this.#codes[c][0] = this.columns[c].column.codes[value]));
    result = holds(this.where, this.#columns, 0);
    this.#known.set(key, result);
    return result;
  }
}
