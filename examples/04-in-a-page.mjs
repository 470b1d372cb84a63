// A page without a worker: a file of an <input> in, a Blob to download out. Nothing here is Node's. For tables of more than some thousand rows use
// the worker of docs/embedding.md, so that the page does not freeze.
import { anonymize, csvChunks, readCsv } from 'kohort';

/** @param {Blob} file such as `input.files[0]` */
async function anonymizeFile(file, job, onProgress) {
  const table = await readCsv(file, job.input);
  const { release, result } = await anonymize(table, job, { onProgress, seed: 1 });
  return { blob: new Blob([...csvChunks(release)], { type: 'text/csv' }), result };
}

const file = new Blob([
  'age,city\n',
  ...Array.from({ length: 12 }, (_, i) => `${30 + i},${i % 2 ? 'Bonn' : 'Kiel'}\n`),
]);
const job = {
  attributes: {
    age: { role: 'quasi-identifier' },
    city: { role: 'quasi-identifier', hierarchy: { type: 'suppress' } },
  },
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: 'mondrian',
};
const phases = new Set();
const { blob, result } = await anonymizeFile(file, job, ({ phase }) => phases.add(phase));
console.log([...phases].join(', '));
console.log(await blob.text());
console.log(`${result.released} rows in ${result.classes} classes`);
