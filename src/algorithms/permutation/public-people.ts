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

/** Whether all models hold in a part, told from the counts of the columns that they look at. */
export function judgeOf({ set }: PublicProblem, engine: Engine, conditions: readonly ClassCondition[]) {
  const counts = set.counts();
  const columns = conditions.map((condition) => ('column' in condition ? set.codes(condition.column) : null));
  return (part: Uint32Array): boolean => {
    let rows = 0;
    for (const vector of part) rows += counts[vector];
    return conditions.every((condition, i) => {
      const codes = columns[i];
      let histogram: Uint32Array | null = null;
      if (codes !== null && 'column' in condition) {
        histogram = new Uint32Array(set.sizes[condition.column]);
        for (const vector of part) histogram[codes[vector]] += counts[vector];
      }
      return engine.checkCondition(condition, Uint32Array.of(rows), histogram)[0] === 1;
    });
  };
}
