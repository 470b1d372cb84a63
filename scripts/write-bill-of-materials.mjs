/** Writes dist/sbom.cdx.json and the licences of what is bundled, when everything is. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { billOfMaterials } from './bill-of-materials.mjs';

const root = resolve(import.meta.dirname, '..');
const bill = billOfMaterials();
writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);

const isBundled = ({ properties }) => properties.some(({ value }) => value.startsWith('dist/'));
const texts = bill.components.filter(isBundled).map(({ name, version, licenses }) => {
  const folder = join(root, 'node_modules', name);
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
  const text =
    file === undefined ? (licenses?.[0].license.id ?? 'no licence') : readFileSync(join(folder, file), 'utf8');
  return `${name} ${version}\n\n${text.trim()}\n`;
});
writeFileSync(join(root, 'dist/third-party-licenses.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
console.log(
  `build: dist/sbom.cdx.json, ${bill.components.length} packages; licences of ${texts.length} that are bundled`,
);
