import type { Engine } from '../../engine/engine.js';
import type { Steps } from '../../base/steps.js';
import { defineAlgorithm } from '../algorithm.js';
import { bitsThatDiffer, COORDINATE_BITS, coordinatesOf } from './coordinates.js';
import { optionSet } from '../options.js';
import { HIERARCHIES } from '../released-boxes.js';
import { GROUPING, groupAlongLine } from './one-dimensional.js';

const OPTIONS = optionSet({ grouping: GROUPING, hierarchies: HIERARCHIES });

/**
 * Rows in the order of a Hilbert curve, grouped along it.
 *
 * Ghinita, Karras, Kalnis and Mamoulis, "Fast Data Anonymization with Low Information Loss", VLDB 2007, section 5: the
 * domains of the quasi-identifiers, scaled to one extent, span a cube; the curve runs through it so that neighbours on the
 * curve are neighbours in the cube; the line is then grouped optimally (section 4.1) or in one pass.
 */
export const hilbert = defineAlgorithm({
  name: 'hilbert',
  source: 'Ghinita, Karras, Kalnis, Mamoulis: Fast Data Anonymization with Low Information Loss, VLDB 2007',
  guarantee:
    'every class satisfies every model; with grouping optimal no other runs of consecutive rows of the curve have a smaller normalized certainty penalty',
  complexity: 'O(m q b + n r q) time for b bits a coordinate and runs of at most r rows (2k - 1), O(n + m q) memory',
  options: OPTIONS,
  run: (problem, engine, options, control) =>
    groupAlongLine(problem, engine, options, control, 'hilbert', function* ({ domains, codes }) {
      const coordinates = domains.map(coordinatesOf);
      // A finer grid has the same curve, refined: as coarse as different coordinates stay apart.
      const bits = coordinates.reduce((most, own) => Math.max(most, bitsThatDiffer(own)), 1);
      const points = codes.map((column, a) => column.map((code) => coordinates[a][code] >>> (COORDINATE_BITS - bits)));
      return yield* keysInSteps(engine, points, bits);
    }),
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
