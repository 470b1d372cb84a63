/**
 * `readCsv` and `anonymize` in this process with the n-th operation of a kind failing: a typed error, memory, threads and the engine as
 * before, and the next run gives the release.
 */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CapacityError, KohortError } from '../../src/base/errors.js';
import type { Engine } from '../../src/engine/engine.js';
import { EngineMemory } from '../../src/engine/wasm/memory.js';
import { anonymize, createEngine, parseJob, readCsv } from '../../src/index.js';
import type { Job, RunOptions, Table } from '../../src/index.js';
import { instantiateHere } from '../../src/engine/wasm/instantiate.js';
import { NodeTables } from '../../src/engine/wasm/node-sets.js';
import { drawCutCase } from '../engine/cut-oracle.js';
import { generator } from '../engine/random.js';
import { drawing } from '../random.js';
import { long, inTurn } from '../shared.js';
import { csvOf } from '../table-texts.js';
import type { Armed, FaultKind } from './injector.js';
import { arm } from './injector.js';
import { people } from './outputs.js';
import { globalAlgorithms, groupingAlgorithms } from '../registry.js';

const every = Number(process.env.KOHORT_FAULTS_EVERY ?? (long ? 1 : 31));
const drawn = drawing(Number(process.env.KOHORT_FAULTS_SEED ?? 1));

const attributes: Job['attributes'] = {
  name: { role: 'identifier' },
  age: { role: 'quasi-identifier', type: 'integer', hierarchy: { type: 'intervals', origin: 20, widths: [5, 10, 20] } },
  city: { role: 'quasi-identifier', hierarchy: { type: 'mask', keep: 'left' } },
  disease: { role: 'sensitive' },
};
const jobOf = (algorithm: Job['algorithm']): Job => ({
  attributes,
  privacy: [{ model: 'k-anonymity', k: 3 }],
  algorithm,
  suppression: 'unlimited',
});

/** The n-th block that an engine asks its memory for is refused, as a memory that is full does. */
function armAllocator(at: number): Armed {
  const { prototype } = EngineMemory;
  const { allocate } = prototype;
  const seen = new Map<FaultKind, number>();
  let struck = false;
  prototype.allocate = function (this: EngineMemory, bytes) {
    const count = (seen.get('memory') ?? 0) + 1;
    seen.set('memory', count);
    if (count !== at) return allocate.call(this, bytes);
    struck = true;
    throw new CapacityError('memory of the engine, in bytes', bytes, 0);
  };
  return {
    seen,
    get struck() {
      return struck;
    },
    disarm: () => void (prototype.allocate = allocate),
  };
}

/** Memories of the engines that asked for a block while `run` ran. */
async function memoriesOf(run: () => Promise<unknown>): Promise<EngineMemory[]> {
  const found = new Set<EngineMemory>();
  const { prototype } = EngineMemory;
  const { allocate } = prototype;
  prototype.allocate = function (this: EngineMemory, bytes) {
    found.add(this);
    return allocate.call(this, bytes);
  };
  try {
    await run();
  } finally {
    prototype.allocate = allocate;
  }
  return [...found];
}

async function release(job: Job, options: RunOptions): Promise<Table> {
  const checked = parseJob(job);
  return (await anonymize(await readCsv(people, checked.input), checked, { seed: 7, ...options })).release;
}

let runs = 0;
afterAll(() => console.log(`faults: in process, a point in ${every}: ${runs} runs`));

/** Runs a job with faults until none strikes; what was wrong. */
async function sweep(job: Job, options: RunOptions, arming: (at: number) => Armed, step = every): Promise<string[]> {
  const wrong: string[] = [];
  const whole = csvOf(await release(job, options));
  const engine = options.engine as Engine;
  const memories = await memoriesOf(() => release(job, options));
  let used = memories.map((memory) => memory.usedBytes);
  for (let at = 1 + (step === 1 ? 0 : drawn(step)); ; at += step) {
    const armed = arming(at);
    let found: unknown = null;
    let given: Table | null = null;
    try {
      given = await release(job, options);
    } catch (error) {
      found = error;
    } finally {
      armed.disarm();
    }
    runs++;
    if (given !== null && csvOf(given) !== whole) wrong.push(`${at}: another release`);
    if (found !== null && !(found instanceof KohortError))
      wrong.push(`${at}: untyped ${String((found as Error).stack)}`);
    if (found instanceof CapacityError && !found.engineUsable) wrong.push(`${at}: the engine is lost`);
    const after = memories.map((memory) => memory.usedBytes);
    if (after.join() !== used.join()) wrong.push(`${at}: ${after.join()} bytes used, ${used.join()} before`);
    used = after;
    if (csvOf(await release(job, { ...options, engine })) !== whole)
      wrong.push(`${at}: the next run gives another release`);
    if (!armed.struck) return wrong;
  }
}

/** Threads of this process, and what waits in it. */
const threads = (): number => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

