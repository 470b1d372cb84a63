import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { labelCutsTask } from '../../../src/algorithms/boxes/label-cuts-task.js';
import { cutsTask } from '../../../src/algorithms/boxes/cuts-task.js';
import { shareCuts } from '../../../src/algorithms/boxes/share-cuts.js';
import { shareLabelCuts } from '../../../src/algorithms/boxes/share-label-cuts.js';
import { type CutPlaces, firstLeavesOf, splitByLabel } from '../../../src/algorithms/boxes/split-by-label.js';
import { splitByCost, type WeightedVectors } from '../../../src/algorithms/boxes/split-boxes.js';
import { SearchClock } from '../../../src/algorithms/search-clock.js';
import type { Group } from '../../../src/algorithms/local/groups.js';
import type { ClassJudge } from '../../../src/algorithms/local/judge.js';
import { costsOf, spansOf } from '../../../src/algorithms/local/spans.js';
import { Pauses } from '../../../src/algorithms/pauses.js';
import { withTeam } from '../../../src/algorithms/sharing/thread-team.js';
import { seededRandom } from '../../../src/base/random.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { treeOf } from '../../../src/hierarchy/tree.js';
import type { Domain } from '../../../src/hierarchy/domain.js';
import { buildDomain } from '../../../src/hierarchy/build-domain.js';
import { createJsEngine } from '../../../src/engine/js/js-engine.js';
import { anonymize, tableFromRows, type CheckedJob, type HierarchySpec } from '../../../src/index.js';
import { longTest } from '../../long-test.js';
import { ENGINES } from '../local/tables.js';
import { soon, startHere } from './start-here.js';
import { long, casesOf } from '../../shared.js';

const engine = createJsEngine();
const bySize = (minimum: number): ClassJudge => ({ minimum, bySize: true }) as unknown as ClassJudge;

/** Numbers, of 40 and of 700 leaves, and texts under the two kinds of nodes. */
const TREE: HierarchySpec = {
  type: 'tree',
  tree: { all: { low: ['t0', 't1', 't2'], high: { few: ['t3', 't4'], more: ['t5'] } } },
};
const numbers = (leaves: number): Domain => domainOf(Array.from({ length: leaves }, (_, i) => i * (i % 7)));
const domains = [
  numbers(40),
  numbers(700),
  domainOf(
    Array.from({ length: 6 }, (_, i) => `t${i}`),
    TREE,
  ),
  domainOf(
    Array.from({ length: 9 }, (_, i) => `t${i}`),
    { type: 'suppress' },
  ),
];

function domainOf(cells: readonly (string | number)[], hierarchy?: HierarchySpec): Domain {
  return buildDomain(tableFromRows(cells.map((x) => ({ x }))).columns[0], hierarchy).domain;
}

function draw(seed: number, metric: 'ncp' | 'loss'): WeightedVectors {
  const random = seededRandom(seed);
  const spans = spansOf(domains, metric);
  const length = 60 + random.below(300);
  return {
    codes: spans.map(({ size }) => Uint32Array.from({ length }, () => random.below(size))),
    counts: Uint32Array.from({ length }, () => 1 + random.below(4)),
    spans,
    least: 1 + random.below(6),
  };
}

