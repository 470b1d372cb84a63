import { describe, expect, it } from 'vitest';
import { AbortError } from '../../../src/base/errors.js';
import { readCsv } from '../../../src/io/csv/read-csv.js';
import { writeCsvString } from '../../../src/io/csv/write-csv.js';

const text = 'age,sex\n39,Male\n50,Female\n39,Male\n';

describe('readCsv', () => {
  it('takes text, bytes, a Blob, a stream and an iterable alike', async () => {
    const bytes = new TextEncoder().encode(text);
    async function* iterable(): AsyncGenerator<Uint8Array> {
      for (const byte of bytes) yield Uint8Array.of(byte);
    }
    for (const source of [text, bytes, new Blob([text]), new Blob([text]).stream(), iterable()]) {
      expect(writeCsvString(await readCsv(source))).toBe(text);
    }
  });

  it('keeps only selected columns', async () => {
    const table = await readCsv(text, { select: (name) => name === 'sex' });
    expect(table.columns.map(({ name }) => name)).toEqual(['sex']);
    expect(table.rows).toBe(3);
  });

  it('reports its progress', async () => {
    const seen: unknown[] = [];
    await readCsv(text, { onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toMatchObject({ bytes: text.length });
  });

  it('ends by its signal: before, during and while a source hangs', async () => {
    await expect(readCsv(text, { signal: AbortSignal.abort() })).rejects.toThrow(AbortError);
    const during = new AbortController();
    const large = new TextEncoder().encode(text.repeat(100_000));
    const abort = (): void => during.abort();
    await expect(readCsv(large, { signal: during.signal, onProgress: abort })).rejects.toThrow(AbortError);
    const hanging = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
    const later = new AbortController();
    setTimeout(() => later.abort(), 20);
    const start = performance.now();
    await expect(readCsv(hanging, { signal: later.signal })).rejects.toThrow(AbortError);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('hands on what a callback or the source throws, and closes the source', async () => {
    let closed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield new TextEncoder().encode(text.repeat(50_000));
      } finally {
        closed = true;
      }
    }
    const onProgress = (): void => {
      throw new RangeError('mine');
    };
    await expect(readCsv(source(), { onProgress })).rejects.toThrow('mine');
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(closed).toBe(true);
  });

  it('reads quoted, unquoted and blank stretches in one file without a seam', async () => {
    const lines: string[] = [];
    for (let i = 0; i < 60_000; i++) lines.push(i % 977 === 0 ? `"${i}","q\n${i % 13}"` : `${i},w${i % 13}`);
    const table = await readCsv(`id,w\n${lines.join('\n')}\n`);
    expect(table.rows).toBe(60_000);
    expect(table.column('id')?.type).toBe('integer');
    expect(table.column('id')?.numbers?.every((value, code) => value === code)).toBe(true);
    expect(table.column('w')?.texts.length).toBe(26);
  });
});
