import type { Recoding } from '../algorithms/algorithm.js';
import { InfeasibleError } from '../base/errors.js';
import type { Domain } from '../hierarchy/domain.js';
import type { Plan } from '../job/plan.js';
import { plural } from '../base/plural.js';
import type { PublicCounts } from '../privacy/definition.js';
import type { PersonCounts } from '../privacy/by-persons.js';
import type { PrivacyModel, PrivacyResult } from '../privacy/model.js';
import { measureClassesOnly, measurePermutedQuality, measureQuality, type Wanted } from '../quality/metrics.js';
import type { PermutedKinds, Released } from '../quality/released.js';
import type { RegionCounts } from '../release/count-public.js';
import type { ShownClasses } from '../release/shown-classes.js';
import type { Steps } from '../base/steps.js';
import { countHolders, countPersons, holdersOfClasses } from './count-persons.js';
import { foldedCounts } from './folded-counts.js';
import { judgeByPersons, type CountPublic, worseOf } from './judge-by-persons.js';
import { anyValue } from '../hierarchy/any-value.js';
import { groupsOfPersons, groupsOfRows, measureGroups, type ValuesToKnow } from './measure-groups.js';
import { measureQueries } from './measure-queries.js';
import type { Prepared } from './prepare.js';
import { countValues } from './prepare.js';
import type { Assigned, Found, Measured, RunContext } from './run-values.js';

/** Judges a release by every model of the job and by every metric, or those that are wanted. Throws InfeasibleError PUBLIC_OVERLAP. */
export async function measureRelease(
  found: Found,
  assigned: Assigned,
  { plan, progress }: Pick<RunContext, 'plan' | 'progress'>,
  wanted?: Wanted,
): Promise<Measured> {
  const { table, roles, prepared, recoding, shownClasses } = found;
  const { counted, vectors, kinds } = assigned;
  const { classAt } = prepared;
  const { sizes, suppressed, histogramOf } = counted;
  const released: Released = {
    rows: table.rows,
    suppressed,
    sizes: kinds === null ? sizes : sizesOfClasses(kinds, shownClasses.count),
    attributes: await progress.drive('measure', 0.3, withLeafCounts(shownClasses)),
    vectors,
    labels: classAt < 0 ? null : { size: prepared.columns[classAt].size, histogram: histogramOf(classAt) },
    weights: table.weights,
    sensitive:
      roles.sensitive.length === 1
        ? { column: roles.sensitive[0], values: counted.valuesOf(roles.sensitive[0]) }
        : null,
    ...(kinds === null ? {} : { permuted: kinds }),
    k: plan.k,
    levels: recoding.levels ?? null,
  };
  const { privacy, overlapping, persons } = await judgeRelease(found, assigned, { plan, progress });
  if (overlapping > 0) throw publicOverlap(overlapping);
  const metrics =
    recoding.texts !== undefined
      ? measureClassesOnly(released, wanted)
      : kinds === null
        ? measureQuality(released, wanted)
        : measurePermutedQuality(released, sizes, wanted);
  const measured = await progress.drive('measure', 0.5, metrics);
  const queries =
    wanted === undefined ? await progress.drive('measure', 0.8, measureQueries(found, assigned, plan)) : [];
  return { suppressed, persons, privacy, metrics: measured, queries };
}

/**
 * Achieved values of the release under the models of the job, and the public rows that lie under several classes, whose models are then not judged.
 */
