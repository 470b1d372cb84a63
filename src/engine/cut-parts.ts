/** Parts of searches for cuts, for both engines and for algorithms. */
import type { ClassCondition, CutCondition, CutProblem } from './engine.js';

/** The kinds of conditions that K-OPTIMIZE can search under. */
export const CUT_CONDITION_KINDS: readonly ClassCondition['kind'][] = [
  'distinct',
  'entropy',
  'recursive',
  't-equal',
  't-ordered',
  't-hierarchical',
  'shares',
] satisfies CutCondition['kind'][];

/** The leaves of an attribute, merged where no cut is allowed. */
export interface Pieces {
  /** [size] piece of every leaf. */
  readonly of: Uint32Array;
  /** [pieces] first leaf of every piece. */
  readonly first: Uint32Array;
}

export function piecesOf(allowed: Uint8Array): Pieces {
  const of = new Uint32Array(allowed.length);
  const first = [0];
  for (let leaf = 1; leaf < allowed.length; leaf++) {
    if (allowed[leaf] !== 0) first.push(leaf);
    of[leaf] = first.length - 1;
  }
  return { of, first: Uint32Array.from(first) };
}

/** [size] interval of every leaf. */
export function intervalsOf(size: number, cuts: Uint32Array): Uint32Array {
  const intervals = new Uint32Array(size);
  for (let i = 0; i < cuts.length; i++) intervals.fill(i + 1, cuts[i], cuts[i + 1] ?? size);
  return intervals;
}

/** Cost of a suppressed row. */
export function unitOf(problem: Pick<CutProblem, 'metric' | 'widths' | 'attributes'>, rows: number): number {
  if (problem.metric === 'width') return problem.attributes * problem.widths!.whole;
  return problem.metric === 'classification' ? 1 : rows;
}
