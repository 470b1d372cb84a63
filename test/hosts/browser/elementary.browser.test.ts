import { resolve } from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as elementary from '../../../src/base/elementary.js';
import { mulberry32 } from '../../random.js';
import { chromiumPath, launchChromium } from './chromium.js';

const required = process.env.CI === 'true';

type Functions = Readonly<Record<string, (x: number) => number>>;

describe.skipIf(chromiumPath === null && !required)('elementary functions in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    if (chromiumPath === null) throw new Error('CI=true, but there is no Chromium');
    browser = await launchChromium(chromiumPath);
  });
  afterAll(() => browser?.close());

  it('give the bits that they give in Node', async () => {
    const { outputFiles } = await build({
      entryPoints: [resolve(import.meta.dirname, '../../../src/base/elementary.ts')],
      bundle: true,
      format: 'iife',
      globalName: 'elementary',
      write: false,
    });
    const page = await browser.newPage();
    await page.addScriptTag({ content: outputFiles[0].text });
    const random = mulberry32(3);
    const values = Array.from({ length: 20_000 }, (_, i) => random() * [1, 30, 1e6][i % 3]);
    const names = ['logarithm', 'binaryLogarithm', 'logarithmOnePlus', 'exponential', 'exponentialMinusOne'];
    for (const name of [...names, 'decimalExponent']) {
      const found = await page.evaluate(
        ([which, all]) => all.map((globalThis as unknown as { elementary: Functions }).elementary[which]),
        [name, values] as const,
      );
      const own = values.map((elementary as unknown as Functions)[name]);
      expect(found.filter((value, i) => !Object.is(value, own[i])).length, name).toBe(0);
    }
  });
});
