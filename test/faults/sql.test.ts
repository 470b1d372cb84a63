/** The command on a table of DuckDB with the n-th statement refused, or the connection lost at it, for every n. */
import { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { long, inTurn } from '../shared.js';
import type { StatementFault } from './injector.js';
import { armStatements } from './injector.js';
import type { OutputCase } from './outputs.js';
import type { Left } from './run-case.js';
import { judge, makeCaseFolder, runWith } from './run-case.js';

const folder = makeCaseFolder();
/** Never a source of a run itself: every run has a copy. */
const template = `${folder}.db`;
const statements = { reads: ['prepare', 'stream'], writes: ['run', 'createAppender'] };
/** An error in the words of DuckDB: with a cell. */
const make = (): Error => new Error('Conversion Error: Could not convert string "Person 3" to INT32');

const prepare = (to: string): void => copyFileSync(template, join(to, 'people.db'));
const source = ['anonymize', 'duckdb:people.db#people', '--seed', '7', '--job', 'job.json'];
const outputs: readonly OutputCase[] = [
  {
    name: 'a table with a report and a recoding',
    args: [...source, '--out', 'duckdb:people.db#released', '--report', 'out.html', '--recoding', 'recoding.json'],
    files: ['out.html', 'recoding.json'],
    prepare,
  },
  { name: 'a file', args: [...source, '--out', 'out.csv'], files: ['out.csv'], prepare },
  { name: 'statements', args: [...source, '--sql', 'duckdb'], files: [], prepare },
];

/** Tables with their rows, in an order of their own. */
async function tablesOf(): Promise<Record<string, string[]>> {
  const instance = await DuckDBInstance.create(join(folder, 'people.db'), { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  try {
    const names = (await connection.runAndReadAll('SELECT table_name FROM information_schema.tables'))
      .getRowsJS()
      .flat();
    const tables: Record<string, string[]> = {};
    for (const name of names.map(String).sort()) {
      const rows = (await connection.runAndReadAll(`SELECT * FROM "${name}"`)).getRowsJS();
      tables[name] = rows.map((row) => row.map(String).join('|')).sort();
    }
    return tables;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Leaves out the database, whose bytes need not agree, and the files that DuckDB keeps beside it. */
const withoutDatabase = (left: Left): Left => ({
  ...left,
  files: new Map([...left.files].filter(([name]) => !name.startsWith('people.db'))),
});

beforeAll(async () => {
  const instance = await DuckDBInstance.create(template);
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE people AS SELECT * FROM read_csv('${join(folder, 'people.csv')}')`);
  connection.closeSync();
  instance.closeSync();
});
let runs = 0;
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(template, { force: true });
  console.log(`faults: statements of DuckDB, ${runs} runs`);
});

describe.each(long ? (['wasm', 'js'] as const) : (['wasm'] as const))('DuckDB with the engine %s', (engine) => {
  it.each(inTurn(outputs, 3))(
    'whose statements fail leaves its tables and files as they were: $name',
    async (output) => {
      const armed = (at: number, what: StatementFault) => () =>
        armStatements(DuckDBConnection.prototype, statements, { at, what, make });
      const whole = await runWith(folder, output, engine, armed(0, 'refused'));
      expect({ code: whole.code, stray: whole.stray }, whole.stderr).toEqual({ code: 0, stray: [] });
      const tables = await tablesOf();
      const count = whole.seen.get('statement') ?? 0;
      expect(count).toBeGreaterThan(1);
      const { released, ...untouched } = tables;
      const found: string[] = [];
      for (const what of ['refused', 'lost before', 'lost after'] as const) {
        for (let at = 1; at <= count; at += long ? 1 : 2) {
          const left = withoutDatabase(await runWith(folder, output, engine, armed(at, what)));
          runs++;
          const point = `statement ${at} ${what}`;
          const fault = { kind: 'statement', at } as const;
          const after = await tablesOf();
          for (const wrong of judge(left, withoutDatabase(whole), output, fault))
            found.push(`${point}: ${wrong}\n${left.stderr}`);
          // A commit without an answer may be done or not; if it is done, the release is whole.
          const isDone = left.code === 0 || (what === 'lost after' && released !== undefined && 'released' in after);
          const expected = isDone ? tables : untouched;
          if (JSON.stringify(after) !== JSON.stringify(expected))
            found.push(`${point}: tables ${Object.keys(after).join()}`);
        }
      }
      expect(found).toEqual([]);
    },
  );
});
