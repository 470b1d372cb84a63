/** The page of sources.browser.test.ts: files and DuckDB-WASM as a page uses them, bundled from the package. */
import { AsyncDuckDB, VoidLogger } from '@duckdb/duckdb-wasm';
import { anonymize, auditRelease, inspect, readForJob, readTable, toJson } from 'kohort';
import { anonymizeInto, fileSource, parquetBytes, readRelease, sqlSource } from 'kohort/sources';

let opened = null;

async function open() {
  const made = new AsyncDuckDB(new VoidLogger(), new Worker('/duckdb/duckdb-browser-eh.worker.js'));
  await made.instantiate(new URL('/duckdb/duckdb-eh.wasm', location.href).href);
  await made.registerFileText('people.csv', await (await fetch('/people.csv')).text());
  return made;
}

async function withConnection(use) {
  opened ??= open();
  const connection = await (await opened).connect();
  try {
    const types = { age: 'INTEGER', 'education-num': 'INTEGER' };
    const file = `read_csv('people.csv', header = true, all_varchar = true, nullstr = '')`;
    const casts = Object.entries(types).map(([name, type]) => `CAST("${name}" AS ${type}) AS "${name}"`);
    await connection.query(`CREATE TABLE IF NOT EXISTS people AS SELECT * REPLACE (${casts.join(', ')}) FROM ${file}`);
    return await use(connection);
  } finally {
    await connection.close();
  }
}

const codeOf = ({ code }) => code;

const functions = {
  release: (job, engine) =>
    withConnection(async (connection) => {
      const people = sqlSource({ connection, table: 'people' });
      const { result } = await anonymize(people, job, { engine });
      const target = `released ${engine}`;
      const stored = await anonymizeInto(people, target, job, { engine });
      const released = await connection.query(`SELECT * FROM "${target}"`);
      const rows = released.toArray().map((row) => Object.values(row.toJSON()));
      const original = await readForJob(people, job);
      const again = await readRelease(sqlSource({ connection, table: target }), job, { original: original.table });
      const { holds } = auditRelease(again, original.job, original.table);
      return { inMemory: toJson(result), inTable: toJson(stored.result), rows, holds };
    }),

  fail: (job) =>
    withConnection(async (connection) => {
      const people = sqlSource({ connection, table: 'people' });
      const onPlan = () => {
        throw new Error('mine');
      };
      const error = await anonymizeInto(people, 'failed', job, { onPlan }).catch((reason) => reason.message);
      const exists = await anonymizeInto(people, 'people', job).catch(({ code }) => code);
      const found = await connection.query('SELECT table_name FROM information_schema.tables');
      const tables = found.toArray().map((row) => String(row.toJSON().table_name));
      return { error: String(error), tables, exists: String(exists) };
    }),

  look: () => withConnection(async (connection) => toJson(await inspect(sqlSource({ connection, table: 'people' })))),

  async readFiles(urls) {
    const found = {};
    for (const url of urls) {
      const file = new File([await (await fetch(url)).blob()], url);
      const table = await readTable(fileSource(file));
      found[url] = table.toRows().map((row) => Object.values(row));
      const again = await readTable(fileSource(await parquetBytes(table)));
      if (again.rows !== table.rows) throw new Error('other rows than were written');
    }
    return found;
  },

  /** Reads a file for at most `seconds` seconds, or until it is aborted, and counts how often the page could do something else meanwhile. */
  async end(url, seconds, abortAfter) {
    const file = new File([await (await fetch(url)).blob()], url);
    const controller = new AbortController();
    if (abortAfter !== null) setTimeout(() => controller.abort(), abortAfter);
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 20);
    const options = { signal: controller.signal, ...(seconds === null ? {} : { limits: { seconds } }) };
    const found = await readTable(fileSource(file), options).then(({ rows }) => rows, codeOf);
    clearInterval(ticking);
    return [found, ticks];
  },

  async refuse() {
    const job = {
      attributes: { age: { role: 'quasi-identifier' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    };
    return [
      await readTable(fileSource('people.parquet')).then(() => 'read', codeOf),
      await anonymize(sqlSource('duckdb:people.db#people'), job).then(() => 'released', codeOf),
      await anonymize(sqlSource({ connection: {}, table: 'people' }), job).then(() => 'released', codeOf),
    ];
  },
};

Object.assign(globalThis, { kohortSources: functions });
