import type { StartThread } from '../../../src/base/team.js';
import { NONE, SearchTeam } from '../../../src/k-optimize/team/search-team.js';
import { serveThread } from '../../../src/algorithms/sharing/serve-thread.js';
import { type PlainError, fromPlainError } from '../../../src/base/plain-error.js';
import { InvalidArgumentError, ThreadError } from '../../../src/base/errors.js';
import { createJsEngine } from '../../../src/engine/js/js-engine.js';
import { everything, open, randomProblem, specOf } from '../../k-optimize/problems.js';
import { generator } from '../../engine/random.js';
import type { Target } from '../target.js';
import { bytesOf, Find, isRefusal, textOf } from '../target.js';

/** Milliseconds in which a helper answers, and a team ends. */
const PATIENCE = 10_000;

const engine = createJsEngine();
const problem = { ...randomProblem(generator(77), 12), k: 2, limit: 0 };
const set = open(engine, problem);
const spec = specOf(problem, set, everything, Infinity);
const fresh = engine.kOptimize(set, spec);
const state = fresh.save();
fresh.dispose();

const status = { best: null, bestCost: 900, lowerBound: 4, nodes: 3, prunedNodes: 1, prunedTail: 0, uselessValues: 0, refutedByTables: 0 }; // prettier-ignore
const report = { status, progress: 0.5 };
const start = { kind: 'start', engine: 'js', shared: null };
const part = { kind: 'part', state: 'STATE', best: 100_000 };
const task = { kind: 'task', engine: 'js', task: 'cover', common: { k: 2 } };
const piece = { kind: 'piece', piece: 0, input: { codes: ['COLUMN', 'COLUMN'], counts: 'COLUMN' } };
const save = { kind: 'save', wanted: true, halt: false };

/** For a helper, and for the team that it works for. */
const sequences: readonly (readonly unknown[])[] = [
  ['helper', start, part, { kind: 'best', cost: 5 }, { kind: 'split' }, save],
  ['helper', start, { ...part, state: 'other' }, save, { kind: 'save', wanted: false, halt: true }],
  ['helper', null, 1, 'text', {}, { kind: 'other' }, { kind: 'part' }, { kind: 'start' }],
  ['helper', task, piece, { ...task, task: 'points', common: { k: 2, gamma: null } }, piece],
  ['helper', piece, { ...task, common: null }, { ...piece, piece: -1 }, task, start, piece, part],
  ['team', { kind: 'ready' }, { kind: 'split', state: null, report: null }, { kind: 'saved', nodes: null, report: null }],
  ['team', { kind: 'report', report }, { kind: 'ended', report }, { kind: 'split', state: 'STATE', report }],
  ['team', null, 1, {}, { kind: 'failed', error: { name: 'InputError', message: 'no', fields: {} } }],
]; // prettier-ignore

/** A message with what is no JSON: bytes, and the cuts of a solution. */
function revive(message: unknown): unknown {
  return JSON.parse(JSON.stringify(message ?? null), (key, value: unknown) => {
    if ((key === 'state' || key === 'nodes') && typeof value === 'string')
      return value === 'STATE' ? state.slice() : bytesOf(value);
    if (value === 'COLUMN') return Uint32Array.of(1, 2, 1, 3, 1);
    if (key === 'cuts' && Array.isArray(value))
      return value.map((list) => Uint32Array.from(Array.isArray(list) ? list : []));
    return value;
  }) as unknown;
}

function messagesOf(bytes: Uint8Array): unknown[] | null {
  try {
    const found: unknown = JSON.parse(textOf(bytes));
    return Array.isArray(found) && found.length <= 12 ? found : null;
  } catch {
    return null;
  }
}

