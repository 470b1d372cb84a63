import { runToCompletion } from '../../../src/base/steps.js';
import { parseJob } from '../../../src/pipeline/parse-job.js';
import { resolveJob } from '../../../src/pipeline/resolve-job.js';
import { readFileSync } from 'node:fs';
import { readAdultHierarchy } from '../../../bench/adult.js';
import { checkOptions, type Outcome, type Problem } from '../../../src/algorithms/algorithm.js';
import { findAlgorithm } from '../../../src/algorithms/list.js';
import type { Engine } from '../../../src/engine/engine.js';
import type { HierarchySpec, Job } from '../../../src/job/job.js';
import { resolveRoles } from '../../../src/job/roles.js';
import { joinPublic } from '../../../src/pipeline/join-public.js';
import { planRun } from '../../../src/pipeline/plan-run.js';
import { buildDomains, prepare } from '../../../src/pipeline/prepare.js';
import { readCsv } from '../../../src/io/csv/read-csv.js';
import type { Table } from '../../../src/table/table.js';
import { sharedPath } from '../../shared.js';

let adult: Promise<Table> | undefined;
/** Read once for all test files of a worker. */
export const readAdultTable = (): Promise<Table> =>
  (adult ??= readCsv(readFileSync(sharedPath('data/adult/adult-complete.csv'))));

/** The hierarchy of the truth tables. */
export function adultHierarchy(name: string): HierarchySpec {
  return { type: 'levels', rows: readAdultHierarchy(name, sharedPath('data/adult')) };
}

export interface AdultSetting {
  readonly quasiIdentifiers: readonly string[];
  readonly hierarchies?: Readonly<Record<string, HierarchySpec>>;
  readonly sensitive?: string;
  readonly privacy: Job['privacy'];
  readonly suppression?: Job['suppression'];
}

export function adultJob(setting: AdultSetting, algorithm: Job['algorithm'] = 'optimal-lattice'): Job {
  return parseJob({
    attributes: {
      ...Object.fromEntries(
        setting.quasiIdentifiers.map((name) => [
          name,
          { role: 'quasi-identifier', hierarchy: setting.hierarchies?.[name] ?? adultHierarchy(name) },
        ]),
      ),
      ...(setting.sensitive === undefined
        ? {}
        : { [setting.sensitive]: { role: 'sensitive', hierarchy: adultHierarchy(setting.sensitive) } }),
    },
    privacy: setting.privacy,
    algorithm,
    ...(setting.suppression === undefined ? {} : { suppression: setting.suppression }),
  } as Job);
}

export type Run = (name: string, options?: Record<string, unknown>) => Promise<Outcome>;

export async function withAdult<Result>(
  table: Table,
  setting: AdultSetting,
  engine: Engine,
  use: (run: Run, problem: Problem) => Promise<Result>,
  publicTables: Readonly<Record<string, Table>> = {},
): Promise<Result> {
  const job = resolveJob(adultJob(setting));
  const plan = planRun(job, table.columns);
  const { table: input, joined } = runToCompletion(joinPublic(table, plan, publicTables));
  const roles = resolveRoles(plan, input);
  const { domains } = runToCompletion(buildDomains(roles, plan));
  const prepared = runToCompletion(prepare({ table: input, roles, domains }, { ...job, plan }, engine, { joined }));
  try {
    return await use(async (name, options = {}) => {
      const algorithm = findAlgorithm(name);
      return (await algorithm.run()).run(prepared.problem, engine, checkOptions(algorithm, options), {});
    }, prepared.problem);
  } finally {
    prepared.dispose();
  }
}
