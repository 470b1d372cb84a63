import type { Engine } from '../../engine/engine.js';
import { InfeasibleError, InvalidArgumentError, throwIfAborted } from '../../base/errors.js';
import type { LeveledAttribute, PermutedBucket, PublicPeople } from '../../membership/presence.js';
import {
  acceptsPresence,
  acceptsSize,
  generalizeBucketStepwise,
  partitionPeopleStepwise,
} from '../../membership/presence.js';
import type { Control, Outcome, Problem, Recoding } from '../algorithm.js';
import { publicConditionsOf } from '../judge-classes.js';
import { Pauses } from '../pauses.js';
import type { Steps } from '../../base/steps.js';
import { refuseUnsatisfiable } from '../refuse-unsatisfiable.js';
import { widenToReleased } from '../released-boxes.js';
import { requireFreeName } from './free-name.js';
import { judgeOf, leveledAttributes, presenceModelOf, publicPeopleOf } from './public-people.js';
import type { GeneralizeAndPermuteOptions } from '../cards/generalize-and-permute.js';

/**
 * Permutation after generalization: buckets are made top-down over the public table, then values of every bucket are
 * generalized no further than is needed for delta-presence once every column is permuted by itself within the bucket.
 *
 * Toth, Data Anonymization, 2015, Algorithm 6 and Figures 5.2 to 5.8. Probabilities are those of Algorithm 5.
 */
export async function run(
  problem: Problem,
  engine: Engine,
  options: GeneralizeAndPermuteOptions,
  control: Control,
): Promise<Outcome> {
  throwIfAborted(control.signal);
  const pauses = new Pauses(control);
  requireFreeName(problem, options.bucketColumn);
  const { presence, inPublic } = presenceModelOf(problem, 'generalize-and-permute');
  refuseOtherPublicModels(problem);
  const conditions = publicConditionsOf(problem);
  refuseUnsatisfiable(problem, engine, conditions);
  const people = publicPeopleOf(problem, inPublic);
  const attributes = leveledAttributes(problem, { byRanges: options.cuts === 'ranges' });
  const { max } = presence;
  // A person who matches no bucket is known to be absent.
  const least = presence.outside === 'ignored' ? 0 : presence.min;
  const isSize = options.partition === 'mondrian';
  const others = conditions.filter((_, i) => problem.models[i].name !== 'delta-presence');
  const all = await pauses.drive(
    partitionPeopleStepwise(
      people,
      attributes,
      isSize ? acceptsSize(1, least) : acceptsPresence(least, max),
      judgeOf(inPublic, engine, isSize ? others : conditions),
      // Ended before there are buckets it makes some all the same: as many as a moment allows.
      () => pauses.isGraceOver,
    ),
  );
  const parts = all.filter((part) => part.some((vector) => people.privateRows[vector] > 0));
  const buckets: PermutedBucket[] = [];
  for (const part of parts) {
    const search = generalizeBucketStepwise(
      people,
      attributes,
      part,
      presence.min,
      max,
      options.budget,
      options.nodes,
      () => pauses.isOver,
    );
    let step = search.next();
    for (; step.done !== true; step = search.next()) {
      if (pauses.isDue) await pauses.pause(buckets.length / parts.length);
    }
    const bucket = step.value;
    if (bucket.levels === null) {
      throw new InfeasibleError(
        'PRESENCE_UNREACHABLE',
        `a bucket of ${sum(part, people.privateRows)} private and ${sum(part, people.publicRows)} public rows cannot be within ${presence.min} .. ${max} at any node: choose a larger k, or "partition": "mpalm"`,
      );
    }
    buckets.push(bucket);
    await pauses.pauseWhenDue(buckets.length / parts.length);
  }
  const groups = problem.released.map(({ name }) => [name]);
  const count = (pick: (bucket: PermutedBucket) => number): number =>
    buckets.reduce((total, bucket) => total + pick(bucket), 0);
  const recoding = await pauses.drive(recode(problem, people, attributes, buckets, groups, options.bucketColumn));
  return {
    recoding,
    search: {
      optimal: false,
      lowerBound: null,
      nodes: count(({ nodes, rejected }) => nodes + rejected),
      checked: count(({ nodes }) => nodes),
      rejected: count(({ rejected }) => rejected),
      unknown: count(({ unknown }) => unknown),
      buckets: buckets.length,
    },
    solution: { kind: 'permutation', bucketColumn: options.bucketColumn, columns: groups },
    options: { ...options },
    warnings: [],
    endedEarly: pauses.endedEarly,
  };
}

