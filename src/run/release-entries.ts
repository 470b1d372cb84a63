import type { Engine } from '../engine/engine.js';
import { countByClass } from '../release/count-by-class.js';
import type { Pieces } from '../release/counted-release.js';
import { assignEntries, buildCountedRelease, countPieces } from '../release/counted-release.js';
import type { ClassValues } from '../release/released.js';
import { suppressedRow } from '../release/row-classes.js';
import type { SeenClasses } from '../release/see-classes.js';
import type { Column } from '../table/table.js';
import { distinctVectors, entryVectors } from './distinct-vectors.js';
import type { Found, Made, RunContext } from './run-values.js';
import type { CountedRows } from './measure-release.js';
import { measureRelease } from './measure-release.js';
import type { ReleasePlan } from './options.js';
import type { Prepared } from './prepare.js';

/** {@link releaseRows} for a counted table: nothing is done per row, and the release is counted too. */
export async function releaseEntries(
  found: Found,
  weights: Uint32Array,
  engine: Engine,
  { job, options, pace, onEngineIdle }: RunContext,
  clock: () => number,
): Promise<Made> {
  const { prepared, recoding, seen } = found;
  const distinct = prepared.set.length;
  // What the table knows is not read out of the engine, whose memory goes first.
  const isKnown = prepared.isEntryVector && prepared.set.sizes.length === prepared.domains.length;
  const early = isKnown ? null : { vectorOf: prepared.vectorOf(), vectors: distinctVectors(found, engine) };
  prepared.dispose();
  onEngineIdle();
  await pace.pause('measure', 0.2);
  const pieces = assignEntries(early?.vectorOf ?? prepared.vectorOf(), weights, distinct, recoding.parts, seen.classOf);
  const plan: ReleasePlan = { pieces, attributes: seen.attributes };
  const assigned = clock();
  await options.onPlan?.(plan);
  clock();
  const vectors = early?.vectors ?? entryVectors(found, weights);
  await pace.pause('measure', 0.25);
  const counted = countOfPieces(prepared, seen, pieces);
  const measured = await measureRelease({ ...found, job, counted, vectors, kinds: null }, pace);
  const measure = assigned + clock();
  await pace.pause('release', 0);
  const quasi = new Map(seen.attributes.map((attribute) => [attribute.domain.attribute, attribute]));
  const { release, entryOf } = buildCountedRelease(
    found.roles.released,
    quasi,
    pieces,
    job.output?.suppressed === 'star',
  );
  await pace.pause('release', 1);
  return {
    release,
    sensitive: null,
    classes: seen.count,
    ...measured,
    plan: job.output?.order === 'input' ? { ...plan, entryOf } : plan,
    seconds: { measure, release: clock() },
  };
}

function countOfPieces({ columns }: Prepared, seen: SeenClasses, pieces: Pieces): CountedRows {
  const histogramOf = (column: number): Uint32Array => {
    const { codes, size, map } = columns[column];
    const histogram = new Uint32Array(seen.count * size);
    for (let p = 0; p < pieces.entry.length; p++) {
      if (pieces.classId[p] === suppressedRow) continue;
      const code = codes[pieces.entry[p]];
      histogram[pieces.classId[p] * size + (map === undefined ? code : map[code])] += pieces.count[p];
    }
    return histogram;
  };
  const { entry, classId, count } = pieces;
  const valuesOf = ({ codes, texts }: Column): ClassValues => {
    const own = new Uint32Array(entry.length);
    for (let p = 0; p < entry.length; p++) own[p] = codes[entry[p]];
    return countByClass(seen.count, classId, own, texts.length, count);
  };
  return { ...countPieces(pieces, seen.count), histogramOf, valuesOf };
}
