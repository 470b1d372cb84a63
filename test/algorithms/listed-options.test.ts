import { describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../src/base/errors.js';
import { anonymize, listAlgorithms, parseJob, tableFromRows } from '../../src/index.js';
import { long } from '../shared.js';
import { bothEngines } from '../engine/engines.js';
import { all, jobWithOption, publicRows, rows, settings, type Setting } from './option-settings.js';

const table = tableFromRows(rows);
const publicTable = tableFromRows(publicRows);

const engines = await bothEngines();

/** The settings of an option to try. */
async function settingsOf(name: string, option: string): Promise<readonly Setting[]> {
  const known = settings[name]?.[option];
  return known ?? all(...((await wordsOf(name, option, {})) ?? []));
}

/** The words that an option takes, as its refusal of another word names them; null where it names none. */
async function wordsOf(name: string, option: string, setting: Omit<Setting, 'value'>): Promise<string[] | null> {
  const run = anonymize(table, jobWithOption(name, option, { ...setting, value: 'no such word' }), {
    engine: engines.wasm,
    publicTables: { people: publicTable },
  });
  const error: unknown = await run.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error, `${name}: ${option}`).toBeInstanceOf(InvalidArgumentError);
  return /^one of "(.*)"$/.exec((error as InvalidArgumentError).expected)?.[1].split('", "') ?? null;
}

describe('the options that are listed', () => {
  const listed = listAlgorithms().algorithms;

  it('are all tried, and no others', async () => {
    for (const { name, options } of listed) {
      for (const option of Object.keys(options)) {
        expect((await settingsOf(name, option)).length, `${name}: ${option}`).toBeGreaterThan(0);
      }
      const others = Object.keys(settings[name] ?? {}).filter((option) => !Object.hasOwn(options, option));
      expect(others, name).toEqual([]);
    }
  });

  // kept-outcomes.test.ts runs every value in `npm test`, and keeps what its audit says.
  it.runIf(long).each(listed.map(({ name, options }) => [name, options] as const))(
    '%s takes every value, and its audit confirms the release',
    async (name, options) => {
      for (const [option, text] of Object.entries(options)) {
        for (const [place, setting] of (await settingsOf(name, option)).entries()) {
          const what = `${name}: ${option} = ${JSON.stringify(setting.value)}`;
          if (typeof setting.value === 'string' && option !== 'bucketColumn') {
            expect(text, what).toMatch(new RegExp(`(^|[^\\w-])${setting.value}([^\\w-]|$)`));
          }
          const job = parseJob(jobWithOption(name, option, setting));
          // In the short run the engines take turns.
          const both = [engines.wasm, engines.js];
          for (const engine of long ? both : [both[(place + option.length) % 2]]) {
            const run = anonymize(table, job, { engine, seed: 1, publicTables: { people: publicTable } });
            const { audit, result } = await run.catch((error: unknown) => {
              throw new Error(`${what} on ${engine.name}`, { cause: error });
            });
            expect(audit.problems, what).toEqual([]);
            if (name !== 'mu-argus') expect(audit.holds, what).toBe(true);
            if (typeof setting.value === 'string' && option in result.algorithm && option !== 'gain') {
              const taken = option === 'variant' && setting.value === 'auto' ? expect.anything() : setting.value;
              expect(result.algorithm[option as never], what).toEqual(taken);
            }
          }
        }
      }
    },
  );

  it('are all the words that are taken: a wrong one is answered with them', async () => {
    for (const [name, options] of Object.entries(settings)) {
      for (const [option, tried] of Object.entries(options)) {
        const words = tried.map(({ value }) => value).filter((value) => typeof value === 'string');
        if (words.length < 2) continue;
        const taken = await wordsOf(name, option, tried[0]);
        if (taken !== null) expect(taken.sort(), `${name}: ${option}`).toEqual([...words].sort());
      }
    }
  });
});
