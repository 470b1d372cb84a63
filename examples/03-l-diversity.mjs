// k-anonymity alone lets a class share one disease; l-diversity does not. Stronger demands cost detail.
import { anonymize, tableFromRows } from 'kohort';

// 400 people drawn by a small generator: the young mostly have the flu, the old mostly cancer.
let state = 1;
const draw = (below) => Math.floor(((state = (state * 48271) % 2147483647) / 2147483647) * below);
const people = tableFromRows(
  Array.from({ length: 400 }, () => {
    const age = 20 + draw(50);
    const usual = age < 45 ? 'flu' : 'cancer';
    return { age, zip: 1000 + draw(40), disease: draw(10) < 6 ? usual : ['flu', 'asthma', 'cancer'][draw(3)] };
  }),
);
const attributes = {
  age: { role: 'quasi-identifier' },
  zip: { role: 'quasi-identifier' },
  disease: { role: 'sensitive' },
};
const k = { model: 'k-anonymity', k: 4 };
const l = { model: 'l-diversity', attribute: 'disease' };
const demands = [
  [k],
  [k, { ...l, variant: 'distinct', l: 2 }],
  [k, { ...l, variant: 'entropy', l: 1.9 }],
  [k, { ...l, variant: 'recursive', l: 2, c: 2 }],
  [k, { model: 't-closeness', t: 0.15, distance: 'equal', attribute: 'disease' }],
];
for (const privacy of demands) {
  const { result } = await anonymize(people, { attributes, privacy, algorithm: 'mondrian' });
  const { model, variant = '', achieved } = result.privacy.at(-1);
  const reached = Object.entries(achieved).map(([name, value]) => `${name} = ${Number(value.toFixed(3))}`);
  console.log(
    `${`${variant} ${model}`.trim().padEnd(22)} ${String(result.classes).padStart(3)} classes, ${reached.join(', ')}`,
  );
}
