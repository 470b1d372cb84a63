/** The page's worker, here without its thread, with the n-th message of either side failing: a typed error, and the next task is done. */
import { MessageChannel } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { KohortError } from '../../src/base/errors.js';
import type { WorkerClient, WorkerLike } from '../../src/hosts/browser/client.js';
import { createWorkerClient } from '../../src/hosts/browser/client.js';
import type { WorkerScope } from '../../src/hosts/browser/serve.js';
import { serve } from '../../src/hosts/browser/serve.js';
import type { Job } from '../../src/index.js';
import { people } from './outputs.js';

const job: Job = {
  attributes: {
    age: { role: 'quasi-identifier', type: 'integer' },
    city: { role: 'quasi-identifier' },
    disease: { role: 'sensitive' },
  },
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm: 'mondrian',
};

/** A client and a serving side; the n-th message of one of them fails. */
function connect(side: 'page' | 'worker', at: number) {
  const { port1, port2 } = new MessageChannel();
  const state = { seen: 0, struck: false };
  const failing = side === 'page' ? port1 : port2;
  const post = failing.postMessage.bind(failing);
  failing.postMessage = (message: unknown, transfer?: Parameters<typeof post>[1]): void => {
    if (++state.seen === at) {
      state.struck = true;
      throw new DOMException('Data cannot be cloned, out of memory.', 'DataCloneError');
    }
    post(message, transfer);
  };
  serve(port2 as unknown as WorkerScope);
  const worker = Object.assign(port1, { terminate: () => port1.close() });
  const client = createWorkerClient(worker as unknown as WorkerLike);
  port1.start();
  port2.start();
  return { client, state, close: () => [port1, port2].forEach((port) => port.close()) };
}

const anonymized = async (client: WorkerClient, engine: 'wasm' | 'js'): Promise<string | undefined> =>
  (await client.anonymize(people, job, { engine, seed: 7 })).csv?.text();

let runs = 0;
afterAll(() => console.log(`faults: messages of a page's worker, ${runs} runs`));

describe.each(['wasm', 'js'] as const)('a page whose worker runs the engine %s', (engine) => {
  it.each(['page', 'worker'] as const)('works on after any message of the %s that fails', async (side) => {
    const { client, close } = connect(side, 0);
    const whole = await anonymized(client, engine);
    close();
    const outcomes: unknown[] = [];
    for (let at = 1; ; at++) {
      const { client, state, close } = connect(side, at);
      const given = await anonymized(client, engine).catch((error: unknown) => error);
      runs++;
      if (!state.struck) {
        expect(given).toBe(whole);
        close();
        break;
      }
      if (typeof given === 'string') expect(given).toBe(whole);
      else {
        expect(given).toBeInstanceOf(KohortError);
        outcomes.push(given);
      }
      expect(await anonymized(client, engine)).toBe(whole);
      close();
    }
    expect(outcomes.length).toBeGreaterThan(0);
  });

  it('gets the reason why it was ended where even the cancelling cannot be sent', async () => {
    const { client, close } = connect('page', 2);
    const controller = new AbortController();
    const run = client.anonymize(people, job, { engine, signal: controller.signal });
    controller.abort();
    await expect(run).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await client.anonymize(people, job, { engine })).result.released).toBe(24);
    close();
  });

  it('gets an error where a search could not be asked to finish', async () => {
    const { client, close } = connect('page', 2);
    const finish = new AbortController();
    const search = { ...job, algorithm: { name: 'simulated-annealing', steps: 1_000_000_000 } } as Job;
    const run = client.anonymize(people, search, { engine, finish: finish.signal });
    finish.abort();
    await expect(run).rejects.toMatchObject({ code: 'THREAD_FAILED' });
    expect((await client.anonymize(people, job, { engine })).result.released).toBe(24);
    close();
  });
});
