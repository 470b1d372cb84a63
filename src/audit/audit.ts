/**
 * The independent audit: the second opinion on a finished release. It works from the definitions alone and shares no
 * code with what made the release: it imports nothing but the types of tables, the errors, the words of counts and
 * elementary functions. Ways to choose people of a public table are counted by the caller (`AuditPermutation.countWays`).
 */
import { appendAll } from '../base/sequences.js';
import { amount, plural } from '../base/plural.js';
import { foldOriginal } from './fold.js';
import type { Table, Warning } from '../table/table.js';
import type { ClassMeasure, PublicMeasure, SensitiveColumn } from './models/model.js';
import {
  attributeOf,
  checkModel,
  isPublicModel,
  judgeTable,
  measureClasses,
  measureSizes,
  needsSizesOnly,
  summarize,
} from './privacy.js';
import { kindOf } from './all-kinds.js';
import { judgePublic, measurePublic, spellAlike } from './public-table.js';
import { classesByRows, starCodes } from './combinations.js';
import { measureColumns, measureLargestShares } from './changed-columns.js';
import { checkColumns, checkRowCounts } from './columns.js';
import { finish, groupCodes, groupInSteps } from './grouping.js';
import type { Grouping } from './grouping.js';
import { checkAverages } from './averaged-columns.js';
import { type AskedTables, askQueries } from './asked-queries.js';
import { checkFit } from './divergence.js';
import { drawOriginal } from './drawn-rows.js';
import { measureExposure } from './exposure.js';
import { measureLabelLosses } from './label-losses.js';
import { measureRelease } from './measure.js';
import { checkPermutedFit, type PermutedRelease, readPermuted } from './permutation.js';
import { OriginalVectors } from './original-vectors.js';
import { judgeByPersons } from './judge-persons.js';
import type { CountedByPersons, JudgedByPersons } from './judged-persons.js';
import { readPersons, type Persons } from './persons.js';
import { chooseSuppressed, dropSuppressed, findStarRows, withoutSuppressed, type StarRows } from './star-rows.js';
import { countSizes, findOneValued, measureOriginalSizes, measurePlainRisk } from './plain-risk.js';
import { judgePermutedPublic, measurePermutedPresence } from './permuted-public.js';
import { hideRare } from './rare.js';
import { readQuasiIdentifiers } from './quasi-identifiers.js';
import { readSensitive } from './sensitive.js';
import { checkStrata } from './strata.js';
import { isOfSurvey, judgeSurvey, withWeights } from './survey.js';
import { splitEntries, splitKeyless } from './split-entries.js';
import type { ReadAttribute } from './read-attribute.js';
import type { AuditedModel, AuditReport, History } from './report.js';
import type { AuditPrivacy, AuditQuasiIdentifier, AuditSpec } from './spec.js';

/** Default of {@link AuditSpec.budget}. */
const defaultBudget = 100_000_000;

/**
 * Recomputes every privacy model and metric of a release and checks, as far as it is given the original, that the release can be made from it.
 *
 * Classes are rows with the same text in every quasi-identifier. A released value is a leaf, the label of a node of the hierarchy, a range `[lo-hi]`
 * of the domain's order or `*`. With `suppressed: "star"`, rows with `*` in every quasi-identifier are the suppressed ones: as many of them as
 * `spec.suppressedRows` says, or, without it, all of them when they would break a required model as a class or stand beside other classes in a
 * release whose classes are disjoint, else none. Where a class of the whole domain and suppressed rows stand side by side, they cannot be
 * distinguished: k is judged on the class alone, l and t on both together.
 *
 * @param release - the finished file
 * @param spec - the requirements
 * @param original - the input; without it, metrics that need it are null and t-closeness takes the release's own table
 * @throws InvalidArgumentError for a privacy model that the audit does not know, or levels without rows
 */
export function audit(release: Table, spec: AuditSpec, original?: Table): AuditReport {
  return finish(auditInSteps(release, spec, original));
}

