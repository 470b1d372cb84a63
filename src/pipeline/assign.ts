import type { Engine } from '../engine/engine.js';
import { countByClass } from '../release/count-by-class.js';
import type { Pieces } from '../release/pieces.js';
import { assignEntries, countPieces, mapClasses, suppressedRow } from '../release/pieces.js';
import type { Column } from '../table/table.js';
import { pickCodes, rowsPerEntry } from '../table/table.js';
import { distinctVectors, entryVectors } from './distinct-vectors.js';
import type { Prepared } from './prepare.js';
import type { Assigned, CountedRows, Found, RunContext } from './run-values.js';

/** Says which rows of the table go to which class. Nothing is asked of the engine afterwards: its memory goes here. */
export async function assign(
  found: Found,
  engine: Engine,
  { progress, onEngineIdle }: Pick<RunContext, 'progress' | 'onEngineIdle'>,
): Promise<Assigned> {
  const { table, roles, prepared, recoding, shownClasses } = found;
  const distinct = prepared.set.length;
  const weights = rowsPerEntry(table);
  // Values that the table knows are not read out of the engine, whose memory is freed first.
  const isKnown = prepared.isEntryVector && prepared.set.sizes.length === prepared.domains.length;
  const early = isKnown
    ? null
    : {
        vectorOf: prepared.vectorOf(),
        vectors: await progress.drive('measure', 0.1, distinctVectors(found, engine)),
      };
  prepared.dispose();
  onEngineIdle();
  await progress.pause('measure', 0.2);
  const own = assignEntries(early?.vectorOf ?? prepared.vectorOf(), weights, distinct, recoding.parts);
  await progress.pauseWhenDue('measure', 0.2);
  const vectors = early?.vectors ?? entryVectors(found, weights);
  await progress.pauseWhenDue('measure', 0.2);
  const pieces = { ...own, classId: mapClasses(own.classId, shownClasses.classOf) };
  const { permutation } = recoding;
  await progress.pauseWhenDue('measure', 0.2);
  if (permutation === undefined) {
    return { pieces, bucketOf: null, vectors, counted: countBy(pieces, shownClasses.count, prepared), kinds: null };
  }
  const { buckets, groups } = permutation;
  const bucketOf = mapClasses(own.classId, permutation.bucketOf);
  const byKind = countBy(own, recoding.classes, prepared);
  return {
    pieces,
    bucketOf,
    vectors,
    counted: countBy({ ...own, classId: bucketOf }, buckets, prepared),
    kinds: {
      sizes: byKind.sizes,
      classOf: shownClasses.classOf,
      bucketOf: permutation.bucketOf,
      buckets,
      groups,
      sensitive: roles.sensitive.length === 1 ? byKind.valuesOf(roles.sensitive[0]) : null,
    },
  };
}

/** Counts the rows of classes. */
export function countBy(pieces: Pieces, classes: number, { columns }: Prepared): CountedRows {
  const { entry, classId, count } = pieces;
  return {
    ...countPieces(pieces, classes),
    histogramOf: (column) => {
      const { codes, size, map } = columns[column];
      const histogram = new Uint32Array(classes * size);
      for (let p = 0; p < entry.length; p++) {
        if (classId[p] === suppressedRow) continue;
        const code = codes[entry[p]];
        histogram[classId[p] * size + (map === undefined ? code : map[code])] += count[p];
      }
      return histogram;
    },
    valuesOf: ({ codes, texts }: Column) =>
      countByClass(classes, classId, pickCodes(codes, entry), texts.length, count),
  };
}
