import type { Permutation } from '../algorithms/algorithm.js';
import type { Engine } from '../engine/engine.js';
import type { Roles } from '../job/roles.js';
import { buildTableInSteps } from '../release/build-table.js';
import { countByClass } from '../release/count-by-class.js';
import { permuteTableInSteps } from '../release/permute-table.js';
import type { ClassValues, PermutedKinds } from '../release/released.js';
import { assignRows, countRows, suppressedRow } from '../release/row-classes.js';
import { orderRows } from '../release/row-order.js';
import type { SeenClasses } from '../release/see-classes.js';
import type { Column } from '../table/table.js';
import { distinctVectors } from './distinct-vectors.js';
import type { Found, Made, RunContext } from './run-values.js';
import type { CountedRows } from './measure-release.js';
import { measureRelease } from './measure-release.js';
import type { Prepared } from './prepare.js';

/** Assigns the rows of a table to classes, measures what comes of it and makes the release. */
export async function releaseRows(
  found: Found,
  engine: Engine,
  { job, pace, random }: RunContext,
  clock: () => number,
): Promise<Made> {
  const { prepared, roles, recoding, seen } = found;
  const { permutation } = recoding;
  const { classOf, bucketOf, kinds } = classesOfRows(found);
  await pace.pause('measure', 0.3);
  const counted =
    permutation === undefined
      ? countOfRows(prepared, seen.count, classOf, engine)
      : countOfRows(prepared, permutation.buckets, bucketOf, engine);
  const vectors = distinctVectors(found, engine);
  const measured = await measureRelease({ ...found, job, counted, vectors, kinds }, pace);
  const measure = clock();
  await pace.pause('release', 0);
  const order = orderRows(classOf, job.output, random);
  await pace.pause('release', 0.3);
  const quasi = new Map(seen.attributes.map((attribute) => [attribute.domain.attribute, attribute]));
  const { released } = roles;
  const isShuffled = job.output?.order !== 'input';
  const { release, sensitive } =
    permutation === undefined
      ? {
          release: await pace.drive('release', 0.5, buildTableInSteps(released, quasi, classOf, order)),
          sensitive: null,
        }
      : await pace.drive(
          'release',
          0.5,
          permuteTableInSteps(released, quasi, permutation, { classOf, bucketOf, order, isShuffled }, random),
        );
  await pace.pause('release', 1);
  return {
    release,
    sensitive,
    order,
    classes: permutation?.buckets ?? seen.count,
    ...measured,
    seconds: { measure, release: clock() },
  };
}

/** Class as seen of every row; where there are buckets, the bucket of every row, and the rows before they are permuted. */
function classesOfRows({ prepared, roles, recoding, seen }: Found): {
  readonly classOf: Uint32Array;
  readonly bucketOf: Uint32Array;
  readonly kinds: PermutedKinds | null;
} {
  const classOf = assignRows(prepared.vectorOf(), prepared.set.length, recoding.parts);
  const { permutation } = recoding;
  const kinds = permutation === undefined ? null : kindsOfRows(roles, recoding.classes, permutation, seen, classOf);
  const bucketOf =
    permutation === undefined
      ? new Uint32Array(0)
      : classOf.map((c) => (c === suppressedRow ? suppressedRow : permutation.bucketOf[c]));
  for (let row = 0; row < classOf.length; row++) {
    if (classOf[row] !== suppressedRow) classOf[row] = seen.classOf[classOf[row]];
  }
  return { classOf, bucketOf, kinds };
}

/** `kindOf` [rows] class of the recoding. */
function kindsOfRows(
  { sensitive }: Roles,
  kinds: number,
  { bucketOf, buckets, groups }: Permutation,
  { classOf }: SeenClasses,
  kindOf: Uint32Array,
): PermutedKinds {
  const { sizes } = countRows(kindOf, kinds);
  const values =
    sensitive.length === 1 ? countByClass(kinds, kindOf, sensitive[0].codes, sensitive[0].texts.length) : null;
  return { sizes, classOf, bucketOf, buckets, groups, sensitive: values };
}

function countOfRows(prepared: Prepared, classes: number, classOf: Uint32Array, engine: Engine): CountedRows {
  const { sizes, suppressed } = countRows(classOf, classes);
  // Suppressed rows stand in one more class, which is cut off the histograms again.
  const all = suppressed === 0 ? classOf : classOf.map((c) => (c === suppressedRow ? classes : c));
  const count = classes + (suppressed === 0 ? 0 : 1);
  const histograms = new Map<number, Uint32Array>();
  const histogramOf = (column: number): Uint32Array => {
    let histogram = histograms.get(column);
    if (histogram === undefined) {
      const whole = engine.histogram(prepared.resident, { count, classOf: all }, column);
      histogram = whole.subarray(0, classes * prepared.resident.sizes[column]);
      histograms.set(column, histogram);
    }
    return histogram;
  };
  const valuesOf = ({ codes, texts }: Column): ClassValues => countByClass(classes, classOf, codes, texts.length);
  return { sizes, suppressed, histogramOf, valuesOf };
}