/** {@link audit} that yields between stretches of the work, so that the host can do something else, or end it there. */
export function* auditInSteps(release: Table, asked: AuditSpec, whole?: Table): Generator<void, AuditReport> {
  const missing = new Set(asked.missing);
  const { given, persons, spec, ...drawn } = splitInPieces(yield* readOriginal(asked, whole, missing));
  const original = hideRare(foldOriginal(given, spec.folds ?? []), spec.rares ?? [], persons);
  const problems: string[] = [];
  const permuted = spec.permutation === undefined ? null : yield* readPermuted(release, spec.permutation, problems);
  const body = permuted?.body ?? release;
  const { publicTable } = spec;
  const ordered = {
    ...spec,
    quasiIdentifiers: orderBySize(body, spec, original),
    publicTable:
      publicTable === undefined || original === undefined || !spec.privacy.some(isPublicModel)
        ? publicTable
        : spellAlike(publicTable, original, new Set(spec.missing)),
  };
  const publicPersons =
    persons === null || ordered.publicTable === undefined
      ? null
      : yield* readPersons(ordered.publicTable, spec.persons?.columns ?? [], missing);
  yield;
  const audited = {
    release: body,
    spec: ordered,
    original,
    missing,
    persons,
    publicPersons,
    permuted,
    drawn,
    stars: 'judged' as const,
  };
  const hasStars = ordered.quasiIdentifiers.every(({ name }) => body.column(name)?.texts.includes('*') === true);
  const isOpen = hasStars && permuted === null && spec.suppressedRows === undefined;
  if (isOpen && persons !== null) {
    // A class that breaks a model by rows may hold by persons.
    const kept = yield* auditOrdered({ ...audited, stars: 'kept', problems: [...problems], warnings: [] });
    if (kept.holds) return kept;
  }
  // Rows of `*` may be a class for rows but not for persons, and blank cells hold no items that violate k^m-anonymity.
  const own = yield* auditOrdered({ ...audited, problems: [...problems], warnings: [] });
  const mayHide = own.personsRecounted ?? (spec.suppressed === 'star' && permuted === null);
  if (own.holds || !mayHide || spec.suppressedRows !== undefined || !hasStars) return own;
  const hidden = yield* auditOrdered({ ...audited, stars: 'hidden', problems, warnings: [] });
  return hidden.holds ? hidden : own;
}

/** The rows of the original that the release is made of, and their persons. */
interface ReadOriginal extends Pick<AuditReport, 'rowsNotDrawn'> {
  readonly given: Table | undefined;
  readonly persons: Persons | null;
  readonly spec: AuditSpec;
}

/** An original in the pieces that the run names for its entries; without such pieces in its entries, and rows without a key as rows. */
function splitInPieces(read: ReadOriginal): ReadOriginal {
  const { given, persons, spec } = read;
  const { originalPieces: pieces } = spec;
  if (given === undefined || persons === null) return read;
  const split = pieces === undefined ? splitKeyless(given, persons) : splitEntries(given, persons, pieces);
  if (split === null) return { ...read, spec: { ...spec, originalPieces: undefined } };
  return { ...read, given: split.original, persons: split.persons };
}

/** The rows that are taken of the original, before they are split. */
function* readOriginal(
  spec: AuditSpec,
  whole: Table | undefined,
  missing: ReadonlySet<string>,
): Generator<void, ReadOriginal> {
  const { persons: key, maxSuppressed } = spec;
  const persons = key === undefined || whole === undefined ? null : yield* readPersons(whole, key.columns, missing);
  const { drawn } = key ?? {};
  if (key === undefined || drawn === undefined || whole === undefined || persons === null)
    return { given: whole, persons, spec };
  const taken = yield* drawOriginal(whole, persons, key.columns, drawn);
  if (taken === null) return { given: whole, persons, spec };
  const { rowsNotDrawn, original: given } = taken;
  const { maxFraction } = drawn;
  const most = maxFraction === undefined ? maxSuppressed : Math.floor(maxFraction * given.rows + 1e-9);
  return { given, persons: taken.persons, spec: { ...spec, maxSuppressed: most }, rowsNotDrawn };
}

