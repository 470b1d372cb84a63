import { isDeepStrictEqual } from 'node:util';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { moduleSubject, twinSubject } from '../mutation/kernels/subjects.js';
import { long } from '../shared.js';
import { kernelCases } from './cases/all-cases.js';

const moduleOf = (name: string): WebAssembly.Module =>
  new WebAssembly.Module(new Uint8Array(readFileSync(resolve(import.meta.dirname, '../../build', name))));
const familyOf = (name: string): string => name.replace(/ \d+$/, '');
const families = [...new Set(kernelCases.map(({ name }) => familyOf(name)))];

describe('the kernels, their debug build and their twin', () => {
  it.each(families)('answer alike to the last bit, and leave nothing in memory: %s', async (family) => {
    const twin = await twinSubject();
    const builds = ['engine.wasm', 'engine.debug.wasm'].map((name) => moduleSubject(moduleOf(name)));
    for (const [place, { name, prepare }] of kernelCases
      .filter(({ name: own }) => familyOf(own) === family)
      .entries()) {
      if (!long && place % 3 !== 0) continue;
      const run = prepare();
      const expected = run(twin);
      // The quick run asks every third case, and the debug build, which is slow, every twelfth.
      for (const build of long || place % 12 === 0 ? builds : builds.slice(0, 1)) {
        build.refuel(0);
        const found = run(build);
        // Only what differs reaches vitest, whose expectations cost more than the kernels.
        if (!isDeepStrictEqual(found, expected)) expect(found, name).toEqual(expected);
      }
    }
    for (const build of builds) build.dispose();
  });
});
