/** The level vectors of a full-domain search: those in its result, and those that the worker judges on request. */
import { specOf } from 'kohort/assess';
import type { KeptTable } from 'kohort/client';
import type { CheckedJob, RunResult } from 'kohort/js';
import { buildHierarchy } from 'kohort/js';
import type { LatticeNode } from 'kohort/pictures';
import type { Finished } from '../finished.js';
import type { Opened } from '../choices.js';

type Levels = Readonly<Record<string, number>>;

/** A level vector that was judged, as `solution.nodes` of a result lists it. */
export interface JudgedNode {
  readonly levels: Levels;
  readonly height: number;
  readonly satisfies: boolean;
  readonly suppressed: number;
  readonly classes: number;
  readonly metrics: Readonly<Record<string, number>>;
}

interface LatticeSolution {
  readonly levels: Levels;
  readonly minimal?: readonly Levels[];
  readonly nodes?: readonly JudgedNode[];
}

/** Most level vectors that the worker lists. */
export const mostJudged = 10_000;
/** Most level vectors that are drawn. */
const mostDrawn = 200_000;

export const solutionOf = ({ solution }: RunResult): LatticeSolution | null =>
  solution.kind === 'levels' ? (solution as unknown as LatticeSolution) : null;

/** Level vectors of the lattice. */
export const sizeOf = (heights: readonly number[]): number =>
  heights.reduce((product, height) => product * (height + 1), 1);

/** The highest level of every quasi-identifier; a column without levels has its values and `*`. */
export function heightsOf({ table }: Opened, { result, job }: Finished): number[] {
  return result.quasiIdentifiers.map((name) => {
    const column = table.column(name);
    const spec = specOf(job, name)?.hierarchy;
    return column === undefined || spec === undefined || spec.type === 'order'
      ? 1
      : buildHierarchy(spec, column).height;
  });
}

/** Has every level vector judged, by the search that does so fastest. */
export async function judgeAll(kept: KeptTable, job: CheckedJob, signal: AbortSignal): Promise<readonly JudgedNode[]> {
  const { result } = await kept.anonymize(
    { ...job, algorithm: { name: 'optimal-lattice', nodes: 'all' } as CheckedJob['algorithm'] },
    { output: 'none', signal },
  );
  return solutionOf(result)?.nodes ?? [];
}

const isAbove = (a: readonly number[], b: readonly number[]): boolean => a.every((level, i) => level >= b[i]);
const isEqual = (a: readonly number[], b: readonly number[]): boolean => a.every((level, i) => level === b[i]);

/** The state of every judged node. */
export function statesOf(names: readonly string[], judged: readonly JudgedNode[], chosen: Levels): LatticeNode[] {
  const vector = (levels: Levels): number[] => names.map((name) => levels[name]);
  const satisfying = new Set(judged.filter(({ satisfies }) => satisfies).map(({ levels }) => vector(levels).join()));
  const isMinimal = (levels: readonly number[]): boolean =>
    !levels.some(
      (level, a) => level > 0 && satisfying.has(levels.map((each, b) => (a === b ? each - 1 : each)).join()),
    );
  const released = vector(chosen);
  return judged.map(({ levels: named, satisfies }) => {
    const levels = vector(named);
    if (isEqual(levels, released)) return { levels, state: 'chosen' };
    if (!satisfies) return { levels, state: 'fails' };
    return { levels, state: isMinimal(levels) ? 'minimal' : 'satisfies' };
  });
}

/**
 * States that follow from the result alone, where the lattice is too large to judge. Above a satisfying vector every vector satisfies when the models
 * only ask for rows or distinct values (docs/lattice.md); else vectors that the result does not name are unknown.
 */
export function impliedStates(heights: readonly number[], { job, result }: Finished): LatticeNode[] {
  const solution = solutionOf(result);
  if (solution === null) return [];
  const names = result.quasiIdentifiers;
  const vector = (levels: Levels): number[] => names.map((name) => levels[name]);
  const chosen = vector(solution.levels);
  const minimal = solution.minimal?.map(vector) ?? [];
  const isMonotone = job.privacy.every(
    (spec) => spec.model === 'k-anonymity' || (spec.model === 'l-diversity' && spec.variant === 'distinct'),
  );
  const satisfying = [chosen, ...minimal];
  const other = minimal.length > 0 && isMonotone ? 'fails' : 'unknown';
  const stateOf = (levels: readonly number[]): LatticeNode['state'] => {
    if (isEqual(levels, chosen)) return 'chosen';
    if (minimal.some((each) => isEqual(levels, each))) return 'minimal';
    return isMonotone && satisfying.some((each) => isAbove(levels, each)) ? 'satisfies' : other;
  };
  const size = sizeOf(heights);
  if (size > mostDrawn) return satisfying.map((levels) => ({ levels, state: stateOf(levels) }));
  return Array.from({ length: size }, (_, index) => {
    let rest = index;
    const levels = heights.map((height) => {
      const level = rest % (height + 1);
      rest = Math.floor(rest / (height + 1));
      return level;
    });
    return { levels, state: stateOf(levels) };
  });
}
