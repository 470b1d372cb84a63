import { sealUp } from '../../../src/k-optimize/team/checkpoint.js';
import type { Seal } from '../../../src/k-optimize/team/seal.js';
import { anonymize, tableFromRows, type Job } from '../../../src/index.js';
import { sealOf, sumUp } from '../../k-optimize/seal-of.js';
import { mulberry32 } from '../../random.js';
import type { Target } from '../target.js';
import { bytesOf, Find, textOf } from '../target.js';

const random = mulberry32(31);
const table = tableFromRows(
  Array.from({ length: 120 }, () => ({
    a: Math.floor(random() * random() * 9),
    b: Math.floor(random() * random() * 7),
    c: Math.floor(random() * 4),
  })),
);
const seedCost = 14_400;
const job: Job = {
  attributes: { a: 'quasi-identifier', b: 'quasi-identifier', c: 'quasi-identifier' },
  privacy: [{ model: 'k-anonymity', k: 4 }],
  algorithm: { name: 'k-optimize', seedCost, pruning: { tables: false } },
};

interface Honest {
  readonly states: readonly Uint8Array[];
  readonly seal: Seal;
  readonly cost: number;
}
let honest: Promise<Honest> | undefined;

/** Some checkpoints of the job, their seal, and the least cost. */
async function search(): Promise<Honest> {
  const all: Uint8Array[] = [];
  const onCheckpoint = (state: Uint8Array): void => void all.push(state.slice());
  const { result } = await anonymize(table, job, { engine: 'js', checkpointSeconds: 1e-9, onCheckpoint });
  if (result.search.optimal !== true || all.length === 0) throw new Error('no checkpoint');
  const states = [0, 1, 2, 3].map((i) => all[Math.floor((i * (all.length - 1)) / 3)]);
  return { states, seal: await sealOf('js', table, job, seedCost), cost: result.search.cost as number };
}
const searched = (): Promise<Honest> => (honest ??= search());

/** A checkpoint as JSON: its head, and the words of its parts. */
function takeApart(bytes: Uint8Array): string {
  const start = 12 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true);
  const words = new Int32Array(Uint8Array.from(bytes.subarray(start, bytes.length - 40)).buffer);
  return JSON.stringify({ head: JSON.parse(textOf(bytes.subarray(12, start))) as unknown, words: [...words] });
}

/** Goes on from a checkpoint. Throws Find for a release that is better than the best, or worse than it is said to be. */
async function resume(bytes: Uint8Array, cost: number): Promise<{ readonly cost: number; readonly optimal: boolean }> {
  const engine = bytes.length % 2 === 0 ? 'js' : 'wasm';
  const { result, audit } = await anonymize(table, job, { engine, resume: bytes, seed: 1 });
  const told = result.search.cost as number;
  if (!audit.holds) throw new Find('a release that the audit does not confirm');
  if (told < cost) throw new Find('a cost below the least', `${told} < ${cost}`);
  if (told !== result.metrics.discernibility) throw new Find('a cost that is not that of the release', String(told));
  if ((result.search.lowerBound as number) > told) throw new Find('a bound above the cost');
  return { cost: told, optimal: result.search.optimal === true };
}

/** The bytes of a checkpoint, its plain sum computed again: only the written state ends in a release, which is the best. */
export const checkpoint: Target = {
  name: 'checkpoint',
  words: ['KOHORTCP', '"parts":', '"lowerBound":', '"bestCost":null', '"problem":'],
  seeds: async () => (await searched()).states,
  run: async (bytes) => {
    const { cost, seal } = await searched();
    const summed = bytes.length < 20 ? bytes : sumUp(Uint8Array.from(bytes));
    const ended = await resume(summed, cost);
    if (ended.cost !== cost || !ended.optimal) throw new Find('another cost than the least is called optimal');
    const start = 12 + new DataView(summed.buffer).getUint32(8, true);
    const again = await sealUp([summed.subarray(12, start), summed.subarray(start, -40)], seal);
    if (textOf(again) !== textOf(summed)) throw new Find('a checkpoint was taken that nobody sealed');
    return 'taken';
  },
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A checkpoint as JSON, sealed by who holds the input: a typed error, or a release that costs what it is said to, and no less than the best. */
export const sealed: Target = {
  name: 'sealed',
  isJson: true,
  words: ['"head":', '"words":', 'null', '-1', '1313818699', '2147483647', '-2147483648'],
  seeds: async () => (await searched()).states.map((state) => bytesOf(takeApart(state))),
  run: async (bytes) => {
    const { cost, seal } = await searched();
    let given: unknown;
    try {
      given = JSON.parse(textOf(bytes));
    } catch {
      return 'no JSON';
    }
    if (!isRecord(given) || !Array.isArray(given.words)) return 'no checkpoint';
    const words = Int32Array.from(given.words as unknown[], (word) => Number(word) | 0);
    const head = bytesOf(JSON.stringify(given.head ?? null));
    const { optimal } = await resume(await sealUp([head, new Uint8Array(words.buffer)], seal), cost);
    return optimal ? 'proven' : 'ended';
  },
};