/** Few values first: then the prefix trees that rows are grouped by share the most. No result depends on the order. */
function orderBySize(release: Table, spec: AuditSpec, original: Table | undefined): AuditQuasiIdentifier[] {
  const size = (name: string): number => (original?.column(name) ?? release.column(name))?.texts.length ?? 0;
  return [...spec.quasiIdentifiers].sort((a, b) => size(a.name) - size(b.name));
}

/** Input of an audit, and the problems that it finds. */
interface Audited {
  readonly release: Table;
  readonly spec: AuditSpec;
  readonly original: Table | undefined;
  readonly missing: ReadonlySet<string>;
  /** The persons of the original, where they are counted. */
  readonly persons: Persons | null;
  /** The persons of the public table by the key; null where it has none. */
  readonly publicPersons: Persons | null;
  readonly drawn: Pick<AuditReport, 'rowsNotDrawn'>;
  /** Rows of `*` throughout: judged by the models, kept as a class, or hidden as suppressed ones where they are blank in other columns. */
  readonly stars: 'judged' | 'kept' | 'hidden';
  /** The release as its buckets show it, where it is permuted. */
  readonly permuted: PermutedRelease | null;
  readonly problems: string[];
  readonly warnings: Warning[];
}

/** Rows with the same text in every quasi-identifier. */
interface Classes {
  readonly vectors: Grouping;
  /** [quasi-identifiers][vectors] */
  readonly codes: readonly Uint32Array[];
  /** Groups that people hide in: the vectors, or the buckets of a permuted release. */
  readonly classes: Grouping;
  /** Rows of `*` throughout; of a permuted release none. */
  readonly stars: StarRows;
}

function* auditOrdered(audited: Audited): Generator<void, AuditReport> {
  const { release, spec, original, missing, permuted, problems, warnings } = audited;
  spec.privacy.forEach((model, i) => checkModel(kindOf, model, `privacy[${i}]`));
  const warn = (code: string, message: string, attribute?: string): void => {
    warnings.push({ code, message, attribute });
  };
  const { found, judged, stars, ofModels } = yield* judgeShown(audited, warn);
  const { vectors, codes, classes } = found;
  const keptColumns = yield* checkColumns(release, spec, original, { missing, suppressed: stars.entries }, problems);
  appendAll(problems, ofModels);
  const counts = checkRowCounts(release, spec, original, stars.suppressed, problems);
  warnOfRemoved(audited, warn);
  const { sizes } = stars;
  const { models: byRows, inPublic } = yield* judgeModels(audited, found, judged, stars, counts.suppressed);
  yield;
  // A class of suppressed rows alone comes after those of the vectors.
  const ofVectors = permuted === null ? sizes.subarray(0, vectors.count) : vectors.sizes;
  const seen = { codes, sizes: ofVectors, groupOf: vectors.groupOf };
  const attributes = yield* readQuasiIdentifiers(audited, seen, problems, warn);
  if (permuted === null) checkStrata(release, spec, attributes, seen, problems);
  const exposure = yield* checkExposure(audited, attributes);
  const names = spec.quasiIdentifiers.map(({ name }) => name);
  const keepsRows = audited.persons !== null || isOfSurvey(spec) || (spec.averaged ?? []).length > 0;
  const originalVectors = original === undefined ? null : new OriginalVectors(original, names, { keepsRows });
  const risk = yield* measurePlainRisk(original, originalVectors, names, sizes, riskOf(permuted));
  const oneValued = yield* findOneValued(release, spec, classes, sizes);
  const largestShares = yield* measureLargestShares(release, spec.sensitiveColumns ?? [], classes, sizes);
  const originalSizes = yield* measureOriginalSizes(original, originalVectors, names);
  yield;
  const readable = attributes.filter((attribute) => attribute !== null);
  const fitInput =
    original === undefined || readable.length < attributes.length
      ? null
      : { release, original, spec, attributes: readable, missing };
  const fit = problems.length > 0 ? null : fitInput;
  const shown = { vectors, sizes: ofVectors, originalVectors, keptColumns, stars, counts };
  const divergence = yield* checkRows(audited, fit, shown, warn);
  const metrics = yield* measureRelease({
    release,
    spec,
    counts,
    ...{ classes, sizes: permuted === null ? ofVectors : sizes, vectors, codes, attributes, divergence },
    buckets: permuted?.buckets ?? null,
    fit: problems.length > 0 ? null : fitInput,
  });
  const suppressed = { rows: counts.suppressed, entries: stars.entries };
  const asked = original === undefined || problems.length > 0 ? null : { release, original, spec, attributes, missing };
  const queries = yield* answerQueries(audited, asked, suppressed);
  const located = { attributes, keptColumns, classes, codes, sizes };
  const persons = yield* recountPersons(audited, originalVectors, {
    ...located,
    inPublic,
    ...judged,
    permutedInPublic: haveOneRow(audited) ? byRows : null,
  });
  const privacy = persons?.privacy ?? byRows;
  const survey = yield* judgeAsSurvey(audited, originalVectors, located, warn);
  const averages = yield* judgeAverages(audited, originalVectors, located, warn);
  return {
    ...counts,
    persons: null,
    personsReleased: null,
    classes: sizes.reduce((sum, size) => sum + Number(size > 0), 0),
    classSizes: countSizes(sizes),
    privacy,
    metrics,
    ...queries,
    exposure: exposure && { ...withWeights(exposure, spec.weight?.column, survey), ...averages },
    oneValued,
    largestShares,
    originalSizes,
    labelLosses: measureLabelLosses(release, spec, attributes, counts),
    columns: measureColumns({ release, original, names, attributes, blank: stars.entries, ...counts }),
    ...persons,
    risk: { ...(persons?.risk ?? risk), ...survey?.risk },
    ...audited.drawn,
    holds: problems.length === 0 && privacy.every((model) => model.holds),
    problems,
    warnings,
  };
}

