/**
 * The independent audit: the second opinion on a finished release. It works from the definitions alone and shares no
 * code with what made the release: it imports nothing but the types of tables, the errors, the words of counts and
 * elementary functions. Ways to choose people of a public table are counted by the caller (`AuditPermutation.countWays`).
 */
import { amount, plural } from '../plural.js';
import type { Column, Table, Warning } from '../table/table.js';
import type { ClassMeasure, PublicMeasure, SensitiveColumn } from './models/model.js';
import { checkModel, judgeTable, kindOf, measureClasses, needsSizesOnly, summarize } from './privacy.js';
import { isPublicModel, judgePublic, measurePublic, spellAlike } from './public-table.js';
import { checkColumns, checkRowCounts } from './columns.js';
import { finish, groupCodes, groupInSteps } from './grouping.js';
import type { Grouping } from './grouping.js';
import { checkFit } from './divergence.js';
import { measureExposure } from './exposure.js';
import { measureRelease } from './measure.js';
import { checkPermutedFit, readPermuted } from './permutation.js';
import type { PermutedRelease } from './permutation.js';
import { OriginalVectors } from './original-vectors.js';
import { findOneValued, measurePlainRisk } from './plain-risk.js';
import { judgePermutedPublic, measurePermutedPresence } from './permuted-public.js';
import { readQuasiIdentifiers } from './quasi-identifiers.js';
import { readSensitive } from './sensitive.js';
import type { AuditReport } from './report.js';
import type { AuditPrivacy, AuditQuasiIdentifier, AuditSpec } from './spec.js';

/** Default of {@link AuditSpec.budget}. */
const defaultBudget = 100_000_000;

/**
 * Recomputes every privacy model and metric of a release and checks, as far as it is given the original, that the
 * release can be made from it.
 *
 * Classes are rows with the same text in every quasi-identifier. A released value is a leaf, the label of a node of the
 * hierarchy, a range `[lo-hi]` of the domain's order or `*`. With `suppressed: "star"`, rows with `*` in every
 * quasi-identifier are the suppressed ones: as many of them as `spec.suppressedRows` says, or, without it, all of them
 * when they would break a required model as a class or stand beside other classes in a release whose classes are
 * disjoint, else none. Where a class of the whole domain and suppressed rows stand side by side, they cannot be told
 * apart: k is judged on the class alone, l and t on both together.
 *
 * @param release - the finished file
 * @param spec - what was asked for
 * @param original - the input; without it, metrics that need it are null and t-closeness takes the release's own table
 * @throws InvalidArgumentError for a privacy model that the audit does not know, or levels without rows
 */
export function audit(release: Table, spec: AuditSpec, original?: Table): AuditReport {
  return finish(auditInSteps(release, spec, original));
}

/** {@link audit} that yields between stretches of the work, so that the host can do something else, or end it there. */
export function* auditInSteps(release: Table, spec: AuditSpec, original?: Table): Generator<void, AuditReport> {
  const problems: string[] = [];
  const permuted = spec.permutation === undefined ? null : yield* readPermuted(release, spec.permutation, problems);
  const body = permuted?.body ?? release;
  const { publicTable } = spec;
  const ordered = {
    ...spec,
    quasiIdentifiers: orderBySize(body, spec, original),
    publicTable:
      publicTable === undefined || original === undefined
        ? publicTable
        : spellAlike(publicTable, original, new Set(spec.missing)),
  };
  yield;
  return yield* auditOrdered(body, ordered, original, permuted, problems);
}

/** Few values first: then the prefix trees that rows are grouped by share the most. No result depends on the order. */
function orderBySize(release: Table, spec: AuditSpec, original: Table | undefined): AuditQuasiIdentifier[] {
  const size = (name: string): number => (original?.column(name) ?? release.column(name))?.texts.length ?? 0;
  return [...spec.quasiIdentifiers].sort((a, b) => size(a.name) - size(b.name));
}

