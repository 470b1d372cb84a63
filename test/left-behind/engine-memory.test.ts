/** Data of a table in the memory of engines and of the threads of a search, once they are disposed of. */
import { setImmediate as afterEvents } from 'node:timers/promises';
import { serialize, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker, type Transferable } from 'node:worker_threads';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.js';
import type {
  ClassCondition,
  Engine,
  EngineColumn,
  EngineName,
  EngineSearch,
  KOptimizeSpec,
  MondrianAttribute,
  RowLine,
  RunCosts,
} from '../../src/engine/engine.js';
import { seededRandom } from '../../src/base/random.js';
import { anonymize, parseJob, readCsv, type KohortError } from '../../src/index.js';
import { shareSmallLattices } from '../algorithms/lattice/share-small-lattices.js';
import { ENGINES } from '../engine/engines.js';
import { everything } from '../k-optimize/problems.js';
import { longTest } from '../long-test.js';
import { quotedCsv } from '../table-texts.js';
import { canaryColumns, canaryJob, canaryRows, findIn } from './canaries.js';
import { inTurn } from '../shared.js';

shareSmallLattices();

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const rows = 400;
const size = 60;
const counts = new Uint32Array(rows).fill(1);
const attribute: MondrianAttribute = {
  positions: Float64Array.from({ length: size }, (_, i) => i),
  range: size,
  rank: 0,
  tree: null,
};
const costs: RunCosts = {
  size,
  table: null,
  line: { positions: attribute.positions, offset: 0, range: size, missing: -1, whole: 2 ** 20 },
  tree: null,
};
const ends = Uint32Array.from({ length: rows + 1 }, (_, s) => Math.min(rows + 1, s + 5));

/** The rows of a table, as operations take them. */
interface Rows {
  readonly columns: readonly EngineColumn[];
  readonly words: readonly Uint32Array[];
  readonly numbers: readonly Float64Array[];
  readonly line: RowLine;
}

function drawRows(seed: number): Rows {
  const { below } = seededRandom(seed);
  // No code is 0: whatever is left of one is seen.
  const words = [0, 1, 2, 3].map(() => Uint32Array.from({ length: rows }, () => 1 + below(size - 1)));
  return {
    columns: words.map((column) => ({ codes: Uint8Array.from(column), size })),
    words,
    numbers: words.slice(0, 2).map((column) => Float64Array.from(column)),
    line: {
      vectorOf: Uint32Array.from({ length: rows }, (_, i) => (i * 7) % rows),
      codes: words.slice(0, 2),
      costs: [costs, costs],
    },
  };
}
const halves = { map: Uint32Array.from({ length: size }, (_, i) => i >> 1), size: size / 2 };
const leaves = { map: Uint32Array.from({ length: size }, (_, i) => i), size };
const problem: KOptimizeSpec = {
  attributes: 2,
  k: 5,
  metric: 'discernibility',
  suppressionLimit: rows,
  labels: null,
  allowed: [0, 1].map(() => Uint8Array.from({ length: size }, (_, i) => (i % 3 === 0 ? 1 : 0))),
  seedCost: Infinity,
  pruning: everything,
};

/** Begins a search, and leaves it where it is. */
function begin<Result>(search: EngineSearch<Result>): EngineSearch<Result> {
  expect(search.step(1)).toBe(false);
  return search;
}

