import type { Engine } from '../../engine/engine.js';
import type { Steps } from '../../base/steps.js';
import { bitsThatDiffer, COORDINATE_BITS, coordinatesOf } from './coordinates.js';
import { groupAlongLine } from './one-dimensional.js';
import type { RunAlgorithm } from '../algorithm.js';
import type { HilbertOptions } from '../cards/hilbert.js';

/**
 * Rows in the order of a Hilbert curve, grouped along it.
 *
 * Ghinita, Karras, Kalnis and Mamoulis, "Fast Data Anonymization with Low Information Loss", VLDB 2007, section 5: the
 * domains of the quasi-identifiers, scaled to one extent, span a cube; the curve runs through it so that neighbours on the
 * curve are neighbours in the cube; the line is then grouped optimally (section 4.1) or in one pass.
 */
export const run: RunAlgorithm<HilbertOptions> = (problem, engine, options, control) =>
  groupAlongLine(problem, engine, options, control, 'hilbert', function* ({ domains, codes }) {
    const coordinates = domains.map(coordinatesOf);
    // A finer grid has the same curve, refined: as coarse as different coordinates stay apart.
    const bits = coordinates.reduce((most, own) => Math.max(most, bitsThatDiffer(own)), 1);
    const points = codes.map((column, a) => column.map((code) => coordinates[a][code] >>> (COORDINATE_BITS - bits)));
    return yield* keysInSteps(engine, points, bits);
  });

/** Points whose keys are made between two yields. */
const YIELD_POINTS = 1 << 13;

/** The keys of points, a stretch at a time. */
function* keysInSteps(engine: Engine, points: readonly Uint32Array[], bits: number): Steps<Uint32Array[]> {
  const count = points[0].length;
  let keys: Uint32Array[] = [];
  for (let from = 0; from < count || from === 0; from += YIELD_POINTS) {
    const own = engine.hilbertKeys(
      points.map((column) => column.subarray(from, from + YIELD_POINTS)),
      bits,
    );
    if (from === 0) keys = own.map(() => new Uint32Array(count));
    own.forEach((word, w) => keys[w].set(word, from));
    yield;
  }
  return keys;
}