function* auditOrdered(
  release: Table,
  spec: AuditSpec,
  original: Table | undefined,
  permuted: PermutedRelease | null,
  problems: string[],
): Generator<void, AuditReport> {
  spec.privacy.forEach((model, i) => checkModel(model, `privacy[${i}]`));
  const missing = new Set(spec.missing);
  const warnings: Warning[] = [];
  const warn = (code: string, message: string, attribute?: string): void => {
    warnings.push({ code, message, attribute });
  };
  const keptColumns = yield* checkColumns(release, spec, original, missing, problems);

  // Classes.
  const released = spec.quasiIdentifiers
    .map(({ name }) => release.column(name))
    .filter((column) => column !== undefined);
  yield;
  const vectors = (yield* groupInSteps(
    release,
    released.map((column) => ({ codes: column.codes, width: column.texts.length })),
  )) as Grouping;
  yield;
  const codes = groupCodes(vectors);
  yield;
  // Of a permuted release, what people hide in are buckets.
  const classes = permuted?.buckets ?? vectors;
  const starClass =
    spec.suppressed === 'star' && permuted === null ? findStarClass(released, codes, classes.count) : -1;

  // Sensitive columns and what every class achieves.
  const sensitive = new Map<string, SensitiveColumn>();
  for (const model of spec.privacy) {
    if (!('attribute' in model) || sensitive.has(model.attribute)) continue;
    const column = yield* readSensitive(release, spec, original, missing, classes, model.attribute);
    if (column !== null) sensitive.set(model.attribute, column);
  }
  const measureOf = (model: AuditPrivacy): ClassMeasure | null => {
    if (!('attribute' in model)) return measureClasses(model, classes.sizes, undefined);
    const column = sensitive.get(model.attribute);
    if (column === undefined) {
      problems.push(`column ${JSON.stringify(model.attribute)}: not in the release, ${model.model} cannot hold`);
      return null;
    }
    const lacking = kindOf(model).lacking?.(model, column) ?? null;
    if (lacking !== null) {
      problems.push(`column ${JSON.stringify(model.attribute)}: ${lacking}, ${model.model} cannot hold`);
      return null;
    }
    return measureClasses(model, classes.sizes, column);
  };
  const measures: (ClassMeasure | null)[] = [];
  for (const model of spec.privacy) {
    yield;
    measures.push(measureOf(model));
  }
  const relative = spec.privacy.find((model) => kindOf(model).isRelative === true);
  if (original === undefined && relative !== undefined) {
    warn('NO_ORIGINAL', `${relative.model} is measured against the release's own table, since no original was given`);
  }

  yield;

  // Suppressed rows, and classes without them.
  const starRows = starClass < 0 ? 0 : classes.sizes[starClass];
  let starSuppressed =
    starClass < 0
      ? 0
      : spec.suppressedRows !== undefined
        ? Math.min(starRows, spec.suppressedRows)
        : (spec.disjointClasses === true && classes.count > 1) ||
            measures.some((measure) => measure !== null && measure.satisfied[starClass] === 0) ||
            spec.privacy.some((model) => judgeTable(model, classes.sizes)?.holds === false)
          ? starRows
          : 0;
  let withStars: PublicWithStars | null = null;
  if (starClass >= 0 && starSuppressed === 0 && spec.suppressedRows === undefined && permuted === null) {
    withStars = yield* measureWithStars(
      release,
      spec,
      missing,
      { grouping: classes, codes, sizes: classes.sizes },
      sensitive,
    );
    if (withStars?.isBroken === true) starSuppressed = starRows;
  }
  const counts = checkRowCounts(release, spec, original, starSuppressed, problems);
  if (original === undefined && spec.suppressed === 'drop' && spec.suppressedRows === undefined) {
    warn('NO_ORIGINAL', 'suppressed rows were removed and cannot be counted without the original: taken as none');
  }
  const sizes = classes.sizes.slice();
  if (starClass >= 0) sizes[starClass] -= starSuppressed;
  const isReleased = Uint8Array.from(sizes, (size) => (size > 0 ? 1 : 0));
  const classCount = isReleased.reduce((sum, one) => sum + one, 0);
  if (starSuppressed > 0 && starSuppressed < starRows) {
    warn('STAR_CLASS', 'suppressed rows stand beside a class of the whole domain and cannot be told from it');
  }

  const hasPublic = spec.privacy.some(isPublicModel);
  const presence =
    hasPublic && permuted !== null
      ? yield* measurePermutedPresence(release, spec, missing, permuted.buckets, problems)
      : null;
  let inPublic: PublicMeasure | null = null;
  if (withStars !== null && starSuppressed === 0) {
    // Nothing is broken, so that no row was taken away since.
    inPublic = withStars.measure;
    problems.push(...withStars.problems);
  } else if (hasPublic && permuted === null) {
    inPublic = yield* measurePublic(release, spec, missing, { grouping: classes, codes, sizes }, problems);
  }
  const privacy = spec.privacy.map((model, i) =>
    isPublicModel(model)
      ? permuted === null
        ? judgePublic(
            model,
            inPublic,
            sizes,
            counts.suppressed,
            'attribute' in model ? sensitive.get(model.attribute) : undefined,
          )
        : judgePermutedPublic(model, presence, problems)
      : summarize(
          model,
          needsSizesOnly(model) ? measureClasses(model, sizes, undefined) : measures[i],
          isReleased,
          sizes,
        ),
  );

  yield;

  // Released values.
  const valueSizes = permuted === null ? sizes : vectors.sizes;
  const attributes = yield* readQuasiIdentifiers(
    release,
    spec,
    original,
    missing,
    { codes, sizes: valueSizes, groupOf: vectors.groupOf },
    problems,
    warn,
  );
  const exposure =
    original === undefined || spec.exposure === undefined
      ? null
      : measureExposure(release, original, spec, attributes, missing);
  if (spec.exposure?.isRequired === true && exposure !== null) {
    for (const { name } of spec.quasiIdentifiers) {
      const { texts, rows } = exposure[name] ?? { texts: 0, rows: 0 };
      if (rows === 0) continue;
      problems.push(
        `column ${JSON.stringify(name)}: ${amount(texts, 'label')} in ${amount(rows, 'row')} ${plural(texts, 'shows', 'show')} what fewer than ${spec.exposure.k} people bear`,
      );
    }
  }
  const names = spec.quasiIdentifiers.map(({ name }) => name);
  const originalVectors = original === undefined ? null : new OriginalVectors(original, names);
  const risk = yield* measurePlainRisk(original, originalVectors, names, sizes);
  const oneValued = yield* findOneValued(release, spec.sensitiveColumns ?? [], classes, sizes);
  yield;
  const fitInput =
    original === undefined || attributes.some((attribute) => attribute === null)
      ? null
      : { release, original, spec, attributes: attributes.filter((attribute) => attribute !== null), missing };
  const budget = spec.budget ?? defaultBudget;
  let divergence: number | null = null;
  if (permuted !== null && fitInput !== null && problems.length === 0) {
    const read = new Map(fitInput.attributes.map((attribute, i) => [spec.quasiIdentifiers[i].name, attribute]));
    const isComplete = counts.suppressed === 0;
    const { groups = null } = spec.permutation ?? {};
    const { buckets } = permuted;
    yield* checkPermutedFit(
      { release, original: fitInput.original, buckets, groups, attributes: read, missing, isComplete, budget },
      problems,
      warn,
    );
  } else if (fitInput !== null && problems.length === 0) {
    yield;
    const read = { ...fitInput, vectors: originalVectors as OriginalVectors };
    divergence = yield* checkFit({ ...read, keptColumns, classes: vectors, sizes, counts, budget }, problems, warn);
    yield;
  }

  const metrics = yield* measureRelease({
    release,
    spec,
    counts,
    ...{ classes, sizes, vectors, codes, attributes, divergence },
    buckets: permuted?.buckets ?? null,
    // Where suppressed rows cannot be told from a class, nobody knows which values are whose.
    isMixed: starSuppressed > 0 && starSuppressed < starRows,
    fit: problems.length > 0 ? null : fitInput,
  });
  return {
    ...counts,
    classes: classCount,
    classSizes: countSizes(sizes),
    privacy,
    metrics,
    exposure,
    risk,
    oneValued,
    holds: problems.length === 0 && privacy.every((model) => model.holds),
    problems,
    warnings,
  };
}

