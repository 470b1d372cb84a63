import { formatPath } from '../base/describe.js';
import { requireJudgeable } from './measure-groups.js';
import { attributeOf } from '../privacy/attribute-of.js';
import { appendAll } from '../base/sequences.js';
import type { Problem } from '../algorithms/algorithm.js';
import type { Engine, EngineColumn, FrequencySet, FrequencySetWithRows } from '../engine/engine.js';
import { LARGEST_MEASURED } from '../base/elementary.js';
import { InvalidArgumentError } from '../base/errors.js';
import { buildDomain, buildDomainInSteps, type BuiltDomain } from '../hierarchy/build-domain.js';
import { proposeHierarchy } from '../hierarchy/propose-hierarchy.js';
import { codeDomain } from '../hierarchy/coding/code-domain.js';
import type { Grid } from '../hierarchy/coding/grid.js';
import { gridOfHierarchy } from '../hierarchy/coding/hierarchy-grid.js';
import { isMadeOfValues, listedOrder } from '../hierarchy/kinds.js';
import type { Domain } from '../hierarchy/domain.js';
import { requireReadableNodes } from '../hierarchy/labels.js';
import { inNaturalOrder } from '../hierarchy/natural-order.js';
import { type Plan, plannedColumn, type SearchedColumn } from '../job/plan.js';
import type { Roles } from '../job/roles.js';
import { resolveSuppression } from '../job/suppression-limit.js';
import { amount } from '../base/plural.js';
import type { Steps } from '../base/steps.js';
import { ranksOfValues } from './value-order.js';
import { createModels } from '../privacy/create-models.js';
import type { PrivacyModel } from '../privacy/model.js';
import { isOfNumbers } from '../table/of-numbers.js';
import { arePartialDays } from '../table/spelling.js';
import type { Column, Table, Warning } from '../table/table.js';
import { countRowsPerCode as countValues, rowsPerEntry } from '../table/table.js';
import { holdersOf, holdersOfGroups, type Holders, type Units } from '../table/units.js';
import type { JoinedPublic } from './join-public.js';
import type { LookedColumn } from './pair-columns.js';
import { lookAtBuckets } from './prepare-buckets.js';
import { lookAtPersons, type LookedAt, type PersonsToMeasure } from './prepare-persons.js';
import type { PreparedPublic } from './prepare-public.js';
import type { RunCards } from './resolved-job.js';
import type { SensitiveCodes } from './sensitive-codes.js';
import { sensitiveCodes, sensitiveScale } from './sensitive-codes.js';

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
  plan: Plan,
  joined: JoinedPublic | null = null,
  weights: Uint32Array | null = null,
  units: Units | null = null,
): Steps<{ domains: Domain[]; warnings: Warning[] }> {
  const domains: Domain[] = [];
  const isFollowed = plan.hierarchies === 'follow';
  const isRounded = plan.ranges === 'rounded';
  const all: PlainDomain[] = [];
  for (const column of roles.quasiIdentifiers) all.push(yield* buildPlain(column, plan));
  const plain = all.map(({ domain }) => domain);
  const ordered = yield* ranksOfValues(plain, plan, roles, weights);
  const warnings: Warning[] = [...ordered.warnings];
  const { name } = plan.algorithm;
  for (const [a, { column, planned, domain, ...built }] of all.entries()) {
    const { given, hierarchy, hierarchyBy } = planned;
    const ranks = ordered.ranks[a];
    if (!isRounded) refusePartialDays(column);
    // One that is left out gives ranges their ends where it has bounds.
    const grid = hierarchyBy === 'left-out' ? gridOfHierarchy(given, column) : null;
    const coded = isRounded
      ? yield* hideRareValues(domain, plan.within.includes(domain.attribute) ? { ...plan, fewest: 1 } : plan, {
          ...peopleOf(column, joined, units),
          grid,
          ranks,
        })
      : domain;
    const isQuoted = isRounded && hierarchy !== undefined && isMadeOfValues(hierarchy) && column.type === 'string';
    const listed = hierarchyBy === 'job' ? null : listedOrder(given);
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
    if (hierarchyBy === 'left-out') {
      warnings.push({
        code: 'RANGES_INSTEAD_OF_LEVELS',
        message: `${name} releases ranges or sets and ignores this hierarchy: its labels are made of values of the table, and ranges must not show those ("levels" or a "tree", with labels that the job names, are used)`,
        attribute: column.name,
      });
    } else if (hierarchyBy === 'algorithm') {
      warnings.push({
        code: 'LEVELS_MISSING',
        message: `${name} needs levels, and none are given: values are released as they are, or as "*"; ${insteadOf(column)}`,
        attribute: column.name,
      });
    }
  }
  return { domains, warnings };
}

