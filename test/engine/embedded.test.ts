import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDelta } from '../../scripts/delta.mjs';
import { applyDelta, embeddedKernels } from '../../src/engine/wasm/embedded.js';
import { generator } from './random.js';

const build = (name: string): Buffer => readFileSync(resolve(import.meta.dirname, '../../build', name));

describe('the embedded kernels', () => {
  it.each([
    ['wasm', 'engine.wasm'],
    ['wasm-simd', 'engine.simd.wasm'],
  ] as const)('are the build %s, byte for byte', async (variant, file) => {
    expect(Buffer.from(await embeddedKernels(variant)).equals(build(file))).toBe(true);
  });
});

describe('a delta', () => {
  it('leads from any bytes to any bytes', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = generator(seed);
      const some = (most: number): number[] => Array.from({ length: random.below(most) }, () => random.below(4));
      const base = Uint8Array.from(some(400));
      const target = Uint8Array.from(
        Array.from({ length: random.below(6) }, () => {
          const from = random.below(base.length + 1);
          return random.below(2) === 0 ? some(40) : [...base.subarray(from, from + random.below(200))];
        }).flat(),
      );
      expect([...applyDelta(base, makeDelta(base, target))], `seed ${seed}`).toEqual([...target]);
    }
  });

  it('is small where little differs', () => {
    const base = Uint8Array.from({ length: 20_000 }, (_, i) => (i * i + (i >> 3)) % 251);
    const target = base.slice();
    for (let i = 500; i < target.length; i += 1000) target[i] ^= 1;
    expect(makeDelta(base, target).length).toBeLessThan(150);
  });
});
