import { describe, expect, it } from 'vitest';
import { long } from '../shared.js';
import { judge } from './target.js';
import { targetOf } from './targets/index.js';

/** Replacements of a byte: each of its bits flipped, 0 and 255. */
const changesOf = (byte: number): number[] =>
  [...Array.from({ length: 8 }, (_, bit) => byte ^ (1 << bit)), 0, 255].filter((changed) => changed !== byte);

/** Changed inputs of a target at most, unless the tests are long. */
const MOST = 16;

describe('one damaged byte of a small file', () => {
  // promise: bad-input-ends, any-bytes-end
  it.each([
    'csv',
    'gzip',
    'json',
    'ndjson',
    'arrow',
    'xlsx',
    'job',
    'levels',
    'recoding',
    'certificate',
    'audit',
    'checkpoint',
  ])('of %s ends in a result or a typed error', async (name) => {
    const target = targetOf(name);
    const [seed] = await target.seeds();
    const changed = Array.from(seed, (byte, at) => changesOf(byte).map((value) => ({ at, value }))).flat();
    const step = long ? 1 : Math.max(1, Math.ceil(changed.length / MOST));
    const outcomes = new Set<string>();
    for (let i = 0; i < changed.length; i += step) {
      const { at, value } = changed[i];
      const bytes = seed.slice();
      bytes[at] = value;
      const verdict = await judge(target, bytes);
      expect({ at, value, ...verdict }).toMatchObject({ isFind: false });
      if (!verdict.isFind) outcomes.add(verdict.outcome);
    }
    expect([...outcomes].some((outcome) => /^[A-Z0-9_]+$/.test(outcome))).toBe(true);
  });
});