/** Models on a public table, measured as if no row of `*` were a suppressed one. */
interface PublicWithStars {
  readonly measure: PublicMeasure | null;
  readonly problems: readonly string[];
  /** Whether a model does not hold then. */
  readonly isBroken: boolean;
}

/** Null where the job has no model on a public table. */
function* measureWithStars(
  release: Table,
  spec: AuditSpec,
  missing: ReadonlySet<string>,
  classes: { readonly grouping: Grouping; readonly codes: readonly Uint32Array[]; readonly sizes: Uint32Array },
  sensitive: ReadonlyMap<string, SensitiveColumn>,
): Generator<void, PublicWithStars | null> {
  const models = spec.privacy.filter(isPublicModel);
  if (models.length === 0) return null;
  const problems: string[] = [];
  const measure = yield* measurePublic(release, spec, missing, classes, problems);
  const isBroken = models.some((model) => {
    const column = 'attribute' in model ? sensitive.get(model.attribute) : undefined;
    return !judgePublic(model, measure, classes.sizes, 0, column).holds;
  });
  return { measure, problems, isBroken };
}

/** Sizes above 0, ascending, with their number of classes. */
function countSizes(sizes: Uint32Array): (readonly [number, number])[] {
  const counts: [number, number][] = [];
  for (const size of sizes.slice().sort()) {
    if (size === 0) continue;
    const last = counts.at(-1);
    if (last !== undefined && last[0] === size) last[1]++;
    else counts.push([size, 1]);
  }
  return counts;
}

/** The class whose text is `*` in every quasi-identifier, or -1. */
function findStarClass(columns: readonly Column[], codes: readonly Uint32Array[], classes: number): number {
  if (columns.length === 0) return -1;
  const stars = columns.map((column) => column.texts.indexOf('*'));
  for (let c = 0; c < classes; c++) if (stars.every((star, i) => codes[i][c] === star)) return c;
  return -1;
}
