/** Detections of a run of the command: format, encoding and delimiter of an input are found by its first reading alone. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type * as FindEncoding from '../../../src/io/encoding/find-encoding.js';
import type * as FindTable from '../../../src/io/csv/find-table.js';
import type * as ForeignFormat from '../../../src/io/foreign-format.js';
import { encode } from '../../io/csv/encode.js';
import { makeFolder, runInside } from './run-cli.js';

const modules = ['csv/find-table.js', 'encoding/find-encoding.js', 'foreign-format.js'] as const;
const counts = { delimiters: 0, encodings: 0, formats: 0 };
// Test files of a worker share their modules: they are loaded again here, with the mocks, and after this file, without them.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  for (const name of modules) vi.doUnmock(`../../../src/io/${name}`);
  vi.resetModules();
});
vi.mock('../../../src/io/csv/find-table.js', async (original) => {
  const real = await original<typeof FindTable>();
  const findTable: typeof real.findTable = (...given) => (counts.delimiters++, real.findTable(...given));
  return { ...real, findTable };
});
vi.mock('../../../src/io/encoding/find-encoding.js', async (original) => {
  const real = await original<typeof FindEncoding>();
  const unmarkedUtf16: typeof real.unmarkedUtf16 = (bytes) => (counts.encodings++, real.unmarkedUtf16(bytes));
  return { ...real, unmarkedUtf16 };
});
vi.mock('../../../src/io/foreign-format.js', async (original) => {
  const real = await original<typeof ForeignFormat>();
  const foreignFormatOf: typeof real.foreignFormatOf = (bytes) => {
    // Jobs are JSON.
    if (bytes[0] !== 0x7b) counts.formats++;
    return real.foreignFormatOf(bytes);
  };
  return { ...real, foreignFormatOf };
});

const folder = makeFolder();
const put = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder.path, name), content);
  return name;
};
const rows = Array.from({ length: 40 }, (_, i) => [
  30 + (i % 4),
  i % 3 === 0 ? 'Köln' : 'Bern',
  ['flu', 'gout'][i % 2],
]);
const text = (delimiter: string): string =>
  [['age', 'city', 'disease'], ...rows].map((row) => `${row.join(delimiter)}\n`).join('');
const titled = `A list of people\n${text(';')}`;
const marked = text(';').replaceAll('33', 'unknown');

const job = put(
  'job.json',
  JSON.stringify({
    attributes: {
      age: { role: 'quasi-identifier' },
      city: { role: 'quasi-identifier' },
      disease: { role: 'sensitive' },
    },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: 'optimal-lattice',
    output: { order: 'input' },
  }),
);

/** Detections of a run. */
async function countsOf(...args: readonly string[]): Promise<typeof counts> {
  Object.assign(counts, { delimiters: 0, encodings: 0, formats: 0 });
  const { code, stderr } = await runInside(['anonymize', ...args, '--out', 'release.csv', '--json'], folder.path);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return { ...counts };
}

describe('a run of the command', () => {
  it.each([
    ['UTF-8', [put('plain.csv', text(','))]],
    ['titles and semicolons', [put('titled.csv', titled)]],
    ['marks of missing values', [put('marked.csv', marked)]],
    ['Windows-1252', [put('western.csv', encode(text(';'), 'windows-1252'))]],
    ['UTF-16 in gzip', [put('wide.csv.gz', gzipSync(encode(text('\t'), 'utf-16le', { mark: true })))]],
    ['two files in two encodings', [put('a.csv', text(';')), put('b.csv', encode(text(';'), 'windows-1252'))]],
  ])('detects as much in two or three readings as in one: %s', async (_, inputs) => {
    const once = await countsOf(...inputs, '--job', job);
    expect(once.delimiters).toBeGreaterThan(0);
    expect(await countsOf(...inputs, '--job', job, '--two-pass')).toEqual(once);
    expect(await countsOf(...inputs, '--k', '2', '--rows-are-people')).toEqual(once);
  });
});