/** Errors of the queries of the job; null without the original. */
function* answerQueries(
  { spec, persons, permuted }: Audited,
  asked: Pick<AskedTables, 'release' | 'original' | 'spec' | 'attributes' | 'missing'> | null,
  suppressed: AskedTables['suppressed'],
): Generator<void, Pick<AuditReport, 'queries'>> {
  const { queries = [] } = spec;
  if (queries.length === 0) return {};
  if (asked === null) return { queries: queries.map(({ name }) => ({ name, error: null, step: null })) };
  const buckets = permuted?.buckets ?? null;
  return { queries: yield* askQueries(queries, { ...asked, persons, buckets, suppressed }) };
}

/** Checks that the rows can come from the original; the divergence of a release that is not permuted, where all of it is known. */
function* checkRows(
  { spec, permuted, problems }: Audited,
  fit: Pick<Parameters<typeof checkFit>[0], 'release' | 'original' | 'spec' | 'attributes' | 'missing'> | null,
  shown: Pick<Parameters<typeof checkFit>[0], 'sizes' | 'keptColumns' | 'counts'> & {
    readonly vectors: Grouping;
    readonly originalVectors: OriginalVectors | null;
    readonly stars: Stars;
  },
  warn: (code: string, message: string) => void,
): Generator<void, number | null> {
  if (fit === null) return null;
  const budget = spec.budget ?? defaultBudget;
  yield;
  if (permuted !== null) {
    const attributes = new Map(fit.attributes.map((attribute, i) => [spec.quasiIdentifiers[i].name, attribute]));
    const isComplete = shown.counts.suppressed === 0;
    const { groups = null } = spec.permutation ?? {};
    const { buckets } = permuted;
    yield* checkPermutedFit({ ...fit, buckets, groups, attributes, isComplete, budget }, problems, warn);
    return null;
  }
  const { vectors, sizes, originalVectors, keptColumns, stars, counts } = shown;
  const read = { ...fit, vectors: originalVectors as OriginalVectors };
  const suppressed = { entries: stars.entries, rows: stars.suppressed };
  return yield* checkFit({ ...read, keptColumns, classes: vectors, sizes, counts, budget, suppressed }, problems, warn);
}

/** True where each row of the original, and of the public table, is another person's; one without the key has a row of each. */
const haveOneRow = ({ original, persons, publicPersons, spec: { publicTable } }: Audited): boolean =>
  persons?.count === original?.rows && (publicPersons === null || publicPersons.count === publicTable?.rows);

