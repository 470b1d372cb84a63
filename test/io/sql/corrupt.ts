import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { SqlConnection } from '../../../src/io/sql/source.js';
import { runInside } from '../../hosts/command/run-cli.js';
import type { OddEngine, OddTable } from './odd-tables.js';

/** Wrapper that a test puts between kohort and an engine. */
export type Wrap = (connection: SqlConnection) => SqlConnection;

const pairs: OddTable = {
  columns: [
    { name: 'age', kind: 'integer' },
    { name: 'note', kind: 'text' },
    { name: 'mate', kind: 'text' },
  ],
  rows: [
    ['21', 'a', 'A'],
    ['23', 'b', 'B'],
    ['45', 'c', 'C'],
    ['47', 'd', 'D'],
  ],
};

const job = {
  attributes: { age: { role: 'quasi-identifier' }, note: { role: 'insensitive' }, mate: { role: 'insensitive' } },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
  output: { ranges: 'tight' },
};

/** Exchanges two texts in the column of a release that has this name. */
const exchange =
  (column: string, a: string, b: string) =>
  (sql: string): string =>
    sql.replace(
      new RegExp(`(\\S+) AS (["\`])${column}\\2`),
      (_, value: string, quote: string) =>
        `CASE WHEN ${value} = '${a}' THEN '${b}' WHEN ${value} = '${b}' THEN '${a}' ELSE ${value} END AS ${quote}${column}${quote}`,
    );

/** Mistakes in the statement that makes a release, and what is said of them. */
const mistakes: readonly (readonly [string, (sql: string) => string, RegExp])[] = [
  [
    'a quasi-identifier in the place of a column',
    (sql) =>
      sql.includes('`note` AS `kohort_v0`')
        ? sql.replace('`note` AS `kohort_v0`', 'toString(`age`) AS `kohort_v0`')
        : sql.replace('"kohort_t"."note" AS "note"', 'CAST("kohort_t"."age" AS VARCHAR) AS "note"'),
    /values that the table does not have.*"note", "mate"/,
  ],
  ['values of another class', exchange('note', 'a', 'c'), /values that the table does not have/],
  ['values of another row of the class', exchange('note', 'a', 'b'), /values that the table does not have/],
  ['labels of another class', exchange('age', '[21-23]', '[45-47]'), /values that the table does not have/],
  ['a column too many', (sql) => sql.replace('SELECT ', 'SELECT 7 AS extra, '), /other columns/],
];

/** Makes each mistake in an engine: the release must be refused, and nothing be left. */
export async function expectMistakesCaught(
  engine: OddEngine,
  folder: string,
  wrapBy: (wrap: Wrap | null) => void,
  tables: () => Promise<readonly string[]>,
): Promise<void> {
  const file = join(folder, 'pairs.json');
  writeFileSync(file, JSON.stringify(job));
  await engine.make('pairs', pairs);
  const before = await tables();
  const run = () =>
    runInside(['anonymize', engine.address('pairs'), '--job', file, '--quiet', '--out', engine.address('paired')]);
  for (const [name, change, message] of mistakes) {
    let changes = 0;
    wrapBy((connection) => ({
      ...connection,
      map: {
        ...connection.map,
        execute: async (sql) => {
          const changed = sql.includes('SELECT ') ? change(sql) : sql;
          if (changed !== sql) changes++;
          return connection.map.execute(changed as typeof sql);
        },
      },
    }));
    const done = await run();
    expect([name, changes, done.code, done.stderr]).toEqual([name, 1, 1, expect.stringMatching(message)]);
    expect(await tables()).toEqual(before);
  }
  wrapBy(null);
  const done = await run();
  expect([done.code, done.stderr]).toEqual([0, '']);
  expect((await engine.read('paired')).map((row) => row.join('|')).sort()).toEqual([
    '[21-23]|a|A',
    '[21-23]|b|B',
    '[45-47]|c|C',
    '[45-47]|d|D',
  ]);
}
