import { InvalidArgumentError, throwIfAborted } from '../../base/errors.js';
import type { Engine } from '../../engine/engine.js';
import { cryptographicRandom } from '../../base/random.js';
import type { Control, Outcome, Problem } from '../algorithm.js';
import { Pauses } from '../pauses.js';
import type { Steps } from '../../base/steps.js';
import type { BucketParts } from './permuted.js';
import type { PrivacySpec } from '../../job/job.js';
import { conditionsOf } from '../judge-classes.js';
import { partitionByMondrian } from '../boxes/partition-by-mondrian.js';
import { refuseUnsatisfiable } from '../refuse-unsatisfiable.js';
import { anatomize, mergeGroups } from './anatomize.js';
import { bucketsOfPersons } from './buckets-of-persons.js';
import { requireFreeName } from './free-name.js';
import { bucketsOf, permutationWarnings, permutedRecoding, splitColumns } from './permuted.js';
import type { AnatomyOptions } from '../cards/anatomy.js';

/**
 * Anatomy: quasi-identifiers and sensitive values leave in two tables that only the number of the group joins (QIT and
 * ST). With `permute`, every quasi-identifier is permuted within the group as well (PQT and PST).
 *
 * Xiao and Tao, VLDB 2006; He et al., PAKDD Workshops 2011 (permutation); Toth, Data Anonymization, 2015, section 3.1.2.
 * Groups come from Xiao and Tao's algorithm, or, as Toth has them, from Mondrian.
 */
export async function run(
  problem: Problem,
  engine: Engine,
  options: AnatomyOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const { bucketColumn, permute } = options;
  requireFreeName(problem, bucketColumn);
  const { others, sensitive } = splitColumns(problem);
  if (sensitive.length === 0) {
    throw new InvalidArgumentError(
      'attributes',
      'a sensitive attribute, which anatomy splits off',
      'none',
      'NO_SENSITIVE',
    );
  }
  const pauses = new Pauses(control, 'groups');
  const groups = [...(permute ? others.map((name) => [name]) : [others]), ...sensitive.map((name) => [name])];
  const isRandom = options.groups !== 'mondrian';
  const { persons } = problem;
  if (isRandom && persons !== undefined) diversityModelOf(problem);
  const parts =
    persons !== undefined
      ? (await bucketsOfPersons(problem, persons, { ...options, groups, isRandom }, control, pauses)).parts
      : isRandom
        ? await pauses.drive(groupByAnatomize(problem, engine, control))
        : bucketsOf(await partitionByMondrian(problem, engine, options, control));
  const permutation = { groups, bucketColumn, separate: sensitive };
  return {
    recoding: await pauses.drive(permutedRecoding(problem, parts, permutation)),
    search: { optimal: false, lowerBound: null, nodes: parts.buckets, checked: parts.buckets, buckets: parts.buckets },
    solution: {
      kind: 'permutation',
      bucketColumn,
      columns: groups,
      tables: [
        [...others, bucketColumn],
        [bucketColumn, ...sensitive],
      ],
    },
    options,
    warnings: permutationWarnings(problem, { isExact: !permute }),
  };
}

function* groupByAnatomize(problem: Problem, engine: Engine, control: Control): Steps<BucketParts> {
  const conditions = conditionsOf(problem);
  refuseUnsatisfiable(problem, engine, conditions);
  const spec = diversityModelOf(problem);
  const at = problem.sensitive.findIndex(({ attribute }) => attribute === spec.attribute);
  const l = Math.ceil(spec.l - 1e-9);
  const random = control.random ?? cryptographicRandom();
  const groups = yield* anatomize(problem, problem.domains.length + at, l, random);
  return yield* mergeGroups(problem, engine, conditions, groups);
}

/** The l-diversity model that groups are made by. */
function diversityModelOf({ models }: Problem): Extract<PrivacySpec, { readonly model: 'l-diversity' }> {
  for (const { spec } of models) if (spec.model === 'l-diversity') return spec;
  throw new InvalidArgumentError(
    'privacy',
    'an l-diversity model, from which anatomy makes its groups (or the option groups: "mondrian")',
    'none',
    'NO_DIVERSITY_MODEL',
  );
}
