import { buildHierarchy } from 'kohort/js';
import type { LatticeNode } from 'kohort/pictures';
import type { Finished } from '../app.js';
import { PictureOf } from './picture.js';
import type { ResultProps } from './result-section.js';

/** Level vectors that the search told of. */
interface LatticeSolution {
  readonly levels: Readonly<Record<string, number>>;
  readonly minimal?: readonly Readonly<Record<string, number>>[];
  readonly heights?: readonly Readonly<Record<string, number>>[];
}

const solutionOf = ({ result }: Finished): LatticeSolution | null =>
  result.solution.kind === 'levels' ? (result.solution as unknown as LatticeSolution) : null;

/** True when the release came from a search over level vectors. */
export const hasLattice = (finished: Finished): boolean => solutionOf(finished) !== null;

/** The lattice of a full-domain search: the heights of all level vectors, those that satisfy, the one that was chosen. */
export function LatticeTab({ opened, finished }: ResultProps) {
  const solution = solutionOf(finished);
  if (solution === null) return null;
  const names = finished.result.quasiIdentifiers;
  const vector = (levels: Readonly<Record<string, number>>): number[] => names.map((name) => levels[name]);
  const chosen = vector(solution.levels);
  const minimal = (solution.minimal ?? []).map(vector);
  const nodes = nodesOf(names, opened, finished, chosen, minimal);
  return (
    <>
      <p>
        {minimal.length > 0
          ? `${minimal.length} level vectors are minimal: everything above them satisfies the models, nothing below does.`
          : 'The level vector that was chosen. The algorithm all-minimal tells every minimal one.'}
      </p>
      <PictureOf draw={(pictures, width) => pictures.drawLattice(names, nodes, { width })} of={[finished]} />
    </>
  );
}

/** Most level vectors that are listed one by one. */
const mostNodes = 200_000;

function nodesOf(
  names: readonly string[],
  opened: ResultProps['opened'],
  { job }: Finished,
  chosen: readonly number[],
  minimal: readonly (readonly number[])[],
): LatticeNode[] {
  const heights = names.map((name) => heightOf(opened, job, name));
  const all = heights.reduce((product, height) => product * (height + 1), 1);
  const equal = (a: readonly number[], b: readonly number[]): boolean => a.every((level, i) => level === b[i]);
  const above = (a: readonly number[], b: readonly number[]): boolean => a.every((level, i) => level >= b[i]);
  const state = (levels: readonly number[]): LatticeNode['state'] => {
    if (equal(levels, chosen)) return 'chosen';
    if (minimal.some((each) => equal(levels, each))) return 'minimal';
    if (minimal.length === 0) return above(levels, chosen) ? 'satisfies' : 'fails';
    return minimal.some((each) => above(levels, each)) ? 'satisfies' : 'fails';
  };
  if (all > mostNodes) return [...minimal, chosen].map((levels) => ({ levels, state: state(levels) }));
  return Array.from({ length: all }, (_, index) => {
    let rest = index;
    const levels = heights.map((height) => {
      const level = rest % (height + 1);
      rest = Math.floor(rest / (height + 1));
      return level;
    });
    return { levels, state: state(levels) };
  });
}

function heightOf(opened: ResultProps['opened'], job: Finished['job'], name: string): number {
  const column = opened.table.column(name);
  const spec = job.attributes[name].hierarchy;
  return column === undefined || spec === undefined || spec.type === 'order' ? 1 : buildHierarchy(spec, column).height;
}
