// The audit reads a finished table from any source, and recomputes every model by definition.
import { anonymize, auditRelease, csvChunks, readCsv, tableFromRows } from 'kohort';

const original = tableFromRows(
  Array.from({ length: 60 }, (_, i) => ({ age: 18 + ((i * 11) % 30), disease: ['flu', 'asthma', 'gout'][i % 3] })),
);
const job = {
  attributes: { age: { role: 'quasi-identifier' }, disease: { role: 'sensitive' } },
  privacy: [
    { model: 'k-anonymity', k: 5 },
    { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'disease' },
  ],
  algorithm: 'mondrian',
};
const show = (name, { holds, privacy, problems }) => {
  const models = privacy.map((each) => `${each.model} ${each.holds ? 'holds' : 'fails'}`);
  console.log(`${name}: ${holds ? 'holds' : 'does not hold'} (${models.join(', ')})`);
  for (const problem of problems) console.log(`  ${problem}`);
};

const { release } = await anonymize(original, job, { seed: 1 });
const text = await new Blob([...csvChunks(release)]).text();
show('as released', auditRelease(await readCsv(text), job, original));

// Edits the file: one row gets its true age back.
const lines = text.split('\n');
const row = lines.findIndex((line) => line.startsWith('['));
lines[row] = lines[row].replace(/^\[(\d+)-\d+\]/, '$1');
show('as edited', auditRelease(await readCsv(lines.join('\n')), job, original));
