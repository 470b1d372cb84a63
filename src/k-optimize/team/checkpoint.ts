import type { CutSolution } from '../../engine/engine.js';
import { isPlainObject } from '../../base/plain-object.js';
import { InputError } from '../../base/errors.js';
import { version } from '../../base/version.js';
import type { TracePoint } from '../../algorithms/algorithm.js';
import { type Seal, SEAL_BYTES } from './seal.js';
import { type Counters, NONE, type SavedTeam } from './search-team.js';

/** All that a search needs to go on. */
export interface Checkpoint<Team = SavedTeam> {
  readonly team: Team;
  readonly found: CutSolution | null;
  /** Only cheaper solutions were looked for, to begin with. */
  readonly seedCost: number;
  /** Turns of climbing and searching that are done. */
  readonly turn: number;
  readonly seconds: number;
  readonly bestSeconds: number;
  readonly trace: readonly TracePoint[];
}

/** The JSON in front of the parts. */
interface Head {
  readonly version: string;
  /** `problem` of the seal. */
  readonly problem: string;
  readonly ended: Counters;
  readonly bestCost: number | null;
  readonly parts: readonly { readonly bytes: number; readonly lowerBound: number; readonly counters: Counters }[];
  readonly found: {
    readonly cuts: readonly (readonly number[])[];
    readonly cost: number;
    readonly suppressed: number;
  } | null;
  readonly seedCost: number | null;
  readonly turn: number;
  readonly seconds: number;
  readonly bestSeconds: number;
  readonly trace: readonly TracePoint[];
}

/**
 * "KOHORTCP", bytes of the head, the head, the parts; the seal of all this, and a check sum of all before it. The sum finds accidents, and is
 * the same in all versions; the seal finds changes by who does not hold the problem.
 */
const MAGIC = new TextEncoder().encode('KOHORTCP');
const SUM_BYTES = 8;

/** The checkpoint as bytes. The seal must be that of its problem. */
export async function writeCheckpoint(
  { team, found, seedCost, ...others }: Checkpoint,
  seal: Seal,
): Promise<Uint8Array<ArrayBuffer>> {
  const finite = (cost: number): number | null => (cost === Infinity ? null : cost);
  const head: Head = {
    version,
    problem: seal.problem,
    ...others,
    ended: team.ended,
    bestCost: finite(team.bestCost),
    parts: team.parts.map(({ nodes, ...part }) => ({ bytes: nodes.length, ...part })),
    found: found === null ? null : { ...found, cuts: found.cuts.map((list) => Array.from(list)) },
    seedCost: finite(seedCost),
  };
  const text = new TextEncoder().encode(JSON.stringify(head));
  return sealUp([text, ...team.parts.map(({ nodes }) => nodes)], seal);
}

