import { runToCompletion } from '../../../src/base/steps.js';
import { parseJob } from '../../../src/pipeline/parse-job.js';
import { resolveJob } from '../../../src/pipeline/resolve-job.js';
import {
  checkOptions,
  type Algorithm,
  type Control,
  type Outcome,
  type Problem,
} from '../../../src/algorithms/algorithm.js';
import { findAlgorithm } from '../../../src/algorithms/list.js';
import type { Engine } from '../../../src/engine/engine.js';
import { tableFromRows } from '../../../src/index.js';
import type { Job } from '../../../src/job/job.js';
import { resolveRoles } from '../../../src/job/roles.js';
import { joinPublic } from '../../../src/pipeline/join-public.js';
import { planRun } from '../../../src/pipeline/plan-run.js';
import { buildDomains, prepare } from '../../../src/pipeline/prepare.js';
import { mulberry32 } from '../../random.js';
import type { Rule, SmallTable } from './brute-force.js';

/** A random table: 1 to 4 attributes of 1 to 6 leaves, random trees of height 1 to 3, 4 to 40 rows. */
export function randomTable(seed: number): SmallTable {
  const random = mulberry32(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const attributes = 1 + below(4);
  const hierarchies = Array.from({ length: attributes }, () => {
    const leaves = 1 + below(6);
    const height = 1 + below(3);
    const paths = Array.from({ length: leaves }, (_, leaf) => [`v${leaf}`]);
    let nodeOf = Array.from({ length: leaves }, (_, leaf) => leaf);
    for (let level = 1; level < height; level++) {
      // Merges neighbours at random; sometimes a level merges nothing.
      const merged: number[] = [];
      for (let leaf = 0; leaf < leaves; leaf++) {
        const isSame = leaf > 0 && (nodeOf[leaf] === nodeOf[leaf - 1] || random() < 0.45);
        merged.push(isSame ? merged[leaf - 1] : leaf);
      }
      nodeOf = merged;
      paths.forEach((path, leaf) => path.push(`n${level}.${nodeOf[leaf]}`));
    }
    for (const path of paths) path.push('*');
    return paths;
  });
  const count = 4 + below(37);
  const skew = 1 + random() * 2;
  const rows = Array.from({ length: count }, () =>
    hierarchies.map((leaves) => Math.floor(Math.pow(random(), skew) * leaves.length)),
  );
  const sensitive = rows.map((row) => (random() < 0.4 ? row[0] % 3 : below(3)));
  return { rows, hierarchies, sensitive };
}

/** Models of a random kind with their rules for brute force. */
export function randomModels(seed: number): { rules: Rule[]; privacy: Job['privacy'] } {
  const random = mulberry32(seed);
  const k = 1 + Math.floor(random() * 5);
  const size = { rules: [{ model: 'k-anonymity', k } as const], privacy: [{ model: 'k-anonymity', k } as const] };
  const attribute = 's';
  switch (Math.floor(random() * 8)) {
    case 0:
      return both(size, { model: 'distinct', l: 2 }, { model: 'l-diversity', variant: 'distinct', l: 2, attribute });
    case 1:
      return both(size, { model: 'entropy', l: 1.5 }, { model: 'l-diversity', variant: 'entropy', l: 1.5, attribute });
    case 2:
      return both(
        size,
        { model: 'recursive', l: 2, c: 2.5 },
        { model: 'l-diversity', variant: 'recursive', l: 2, c: 2.5, attribute },
      );
    case 3:
      return both(size, { model: 't-equal', t: 0.3 }, { model: 't-closeness', distance: 'equal', t: 0.3, attribute });
    case 4: {
      const spec = { model: 't-closeness', distance: 'ordered', t: 0.2, attribute } as const;
      return both({ rules: [], privacy: [] }, { model: 't-ordered', t: 0.2 }, spec);
    }
    default:
      return size;
  }
}

function both(
  first: { rules: readonly Rule[]; privacy: Job['privacy'] },
  rule: Rule,
  spec: Job['privacy'][number],
): { rules: Rule[]; privacy: Job['privacy'] } {
  return { rules: [...first.rules, rule], privacy: [...first.privacy, spec] };
}

export const attributeName = (a: number): string => `q${a}`;

export function leveledJob(
  table: SmallTable,
  privacy: Job['privacy'],
  algorithm: Job['algorithm'],
  suppression: Job['suppression'],
): Job {
  return parseJob({
    attributes: {
      ...Object.fromEntries(
        table.hierarchies.map((rows, a) => [
          attributeName(a),
          { role: 'quasi-identifier', type: 'string', hierarchy: { type: 'levels', rows } },
        ]),
      ),
      s: { role: 'sensitive', type: 'integer' },
    },
    privacy,
    algorithm,
    ...(suppression === undefined ? {} : { suppression }),
    output: { order: 'input' },
  } as Job);
}

/** The public table, under the name `people`. */
export function publicTablesOf({ rows, others = [], hierarchies }: SmallTable) {
  const people = [...rows, ...others].map((row) =>
    Object.fromEntries(row.map((leaf, a) => [attributeName(a), hierarchies[a][leaf][0]])),
  );
  return { people: tableFromRows(people) };
}

export function tableOf({ rows, hierarchies, sensitive }: SmallTable) {
  return tableFromRows(
    rows.map((row, i) => ({
      ...Object.fromEntries(row.map((leaf, a) => [attributeName(a), hierarchies[a][leaf][0]])),
      s: sensitive[i],
    })),
  );
}

/** Runs algorithms on one prepared problem. */
export async function withProblem<Result>(
  table: SmallTable,
  privacy: Job['privacy'],
  suppression: Job['suppression'],
  engine: Engine,
  use: (
    run: (name: string, options?: Record<string, unknown>, control?: Control) => Promise<Outcome>,
    problem: Problem,
  ) => Promise<Result>,
): Promise<Result> {
  const job = resolveJob(leveledJob(table, privacy, 'min-gen', suppression));
  const plan = planRun(job, tableOf(table).columns);
  const { table: input, joined } = runToCompletion(joinPublic(tableOf(table), plan, publicTablesOf(table)));
  const roles = resolveRoles(plan, input);
  const { domains } = runToCompletion(buildDomains(roles, plan));
  const prepared = runToCompletion(prepare({ table: input, roles, domains }, { ...job, plan }, engine, { joined }));
  try {
    const run = async (
      name: string,
      options: Record<string, unknown> = {},
      control: Control = {},
    ): Promise<Outcome> => {
      const algorithm: Algorithm = findAlgorithm(name);
      return (await algorithm.run()).run(prepared.problem, engine, checkOptions(algorithm, options), control);
    };
    return await use(run, prepared.problem);
  } finally {
    prepared.dispose();
  }
}

/** The level vector of a solution. */
export const levelsOf = (outcome: Outcome): number[] =>
  Object.values(outcome.solution.levels as Record<string, number>);
