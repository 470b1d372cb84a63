import { appendAll } from '../base/sequences.js';
import type { DefaultSuppression, Problem } from '../algorithms/algorithm.js';
import type { Engine, EngineColumn, FrequencySet, FrequencySetWithRows } from '../engine/engine.js';
import { LARGEST_MEASURED } from '../base/elementary.js';
import { InvalidArgumentError } from '../base/errors.js';
import { buildDomain, buildDomainInSteps, type BuiltDomain } from '../hierarchy/build-domain.js';
import { proposeHierarchy } from '../hierarchy/propose-hierarchy.js';
import { codeDomain } from '../hierarchy/coding/code-domain.js';
import type { Grid } from '../hierarchy/coding/grid.js';
import { gridOfHierarchy } from '../hierarchy/coding/hierarchy-grid.js';
import { listedOrder, type HierarchySpec } from '../hierarchy/kinds.js';
import type { Domain } from '../hierarchy/domain.js';
import { requireReadableNodes } from '../hierarchy/labels.js';
import { inNaturalOrder } from '../hierarchy/natural-order.js';
import { codesRareValues, isRounded, peopleToHideIn } from './rare-values.js';
import type { PrivacySpec } from '../job/job.js';
import type { ResolvedJob } from './resolved-job.js';
import { kOf } from '../job/k-of.js';
import { followsHierarchies, hierarchyFor, isMadeOfValues, releasesRanges, replacementOf } from './hierarchy-for.js';
import type { Roles } from '../job/roles.js';
import { resolveSuppression } from '../job/suppression-limit.js';
import { amount } from '../base/plural.js';
import type { Steps } from '../base/steps.js';
import { ranksOfValues } from './value-order.js';
import { makeModels } from '../privacy/make-models.js';
import type { PrivacyModel } from '../privacy/model.js';
import type { Column, Table, Warning } from '../table/table.js';
import { countRowsPerCode as countValues, rowsPerEntry } from '../table/table.js';
import { holdersOf, holdersOfGroups, type Holders, type Units } from '../table/units.js';
import type { JoinedPublic } from './join-public.js';
import { pathOfPublic } from './public-name.js';
import type { LookedColumn } from './pair-columns.js';
import { lookAtBuckets } from './prepare-buckets.js';
import { lookAtPersons, type LookedAt, type PersonsToMeasure } from './prepare-persons.js';
import type { PreparedPublic } from './prepare-public.js';
import type { SensitiveCodes } from './sensitive-codes.js';
import { sensitiveCodes, sensitiveScale } from './sensitive-codes.js';
import { suppressionByDefault, suppressionFor } from './suppression-for.js';

/** A job made ready for a search: domains and models, and what is resident in the engine. */
export interface Prepared {
  readonly domains: readonly Domain[];
  readonly models: readonly PrivacyModel[];
  /** Attributes that models look at, each once; `columns[domains.length + j]`, where rows are counted. */
  readonly sensitive: readonly SensitiveCodes[];
  /** The persons of the entries, and their pairs with attributes; null where rows are counted. */
  readonly persons: PersonsToMeasure | null;
  /** Index of the class column in `columns`, or -1. */
  readonly classAt: number;
  /** Quasi-identifiers, then attributes that models look at, of which the vectors are; last the class column, unless it is one. */
  readonly columns: readonly EngineColumn[];
  readonly set: FrequencySet;
  /** [entries of the table] vector of every entry, copied out. */
  vectorOf(): Uint32Array;
  /** True when entry i of a counted table is vector i: then its codes and its rows are known without an engine. */
  readonly isEntryVector: boolean;
  readonly problem: Problem;
  /** Leaf codes and rows of the distinct vectors of the public table, or null without one. */
  readonly publicVectors: PreparedPublic['vectors'] | null;
  readonly warnings: readonly Warning[];
  dispose(): void;
}

/**
 * Domains of the quasi-identifiers, in the job's order. For an algorithm that needs levels, an attribute without any gets
 * two: its values and `*`; for one that releases ranges, numbers stand in their own order. Yields between stretches of the work.
 * Throws HierarchyError.
 *
 * @param weights - rows of every entry of a counted table
 */
