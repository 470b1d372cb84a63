import { anonymize, auditRelease, readCsv, readForJob } from '../../../src/index.js';
import type { Job, Table } from '../../../src/index.js';
import { csvChunks } from '../../../src/io/csv/write-csv.js';
import { cellsOf } from '../tables.js';
import type { Target } from '../target.js';
import { Find, SECRET } from '../target.js';

const K = 2;

const job = (algorithm: string): Job => ({
  attributes: { age: { role: 'quasi-identifier', hierarchy: { type: 'intervals', widths: [5, 10] } }, city: 'quasi-identifier', illness: 'sensitive' },
  privacy: [{ model: 'k-anonymity', k: K }, { model: 'l-diversity', variant: 'distinct', l: 2, attribute: 'illness' }],
  algorithm,
  suppression: 'unlimited',
  output: { order: 'input' },
}); // prettier-ignore

const people = `age,city,illness\n31,Bonn,flu\n32,Bonn,gout\n33,Kiel,flu\n38,Kiel,cold\n39,Kiel,${SECRET}\n38,Bonn,flu\n51,Ulm,gout\n52,Ulm,flu\n`;

let read: Promise<Table> | undefined;
const original = async (): Promise<Table> => (read ??= readForJob(people, job('mondrian')).then(({ table }) => table));

/** Bytes of a release in CSV, audited with and without its original. */
export const audit: Target = {
  name: 'audit',
  words: ['*', '[31-33]', '[30-35)', '31', '32', 'Bonn', 'Kiel', '{Bonn, Kiel}', 'flu', 'gout', 'cold', ',', '"', '\n', 'age,', 'city', 'illness', 'bucket', '[', ']', '-', '..', '<', '>=', '1e999', SECRET], // prettier-ignore
  seeds: async () => {
    const all: Uint8Array[] = [];
    for (const algorithm of ['mondrian', 'local-suppression', 'k-member', 'hilbert']) {
      const { release } = await anonymize(await original(), job(algorithm), { seed: 1, engine: 'js' });
      all.push(Buffer.concat([...csvChunks(release)]));
    }
    return all;
  },
  run: async (bytes) => {
    const release = await readCsv(bytes, { delimiter: ',', skip: 0, allowEmpty: true, encoding: 'utf-8' });
    const told: string[] = [];
    for (const table of [undefined, await original()]) {
      const report = auditRelease(release, job('mondrian'), table);
      told.push(report.holds ? 'holds' : 'does not hold');
      if (report.problems.concat(report.warnings.map(({ message }) => message)).some((text) => text.includes(SECRET)))
        if (!release.columns.some(({ name }) => name.includes(SECRET))) throw new Find('a cell in what the audit says');
      if (report.holds) requireClasses(release, table);
    }
    return told.join(', with the original ');
  },
};

/** Requires what the audit confirmed: classes of k rows and two illnesses; with the original, no illness that does not occur. */
function requireClasses(release: Table, table: Table | undefined): void {
  const names = release.columns.map(({ name }) => name);
  const classes = new Map<string, Set<string | null>>();
  const sizes = new Map<string, number>();
  const [age, city, illness] = ['age', 'city', 'illness'].map((name) => names.indexOf(name));
  if (age < 0 || city < 0 || illness < 0 || names.length !== 3) throw new Find('holds without the columns of the job');
  for (const row of cellsOf(release)) {
    const key = JSON.stringify([row[age], row[city]]);
    sizes.set(key, (sizes.get(key) ?? 0) + 1);
    classes.set(key, (classes.get(key) ?? new Set()).add(row[illness]));
  }
  for (const [key, size] of sizes) {
    if (size < K || classes.get(key)!.size < 2) throw new Find('holds, though a class is too small or has one illness');
  }
  if (table === undefined) return;
  const left = cellsOf(table).map((row) => row[2]);
  for (const row of cellsOf(release)) {
    const at = left.indexOf(row[illness]);
    if (at < 0) throw new Find('holds, though more people have an illness than in the original');
    left.splice(at, 1);
  }
}
