// The six patients of LeFevre, DeWitt and Ramakrishnan 2006: each released row shares age, sex and zip with another.
import { anonymize, csvChunks, readCsv } from 'kohort';

const table = await readCsv(`age,sex,zip,disease
25,Male,53711,flu
25,Female,53712,hepatitis
26,Male,53711,bronchitis
27,Male,53710,broken arm
27,Female,53712,AIDS
28,Male,53711,hang nail
`);
const known = { role: 'quasi-identifier' };
const job = {
  attributes: { age: known, sex: known, zip: known, disease: { role: 'sensitive' } },
  privacy: [{ model: 'k-anonymity', k: 2 }],
  algorithm: 'mondrian',
};
const { release, result } = await anonymize(table, job, { seed: 4 }); // without a seed the order is unpredictable
for (const chunk of csvChunks(release)) process.stdout.write(chunk);
console.log(`${result.classes} classes, k = ${result.privacy[0].achieved.k}, audited`);
