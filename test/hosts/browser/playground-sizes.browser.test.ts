import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isSkipped, usePlayground } from './playground-page.js';

/** Bytes of all files of the page, each gzipped. */
const limitOfAll = 1_100_000;
/** Bytes of what a first visit loads that releases the sample. */
const limitOfVisit = 610_000;

describe.skipIf(isSkipped)('the sizes of the playground', () => {
  const { pages, siteOf, open, button, ready, anonymize } = usePlayground();
  const sizeOf = (file: string): number => gzipSync(readFileSync(join(pages, file)), { level: 9 }).length;
  const sum = (names: Iterable<string>): number => [...names].reduce((total, name) => total + sizeOf(name), 0);
  const files = (): string[] =>
    readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(pages, file)).isFile());

  it('are within the limit for all files together', () => {
    const total = sum(files());
    expect(total).toBeLessThan(limitOfAll);
    expect(total, 'lower the limit').toBeGreaterThan(0.95 * limitOfAll);
  });

  it('are within the limit for a first visit that releases the sample', async () => {
    const page = await open('plain');
    // A service worker would load everything.
    await page.evaluate(() => (navigator.serviceWorker.register = () => Promise.reject(new Error('not in this test'))));
    await button('Try sample data').click();
    await ready();
    await anonymize();
    const given = new Set(siteOf('plain').given);
    expect(given.size).toBeGreaterThan(5);
    expect(given.size).toBeLessThan(files().length);
    const total = sum(given);
    expect(total).toBeLessThan(limitOfVisit);
    expect(total, 'lower the limit').toBeGreaterThan(0.95 * limitOfVisit);
  });

  it.each([
    ['the check of jobs', 'JOB_UNREADABLE'],
    ['the reader and writer of Arrow', 'FlatBuffers: '],
  ])('hold %s once', (_, text) => {
    const holding = files().filter(
      (file) => file.endsWith('.js') && readFileSync(join(pages, file), 'utf8').includes(text),
    );
    expect(holding).toHaveLength(1);
  });
});
