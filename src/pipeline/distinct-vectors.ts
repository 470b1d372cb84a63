import type { Recoding } from '../algorithms/algorithm.js';
import type { Steps } from '../base/steps.js';
import type { Engine } from '../engine/engine.js';
import { groupColumns } from '../engine/group-columns.js';
import { valuesOf } from '../hierarchy/coding/code-domain.js';
import type { Released } from '../quality/released.js';
import { suppressedRow } from '../release/pieces.js';
import type { ShownClasses } from '../release/shown-classes.js';
import { mapCodes, rowsPerEntry } from '../table/table.js';
import type { Found } from './run-values.js';

type Vectors = Released['vectors'];

/** The distinct vectors of quasi-identifiers, copied out of the engine, with the class of each where boxes share none. Yields. */
export function* distinctVectors(found: Found, engine: Engine): Steps<Vectors> {
  const { prepared, recoding, shownClasses } = found;
  const { domains, set } = prepared;
  if (domains.some(({ coding }) => coding !== undefined)) return yield* valueVectors(found, engine);
  const at = domains.map((_, index) => index);
  if (set.sizes.length === domains.length) {
    return {
      codes: at.map((index) => set.codes(index)),
      counts: set.counts(),
      ...knownClasses(set.length, recoding, shownClasses),
    };
  }
  const vectors = engine.project(set, at);
  try {
    const codes: Vectors['codes'][number][] = [];
    for (const index of at) {
      yield;
      codes.push(vectors.codes(index));
    }
    return { codes, counts: vectors.counts() };
  } finally {
    vectors.dispose();
  }
}

/** The distinct vectors of values, where the search saw coded leaves. */
function* valueVectors({ table, prepared, recoding, shownClasses }: Found, engine: Engine): Steps<Vectors> {
  const { entries } = table;
  const weights = rowsPerEntry(table);
  const columns = prepared.domains.map(valuesOf).map(({ column, leafOf, size }) => ({ codes: column.codes, map: leafOf, size })); // prettier-ignore
  const { groups, groupOf, codes } = groupColumns(engine, entries, columns);
  yield;
  const counts = new Uint32Array(groups);
  for (let entry = 0; entry < entries; entry++) counts[groupOf[entry]] += weights[entry];
  if (!isDisjoint(recoding, shownClasses)) return { codes, counts };
  yield;
  const classOfSearched = onlyClasses(prepared.set.length, recoding, shownClasses);
  const vectorOf = prepared.vectorOf();
  yield;
  const classOf = new Uint32Array(groups);
  for (let entry = 0; entry < entries; entry++) classOf[groupOf[entry]] = classOfSearched[vectorOf[entry]];
  return { codes, counts, classOf, isOutside: hasWholeBoxes(recoding) };
}

/** The distinct vectors where every entry is one. */
export function entryVectors({ prepared, recoding, shownClasses }: Found, weights: Uint32Array): Vectors {
  const codes = prepared.domains.map(valuesOf).map(({ column, leafOf, size }) => mapCodes(column.codes, leafOf, size));
  return { codes, counts: weights, ...knownClasses(weights.length, recoding, shownClasses) };
}

/** True where a box is released with all vectors in it or not at all: those of levels, and of cuts through the domains. */
const hasWholeBoxes = ({ levels, kind }: Recoding): boolean =>
  levels !== undefined || kind === 'cuts' || kind === 'cut-nodes';

/** The class of every vector, where boxes share none. */
function knownClasses(
  vectors: number,
  recoding: Recoding,
  shownClasses: ShownClasses,
): Pick<Vectors, 'classOf' | 'isOutside'> {
  if (!isDisjoint(recoding, shownClasses)) return {};
  return { classOf: onlyClasses(vectors, recoding, shownClasses), isOutside: hasWholeBoxes(recoding) };
}

/** True when released values are the recoding's boxes, class by class, and those share no vector. */
function isDisjoint({ disjoint = false, classes, lower, upper }: Recoding, { count, classOf, searched }: ShownClasses) {
  if (!disjoint || count !== classes) return false;
  return searched.every(({ values, valueOf }, a) => {
    for (let c = 0; c < classes; c++) {
      const { lo, hi } = values[valueOf[classOf[c]]];
      if (lo !== lower[a][c] || hi !== upper[a][c]) return false;
    }
    return true;
  });
}

/** [vectors] class as shown, or {@link suppressedRow}. */
function onlyClasses(vectors: number, { parts }: Recoding, shownClasses: ShownClasses): Uint32Array {
  const classOf = new Uint32Array(vectors).fill(suppressedRow);
  for (let p = 0; p < parts.vector.length; p++) classOf[parts.vector[p]] = shownClasses.classOf[parts.classId[p]];
  return classOf;
}
