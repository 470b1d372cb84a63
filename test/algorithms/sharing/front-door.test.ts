import { describe, expect, it, vi } from 'vitest';
import { anonymize, csvChunks, tableFromRows, type CheckedJob } from '../../../src/index.js';
import { ENGINES } from '../local/tables.js';
import { long, inTurn } from '../../shared.js';
import { algorithmsIn } from '../../registry.js';

const rows = Array.from({ length: 66_000 }, (_, i) => ({
  x: i % 41,
  y: Math.floor(i / 41) % 41,
  z: Math.floor(i / 1681),
  s: 'abc'[i % 3],
}));
const few = tableFromRows(rows.slice(0, 300));
const table = tableFromRows(rows);
/** Enough for two further threads in blocks of meyerson-williams. */
const small = tableFromRows(rows.slice(0, 25_000));
const known = { role: 'quasi-identifier' } as const;
const jobOf = (algorithm: CheckedJob['algorithm']): CheckedJob => ({
  attributes: { x: known, y: known, z: known, s: { role: 'sensitive' } },
  privacy: [{ model: 'k-anonymity', k: 60 }],
  algorithm,
});

const textOf = (release: Parameters<typeof csvChunks>[0]): string =>
  Array.from(csvChunks(release), (chunk) => new TextDecoder().decode(chunk)).join('');

/** Everything of a run but its times and threads. */
async function outcomeOf(name: string, threads: number | 'auto', engine: 'wasm' | 'js') {
  const { release, result, warnings } = await anonymize(
    name === 'meyerson-williams' ? small : table,
    jobOf(name as 'mdav'),
    { engine, seed: 1, threads },
  );
  const { threads: used, seconds: _, ...others } = result;
  return { used, others, warnings, text: textOf(release) };
}

describe.each(inTurn([...algorithmsIn('clusters'), 'meyerson-williams'], 4))('%s with threads', (name) => {
  it('releases the same, to the byte, with 1, 2 and 3 of them', async () => {
    for (const engine of name === 'mdav' && long
      ? ENGINES
      : ([['mdav', 'k-member', 'meyerson-williams'].includes(name) || long ? 'wasm' : 'js'] as const)) {
      const alone = await outcomeOf(name, 1, engine);
      expect(alone.used).toBe(1);
      for (const threads of long ? [2, 3] : [3]) {
        const shared = await outcomeOf(name, threads, engine);
        expect(shared.used).toBe(threads);
        expect(shared.text === alone.text).toBe(true);
        expect(shared.others).toEqual(alone.others);
      }
    }
  });
});

describe('threads of a run', () => {
  it('are not started for little work, without a word; and are warned of where the algorithm uses one', async () => {
    const little = await anonymize(few, jobOf('mdav'), { threads: 8 });
    expect(little.result.threads).toBe(1);
    expect(little.warnings.map(({ code }) => code)).not.toContain('ONE_THREAD');
    const one = await anonymize(few, jobOf('hilbert'), { threads: 8 });
    expect(one.warnings.map(({ code }) => code)).toContain('ONE_THREAD');
  });

  it('are as many as the host spares where the run leaves that to it, one for K-OPTIMIZE', async () => {
    for (const name of ['mondrian', 'k-optimize', 'mdav'] as const) {
      const { result, warnings } = await anonymize(few, jobOf(name), { threads: 'auto' });
      expect(result.threads).toBe(1);
      expect(warnings.map(({ code }) => code)).not.toContain('ONE_THREAD');
    }
    await expect(anonymize(few, jobOf('mdav'), { threads: 'all' as 'auto' })).rejects.toMatchObject({
      code: 'WRONG_TYPE',
    });
  });

  it('end at once when the run is aborted', async () => {
    const stop = new AbortController();
    const run = anonymize(table, jobOf('k-member'), {
      threads: 3,
      signal: stop.signal,
      onProgress: ({ phase, share }) => phase === 'search' && share > 0.2 && stop.abort(),
    });
    await expect(run).rejects.toMatchObject({ code: 'ABORTED' });
    await vi.waitFor(() => expect(ports()).toBe(0), 30_000);
  });
});

const before = process.getActiveResourcesInfo().filter((each) => each === 'MessagePort').length;
const ports = (): number => process.getActiveResourcesInfo().filter((each) => each === 'MessagePort').length - before;
