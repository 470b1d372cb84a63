import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder, runInside } from './run-cli.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);

it('a second table that the certificate does not name is refused, not passed over', async () => {
  const job = {
    attributes: { zip: { role: 'quasi-identifier', type: 'string', hierarchy: { type: 'suppress' } }, d: 'sensitive' },
    privacy: [{ model: 'k-anonymity', k: 2 }],
    algorithm: 'optimal-lattice',
  };
  writeFileSync(at('in.csv'), 'zip,d\n1,a\n1,b\n2,a\n2,b\n');
  writeFileSync(at('job.json'), JSON.stringify(job));
  const made = await runInside(['anonymize', at('in.csv'), '--job', at('job.json'), '--out', at('r.csv'), '--certificate', at('c.json')]); // prettier-ignore
  expect(made.code).toBe(0);
  expect(await runInside(['verify', at('c.json'), at('r.csv')])).toMatchObject({ code: 0 });
  const other = await runInside(['verify', at('c.json'), at('r.csv'), '--sensitive', at('in.csv')]);
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('[CERTIFICATE_DIFFERS]') });
});