/** Code of an error of a thread; Find for one that is none of ours. */
function codeOf(error: unknown): string {
  if (error instanceof ThreadError) return error.code;
  // Bytes that are no state are one of the things that may come.
  if (error instanceof InvalidArgumentError && error.code === 'WRONG_STATE') return error.code;
  if (!isRefusal(error)) throw new Find('an error of no type', `${String(error)}\n${(error as Error).stack ?? ''}`);
  return error.code;
}

async function within<Result>(work: Promise<Result>, what: string): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Find(`${what} falls silent`)), PATIENCE);
  });
  return Promise.race([work, silent]).finally(() => clearTimeout(timer));
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Orders to a helper, one after another; the last one it must answer. */
async function toHelper(messages: readonly unknown[]): Promise<string> {
  const seen = new Set<string>();
  let isOver: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (isOver = resolve));
  let isLast = false;
  let give: (order: unknown) => void = () => undefined;
  const errors: PlainError[] = [];
  serveThread(
    {
      post: (answer) => {
        seen.add(answer.kind);
        if (answer.kind === 'failed') errors.push(answer.error);
        if (isLast && answer.kind === 'saved') isOver();
      },
      listen: (listener) => (give = listener),
      letEventsIn: pause,
    },
    () => Promise.resolve(engine),
  );
  for (const message of messages) {
    give(revive(message));
    await pause();
  }
  isLast = true;
  give({ kind: 'save', wanted: false, halt: true });
  await within(over, 'the helper');
  const codes = errors.map((error) => codeOf(fromPlainError(error)));
  return codes[0] ?? [...seen].sort()[0];
}

/** Answers to a team, between those of a helper that does its work: it ends with a cost, or in one error. */
async function toTeam(messages: readonly unknown[]): Promise<string> {
  const left = [...messages];
  const startThread: StartThread = (events) => {
    let give: (order: unknown) => void = () => undefined;
    let isOver = false;
    const tell = (value: unknown): void => {
      if (!isOver) events.message(value);
    };
    serveThread(
      {
        post: (answer) => {
          setImmediate(() => {
            if (left.length > 0) tell(revive(left.shift()));
            tell(answer);
          });
        },
        listen: (listener) => (give = listener),
        letEventsIn: pause,
      },
      () => Promise.resolve(engine),
    );
    return { post: (order) => setImmediate(() => give(order)), end: () => (isOver = true) };
  };
  const team = new SearchTeam(engine, {
    parts: [{ state: state.slice(), lowerBound: 0, counters: NONE }],
    ended: NONE,
    bestCost: Infinity,
  });
  const search = async (): Promise<void> => {
    team.start(1, startThread);
    while (!team.isDone || left.length > 0) {
      await team.searchFor(1, async () => {
        await pause();
        return false;
      });
      if (team.isDone) await pause();
      if (team.isDone) break;
    }
    await team.halt();
  };
  try {
    await within(search(), 'the team');
    return 'ended';
  } catch (error) {
    if (error instanceof Find) throw error;
    const isTold = messages.some((message) => (message as { kind?: unknown } | null)?.kind === 'failed');
    return isTold ? 'told' : codeOf(error);
  } finally {
    team.dispose();
  }
}

/** Messages between the threads of a search, as a list of JSON that begins with whom they are for. */
export const threads: Target = {
  name: 'threads',
  isJson: true,
  words: ['"helper"', '"team"', '"kind":', '"start"', '"part"', '"best"', '"split"', '"save"', '"ready"', '"report"', '"ended"', '"saved"', '"task"', '"piece"', '"cover"', '"k-member"', '"input":', '"common":', '"COLUMN"', '"failed"', '"state":', '"nodes":', '"STATE"', '"cost":', '"shared":', 'null'], // prettier-ignore
  seeds: () => sequences.map((messages) => bytesOf(JSON.stringify(messages))),
  run: async (bytes) => {
    const messages = messagesOf(bytes);
    if (messages === null) return 'no messages';
    const [whom, ...rest] = messages;
    return whom === 'team' ? toTeam(rest) : toHelper(rest);
  },
};
