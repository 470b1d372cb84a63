import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCensus } from '../../../scripts/census.mjs';
import { auditRelease, parseJob, readCsv } from '../../../src/index.js';
import type { Job } from '../../../src/index.js';
import { readParquet } from '../../../src/hosts/sources/index.js';
import { makeXlsx } from '../../io/row-files/make-xlsx.js';
import { run } from '../command/run-cli.js';
import { isSkipped, patience, peopleCsv, usePlayground } from './playground-page.js';

// The fixture refuses whatever this page asks for, and fails the test.
describe.skipIf(isSkipped)('the playground as one file, from a disk and without a network', () => {
  const playground = usePlayground('single-file');
  const { folder, pages, open, openSample, choose, ready, anonymize, view, download } = playground;

  it('releases the sample, audited, equal to the command line byte for byte', async () => {
    const page = await openSample();
    await page.locator('.run summary').click();
    await page.getByLabel('Seed of the order of the rows').fill('7');
    await anonymize();
    await page.getByText('The independent audit confirms every privacy model.').waitFor();
    const release = readFileSync(await download('Download the release'), 'utf8');
    const jobFile = await download('Download the job file');
    const sample = makeCensus(30_000, 1);
    const job: Job = parseJob(JSON.parse(readFileSync(jobFile, 'utf8')));
    const report = auditRelease(await readCsv(release, job.input), job, await readCsv(sample, job.input));
    expect([report.holds, report.problems]).toEqual([true, []]);
    writeFileSync(join(folder, 'census-sample.csv'), sample);
    const ended = await run(
      ['anonymize', 'census-sample.csv', '--job', jobFile, '--out', 'own.csv', '--seed', '7', '--quiet'],
      folder,
    );
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(release).toBe(readFileSync(join(folder, 'own.csv'), 'utf8'));
  });

  it('reads a workbook, draws pictures, writes the report and Parquet', async () => {
    const file = join(folder, 'people.xlsx');
    writeFileSync(file, makeXlsx({ People: peopleCsv.trim().split('\n').slice(0, 900).map((line) => line.split(',')) })); // prettier-ignore
    const page = await open();
    await choose(file);
    await ready();
    expect(await page.getByText('899 rows').count()).toBe(1);
    await anonymize();
    await view('Risk', 'Class sizes');
    await page.locator('.picture svg').first().waitFor(patience);
    const report = readFileSync(await download('Download the report'), 'utf8');
    expect(report).toContain('picture-class-sizes');
    await view('Take it along');
    await page.getByLabel('Format', { exact: true }).selectOption('parquet');
    const { rows } = await readParquet(readFileSync(await download('Save people-release.parquet')));
    expect(rows).toBe(899);
  });

  it('is one file under a policy that lets it ask for nothing and run nothing else', () => {
    expect(readdirSync(pages)).toEqual(['kohort.html']);
    const html = readFileSync(join(pages, 'kohort.html'), 'utf8');
    const [, policy] = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html)!;
    expect(policy.replace(/'sha256-[\w+/]{43}='/, "'sha256'").split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'sha256' 'wasm-unsafe-eval'",
      'worker-src blob:',
      "style-src 'unsafe-inline'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });
});
