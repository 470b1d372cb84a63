import { beforeAll, describe, expect, it } from 'vitest';
import { anonymize, InputError, tableFromRows, type Job, type RunResult } from '../../src/index.js';
import { mulberry32 } from '../random.js';
import { long } from '../shared.js';

const random = mulberry32(21);
const table = tableFromRows(
  Array.from({ length: 300 }, () => ({
    a: Math.floor(random() * random() * 14),
    b: Math.floor(random() * random() * 9),
    c: Math.floor(random() * 5),
  })),
);
const quasi = { role: 'quasi-identifier' as const };
const job = (options: Record<string, unknown>): Job => ({
  attributes: { a: quasi, b: quasi, c: quasi },
  privacy: [{ model: 'k-anonymity', k: 4 }],
  algorithm: { name: 'k-optimize', ...options },
  output: { order: 'input' },
});

type Head = Record<string, unknown>;
const magicBytes = 8;

/** The two parts of a checkpoint that are written anew: its JSON, and what follows. */
function openUp(bytes: Uint8Array): { head: Head; parts: Uint8Array } {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(magicBytes, true);
  const start = magicBytes + 4;
  const text = new TextDecoder().decode(bytes.subarray(start, start + length));
  return { head: JSON.parse(text) as Head, parts: bytes.slice(start + length, bytes.length - 8) };
}

/** Puts a checkpoint together whose sum is right. */
function closeUp(magic: Uint8Array, text: string, parts: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(text);
  const bytes = new Uint8Array(magicBytes + 4 + head.length + parts.length + 8);
  const view = new DataView(bytes.buffer);
  bytes.set(magic.subarray(0, magicBytes));
  view.setUint32(magicBytes, head.length, true);
  bytes.set(head, magicBytes + 4);
  bytes.set(parts, magicBytes + 4 + head.length);
  let a = 0x811c9dc5 | 0;
  let b = 0x2545f491 | 0;
  for (const byte of bytes.subarray(0, bytes.length - 8)) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x5bd1e995);
    b ^= b >>> 13;
  }
  view.setUint32(bytes.length - 8, a >>> 0, true);
  view.setUint32(bytes.length - 4, b >>> 0, true);
  return bytes;
}

/** Every place of a value of JSON. */
function placesOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value) ? value.map((each, i) => [i, each] as const) : Object.entries(value);
  return [path, ...entries.flatMap(([key, each]) => placesOf(each, [...path, key]))].filter(({ length }) => length > 0);
}

function withValue(head: Head, path: readonly (string | number)[], change: (old: unknown) => unknown): Head {
  const copy = structuredClone(head);
  let at = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
  const last = path[path.length - 1];
  at[last] = change(at[last]);
  return copy;
}

const changes: readonly ((old: unknown) => unknown)[] = [
  () => null,
  () => undefined,
  () => -1,
  () => 1e300,
  () => 'x',
  () => [],
  (old) => (typeof old === 'number' ? old - 1 : { a: old }),
  (old) => (typeof old === 'number' ? old / 2 : 5),
];

describe.each([
  ['wasm', { pruning: { tables: false }, seedCost: 90_000 }],
  ['js', { seedCost: 90_000 }],
] as const)('a checkpoint whose sum was made anew, %s', (engine, options) => {
  let state = new Uint8Array(0);
  let search: RunResult['search'];
  beforeAll(async () => {
    search = (await anonymize(table, job(options), { engine })).result.search;
    expect(search.optimal).toBe(true);
    // Every time that it looks at the clock: after 1, 3, 7, 15 nodes.
    let saved = 0;
    const onCheckpoint = (given: Uint8Array): void => {
      if (++saved <= 4) state = given.slice();
    };
    await anonymize(table, job(options), { engine, checkpointSeconds: 1e-9, onCheckpoint });
    expect(saved).toBeGreaterThan(0);
  });

  /** Resumes: a typed refusal, or a search of which nothing is told that is not so; `least`: the cost may be another one that is true. */
  const resume = async (bytes: Uint8Array, least = false): Promise<'refused' | 'taken'> => {
    try {
      const { result, audit } = await anonymize(table, job(options), { engine, resume: bytes });
      expect(audit.holds).toBe(true);
      if (least) expect(result.search.cost as number).toBeGreaterThanOrEqual(search.cost as number);
      else expect([result.search.optimal, result.search.cost]).toEqual([true, search.cost]);
      return 'taken';
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      expect(error.code).toMatch(/^CHECKPOINT_(?:DAMAGED|VERSION|OTHER_JOB)$/);
      return 'refused';
    }
  };

  it('is refused, or ends with the true optimum, whatever field of its head was changed', async () => {
    const { head, parts } = openUp(state);
    expect(await resume(closeUp(state, JSON.stringify(head), parts))).toBe('taken');
    const told = { refused: 0, taken: 0 };
    for (const path of placesOf(head)) {
      // Of a long list of alike numbers some do.
      if (path[0] === 'trace' && Number(path[1]) > 0) continue;
      for (const change of changes) {
        const forged = JSON.stringify(withValue(head, path, change));
        if (forged !== JSON.stringify(head)) told[await resume(closeUp(state, forged, parts))]++;
      }
    }
    expect(told.refused).toBeGreaterThan(100);
  });

  it('is refused when its head is no JSON, no object, or of another length', async () => {
    const { head, parts } = openUp(state);
    const text = JSON.stringify(head);
    for (const other of ['', '{', 'null', '[]', '1', '"x"', text.slice(1), `${text}}`, text.replace(':', ';')]) {
      expect(await resume(closeUp(state, other, parts))).toBe('refused');
    }
    expect(await resume(closeUp(state, text, parts.subarray(4)))).toBe('refused');
    expect(await resume(closeUp(state, text, new Uint8Array([...parts, 0, 0, 0, 0])))).toBe('refused');
  });

  it('is refused when it says that there is a cheaper solution, or that all was searched', async () => {
    const { head, parts } = openUp(state);
    const cost = (head.bestCost as number) - 1;
    const cheaper = { ...head, bestCost: cost, found: head.found && { ...head.found, cost } };
    expect(await resume(closeUp(state, JSON.stringify(cheaper), parts))).toBe('refused');
    expect(await resume(closeUp(state, JSON.stringify({ ...head, parts: [] }), new Uint8Array(0)))).toBe('refused');
  });

  it('is not believed a bound that would prove what was not searched', async () => {
    const { head, parts } = openUp(state);
    const bounds = (head.parts as Head[]).map((part) => ({ ...part, lowerBound: head.bestCost }));
    const forged = closeUp(state, JSON.stringify({ ...head, parts: bounds }), parts);
    for (const timeLimit of [1e-9, 0.01]) {
      const ended = await anonymize(table, job(options), { engine, resume: forged, timeLimit }).catch(() => null);
      if (ended?.result.search.optimal === true) expect(ended.result.search.cost).toBe(search.cost);
    }
    expect(await resume(forged)).toBe('taken');
  });

  it('never leads the search astray, whatever bytes of its parts were changed', async () => {
    const { head, parts } = openUp(state);
    const told = { refused: 0, taken: 0 };
    for (let i = 0; i < (long ? 2000 : 40); i++) {
      const forged = parts.slice();
      for (let n = 0; n < 1 + (i % 3); n++)
        forged[Math.floor(random() * forged.length)] ^= 1 << Math.floor(random() * 8);
      // A bit may say that a cut was searched below a node: that cannot be counted anew.
      told[await resume(closeUp(state, JSON.stringify(head), forged), true)]++;
    }
    expect(told.taken).toBeGreaterThan(0);
  });
});
