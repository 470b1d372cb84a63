import { defineAlgorithm } from '../algorithm.js';
import { coordinatesOf } from './coordinates.js';
import { amount, optionSet } from '../options.js';
import { HIERARCHIES } from '../released-boxes.js';
import { GROUPING, groupAlongLine } from './one-dimensional.js';
import { referenceKeys } from './reference-keys.js';

const OPTIONS = optionSet({
  grouping: GROUPING,
  references: amount(256, { min: 1, max: 10_000, integer: true }, 'most reference points'),
  hierarchies: HIERARCHIES,
});

/**
 * Rows by reference point and distance from it, grouped along that line.
 *
 * Ghinita, Karras, Kalnis and Mamoulis, "Fast Data Anonymization with Low Information Loss", VLDB 2007, section 5, with
 * iDistance (Yu, Ooi, Tan and Jagadish, VLDB 2001) as the mapping to one dimension.
 */
export const idistance = defineAlgorithm({
  name: 'idistance',
  source: 'Ghinita, Karras, Kalnis, Mamoulis: Fast Data Anonymization with Low Information Loss, VLDB 2007',
  guarantee:
    'every class satisfies every model; with grouping optimal no other runs of consecutive rows of the line have a smaller normalized certainty penalty',
  complexity: 'O(m q c + n r q) time for c reference points and runs of at most r rows (2k - 1), O(n + m q) memory',
  options: OPTIONS,
  run: (problem, engine, options, control) =>
    groupAlongLine(problem, engine, options, control, 'idistance', function* ({ domains, codes, counts }) {
      const points = codes.map((column, a) => {
        const coordinates = coordinatesOf(domains[a]);
        return column.map((code) => coordinates[code]);
      });
      return yield* referenceKeys(engine, points, counts, options.references);
    }),
});