/** One use of every operation that keeps something in the engine; none is disposed of, searches stop in the midst. */
const uses: Readonly<Record<string, (engine: Engine, data: Rows) => unknown>> = {
  table: (engine, { columns }) => engine.load(rows, columns),
  'frequency set': (engine, { columns }) => engine.frequencySet(engine.load(rows, columns)),
  'frequency set of vectors': (engine, { columns }) => engine.frequencySetOf(columns, counts),
  'rolled up and projected set': (engine, { columns }) => {
    const set = engine.frequencySetOf(columns, counts);
    return [engine.rollUp(set, [halves, null, halves, null]), engine.project(set, [1, 3])];
  },
  classes: (engine, { columns }) => {
    const table = engine.load(rows, columns);
    const classes = engine.splitClasses(table, { count: 1, classOf: new Uint32Array(rows) }, 0, halves);
    expect(engine.histogram(table, classes, 1).length).toBe(classes.count * size);
    return table;
  },
  'strict Mondrian': (engine, { columns }) => mondrian(engine, columns, 'strict'),
  'relaxed Mondrian': (engine, { columns }) => mondrian(engine, columns, 'relaxed'),
  'K-OPTIMIZE': (engine, { columns }) => begin(engine.kOptimize(engine.frequencySetOf(columns, counts), problem)),
  'K-OPTIMIZE, resumed': (engine, { columns }) => {
    const search = engine.kOptimize(engine.frequencySetOf(columns, counts), problem);
    begin(search);
    return begin(engine.resumeKOptimize(search.save()));
  },
  'cut evaluator': (engine, { columns }) => {
    const evaluator = engine.cutEvaluator(engine.frequencySetOf(columns, counts), problem);
    const cuts = [Uint32Array.of(9, 30), Uint32Array.of(21)];
    evaluator.toggles(cuts);
    evaluator.coarsen(cuts).toggles(cuts);
    evaluator.bestCuts(cuts, 1, 3);
    return evaluator;
  },
  'node sets': (engine, { columns }) => nodeSets(engine, columns, 2),
  'node sets of wide keys': (engine, { columns }) => nodeSets(engine, columns, 4),
  points: (engine, { numbers }) => {
    const scan = engine.pointScan(numbers, counts);
    scan.around(Float64Array.of(3, 4), 5);
    scan.join(Float64Array.of(3, 4), true);
    scan.take(7, 1);
    return scan;
  },
  members: (engine, { words }) => {
    const scan = engine.memberScan(words, [size, size, size, size]);
    scan.start(words.map(() => Int32Array.from({ length: size }, (_, i) => i)));
    scan.take(scan.nearest());
    return scan;
  },
  means: (engine, { words }) => {
    const means = engine.nearestMeans(3, [costs, costs], [attribute.positions, null]);
    for (const group of [0, 1, 2]) means.move(group, Float64Array.of(words[0][group], words[1][group]));
    return means;
  },
  'cheapest runs': (engine, { line }) => {
    return begin(engine.cheapestRuns(line, { ends }));
  },
  'greedy runs': (engine, { line }) => {
    return begin(engine.greedyRuns(line, ends));
  },
};

function mondrian(engine: Engine, columns: readonly EngineColumn[], partitioning: 'strict' | 'relaxed'): unknown {
  const set = engine.frequencySetOf(columns, counts);
  const global = new Uint32Array(size).fill(1);
  const conditions: ClassCondition[] = [
    { kind: 'size', minimum: 3 },
    { kind: 'recursive', column: 3, l: 2, c: 4 },
    { kind: 'sets', column: 2, k: 1, m: 1, start: Uint32Array.from({ length: size + 1 }, (_, i) => i), items: leaves.map, itemCount: size }, // prettier-ignore
    { kind: 't-hierarchical', column: 3, t: 1, global, height: 1, nodeOf: leaves.map, nodes: size },
  ];
  return begin(engine.mondrian(set, { attributes: [attribute, attribute], conditions, partitioning }));
}

function nodeSets(engine: Engine, columns: readonly EngineColumn[], attributes: number): unknown {
  const levels = [leaves, halves, { map: new Uint32Array(size), size: 1 }];
  const sets = engine.nodeSets(engine.frequencySetOf(columns, counts), {
    attributes: Array.from({ length: attributes }, (_, column) => ({ column, levels })),
    histograms: attributes < 4 ? [3] : [],
    weights: null,
  });
  const base = new Array<number>(attributes).fill(0);
  sets.rollUp(sets.base, [1, ...base.slice(1)]);
  sets.chain(sets.base, base, 0, 0, 2, 3);
  return sets;
}

const arrayNames = [
  ...['Int8Array', 'Uint8Array', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float64Array'],
  ...['BigInt64Array', 'BigUint64Array'],
];
type Bytes = ArrayBufferView<ArrayBufferLike>;
type ArrayMaker = new (...args: unknown[]) => Bytes;

/** Every array that is made until `stop`, as long as something holds it. */
function watchArrays(): { readonly made: WeakRef<Bytes>[]; stop(): void } {
  const made: WeakRef<Bytes>[] = [];
  const globals = globalThis as unknown as Record<string, ArrayMaker>;
  const real = arrayNames.map((name) => [name, globals[name]] as const);
  for (const [name, type] of real) {
    const watched = new Proxy(type, {
      construct: (target, args, given) => {
        const array = Reflect.construct(target, args, given) as Bytes;
        made.push(new WeakRef(array));
        return array;
      },
    });
    globals[name] = watched;
    // Copies and parts of arrays are made by what their prototype names.
    (type.prototype as { constructor: unknown }).constructor = watched;
  }
  return {
    made,
    stop: () => {
      for (const [name, type] of real) {
        globals[name] = type;
        (type.prototype as { constructor: unknown }).constructor = type;
      }
    },
  };
}

const isZero = ({ buffer, byteOffset, byteLength }: Bytes): boolean =>
  Buffer.from(buffer, byteOffset, byteLength).equals(Buffer.alloc(byteLength));

async function collectAll(): Promise<void> {
  // Objects that a job of the event loop used are kept until it ends.
  await afterEvents();
  collect();
}

/** Arrays that hold something and are alive. */
const filled = (made: readonly WeakRef<Bytes>[]): Bytes[] =>
  made.map((ref) => ref.deref()).filter((array): array is Bytes => array !== undefined && !isZero(array));

/** Arrays that hold something and are held by something. */
async function heldOf(made: readonly WeakRef<Bytes>[]): Promise<Bytes[]> {
  await collectAll();
  return filled(made);
}

/** Lets something be made of memories of WebAssembly and arrays; gives what was made, and the memories and arrays. */
async function watched<Made>(
  make: (live: { readonly memories: WebAssembly.Memory[]; readonly made: WeakRef<Bytes>[] }) => Promise<Made>,
) {
  const memories: WebAssembly.Memory[] = [];
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      super(descriptor);
      memories.push(this);
    }
  };
  const { made, stop } = watchArrays();
  try {
    return { kept: await make({ memories, made }), memories, made };
  } finally {
    stop();
    WebAssembly.Memory = Memory;
  }
}

