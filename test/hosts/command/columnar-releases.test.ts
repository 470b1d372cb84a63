import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder, runInside } from './run-cli.js';
import { long, inTurn } from '../../shared.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);

const endings = long ? ['csv', 'csv.gz', 'parquet', 'arrow', 'ndjson', 'json', 'jsonl.gz'] : ['csv', 'parquet', 'json'];
const releases = async (job: unknown, rows: readonly string[], more: readonly string[] = []): Promise<void> => {
  writeFileSync(at('in.csv'), ['age,born,city', ...rows].join('\n'));
  writeFileSync(at('job.json'), JSON.stringify(job));
  for (const ending of endings) {
    const out = at(`out.${ending}`);
    const done = await runInside([
      'anonymize',
      at('in.csv'),
      '--job',
      at('job.json'),
      '--quiet',
      '--out',
      out,
      ...more,
    ]);
    expect([ending, done]).toEqual([ending, { code: 0, stdout: '', stderr: '' }]);
    const audited = await runInside(['audit', out, '--job', at('job.json'), '--original', at('in.csv'), '--json']);
    expect([ending, audited.code, audited.stderr]).toEqual([ending, 0, '']);
  }
};
const attributes = {
  age: { role: 'quasi-identifier', type: 'integer', hierarchy: { type: 'suppress' } },
  born: { role: 'quasi-identifier', type: 'date', hierarchy: { type: 'suppress' } },
  city: { role: 'sensitive' },
};

it.each(inTurn([[[]], [['--two-pass']]], 2))(
  'missing cells of several spellings leave in every format (%j)',
  async (more) => {
    const rows = ['1,?,?', '1,,x', '?,2020-01-01,', ',2020-01-01,y', '1,?,x', '?,2020-01-01,?'];
    const privacy = [{ model: 'k-anonymity', k: 2 }];
    for (const missing of [
      ['', '?'],
      ['?', ''],
    ]) {
      await releases({ input: { missing }, attributes, privacy, algorithm: 'optimal-lattice' }, rows, more);
    }
  },
);

it('a release without a row leaves in every format', async () => {
  const rows = ['1,2020-01-01,x', '2,2020-01-01,x'];
  const privacy = [{ model: 'l-diversity', variant: 'distinct', l: 1, attribute: 'city' }, { model: 'maximum-risk', risk: 0.1 }]; // prettier-ignore
  const job = { attributes, privacy, algorithm: 'datafly', suppression: 'unlimited' };
  for (const more of inTurn([[], ['--two-pass']], 2)) await releases(job, rows, more);
});
