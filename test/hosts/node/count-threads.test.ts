import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { censusColumns, censusRows } from '../../../scripts/census.mjs';
import { createLineCaches } from '../../../src/engine/create-engine.js';
import { countThreads } from '../../../src/hosts/node/count-threads.js';
import { openInput } from '../../../src/hosts/node/open-input.js';
import type { ReadCsvOptions } from '../../../src/io/csv/read-csv.js';
import { readCsvCounted } from '../../../src/io/csv/read-csv.js';
import { readCsvRanges } from '../../../src/io/csv/read-ranges.js';
import type { Table } from '../../../src/table/table.js';
import { makeFolder } from '../command/run-cli.js';
import { inTurn } from '../../shared.js';

/** The bundle of the command's build. */
const script = resolve(import.meta.dirname, '../../../dist/cli/count-worker.js');
if (!existsSync(script)) throw new Error(`${script} is not there: run npm run build first`);

const folder = makeFolder();
const file = join(folder.path, 'people.csv');
const text = [censusColumns, ...(censusRows(4000, 1) as Iterable<unknown[]>)]
  .map((row) => `${row.join(',')}\n`)
  .join('');
const createMemo = await createLineCaches();

const known = ({ rows, columns, weights, warnings }: Table): object => ({ rows, columns, weights, warnings });

/** The file as threads count it, and how many ranges they gave and refused. */
async function count(parts: number, engine: 'wasm' | 'js', options: ReadCsvOptions, run = pathToFileURL(script)) {
  const opened = await openInput(file);
  const given = { counted: 0, refused: 0 };
  const threads = countThreads(opened.parts!, engine, run);
  const start: typeof threads.start = (...asked) =>
    threads.start(...asked).map(async (each) => {
      const range = await each;
      given[range === null ? 'refused' : 'counted']++;
      return range;
    });
  try {
    const found = await readCsvRanges(opened.parts!, { ...options, createMemo }, parts, { ...threads, start });
    return { found: known(found), ...given };
  } finally {
    await opened.close();
  }
}

describe('threads that count ranges of a file', () => {
  it('give the table of one thread, types, missing values and warnings too', async () => {
    writeFileSync(
      file,
      `${text.replaceAll(',Sales,', ', Sales ,').replaceAll(',Male,', ',"Male",')}39,?,9,,x,y,z,"a,b",\r\n\n`,
    );
    const options: ReadCsvOptions = { missing: ['', '?'], onMissing: 'drop', select: (name) => name !== 'race' };
    const expected = known(await readCsvCounted(await (await import('node:fs/promises')).readFile(file), options));
    for (const [parts, engine] of inTurn(
      [
        [2, 'wasm'],
        [4, 'js'],
      ] as const,
      2,
    )) {
      expect(await count(parts, engine, options)).toEqual({ found: expected, counted: parts - 1, refused: 0 });
    }
  });

  it('leave what is odd to who asked, whose error has the line of the file', async () => {
    writeFileSync(file, `${text}39,Private\n`);
    await expect(count(3, 'wasm', { sourceName: 'people.csv' })).rejects.toMatchObject({
      code: 'ROW_WIDTH',
      message: expect.stringContaining('people.csv, line 4002') as string,
    });
  });

  it('are not heard any more when the file is another than the one that was opened', async () => {
    writeFileSync(file, text);
    const opened = await openInput(file);
    const threads = countThreads({ path: file, identity: `${opened.parts!.identity}0` }, 'wasm', pathToFileURL(script));
    const given: unknown[] = [];
    const start: typeof threads.start = (...asked) =>
      threads.start(...asked).map(async (each) => {
        given.push(await each);
        return each;
      });
    const found = await readCsvRanges(opened.parts!, {}, 2, { ...threads, start });
    await opened.close();
    expect(given).toEqual([null]);
    expect(known(found)).toEqual(known(await readCsvCounted(text)));
  });

  it('that die end the reading with a typed error', async () => {
    writeFileSync(file, text);
    const dead = new URL('data:text/javascript,throw new Error("39,Private")');
    const error: unknown = await count(2, 'wasm', {}, dead).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'THREAD_FAILED', exitCode: 4, message: 'a thread that counted rows died' });
  });
});
