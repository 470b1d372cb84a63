import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anonymize, proposeJob, readCsv } from '../../src/index.js';
import { makeFolder, runInside } from '../hosts/command/run-cli.js';
import { casesOf, inTurn } from '../shared.js';
import { drawSurveys } from './draw-surveys.js';

const folder = makeFolder();
const at = (name: string): string => join(folder.path, name);
const headers: Readonly<Record<string, number>> = { 'qualtrics.csv': 3, 'monkey.csv': 2 };
const files = drawSurveys(casesOf(1200, 150));

const tableOf = (name: string, bytes: Uint8Array) =>
  readCsv(new Blob([bytes as Uint8Array<ArrayBuffer>]), { headerRows: headers[name] ?? 1 });

describe('surveys and registers by defaults', () => {
  it.each(
    inTurn(
      files.map((file) => [file.name, file] as const),
      3,
    ),
  )('come out of %s, audited', async (name, file) => {
    writeFileSync(at(name), file.bytes);
    const [job, release] = [at(`${name}.job.json`), at(`${name}.release.csv`)];
    const made = await runInside(['init', at(name), '--yes', '--out', job]);
    expect(made.code, made.stderr).toBe(0);
    const ended = await runInside(['anonymize', at(name), '--job', job, '--out', release, '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    const { rows, suppressed } = JSON.parse(ended.stdout) as { rows: number; suppressed: number };
    expect(rows).toBe(file.rows);
    expect(suppressed).toBeLessThan(rows / 10);
    const [before, after] = [await tableOf(name, file.bytes), await readCsv(readFileSync(release, 'utf8'))];
    const flat = after.columns.filter((column) => column.texts.length === 1 && (before.column(column.name)?.texts.length ?? 0) > 1); // prettier-ignore
    // A column of few may be lost in so small a file.
    expect(flat.map((column) => column.name).length).toBeLessThanOrEqual(Math.max(1, after.columns.length / 10));
    const audit = await runInside(['audit', release, '--job', job, '--original', at(name)]);
    expect(audit.code, audit.stdout + audit.stderr).toBe(0);
  });

  it.each(files.map((file) => [file.name, file] as const))(
    'lose at most a tenth of their columns without a reason: %s',
    async (name, file) => {
      const table = await readCsv(new Blob([file.bytes as Uint8Array<ArrayBuffer>]), {
        headerRows: headers[name] ?? 1,
      });
      const { columns, warnings } = proposeJob(table);
      expect(columns.length).toBe(file.columns);
      const lost = columns.filter(({ role }) => role === 'drop' || role === 'identifier');
      expect(lost.filter(({ reason }) => reason.trim() === '').length).toBeLessThanOrEqual(file.columns / 10);
      // No line names columns by the hundred.
      for (const { message } of warnings) expect(message.length).toBeLessThan(1500);
      for (const { reason } of columns) expect(reason.length).toBeLessThan(600);
    },
  );

  it('write the questions of a survey as one entry, beside a column whose name begins alike', async () => {
    const [file] = files;
    const table = await tableOf(file.name, file.bytes);
    const { job, columns } = proposeJob(table);
    const { matches, role } = job.attributes['F*'];
    expect([matches?.length, role]).toEqual([285, columns.find(({ name }) => name === 'F001')?.role]);
    expect(matches).not.toContain('Familienstand');
    expect(job.attributes.Familienstand.role).toBe('quasi-identifier');
    const { result } = await anonymize(table, job, { engine: 'js', seed: 1 });
    expect(result.quasiIdentifiers).toContain('Familienstand');
  });
});
