import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createEngine, createWasmEngine } from '../../src/engine/create-engine.js';
import type { Engine } from '../../src/engine/engine.js';

const debugBytes = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(resolve(import.meta.dirname, '../../build/engine.debug.wasm')));

/** Every engine there is: the twin and the two builds of the kernels. The caller disposes of them. */
export async function openEngines(options: { readonly maximumBytes?: number } = {}): Promise<Engine[]> {
  return [
    await createEngine({ engine: 'js' }),
    await createEngine(options),
    createWasmEngine(debugBytes(), { variant: 'wasm-debug', ...options }),
  ];
}