export function* buildDomains(
  roles: Roles,
  job: ResolvedJob,
  joined: JoinedPublic | null = null,
  weights: Uint32Array | null = null,
  units: Units | null = null,
): Steps<{ domains: Domain[]; warnings: Warning[] }> {
  const domains: Domain[] = [];
  const isFollowed = followsHierarchies(job);
  const all: PlainDomain[] = [];
  for (const column of roles.quasiIdentifiers) all.push(yield* buildPlain(column, job));
  const plain = all.map(({ domain }) => domain);
  const ordered = yield* ranksOfValues(plain, job, roles, weights);
  const warnings: Warning[] = [...ordered.warnings];
  for (const [a, { column, spec, isLeftOut, domain, ...built }] of all.entries()) {
    const given = job.attributes[column.name].hierarchy;
    const ranks = ordered.ranks[a];
    // One that is left out gives ranges their ends where it has bounds.
    const grid = isLeftOut ? gridOfHierarchy(given, column) : null;
    const coded = isRounded(job)
      ? yield* hideRareValues(domain, job, { ...peopleOf(column, joined, units), grid, ranks })
      : domain;
    const isQuoted = isRounded(job) && isMadeOfValues(spec) && column.type === 'string';
    const listed = spec === given ? null : listedOrder(given);
    const searched = {
      ...coded,
      ...(isFollowed ? { isFollowed } : {}),
      ...(isQuoted ? { quotesCoded: true } : {}),
      ...(listed === null ? {} : { listedValues: listed }),
    };
    domains.push(searched);
    appendAll(
      warnings,
      built.warnings.filter(({ code }) => ranks === null || code !== 'ORDER_BY_CODE_POINT'),
    );
    if (grid !== null) continue;
    if (isLeftOut) {
      warnings.push({
        code: 'RANGES_INSTEAD_OF_LEVELS',
        message: `${job.algorithm.name} releases ranges or sets and ignores this hierarchy: its labels are made of values of the table, and ranges must not show those ("levels" or a "tree", with labels that the job names, are used)`,
        attribute: column.name,
      });
    } else if (spec !== given) {
      warnings.push({
        code: 'LEVELS_MISSING',
        message: `${job.algorithm.name} needs levels, and none are given: values are released as they are, or as "*"; ${insteadOf(column)}`,
        attribute: column.name,
      });
    }
  }
  return { domains, warnings };
}

/** The domain of a quasi-identifier, before values are coded, and what it was built with. */
interface PlainDomain extends BuiltDomain {
  readonly column: Column;
  readonly spec: HierarchySpec | undefined;
  readonly isLeftOut: boolean;
}

function* buildPlain(column: Column, job: ResolvedJob): Steps<PlainDomain> {
  const given = job.attributes[column.name].hierarchy;
  const spec = hierarchyFor(job, given, column.type);
  const missing = job.input?.missing ?? [''];
  // A hierarchy that is not used as it is given is checked all the same.
  const isLeftOut = spec === undefined && given !== undefined;
  if (isLeftOut || (listedOrder(given) !== null && spec !== given)) buildDomain(column, given, missing);
  const built = yield* buildDomainInSteps(column, spec, missing);
  yield;
  requireMeasurable(built.domain);
  if (!releasesRanges(job)) requireReadableNodes(built.domain);
  const domain = releasesRanges(job) ? inNaturalOrder(built.domain) : built.domain;
  return { column, spec, isLeftOut, domain, warnings: built.warnings };
}

/** Throws InvalidArgumentError `NUMBER_RANGE` where ranges of the numbers, or their sums, would be infinite. */
function requireMeasurable({ attribute, numbers, scattered }: Domain): void {
  if (!(numbers ?? scattered ?? new Float64Array(0)).some((number) => Math.abs(number) > LARGEST_MEASURED)) return;
  throw new InvalidArgumentError(
    `attributes[${JSON.stringify(attribute)}]`,
    `numbers from -${LARGEST_MEASURED} to ${LARGEST_MEASURED}, whose ranges and sums are finite`,
    'one beyond (another cure: "type": "string")',
    'NUMBER_RANGE',
  );
}

/** Cure for an attribute without levels. */
function insteadOf(column: Column): string {
  const proposed = proposeHierarchy(column);
  if (proposed === null) {
    return 'a hierarchy that groups them ("tree", or "levels" from a file) keeps more, and {"type":"suppress"} says that this is meant';
  }
  const spec = `"hierarchy": ${JSON.stringify(proposed)}`;
  return proposed.type === 'suppress' ? `${spec} says that this is meant` : `${spec} keeps more`;
}

