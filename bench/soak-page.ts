/** The part of the soak that runs in Chromium: one worker of the package, asked again and again. Needs `npm run build`. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { makeCensus } from '../scripts/census.mjs';
import type { createWorkerClient } from '../src/hosts/browser/client.js';
import type { Job } from '../src/index.js';
import { chromiumPath, launchChromium } from '../test/hosts/browser/chromium.js';
import { serveFolder } from '../test/hosts/browser/serve-folder.js';

/** Results in the page. */
export interface PageSoak {
  readonly browser: string;
  readonly released: number;
  readonly ended: number;
  /** Releases that were not the first one. */
  readonly differ: number;
  /** Bytes of JavaScript and WebAssembly in page and worker, after the garbage collector. */
  readonly samples: readonly number[];
}

interface Batch {
  readonly released: number;
  readonly ended: number;
  readonly differ: number;
  readonly bytes: number;
}

type InPage = typeof globalThis & {
  makeClient: typeof createWorkerClient;
  client?: ReturnType<typeof createWorkerClient>;
  first?: string;
};
type Measures = Performance & { measureUserAgentSpecificMemory(): Promise<{ bytes: number }> };

const job: Job = {
  attributes: {
    age: { role: 'quasi-identifier' },
    sex: { role: 'quasi-identifier' },
    occupation: { role: 'quasi-identifier' },
    salary: { role: 'sensitive' },
    workclass: { role: 'drop' },
    'education-num': { role: 'drop' },
    'marital-status': { role: 'drop' },
    race: { role: 'drop' },
    'native-country': { role: 'drop' },
  },
  privacy: [{ model: 'k-anonymity', k: 5 }],
  algorithm: 'mondrian',
};

/** Runs in the page: `count` runs at once, every fourth of them ended at another event. */
async function runBatch({ count, spec }: { count: number; spec: Job }): Promise<Batch> {
  const page = globalThis as InPage;
  page.client ??= page.makeClient(new Worker('/worker.js', { type: 'module' }));
  const { client } = page;
  const csv = await (await fetch('/people.csv')).text();
  let [released, ended, differ] = [0, 0, 0];
  const one = async (at: number): Promise<void> => {
    const controller = new AbortController();
    let events = 0;
    const onProgress = (): void => {
      if (at % 4 === 3 && events++ === at % 7) controller.abort();
    };
    try {
      const release = await client.anonymize(csv, spec, { seed: 1, signal: controller.signal, onProgress });
      const text = await (release.csv as Blob).text();
      page.first ??= text;
      if (text !== page.first) differ++;
      released++;
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
      ended++;
    }
  };
  await Promise.all(Array.from({ length: count }, (_, at) => one(at)));
  const { bytes } = await (performance as Measures).measureUserAgentSpecificMemory();
  return { released, ended, differ, bytes };
}

/** Runs `jobs` jobs in one worker of one page, in batches of `atOnce`. */
export async function soakPage(asked: { readonly jobs: number; readonly atOnce: number }): Promise<PageSoak> {
  if (chromiumPath === null) throw new Error('needs Chromium, or KOHORT_CHROMIUM');
  const folder = mkdtempSync(join(tmpdir(), 'kohort-soak-'));
  const site = await serveFolder(folder, { isolated: true });
  const browser = await launchChromium(chromiumPath, ['--enable-blink-features=ForceEagerMeasureMemory']);
  try {
    writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="/page.js"></script>');
    writeFileSync(join(folder, 'people.csv'), makeCensus(2000, 1));
    copyFileSync(resolve('dist/worker.js'), join(folder, 'worker.js'));
    const contents = `import { createWorkerClient } from ${JSON.stringify(resolve('dist/hosts/browser/client.js'))};\nglobalThis.makeClient = createWorkerClient;`;
    const page = await browser.newPage();
    await build({
      stdin: { contents, resolveDir: resolve('.') },
      outfile: join(folder, 'page.js'),
      bundle: true,
      format: 'esm',
    });
    await page.goto(site.url);
    await page.waitForFunction(() => 'makeClient' in globalThis);
    const sum = { released: 0, ended: 0, differ: 0 };
    const samples: number[] = [];
    for (let from = 0; from < asked.jobs; from += asked.atOnce) {
      const batch = await page.evaluate(runBatch, { count: Math.min(asked.atOnce, asked.jobs - from), spec: job });
      sum.released += batch.released;
      sum.ended += batch.ended;
      sum.differ += batch.differ;
      samples.push(batch.bytes);
    }
    return { browser: `Chromium ${browser.version()}`, ...sum, samples };
  } finally {
    await browser.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
