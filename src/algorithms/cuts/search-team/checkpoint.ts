import type { CutSolution } from '../../../engine/engine.js';
import { InputError } from '../../../base/errors.js';
import { version } from '../../../base/version.js';
import type { TracePoint } from '../../algorithm.js';
import type { Counters, SavedTeam } from './search-team.js';

/** All that a search needs to go on. */
export interface Checkpoint {
  /** Of the problem and of the options that matter. */
  readonly fingerprint: string;
  readonly team: SavedTeam;
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
  readonly fingerprint: string;
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

/** "KOHORTCP", bytes of the head, the head, the parts, and 8 bytes of check sum over all before it. */
const MAGIC = new TextEncoder().encode('KOHORTCP');
const SUM_BYTES = 8;

export function writeCheckpoint({ team, found, seedCost, ...others }: Checkpoint): Uint8Array {
  const finite = (cost: number): number | null => (cost === Infinity ? null : cost);
  const head: Head = {
    version,
    ...others,
    ended: team.ended,
    bestCost: finite(team.bestCost),
    parts: team.parts.map(({ state, ...part }) => ({ bytes: state.length, ...part })),
    found: found === null ? null : { ...found, cuts: found.cuts.map((list) => Array.from(list)) },
    seedCost: finite(seedCost),
  };
  const text = new TextEncoder().encode(JSON.stringify(head));
  const size = team.parts.reduce((sum, { state }) => sum + state.length, MAGIC.length + 4 + text.length + SUM_BYTES);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(MAGIC.length, text.length, true);
  bytes.set(text, MAGIC.length + 4);
  let top = MAGIC.length + 4 + text.length;
  for (const { state } of team.parts) {
    bytes.set(state, top);
    top += state.length;
  }
  const [a, b] = checkSum(bytes.subarray(0, top));
  view.setUint32(top, a, true);
  view.setUint32(top + 4, b, true);
  return bytes;
}

/**
 * Throws InputError: `NOT_A_CHECKPOINT` for other files, `CHECKPOINT_DAMAGED` when the check sum is wrong, `CHECKPOINT_VERSION` when another
 * version wrote it, `CHECKPOINT_OTHER_JOB` when it is of other data or options than `fingerprint`.
 */
export function readCheckpoint(bytes: Uint8Array, fingerprint: string): Checkpoint {
  const fail = (code: string, problem: string): never => {
    throw new InputError(code, problem, { source: 'checkpoint' });
  };
  if (bytes.length < MAGIC.length || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    fail('NOT_A_CHECKPOINT', 'expected a checkpoint of k-optimize, received another file');
  }
  const damaged = 'it is truncated or damaged; expected a file as it was written';
  const end = bytes.length - SUM_BYTES;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (end < MAGIC.length + 4) fail('CHECKPOINT_DAMAGED', damaged);
  const [a, b] = checkSum(bytes.subarray(0, end));
  if (view.getUint32(end, true) !== a || view.getUint32(end + 4, true) !== b) fail('CHECKPOINT_DAMAGED', damaged);
  const start = MAGIC.length + 4;
  let top = start + view.getUint32(MAGIC.length, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(start, top))) as Head;
  if (head.version !== version) {
    fail('CHECKPOINT_VERSION', `expected one that kohort ${version} wrote, received one of kohort ${head.version}`);
  }
  if (head.fingerprint !== fingerprint) {
    fail(
      'CHECKPOINT_OTHER_JOB',
      'expected one of this job on this input, received one of another job or of other data',
    );
  }
  const parts = head.parts.map(({ bytes: length, ...part }) => {
    const state = bytes.slice(top, top + length);
    top += length;
    return { state, ...part };
  });
  const { found, bestCost, seedCost, ended } = head;
  return {
    ...head,
    team: { parts, ended, bestCost: bestCost ?? Infinity },
    found: found === null ? null : { ...found, cuts: found.cuts.map((list) => Uint32Array.from(list)) },
    seedCost: seedCost ?? Infinity,
  };
}

/** Two 32-bit hashes of all bytes: finds damage, not malice. */
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
