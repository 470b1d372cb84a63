import { setImmediate, setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { KohortError } from '../../../src/base/errors.js';
import { decodeInThread } from '../../../src/io/columnar/decode-in-thread.js';
import { decodeWorkbook } from '../../../src/io/row-files/decode-workbook.js';
import { readXlsx } from '../../../src/hosts/sources/index.js';
import { unzippedBytes } from '../../../src/io/row-files/zip-size.js';
import { reuseThreads } from '../columnar/reused-thread.js';
import { makeXlsx, withSheet, zipOf } from './make-xlsx.js';
import { inTurn } from '../../shared.js';

const isLong = process.env.KOHORT_LONG === '1';
const rows = [
  ['age', 'city'],
  [31, 'Ulm'],
  [32, 'Bonn'],
];

describe('a workbook that is made to fill the memory', () => {
  // promise: bombs-refused
  it('is refused before it is unpacked', async () => {
    const bomb = withSheet(' '.repeat(80_000_000));
    expect(bomb.length).toBeLessThan(100_000);
    expect(unzippedBytes(bomb)).toBeGreaterThan(80_000_000);
    await expect(readXlsx(bomb, { sourceName: 'bomb.xlsx' })).rejects.toMatchObject({
      code: 'INPUT_LIMIT',
      exitCode: 3,
      message: expect.stringContaining('bomb.xlsx: the '),
    });
  });

  // promise: bombs-refused
  it('is refused too where the archive says that it is small', async () => {
    const honest = Buffer.from(withSheet(' '.repeat(80_000_000)));
    // The last entry of the directory is that of the sheet.
    const entry = honest.lastIndexOf('PK\u0001\u0002', undefined, 'latin1');
    const size = honest.subarray(entry + 24, entry + 28);
    expect(size.readUInt32LE()).toBeGreaterThan(80_000_000);
    for (const places of inTurn(['all', 'directory'] as const, 2)) {
      const lying = Buffer.from(honest);
      let forged = 0;
      for (let at = lying.indexOf(size); at >= 0; at = lying.indexOf(size, at + 1)) {
        if (places === 'all' || at > honest.length / 2) forged += lying.writeUInt32LE(100, at) > 0 ? 1 : 0;
      }
      expect(forged).toBeGreaterThan(0);
      expect(unzippedBytes(lying)).toBeLessThan(10_000);
      const error: unknown = await readXlsx(lying, { sourceName: 'bomb.xlsx' }).catch((thrown: unknown) => thrown);
      expect([places, error]).toEqual([places, expect.any(KohortError)]);
    }
  });

  it('has its size where the archive says it', () => {
    expect(
      unzippedBytes(
        zipOf([
          ['a', 'xyz'],
          ['b', 'x'.repeat(1000)],
        ]),
      ),
    ).toBe(1003);
    expect(unzippedBytes(new Uint8Array(100))).toBe(0);
    expect(unzippedBytes(new Uint8Array(3))).toBe(0);
  });

  it('with a cell in the last row of the last column ends in a table or a typed error, and soon', async () => {
    const far = withSheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>');
    const reading = readXlsx(far, { limits: { seconds: 1, memory: 256 * 2 ** 20 } });
    const error: unknown = await reading.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(KohortError);
    expect((error as KohortError).code).toBe('INPUT_LIMIT');
  });

  it('ends at its signal', async () => {
    const far = withSheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>');
    const controller = new AbortController();
    const reading = readXlsx(far, { signal: controller.signal });
    // Its thread has begun: the file takes longer than the limit of the test above.
    void setImmediate().then(() => controller.abort());
    await expect(reading).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('is read within limits that are said, and its bytes stay the caller’s', async () => {
    const bytes = makeXlsx({ People: rows });
    const before = bytes.slice();
    expect((await readXlsx(bytes, { limits: { unpackedBytes: 100_000 } })).rows).toBe(2);
    expect(bytes).toEqual(before);
    await expect(readXlsx(bytes, { limits: { unpackedBytes: 100 } })).rejects.toMatchObject({ code: 'INPUT_LIMIT' });
    await expect(readXlsx(bytes, { limits: { bytes: 100 } })).rejects.toMatchObject({ code: 'INPUT_LIMIT' });
  });
});

describe('a damaged workbook of two sheets', () => {
  const sheets = { People: rows, Places: rows };

  it('is a typed error where the list of sheets leads to none', async () => {
    const lost = makeXlsx(sheets, (_, content) => content.replace('Relationship Id="rId1"', 'Relationship Id="rId7"'));
    await expect(readXlsx(lost)).rejects.toMatchObject({ code: 'XLSX_INVALID', exitCode: 3 });
    await expect(decodeWorkbook(lost, {})).rejects.toMatchObject({ code: 'XLSX_INVALID' });
    expect((await readXlsx(lost, { sheet: 2 })).rows).toBe(2);
  });

  it('is one error where both are damaged, and its thread goes on', async () => {
    const damaged = makeXlsx(sheets, (name, content) =>
      name.endsWith('1.xml') ? content.replaceAll('sheetData', 'sheetRows') : content.replace('</c>', '</d>'),
    );
    const threads = reuseThreads();
    const read = async (bytes: Uint8Array) =>
      decodeInThread(threads.start, { kind: 'workbook', bytes, rules: {} }, { signal: undefined, handOver: false });
    await expect(read(damaged)).rejects.toMatchObject({ code: 'XLSX_INVALID' });
    // A thread that dies of what nobody waits for does so now.
    await setTimeout(50);
    expect(await read(makeXlsx(sheets))).toMatchObject({ names: ['People', 'Places'] });
    expect(threads.ended).toBe(0);
    threads.stop();
  });
});

describe('one damaged byte of a workbook', () => {
  it('gives a table or a typed error', async () => {
    const bytes = makeXlsx({ People: rows });
    const step = isLong ? 1 : 509;
    const found = { tables: 0, errors: 0 };
    for (let at = 1; at < bytes.length; at += step) {
      const damaged = bytes.slice();
      damaged[at] ^= 0xff;
      const result: unknown = await readXlsx(damaged, { limits: { seconds: 5 } }).catch((error: unknown) => error);
      if (result instanceof Error) {
        expect(result).toBeInstanceOf(KohortError);
        found.errors++;
      } else found.tables++;
    }
    expect(found.errors).toBeGreaterThan(0);
    expect(found.tables).toBeGreaterThan(0);
  });
});
