// A CSV file, a job file and a hierarchy file. The command line does the same in one line:
//   kohort anonymize examples/data/patients.csv --job examples/data/job.json
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { anonymize, csvChunks, parseJobText, parseLevelsText, readForJob } from 'kohort';

const data = new URL('data/', import.meta.url);
const job = parseJobText(await readFile(new URL('job.json', data), 'utf8'));

// A library opens no files by itself: the rows of a hierarchy file are put into the job.
const { file, delimiter } = job.attributes.city.hierarchy;
const rows = parseLevelsText(await readFile(new URL(file, data), 'utf8'), delimiter);
const ready = {
  ...job,
  attributes: { ...job.attributes, city: { ...job.attributes.city, hierarchy: { type: 'levels', rows } } },
};

// Identifiers and dropped columns are not even kept in memory.
const input = await readForJob(createReadStream(new URL('patients.csv', data)), ready);
console.log(`columns in the file: ${input.columns.join(', ')}`);
const { release, result } = await anonymize(input.table, input.job, { seed: 1 });

for (const chunk of csvChunks(release)) process.stdout.write(chunk);
console.log(`${result.classes} classes, ncp ${result.metrics.ncp.toFixed(3)}`);