/** Throws for days without a known day or month: a range that ends at one of them may be false of it. */
function refusePartialDays(column: Column): void {
  if (!arePartialDays(column)) return;
  const expected = `"rounded", since ${JSON.stringify(column.name)} has days without a known day or month`;
  throw new InvalidArgumentError('output.ranges', expected, '"tight"', 'PARTIAL_DAYS');
}

/** The domain of a quasi-identifier, before values are coded, and what it was built with. */
interface PlainDomain extends BuiltDomain {
  readonly column: Column;
  readonly planned: SearchedColumn;
}

function* buildPlain(column: Column, plan: Plan): Steps<PlainDomain> {
  const { releasesRanges, missing } = plan;
  const planned = plannedColumn(plan, column.name)!;
  const { given, hierarchy, hierarchyBy } = planned;
  // A hierarchy that is not used as it is given is checked all the same.
  if (hierarchyBy === 'left-out' || (listedOrder(given) !== null && hierarchyBy !== 'job'))
    buildDomain(column, given, missing);
  const built = yield* buildDomainInSteps(column, hierarchy, missing);
  yield;
  requireMeasurable(built.domain);
  if (!releasesRanges) requireReadableNodes(built.domain);
  const domain = withLevelRange(releasesRanges ? inNaturalOrder(built.domain) : built.domain, planned, plan);
  return { column, planned, domain, warnings: built.warnings };
}

