// `kohort/js` is the same API without WebAssembly. Both engines give the same release, byte for byte.
import * as kohort from 'kohort';
import * as twin from 'kohort/js';

const rows = Array.from({ length: 5000 }, (_, i) => ({
  age: 18 + ((i * i) % 61),
  hours: (i * 37) % 50,
  city: `city ${(i * 7) % 9}`,
}));
const quasi = { role: 'quasi-identifier' };
const job = {
  attributes: { age: quasi, hours: quasi, city: { ...quasi, hierarchy: { type: 'suppress' } } },
  privacy: [{ model: 'k-anonymity', k: 10 }],
  algorithm: { name: 'mondrian', partitioning: 'relaxed' },
};
const releases = [];
for (const [{ anonymize, csvChunks, tableFromRows }, engine] of [
  [kohort, 'wasm'],
  [twin, 'js'],
]) {
  const { release, result } = await anonymize(tableFromRows(rows), job, { engine, seed: 7 });
  console.log(`${result.engine}: ${result.classes} classes, discernibility ${result.metrics.discernibility}`);
  releases.push(await new Blob([...csvChunks(release)]).text());
}
console.log(releases[0] === releases[1] ? 'the same release' : 'different releases');