/** The domain as it is searched where no rare value is to be shown: coded, or with the numbers that no mean may be. */
function* hideRareValues(
  domain: Domain,
  job: ResolvedJob,
  { people, holders, grid, ranks }: People & { grid: Grid | null; ranks: Float64Array | null },
): Steps<Domain> {
  const k = codesRareValues(job) ? peopleToHideIn(job) : 1;
  const { column, order } = domain;
  if (replacementOf(job) === undefined || order === 'listed' || !['integer', 'number'].includes(column.type)) {
    return yield* codeDomain(domain, { k, people, holders, grid, ranks });
  }
  const having = (code: number): number =>
    holders === null ? people[code] : holders.start[code + 1] - holders.start[code];
  return { ...domain, hidden: new Set(column.numbers?.filter((_, code) => having(code) < k)) };
}

/** Rows with every entry of a column's dictionary, and the persons who have it where persons are counted. */
interface People {
  readonly people: ArrayLike<number>;
  readonly holders: Holders | null;
}

function peopleOf(column: Column, joined: JoinedPublic | null, units: Units | null): People {
  if (units === null) return { people: rowsWith(column, joined), holders: null };
  return { people: rowsWith(column, joined), holders: holdersInPublic(column, joined) ?? holdersOf(column, units) };
}

/** The persons of the public table who have every entry of the column's dictionary; null where there is none. */
function holdersInPublic({ name, texts }: Column, joined: JoinedPublic | null): Holders | null {
  const known = joined?.columns.find((column) => column.name === name);
  if (known === undefined || joined === null || joined.persons === null) return null;
  const { codes } = known.column;
  const of = Uint32Array.from(codes, (code) => known.codeOf[code]);
  return holdersOfGroups(of, texts.length, joined.persons.units ?? { of: of.map((_, row) => row), count: of.length });
}

/** Rows with every entry of the column's dictionary: those of the public table, which holds the input's, where there is one. */
function rowsWith(column: Column, joined: JoinedPublic | null): ArrayLike<number> {
  const known = joined?.columns.find(({ name }) => name === column.name);
  if (known === undefined) return countValues(column);
  const people = new Float64Array(column.texts.length);
  countValues(known.column).forEach((rows, code) => (people[known.codeOf[code]] += rows));
  return people;
}

export { countRowsPerCode as countValues } from '../table/table.js';

/**
 * Conditions that classes must satisfy: the job's models and, where it has no k-anonymity but hierarchies made of the values, a minimum number of
 * people, so that enough of them have a node of these.
 */
export function searchedPrivacy(job: ResolvedJob): readonly PrivacySpec[] {
  const isMade = Object.values(job.attributes).some(
    ({ role, hierarchy, type }) => role === 'quasi-identifier' && isMadeOfValues(hierarchyFor(job, hierarchy, type)),
  );
  if (isMade && codesRareValues(job) && kOf(job) === 1)
    return [...job.privacy, { model: 'k-anonymity', k: peopleToHideIn(job) }];
  return needsKeyedClasses(job) ? [...job.privacy, { model: 'k-anonymity', k: 1 }] : job.privacy;
}

/** True where a class of nothing but rows without a key breaks a lower bound of presence, which regions without private rows do not. */
const needsKeyedClasses = ({ missingPersons, privacy }: ResolvedJob): boolean =>
  missingPersons === 'separate' &&
  privacy.some((spec) => spec.model === 'delta-presence' && spec.min > 0 && spec.outside === 'ignored');

