import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anonymize, csvChunks, parseJob, readCsv } from '../../../src/index.js';
import type { CheckedJob } from '../../../src/index.js';
import type { Packed } from '../../package/packed.js';
import { installPacked } from '../../package/packed.js';
import { censusCsv, censusJob } from './census.js';
import { chromiumPath, launchChromium } from './chromium.js';
import type { PageFunctions } from './page.js';
import type { Site } from './serve-page.js';
import { policy, servePage } from './serve-page.js';

const rows = 20_000;
const seed = 42;
const required = process.env.CI === 'true';
if (chromiumPath === null && !required) {
  console.warn(
    'SKIPPED: the browser tests need Chromium (apt-get install chromium, or KOHORT_CHROMIUM); none is there.',
  );
}

type Global = typeof globalThis & { kohortPage: PageFunctions };

describe.skipIf(chromiumPath === null && !required)('in Chromium, under a content security policy', () => {
  const csv = censusCsv(rows, 11);
  const failures: string[] = [];
  let packed: Packed;
  let site: Site;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    if (chromiumPath === null) throw new Error('CI=true, but there is no Chromium');
    packed = installPacked();
    site = await servePage(packed, csv);
    browser = await launchChromium(chromiumPath);
    page = await browser.newPage();
    page.on('pageerror', (error) => failures.push(error.message));
    page.on('console', (message) => failures.push(message.text()));
    await page.goto(site.url);
    await page.waitForFunction(() => 'kohortPage' in globalThis);
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
    packed?.remove();
  });

  const nodesOwn = async (engine: 'wasm' | 'js', job: CheckedJob = censusJob) => {
    const { release, result } = await anonymize(await readCsv(csv, job.input), parseJob(job), {
      engine,
      seed,
    });
    expect(result.engine).toBe(engine);
    return {
      csv: Buffer.concat([...csvChunks(release)]).toString('utf8'),
      result: JSON.stringify({ ...result, seconds: undefined }),
    };
  };

  /** A result without when the best solution was found. */
  const withoutTimes = (text: string): unknown =>
    JSON.parse(text, (key, value: unknown) => (key === 'bestSeconds' || key === 'trace' ? undefined : value));

  describe.each(['wasm', 'js'] as const)('with the engine %s', (engine) => {
    it.each(['/worker.js', '/bundled-worker.js'])(
      'the worker %s gives what Node gives, byte for byte',
      async (script) => {
        const found = await page.evaluate(
          ([path, job, name, number]) => (globalThis as Global).kohortPage.runInWorker(path, job, name, number),
          [script, censusJob, engine, seed] as const,
        );
        const own = await nodesOwn(engine);
        expect(found.csv === own.csv, 'the same CSV').toBe(true);
        expect(found.result).toBe(own.result);
      },
    );

    it('the page without a worker gives what Node gives, byte for byte', async () => {
      const found = await page.evaluate(
        ([job, name, number]) => (globalThis as Global).kohortPage.runOnPage(job, name, number),
        [censusJob, engine, seed] as const,
      );
      const own = await nodesOwn(engine);
      expect(found.csv === own.csv, 'the same CSV').toBe(true);
      expect(found.result).toBe(own.result);
    });
  });

  it('every metric, model and search of logarithms is that of Node to the last bit', async () => {
    const sensitive = { ...censusJob.attributes, occupation: { role: 'sensitive' } } as const;
    const quasi = Object.keys(censusJob.attributes).filter(
      (name) => censusJob.attributes[name].role === 'quasi-identifier',
    );
    /** Three quasi-identifiers of the table, as few terms as show a last bit in their sum. */
    const of = (first: number): CheckedJob['attributes'] => {
      const kept = [0, 1, 3].map((step) => quasi[(first + step) % quasi.length]);
      const names = Object.keys(censusJob.attributes).filter((name) => !quasi.includes(name) || kept.includes(name));
      return Object.fromEntries(names.map((name) => [name, censusJob.attributes[name]]));
    };
    const jobs: CheckedJob[] = [
      ...quasi.map((_, first): CheckedJob => ({
        ...censusJob,
        attributes: of(first),
        privacy: [{ model: 'k-anonymity', k: 5 }],
      })),
      {
        ...censusJob,
        attributes: sensitive,
        privacy: [
          { model: 'k-anonymity', k: 5 },
          { model: 'l-diversity', variant: 'entropy', l: 3, attribute: 'occupation' },
          { model: 'delta-disclosure', delta: 3, attribute: 'occupation', absent: 'ignored' },
        ],
      },
      {
        ...censusJob,
        privacy: [{ model: 'k-anonymity', k: 10 }],
        suppression: { maxRows: 500 },
        algorithm: { name: 'simulated-annealing', steps: 300 },
      },
    ];
    for (const job of jobs) {
      const found = await page.evaluate(
        ([each, number]) => (globalThis as Global).kohortPage.runOnPage(each, 'wasm', number),
        [job, seed] as const,
      );
      const own = await nodesOwn('wasm', job);
      expect(withoutTimes(found.result)).toEqual(withoutTimes(own.result));
      expect(found.csv === own.csv, 'the same CSV').toBe(true);
    }
  });

  it('reports progress of every phase, while the thread of the page stays free', async () => {
    const found = await page.evaluate(
      ([job, number]) => (globalThis as Global).kohortPage.runInWorker('/worker.js', job, 'js', number),
      [censusJob, seed] as const,
    );
    expect([...new Set(found.progress.map(({ phase }) => phase))]).toEqual([
      'read',
      'prepare',
      'search',
      'measure',
      'release',
      'audit',
      'write',
    ]);
    expect(found.turns).toBeGreaterThan(2);
  });

  it('cancels a run, and the worker takes the next job', async () => {
    const found = await page.evaluate((job) => (globalThis as Global).kohortPage.cancel('/worker.js', job), censusJob);
    expect(found).toMatchObject({ name: 'AbortError', code: 'ABORTED', released: rows });
    // A run that was cancelled reports nothing more.
    expect(found.toldAfter).toBe(0);
  });

  it('passes errors of the worker on with name, code and message', async () => {
    const found = await page.evaluate((job) => (globalThis as Global).kohortPage.fail('/worker.js', job), censusJob);
    expect(found).toMatchObject({ name: 'InvalidArgumentError', code: 'K_RANGE' });
    expect(found.message).toMatch(/^privacy\[0\]\.k: /);
  });

  // promise: no-code-from-text
  it('ran under the policy all the time, and nothing tried to make code from text', async () => {
    expect(policy).not.toContain("'unsafe-eval'");
    expect(failures).toEqual([]);
    expect(await page.evaluate(() => (globalThis as Global).kohortPage.canMakeCodeFromText())).toBe(false);
  });

  it('says that a worker script cannot be loaded', async () => {
    const message = await page.evaluate((job) => (globalThis as Global).kohortPage.missingWorker(job), censusJob);
    expect(message).toMatch(/^the worker could not be run/);
  });
});
