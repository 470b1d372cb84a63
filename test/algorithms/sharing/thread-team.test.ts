import { afterEach, describe, expect, it, vi } from 'vitest';
import { startThread as startNodeThread } from '#threads';
import type { StartThread } from '../../../src/base/team.js';
import { coverTask } from '../../../src/algorithms/cells/cover-task.js';
import { serveThread } from '../../../src/algorithms/sharing/serve-thread.js';
import { pointsTask } from '../../../src/algorithms/clusters/points-task.js';
import { type Pieces, ThreadTeam, withTeam } from '../../../src/algorithms/sharing/thread-team.js';
import type { Weighted } from '../../../src/algorithms/clusters/blocks.js';
import { CapacityError, ThreadError } from '../../../src/base/errors.js';
import { seededRandom } from '../../../src/base/random.js';
import { createJsEngine } from '../../../src/engine/js/js-engine.js';
import { soon, startHere } from './start-here.js';

const engine = createJsEngine();
const still = (): Promise<void> => soon();

afterEach(() => vi.restoreAllMocks());

/** A block of some vectors. */
function draw(piece: number): Weighted {
  const random = seededRandom(piece);
  const seen = new Map<string, number[]>();
  while (seen.size < 40 + 7 * piece) {
    const vector = [random.below(9), random.below(11), random.below(7)];
    seen.set(vector.join(), vector);
  }
  const vectors = [...seen.values()];
  return {
    codes: [0, 1, 2].map((a) => Uint32Array.from(vectors, (vector) => vector[a])),
    counts: Uint32Array.from(vectors, () => 1 + random.below(3)),
  };
}

const piecesOf = (count: number, input: (piece: number) => Weighted = draw): Pieces<Weighted> => ({
  sizes: Array.from({ length: count }, (_, piece) => 40 + 7 * piece),
  input,
  worth: 1,
});

const share = (pieces: Pieces<Weighted>, threads: number, startThread: StartThread | null, watch = still) =>
  withTeam(engine, { threads, startThread }, async (team) => ({
    outputs: await team.share(coverTask, { k: 3 }, pieces, watch),
    threads: team.threads,
  }));

const alone = await share(piecesOf(9), 1, null);