/** Figures by persons; null where the job names no key. No model holds where persons cannot be counted. */
function* recountPersons(
  { release, spec, original, missing, persons, permuted, problems }: Audited,
  originalVectors: OriginalVectors | null,
  judged: Pick<
    JudgedByPersons,
    'attributes' | 'keptColumns' | 'classes' | 'codes' | 'sizes' | 'sensitive' | 'inPublic' | 'permutedInPublic'
  >,
): Generator<void, (Partial<CountedByPersons> & Pick<AuditReport, 'persons' | 'personsRecounted'>) | null> {
  if (spec.persons === undefined) return null;
  const budget = spec.budget ?? defaultBudget;
  const counted =
    original === undefined || originalVectors === null
      ? { reason: 'no original was given' }
      : persons === null
        ? { reason: 'the original lacks a column of their key, or is counted' }
        : yield* judgeByPersons({
            ...judged,
            kindOf,
            release,
            original,
            originalVectors,
            spec,
            missing,
            persons,
            budget,
            isPermuted: permuted !== null,
          });
  const count = persons?.count ?? null;
  if (!('reason' in counted)) {
    const { problems: found, ...figures } = counted;
    appendAll(problems, found);
    if (spec.persons.protectsHistory === true) appendAll(problems, historyProblems(counted.history ?? []));
    return { ...figures, persons: count, personsRecounted: true };
  }
  problems.push(`persons could not be recounted, so that no model holds: ${counted.reason}`);
  const privacy = spec.privacy.map((model) => ({
    ...summarize(kindOf, model, null, new Uint8Array(0), new Uint32Array(0), null),
    holds: false,
  }));
  return { privacy, persons: count, personsRecounted: false };
}

/** Risks of households, and in the population; null where the job asks for neither. */
function* judgeAsSurvey(
  { release, spec, original, missing, persons, permuted, problems }: Audited,
  originalVectors: OriginalVectors | null,
  shown: Pick<JudgedByPersons, 'attributes' | 'keptColumns' | 'classes' | 'sizes' | 'codes'>,
  warn: (code: string, message: string, attribute?: string) => void,
) {
  if (original === undefined || originalVectors === null || !isOfSurvey(spec)) return null;
  const budget = spec.budget ?? defaultBudget;
  const isPermuted = permuted !== null;
  const input = { ...shown, release, original, spec, missing, originalVectors, persons, budget, isPermuted };
  return yield* judgeSurvey(input, problems, warn);
}

/** Exposure of averaged columns; empty where the job averages none. */
function* judgeAverages(
  { release, spec, original, missing, persons, permuted, problems }: Audited,
  originalVectors: OriginalVectors | null,
  shown: Pick<JudgedByPersons, 'attributes' | 'keptColumns' | 'classes' | 'sizes' | 'codes'>,
  warn: (code: string, message: string, attribute?: string) => void,
) {
  const { averaged = [], budget = defaultBudget } = spec;
  if (original === undefined || originalVectors === null || permuted !== null || averaged.length === 0) return {};
  const input = { ...shown, release, original, spec, missing, originalVectors, persons, budget };
  return yield* checkAverages(input, averaged, problems, warn);
}

/** Columns of which the classes of some persons together leave too few values, where they may not. */
const historyProblems = (history: readonly History[]): string[] =>
  history
    .filter(({ persons }) => persons > 0)
    .map(
      ({ attribute, persons }) =>
        `"history": "protect": the classes of ${amount(persons, 'person', 'persons')} together leave too few values of ${JSON.stringify(attribute)}`,
    );

/** The kind of risk: the chance of a bucket where values are permuted. */
const riskOf = (permuted: PermutedRelease | null): Pick<AuditReport['risk'], 'of'> =>
  permuted === null ? {} : { of: 'bucket' };

function warnOfRemoved({ original, spec }: Audited, warn: (code: string, message: string) => void): void {
  if (original !== undefined || spec.suppressed === 'star' || spec.suppressedRows !== undefined) return;
  warn('NO_ORIGINAL', 'suppressed rows were removed and cannot be counted without the original: taken as none');
}

