import { coordinatesOf } from './coordinates.js';
import { groupAlongLine } from './one-dimensional.js';
import { referenceKeys } from './reference-keys.js';
import type { RunAlgorithm } from '../algorithm.js';
import type { IdistanceOptions } from '../cards/idistance.js';

/**
 * Rows by reference point and distance from it, grouped along that line.
 *
 * Ghinita, Karras, Kalnis and Mamoulis, "Fast Data Anonymization with Low Information Loss", VLDB 2007, section 5, with
 * iDistance (Yu, Ooi, Tan and Jagadish, VLDB 2001) as the mapping to one dimension.
 */
export const run: RunAlgorithm<IdistanceOptions> = (problem, engine, options, control) =>
  groupAlongLine(problem, engine, options, control, 'idistance', function* ({ domains, codes, counts }) {
    const points = codes.map((column, a) => {
      const coordinates = coordinatesOf(domains[a]);
      return column.map((code) => coordinates[code]);
    });
    return yield* referenceKeys(engine, points, counts, options.references);
  });
