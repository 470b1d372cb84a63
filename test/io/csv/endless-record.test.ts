import { describe, expect, it } from 'vitest';
import { readCsv, readCsvCounted } from '../../../src/index.js';
import { long, longCases } from '../../shared.js';
import { longTest } from '../../long-test.js';

/** A source that gives a beginning and then a text for ever, and how many bytes were asked of it. */
function endless(beginning: string, again: string): { source: AsyncIterable<Uint8Array>; given: () => number } {
  let given = 0;
  const piece = Buffer.from(again.repeat(Math.ceil(65_536 / again.length)));
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(beginning);
    for (;;) {
      given += piece.length;
      if (given > 2 ** 27) throw new Error('read on without end');
      yield await Promise.resolve(piece.slice());
    }
  }
  return { source: bytes(), given: () => given };
}

const titles = 'a,b\n' + '1,2\n'.repeat(200);

describe('a record that has no end', () => {
  const cases = [
    ['of cells', titles, ','],
    ['of filled cells', titles, 'xy,'],
    ['of quoted cells', titles, '"x",'],
    ['after a quoted cell', `${titles}"1",`, ','],
    ['of cells where one was quoted before', `${titles}"1",2\n`, ','],
  ] as const;
  // promise: bad-input-ends
  it.each(cases)('is left at the first cells too many: %s', async (_, beginning, again) => {
    for (const read of long ? [readCsv, readCsvCounted] : [again === ',' ? readCsv : readCsvCounted]) {
      const { source, given } = endless(beginning, again);
      const error = read(source, { sourceName: 'people.csv' });
      await expect(error).rejects.toMatchObject({ code: 'ROW_WIDTH', exitCode: 3 });
      await expect(error).rejects.toThrow(/line 20[23], column 3: expected 2 cells, found more than 65538/);
      expect(given()).toBeLessThan(2 ** 20);
    }
  });

  it.each(longCases([',', 'x,', '"x",'], (again) => again === 'x,'))('is left as a header: %s', async (again) => {
    const { source, given } = endless('a,', again);
    const reading = readCsv(source, { delimiter: ',', limits: { columns: 100_000 } });
    await expect(reading).rejects.toMatchObject({ code: 'INPUT_LIMIT' });
    await expect(reading).rejects.toThrow(/line 1 has more than 100000 cells; .*"limits": \{"columns": N\}/);
    expect(given()).toBeLessThan(2 ** 23);
  });

  it('has as many columns as other formats without a limit of its own', async () => {
    const csv = (columns: number): string => `${Array.from({ length: columns }, (_, i) => `c${i}`).join()}\n${'1,'.repeat(columns - 1)}1\n`; // prettier-ignore
    await expect(readCsv(csv(65_537))).rejects.toThrow(/line 1 has more than 65536 cells/);
    expect((await readCsv(csv(65_536))).columns).toHaveLength(65_536);
  });

  it('is reported alike in memory and in pieces of any size', async () => {
    const text = `${titles}1,${','.repeat(200_000)}\n3,4\n`;
    const bytes = Buffer.from(text);
    async function* pieces(size: number): AsyncGenerator<Uint8Array> {
      for (let from = 0; from < bytes.length; from += size)
        yield await Promise.resolve(bytes.subarray(from, from + size));
    }
    const messages = await Promise.all(
      [text, bytes, pieces(1000), pieces(77_777)].map(async (source) =>
        readCsv(source).catch((error: Error) => error.message),
      ),
    );
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).toContain('found more than 65538');
  });

  longTest('may have as many cells as the header, and is counted exactly where few are too many', async () => {
    const names = Array.from({ length: 70_000 }, (_, i) => `c${i}`).join(',');
    const row = new Array(70_000).fill('1').join(',');
    const table = await readCsv(`${names}\n${row}\n${row}\n`, { delimiter: ',' });
    expect([table.columns.length, table.rows]).toEqual([70_000, 2]);
    await expect(readCsv(`${titles}${'1,'.repeat(1000)}\n`)).rejects.toThrow('expected 2 cells, found 1001;');
  });

  it('a long cell is refused however it comes', async () => {
    const { source, given } = endless(titles, 'x');
    await expect(readCsv(source)).rejects.toMatchObject({ code: 'FIELD_TOO_LONG', where: { column: 1 } });
    expect(given()).toBeLessThan(2 ** 22);
  });
});