/** Classes without suppressed rows, what they achieve, and what is wrong with the columns of models. */
function* judgeShown(audited: Audited, warn: (code: string, message: string) => void) {
  const grouped = yield* findClasses(audited);
  const ofModels: string[] = [];
  const measured = yield* measureModels({ ...audited, problems: ofModels }, grouped, warn);
  const stars = yield* settleStars(audited, grouped, { ...measured, isLacking: ofModels.length > 0 }, warn);
  const { classes, entries } = stars;
  const found = { ...grouped, classes };
  if (entries === null) return { found, judged: measured, stars, ofModels };
  // Blank cells of suppressed rows are values that a hierarchy need not have.
  const ofShown: string[] = [];
  const judged = yield* measureShown({ ...audited, problems: ofShown }, { classes, codes: grouped.codes }, entries);
  return { found, judged, stars, ofModels: ofShown };
}

function* findClasses({ release, spec, missing, permuted }: Audited): Generator<void, Classes> {
  const released = spec.quasiIdentifiers
    .map(({ name }) => release.column(name))
    .filter((column) => column !== undefined);
  yield;
  const columns = released.map((column) => ({ codes: column.codes, width: column.texts.length }));
  const vectors = (yield* groupInSteps(release, columns)) as Grouping;
  yield;
  const codes = groupCodes(vectors);
  yield;
  const classes = permuted?.buckets ?? vectors;
  const names = released.map(({ name }) => name);
  const stars =
    permuted === null
      ? findStarRows(release, names, { ...vectors, codes }, missing)
      : { starClass: -1, blank: null, blankRows: 0 };
  return { vectors, codes, classes, stars };
}

/** Measures of every class, by model, and the sensitive columns that the models read. */
interface Judged {
  readonly sensitive: ReadonlyMap<string, SensitiveColumn>;
  /** Null where a model cannot be measured. */
  readonly measures: readonly (ClassMeasure | null)[];
  /** Measures with the spellings of one value counted as one; null for models that count no values, and without such spellings. */
  readonly folded: readonly (ClassMeasure | null)[];
}

function* measureModels(
  { release, spec, original, missing, problems }: Audited,
  { classes, codes }: Pick<Classes, 'classes' | 'codes'>,
  warn: (code: string, message: string) => void,
): Generator<void, Judged> {
  const sensitive = new Map<string, SensitiveColumn>();
  for (const model of spec.privacy) {
    const name = attributeOf(model);
    if (name === undefined || sensitive.has(name)) continue;
    const isFolded = spec.privacy.some((each) => attributeOf(each) === name && kindOf(each).countsValues === true);
    const column = yield* readSensitive(release, spec, original, missing, classes, { name, isFolded });
    if (column !== null) sensitive.set(name, column);
  }
  // Suppressed rows are in no group.
  const shownSizes = (): Uint32Array => {
    const sizes = new Uint32Array(classes.sizes.length);
    classes.groupOf.forEach((c, entry) => (sizes[c] += release.weights?.[entry] ?? 1));
    return sizes;
  };
  const groupsOf = (column: SensitiveColumn | undefined) =>
    classesByRows({ codes, stars: starCodes(release, spec) }, shownSizes(), column?.histogram ?? null);
  function* measureOf(model: AuditPrivacy): Generator<void, ClassMeasure | null> {
    const name = attributeOf(model);
    if (name === undefined) return yield* measureClasses(kindOf, model, { sizes: classes.sizes }, groupsOf);
    const column = sensitive.get(name);
    const lacking = column === undefined ? 'not in the release' : kindOf(model).lacking?.(model, column);
    if (lacking === undefined || lacking === null)
      return yield* measureClasses(kindOf, model, { sizes: classes.sizes, column }, groupsOf);
    problems.push(`column ${JSON.stringify(name)}: ${lacking}, ${model.model} cannot hold`);
    return null;
  }
  function* measureFolded(model: AuditPrivacy): Generator<void, ClassMeasure | null> {
    const column = sensitive.get(attributeOf(model) ?? '');
    if (column === undefined || column.folded === null || kindOf(model).countsValues !== true) return null;
    const own = { sizes: classes.sizes, column: { ...column, ...column.folded } };
    return yield* measureClasses(kindOf, model, own, groupsOf);
  }
  const measures: (ClassMeasure | null)[] = [];
  const folded: (ClassMeasure | null)[] = [];
  for (const model of spec.privacy) {
    yield;
    measures.push(yield* measureOf(model));
    folded.push(yield* measureFolded(model));
  }
  const relative = spec.privacy.find((model) => kindOf(model).isRelative === true);
  if (original === undefined && relative !== undefined) {
    warn('NO_ORIGINAL', `${relative.model} is measured against the release's own table, since no original was given`);
  }
  yield;
  return { sensitive, measures, folded };
}

