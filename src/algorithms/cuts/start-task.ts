import type { CutEvaluator, CutProblem, CutSets, CutSolution, Engine } from '../../engine/engine.js';
import type { Codes } from '../../table/table.js';
import type { Control } from '../algorithm.js';
import { hasForm, isCodes, isListOf, isWhole, type Task, type Watch } from '../sharing/task.js';
import { climb, CutSearch } from './cut-search-run.js';

/** Start of a climb of two phases. */
export interface Start {
  readonly cuts: CutSets;
  /** For every suppressed row past the limit, until the climb goes on within it. */
  readonly surcharge: number;
}

/** Result of a climb from one start. */
interface Climbed {
  /** Null when no set on its way was within the suppression limit. */
  readonly best: CutSolution | null;
  readonly checked: number;
  readonly nodes: number;
}

/** All that another thread needs to evaluate sets of cuts. */
interface Common {
  readonly codes: readonly Codes[];
  readonly counts: Uint32Array;
  readonly rows: number;
  readonly problem: CutProblem;
}

/** Removes and adds cuts in turns until neither improves, past the suppression limit first. */
export async function climbFrom(
  search: CutSearch,
  { cuts, surcharge: drawn }: Start,
  watch: Watch,
): Promise<{ readonly nodes: number; readonly isOver: boolean }> {
  let at = search.evaluate(cuts);
  let nodes = 0;
  let isOver = false;
  for (const surcharge of drawn === Infinity ? [Infinity] : [drawn, Infinity]) {
    search.surcharge = surcharge;
    at = { ...at, value: search.valueOf(at.cost, at.suppressed) };
    for (let improves = true; improves && !isOver;) {
      const before = nodes;
      for (const kind of ['remove', 'add'] as const) {
        const found = await climb(search, at, kind, watch);
        at = found.at;
        nodes += found.steps;
        isOver ||= found.isOver;
      }
      improves = nodes > before;
    }
  }
  return { nodes, isOver };
}

/** A climb by itself, by the clock of `control`. */
export async function climbAlone(
  evaluator: CutEvaluator,
  { problem, rows }: Pick<Common, 'problem' | 'rows'>,
  start: Start,
  control: Control,
  watch: Watch,
): Promise<Climbed> {
  const search = new CutSearch(evaluator, problem, rows, 1, control);
  const { nodes } = await climbFrom(search, start, watch);
  const { best, checked } = search;
  const own = best && { cuts: best.cuts.map((list) => list.slice()), cost: best.cost, suppressed: best.suppressed };
  return { best: own, checked, nodes };
}

const isNumbers = (value: unknown): boolean => ArrayBuffer.isView(value) && !(value instanceof DataView);
const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0;
const isSolution = (value: unknown): boolean =>
  value === null || hasForm(value, { cuts: isListOf(isCodes), cost: isAmount, suppressed: isWhole });

/** Climbs of two phases, each from a start of its own. */
export const startTask: Task<Common, Start, Climbed> = {
  name: 'start',
  isCommon: (value): value is Common =>
    hasForm(value, {
      codes: isListOf(isNumbers),
      counts: isCodes,
      rows: isWhole,
      problem: (problem) =>
        hasForm(problem, {
          attributes: isWhole,
          k: isWhole,
          metric: (metric) => metric === 'discernibility' || metric === 'classification',
          suppressionLimit: isWhole,
          labels: (labels) => labels === null || hasForm(labels, { size: isWhole, histogram: isCodes }),
          allowed: isListOf((list) => list instanceof Uint8Array),
        }),
    }),
  isInput: (value, { problem }): value is Start =>
    hasForm(value, { cuts: isListOf(isCodes), surcharge: isAmount }) &&
    (value as Start).cuts.length === problem.attributes,
  isOutput: (value): value is Climbed => hasForm(value, { best: isSolution, checked: isWhole, nodes: isWhole }),
  open: (engine, common) => {
    const evaluator = evaluatorOf(engine, common);
    return {
      do: (start, watch) => climbAlone(evaluator, common, start, {}, watch),
      dispose: () => evaluator.dispose(),
    };
  },
};

function evaluatorOf(engine: Engine, { codes, counts, problem }: Common): CutEvaluator {
  const columns = codes.map((column, a) => ({ codes: column, size: problem.allowed[a].length }));
  const set = engine.frequencySetOf(columns, counts, true);
  try {
    return engine.cutEvaluator(set, problem);
  } finally {
    set.dispose();
  }
}