export async function judgeRelease(
  { prepared, recoding, shownClasses }: Found,
  { counted, pieces: shown, bucketOf = null }: Pick<Assigned, 'counted' | 'pieces'> & Partial<Assigned>,
  { plan, progress }: Pick<RunContext, 'plan' | 'progress'>,
): Promise<{
  readonly privacy: readonly PrivacyResult[];
  readonly overlapping: number;
  readonly persons: PersonCounts | null;
}> {
  const { domains, models, sensitive, problem } = prepared;
  const { sizes, suppressed, histogramOf } = counted;
  const pieces = bucketOf === null ? shown : { ...shown, classId: bucketOf };
  await progress.pause('measure', 0.35);
  const steps = await publicCounts(prepared, shownClasses, recoding, plan);
  const counts = steps === null ? undefined : await progress.drive('measure', 0.4, steps);
  if (counts !== undefined && 'overlapping' in counts && counts.overlapping > 0) {
    return { privacy: [], overlapping: counts.overlapping, persons: null };
  }
  const inPublic: PublicCounts | undefined = counts === undefined ? undefined : { ...counts, suppressed };
  const privacy: PrivacyResult[] = [];
  // The last model may be one that the run added.
  const known = prepared.persons;
  const persons = known === null ? null : countPersons(pieces, sizes.length, known.units);
  const each = known?.each ?? null;
  const all = each === null ? null : countPersons(pieces, sizes.length, each.units);
  const ofPublic = known === null || inPublic === undefined ? null : await personsInPublic(prepared, counts);
  for (const model of models.slice(0, plan.asked)) {
    await progress.pause('measure', 0.45);
    if (model.knowledge !== undefined) {
      const judged = judgeGroups(model, prepared, { shownClasses, pieces, counted }, plan);
      privacy.push(await progress.drive('measure', 0.45, judged));
      continue;
    }
    if (known !== null && persons !== null) {
      privacy.push(judgeByPersons(model, pieces, { persons, all }, known, ofPublic));
      continue;
    }
    const at = sensitive.findIndex(({ column }) => column.name === model.attribute);
    const histogram = at < 0 ? null : histogramOf(domains.length + at);
    const global = at < 0 ? null : problem.sensitive[at].global;
    const result = model.achieved(sizes, histogram, global, inPublic);
    const folded = at < 0 ? null : foldedCounts(model, sensitive[at], histogram, plan);
    if (folded === null) privacy.push(result);
    else {
      const { achieved, holds } = model.achieved(sizes, folded.histogram, folded.global, inPublic);
      privacy.push({ ...result, achievedFolded: achieved, holdsFolded: holds });
    }
  }
  return { privacy, overlapping: 0, persons };
}

/** Values that somebody may know of the classes; where `*` matches nothing, it is the last value of every attribute. */
function valuesToKnow({ attributes }: ShownClasses, { starsMatchNothing }: Plan): ValuesToKnow {
  const shown = {
    codes: attributes.map(({ valueOf }) => valueOf),
    sizes: attributes.map(({ values }) => values.length),
  };
  if (!starsMatchNothing) return { ...shown, blanks: false };
  return {
    codes: attributes.map(({ values, valueOf }) => {
      const star = values.findIndex(({ label }) => label === anyValue);
      return star < 0 ? valueOf : valueOf.map((value) => (value === star ? values.length : value));
    }),
    sizes: shown.sizes.map((size) => size + 1),
    blanks: true,
  };
}