/** Loads a job's columns into the engine and counts its vectors, with yields. The caller disposes of the result. */
export function* prepare(
  table: Table,
  job: ResolvedJob,
  roles: Roles,
  domains: readonly Domain[],
  engine: Engine,
  { joined = null, units = null, each = null }: PreparedWith = {},
): Steps<Prepared> {
  const sensitive = yield* codesOfModels(table, job);
  const warnings = sensitive.flatMap((codes) => codes.warnings);
  const byRows = makeModels(job.models, searchedPrivacy(job), (attribute) => {
    const codes = sensitive.find(({ column }) => column.name === attribute);
    return codes === undefined
      ? undefined
      : sensitiveScale(codes, job.attributes[attribute].hierarchy, job.attributes[attribute].set?.delimiter);
  });
  const isApart = joined?.persons?.isApart ?? true;
  const given = { table, roles, sensitive, models: byRows, keeps: keepsVectors(job), isKept: judgesByFirsts(job), isApart }; // prettier-ignore
  const { models, looked, persons, isFirsts, inBuckets } = yield* lookAt(given, job, units, each);
  const columns: EngineColumn[] = [
    ...domains.map((domain) => ({ codes: domain.column.codes, size: domain.size, map: domain.leafOf })),
    ...looked.map(({ engine }) => engine),
  ];
  const asSensitive = units !== null ? -1 : sensitive.findIndex(({ column }) => column.name === roles.class?.name);
  let classAt = asSensitive < 0 ? -1 : domains.length + asSensitive;
  const searched = columns.slice();
  if (classAt < 0 && roles.class !== null) {
    classAt = columns.length;
    columns.push({ codes: roles.class.codes, size: roles.class.texts.length });
  }
  const byDefault = suppressionByDefault(job);
  if (byDefault !== undefined) warnings.push(warnOfSuppression(job, byDefault));
  const { set, vectorOf, isEntryVector } = yield* countVectors(table, searched, engine);
  let prepared: Prepared | null = null;
  try {
    const own = { persons, isFirsts, vectorOf, set };
    const inPublic = joined === null ? null : yield* prepareJoined(joined, { table, job, domains, engine }, own);
    const problem: Problem = {
      rows: table.rows,
      domains,
      set,
      sensitive: looked.map(({ counted }) => counted),
      models,
      public: inPublic?.problem ?? null,
      persons: inBuckets?.(domains.length),
      labels:
        classAt < 0
          ? null
          : {
              size: columns[classAt].size,
              histogram: () => countWeighted(columns[classAt], vectorOf(), rowsPerEntry(table), set.length),
              numbers: numbersOf(roles.class, columns[classAt]),
            },
      released: roles.released.map(({ name }) => ({ name, role: roles.roleOf.get(name) ?? 'drop' })),
      suppressionLimit: resolveSuppression(suppressionFor(job), table.rows),
      failingLimit: byDefault?.failing,
    };
    const dispose = disposeOnce([...(inPublic === null ? [] : [inPublic.problem.set]), set]);
    prepared = {
      publicVectors: inPublic?.vectors ?? null,
      domains,
      models,
      sensitive,
      persons,
      classAt,
      columns,
      set,
      vectorOf,
      isEntryVector,
      problem,
      warnings,
      dispose,
    };
    return prepared;
  } finally {
    if (prepared === null) set.dispose();
  }
}

/** Counts the public table, by persons where the job names their key. */
function* prepareJoined(
  joined: JoinedPublic,
  {
    table,
    job,
    domains,
    engine,
  }: {
    readonly table: Table;
    readonly job: ResolvedJob;
    readonly domains: readonly Domain[];
    readonly engine: Engine;
  },
  { persons, isFirsts, vectorOf, set }: Pick<Prepared, 'persons' | 'vectorOf' | 'set'> & Pick<LookedAt, 'isFirsts'>,
): Steps<PreparedPublic> {
  const path = pathOfPublic(job);
  if (persons === null || joined.persons === null) return yield* joined.prepare(joined, domains, set, engine, path);
  const { units, paired, each } = persons;
  const own = { units, paired, each, vectorOf: vectorOf(), weights: rowsPerEntry(table), isFirsts };
  return yield* joined.byPersons.prepare(joined, domains, set, engine, path, { ...own, inPublic: joined.persons });
}

/** Models, and the columns that they look at. */
function* lookAt(
  given: Parameters<typeof lookAtPersons>[0],
  job: ResolvedJob,
  units: Units | null,
  each: Units | null,
): Steps<LookedColumns> {
  const { models, sensitive } = given;
  if (units === null) return { models, looked: sensitive.map(lookedAt), persons: null, isFirsts: false };
  if (job.algorithm.bucketsPersons === true) return yield* lookAtBuckets({ ...given, job, lookedAt }, units, each);
  return yield* lookAtPersons(given, units, each);
}

/** Result of {@link lookAt}; `persons` is null where rows are counted. */
interface LookedColumns extends Omit<LookedAt, 'persons'> {
  readonly persons: PersonsToMeasure | null;
  /** Persons of the problem, for an algorithm that makes buckets of persons. */
  readonly inBuckets?: (from: number) => Problem['persons'];
}

function lookedAt({ column, size, map }: SensitiveCodes): LookedColumn {
  const global = recount(countValues(column), map);
  return { engine: { codes: column.codes, size, map }, counted: { attribute: column.name, size, global } };
}

/** Disposes of all, in their order, when it is called first. */
function disposeOnce(all: readonly { dispose(): void }[]): () => void {
  let isDisposed = false;
  return () => {
    if (isDisposed) return;
    isDisposed = true;
    for (const each of all) each.dispose();
  };
}

