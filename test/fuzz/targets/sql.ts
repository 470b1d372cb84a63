import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { anonymize, readTable, tableFromRows } from '../../../src/index.js';
import type { Job, Table } from '../../../src/index.js';
import type { SqlClient } from '../../../src/hosts/sources/index.js';
import { anonymizeInto, sqlSource } from '../../../src/hosts/sources/index.js';
import { hostileTables } from '../../io/sql/hostile-names.js';
import type { GivenTable } from '../tables.js';
import { cellsOf, givenTable } from '../tables.js';
import type { Target } from '../target.js';
import { bytesOf, codeOf, Find } from '../target.js';

let opened: Promise<DuckDBConnection> | undefined;
const connection = async (): Promise<DuckDBConnection> =>
  (opened ??= DuckDBInstance.create(':memory:').then((instance) => instance.connect()));

/** Texts that DuckDB takes as names and values; names that differ in case alone are one. */
const givenBy = (bytes: Uint8Array): GivenTable | null =>
  givenTable(bytes, {
    leastColumns: 2,
    isName: () => true,
    isCell: () => true,
    key: (name) => name.toLowerCase(),
  });

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const linesOf = (rows: readonly (readonly unknown[])[]): string =>
  JSON.stringify(rows.map((row) => JSON.stringify(row)).sort());

/** Rows by the order of the names. */
function rowsBy(table: Table, names: readonly string[]): unknown[][] {
  const at = names.map((name) => table.columns.findIndex((column) => column.name === name));
  const cells = cellsOf(table);
  const weights = table.weights ?? new Uint32Array(table.rows).fill(1);
  return cells.flatMap((row, entry) => Array.from({ length: weights[entry] }, () => at.map((place) => row[place])));
}

/** A table whose columns are called as they like, in DuckDB and in memory. */
export const sql: Target = {
  name: 'sql',
  isJson: true,
  seconds: 20,
  words: ['"names":', '"rows":', 'null', '"$$"', '"?"', '"%"', "''", "'", '\\"', '`', '\\\\', ';', '--', '/*', 'kohort_', '"rowid"', '\\n', '\\u0001null', '"count(*)"', '"é"', '"İ"', '"ß"', '\\u00a0'], // prettier-ignore
  seeds: () => {
    const draw = hostileTables({ mostBytes: 60, caseMatters: false });
    return Array.from({ length: 30 }, (_, seed) => {
      const { table } = draw(seed);
      const names = table.columns.map(({ name }) => name).slice(0, 4);
      return bytesOf(JSON.stringify({ names, rows: table.rows.slice(0, 8).map((row) => row.slice(0, 4)) }));
    });
  },
  run: async (bytes) => {
    const given = givenBy(bytes);
    if (given === null) return 'no table';
    const { names, rows } = given;
    const duckdb = await connection();
    await duckdb.run('DROP TABLE IF EXISTS given');
    await duckdb.run('DROP TABLE IF EXISTS made');
    try {
      await duckdb.run(`CREATE TABLE given (${names.map((name) => `${quote(name)} VARCHAR`).join(', ')})`);
    } catch {
      return 'refused by DuckDB';
    }
    for (const row of rows) await duckdb.run(`INSERT INTO given VALUES (${row.map(() => '?').join(', ')})`, row);
    const source = sqlSource({ connection: duckdb as unknown as SqlClient, table: 'given' });
    const types = Object.fromEntries(names.map((name) => [name, 'string' as const]));
    const expected = await codeOf(() => tableFromRows(rows, { columns: names, types }));
    const read = await codeOf(async () => readTable(source, { types }));
    if (typeof expected === 'string' || typeof read === 'string') {
      if (typeof expected !== 'string') throw new Find('a table of DuckDB is not read', String(read));
      return expected;
    }
    if (linesOf(rowsBy(read, names)) !== linesOf(rowsBy(expected, names)))
      throw new Find('a table of DuckDB is read otherwise');
    return releaseBoth(given, expected, source);
  },
};

/** The release in DuckDB is that of the rows in memory. */
async function releaseBoth({ names }: GivenTable, table: Table, source: ReturnType<typeof sqlSource>): Promise<string> {
  const roles = ['quasi-identifier', 'quasi-identifier', 'sensitive', 'insensitive'];
  const attributes = Object.create(null) as Record<string, { role: string; type: string }>;
  names.forEach((name, c) => (attributes[name] = { role: roles[Math.min(c, 3)], type: 'string' }));
  const job = { attributes, privacy: [{ model: 'k-anonymity', k: 2 }], algorithm: 'mondrian', suppression: 'unlimited' } as unknown as Job; // prettier-ignore
  const inMemory = await codeOf(async () => anonymize(table, job, { seed: 1, engine: 'js' }));
  const inEngine = await codeOf(async () => anonymizeInto(source, 'made', job, { seed: 1, engine: 'js' }));
  if (typeof inMemory === 'string' || typeof inEngine === 'string') {
    if (typeof inMemory !== typeof inEngine) throw new Find('DuckDB gives a release where memory gives none, or the other way round', `${codeText(inMemory)}, ${codeText(inEngine)}`); // prettier-ignore
    return String(inMemory);
  }
  const made = (
    await (await connection()).runAndReadAll(`SELECT ${names.map(quote).join(', ')} FROM made`)
  ).getRowsJS();
  const released = rowsBy(inMemory.release, names);
  const plain = (rows: readonly (readonly unknown[])[]): string => linesOf(rows.map((row) => row.map((cell) => (cell === '' ? null : cell)))); // prettier-ignore
  if (plain(made as unknown[][]) !== plain(released))
    throw new Find('a release in DuckDB has other rows than that in memory');
  return 'released';
}

const codeText = (given: unknown): string => (typeof given === 'string' ? given : 'a release');
