import { type NumberOption, readOptions } from '../check-options.js';
import type { Algorithm } from '../algorithm.js';
import { coordinatesOf } from './coordinates.js';
import { HIERARCHIES, HIERARCHIES_DESCRIPTION } from '../released-boxes.js';
import { GROUPING, GROUPING_DESCRIPTION, groupAlongLine } from './one-dimensional.js';
import { referenceKeys } from './reference-keys.js';

const CHOICES = { grouping: GROUPING, hierarchies: HIERARCHIES } as const;
const NUMBERS = {
  references: { minimum: 1, maximum: 10_000, isWhole: true, default: 256 } satisfies NumberOption,
};

/**
 * Rows by reference point and distance from it, grouped along that line.
 *
 * Ghinita, Karras, Kalnis and Mamoulis, "Fast Data Anonymization with Low Information Loss", VLDB 2007, section 5, with
 * iDistance (Yu, Ooi, Tan and Jagadish, VLDB 2001) as the mapping to one dimension.
 */
export const idistance: Algorithm = {
  name: 'idistance',
  source: 'Ghinita, Karras, Kalnis, Mamoulis: Fast Data Anonymization with Low Information Loss, VLDB 2007',
  guarantee:
    'every class satisfies every model; with grouping optimal no other runs of consecutive rows of the line have a smaller normalized certainty penalty',
  complexity: 'O(m q c + n r q) time for c reference points and runs of at most r rows (2k - 1), O(n + m q) memory',
  anytime: false,
  options: {
    grouping: GROUPING_DESCRIPTION,
    references: 'most reference points, default 256',
    hierarchies: HIERARCHIES_DESCRIPTION,
  },
  checkOptions: (options, path) => void readOptions(CHOICES, NUMBERS, options, path),
  run: (problem, engine, given, control) => {
    const options = readOptions<{ grouping: string; references: number }>(CHOICES, NUMBERS, given, 'algorithm');
    return groupAlongLine(problem, engine, options, control, 'idistance', function* ({ domains, codes, counts }) {
      const points = codes.map((column, a) => {
        const coordinates = coordinatesOf(domains[a]);
        return column.map((code) => coordinates[code]);
      });
      return yield* referenceKeys(engine, points, counts, options.references);
    });
  },
};
