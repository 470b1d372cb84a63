import { CapacityError, InvalidArgumentError } from '../base/errors.js';
import { type Pieces, piecesOf } from './cut-parts.js';
import type { CutEvaluator, CutProblem, CutSets } from './engine.js';
import { checkRows } from './validate.js';

/** Most rows under discernibility: rows^2 and sums of a few such numbers stay exact in f64. */
const MAXIMUM_ROWS = 2 ** 26;
/** Most pieces between allowed cuts for which a shortest path is searched: its matrix takes 32 MiB. */
const MAXIMUM_PIECES = 2048;

/** Shapes and ranges of a problem over a frequency set. Throws InvalidArgumentError, CapacityError. */
export function checkCutProblem(
  problem: CutProblem,
  set: { readonly length: number; readonly rows: number; readonly sizes: readonly number[] },
): void {
  const { attributes, k, metric, suppressionLimit, labels, allowed } = problem;
  if (!Number.isInteger(attributes) || attributes < 1 || attributes > set.sizes.length) {
    throw new InvalidArgumentError('attributes', `1 to ${set.sizes.length} attributes`, String(attributes));
  }
  if (!Number.isInteger(k) || k < 1 || k > 0xffffffff) {
    throw new InvalidArgumentError('k', 'an integer in 1 .. 4294967295', String(k));
  }
  if (metric === 'width') throw new InvalidArgumentError('metric', 'discernibility or classification', metric);
  checkRows(suppressionLimit, 'suppressionLimit');
  if (allowed.length !== attributes) {
    throw new InvalidArgumentError('allowed', `${attributes} lists`, String(allowed.length));
  }
  allowed.forEach((list, a) => {
    if (list.length !== set.sizes[a]) {
      throw new InvalidArgumentError(`allowed[${a}]`, `${set.sizes[a]} entries`, String(list.length));
    }
  });
  if (metric === 'classification') {
    if (labels === null) throw new InvalidArgumentError('labels', 'counts by label', 'null');
    if (!Number.isInteger(labels.size) || labels.size < 1) {
      throw new InvalidArgumentError('labels.size', 'an integer >= 1', String(labels.size));
    }
    if (labels.histogram.length !== set.length * labels.size) {
      const expected = `${set.length} * ${labels.size} counts`;
      throw new InvalidArgumentError('labels.histogram', expected, String(labels.histogram.length));
    }
  } else if (set.rows > MAXIMUM_ROWS) {
    throw new CapacityError('rows whose discernibility is counted exactly', set.rows, MAXIMUM_ROWS);
  }
}

/** Lists of ascending leaf codes in 1 .. size - 1, one an attribute. Throws InvalidArgumentError. */
function checkCuts(cuts: CutSets, sizes: readonly number[]): void {
  if (cuts.length !== sizes.length) {
    throw new InvalidArgumentError('cuts', `${sizes.length} lists`, String(cuts.length));
  }
  cuts.forEach((list, a) => {
    let before = 0;
    for (const cut of list) {
      if (!(cut > before && cut < sizes[a])) {
        throw new InvalidArgumentError(`cuts[${a}]`, `ascending leaf codes in 1 .. ${sizes[a] - 1}`, 'others');
      }
      before = cut;
    }
  });
}

/** An attribute and a penalty of bestCuts. Throws InvalidArgumentError, CapacityError. */
function checkBestCuts(pieces: readonly Pieces[], attribute: number, penalty: number): void {
  if (!Number.isInteger(attribute) || attribute < 0 || attribute >= pieces.length) {
    throw new InvalidArgumentError('attribute', `an attribute in 0 .. ${pieces.length - 1}`, String(attribute));
  }
  if (!Number.isFinite(penalty) || penalty < 0) {
    throw new InvalidArgumentError('penalty', 'a finite number >= 0', String(penalty));
  }
  const count = pieces[attribute].first.length;
  if (count > MAXIMUM_PIECES) {
    throw new CapacityError('values between which a shortest path chooses cuts', count, MAXIMUM_PIECES);
  }
}

/** The evaluator behind checks of cuts. `sizes`: of the problem's attributes. */
export function guardCuts(evaluator: CutEvaluator, problem: CutProblem, sizes: readonly number[]): CutEvaluator {
  const pieces = problem.allowed.map(piecesOf);
  return {
    evaluate: (cuts) => {
      checkCuts(cuts, sizes);
      return evaluator.evaluate(cuts);
    },
    toggles: (cuts) => {
      checkCuts(cuts, sizes);
      return evaluator.toggles(cuts);
    },
    bestCuts: (cuts, attribute, penalty) => {
      checkCuts(cuts, sizes);
      checkBestCuts(pieces, attribute, penalty);
      return evaluator.bestCuts(cuts, attribute, penalty);
    },
    coarsen: (cuts) => {
      checkCuts(cuts, sizes);
      return guardCuts(evaluator.coarsen(cuts), problem, sizes);
    },
    dispose: () => evaluator.dispose(),
  };
}
