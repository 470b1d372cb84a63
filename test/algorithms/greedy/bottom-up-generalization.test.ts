import { describe, expect, it } from 'vitest';
import { bestOf } from '../../../src/algorithms/greedy/bottom-up-generalization.js';
import { GeneralizationState } from '../../../src/algorithms/greedy/generalization.js';
import { taxonomiesOf } from '../../../src/algorithms/greedy/measure.js';
import { anonymize, InfeasibleError, tableFromRows, type Job } from '../../../src/index.js';
import { runToCompletion } from '../../../src/base/steps.js';
import { allEngines } from '../../engine/engines.js';
import { mulberry32 } from '../../random.js';
import { casesOf } from '../../shared.js';
import { classesOf, type Cut, gainByDefinition, prepareJob, randomPeople, rowsOf, satisfies } from './random-people.js';

const NAME = 'bottom-up-generalization';

const engines = await allEngines();

describe(NAME, () => {
  it('weighs every generalization as a recount of all rows does, at every step, on random tables', () => {
    const random = mulberry32(5);
    let steps = 0;
    let critical = 0;
    for (let round = 0; round < casesOf(20_000, 160); round++) {
      const people = randomPeople(random, NAME);
      const engine = engines[round % 2];
      const prepared = prepareJob(people, engine);
      try {
        const { problem } = prepared;
        const { suppressionLimit } = problem;
        const { taxonomies, gain } = taxonomiesOf(problem, 'auto');
        const rows = rowsOf(people, problem.domains);
        const state = new GeneralizationState(problem, engine, taxonomies);
        const nodesOf = (a: number): number[] => Array.from(taxonomies[a].lo.keys());
        let cut: Cut = taxonomies.map((taxonomy, a) => nodesOf(a).filter((n) => taxonomy.childrenOf(n).length === 0));
        const anonymity = (of: Cut): number => {
          let left = rows.length - suppressionLimit;
          const sizes = classesOf(rows, taxonomies, of).map(({ length }) => length);
          for (const size of sizes.sort((x, y) => y - x)) if ((left -= size) <= 0) return size;
          return rows.length;
        };
        for (;;) {
          const classes = classesOf(rows, taxonomies, cut);
          expect(state.classes).toBe(classes.length);
          const failing = classes.filter((list) => !satisfies(people.job, list, rows)).flat().length;
          expect(runToCompletion(state.isValid())).toBe(failing <= suppressionLimit);
          if (failing <= suppressionLimit) break;
          const candidates = runToCompletion(state.candidates());
          const merged = (a: number, node: number): Cut =>
            cut.map((nodes, b) =>
              a === b ? [...nodes.filter((other) => taxonomies[a].parent[other] !== node), node] : nodes,
            );
          const expected = cut.flatMap((nodes, a) =>
            nodesOf(a)
              .filter((node) => {
                const children = taxonomies[a].childrenOf(node);
                return children.length > 0 && children.every((child) => nodes.includes(child));
              })
              .sort((x, y) => taxonomies[a].lo[x] - taxonomies[a].lo[y])
              .map((node) => ({ attribute: a, node })),
          );
          expect(candidates.map(({ attribute, node }) => ({ attribute, node }))).toEqual(expected);
          for (const { attribute, node, loss } of gain === 'information' ? candidates : []) {
            expect(loss).toBeCloseTo(gainByDefinition(rows, taxonomies[attribute], attribute, node), 9);
          }
          for (const { attribute, node, loss, anonymityGain, score } of candidates) {
            expect(anonymityGain).toBe(anonymity(merged(attribute, node)) - anonymity(cut));
            expect(score).toBe(anonymityGain > 0 ? loss / anonymityGain : Infinity);
          }
          critical += candidates.filter(({ anonymityGain }) => anonymityGain > 0).length;
          const best = bestOf(candidates);
          if (best === null) break;
          state.generalize(best.attribute, best.node);
          cut = merged(best.attribute, best.node);
          steps++;
        }
      } finally {
        prepared.dispose();
      }
    }
    expect(steps).toBeGreaterThan(350);
    expect(critical).toBeGreaterThan(100);
  });

  it('gives releases that the audit confirms, the same from every engine, on random tables', async () => {
    const random = mulberry32(31);
    let feasible = 0;
    for (let round = 0; round < casesOf(2000, 16); round++) {
      const people = randomPeople(random, NAME);
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

  it('generalizes only where it is needed, and names the released nodes', async () => {
    const jobs = ['lawyer', 'lawyer', 'doctor', 'writer', 'writer', 'writer', 'dancer', 'dancer'];
    const table = tableFromRows(jobs.map((job, i) => ({ job, label: i < 3 ? 'rich' : 'poor' })));
    const job: Job = {
      attributes: {
        job: {
          role: 'quasi-identifier',
          hierarchy: {
            type: 'tree',
            tree: { any: { professional: ['lawyer', 'doctor'], artist: ['writer', 'dancer'] } },
          },
        },
        label: { role: 'class' },
      },
      privacy: [{ model: 'k-anonymity', k: 2 }],
      algorithm: NAME,
    };
    const { result } = await anonymize(table, job);
    expect(result.solution).toEqual({ kind: 'cut-nodes', nodes: { job: ['professional', 'writer', 'dancer'] } });
    expect(result.search).toMatchObject({ nodes: 1, criticalGeneralizations: 1, optimal: false });
    expect(result.algorithm).toEqual({ name: NAME, gain: 'information' });
    const free = await anonymize(table, { ...job, suppression: { maxRows: 1 } });
    expect(free.result).toMatchObject({ suppressed: 1, search: { nodes: 0 } });
  });

  it('says so when no generalization satisfies the models', async () => {
    const table = tableFromRows(Array.from({ length: 10 }, (_, i) => ({ q: i, s: i < 8 ? 'x' : `y${i}` })));
    const job: Job = {
      attributes: { q: { role: 'quasi-identifier' }, s: { role: 'sensitive' } },
      privacy: [{ model: 'l-diversity', variant: 'entropy', l: 2.9, attribute: 's' }],
      algorithm: NAME,
    };
    await expect(anonymize(table, job)).rejects.toThrow(InfeasibleError);
  });
});
