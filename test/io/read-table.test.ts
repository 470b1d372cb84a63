import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RecordBatchReader, Table as ArrowTable, tableFromArrays, tableToIPC } from 'apache-arrow';
import { afterAll, describe, expect, it } from 'vitest';
import type { TableSource } from '../../src/index.js';
import { anonymize, compare, inspect, readForJob, readTable, tableFromRows } from '../../src/index.js';
import * as twin from '../../src/js.js';

const csv = 'age,sex\n31,Mäle\n25,Female\n44,Female\n47,Mäle\n';
const rows = [
  { age: 31, sex: 'Mäle' },
  { age: 25, sex: 'Female' },
  { age: 44, sex: 'Female' },
  { age: 47, sex: 'Mäle' },
];
const bytes = new TextEncoder().encode(csv);
const folder = mkdtempSync(join(tmpdir(), 'kohort-read-table-'));
const file = join(folder, 'people.csv');
writeFileSync(file, csv);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* each<Piece>(pieces: Iterable<Piece>): AsyncGenerator<Piece> {
  for (const piece of pieces) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    yield piece;
  }
}

const streamOf = <Piece>(pieces: Iterable<Piece>): ReadableStream<Piece> => {
  const iterator = pieces[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
};

const sources: readonly (readonly [string, () => TableSource])[] = [
  ['objects in an array', () => rows],
  ['objects of a generator', () => rows.values()],
  ['objects in a Set', () => new Set(rows)],
  ['objects of an asynchronous generator', () => each(rows)],
  ['objects of a stream', () => streamOf(rows)],
  ['a table of this package', () => tableFromRows(rows)],
  ['an Arrow table', () => tableFromArrays({ age: rows.map(({ age }) => age), sex: rows.map(({ sex }) => sex) })],
  ['text', () => csv],
  ['bytes', () => bytes],
  ['an ArrayBuffer', () => bytes.slice().buffer],
  ['a Blob', () => new Blob([csv])],
  ['a Response', () => new Response(csv)],
  ['a stream of bytes', () => new Response(csv).body!],
  ['single bytes one after another', () => each(Array.from(bytes, (byte) => Uint8Array.of(byte)))],
  ['a stream of text', () => new Response(csv).body!.pipeThrough(new TextDecoderStream())],
  ['single characters one after another', () => each(csv.split(''))],
  ['a file of Node', () => createReadStream(file)],
  ['text of a file of Node', () => createReadStream(file, 'utf8')],
];

describe.each(sources)('readTable of %s', (_, source) => {
  it('gives the rows', async () => {
    const table = await readTable(source());
    expect(table.toRows()).toEqual(rows);
    expect(table.columns.map(({ type }) => type)).toEqual(['integer', 'string']);
  });

  it('is what anonymize, inspect, compare and readForJob take too', async () => {
    const job = {
      attributes: { age: { role: 'quasi-identifier' }, sex: { role: 'identifier' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    } as const;
    for (const run of [anonymize, twin.anonymize]) {
      const { release, result } = await run(source(), job, { seed: 1 });
      expect([result.rows, release.columns.map(({ name }) => name)]).toEqual([4, ['age']]);
    }
    expect((await inspect(source())).columns.map(({ name }) => name)).toEqual(['age', 'sex']);
    expect((await compare(source(), job, ['mondrian'])).rows).toBe(4);
    expect((await readForJob(source(), job)).table.columns.map(({ name }) => name)).toEqual(['age']);
  });
});

describe('readTable of Arrow that comes in batches', () => {
  const first = tableFromArrays({ age: Int32Array.of(31, 25), sex: ['Mäle', 'Female'] });
  const whole = new ArrowTable([...first.batches, ...first.batches]);
  const texts = async (source: unknown) =>
    (await readTable(source as TableSource)).columns.map(({ name, codes, texts }) => [
      name,
      ...Array.from(codes, (code) => texts[code]),
    ]);
  const expected = [
    ['age', '31', '25', '31', '25'],
    ['sex', 'Mäle', 'Female', 'Mäle', 'Female'],
  ];

  it('reads a RecordBatchReader, of bytes at once or in pieces, and a list of batches', async () => {
    const bytes = tableToIPC(whole, 'stream');
    expect(await texts(RecordBatchReader.from(bytes))).toEqual(expected);
    const pieces = (async function* () {
      await Promise.resolve();
      yield bytes;
    })();
    expect(await texts(await RecordBatchReader.from(pieces))).toEqual(expected);
    expect(await texts(whole.batches)).toEqual(expected);
  });

  it('says of bytes what makes a table of them', async () => {
    for (const format of ['file', 'stream'] as const) {
      await expect(readTable(tableToIPC(whole, format))).rejects.toThrow(/tableFromIPC of apache-arrow/);
    }
  });
});

describe('readTable', () => {
  it('puts characters together that pieces of text divide', async () => {
    const texts = each(['name\n', '\ud83d', '\ude00', '\nx', '\n']);
    expect((await readTable(texts)).toRows()).toEqual([{ name: '\u{1f600}' }, { name: 'x' }]);
    await expect(readTable(each(['name\n', '\ud83d']))).rejects.toMatchObject({ code: 'INVALID_STRING' });
  });

  it('takes arrays with the names of their columns, and a column of objects', async () => {
    expect((await readTable([[1, 'a']], { columns: ['n', 't'] })).toRows()).toEqual([{ n: 1, t: 'a' }]);
    expect((await readTable(each([[1, 'a']]), { columns: ['n', 't'] })).toRows()).toEqual([{ n: 1, t: 'a' }]);
    expect((await readTable([{ a: 1, b: 2 }], { columns: ['b'] })).toRows()).toEqual([{ b: 2 }]);
  });

  it('says and does with missing cells of rows what readCsv does', async () => {
    const holes = [
      { a: 1, b: 'x' },
      { a: null, b: 'y' },
      { a: '?', b: null },
      { a: 4, b: 'z' },
    ];
    const dropped = await readTable(holes, { missing: ['', '?'], onMissing: 'drop' });
    expect(dropped.toRows()).toEqual([
      { a: 1, b: 'x' },
      { a: 4, b: 'z' },
    ]);
    expect(dropped.warnings.find(({ code }) => code === 'ROWS_DROPPED')?.message).toMatch(/: 2$/);
    const some = await readTable(holes, { onMissing: 'drop', missingMatters: (name) => name === 'b' });
    expect(some.rows).toBe(3);
    await expect(readTable(each(holes), { onMissing: 'error' })).rejects.toThrow(
      'row 2, attribute "a": a value is missing',
    );
    await expect(readTable([{ a: null }], { onMissing: 'drop' })).rejects.toMatchObject({ code: 'INPUT_NO_ROWS' });
  });

  it('names the row that is wrong by its number among those that came', async () => {
    const found = readTable([{ a: 1 }, { a: null }, { a: 'x' }], { onMissing: 'drop', types: { a: 'integer' } });
    await expect(found).rejects.toThrow(/row 3, attribute "a"/);
  });

  it('gets an URL, and says when there is no table to get', async () => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/people.csv' ? 200 : 404;
      response.end(request.url === '/people.csv' ? csv : '<html>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect((await readTable(new URL('/people.csv', base))).toRows()).toEqual(rows);
      expect((await readTable(await fetch(`${base}/people.csv`))).toRows()).toEqual(rows);
      await expect(readTable(new URL('/other.csv', base))).rejects.toThrow('the server answered 404');
      const used = await fetch(`${base}/people.csv`);
      await used.text();
      await expect(readTable(used)).rejects.toMatchObject({ code: 'FETCH_FAILED' });
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    await expect(readTable(new URL('/people.csv', base))).rejects.toMatchObject({ code: 'FETCH_FAILED' });
  });

  it.each([
    ['readTable', () => readTable('people.csv')],
    ['readTable of an URL of a file', () => readTable(pathToFileURL(file))],
    [
      'anonymize',
      () =>
        anonymize('data/people.csv', {
          attributes: {},
          privacy: [{ model: 'k-anonymity', k: 2 }],
          algorithm: 'mondrian',
        }),
    ],
    ['inspect', () => inspect('https://example.org/people.csv')],
    ['tableFromRows', async () => tableFromRows('people.csv' as never)],
  ] as const)('takes no path for content: %s', async (_, read) => {
    await expect(read()).rejects.toMatchObject({ code: 'SOURCE_IS_PATH' });
  });

  it('names what it takes where it gets something else', async () => {
    for (const wrong of [null, undefined, 7, true, {}, () => rows, new Uint16Array(2)]) {
      await expect(readTable(wrong as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    await expect(readTable([7] as never)).rejects.toMatchObject({ code: 'ROW_TYPE' });
    await expect(readTable([])).rejects.toMatchObject({ code: 'INPUT_EMPTY' });
  });
});

describe('an aborted signal', () => {
  const reason = new Error('the user went away');

  it('ends the reading of rows that do not come, and lets go of their source', async () => {
    const stop = new AbortController();
    let isReleased = false;
    const source: AsyncIterable<object> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: async () => {
          isReleased = true;
          return { done: true, value: undefined };
        },
      }),
    };
    const reading = readTable(source, { signal: stop.signal });
    setTimeout(() => stop.abort(reason), 5);
    await expect(reading).rejects.toMatchObject({ name: 'AbortError', cause: reason });
    expect(isReleased).toBe(true);
  });

  it('is the cause of the error with its own reason, wherever it is noticed', async () => {
    const { signal } = { signal: AbortSignal.abort(reason) };
    const job = {
      attributes: { age: { role: 'quasi-identifier' } },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: 'mondrian',
    } as const;
    const table = tableFromRows(rows);
    const attempts = [
      readTable(csv, { signal }),
      readTable(new Response(csv), { signal }),
      anonymize(rows, job, { signal }),
      anonymize(table, job, { signal }),
      inspect(table, { signal }),
    ];
    for (const attempt of attempts) {
      const error: unknown = await attempt.then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ name: 'AbortError', code: 'ABORTED' });
      expect((error as Error).cause).toBe(reason);
    }
    const stop = new AbortController();
    const late = anonymize(table, job, { signal: stop.signal, onProgress: ({ phase }) => phase === 'measure' && stop.abort(reason) }); // prettier-ignore
    expect(((await late.catch((error: unknown) => error)) as Error).cause).toBe(reason);
  });
});
