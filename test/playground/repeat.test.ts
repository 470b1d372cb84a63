import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Repeated, programOf } from '../../playground/src/leave/repeat.js';
import { arrowBytes, jsonBytes, parquetBytes } from '../../src/hosts/sources/index.js';
import { anonymize, type Job, tableFromRows } from '../../src/index.js';
import { csvOf } from '../table-texts.js';

const folder = mkdtempSync(join(tmpdir(), 'kohort-repeat-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(resolve(import.meta.dirname, '../..'), join(folder, 'node_modules/kohort'));

const everybody = tableFromRows(
  Array.from({ length: 80 }, (_, i) => ({ age: 20 + (i % 10), city: ['Bonn', 'Kiel'][i % 2] })),
);
const people = tableFromRows(everybody.toRows().slice(0, 40));

const contents: Readonly<Record<string, () => Promise<Uint8Array> | Uint8Array | string>> = {
  csv: () => csvOf(everybody),
  json: () => jsonBytes(everybody, { form: 'array' }),
  ndjson: () => jsonBytes(everybody, { form: 'lines' }),
  parquet: () => parquetBytes(everybody),
  arrow: () => arrowBytes(everybody),
};

const form = { format: 'csv', delimiter: ',', bom: false, formulaGuard: false, gzip: false } as const;

it.each(Object.keys(contents).flatMap((ending) => [[ending, 'csv'] as const, [ending, 'ndjson'] as const]))(
  'prints a program that reads a table of everybody called .%s beside an input of %s',
  async (ending, input) => {
    const name = `everybody.${ending}`;
    // The job names the format where the name of the input does not show it.
    const inputName = input === 'csv' ? 'people.csv' : 'people.txt';
    const job: Job = {
      ...(input === 'csv' ? {} : { input: { format: input } }),
      attributes: { age: 'quasi-identifier', city: 'quasi-identifier' },
      privacy: [{ model: 'delta-presence', min: 0, max: 0.6, public: name }],
      algorithm: 'mondrian',
    };
    writeFileSync(join(folder, inputName), input === 'csv' ? csvOf(people) : jsonBytes(people, { form: 'lines' }));
    writeFileSync(join(folder, name), await contents[ending]());
    writeFileSync(join(folder, 'job.json'), JSON.stringify(job));
    const types: Record<string, string> = { age: 'integer', city: 'string' };
    const repeated: Repeated = {
      input: inputName,
      seed: 3,
      form,
      everybody: { name, inputFormat: job.input?.format, types },
    };
    writeFileSync(join(folder, 'again.mjs'), programOf(repeated));
    execFileSync(process.execPath, ['again.mjs'], { cwd: folder, stdio: 'pipe' });
    const expected = await anonymize(people, job, { seed: 3, publicTables: { [name]: everybody } });
    expect(readFileSync(join(folder, 'people-release.csv'), 'utf8')).toBe(csvOf(expected.release));
  },
);