const few = ['mondrian', 'k-optimize'];
const many = [
  ...few,
  ...globalAlgorithms.filter((name) => name !== 'spalm' && name !== 'k-optimize'),
  ...['mu-argus', ...groupingAlgorithms, 'local-suppression'],
];

describe.each(long ? many : few)('%s', (name) => {
  const job = jobOf(name);
  it.each(inTurn(['wasm', 'js'] as const, 2))(
    'leaves the engine %s as it was where memory is refused',
    async (engineName) => {
      const engine = await createEngine({ engine: engineName, initialBytes: 0x10000 });
      try {
        const kinds: readonly FaultKind[] = ['typed array', 'growth'];
        for (const kind of kinds) {
          const step = kind === 'typed array' && every > 1 ? 5 * every : every;
          expect(await sweep(job, { engine }, (at) => arm({ kind, at }, '/'), step)).toEqual([]);
        }
        if (engineName === 'wasm')
          expect(await sweep(job, { engine }, armAllocator, long ? every : name === 'mondrian' ? 5 : 151)).toEqual([]);
      } finally {
        engine.dispose();
      }
    },
  );

  it('disposes of an engine of its own, whatever fails', async () => {
    const { prototype } = EngineMemory;
    const { dispose } = prototype;
    let disposed = 0;
    prototype.dispose = function (this: EngineMemory) {
      disposed++;
      dispose.call(this);
    };
    try {
      for (let at = 1; ; at += every) {
        const armed = armAllocator(at);
        let made: EngineMemory[] = [];
        try {
          made = await memoriesOf(() => release(job, {}).catch(() => undefined));
        } finally {
          armed.disarm();
        }
        runs++;
        expect(made.filter((memory) => !memory.isDisposed)).toEqual([]);
        if (!armed.struck) break;
      }
      expect(disposed).toBeGreaterThan(0);
    } finally {
      prototype.dispose = dispose;
    }
  });
});

describe('memory of an engine', () => {
  /** A small set with a problem of cuts. */
  const drawn = drawCutCase(generator(3));
  const columns = drawn.sizes.map((size, a) => ({
    codes: Uint32Array.from(drawn.vectors, (vector) => vector[a]),
    size,
  }));

  it.each(['typed array', 'block'] as const)('is given back where a %s is refused, whichever it is', async (what) => {
    const engine = await createEngine({ engine: 'wasm' });
    const use = (): void => {
      const set = engine.frequencySetOf(columns, drawn.counts);
      try {
        engine.cutEvaluator(set, drawn.problem).dispose();
      } finally {
        set.dispose();
      }
    };
    const [memory] = await memoriesOf(async () => use());
    const before = memory.usedBytes;
    for (let at = 1; ; at++) {
      const armed = what === 'block' ? armAllocator(at) : arm({ kind: 'typed array', at }, '/');
      try {
        use();
      } catch (error) {
        expect(error).toBeInstanceOf(what === 'block' ? CapacityError : RangeError);
      } finally {
        armed.disarm();
      }
      runs++;
      expect({ at, used: memory.usedBytes }).toEqual({ at, used: before });
      if (!armed.struck) break;
    }
    engine.dispose();
  });

  it('stays with who has it after a table of a lattice could not grow', () => {
    const module = readFileSync(new URL('../../dist/engine.wasm', import.meta.url));
    const instance = instantiateHere(module, { variant: 'wasm' });
    const { memory } = instance;
    for (const grow of ['direct', 'hashed'] as const) {
      const tables = new NodeTables(instance);
      const small = grow === 'direct' ? 4 : 1 << 10;
      const large = grow === 'direct' ? 20 : 1 << 12;
      const old = tables[grow](small);
      const armed = armAllocator(1);
      expect(() => tables[grow](large)).toThrow(CapacityError);
      armed.disarm();
      // Memory that was free by then belongs to another owner.
      const others = memory.allocate(16);
      expect(others).toBe(old);
      memory.u32(others, 1)[0] = 7;
      tables[grow](large);
      expect(memory.u32(others, 1)[0]).toBe(7);
      expect(memory.allocate(16)).not.toBe(others);
    }
  });
});

describe('threads of a search', () => {
  it.each(inTurn(['wasm', 'js'] as const, 2))('that fail end the run and themselves, engine %s', async (engineName) => {
    const job = jobOf({ name: 'k-optimize' });
    const engine = await createEngine({ engine: engineName });
    const before = threads();
    try {
      for (const kind of ['thread start', 'thread message', 'thread exit'] as const) {
        const wrong = await sweep(job, { engine, threads: 3 }, (at) => arm({ kind, at }, '/'), long ? 1 : 3);
        expect({ kind, wrong }).toEqual({ kind, wrong: [] });
      }
      await vi.waitFor(() => expect(threads()).toBe(before), 30_000);
    } finally {
      engine.dispose();
    }
  });
});
