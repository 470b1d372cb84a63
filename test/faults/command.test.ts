/**
 * The command with the n-th operation of a kind failing, for every n until a run ends without a fault having struck. By default some points
 * of two outputs; with KOHORT_LONG=1 every point of all, both engines and all errors of the system. KOHORT_FAULTS_EVERY=n: every n-th point;
 * KOHORT_FAULTS_KINDS: these kinds alone, with commas, or all but those behind a minus.
 */
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { drawing } from '../random.js';
import { long, inTurn } from '../shared.js';
import type { Fault, FaultKind } from './injector.js';
import { fileKinds, memoryKinds, systemErrors, threadKinds } from './injector.js';
import type { OutputCase } from './outputs.js';
import { outputs } from './outputs.js';
import type { Left } from './run-case.js';
import { judge, makeCaseFolder, runWith } from './run-case.js';

const every = Number(process.env.KOHORT_FAULTS_EVERY ?? (long ? 1 : 61));
const seed = Number(process.env.KOHORT_FAULTS_SEED ?? 1);
const drawn = drawing(seed);

const allKinds: readonly FaultKind[] = [...fileKinds, ...memoryKinds, ...threadKinds, 'stdout', 'signal'];
const asked = (process.env.KOHORT_FAULTS_KINDS ?? '-').split(',');
const kinds = asked[0].startsWith('-')
  ? allKinds.filter((kind) => !asked.includes(`-${kind}`))
  : allKinds.filter((kind) => asked.includes(kind));
/** Kinds whose faults carry an error of the system. */
const isOfSystem = (kind: FaultKind): boolean =>
  kind === 'stdout' || (fileKinds.some((each) => each === kind) && !kind.startsWith('short'));

/** Steps between two points: there are hundreds of allocations in any run. */
const stepOf = (kind: FaultKind): number => (kind === 'typed array' && every > 1 ? 31 * every : every);

const engines = long ? (['wasm', 'js'] as const) : (['wasm'] as const);
const chosen = long ? outputs.map(({ name }) => name) : ['everything beside', 'out.parquet'];

const folder = makeCaseFolder();
/** Points of each kind: operations that were made to fail, and runs that it took. */
const points = new Map<FaultKind, number>();
let runs = 0;

/** Runs a case with faults of a kind at every point from a drawn one on; what was wrong, each with its point. */
async function sweep(
  { output, engine, whole }: Whole,
  kind: FaultKind,
  more: Pick<Fault, 'then' | 'lasting'> = {},
): Promise<string[]> {
  const found: string[] = [];
  const errors = isOfSystem(kind) ? systemErrors : ([undefined] as const);
  const step = stepOf(kind);
  const last = (whole.seen.get(kind) ?? 0) + (every === 1 ? 1 : 0);
  for (let at = step === 1 ? 1 : 1 + drawn(Math.min(step, last)); at <= last; at += step) {
    const some = every === 1 ? errors : [errors[drawn(errors.length)]];
    for (const error of some) {
      const fault: Fault = { kind, at, error, ...more };
      const left = await runWith(folder, output, engine, fault);
      runs++;
      if (left.struck) points.set(kind, (points.get(kind) ?? 0) + 1);
      for (const wrong of judge(left, whole, output, fault))
        found.push(`${kind} ${at} ${error ?? ''}: ${wrong}\n${left.stderr}`);
    }
  }
  return found;
}

/** A run without a fault, for comparison with the others. */
interface Whole {
  readonly output: OutputCase;
  readonly engine: 'wasm' | 'js';
  readonly whole: Left;
}

async function runWhole(name: string, engine: 'wasm' | 'js'): Promise<Whole> {
  const output = outputs.find((each) => each.name === name)!;
  const whole = await runWith(folder, output, engine, null);
  expect({ code: whole.code, stray: whole.stray }, whole.stderr).toEqual({ code: 0, stray: [] });
  return { output, engine, whole };
}

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  const counts = [...points].map(([kind, count]) => `${count} ${kind}`).join(', ');
  console.log(
    `faults: ${chosen.length} outputs x ${engines.length} engines, a point in ${every}: ${runs} runs; struck: ${counts}`,
  );
});

describe.each(engines)('the command with the engine %s, when an operation fails', (engine) => {
  // promise: whole-file-or-none
  it.each(inTurn(chosen, 2))(
    'gives all that was asked for or says why not, and leaves files as they were: %s',
    async (name) => {
      const whole = await runWhole(name, engine);
      const swept = whole.output.withoutArrays === true ? kinds.filter((kind) => kind !== 'typed array') : kinds;
      for (const kind of swept) expect(await sweep(whole, kind)).toEqual([]);
    },
  );

  it('names the file that is left where it cannot even be removed', async () => {
    const everything = await runWhole('everything beside', engine);
    for (const kind of ['write', 'rename'] as const) {
      expect(await sweep(everything, kind, { then: 'unlink' })).toEqual([]);
    }
  });

  it('says so where from one moment on nothing can be opened, or no byte written', async () => {
    const everything = await runWhole('everything beside', engine);
    for (const kind of ['open', 'write', 'fsync'] as const) {
      expect(await sweep(everything, kind, { lasting: true })).toEqual([]);
    }
  });
});

describe('the suite', () => {
  it('has a point of every kind that the command knows', () => {
    const unknown = kinds.filter((kind) => !points.has(kind) && kind !== 'stdout' && kind !== 'mkdir');
    // A few points strike most kinds, all points strike all.
    if (every === 1) expect(unknown).toEqual([]);
    else expect(points.size).toBeGreaterThan(kinds.length / 3);
  });
});
