import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

it('the demo shows rows before and after, a release that its audit confirms, and both engines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kohort-demo-'));
  const script = resolve(import.meta.dirname, '../../scripts/demo.mjs');
  const args = [script, '--folder', folder, '--rows', '400', '--runs', '1'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/Before and after\n {2}\d+ .*\n[^]*becomes[^]*rows released +400/);
  expect(stdout).toMatch(/Audit\n {2}holds[^]*wasm +[\d.]+ ms[^]*ratio/);
  expect(readdirSync(folder).sort()).toEqual(['census.csv', 'job.json', 'release.csv', 'report.html']);
  rmSync(folder, { recursive: true, force: true });
});
