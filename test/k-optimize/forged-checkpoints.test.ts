import { beforeAll, describe, expect, it } from 'vitest';
import { sealUp } from '../../src/k-optimize/team/checkpoint.js';
import type { Seal } from '../../src/k-optimize/team/seal.js';
import { anonymize, InfeasibleError, InputError, tableFromRows, type Job, type RunResult } from '../../src/index.js';
import { mulberry32 } from '../random.js';
import { casesOf, long, inTurn, nullOn } from '../shared.js';
import { sealOf, sumUp } from './seal-of.js';

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
const sealBytes = 32;
const sumBytes = 8;

/** The two parts of a checkpoint that are written again: its JSON, and the bytes up to the seal. */
function openUp(bytes: Uint8Array): { head: Head; parts: Uint8Array<ArrayBuffer> } {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(magicBytes, true);
  const start = magicBytes + 4;
  const text = new TextDecoder().decode(bytes.subarray(start, start + length));
  return {
    head: JSON.parse(text) as Head,
    parts: Uint8Array.from(bytes.subarray(start + length, bytes.length - sealBytes - sumBytes)),
  };
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

/** The first checkpoint of a run past `least` others. */
async function checkpointOf(engine: 'wasm' | 'js', given: Job): Promise<Uint8Array> {
  // Every time that it looks at the clock: after 1, 3, 7, 15 nodes.
  const states: Uint8Array[] = [];
  const onCheckpoint = (state: Uint8Array): void => void states.push(state.slice());
  await anonymize(table, given, { engine, checkpointSeconds: 1e-9, onCheckpoint });
  expect(states.length).toBeGreaterThan(0);
  return states[Math.min(3, states.length - 1)];
}

const engines = [
  ['wasm', { pruning: { tables: false }, seedCost: 90_000 }],
  ['js', { seedCost: 90_000 }],
] as const;

describe.each(inTurn(engines, 2))(
  'a checkpoint that was changed by who does not hold the input, %s',
  (engine, options) => {
    // promise: changed-checkpoint-refused
    it('is refused whatever word of it was changed, with a new checksum', async () => {
      const state = await checkpointOf(engine, job(options));
      const codes = new Map<string, number>();
      const own = await anonymize(table, job(options), { engine, resume: sumUp(state.slice()) });
      expect(own.result.search.optimal).toBe(true);
      const words = Math.floor(state.length / 4);
      for (let at = 0; at < words; at++) {
        // Takes every word of the nodes and the seal, and some of the JSON before them.
        if (at < words - (long ? 100 : 20) && at % (long ? 1 : 29) !== 0) continue;
        const forged = state.slice();
        new DataView(forged.buffer).setUint8(4 * at + (at % 4), forged[4 * at + (at % 4)] ^ (1 << (at % 8)));
        const error: unknown = await anonymize(table, job(options), { engine, resume: sumUp(forged) }).catch((e) => e);
        // The last two words are unchanged: they are the sum, which is computed again.
        if (at >= words - 2) continue;
        expect(error, `word ${at}`).toBeInstanceOf(InputError);
        const { code } = error as InputError;
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
      for (const code of codes.keys())
        expect(code).toMatch(/^NOT_A_CHECKPOINT$|^CHECKPOINT_(?:DAMAGED|VERSION|OTHER_JOB)$/);
      expect(codes.get('CHECKPOINT_DAMAGED')).toBeGreaterThan(long ? 100 : 15);
    });

    // promise: changed-checkpoint-refused
    it('is refused when a cut that is still to be searched was taken out of an open node', async () => {
      const state = await checkpointOf(engine, job(options));
      const { head, parts } = openUp(state);
      expect(head.problem).toMatch(/^[0-9a-f]{32}$/);
      // The nodes are written behind their number and the counters: src/k-optimize/block/open-nodes.ts.
      const words = new Int32Array(parts.buffer);
      expect(words[3]).toBeGreaterThan(0);
      const from = state.length - sealBytes - sumBytes - parts.length;
      for (let at = 16; at < words.length; at += long ? 1 : 5) {
        for (let bit = 0; bit < 32; bit++) {
          if ((words[at] & (1 << bit)) === 0) continue;
          const forged = state.slice();
          forged[from + 4 * at + (bit >> 3)] ^= 1 << (bit & 7);
          const resumed = anonymize(table, job(options), { engine, resume: sumUp(forged) });
          await expect(resumed).rejects.toMatchObject({ code: 'CHECKPOINT_DAMAGED' });
          break;
        }
      }
    });

    it('is refused by its version alone where another version wrote it', async () => {
      const { head, parts } = openUp(await checkpointOf(engine, job(options)));
      const own = await sealOf(engine, table, job(options), 90_000);
      const text = JSON.stringify({ ...head, version: '0.0.1' });
      const resume = await sealUp([new TextEncoder().encode(text), parts], own);
      await expect(anonymize(table, job(options), { engine, resume })).rejects.toMatchObject({
        code: 'CHECKPOINT_VERSION',
        exitCode: 3,
        message: expect.stringContaining('received one of kohort 0.0.1') as string,
      });
    });

    // promise: changed-checkpoint-refused
    it('is refused with the seal of another input, or of other options', async () => {
      const state = await checkpointOf(engine, job(options));
      const { head, parts } = openUp(state);
      const text = JSON.stringify(head);
      const own = await sealOf(engine, table, job(options), 90_000);
      expect(own.problem).toBe(head.problem);
      expect(await sealUp([new TextEncoder().encode(text), parts], own)).toEqual(state);
      const others = [
        { other: job({ ...options, seedCost: 90_001 }), seedCost: 90_001 },
        { other: { ...job(options), privacy: [{ model: 'k-anonymity' as const, k: 5 }] }, seedCost: 90_000 },
      ];
      for (const { other, seedCost } of others) {
        const seal = await sealOf(engine, table, other, seedCost);
        expect(seal.problem).not.toBe(own.problem);
        const resume = await sealUp([new TextEncoder().encode(text), parts], seal);
        await expect(anonymize(table, job(options), { engine, resume })).rejects.toMatchObject({
          code: 'CHECKPOINT_DAMAGED',
        });
        await expect(anonymize(table, other, { engine, resume: state })).rejects.toMatchObject({
          code: 'CHECKPOINT_OTHER_JOB',
        });
      }
    });
  },
);

describe.each(inTurn(engines, 2))(
  'a checkpoint that was changed and sealed again by who holds the input, %s',
  (engine, options) => {
    let state: Uint8Array = new Uint8Array(0);
    let seal: Seal;
    let search: RunResult['search'];
    const closeUp = (text: string, parts: Uint8Array): Promise<Uint8Array> =>
      sealUp([new TextEncoder().encode(text), parts], seal);
    beforeAll(async () => {
      search = (await anonymize(table, job(options), { engine })).result.search;
      expect(search.optimal).toBe(true);
      state = await checkpointOf(engine, job(options));
      seal = await sealOf(engine, table, job(options), 90_000);
    });

    /** Resumes: a typed refusal, or a search with true claims; `least`: the cost may be another true one. */
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

    // promise: sealed-checkpoint-harmless
    it.each(long ? [0, 1, 2, 3] : [engine === 'wasm' ? 0 : 2])('is refused, or ends with the true optimum, whatever field of its head was changed (%i of 4)', async (part) => {
      const { head, parts } = openUp(state);
      expect(await resume(await closeUp(JSON.stringify(head), parts))).toBe('taken');
      const told = { refused: 0, taken: 0 };
      for (const path of placesOf(head).filter((_, i) => i % 4 === part)) {
        // Some entries of a long list of alike numbers suffice.
        if (path[0] === 'trace' && Number(path[1]) > 0) continue;
        for (const change of changes) {
          const forged = JSON.stringify(withValue(head, path, change));
          if (forged !== JSON.stringify(head)) told[await resume(await closeUp(forged, parts))]++;
        }
      }
      expect(told.refused).toBeGreaterThan(25);
    }); // prettier-ignore

    it('is refused when its head is no JSON, no object, or of another length', async () => {
      const { head, parts } = openUp(state);
      const text = JSON.stringify(head);
      for (const other of ['', '{', 'null', '[]', '1', '"x"', text.slice(1), `${text}}`, text.replace(':', ';')]) {
        expect(await resume(await closeUp(other, parts))).toBe('refused');
      }
      expect(await resume(await closeUp(text, parts.subarray(4)))).toBe('refused');
      expect(await resume(await closeUp(text, new Uint8Array([...parts, 0, 0, 0, 0])))).toBe('refused');
    });

    it('is refused when it says that there is a cheaper solution, or that all was searched', async () => {
      const { head, parts } = openUp(state);
      const cost = (head.bestCost as number) - 1;
      const cheaper = { ...head, bestCost: cost, found: head.found && { ...head.found, cost } };
      expect(await resume(await closeUp(JSON.stringify(cheaper), parts))).toBe('refused');
      expect(await resume(await closeUp(JSON.stringify({ ...head, parts: [] }), new Uint8Array(0)))).toBe('refused');
    });

    it('is not believed a bound that would prove what was not searched', async () => {
      const { head, parts } = openUp(state);
      const bounds = (head.parts as Head[]).map((part) => ({ ...part, lowerBound: head.bestCost }));
      const forged = await closeUp(JSON.stringify({ ...head, parts: bounds }), parts);
      for (const timeLimit of [1e-9, 0.01]) {
        const ended = await nullOn(
          InfeasibleError,
          anonymize(table, job(options), { engine, resume: forged, timeLimit }),
        );
        if (ended?.result.search.optimal === true) expect(ended.result.search.cost).toBe(search.cost);
      }
      expect(await resume(forged)).toBe('taken');
    });

    // promise: sealed-checkpoint-harmless
    it('never leads the search astray, whatever bytes of its parts were changed', async () => {
      const { head, parts } = openUp(state);
      const told = { refused: 0, taken: 0 };
      for (let i = 0; i < casesOf(2000, 40); i++) {
        const forged = parts.slice();
        for (let n = 0; n < 1 + (i % 3); n++)
          forged[Math.floor(random() * forged.length)] ^= 1 << Math.floor(random() * 8);
        // A bit may say that a cut was searched below a node: no count can refute that.
        told[await resume(await closeUp(JSON.stringify(head), forged), true)]++;
      }
      expect(told.taken).toBeGreaterThan(0);
    });
  },
);