/** Contents of an engine in the midst of a use, before and after it is disposed of. */
interface Left {
  /** Arrays and memories that hold something before. */
  readonly before: number;
  /** Their contents after it, as texts. */
  readonly after: readonly string[];
}

/** Every use by an engine of its own. Garbage is collected once for all of them: that takes longer than the uses. */
async function leftOfUses(name: EngineName, data: Rows): Promise<Map<string, Left>> {
  const open = async (use: string) => {
    const found = await watched(async () => {
      const engine = await createEngine({ engine: name });
      return { engine, handles: uses[use](engine, data) };
    });
    return { use, ...found };
  };
  const opened: Awaited<ReturnType<typeof open>>[] = [];
  for (const use of Object.keys(uses)) opened.push(await open(use));
  await collectAll();
  const outside = ({ made, memories }: Pick<(typeof opened)[number], 'made' | 'memories'>): Bytes[] =>
    filled(made).filter((array) => memories.every(({ buffer }) => array.buffer !== buffer));
  const used = opened.map((each) => {
    // The first kilobyte is the module's own.
    const own = each.memories.map(({ buffer }) => new Uint8Array(buffer, 1024));
    const held = [...own, ...outside(each)];
    return { ...each, held, before: held.filter((array) => !isZero(array)).length };
  });
  for (const { kept } of used) kept.engine.dispose();
  await collectAll();
  return new Map(
    used.map(({ use, held, before, ...each }) => {
      expect(each.kept.handles).toBeDefined();
      // Takes the arrays that it held, which others may hold now, and those that it or a handle still holds.
      const after = [...held, ...outside(each)].filter((array) => !isZero(array));
      return [
        use,
        {
          before,
          after: after.map((array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('hex')),
        },
      ];
    }),
  );
}

describe.each(ENGINES)('the memory of the engine %s', (name) => {
  let left: Map<string, Left>;
  let others: Map<string, Left>;
  beforeAll(async () => {
    left = await leftOfUses(name, drawRows(1));
    others = await leftOfUses(name, drawRows(2));
  });

  // promise: engine-memory-empty
  it.each(Object.keys(uses))('holds nothing of the rows after dispose: %s', (use) => {
    const { before, after } = left.get(use)!;
    expect(before).toBeGreaterThan(0);
    // Contents that are equal for other rows (cuts, maps, numbers from 0 on) reveal nothing.
    const same = others.get(use)!.after;
    expect(after.filter((content) => !same.includes(content)).map((content) => content.slice(0, 120))).toEqual([]);
  });
});

/** Messages between this process and its threads while `work` goes on, as bytes, and the memory that is shared with them. */
async function watchThreads(work: (heard: () => number) => Promise<void>) {
  const messages: Buffer[] = [];
  const shared: SharedArrayBuffer[] = [];
  const note = (message: unknown): void => {
    const plain = typeof message === 'object' && message !== null && 'shared' in message ? { ...message, shared: null } : message; // prettier-ignore
    messages.push(serialize(plain));
  };
  const { postMessage, emit } = Worker.prototype;
  const { SharedArrayBuffer: Shared } = globalThis;
  Worker.prototype.postMessage = function (this: Worker, value: unknown, transfer?: readonly Transferable[]) {
    note(value);
    postMessage.call(this, value, transfer);
  };
  Worker.prototype.emit = function (this: Worker, name: string | symbol, ...values: unknown[]) {
    if (name === 'message') note(values[0]);
    return (emit as (this: Worker, ...all: unknown[]) => boolean).call(this, name, ...values);
  };
  globalThis.SharedArrayBuffer = new Proxy(Shared, {
    construct: (target, args, given) => {
      shared.push(Reflect.construct(target, args, given) as SharedArrayBuffer);
      return shared.at(-1)!;
    },
  });
  try {
    await work(() => messages.length);
  } finally {
    Worker.prototype.postMessage = postMessage;
    Worker.prototype.emit = emit;
    globalThis.SharedArrayBuffer = Shared;
  }
  return { messages, shared };
}

describe.each(inTurn(ENGINES, 2))('threads of a search, engine %s', (engine) => {
  const people = quotedCsv([canaryColumns, ...canaryRows(300, 4)]);
  const job = parseJob({ ...canaryJob, algorithm: 'k-optimize' });

  // promise: threads-get-codes
  it('get codes alone, and share with each other the least cost and nothing else', async () => {
    const ended: unknown[] = [];
    const { messages, shared } = await watchThreads(async (heard) => {
      const table = await readCsv(people, job.input);
      const stop = new AbortController();
      const onProgress = (): void => void (heard() > 12 && stop.abort());
      const run = anonymize(table, job, { engine, threads: 3, signal: stop.signal, onProgress });
      await run.catch((error) => ended.push(error));
    });
    expect(ended.map((error) => (error as KohortError).code)).toEqual(['ABORTED']);
    expect(messages.length).toBeGreaterThan(12);
    expect(messages.flatMap((message) => findIn(message))).toEqual([]);
    expect(shared.map(({ byteLength }) => byteLength)).toEqual([8]);
    const [cost] = new BigInt64Array(shared[0]);
    expect(cost > 0n && cost <= 300n ** 2n).toBe(true);
  });

  longTest('get codes alone of the blocks that they share, and share no memory', async () => {
    const many = parseJob({ ...canaryJob, algorithm: { name: 'meyerson-williams' } });
    const table = await readCsv(quotedCsv([canaryColumns, ...canaryRows(18_000, 4)]), many.input);
    let used = 1;
    const { messages, shared } = await watchThreads(async () => {
      used = (await anonymize(table, many, { engine, threads: 2 })).result.threads;
    });
    expect(used).toBe(2);
    expect(messages.length).toBeGreaterThan(4);
    expect(messages.flatMap((message) => findIn(message))).toEqual([]);
    expect(shared).toEqual([]);
  });

  it('get codes alone of the lattices that they share, and share no memory', async () => {
    const lattice = parseJob({ ...canaryJob, algorithm: { name: 'incognito' } });
    const table = await readCsv(people, lattice.input);
    let used = 1;
    const { messages, shared } = await watchThreads(async () => {
      used = (await anonymize(table, lattice, { engine, threads: 2 })).result.threads;
    });
    expect(used).toBe(2);
    expect(messages.length).toBeGreaterThan(4);
    expect(messages.flatMap((message) => findIn(message))).toEqual([]);
    expect(shared).toEqual([]);
  });

  // promise: engine-memory-empty
  it('leave an engine behind that is disposed of, when the search is aborted', async () => {
    const table = await readCsv(people, job.input);
    // The twin holds a search in one large array, as nothing of the job or the table is.
    const isSearch = (array: Bytes | undefined): boolean => array !== undefined && array.byteLength > 0x8000;
    let searched = 0;
    const { kept, memories, made } = await watched(async (live) => {
      const stop = new AbortController();
      const onProgress = (): void => {
        const pages = live.memories.map(({ buffer }) => new Uint8Array(buffer, Math.min(1024, buffer.byteLength)));
        const arrays = engine === 'wasm' ? pages : live.made.map((ref) => ref.deref()).filter(isSearch);
        searched = arrays.filter((array) => !isZero(array!)).length;
        if (searched > 0) stop.abort();
      };
      const run = anonymize(table, job, { engine, threads: 2, signal: stop.signal, onProgress });
      return run.catch((error: unknown) => error);
    });
    expect((kept as KohortError).code).toBe('ABORTED');
    expect(searched).toBeGreaterThan(0);
    expect(memories.length > 0).toBe(engine === 'wasm');
    for (const { buffer } of memories)
      if (buffer.byteLength > 0) expect(isZero(new Uint8Array(buffer, 1024))).toBe(true);
    // A thread that is being ended holds what it was sent a little longer.
    await vi.waitFor(async () => expect((await heldOf(made)).filter(isSearch)).toHaveLength(0), 60_000);
  });
});