describe('work that is shared among threads', () => {
  it('gives the same result, in the order of the pieces, with any number of threads', async () => {
    for (const threads of [1, 2, 3, 8]) {
      const orders: unknown[] = [];
      const found = await share(piecesOf(9), threads, startHere(undefined, orders));
      expect(found).toEqual({ outputs: alone.outputs, threads });
      const sent = orders.filter((order) => (order as { kind: string }).kind === 'piece').length;
      expect(sent > 0 && sent < 9).toBe(threads > 1);
    }
    expect((await share(piecesOf(9), 3, startNodeThread, () => new Promise((resolve) => setTimeout(resolve, 5)))).outputs).toEqual(alone.outputs);
  }); // prettier-ignore

  it('is given to no more threads than there are pieces, or than are worth it', async () => {
    expect((await share(piecesOf(2), 8, startHere())).threads).toBe(2);
    const all = piecesOf(9).sizes.reduce((sum, size) => sum + size, 0);
    expect((await share({ ...piecesOf(9), worth: all / 3 }, 8, startHere())).threads).toBe(3);
    expect((await share({ ...piecesOf(9), worth: all }, 8, startHere())).threads).toBe(1);
    expect((await share(piecesOf(9), 8, null)).threads).toBe(1);
    expect((await share(piecesOf(1), 8, startHere())).threads).toBe(1);
  });

  it('may come in rounds, with the same threads and other tasks', async () => {
    let started = 0;
    const start: StartThread = (events) => {
      started++;
      return startHere()(events);
    };
    const points = pointsTask as unknown as typeof coverTask;
    await withTeam(engine, { threads: 3, startThread: start }, async (team) => {
      const rounds = [await team.share(coverTask, { k: 3 }, piecesOf(9), still)];
      const input = (piece: number): Weighted => {
        const { codes, counts } = draw(piece);
        const values = codes.map((column) => Float64Array.from(column));
        return { values, counts, rows: counts.reduce((sum, count) => sum + count, 0) } as unknown as Weighted;
      };
      const other = await team.share(points, { k: 3, gamma: null } as { k: number }, piecesOf(9, input), still);
      expect(other.length).toBe(9);
      rounds.push(await team.share(coverTask, { k: 3 }, piecesOf(9), still));
      expect(rounds).toEqual([alone.outputs, alone.outputs]);
    });
    expect(started).toBe(2);
  });

  it('reports how much of it is done, up to all of it', async () => {
    for (const threads of [1, 3]) {
      const shares: number[] = [];
      await share(piecesOf(9), threads, startHere(), async (...args: unknown[]) => {
        shares.push(args[0] as number);
        await soon();
      });
      expect(shares.at(-1)).toBe(1);
      expect(shares.every((each) => each >= 0 && each <= 1)).toBe(true);
      if (threads > 1) continue;
      expect(shares).toEqual(shares.slice().sort((a, b) => a - b));
      const { sizes } = piecesOf(9);
      const all = sizes.reduce((sum, size) => sum + size, 0);
      let done = 0;
      for (const size of sizes.slice().reverse()) expect(shares).toContain((done += size) / all);
    }
  });

  it('has no output of what is not done where it ends early, and goes on with other threads', async () => {
    for (const [after, threads] of [[0, 1], [2, 1], [0, 3], [3, 3], [9, 3]]) {
      let started = 0;
      const start: StartThread = (events) => {
        started++;
        return startHere()(events);
      };
      let looks = 0;
      await withTeam(engine, { threads, startThread: start }, async (team) => {
        const pieces = { ...piecesOf(9), isOver: () => ++looks > after };
        const found = await team.share(coverTask, { k: 3 }, pieces, soon);
        const done = [...found.keys()].filter((piece) => found[piece] !== undefined);
        expect(done.length).toBeLessThan(9);
        for (const piece of done) expect(found[piece]).toEqual(alone.outputs[piece]);
        expect(await team.share(coverTask, { k: 3 }, piecesOf(9), soon)).toEqual(alone.outputs);
        expect(team.threads).toBe(1 + started);
      });
      expect(started).toBeGreaterThanOrEqual(after === 0 ? 2 * (threads - 1) : threads - 1);
      expect(started).toBeLessThanOrEqual(2 * (threads - 1));
    }
  }); // prettier-ignore

  it('ends its threads when it is done, and when the caller ends it', async () => {
    let open = 0;
    const counted: StartThread = (events) => {
      open++;
      const thread = startHere()(events);
      return { ...thread, end: () => (open--, thread.end()) };
    };
    await share(piecesOf(9), 3, counted);
    expect(open).toBe(0);
    let looks = 0;
    const abort = async (): Promise<void> => {
      await soon();
      if (++looks > 3) throw new Error('enough');
    };
    await expect(share(piecesOf(9), 3, counted, abort)).rejects.toThrow('enough');
    expect(open).toBe(0);
  });
});

