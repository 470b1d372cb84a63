import type { Algorithm } from '../algorithm.js';
import { checkOptions } from '../check-options.js';
import { bitsThatDiffer, COORDINATE_BITS, coordinatesOf } from './coordinates.js';
import { HIERARCHIES, HIERARCHIES_DESCRIPTION } from '../released-boxes.js';
import { GROUPING, GROUPING_DESCRIPTION, groupAlongLine } from './one-dimensional.js';

const OPTIONS = { grouping: GROUPING, hierarchies: HIERARCHIES } as const;

/**
 * Rows in the order of a Hilbert curve, grouped along it.
 *
 * Ghinita, Karras, Kalnis and Mamoulis, "Fast Data Anonymization with Low Information Loss", VLDB 2007, section 5: the
 * domains of the quasi-identifiers, scaled to one extent, span a cube; the curve runs through it so that neighbours on the
 * curve are neighbours in the cube; the line is then grouped optimally (section 4.1) or in one pass.
 */
export const hilbert: Algorithm = {
  name: 'hilbert',
  source: 'Ghinita, Karras, Kalnis, Mamoulis: Fast Data Anonymization with Low Information Loss, VLDB 2007',
  guarantee:
    'every class satisfies every model; with grouping optimal no other runs of consecutive rows of the curve have a smaller normalized certainty penalty',
  complexity: 'O(m q b + n r q) time for b bits a coordinate and runs of at most r rows (2k - 1), O(n + m q) memory',
  anytime: false,
  options: { grouping: GROUPING_DESCRIPTION, hierarchies: HIERARCHIES_DESCRIPTION },
  checkOptions: (options, path) => void checkOptions(OPTIONS, options, path),
  run: async (problem, engine, given, control) => {
    const options = checkOptions(OPTIONS, given, 'algorithm') as { grouping: string };
    return Promise.resolve(
      groupAlongLine(problem, engine, options, control, 'hilbert', ({ domains, codes }) => {
        const coordinates = domains.map(coordinatesOf);
        // A finer grid has the same curve, refined: as coarse as different coordinates stay apart.
        const bits = coordinates.reduce((most, own) => Math.max(most, bitsThatDiffer(own)), 1);
        const points = codes.map((column, a) =>
          column.map((code) => coordinates[a][code] >>> (COORDINATE_BITS - bits)),
        );
        return engine.hilbertKeys(points, bits);
      }),
    );
  },
};