function refuseOtherPublicModels({ models }: Problem): void {
  models.forEach(({ public: isPublic, name }, i) => {
    if (isPublic === undefined || name === 'delta-presence') return;
    throw new InvalidArgumentError(
      `privacy[${i}].model`,
      'delta-presence, or a model on the private rows: no other model on a public table is judged of a permuted release',
      JSON.stringify(name),
      'MODEL_NOT_SUPPORTED',
    );
  });
}

const sum = (part: Uint32Array, rows: Uint32Array): number => part.reduce((total, vector) => total + rows[vector], 0);

/** Cells recoded between two yields. */
const YIELD_CELLS = 1 << 15;

/** Every private vector as it is shown in its bucket; the buckets beside. */
function* recode(
  problem: Problem,
  people: PublicPeople,
  attributes: readonly LeveledAttribute[],
  buckets: readonly PermutedBucket[],
  groups: readonly (readonly string[])[],
  bucketColumn: string,
): Steps<Recoding> {
  const vectors = problem.set.length;
  const bucketOf = new Uint32Array(vectors);
  const lower = attributes.map(() => new Uint32Array(vectors));
  const upper = attributes.map(() => new Uint32Array(vectors));
  let recoded = 0;
  for (const [bucket, { vectors: own, levels }] of buckets.entries()) {
    for (const [a, { isOrdered, nodeOf }] of attributes.entries()) {
      recoded += own.length;
      if (recoded >= YIELD_CELLS) {
        recoded = 0;
        yield;
      }
      const codes = people.codes[a];
      const level = levels?.[a] ?? 0;
      const nodes = isOrdered && level > 0 ? undefined : nodeOf.at(level);
      const { first, last } = leavesShown(own, codes, nodes, level);
      for (const vector of own) {
        if (vector >= vectors) continue;
        const node = nodes?.[codes[vector]] ?? 0;
        bucketOf[vector] = bucket;
        lower[a][vector] = first.get(node) ?? 0;
        upper[a][vector] = last.get(node) ?? 0;
      }
    }
  }
  const classId = Uint32Array.from({ length: vectors }, (_, vector) => vector);
  const plain: Recoding = {
    kind: 'permutation',
    classes: vectors,
    parts: { vector: classId, classId, count: problem.set.counts() },
    lower,
    upper,
    nodes: attributes.map(({ isOrdered }) => !isOrdered),
    permutation: { buckets: buckets.length, bucketOf, groups, bucketColumn, separate: [] },
  };
  return yield* widenToReleased(plain, problem.domains);
}

/**
 * First and last leaf that are shown for every node: its leaves, or without nodes all of the bucket's, of the private vectors and of
 * those that are only public.
 */
function leavesShown(
  vectors: Uint32Array,
  codes: ArrayLike<number>,
  nodes: ArrayLike<number> | undefined,
  level: number,
): { readonly first: ReadonlyMap<number, number>; readonly last: ReadonlyMap<number, number> } {
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  for (const vector of vectors) {
    const node = nodes?.[codes[vector]] ?? 0;
    first.set(node, Math.min(first.get(node) ?? Infinity, codes[vector]));
    last.set(node, Math.max(last.get(node) ?? 0, codes[vector]));
  }
  if (nodes === undefined || level === 0) return { first, last };
  for (let leaf = 0; leaf < nodes.length; leaf++) {
    const node = nodes[leaf];
    if (!first.has(node)) continue;
    first.set(node, Math.min(first.get(node) ?? leaf, leaf));
    last.set(node, Math.max(last.get(node) ?? leaf, leaf));
  }
  return { first, last };
}