/** A checkpoint of the bytes of a head and of parts, whatever they are. */
export async function sealUp([head, ...parts]: readonly Uint8Array[], seal: Seal): Promise<Uint8Array<ArrayBuffer>> {
  const start = MAGIC.length + 4;
  const end = [head, ...parts].reduce((sum, { length }) => sum + length, start);
  const bytes = new Uint8Array(end + SEAL_BYTES + SUM_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(MAGIC.length, head.length, true);
  let top = start;
  for (const each of [head, ...parts]) {
    bytes.set(each, top);
    top += each.length;
  }
  bytes.set(await seal.sign(bytes.subarray(0, end)), end);
  const [a, b] = checkSum(bytes.subarray(0, end + SEAL_BYTES));
  view.setUint32(end + SEAL_BYTES, a, true);
  view.setUint32(end + SEAL_BYTES + 4, b, true);
  return bytes;
}

/** The error of bytes that are no checkpoint as it was written. */
export const damaged = (options?: ErrorOptions): InputError =>
  new InputError(
    'CHECKPOINT_DAMAGED',
    'it is truncated or damaged; expected a file as it was written',
    { source: 'checkpoint' },
    options,
  );

/**
 * Reads what `writeCheckpoint` wrote. Who holds the problem can make a seal, so every field is looked at; the nodes of the parts are as they
 * came.
 *
 * @throws InputError `NOT_A_CHECKPOINT` for other files, `CHECKPOINT_DAMAGED` for bytes that were not written so, `CHECKPOINT_VERSION`
 *   when another version wrote it, `CHECKPOINT_OTHER_JOB` when it is of other data or options than the seal
 */
export async function readCheckpoint(given: Uint8Array, seal: Seal): Promise<Checkpoint> {
  const fail = (code: string, problem: string): never => {
    throw new InputError(code, problem, { source: 'checkpoint' });
  };
  // It may change while it is looked at, and share its memory.
  const bytes = new Uint8Array(given);
  if (bytes.length < MAGIC.length || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    fail('NOT_A_CHECKPOINT', 'expected a checkpoint of k-optimize, received another file');
  }
  const view = new DataView(bytes.buffer);
  const start = MAGIC.length + 4;
  const sumAt = bytes.length - SUM_BYTES;
  if (sumAt < start) throw damaged();
  const [a, b] = checkSum(bytes.subarray(0, sumAt));
  if (view.getUint32(sumAt, true) !== a || view.getUint32(sumAt + 4, true) !== b) throw damaged();
  let top = start + view.getUint32(MAGIC.length, true);
  if (top > sumAt) throw damaged();
  const read = readJson(bytes.subarray(start, top));
  if (read.version !== version) {
    fail('CHECKPOINT_VERSION', `expected one that kohort ${version} wrote, received one of kohort ${read.version}`);
  }
  if (read.problem !== seal.problem) {
    fail(
      'CHECKPOINT_OTHER_JOB',
      'expected one of this job on this input, received one of another job or of other data',
    );
  }
  const end = sumAt - SEAL_BYTES;
  if (end < top || !(await seal.fits(bytes.subarray(end, sumAt), bytes.subarray(0, end)))) throw damaged();
  if (!isHead(read, end - top)) throw damaged();
  const head = read as unknown as Head;
  const parts = head.parts.map(({ bytes: length, ...part }) => {
    const nodes = bytes.slice(top, top + length);
    top += length;
    return { nodes, ...part };
  });
  const { found, bestCost, seedCost, ended, turn, seconds, bestSeconds, trace } = head;
  return {
    turn,
    seconds,
    bestSeconds,
    trace,
    team: { parts, ended, bestCost: bestCost ?? Infinity },
    found: found === null ? null : { ...found, cuts: found.cuts.map((list) => Uint32Array.from(list)) },
    seedCost: seedCost ?? Infinity,
  };
}

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
const isCount = (value: unknown): value is number => isAmount(value) && Number.isInteger(value);
const orNull = (value: unknown, test: (value: unknown) => boolean): boolean => value === null || test(value);
const isListOf = (value: unknown, test: (value: unknown) => boolean): value is readonly unknown[] =>
  Array.isArray(value) && value.every(test);
const isCounters = (value: unknown): boolean =>
  isPlainObject(value) && Object.keys(NONE).every((name) => isCount(value[name]));
const isPart = (value: unknown): boolean =>
  isPlainObject(value) && isCount(value.bytes) && isAmount(value.lowerBound) && isCounters(value.counters);
const isFound = (value: unknown): boolean =>
  isPlainObject(value) &&
  isCount(value.cost) &&
  isCount(value.suppressed) &&
  isListOf(value.cuts, (list) => isListOf(list, isCount));
const isPoint = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 4 &&
  isAmount(value[0]) &&
  isCount(value[1]) &&
  orNull(value[2], isAmount) &&
  isAmount(value[3]);

/** Turns double the nodes that are searched: more are never reached. */
const MOST_TURNS = 64;
const MOST_TRACE = 1000;

/** The JSON in front of the parts, of any version. Throws InputError CHECKPOINT_DAMAGED. */
function readJson(bytes: Uint8Array): Readonly<Record<string, unknown>> & { readonly version: string } {
  let head: unknown;
  try {
    head = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw damaged({ cause: error });
  }
  if (!isPlainObject(head) || typeof head.version !== 'string') throw damaged();
  return { ...head, version: head.version };
}

/** Tests whether it is a whole head in front of `partBytes` bytes of parts. */
function isHead(head: Readonly<Record<string, unknown>>, partBytes: number): boolean {
  const { bestCost, parts, found, turn, trace } = head;
  return (
    isCounters(head.ended) &&
    orNull(bestCost, isCount) &&
    orNull(head.seedCost, isCount) &&
    isListOf(parts, isPart) &&
    parts.length > 0 &&
    (parts as Head['parts']).reduce((sum, part) => sum + part.bytes, 0) === partBytes &&
    orNull(found, isFound) &&
    // The cost to beat is that of the found solution.
    (found === null || bestCost === (found as { readonly cost: number }).cost) &&
    isCount(turn) &&
    turn <= MOST_TURNS &&
    isAmount(head.seconds) &&
    isAmount(head.bestSeconds) &&
    isListOf(trace, isPoint) &&
    trace.length <= MOST_TRACE
  );
}

/** Two 32-bit hashes of all bytes. */
function checkSum(bytes: Uint8Array): [number, number] {
  let a = 0x811c9dc5 | 0;
  let b = 0x2545f491 | 0;
  for (let i = 0; i < bytes.length; i++) {
    a = Math.imul(a ^ bytes[i], 0x01000193);
    b = Math.imul(b ^ bytes[i], 0x5bd1e995);
    b ^= b >>> 13;
  }
  return [a >>> 0, b >>> 0];
}