/** Measures classes without the suppressed rows that stay in the release. Warnings were given before. */
function measureShown(
  audited: Audited,
  { classes, codes }: Pick<Classes, 'classes' | 'codes'>,
  suppressed: Uint8Array,
): Generator<void, Judged> {
  const shown = dropSuppressed(audited.release, classes, suppressed);
  return measureModels({ ...audited, release: shown.release }, { classes: shown.classes, codes }, () => undefined);
}

/** Rows of `*` throughout that are suppressed ones, and the classes without them. */
interface Stars {
  readonly suppressed: number;
  /** [entries] 1 for suppressed ones; null without any. */
  readonly entries: Uint8Array | null;
  /** Classes, with the suppressed rows in one of their own where others have `*` throughout. */
  readonly classes: Grouping;
  /** [classes] rows without the suppressed ones. */
  readonly sizes: Uint32Array;
  /** The models on a public table, where they were measured for this. */
  readonly inPublic: PublicWithStars | null;
}

/**
 * Rows of `*` throughout are a class like others where every model holds with it. Otherwise those of them that are blank in every
 * other column are suppressed ones, and the rest is a class.
 */
function* settleStars(
  audited: Audited,
  { classes, codes, stars }: Classes,
  { sensitive, measures, isLacking }: Judged & { readonly isLacking: boolean },
  warn: (code: string, message: string) => void,
): Generator<void, Stars> {
  const { release, spec } = audited;
  const { starClass, blankRows } = stars;
  const all = { suppressed: 0, entries: null, classes, sizes: classes.sizes, inPublic: null };
  if (starClass < 0 || audited.stars === 'kept') return all;
  const rows = classes.sizes[starClass];
  let suppressed = spec.suppressed === 'star' ? Math.min(blankRows, spec.suppressedRows ?? 0) : 0;
  if (spec.suppressedRows === undefined) {
    let isBroken =
      audited.stars === 'hidden' ||
      (isLacking && blankRows > 0) ||
      measures.some((measure) => measure !== null && measure.satisfied[starClass] === 0) ||
      spec.privacy.some((model) => judgeTable(kindOf, model, classes.sizes)?.holds === false);
    let inPublic: PublicWithStars | null = null;
    if (!isBroken) {
      inPublic = yield* measureWithStars(audited, { grouping: classes, codes, sizes: classes.sizes }, sensitive);
      isBroken = inPublic?.isBroken === true;
    }
    if (!isBroken) return { ...all, inPublic };
    suppressed = blankRows;
    if (blankRows < rows) warnOfShown(rows - blankRows, warn);
    if (blankRows > 0 && spec.suppressed === 'drop') warnOfStars(blankRows, warn);
  }
  const entries = chooseSuppressed(stars, release.weights, suppressed);
  if (entries === null) return all;
  if (suppressed === rows) {
    const sizes = classes.sizes.slice();
    sizes[starClass] = 0;
    return { ...all, suppressed, entries, sizes };
  }
  const apart = withoutSuppressed(classes, starClass, entries, release.weights);
  const sizes = apart.sizes.slice();
  sizes[classes.count] = 0;
  return { ...all, suppressed, entries, classes: apart, sizes };
}

const warnOfStars = (rows: number, warn: (code: string, message: string) => void): void =>
  warn(
    'STARS_SUPPRESSED',
    `${amount(rows, 'row has', 'rows have')} "*" in every quasi-identifier and nothing in other columns: counted as suppressed, as "output": {"suppressed": "star"} writes them`,
  );

