import { describe, expect, it } from 'vitest';
import { anonymize, tableFromRows, type Job, type RunOptions } from '../../src/index.js';

const people = Array.from({ length: 40 }, (_, i) => ({
  age: i,
  town: 'xyz'[i % 3],
  drugs: ['a', 'a b', 'b c'][i % 3],
}));
const table = tableFromRows(people);
const job: Job = {
  attributes: { age: { role: 'quasi-identifier' }, town: { role: 'quasi-identifier' } },
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: 'mondrian',
};
const ofLists: Job = {
  attributes: { drugs: { role: 'sensitive', set: { delimiter: ' ' } } },
  privacy: [{ model: 'km-anonymity', k: 3, m: 2, attribute: 'drugs' }],
  algorithm: 'dissociation',
};
const PHASES = ['prepare', 'search', 'measure', 'release', 'audit'];

/** Reported phases and shares in their order, each once; a search's own phases count as `search`. */
async function toldBy(given: Job, options: RunOptions = {}): Promise<[string, number][]> {
  const told: [string, number][] = [];
  const onProgress: RunOptions['onProgress'] = ({ phase, share }) => {
    if (told.at(-1)?.join() !== [phase, share].join()) told.push([phase, share]);
  };
  await anonymize(table, given, { seed: 1, ...options, onProgress });
  return told;
}

describe('the progress of a run', () => {
  it.each([
    ['a table', job],
    ['a table in the order of the input', { ...job, output: { order: 'input' } }],
    ['lists', ofLists],
  ] as const)('goes through the phases in their order, and never back: %s', async (_, given) => {
    const told = await toldBy(given);
    const places = told.map(([phase]) => PHASES.indexOf(PHASES.includes(phase) ? phase : 'search'));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(new Set(places).size).toBe(PHASES.length);
    for (const phase of PHASES.filter((name) => name !== 'search')) {
      const shares = told.filter(([name]) => name === phase).map(([, share]) => share);
      expect(shares).toEqual([...shares].sort((a, b) => a - b));
      expect(shares[0], phase).toBe(0);
    }
    expect(told.at(-1)).toEqual(['audit', 1]);
  });

  it('shows where each part of the measuring begins and that the release is made', async () => {
    const told = (await toldBy(job)).map((each) => each.join(' '));
    expect(told).toEqual(expect.arrayContaining(['prepare 0', 'prepare 1', 'measure 0', 'measure 0.2', 'measure 0.25']));
    expect(told).toEqual(expect.arrayContaining(['measure 0.35', 'release 0', 'release 1', 'audit 0', 'audit 1']));
  }); // prettier-ignore

  it('is aborted at each of its reports, by an error that says so, with nothing left in the engine', async () => {
    const count = (await toldBy(job)).length;
    let aborted = 0;
    for (let end = 1; end <= count; end++) {
      const controller = new AbortController();
      let told = 0;
      const onProgress = (): void => void (++told === end && controller.abort());
      const run = anonymize(table, job, { seed: 1, signal: controller.signal, onProgress });
      const error = await run.then(
        () => null,
        (reason: unknown) => reason,
      );
      // Searches report more often on a busy machine: the first run may have reported more than this one does.
      if (error === null && told < end) break;
      expect(error, `at ${end}`).toMatchObject({ name: 'AbortError' });
      expect(told).toBe(end);
      aborted++;
    }
    expect(aborted).toBeGreaterThanOrEqual(2 * PHASES.length);
  });
});