describe('a thread that shares work', () => {
  it.each([0, 1, 3])('and dies ends it in a typed error, after %d answers', async (after) => {
    const dying: StartThread = (events) => {
      let heard = 0;
      const tell = (value: unknown): void =>
        heard++ === after ? events.failure(new Error('killed')) : events.message(value);
      if (after === 0) setImmediate(() => tell(null));
      return startHere()({ ...events, message: tell });
    };
    await expect(share(piecesOf(30), 2, dying)).rejects.toThrow(ThreadError);
  });

  it('and reports an error ends it in that error', async () => {
    const error = { name: 'CapacityError', message: 'no memory', fields: { code: 'OUT_OF_MEMORY' } };
    await expect(
      share(
        piecesOf(9),
        2,
        startHere(() => ({ kind: 'failed', error })),
      ),
    ).rejects.toThrow(CapacityError);
  });

  it('and cannot be started or sent to ends it in a typed error', async () => {
    const none: StartThread = () => {
      throw new Error('no more');
    };
    await expect(share(piecesOf(9), 2, none)).rejects.toThrow(ThreadError);
    const deaf: StartThread = (events) => ({
      ...startHere()(events),
      post: () => {
        throw new Error('no memory');
      },
    });
    await expect(share(piecesOf(9), 2, deaf)).rejects.toThrow(ThreadError);
  });

  const groups = { starts: new Uint32Array(1), vectors: new Uint32Array(0), counts: new Uint32Array(0) };
  it.each([
    null,
    1,
    {},
    { kind: 'other' },
    { kind: 'ready' },
    { kind: 'failed' },
    { kind: 'failed', error: { name: 1, message: 'no' } },
    { kind: 'done', piece: -1, output: { groups, sets: 1, checked: 1 } },
    { kind: 'done', piece: 900, output: { groups, sets: 1, checked: 1 } },
    { kind: 'done', piece: 'PIECE', output: null },
    { kind: 'done', piece: 'PIECE', output: { groups, sets: 1 } },
    { kind: 'done', piece: 'PIECE', output: { groups: { ...groups, starts: new Uint32Array(0) }, sets: 1, checked: 1 } },
    { kind: 'done', piece: 'PIECE', output: { groups: { ...groups, counts: new Uint32Array(2) }, sets: 1, checked: 1 } },
  ])('and sends what is no answer ends it in one typed error: %j', async (message) => {
    const change = (answer: unknown): unknown =>
      message !== null && typeof message === 'object' && 'piece' in message && message.piece === 'PIECE'
        ? { ...message, piece: (answer as { piece: number }).piece }
        : message;
    await expect(share(piecesOf(9), 2, startHere(change))).rejects.toThrow(ThreadError);
  }); // prettier-ignore
});

describe('a thread that is sent what is no order', () => {
  const task = { kind: 'task', engine: 'js', task: 'cover', common: { k: 3 } };
  const input = draw(1);
  it.each([
    [null],
    [{ kind: 'task', engine: 'other', task: 'cover', common: { k: 3 } }],
    [{ ...task, task: 'none' }],
    [{ ...task, task: 'constructor' }],
    [{ ...task, common: null }],
    [{ ...task, common: { k: -1 } }],
    [{ kind: 'piece', piece: 1, input }],
    [task, { kind: 'piece', piece: -1, input }],
    [task, { kind: 'piece', piece: 1, input: null }],
    [task, { kind: 'piece', piece: 1, input: { ...input, counts: [1, 2] } }],
    [task, { ...task, task: 'none' }, { kind: 'piece', piece: 1, input }],
  ])('says so, and does what comes next: %j', async (...orders) => {
    const answers: { kind: string; error?: { name: string } }[] = [];
    let give: (order: unknown) => void = () => undefined;
    serveThread(
      {
        post: (answer) => void answers.push(answer as { kind: string }),
        listen: (listener) => (give = listener),
        letEventsIn: soon,
      },
      () => Promise.resolve(engine),
    );
    for (const order of orders) give(order);
    for (let i = 0; i < 20; i++) await soon();
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.every(({ kind, error }) => kind === 'failed' && error?.name === 'ThreadError')).toBe(true);
    answers.splice(0);
    give(task);
    give({ kind: 'piece', piece: 7, input: draw(2) });
    for (let i = 0; i < 200 && answers.length === 0; i++) await soon();
    expect(answers).toEqual([{ kind: 'done', piece: 7, output: alone.outputs[2] }]);
  });
});

describe('a team', () => {
  it('starts no thread before there is work', () => {
    const startThread = vi.fn();
    const team = new ThreadTeam(engine, { threads: 3, startThread });
    expect(team.threads).toBe(1);
    team.dispose();
    expect(startThread).not.toHaveBeenCalled();
  });
});
