import { describe, expect, it } from 'vitest';
import { taxonomiesOf } from '../../../src/algorithms/greedy/measure.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { SpecializationState } from '../../../src/algorithms/greedy/specialization.js';
import type { Taxonomy } from '../../../src/algorithms/greedy/taxonomy.js';
import { bestOf } from '../../../src/algorithms/greedy/specialize-all.js';
import type { Engine } from '../../../src/engine/engine.js';
import { anonymize, InfeasibleError, InvalidArgumentError, tableFromRows, type Job } from '../../../src/index.js';
import { mulberry32 } from '../../random.js';
import { casesOf } from '../../shared.js';
import { allEngines } from '../../engine/engines.js';
import {
  classesOf,
  type Cut,
  entropyOf,
  gainByDefinition,
  type People,
  prepareJob,
  randomPeople,
  type Row,
  rowsOf,
  satisfies,
} from './random-people.js';

const NAME = 'top-down-specialization';

const replace = (cut: Cut, attribute: number, node: number, children: readonly number[]): Cut =>
  cut.map((nodes, a) => (a === attribute ? nodes.flatMap((other) => (other === node ? children : [other])) : nodes));

/** Smallest class that holds (0 without one) and rows in classes that do not, from the rows alone. */
function judge(people: People, rows: readonly Row[], taxonomies: readonly Taxonomy[], cut: Cut) {
  const classes = classesOf(rows, taxonomies, cut);
  const good = classes.filter((list) => satisfies(people.job, list, rows));
  const kept = good.reduce((sum, list) => sum + list.length, 0);
  return { smallest: Math.min(Infinity, ...good.map(({ length }) => length)), suppressed: rows.length - kept };
}

/** Runs the search step by step and compares all candidates with a recount of all rows. */
function compareScores(people: People, engine: Engine): { steps: number; invalid: number } {
  let steps = 0;
  let invalid = 0;
  const prepared = prepareJob(people, engine);
  try {
    const { problem } = prepared;
    const { taxonomies, gain } = taxonomiesOf(problem, 'auto');
    const rows = rowsOf(people, problem.domains);
    const state = runToCompletion(SpecializationState.begin(problem, engine, taxonomies, 'ratio'));
    let cut: Cut = taxonomies.map(() => [0]);
    for (;;) {
      const now = judge(people, rows, taxonomies, cut);
      expect(state.suppressed).toBe(now.suppressed);
      const candidates = state.candidates();
      if (now.suppressed > problem.suppressionLimit) break;
      cut.forEach((nodes, a) =>
        nodes.forEach((node) => {
          const found = candidates.find((c) => c.attribute === a && c.node === node);
          const children = taxonomies[a].childrenOf(node);
          const then = judge(people, rows, taxonomies, replace(cut, a, node, children));
          const worth = gain === 'information' ? gainByDefinition(rows, taxonomies[a], a, node) : null;
          if (found === undefined) {
            const gains = worth ?? taxonomies[a].gainOf(node);
            expect(children.length === 0 || gains < 1e-9 || then.suppressed > problem.suppressionLimit).toBe(true);
            return;
          }
          if (worth !== null) expect(found.gain).toBeCloseTo(worth, 9);
          const smallest = (x: number): number => (x === Infinity ? 0 : x);
          const loss = Math.max(0, smallest(now.smallest) - smallest(then.smallest));
          expect(found.suppressed).toBe(then.suppressed);
          expect(found.anonymityLoss).toBe(loss);
          expect(found.score).toBeCloseTo(loss > 0 ? found.gain / loss : found.gain, 9);
          expect(found.isValid).toBe(then.suppressed <= problem.suppressionLimit);
          if (!found.isValid) invalid++;
        }),
      );
      const best = bestOf(candidates);
      if (best === null) break;
      runToCompletion(state.specialize(best.attribute, best.node));
      cut = replace(cut, best.attribute, best.node, taxonomies[best.attribute].childrenOf(best.node));
      expect(state.classes).toBe(classesOf(rows, taxonomies, cut).length);
      steps++;
    }
  } finally {
    prepared.dispose();
  }
  return { steps, invalid };
}

const engines = await allEngines();