const warnOfShown = (rows: number, warn: (code: string, message: string) => void): void =>
  warn(
    'STAR_CLASS',
    `${amount(rows, 'row has', 'rows have')} "*" in every quasi-identifier and values in other columns, so that they are a class, which breaks a model; rows that are "*" or blank in every column count as suppressed`,
  );

/** @param suppressed - rows, those that the release does not hold among them */
function* judgeModels(
  { release, spec, missing, permuted, publicPersons, problems }: Audited,
  { classes, codes }: Classes,
  { sensitive, measures, folded }: Judged,
  stars: Stars,
  suppressed: number,
): Generator<void, { readonly models: AuditedModel[]; readonly inPublic: PublicMeasure | null }> {
  const { sizes } = stars;
  const isJudged = spec.privacy.some(isPublicModel);
  const isReleased = Uint8Array.from(sizes, (size) => Number(size > 0));
  const presence =
    isJudged && permuted !== null
      ? yield* measurePermutedPresence(release, spec, missing, permuted.buckets, problems)
      : null;
  let inPublic: PublicMeasure | null = null;
  if (stars.inPublic !== null) {
    inPublic = stars.inPublic.measure;
    appendAll(problems, stars.inPublic.problems);
  } else if (isJudged && permuted === null) {
    inPublic = yield* measurePublic(
      release,
      spec,
      missing,
      { grouping: classes, codes, sizes },
      problems,
      publicPersons,
    );
  }
  const models = spec.privacy.map((model, i) => {
    if (!isPublicModel(model)) {
      const measure = needsSizesOnly(kindOf, model) ? measureSizes(kindOf, model, sizes) : measures[i];
      const summary = summarize(kindOf, model, measure, isReleased, sizes);
      if (folded[i] === null) return summary;
      const { achieved, holds } = summarize(kindOf, model, folded[i], isReleased, sizes);
      return { ...summary, achievedFolded: achieved, holdsFolded: holds };
    }
    if (permuted !== null) return judgePermutedPublic(model, presence, problems);
    const column = sensitive.get(attributeOf(model) ?? '');
    return judgePublic(model, inPublic, sizes, suppressed, column);
  });
  return { models, inPublic };
}

/** Counts rare values, where the job asks for it, and reports a problem where a quasi-identifier must not show them. */
function* checkExposure(
  { release, original, spec, missing, persons, problems }: Audited,
  attributes: readonly (ReadAttribute | null)[],
): Generator<void, AuditReport['exposure']> {
  if (original === undefined || spec.exposure === undefined) return null;
  const { isRequired, k } = spec.exposure;
  const exposure = yield* measureExposure(release, original, spec, attributes, { missing, persons });
  for (const { name } of isRequired ? spec.quasiIdentifiers : []) {
    const { texts, rows } = exposure[name] ?? { texts: 0, rows: 0 };
    if (rows === 0) continue;
    problems.push(
      `column ${JSON.stringify(name)}: ${amount(texts, 'label')} in ${amount(rows, 'row')} ${plural(texts, 'shows', 'show')} what fewer than ${k} rows have`,
    );
  }
  return exposure;
}

/** Models on a public table, measured as if no row of `*` were a suppressed one. */
interface PublicWithStars {
  readonly measure: PublicMeasure | null;
  readonly problems: readonly string[];
  /** True if a model does not hold then. */
  readonly isBroken: boolean;
}

/** Null where the job has no model on a public table. */
function* measureWithStars(
  { release, spec, missing }: Audited,
  classes: { readonly grouping: Grouping; readonly codes: readonly Uint32Array[]; readonly sizes: Uint32Array },
  sensitive: ReadonlyMap<string, SensitiveColumn>,
): Generator<void, PublicWithStars | null> {
  const models = spec.privacy.filter(isPublicModel);
  // A model that fails by rows may hold by persons.
  if (models.length === 0 || spec.persons !== undefined) return null;
  const problems: string[] = [];
  const measure = yield* measurePublic(release, spec, missing, classes, problems);
  const isBroken = models.some((model) => {
    const column = sensitive.get(attributeOf(model) ?? '');
    return !judgePublic(model, measure, classes.sizes, 0, column).holds;
  });
  return { measure, problems, isBroken };
}
