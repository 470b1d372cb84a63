import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/base/errors.js';
import { readCsv, readCsvCounted } from '../../src/io/csv/read-csv.js';
import { readJson } from '../../src/io/row-files/json.js';
import { readNdjson } from '../../src/io/row-files/ndjson.js';
import type { InputLimits } from '../../src/table/input-spec.js';
import type { Table } from '../../src/table/table.js';

const objects = Array.from({ length: 500 }, (_, i) => `{"a":${i % 7},"b":"x"}`);
const csv = `a,b\n${Array.from({ length: 500 }, (_, i) => `${i % 7},x`).join('\n')}\n`;
const ndjson = `${objects.join('\n')}\n`;
const json = `[${objects.join(',')}]`;
const readers: readonly [string, string, (limits: InputLimits) => Promise<Table>][] = [
  ['CSV', csv, (limits) => readCsv(csv, { limits })],
  ['CSV that is counted', csv, (limits) => readCsvCounted(csv, { limits })],
  ['lines of JSON', ndjson, (limits) => readNdjson(ndjson, { limits })],
  ['JSON', json, (limits) => readJson(json, { limits })],
];

describe.each(readers)('the limits of %s', (_, text, read) => {
  // promise: bad-input-ends
  it.each([
    ['rows', 500],
    ['columns', 2],
    ['cells', 1000],
    ['bytes', text.length],
  ] as const)('hold where they are said: %s', async (name, most) => {
    expect((await read({ [name]: most })).rows).toBe(500);
    const error = await read({ [name]: most - 1 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).code).toBe('INPUT_LIMIT');
    expect((error as InputError).message).toMatch(new RegExp(`more than ${most - 1} .*"limits": \\{"${name}": `));
  });

  // promise: bad-input-ends
  it('hold for the seconds that it takes', async () => {
    expect((await read({ seconds: 3600 })).rows).toBe(500);
    await expect(read({ seconds: 1e-9 })).rejects.toThrow(/takes more than 1e-9 seconds.*\[?/);
  });
});