/** Judges a model on groups: by persons the worse of both readings where rows lack a key, by rows with and without folded spellings. */
function* judgeGroups(
  model: PrivacyModel,
  { domains, sensitive, persons: known }: Prepared,
  { shownClasses, pieces, counted }: { readonly shownClasses: ShownClasses } & Pick<Assigned, 'pieces' | 'counted'>,
  plan: Plan,
): Steps<PrivacyResult> {
  const knowledge = model.knowledge!;
  const values = valuesToKnow(shownClasses, plan);
  if (known !== null) {
    const readings: PrivacyResult[] = [];
    const place = known.paired.findIndex(({ counted: { attribute } }) => attribute === model.attribute);
    for (const { units, paired, table } of known.each === null ? [known] : [known, known.each]) {
      const holders = holdersOfClasses(pieces, shownClasses.count, units);
      const sizes = Uint32Array.from({ length: shownClasses.count }, (_, c) => holders.start[c + 1] - holders.start[c]);
      const pairs =
        place < 0
          ? null
          : {
              of: countHolders(pieces, sizes, paired[place], { table, isWorstCase: false }).pairs,
              values: paired[place].pairs.values,
            };
      readings.push(model.achievedOfKnown(yield* measureGroups(values, groupsOfPersons(holders, pairs), knowledge)));
    }
    return readings.reduce(worseOf);
  }
  const at = sensitive.findIndex(({ column }) => column.name === model.attribute);
  const histogram = at < 0 ? null : counted.histogramOf(domains.length + at);
  const result = model.achievedOfKnown(yield* measureGroups(values, groupsOfRows(counted.sizes, histogram), knowledge));
  const folded = at < 0 ? null : foldedCounts(model, sensitive[at], histogram, plan);
  if (folded === null) return result;
  const { achieved, holds } = model.achievedOfKnown(
    yield* measureGroups(values, groupsOfRows(counted.sizes, folded.histogram), knowledge),
  );
  return { ...result, achievedFolded: achieved, holdsFolded: holds };
}

/** Counts public rows under the released classes, or bounds the probabilities of those of a permuted release; null without a public table. */
async function publicCounts(
  { publicVectors, domains, models }: Prepared,
  shownClasses: ShownClasses,
  recoding: Recoding,
  { permutes }: Plan,
): Promise<Steps<RegionCounts | PublicCounts> | null> {
  if (publicVectors === null) return null;
  if (recoding.permutation === undefined) {
    const { countPublic } = await import('../release/count-public.js');
    return countPublic(shownClasses, publicVectors);
  }
  if (permutes === null) return null;
  const { waysCounterWith, measurePermutedPresence } = await import('./permuted-presence.js');
  const names = domains.map(({ attribute }) => attribute);
  const isOutsideJudged = models.some(({ spec }) => spec.model === 'delta-presence' && spec.outside !== 'ignored');
  const ways = waysCounterWith(permutes.waysBudget);
  const presence = measurePermutedPresence(recoding, shownClasses, names, publicVectors, { isOutsideJudged }, ways);
  return (function* () {
    return { population: [], outside: 0, suppressed: 0, presence: (yield* presence) ?? [] };
  })();
}

/** Counts the persons of the public table in the regions of the released classes. */
async function personsInPublic(
  { publicVectors }: Prepared,
  counts: RegionCounts | PublicCounts | undefined,
): Promise<CountPublic | null> {
  const persons = publicVectors?.persons ?? null;
  if (persons === null) return null;
  const { countPublicPersons } = await import('./public-persons.js');
  return (released, model) => countPublicPersons(counts as RegionCounts, persons, released, model);
}

/** The error of public rows that lie under several classes. */
const publicOverlap = (rows: number): InfeasibleError =>
  new InfeasibleError(
    'PUBLIC_OVERLAP',
    `${rows} public ${plural(rows, 'row lies', 'rows lie')} under more than one released class, so models on the public table cannot be judged; causes are numbers beside missing values ("onMissing": "drop") and columns of more than 200 values without a hierarchy`,
  );

function* withLeafCounts({ attributes }: ShownClasses): Steps<Released['attributes']> {
  const counted: Released['attributes'][number][] = [];
  for (const attribute of attributes) {
    counted.push({ ...attribute, leafCounts: leafCounts(attribute.domain) });
    yield;
  }
  return counted;
}

/** [classes] rows by class of a permuted release. */
function sizesOfClasses({ sizes, classOf }: PermutedKinds, classes: number): Uint32Array {
  const rows = new Uint32Array(classes);
  for (let kind = 0; kind < sizes.length; kind++) rows[classOf[kind]] += sizes[kind];
  return rows;
}

function leafCounts(domain: Domain): Float64Array {
  const counts = new Float64Array(domain.size);
  countValues(domain.column).forEach((rows, code) => (counts[domain.leafOf[code]] += rows));
  return counts;
}
