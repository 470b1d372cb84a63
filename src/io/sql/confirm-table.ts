import { keyOfName } from '../../job/patterns.js';
import { isWithheld, planColumns } from '../../job/plan.js';
import { plural } from '../../base/plural.js';
import type { CheckedJob } from '../../job/job.js';
import type { Table } from '../../table/table.js';
import { quoteTable } from './dialects.js';
import type { Recoded } from './map-tables.js';
import type { CountedSource } from './read-counted.js';
import { readSourceCounted } from './read-counted.js';
import type { SqlConnection } from './source.js';
import type { Sql } from './sql.js';
import { countBlankStatement, countRowsStatement } from './statements.js';
import { EntryIndex } from '../../table/entry-index.js';
import { codesOf, findCountedDifference, refuseDifference } from '../../table/find-difference.js';

/**
 * Checks the table that an engine made against the audited release and its source, and throws AuditError unless all of
 * its columns are right: it has the released columns and no others; the rows of the release, each as often; and in rows that
 * are alike in what was counted, columns that are released as they are hold the values, row by row, that the source has in the
 * rows that were recoded so. An audit of the table could then say nothing else than that of the release did: models and
 * metrics are a function of these rows.
 */
export async function confirmTable(
  connection: SqlConnection,
  written: string,
  source: CountedSource,
  recoded: Recoded,
  release: Table,
  signal?: AbortSignal,
): Promise<void> {
  const from = quoteTable(connection.dialect, written);
  const columns = (await connection.describe(from)).map(({ name }) => name);
  if (JSON.stringify(columns) !== JSON.stringify(source.released)) refuseDifference('other columns');
  if (release.rows === 0) {
    for await (const [row] of connection.query(countRowsStatement(connection.dialect, from), signal)) {
      if (row[0] !== '0') refuseDifference(`${row[0]} ${plural(Number(row[0]), 'row')} instead of 0`);
    }
    return;
  }
  const found = await readSourceCounted(connection, from, releaseJob(source), { signal, prints: true });
  refuseDifference(findCountedDifference(release, found.table));
  refuseDifference(findPrintDifference(source, recoded, release, found));
  refuseDifference(await findShownSuppressed(connection, from, source, recoded, signal));
}

/** Difference where suppressed rows stay: at least as many rows must have `*` in the quasi-identifiers and no other value. */
async function findShownSuppressed(
  connection: SqlConnection,
  from: Sql,
  { table, released }: CountedSource,
  { entry, classId, suppressed, attributes, star }: Recoded,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  let rows = 0;
  if (star) classId.forEach((id, p) => (rows += id === suppressed ? (table.weights?.[entry[p]] ?? 1) : 0));
  const names = attributes.map(({ name }) => name);
  const others = released.filter((name) => !names.includes(name));
  if (rows === 0 || others.length === 0) return null;
  const statement = countBlankStatement(connection.dialect, from, names, others);
  for await (const [row] of connection.query(statement, signal)) {
    if (Number(row[0]) >= rows) return null;
  }
  return 'values of suppressed rows';
}

/** The job for reading a release: its quasi-identifiers are labels, and nothing else of the job is read from it. */
export function releaseJob({
  job,
  printed,
}: Pick<CountedSource, 'job'> & Partial<Pick<CountedSource, 'printed'>>): CheckedJob {
  const attributes = Object.create(null) as Record<string, CheckedJob['attributes'][string]>;
  const plan = planColumns(job);
  for (const { name, role, spec } of plan.columns) {
    if (isWithheld(plan, name)) continue;
    const { type, format, missing } = spec;
    const own = missing === undefined ? { type } : { type, format, missing };
    attributes[keyOfName(name)] = { role, ...(role === 'quasi-identifier' ? { type: 'string' } : own) };
  }
  for (const { name, role, spec } of plan.patterns) {
    attributes[name] = role === 'quasi-identifier' ? { role, type: 'string' } : { ...spec, role };
  }
  for (const name of printed?.columns ?? []) attributes[keyOfName(name)] = { role: 'insensitive' };
  return { ...job, attributes, input: { ...plan.input, onMissing: 'keep' } };
}

/**
 * Difference in the columns that were not counted, or null: for every row of the release, the fingerprints of the rows of the source that are recoded
 * to it must have the sum that the table has there. The map has no part in this.
 */
function findPrintDifference(
  { table, printed: expected }: CountedSource,
  recoded: Recoded,
  release: Table,
  { table: found, printed }: CountedSource,
): string | null {
  if (expected === null || printed === null) return 'columns that were not audited';
  if (expected.columns.length === 0) return null;
  const index = new EntryIndex(release.columns.length);
  const sums = new BigUint64Array(table.entries + found.entries);
  const add = (vector: Uint32Array, print: bigint): void => {
    sums[index.add(vector, 0, 0)] += print;
  };
  // Prints of blank cells are not known: those of suppressed rows, and of rows that are alike in what was counted, are left out.
  const blank = blankVector(recoded, release);
  const isBlank = (vector: Uint32Array): boolean => blank !== null && vector.every((code, c) => code === blank[c]);
  addRecoded(table, recoded, release, (entry, vector) => {
    if (!isBlank(vector)) add(vector, expected.sums[entry]);
  });
  const codesIn = release.columns.map((column, c) => codesOf(found.columns[c], column, column.texts.length));
  const vector = new Uint32Array(release.columns.length);
  for (let entry = 0; entry < found.entries; entry++) {
    for (let c = 0; c < vector.length; c++) vector[c] = codesIn[c][found.columns[c].codes[entry]];
    if (!isBlank(vector)) add(vector, BigInt.asUintN(64, -printed.sums[entry]));
  }
  if (sums.every((sum) => sum === 0n)) return null;
  const names = expected.columns.map((name) => JSON.stringify(name)).join(', ');
  return `values that the table does not have, in columns that are released unchanged (${names})`;
}

/** Codes of suppressed rows that stay in the release; null without any. */
function blankVector({ classId, suppressed, star, attributes }: Recoded, { columns }: Table): number[] | null {
  if (!star || !classId.includes(suppressed)) return null;
  return columns.map(({ name, texts, missingCode }) =>
    attributes.some((attribute) => attribute.name === name) ? texts.indexOf('*') : missingCode,
  );
}

/** Calls `report` with the entries of a source that leave in a class, and what they are recoded to in codes of the release. */
function addRecoded(
  table: Table,
  { entry, classId, suppressed, attributes }: Recoded,
  release: Table,
  report: (entry: number, vector: Uint32Array) => void,
): void {
  const columns = release.columns.map((column) => {
    const attribute = attributes.find(({ name }) => name === column.name);
    if (attribute === undefined) {
      const source = table.column(column.name)!;
      return { valueOf: null, codes: codesOf(source, column, column.texts.length), source };
    }
    const codeOf = new Map(column.texts.map((text, code) => [text, code]));
    const codeOfText = (text: string): number => codeOf.get(text) ?? column.texts.length;
    const codes = Uint32Array.from(attribute.labels, codeOfText);
    return { valueOf: attribute.valueOf, codes, source: null };
  });
  const vector = new Uint32Array(columns.length);
  for (let p = 0; p < entry.length; p++) {
    // Pieces of an entry are alike.
    if (classId[p] === suppressed || (p > 0 && entry[p] === entry[p - 1])) continue;
    columns.forEach(({ valueOf, codes, source }, c) => {
      vector[c] = valueOf === null ? codes[source.codes[entry[p]]] : codes[valueOf[classId[p]]];
    });
    report(entry[p], vector);
  }
}
