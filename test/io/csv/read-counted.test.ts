import { describe, expect, it } from 'vitest';
import { createLineCaches } from '../../../src/engine/create-engine.js';
import { readCsvInPieces } from '../../../src/io/csv/read-csv.js';
import type { ReadCsvOptions } from '../../../src/io/csv/read-csv.js';
import type { Table } from '../../../src/table/table.js';
import { countRowsPerCode } from '../../../src/table/table.js';
import { countRange } from '../../../src/io/csv/count-range.js';
import type { CsvRange } from '../../../src/io/csv/csv-range.js';
import { readCsvRanges } from '../../../src/io/csv/read-ranges.js';
import type { RangedSource, RangeThreads } from '../../../src/io/csv/read-ranges.js';
import { seededRandom } from '../../../src/base/random.js';
import { casesOf } from '../../shared.js';

const memory = 1 << 28;
const memoBytes = 1 << 26;
const createMemo = await createLineCaches();

/** Counts the rows of a table by hand: distinct rows in the order of their first appearance. */
function countByHand(table: Table) {
  const counts = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    const key = table.columns.map(({ codes }) => codes[row]).join();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return {
    rows: table.rows,
    entries: [...counts],
    columns: table.columns.map((column) => ({
      name: column.name,
      type: column.type,
      texts: column.texts,
      numbers: column.numbers,
      missingCode: column.missingCode,
      rows: [...countRowsPerCode(column)],
    })),
    warnings: table.warnings,
  };
}

function describeCounted(table: Table) {
  const entries = Array.from({ length: table.entries }, (_, entry): [string, number] => [
    table.columns.map(({ codes }) => codes[entry]).join(),
    table.weights?.[entry] ?? NaN,
  ]);
  return { ...countByHand({ ...table, rows: 0, columns: table.columns } as Table), rows: table.rows, entries };
}

const plain = { memory, memoBytes };

/** Reads a text from ranges that are counted one by one in this thread; `seen` counts how often each way was taken. */
async function readApart(
  text: string,
  options: ReadCsvOptions,
  parts: number,
  seen: { counted: number; odd: number; misled: number },
): Promise<Table> {
  const bytes = new TextEncoder().encode(text);
  const read = async function* (from: number, to: number): AsyncGenerator<Uint8Array> {
    for (let at = from; at < to; at += 37) yield bytes.slice(at, Math.min(to, at + 37));
  };
  let apart: readonly CsvRange[] = [];
  const good = new Set<number>();
  const source: RangedSource = {
    bytes: bytes.length,
    read: (from, to) => {
      if (apart.some((range) => range.from === from && range.to === to) && good.has(from)) seen.misled++;
      return read(from, to);
    },
  };
  const threads: RangeThreads = {
    start: (ranges, settings) => {
      apart = ranges;
      return ranges.map(async ({ from, to, last }) => {
        const range = await countRange(
          read(from, to),
          { last },
          structuredClone(settings),
          from % 4 === 0 ? createMemo : undefined,
        );
        if (range !== null) good.add(from);
        seen[range === null ? 'odd' : 'counted']++;
        return structuredClone(range);
      });
    },
    end: () => undefined,
  };
  return readCsvRanges(source, { ...options, memory: 1 << 22 }, parts, threads);
}

