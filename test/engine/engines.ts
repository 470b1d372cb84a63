import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll } from 'vitest';
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

/** The engines that a job can name. */
export const ENGINES = ['wasm', 'js'] as const;

/** Every engine there is, for the tests of a file: disposed of after them. */
export async function allEngines(): Promise<readonly Engine[]> {
  const engines = await openEngines();
  afterAll(() => engines.forEach((engine) => engine.dispose()));
  return engines;
}

/** The engines that a job can name, opened once for the tests of a file, and disposed of after them. */
export async function bothEngines(): Promise<Readonly<Record<(typeof ENGINES)[number], Engine>>> {
  const engines = { wasm: await createEngine({ engine: 'wasm' }), js: await createEngine({ engine: 'js' }) };
  afterAll(() => Object.values(engines).forEach((engine) => engine.dispose()));
  return engines;
}
