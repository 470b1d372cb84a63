import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadedBy, gzipped, readSizes, sizeOf, withSizes, type SizeRow } from './bundle-sizes.js';
import { installPacked, type Packed } from './packed.js';
import { inTurn } from '../shared.js';

const page = resolve(import.meta.dirname, '../../docs/embedding.md');

let packed: Packed;
beforeAll(() => {
  packed = installPacked();
});
afterAll(() => packed?.remove());

/** Contents that are measured as one file, by their name in the table. */
const whole: readonly (readonly [what: string, contents: string, limit?: number])[] = [
  ['`anonymize` of `kohort` in one file, the kernels included', "export { anonymize } from 'kohort';"],
  ['`anonymize` of `kohort/js` in one file', "export { anonymize } from 'kohort/js';"],
  [
    '`createAnonymize` and `mondrian` in one file, the kernels included',
    "export { createAnonymize } from 'kohort/core'; export { mondrian } from 'kohort/algorithms/mondrian';",
  ],
  ['`createEngine` of `kohort`: the twin and the kernels', "export { createEngine } from 'kohort';", 108_500],
  ['`createEngine` of `kohort/js`: the twin', "export { createEngine } from 'kohort/js';", 60_000],
  ['`readCsv` of `kohort`', "export { readCsv } from 'kohort';"],
  ['`kohort/client`', "export * from 'kohort/client';", 5200],
  ['`kohort/worker`: every algorithm, model and reader', "import 'kohort/worker';", 580_000],
  ['`kohort/report`', "export * from 'kohort/report';"],
];

/** Algorithms that take k-anonymity alone. */
const ofSizes = ['local-suppression'];

/** Rows of people and a job with k-anonymity and l-diversity, default options. */
const running = (name: string): string => `
import { anonymize } from 'kohort/js';
const rows = Array.from({ length: 200 }, (_, i) => ({
  age: 20 + ((i * 7) % 50),
  sex: i % 3 ? 'Female' : 'Male',
  disease: ['flu', 'cold', 'cancer', 'asthma'][(i * 5) % 4],
  items: ['milk bread', 'milk', 'bread eggs'][i % 3],
}));
const people = {
  attributes: { age: 'quasi-identifier', sex: 'quasi-identifier', disease: 'sensitive' },
  privacy: [
    { model: 'k-anonymity', k: 5 },
    ${ofSizes.includes(name) ? '' : "{ model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' },"}
  ],
};
const sets = {
  attributes: { items: { role: 'quasi-identifier', set: { delimiter: ' ' } } },
  privacy: [{ model: 'km-anonymity', k: 5, m: 2, attribute: 'items' }],
};
const job = '${name}' === 'dissociation' ? sets : people;
const { result } = await anonymize(rows, { ...job, algorithm: '${name}' });
console.log(result.engine, result.algorithm.name, result.privacy.every(({ holds }) => holds));
`;

/** One algorithm of every family, with the limit of the promise. */
const families: readonly (readonly [name: string, limit?: number])[] = [
  ['mondrian'],
  ['hilbert'],
  ['mdav'],
  ['incognito'],
  ['k-optimize'],
  ['datafly'],
  ['local-suppression'],
  ['slicing'],
  ['dissociation'],
];

/** A row of the table, and how many bytes it has now. */
interface Measured extends Omit<SizeRow, 'bytes'> {
  readonly measure: () => number | Promise<number>;
}

const measured: readonly Measured[] = [
  ...whole.map(([what, contents, limit]) => ({ what, limit, measure: async () => sizeOf(packed.folder, contents) })),
  ...families.map(([name, limit]) => ({
    what: `\`kohort/js\`, a run of \`${name}\`: all that it loads`,
    limit,
    measure: async () => {
      const { bytes, printed } = await downloadedBy(packed.folder, running(name));
      expect(printed).toBe(`js ${name} true`);
      return bytes;
    },
  })),
  {
    what: '`kohort/engine.wasm`: the kernels as a file',
    measure: () => gzipped(readFileSync(join(packed.folder, 'node_modules/kohort/dist/engine.wasm'))),
  },
  { what: 'the package (`npm pack`)', limit: 3_450_000, measure: () => packed.bytes },
];

/** `KOHORT_WRITE_DOCS=1` writes the table. */
describe('the table of sizes in docs/embedding.md', () => {
  it('has the limits that are measured, and every bundle keeps its own', async () => {
    const isWritten = process.env.KOHORT_WRITE_DOCS === '1';
    const rows: SizeRow[] = [];
    const limited = measured.filter(({ limit }) => limit !== undefined);
    const others = measured.filter(({ limit }) => limit === undefined);
    for (const { measure, ...row } of isWritten ? measured : [...limited, ...inTurn(others, 5)]) {
      const bytes = await measure();
      expect(bytes, row.what).toBeLessThanOrEqual(row.limit ?? Infinity);
      rows.push({ ...row, bytes });
    }
    const text = readFileSync(page, 'utf8');
    if (isWritten) {
      writeFileSync(page, withSizes(text, rows));
      return;
    }
    const written = readSizes(text);
    expect(written.map(({ what, limit }) => [what, limit])).toEqual(measured.map(({ what, limit }) => [what, limit]));
    // The figures are those of the day on which they were written (KOHORT_WRITE_DOCS=1); what is promised are the limits.
    for (const { what, bytes, limit = Infinity } of written) expect(bytes, what).toBeLessThanOrEqual(limit);
  });
});
