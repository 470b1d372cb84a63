import { Seal } from '../../src/k-optimize/team/seal.js';
import { createEngine } from '../../src/engine/create-engine.js';
import type { Engine } from '../../src/engine/engine.js';
import { createJsEngine } from '../../src/engine/js/js-engine.js';
import { anonymize, type Job, type Table } from '../../src/index.js';

/** The seal of a job, made as anybody can who holds its input: from the search that a run begins with. */
export async function sealOf(
  engine: 'wasm' | 'js',
  table: Table,
  job: Job,
  seedCost: number | 'auto' = 'auto',
): Promise<Seal> {
  const own = engine === 'js' ? createJsEngine() : await createEngine();
  let seal: Promise<Seal> | null = null;
  const listening = new Proxy(own, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const call = value as (...args: unknown[]) => unknown;
      if (name !== 'kOptimize') return call.bind(target);
      return (...args: Parameters<Engine['kOptimize']>) => {
        const search = target.kOptimize(...args);
        seal = Seal.of(search.problem(), `seedCost ${seedCost}, seed 1`);
        return search;
      };
    },
  });
  await anonymize(table, job, { engine: listening });
  own.dispose();
  return seal!;
}

/** Computes the plain sum at the end of a checkpoint again, as anybody can. */
export function sumUp(bytes: Uint8Array): Uint8Array {
  let a = 0x811c9dc5 | 0;
  let b = 0x2545f491 | 0;
  for (const byte of bytes.subarray(0, bytes.length - 8)) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x5bd1e995);
    b ^= b >>> 13;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint32(bytes.length - 8, a >>> 0, true);
  view.setUint32(bytes.length - 4, b >>> 0, true);
  return bytes;
}