/** The domain with the levels that the job allows. Throws InvalidArgumentError LEVELS_NOT_BOUNDED, OPTION_RANGE. */
function withLevelRange(
  domain: Domain,
  { name, levels }: SearchedColumn,
  { boundsLevels, algorithm, within }: Plan,
): Domain {
  if (boundsLevels && within.includes(name)) return { ...domain, levelRange: { least: 0, most: 0 } };
  if (levels === undefined) return domain;
  const path = (key: string): string => formatPath(['attributes', name, key]);
  if (!boundsLevels) {
    throw new InvalidArgumentError(
      path(levels.least === undefined ? 'maxLevel' : 'minLevel'),
      'an algorithm that searches between levels: optimal-lattice, samarati, min-gen, datafly or mu-argus',
      JSON.stringify(algorithm.name),
      'LEVELS_NOT_BOUNDED',
    );
  }
  const height = domain.hierarchy?.height ?? 0;
  const { least = 0, most = height } = levels;
  if (most > height) {
    throw new InvalidArgumentError(
      path('maxLevel'),
      `a level of the hierarchy, 0 to ${height}`,
      String(most),
      'OPTION_RANGE',
    );
  }
  if (least > most) {
    throw new InvalidArgumentError(path('minLevel'), `a level from 0 to ${most}`, String(least), 'OPTION_RANGE');
  }
  return { ...domain, levelRange: { least, most } };
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
  { fewest, replacement }: Plan,
  { people, holders, grid, ranks }: People & { grid: Grid | null; ranks: Float64Array | null },
): Steps<Domain> {
  const k = fewest ?? 1;
  const { column, order } = domain;
  if (replacement === null || order === 'listed' || !isOfNumbers(column)) {
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

/** Loads the columns of a run into the engine and counts its vectors, with yields. The caller disposes of the result. */
export function* prepare(
  { table, roles, domains }: { readonly table: Table; readonly roles: Roles; readonly domains: readonly Domain[] },
  { plan, algorithm }: RunCards,
  engine: Engine,
  { joined = null, units = null, each = null }: PreparedWith = {},
): Steps<Prepared> {
  const sensitive = yield* codesOfModels(table, plan);
  const warnings = sensitive.flatMap((codes) => codes.warnings);
  const byRows = createModels(plan.privacy, (attribute) => {
    const codes = sensitive.find(({ column }) => column.name === attribute);
    const { given, spec } = plannedColumn(plan, attribute) ?? {};
    return codes === undefined ? undefined : sensitiveScale(codes, given, spec?.set?.delimiter);
  });
  const isApart = joined?.persons?.isApart ?? true;
  // Classes may be judged by the first rows of persons. Searches for cuts judge by columns that say whose row it is.
  const judgesByFirsts = plan.keepsVectors && algorithm.cutsDomains !== true;
  const given = { table, roles, sensitive, models: byRows, keeps: plan.keepsVectors, isKept: judgesByFirsts, isApart }; // prettier-ignore
  requireJudgeable(byRows, { attributes: domains.length, vectors: table.entries }, plan);
  const { models, looked, persons, isFirsts, inBuckets } = yield* lookAt(given, plan, units, each);
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
  const { failingByDefault, suppression } = plan;
  if (failingByDefault !== null) warnings.push(warnOfSuppression(plan, failingByDefault));
  const { set, vectorOf, isEntryVector } = yield* countVectors(table, searched, engine);
  let prepared: Prepared | null = null;
  try {
    const own = { persons, isFirsts, vectorOf, set };
    const inPublic = joined === null ? null : yield* prepareJoined(joined, { table, domains, engine }, own);
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
      suppressionLimit: resolveSuppression(suppression, table.rows),
      failingLimit: failingByDefault ?? undefined,
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
    domains,
    engine,
  }: {
    readonly table: Table;
    readonly domains: readonly Domain[];
    readonly engine: Engine;
  },
  { persons, isFirsts, vectorOf, set }: Pick<Prepared, 'persons' | 'vectorOf' | 'set'> & Pick<LookedAt, 'isFirsts'>,
): Steps<PreparedPublic> {
  const { path } = joined;
  if (persons === null || joined.persons === null) return yield* joined.prepare(joined, domains, set, engine, path);
  const { units, paired, each } = persons;
  const own = { units, paired, each, vectorOf: vectorOf(), weights: rowsPerEntry(table), isFirsts };
  return yield* joined.byPersons.prepare(joined, domains, set, engine, path, { ...own, inPublic: joined.persons });
}

/** Models, and the columns that they look at. */
function* lookAt(
  given: Parameters<typeof lookAtPersons>[0],
  plan: Plan,
  units: Units | null,
  each: Units | null,
): Steps<LookedColumns> {
  const { models, sensitive } = given;
  if (units === null) return { models, looked: sensitive.map(lookedAt), persons: null, isFirsts: false };
  if (plan.bucketsPersons) return yield* lookAtBuckets({ ...given, plan, lookedAt }, units, each);
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

/** Inputs of the preparation beside the table. */
interface PreparedWith {
  readonly joined?: JoinedPublic | null;
  readonly units?: Units | null;
  readonly each?: Units | null;
}

/** The attributes that models look at, each once. */
function* codesOfModels(table: Table, plan: Plan): Steps<SensitiveCodes[]> {
  const { privacy } = plan;
  const names = new Set(privacy.flatMap((spec) => attributeOf(spec) ?? []));
  const codes: SensitiveCodes[] = [];
  for (const name of names) {
    const column = table.column(name);
    if (column === undefined) continue;
    const isOrdered = privacy.some(
      (spec) => spec.model === 't-closeness' && spec.distance === 'ordered' && spec.attribute === name,
    );
    codes.push(yield* sensitiveCodes(column, plannedColumn(plan, name)?.given, { ordered: isOrdered }));
  }
  return codes;
}

function warnOfSuppression({ algorithm, suppression }: Plan, failing: number): Warning {
  const more = suppression === 'unlimited' ? ', and whole classes with them where they are fewer' : '';
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