/** True when all rows of a vector go to one class. */
const keepsVectors = ({ algorithm, options }: ResolvedJob): boolean =>
  algorithm.keepsVectors?.(options) ?? algorithm.disjointClasses === true;

/** True when classes may be judged by the first rows of persons. Searches for cuts judge by columns that say whose row it is. */
const judgesByFirsts = (job: ResolvedJob): boolean => keepsVectors(job) && job.algorithm.cutsDomains !== true;

/** Inputs of the preparation beside the table. */
interface PreparedWith {
  readonly joined?: JoinedPublic | null;
  readonly units?: Units | null;
  readonly each?: Units | null;
}

/** The attributes that models look at, each once. */
function* codesOfModels(table: Table, { privacy, attributes }: ResolvedJob): Steps<SensitiveCodes[]> {
  const names = new Set(privacy.flatMap((spec) => ('attribute' in spec ? spec.attribute : [])));
  const codes: SensitiveCodes[] = [];
  for (const name of names) {
    const column = table.column(name);
    if (column === undefined) continue;
    const isOrdered = privacy.some(
      (spec) => spec.model === 't-closeness' && spec.distance === 'ordered' && spec.attribute === name,
    );
    codes.push(yield* sensitiveCodes(column, attributes[name].hierarchy, { ordered: isOrdered }));
  }
  return codes;
}

function warnOfSuppression({ algorithm }: ResolvedJob, { failing, all }: DefaultSuppression): Warning {
  const more = all === 'unlimited' ? ', and whole classes with them where they are fewer' : '';
  return {
    code: 'SUPPRESSION_BY_DEFAULT',
    message: `the job has no "suppression": ${algorithm.name} may suppress up to k = ${amount(failing, 'row')}, as in its paper${more}; give {"maxRows": 0} for none`,
  };
}

/** The vectors of the entries. */
function* countVectors(
  table: Table,
  columns: readonly EngineColumn[],
  engine: Engine,
): Steps<Pick<Prepared, 'set' | 'vectorOf' | 'isEntryVector'>> {
  const { weights, entries } = table;
  if (weights !== null && isEveryEntryAVector(table, columns)) {
    const vectorOf = () => new Uint32Array(entries).map((_, entry) => entry);
    return { set: engine.frequencySetOf(columns, weights, true), vectorOf, isEntryVector: true };
  }
  const resident = engine.load(entries, columns);
  let set: FrequencySetWithRows;
  try {
    yield;
    set = engine.frequencySet(resident);
  } finally {
    // The memory of the rows serves for the search.
    resident.dispose();
  }
  if (weights === null) return { set, vectorOf: () => set.vectorOf(), isEntryVector: false };
  const vectors = set.vectorOf();
  set.dispose();
  return { set: engine.frequencySetOf(columns, weights), vectorOf: () => vectors, isEntryVector: false };
}

/** True when all columns of a counted table are counted and no two codes of a column become one: then entry i is vector i. */
function isEveryEntryAVector(table: Table, columns: readonly EngineColumn[]): boolean {
  const all = new Set(columns.map(({ codes }) => codes));
  if (!table.columns.every(({ codes }) => all.has(codes))) return false;
  return columns.every(({ map, size }) => {
    if (map === undefined) return true;
    const seen = new Uint8Array(size);
    return map.every((code) => seen[code]++ === 0);
  });
}

/** [groups * size] rows per group and code of a column. */
function countWeighted(
  { codes, size, map }: EngineColumn,
  groupOf: Uint32Array,
  weights: Uint32Array,
  groups: number,
): Uint32Array {
  const histogram = new Uint32Array(groups * size);
  for (let entry = 0; entry < groupOf.length; entry++) {
    const code = map === undefined ? codes[entry] : map[codes[entry]];
    histogram[groupOf[entry] * size + code] += weights[entry];
  }
  return histogram;
}

/** [size] number of every label of the class column, NaN for a missing one; null when they are no numbers. */
function numbersOf(column: Column | null, { size, map }: EngineColumn): Float64Array | null {
  const numbers = column?.numbers ?? null;
  if (numbers === null) return null;
  const byLabel = new Float64Array(size).fill(NaN);
  numbers.forEach((number, code) => (byLabel[map === undefined ? code : map[code]] = number));
  return byLabel;
}

function recount(counts: Uint32Array, map: Uint32Array | undefined): Uint32Array {
  if (map === undefined) return counts;
  const mapped = new Uint32Array(counts.length);
  counts.forEach((count, code) => (mapped[map[code]] = count));
  return mapped;
}
