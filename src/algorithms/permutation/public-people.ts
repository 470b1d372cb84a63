import type { ClassCondition, Engine } from '../../engine/engine.js';
import { InvalidArgumentError } from '../../base/errors.js';
import type { PrivacySpec } from '../../job/job.js';
import type { LeveledAttribute, PublicPeople } from '../../membership/presence.js';
import type { Problem, PublicProblem } from '../algorithm.js';

/** The delta-presence model of a job and its public table. Throws InvalidArgumentError NO_PRESENCE_MODEL. */
export function presenceModelOf(
  problem: Problem,
  algorithm: string,
): {
  readonly presence: Extract<PrivacySpec, { readonly model: 'delta-presence' }>;
  readonly inPublic: PublicProblem;
} {
  const presence = problem.models.flatMap(({ spec }) => (spec.model === 'delta-presence' ? [spec] : [])).at(0);
  const { public: inPublic } = problem;
  if (presence === undefined || inPublic === null) {
    throw new InvalidArgumentError(
      'privacy',
      `a delta-presence model with its public table, which ${algorithm} splits by`,
      'none',
      'NO_PRESENCE_MODEL',
    );
  }
  return { presence, inPublic };
}

/** Everybody of the public table, with those of the private one among them. */
export function publicPeopleOf(problem: Problem, { set, membership }: PublicProblem): PublicPeople {
  const publicRows = set.counts();
  const isOutside = set.codes(membership);
  return {
    codes: problem.domains.map((_, a) => set.codes(a)),
    publicRows,
    privateRows: publicRows.map((rows, vector) => (isOutside[vector] === 0 ? rows : 0)),
  };
}

/** The quasi-identifiers by levels; those without a hierarchy, or all, as ordered domains. */
export function leveledAttributes(problem: Problem, { byRanges }: { readonly byRanges: boolean }): LeveledAttribute[] {
  return problem.domains.map(({ size, hierarchy }) =>
    hierarchy === null || byRanges
      ? { size, nodeOf: [Uint32Array.from({ length: size }, (_, leaf) => leaf)], isOrdered: true }
      : { size, nodeOf: hierarchy.levels.map(({ nodeOf }) => nodeOf), isOrdered: false },
  );
}

/** Returns a test whether all models hold in a part, by the counts of the columns that they read. */
export function judgeOf({ set }: PublicProblem, engine: Engine, conditions: readonly ClassCondition[]) {
  const counts = set.counts();
  const columns = conditions.map((condition) => ('column' in condition ? condition.column : null));
  // A histogram for each column, however many conditions look at it.
  const histograms = new Map(
    [...new Set(columns)].flatMap((column) =>
      column === null ? [] : [[column, { codes: set.codes(column), counted: new Uint32Array(set.sizes[column]) }]],
    ),
  );
  const sizes = new Uint32Array(1);
  return (part: Uint32Array): boolean => {
    let rows = 0;
    for (let i = 0; i < part.length; i++) rows += counts[part[i]];
    sizes[0] = rows;
    for (const { codes, counted } of histograms.values()) {
      counted.fill(0);
      for (let i = 0; i < part.length; i++) counted[codes[part[i]]] += counts[part[i]];
    }
    return conditions.every((condition, i) => {
      const column = columns[i];
      const histogram = column === null ? null : (histograms.get(column)?.counted ?? null);
      return engine.checkCondition(condition, sizes, histogram)[0] === 1;
    });
  };
}
