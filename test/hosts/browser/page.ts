/** The page of the browser test: what a web page does with the package, bundled by esbuild from the packed package. */
import { anonymize, csvChunks, readCsv } from 'kohort';
import type { Job } from 'kohort';
import { createWorkerClient } from 'kohort/client';
import type { WorkerProgress } from 'kohort/client';

export interface PageRun {
  readonly csv: string;
  /** The result as JSON, `seconds` left out. */
  readonly result: string;
  readonly progress: readonly WorkerProgress[];
  /** Turns that a timer of the page had while the run went on. */
  readonly turns: number;
}

export interface PageFunctions {
  runInWorker(script: string, job: Job, engine: 'wasm' | 'js', seed: number): Promise<PageRun>;
  runOnPage(job: Job, engine: 'wasm' | 'js', seed: number): Promise<Pick<PageRun, 'csv' | 'result'>>;
  cancel(script: string, job: Job): Promise<{ name: string; code: string; released: number; toldAfter: number }>;
  fail(script: string, job: Job): Promise<{ name: string; code: string; message: string }>;
  missingWorker(job: Job): Promise<string>;
  /** Asked in a task of the page's own: what a debugger evaluates directly is let off the policy. */
  canMakeCodeFromText(): Promise<boolean>;
}

const input = async (): Promise<Blob> => (await fetch('/census.csv')).blob();
const withoutSeconds = (result: object): string => JSON.stringify({ ...result, seconds: undefined });

async function withClient<T>(
  script: string,
  use: (client: ReturnType<typeof createWorkerClient>) => Promise<T>,
): Promise<T> {
  const client = createWorkerClient(new Worker(script, { type: 'module' }));
  try {
    return await use(client);
  } finally {
    client.close();
  }
}

const functions: PageFunctions = {
  runInWorker: (script, job, engine, seed) =>
    withClient(script, async (client) => {
      const blob = await input();
      const progress: WorkerProgress[] = [];
      let turns = 0;
      const ticks = setInterval(() => turns++, 5);
      const { csv, result } = await client.anonymize(blob, job, {
        engine,
        seed,
        onProgress: (value) => progress.push(value),
      });
      clearInterval(ticks);
      const text = (await csv?.text()) ?? '';
      return { csv: text, result: withoutSeconds(result), progress, turns };
    }),

  async runOnPage(job, engine, seed) {
    const table = await readCsv(await input(), job.input);
    const { release, result } = await anonymize(table, job, { engine, seed });
    const csv = await new Blob([...csvChunks(release)] as Uint8Array<ArrayBuffer>[]).text();
    return { csv, result: withoutSeconds(result) };
  },

  cancel: (script, job) =>
    withClient(script, async (client) => {
      const controller = new AbortController();
      let isAborted = false;
      let toldAfter = 0;
      const error = await client
        .anonymize(await input(), job, {
          signal: controller.signal,
          onProgress: ({ phase }) => {
            if (isAborted) toldAfter++;
            if (phase === 'read' || isAborted) return;
            isAborted = true;
            controller.abort();
          },
        })
        .then(
          () => ({ name: 'none', code: 'none' }),
          (reason: { name: string; code: string }) => reason,
        );
      const { result } = await client.anonymize(await input(), job);
      return { name: error.name, code: error.code, released: result.released, toldAfter };
    }),

  fail: (script, job) =>
    withClient(script, async (client) => {
      const broken = { ...job, privacy: [{ model: 'k-anonymity', k: 0 }] } as Job;
      const error = await client.anonymize(await input(), broken).catch((reason: unknown) => reason);
      const { name, code, message } = error as { name: string; code: string; message: string };
      return { name, code, message };
    }),

  missingWorker: (job) =>
    withClient('/no-such-worker.js', async (client) => {
      const error = await client.anonymize('a\n1\n', job).catch((reason: unknown) => reason);
      return (error as Error).message;
    }),

  async canMakeCodeFromText() {
    await new Promise((resolve) => setTimeout(resolve, 0));
    try {
      new Function('return 1')();
      return true;
    } catch {
      return false;
    }
  },
};

Object.assign(globalThis, { kohortPage: functions });
