import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spareThreads } from '../../../src/hosts/node/threads/node.js';
import { spareThreadsIn } from '../../../src/hosts/browser/threads.js';

describe('threads that nobody asked for', () => {
  it('are all cores but one, at most 8; in pages that are not cross-origin isolated one', () => {
    const counts = [1, 2, 3, 9, 10, 64];
    expect(counts.map((cores) => spareThreads(() => cores))).toEqual([1, 1, 2, 8, 8, 8]);
    const inPage = (crossOriginIsolated: boolean) => (hardwareConcurrency: number) =>
      spareThreadsIn({ crossOriginIsolated, navigator: { hardwareConcurrency } });
    expect(counts.map(inPage(true))).toEqual([1, 1, 2, 8, 8, 8]);
    expect(counts.map(inPage(false))).toEqual([1, 1, 1, 1, 1, 1]);
    expect(spareThreadsIn({ crossOriginIsolated: true })).toBe(1);
  });
});

describe('a process that may start no threads', () => {
  it('searches with one, and says so', () => {
    const program = `
      const { anonymize, tableFromRows } = await import(${JSON.stringify(resolve(import.meta.dirname, '../../../dist/index.js'))});
      const table = tableFromRows(Array.from({ length: 17000 }, (_, i) => ({ x: i % 130, y: Math.floor(i / 130) })));
      const known = { role: 'quasi-identifier' };
      for (const algorithm of ['meyerson-williams', { name: 'k-optimize', seedCost: 1e9 }]) {
        const job = { attributes: { x: known, y: known }, privacy: [{ model: 'k-anonymity', k: 40 }], algorithm };
        const { result, warnings } = await anonymize(table, job, { threads: 2, timeLimit: 0.2 });
        console.log(result.threads, warnings.filter(({ code }) => code === 'ONE_THREAD').length);
      }`;
    const flag = Number(process.versions.node.split('.')[0]) < 22 ? '--experimental-permission' : '--permission';
    const options = [flag, '--allow-fs-read=*', '--no-warnings', '--input-type=module', '--eval', program];
    const { stdout, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toBe('1 1\n1 1\n');
  });
});