describe(NAME, () => {
  it('keeps the scores that a recount of all rows gives, after every step, on random tables', () => {
    const random = mulberry32(41);
    let steps = 0;
    let invalid = 0;
    for (let round = 0; round < casesOf(20_000, 300); round++) {
      const seen = compareScores(randomPeople(random, NAME), engines[round % 2]);
      steps += seen.steps;
      invalid += seen.invalid;
    }
    expect(steps).toBeGreaterThan(350);
    expect(invalid).toBeGreaterThan(100);
  });

  it('does not give up a value that another split makes valid again', () => {
    // Rows under t-closeness or entropy that are suppressed now may be released once another attribute is split.
    for (const seed of [713, 2883, 3265, 12167]) compareScores(randomPeople(mulberry32(seed), NAME), engines[0]);
  });

  it('cuts intervals where the information gain is largest', () => {
    const random = mulberry32(7);
    for (let round = 0; round < 300; round++) {
      const people = randomPeople(random, NAME);
      const prepared = prepareJob(people, engines[0]);
      try {
        const { problem } = prepared;
        if (problem.labels === null) continue;
        const { taxonomies } = taxonomiesOf(problem, 'information');
        const rows = rowsOf(people, problem.domains);
        taxonomies.forEach((taxonomy, a) => {
          if (taxonomy.hasHierarchy || problem.domains[a].missingLeaf >= 0) return;
          const [lo, hi] = [taxonomy.lo[0], taxonomy.hi[0]];
          const rest = (cut: number): number =>
            [rows.filter((row) => row.leaves[a] < cut), rows.filter((row) => row.leaves[a] >= cut)].reduce(
              (sum, part) => sum + (part.length === 0 ? 0 : (part.length / rows.length) * entropyOf(part)),
              0,
            );
          const gains = Array.from({ length: hi - lo }, (_, i) => entropyOf(rows) - rest(lo + 1 + i));
          if (gains.length > 0) expect(taxonomy.gainOf(0)).toBeCloseTo(Math.max(...gains), 9);
          else expect(taxonomy.childrenOf(0)).toEqual([]);
        });
      } finally {
        prepared.dispose();
      }
    }
  });

  it('gives releases that the audit confirms, the same from every engine, on random tables', async () => {
    const random = mulberry32(3);
    let feasible = 0;
    for (let round = 0; round < casesOf(2000, 16); round++) {
      const people = randomPeople(random, { name: NAME, score: round % 3 === 0 ? 'gain' : 'ratio' });
      const seen = new Set<string>();
      for (const engine of engines) {
        try {
          const { result } = await anonymize(people.table, people.job, { engine, seed: 1 });
          const { classes, suppressed, solution, search, metrics, privacy } = result;
          expect(privacy.every(({ holds }) => holds)).toBe(true);
          seen.add(
            JSON.stringify([classes, suppressed, solution, search, String(metrics.discernibility), metrics.loss]),
          );
          feasible++;
        } catch (error) {
          expect(error).toBeInstanceOf(InfeasibleError);
          seen.add('infeasible');
        }
      }
      expect(seen.size).toBe(1);
    }
    expect(feasible).toBeGreaterThan(45);
  });

  const workers = [
    ...Array.from({ length: 4 }, () => ({ job: 'lawyer', age: 41, label: 'rich' })),
    ...Array.from({ length: 3 }, () => ({ job: 'doctor', age: 44, label: 'rich' })),
    ...Array.from({ length: 5 }, () => ({ job: 'writer', age: 25, label: 'poor' })),
    ...Array.from({ length: 4 }, () => ({ job: 'dancer', age: 29, label: 'poor' })),
  ];
  const workerJob = (k: number, more: Partial<Job> = {}): Job => ({
    attributes: {
      job: {
        role: 'quasi-identifier',
        hierarchy: {
          type: 'tree',
          tree: { any: { professional: ['lawyer', 'doctor'], artist: ['writer', 'dancer'] } },
        },
      },
      age: { role: 'quasi-identifier' },
      label: { role: 'class' },
    },
    privacy: [{ model: 'k-anonymity', k }],
    algorithm: NAME,
    ...more,
  });

  it('specializes only what is beneficial, and names the released nodes', async () => {
    const { result } = await anonymize(tableFromRows(workers), workerJob(2));
    expect(result.solution).toEqual({
      kind: 'cut-nodes',
      nodes: { job: ['professional', 'artist'], age: ['[25-29]', '[41-44]'] },
    });
    expect(result.search).toMatchObject({ optimal: false, nodes: 2 });
    expect(result.classes).toBe(2);
    expect(result.metrics.classification).toBe(0);
    expect(result.algorithm).toEqual({ name: NAME, gain: 'information', score: 'ratio' });
  });

  it('uses the loss where there is no class column, with a warning, and refuses to invent one', async () => {
    const job = workerJob(4, { attributes: { ...workerJob(4).attributes, label: { role: 'drop' } } });
    const { result, warnings } = await anonymize(tableFromRows(workers), job);
    expect(result.algorithm.gain).toBe('loss');
    expect(warnings.map(({ code }) => code)).toContain('GAIN_WITHOUT_CLASS');
    const asked = { ...job, algorithm: { name: NAME, gain: 'information' } };
    await expect(anonymize(tableFromRows(workers), asked)).rejects.toThrow(InvalidArgumentError);
  });

  it('says so when not even the most general values satisfy the models', async () => {
    const table = tableFromRows(workers.map((row) => ({ ...row, s: row.label })));
    const job = workerJob(2, {
      attributes: { ...workerJob(2).attributes, s: { role: 'sensitive' } },
      privacy: [{ model: 'l-diversity', variant: 'entropy', l: 2, attribute: 's' }],
    });
    await expect(anonymize(table, job)).rejects.toThrow(/most general value/);
  });

  it('ends early with a valid release when asked to finish', async () => {
    const finish = AbortSignal.abort();
    const { result } = await anonymize(tableFromRows(workers), workerJob(2), { finish });
    // The splits are tested in test/algorithms/never-worse-than-greedy.test.ts.
    expect(result.search.stoppedEarly).toBe(true);
    expect(result.search.nodes).toBeGreaterThan(0);
    expect(result.classes).toBeGreaterThan(1);
  });
});
