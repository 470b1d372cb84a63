import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { main, makeFolder, untilKilled } from './run-cli.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);

it('a run in another time zone and language writes the same bytes', () => {
  const rows = Array.from({ length: 60 }, (_, i) => {
    const day = `2024-03-${String(1 + (i % 28)).padStart(2, '0')}`;
    return `${day},${day}T0${i % 4}:30:00,${['istanbul', 'Iğdır', 'Çorum', 'zürich'][i % 4]},${i % 7}.5`;
  });
  writeFileSync(at('in.csv'), ['day,moment,town,weight', ...rows].join('\n'));
  const known = { role: 'quasi-identifier' };
  const attributes = { day: { ...known, hierarchy: { type: 'dates', levels: ['month', 'year'] } }, moment: known, town: known, weight: known }; // prettier-ignore
  writeFileSync(at('job.json'), JSON.stringify({ attributes, privacy: [{ model: 'k-anonymity', k: 4 }], algorithm: 'mondrian' })); // prettier-ignore
  const [home, abroad] = [
    { TZ: 'UTC', LC_ALL: 'C' },
    { TZ: 'America/St_Johns', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' },
  ].map((place, i) => {
    const here = at(String(i));
    mkdirSync(here);
    const beside = ['--out', 'out.csv', '--report', 'out.json', '--recoding', 'recoding.json'];
    const args = ['anonymize', '../in.csv', '--job', '../job.json', '--seed', '5', '--quiet', ...beside];
    const env = { ...process.env, ...place };
    const done = spawnSync(process.execPath, [main, ...args], { cwd: here, env, encoding: 'utf8', ...untilKilled });
    const textOf = (name: string): string => readFileSync(join(here, name), 'utf8');
    // A report without the moment and the seconds of its run.
    const report = textOf('out.json').replace(/"seconds": *\{[^}]*\}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, '');
    return { ...done, pid: 0, output: [], report, release: textOf('out.csv'), recoding: textOf('recoding.json') };
  });
  expect([home.status, home.stderr]).toEqual([0, '']);
  expect(abroad).toEqual(home);
});
