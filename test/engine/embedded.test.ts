import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { embeddedKernels } from '../../src/engine/wasm/embedded.js';

it('the embedded kernels are the build, byte for byte', async () => {
  const build = readFileSync(resolve(import.meta.dirname, '../../build/engine.wasm'));
  expect(Buffer.from(await embeddedKernels()).equals(build)).toBe(true);
});