describe('cuts by cost among threads', () => {
  it('are those of one thread, with 1 to 4 threads', async () => {
    let shared = 0;
    for (let seed = 0; seed < casesOf(24, 6); seed++) {
      const input = draw(seed, seed % 2 === 0 ? 'ncp' : 'loss');
      const judge = bySize(input.least);
      const alone = runToCompletion(splitByCost(input, judge));
      for (const threads of [1, 2, 3, 4]) {
        const startThread = startHere();
        await withTeam(engine, { threads, startThread }, async (team) => {
          const found = await shareCuts(input, judge, { team, clock: new SearchClock({}), worth: 1 });
          expect(isDeepStrictEqual(found, alone)).toBe(true);
          shared += team.threads - 1;
          expect(team.threads).toBeLessThanOrEqual(threads);
        });
      }
    }
    expect(shared).toBeGreaterThan(25);
  });

  it('are no further than they came, and keep every row, where they end early', async () => {
    for (let after = 1; after < 60; after += long ? 3 : 12) {
      const input = draw(after, 'ncp');
      const alone = runToCompletion(splitByCost(input, bySize(input.least)));
      const finish = new AbortController();
      const clock = new SearchClock({ finish: finish.signal });
      let looks = 0;
      Object.defineProperty(clock, 'isOver', {
        get: () => {
          if (++looks === after) finish.abort();
          return finish.signal.aborted;
        },
      });
      await withTeam(engine, { threads: 3, startThread: startHere() }, async (team) => {
        const { groups, cuts } = await shareCuts(input, bySize(input.least), { team, clock, worth: 1 });
        expect(groups.length).toBe(cuts + 1);
        expect(cuts).toBeLessThanOrEqual(alone.cuts);
        const rows = new Uint32Array(input.counts.length);
        for (const group of groups) {
          group.vectors.forEach((v, i) => (rows[v] += group.counts[i]));
          expect(group.counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(
            Math.min(input.least, alone.cuts === 0 ? 0 : input.least),
          );
        }
        expect(rows).toEqual(input.counts);
        const keyOf = (group: Group): number => Math.min(...group.vectors);
        expect(new Set(groups.map(keyOf)).size).toBe(groups.length);
      });
    }
  });

  it('are asked of a thread for what has the form of them alone', () => {
    const { codes, counts, spans } = draw(3, 'ncp');
    const common = { costs: spans.map(costsOf), minimum: 3 };
    expect(cutsTask.isCommon(common)).toBe(true);
    for (const wrong of [null, {}, { ...common, minimum: 0 }, { ...common, costs: [null] }])
      expect(cutsTask.isCommon(wrong)).toBe(false);
    expect(cutsTask.isInput({ codes, counts }, common)).toBe(true);
    const far = [codes[0].map(() => 1e6), ...codes.slice(1)];
    for (const wrong of [null, { codes }, { codes: codes.slice(1), counts }, { codes: far, counts }])
      expect(cutsTask.isInput(wrong, common)).toBe(false);
    for (const wrong of [null, {}, { groups: null, cuts: 1 }]) expect(cutsTask.isOutput(wrong)).toBe(false);
  });
});

/** Cuts of each domain: the third along its tree. */
const places: readonly CutPlaces[] = domains.map(({ size, hierarchy }, a) => {
  const { lo, hi, childStart, children } = treeOf(domains[2].hierarchy!);
  return { size, tree: a === 2 && hierarchy !== null ? { lo, hi, childStart, children } : null };
});

function drawLabelled(seed: number) {
  const { codes, counts, least } = draw(seed, 'ncp');
  const random = seededRandom(1000 + seed);
  const size = 2 + random.below(4);
  const histogram = new Uint32Array(counts.length * size);
  counts.forEach((count, v) => {
    for (let row = 0; row < count; row++) histogram[v * size + random.below(size)]++;
  });
  const drawn = Float64Array.from({ length: size }, () => random.below(1000) / 7);
  const numbers = [null, drawn, drawn.map((each, label) => (label === 0 ? NaN : each * 1e300))][seed % 3];
  return { given: { codes, counts, labels: { size, histogram }, numbers, places }, judge: bySize(least + 4) };
}

describe('cuts by labels among threads', () => {
  it('are those of one thread, with 1 to 4 threads', async () => {
    let shared = 0;
    let cut = 0;
    for (let seed = 0; seed < 24; seed++) {
      const { given, judge } = drawLabelled(seed);
      const input = { ...given, firstLeaves: places.map(firstLeavesOf) };
      const alone = runToCompletion(splitByLabel(input, judge));
      cut += alone.cuts;
      for (const threads of [1, 2, 3, 4]) {
        await withTeam(engine, { threads, startThread: startHere() }, async (team) => {
          const found = await shareLabelCuts(given, judge, { team, pauses: new Pauses({}), worth: 1 });
          expect(isDeepStrictEqual(found, alone)).toBe(true);
          shared += team.threads - 1;
        });
      }
    }
    expect(shared).toBeGreaterThan(100);
    expect(cut).toBeGreaterThan(200);
  });

  it('are asked of a thread for what has the form of them alone', () => {
    const { given } = drawLabelled(1);
    const { codes, counts, labels } = given;
    const common = { places, size: labels.size, values: null, minimum: 3 };
    expect(labelCutsTask.isCommon(common)).toBe(true);
    expect(labelCutsTask.isCommon({ ...common, values: new Float64Array(labels.size) })).toBe(true);
    const few = new Float64Array(labels.size - 1);
    for (const wrong of [
      null,
      {},
      { ...common, minimum: 0 },
      { ...common, values: few },
      { ...common, places: [{ size: 1, tree: 1 }] },
    ])
      expect(labelCutsTask.isCommon(wrong)).toBe(false);
    expect(labelCutsTask.isInput({ codes, counts, histogram: labels.histogram }, common)).toBe(true);
    const far = [codes[0].map(() => 1e6), ...codes.slice(1)];
    for (const wrong of [
      null,
      { codes, counts },
      { codes, counts, histogram: counts },
      { codes: far, counts, histogram: labels.histogram },
    ])
      expect(labelCutsTask.isInput(wrong, common)).toBe(false);
    expect(labelCutsTask.isOutput({ groups: null, cuts: 1 })).toBe(false);
  });
});

const known = { role: 'quasi-identifier' } as const;
const rows = Array.from({ length: 140_000 }, (_, i) => ({
  x: i % 60,
  y: Math.floor(i / 60) % 60,
  z: Math.floor(i / 3600),
}));
const job: CheckedJob = {
  attributes: { x: known, y: known, z: known },
  privacy: [{ model: 'k-anonymity', k: 2000 }],
  algorithm: { name: 'local-recoding', passes: 0 },
};

describe('local-recoding with threads', () => {
  longTest('releases the same, to the byte, with 1 and 2 of them', async () => {
    const table = tableFromRows(rows);
    for (const name of ENGINES) {
      const runs = [1, 2].map((threads) => anonymize(table, job, { engine: name, seed: 1, threads }));
      const [alone, shared] = await Promise.all(runs);
      expect([alone.result.threads, shared.result.threads]).toEqual([1, 2]);
      expect(isDeepStrictEqual(shared.release, alone.release)).toBe(true);
      expect({ ...shared.result, threads: 1, seconds: null }).toEqual({ ...alone.result, seconds: null });
    }
  });

  longTest(
    'and mondrian by labels release the same with any number, and other models and splits with one',
    async () => {
      const table = tableFromRows(rows.map((row, i) => ({ ...row, s: i % 7 < 3 ? i % 5 : 9 })));
      const attributes = { ...job.attributes, s: { role: 'class' } } as const;
      for (const split of ['information-gain', 'variance', 'median'] as const) {
        const labelled: CheckedJob = { ...job, attributes, algorithm: { name: 'mondrian', split } };
        const runs = [1, 3].map((threads) => anonymize(table, labelled, { seed: 1, threads }));
        const [alone, shared] = await Promise.all(runs);
        expect([alone.result.threads, shared.result.threads]).toEqual([1, split === 'median' ? 1 : 3]);
        expect(isDeepStrictEqual(shared.release, alone.release)).toBe(true);
        expect({ ...shared.result, threads: 1, seconds: null }).toEqual({ ...alone.result, seconds: null });
      }
    },
  );

  it('end early with their threads, when the run is aborted', async () => {
    const stop = new AbortController();
    const onProgress = (): void => stop.abort();
    const run = anonymize(tableFromRows(rows), job, { threads: 2, signal: stop.signal, onProgress });
    await expect(run).rejects.toMatchObject({ code: 'ABORTED' });
    await soon();
  });
});
