import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anonymize, listAlgorithms, tableFromRows } from '../../../src/index.js';
import type { Job } from '../../../src/index.js';
import { seededRandom } from '../../../src/base/random.js';
import { describeFile, jobSha256, reportHtml } from '../../../src/report/report-html.js';
import { chromiumPath, launchChromium } from './chromium.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const quasi = { role: 'quasi-identifier' } as const;
const long = 'a-column-name-without-any-room-to-break-it-that-goes-on-and-on-and-on';
const job: Job = {
  attributes: {
    age: { ...quasi, hierarchy: { type: 'intervals', widths: [10, 20] } },
    [long]: quasi,
    town: { ...quasi, hierarchy: { type: 'tree', tree: { '*': { North: ['a', 'b'], South: ['c', 'd'] } } } },
    illness: { role: 'sensitive' },
  },
  privacy: [
    { model: 'k-anonymity', k: 5 },
    { model: 't-closeness', t: 0.9, distance: 'equal', attribute: 'illness' },
  ],
  algorithm: 'mondrian',
};

/** A report with every section: warnings, a search with a trace, hierarchies, files. */
async function makeReport(): Promise<string> {
  const random = seededRandom(5);
  const rows = Array.from({ length: 600 }, () => ({
    age: 20 + random.below(60),
    [long]: random.below(9),
    town: 'abcd'[random.below(4)],
    illness: ['flu', 'gout', 'cold'][random.below(3)],
  }));
  const { release, result, audit } = await anonymize(tableFromRows(rows), job, { engine: 'js', seed: 1 });
  const trace = [
    [0, 0, null, 0],
    [0.5, 10, 9000, 100],
    [2, 100, 8000, 7900],
  ] as const;
  return reportHtml({
    ...{ job, audit, release, seed: 1, date: new Date('2027-01-01T12:00:00Z') },
    result: { ...result, search: { ...result.search, trace } },
    ...{ input: 'people.csv', output: 'release.csv', metrics: listAlgorithms().metrics },
    files: { input: [await describeFile('people.csv', 'x')], release: [await describeFile('release.csv', 'y')] },
    jobSha256: await jobSha256(job),
  });
}

describe.skipIf(chromiumPath === null)('a report in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kohort-report-'));
  const file = join(folder, 'report.html');
  let browser: Browser;
  beforeAll(async () => {
    writeFileSync(file, await makeReport());
    browser = await launchChromium(chromiumPath as string);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(options: Parameters<Browser['newPage']>[0]): Promise<Page> {
    const page = await browser.newPage({ bypassCSP: true, ...options });
    await page.goto(`file://${file}`);
    return page;
  }

  it.each([
    ['light', 390],
    ['dark', 390],
    ['light', 1280],
    ['dark', 1280],
  ] as const)('is accessible and fits in %s at %d pixels', async (colorScheme, width) => {
    const page = await open({ colorScheme, viewport: { width, height: 800 } });
    await page.addScriptTag({ content: axe });
    const violations = await page.evaluate(async () => {
      const tool = (globalThis as unknown as { axe: { run: () => Promise<{ violations: unknown[] }> } }).axe;
      return (await tool.run()).violations;
    });
    const told = (violations as { id: string; nodes: { html: string }[] }[]).map(
      ({ id, nodes }) => `${id}: ${nodes[0].html}`,
    );
    expect(told).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await page.locator('figure svg').count()).toBe(3);
    const shots = process.env.KOHORT_SCREENSHOTS;
    if (shots !== undefined)
      await page.screenshot({ path: join(shots, `report-${colorScheme}-${width}.png`), fullPage: true });
    await page.close();
  });

  it('prints on pages, nothing wider than they are, and its links lead somewhere', async () => {
    const page = await open({ viewport: { width: 672, height: 900 }, colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('table, pre, svg')].flatMap((each) =>
        each.getBoundingClientRect().right > window.innerWidth + 1 ? [each.outerHTML.slice(0, 200)] : [],
      ),
    );
    expect(wide).toEqual([]);
    // Dark ink on white paper, whatever the screen is.
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(27, 29, 31)');
    const lost = await page.evaluate(() =>
      [...document.querySelectorAll('a')].flatMap(({ hash }) =>
        document.getElementById(hash.slice(1)) === null ? [hash] : [],
      ),
    );
    expect(lost).toEqual([]);
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true, path: join(folder, 'report.pdf') });
    expect(Number(/\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1])).toBeGreaterThan(3);
    if (process.env.KOHORT_SCREENSHOTS !== undefined)
      writeFileSync(join(process.env.KOHORT_SCREENSHOTS, 'report.pdf'), pdf);
    await page.close();
  });
});