async function outcome(read: () => Promise<object>): Promise<object> {
  try {
    return await read();
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** A file that repeats itself, with everything that takes a record out of the short way. */
function drawFile(seed: number): { text: string; options: ReadCsvOptions } {
  const random = seededRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[random.below(values.length)];
  const cells = [
    ['1', '01', ' 2', '3.5', '?', '', '7'],
    ['a', 'b ', '"a"', '"x,y"', '"q""q"', 'ü', '?'],
    ['2020-01-02', '2021-05-06', ''],
  ];
  const width = 1 + random.below(3);
  const end = pick(['\n', '\r\n', '\r', '\n']);
  const lines = Array.from({ length: random.below(60) }, () =>
    Array.from({ length: random.below(40) === 0 ? width + 1 : width }, (_, c) =>
      random.below(50) === 0 ? '"two\nlines"' : pick(cells[c % 3].slice(0, 1 + random.below(7))),
    ).join(','),
  );
  const repeated = Array.from({ length: lines.length * 3 }, () => pick(lines));
  const header = ['n', 's', 'd'].slice(0, width).join(',');
  return {
    text: [header, ...repeated].join(end) + pick(['', end, end + end]),
    options: {
      delimiter: ',',
      missing: pick([[''], ['', '?'], []]),
      onMissing: pick(['keep', 'drop', 'error', 'keep']),
      trim: random.below(4) > 0,
      types: random.below(5) === 0 ? { n: 'number' } : {},
      select: random.below(3) === 0 && width > 1 ? (name) => name !== 's' : undefined,
    },
  };
}

describe('reading into a counted table', () => {
  const files = casesOf(20_000, 42);
  it(`gives what counting the rows gives, dictionaries, warnings and errors the same (${files} files)`, async () => {
    let errors = 0;
    for (let seed = 1; seed <= files; seed++) {
      const { text, options } = drawFile(seed);
      const piece = 16 + (seed % 400);
      const expected = await outcome(async () => countByHand(await readCsvInPieces(text, options, 1 << 16)));
      const count = seed % 3 === 0 ? { memory: 1 << 22, memoBytes: 1 << 20, createMemo } : { memory, memoBytes };
      const found = await outcome(async () => describeCounted(await readCsvInPieces(text, options, piece, count)));
      if ('error' in expected) errors++;
      expect(found, `seed ${seed}: ${JSON.stringify(text)} ${JSON.stringify(options)}`).toEqual(expected);
    }
    expect(errors).toBeGreaterThan(files / 50);
    expect(errors).toBeLessThan(files * 0.8);
  });

  it(`gives the same from ranges that are counted apart, whatever their number (${files} files)`, async () => {
    let errors = 0;
    const seen = { counted: 0, odd: 0, misled: 0 };
    for (let seed = 1; seed <= files; seed++) {
      const { text, options: drawn } = drawFile(seed);
      // Nothing is looked for at the beginning then, so that ranges begin at once.
      const options = { ...drawn, strict: seed % 4 > 0 };
      // Bytes: a text of one word is refused, since it may be the path of a file.
      const bytes = new TextEncoder().encode(text);
      const expected = await outcome(async () => describeCounted(await readCsvInPieces(bytes, options, 99, plain)));
      const found = await outcome(async () => describeCounted(await readApart(text, options, 2 + (seed % 5), seen)));
      if ('error' in expected) errors++;
      expect(found, `seed ${seed}: ${JSON.stringify(text)} ${JSON.stringify(options)}`).toEqual(expected);
    }
    expect(errors).toBeGreaterThan(files / 50);
    // Ranges were counted apart, and odd ones read in their turn.
    expect(seen.counted - seen.misled).toBeGreaterThan(files / 2);
    expect(seen.odd).toBeGreaterThan(files / 50);
  });

  it('does not take apart what begins inside of a quoted cell, however plain it looks', async () => {
    // Cut at any line end, the second half is a fine file of its own: with the quotes, it is one cell.
    const seen = { counted: 0, odd: 0, misled: 0 };
    const text = `a,b\n1,"x\n2,y\n3,z\n4,u"\n5,v\n`;
    for (let parts = 2; parts <= 5; parts++) {
      const table = await readApart(text, { delimiter: ',', strict: true }, parts, seen);
      expect([table.rows, table.column('b')?.texts]).toEqual([2, ['x\n2,y\n3,z\n4,u', 'v']]);
    }
    expect(seen.misled).toBeGreaterThan(0);
  });

  it('remembers lines only while they repeat, and counts the same either way', async () => {
    const rows = 200_000;
    const unique = Array.from({ length: rows }, (_, row) => `${row},${row % 7}`).join('\n');
    const options = { delimiter: ',', select: (name: string) => name === 'b' };
    const table = await readCsvInPieces(`id,b\n${unique}\n`, options, 1 << 18, { memory, memoBytes });
    expect(table.entries).toBe(7);
    expect(table.weights).toEqual(Uint32Array.from({ length: 7 }, (_, i) => Math.floor((rows - 1 - i) / 7) + 1));
  });

  it('ends with a typed error when the distinct rows do not fit', async () => {
    const text = `a\n${Array.from({ length: 20_000 }, (_, row) => row).join('\n')}\n`;
    await expect(
      readCsvInPieces(text, { delimiter: ',' }, 1 << 16, { memory: 100_000, memoBytes }),
    ).rejects.toMatchObject({
      code: 'OUT_OF_MEMORY',
      exitCode: 4,
    });
  });
});
