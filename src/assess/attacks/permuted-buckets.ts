import type { Domain } from '../../audit/domain.js';
import { findLeafCodes, makeDomainInSteps } from '../../audit/domain.js';
import type { Grouping } from '../../audit/grouping.js';
import { groupByColumns } from './group-by-columns.js';
import { isGiven } from '../../audit/hierarchies/list.js';
import { readLabelsInSteps, type LabelOptions } from '../../audit/labels.js';
import { findLeaves, kindOfAttribute } from '../../audit/leaves.js';
import { isReplaced } from '../../audit/replaced.js';
import { splitSet, unquote } from '../../audit/rounded-labels.js';
import type { AuditQuasiIdentifier } from '../../audit/spec.js';
import { InvalidArgumentError } from '../../base/errors.js';
import { otherValue } from '../../hierarchy/labels.js';
import { isKeyOfUnit, type Plan } from '../../job/plan.js';
import { amount } from '../../base/plural.js';
import { auditSpecOf } from '../../pipeline/audit-spec.js';
import { eachInSteps, runToCompletion, type Steps } from '../../base/steps.js';
import { rowsPerEntry, type Column, type Table, type ValueKind } from '../../table/table.js';
import { numberUnits, unitsPerCode } from '../../table/units.js';
import type { AttackedJob } from './attacked-job.js';

/** People with equal quasi-identifiers, and what a bucket shows of them. */
export interface People {
  /** Distinct vectors of quasi-identifiers of the table of people. */
  readonly count: number;
  /** [rows of the table] vector of every row. */
  readonly vectorOf: Uint32Array;
  /** [vectors] rows. */
  readonly sizes: Uint32Array;
}

/** A release as read by an attacker who knows people's quasi-identifiers. */
export interface BucketView {
  readonly people: People;
  /** True where the release names its buckets; false where rows of equal quasi-identifiers are one. */
  readonly isPermuted: boolean;
  readonly buckets: number;
  /** [rows of the release] bucket of every row. */
  readonly bucketOf: Uint32Array;
  /** Rows of every bucket. */
  readonly rows: Uint32Array;
  readonly groupCount: number;
  /** [buckets][groups] rows by sub-tuple of the quasi-identifiers of the group; keys are codes of labels. */
  readonly counts: readonly (readonly ReadonlyMap<string, number>[])[];
  /** The buckets that a vector matches. */
  matches(vector: number): BucketMatch[];
}

/** A bucket that a vector matches. */
export interface BucketMatch {
  readonly bucket: number;
  /** Sub-tuples of the vector that it may show: for every group a key. Null for more than {@link MOST_SHOWN}. */
  readonly shown: readonly (readonly string[])[] | null;
}

/** Combinations of sub-tuples up to which all are listed by which a bucket may show a vector. */
const MOST_SHOWN = 256;

/** Leaves of labels that are noted between two pauses. */
const LEAVES_AT_ONCE = 1 << 15;

/** Rows between two pauses. */
const rowsAtOnce = 1 << 13;

/** Most words, 64 MiB, in which the buckets that show the values of a column are kept. */
const mostKeptWords = 1 << 24;

/**
 * Reads a release against a table of people. Of a permuted release the buckets are its own; of any other, rows of equal
 * released quasi-identifiers are a bucket with one group of columns.
 *
 * @param release - its first table
 * @param people - has every quasi-identifier of the job
 * @param groups - columns that stayed together, where the job does not say it (slicing with `auto`)
 * @throws InvalidArgumentError UNKNOWN_COLUMN, GROUPS_NEEDED, LABELS_UNKNOWN
 */
export function viewBuckets(
  release: Table,
  people: Table,
  job: AttackedJob,
  groups?: readonly (readonly string[])[],
): BucketView {
  return runToCompletion(viewBucketsInSteps(release, people, job, groups));
}

/**
 * {@link viewBuckets} that yields between stretches of the work.
 *
 * @param input - the input of the release, whose values of fewer than k rows, or persons, `other` stands for; its codes are those of `people`.
 *   Without it `other` may be any value that the release does not show.
 */
export function* viewBucketsInSteps(
  release: Table,
  people: Table,
  job: AttackedJob,
  groups?: readonly (readonly string[])[],
  input?: Table,
): Steps<BucketView> {
  const { plan } = job;
  const spec = auditSpecOf(job, { original: people });
  const missing = new Set(spec.missing);
  const names = spec.quasiIdentifiers.map(({ name }) => name);
  const released = names.map((name) => requireColumn(release, name, 'release'));
  const known = names.map((name) => requireColumn(people, name, 'public table'));
  const grouping = yield* groupByColumns(people.rows, known);
  const bucketing = yield* bucketsOf(release, plan, released);
  const ofGroup = columnGroups(plan, names, groups);
  const bearers = yield* countBearers(plan, input);
  const shows: (readonly (readonly number[])[])[] = [];
  for (const [a, attribute] of spec.quasiIdentifiers.entries()) {
    yield;
    const coding = rareCodingOf(plan, attribute.name, bearers);
    const reading = input === undefined ? readingOf(attribute, plan) : {};
    shows.push(yield* labelsByCode(attribute, { known: known[a], released: released[a] }, missing, coding, reading));
  }

  const words = Math.ceil(bucketing.count / 32);
  const { has, counts } = yield* lookAtRows(release.rows, released, bucketing, ofGroup);
  const first = new Int32Array(grouping.count).fill(-1);
  yield;
  for (let row = people.rows - 1; row >= 0; row--) first[grouping.groupOf[row]] = row;
  yield;

  const isHere = (bucket: number, a: number, label: number): boolean =>
    ((has[a][label][bucket >>> 5] >>> (bucket & 31)) & 1) === 1;
  const shownIn = (bucket: number, labels: readonly (readonly number[])[]): BucketMatch['shown'] => {
    const here = labels.map((all, a) => all.filter((label) => isHere(bucket, a, label)));
    let shown: string[][] | null = [[]];
    for (const [g, group] of ofGroup.entries()) {
      const known = counts[bucket][g];
      const few = group.reduce((product, a) => product * here[a].length, 1) <= MOST_SHOWN;
      const keys = few
        ? group.reduce<string[]>((all, a, at) => all.flatMap((key) => here[a].map((label) => (at === 0 ? `${label}` : `${key} ${label}`))), ['']) // prettier-ignore
        : [...known.keys()].filter((key) =>
            key.split(' ').every((label, at) => here[group[at]].includes(Number(label))),
          );
      const own: string[] = keys.filter((key) => known.has(key));
      if (own.length === 0) return [];
      if (shown !== null && shown.length * own.length > MOST_SHOWN) shown = null;
      shown = shown?.flatMap((rest) => own.map((key) => [...rest, key])) ?? null;
    }
    return shown;
  };
  const showing = bucketsShowing(has, shows, words);
  return {
    people: { count: grouping.count, vectorOf: grouping.groupOf, sizes: grouping.sizes },
    isPermuted: plan.permutes !== null,
    buckets: bucketing.count,
    bucketOf: bucketing.groupOf,
    rows: bucketing.sizes,
    groupCount: ofGroup.length,
    counts,
    matches(vector) {
      const codes = known.map((column) => column.codes[first[vector]]);
      const labels = shows.map((ofCode, a) => ofCode[codes[a]]);
      const found: BucketMatch[] = [];
      for (const bucket of showing(codes)) {
        const shown = shownIn(bucket, labels);
        if (shown === null || shown.length > 0) found.push({ bucket, shown });
      }
      return found;
    },
  };
}

/** Labels and sub-tuples of every bucket. */
interface ShownBuckets {
  /** [attributes][labels] the buckets that have a label, a bit each. */
  readonly has: readonly (readonly Uint32Array[])[];
  readonly counts: readonly (readonly Map<string, number>[])[];
}

function* lookAtRows(
  rows: number,
  released: readonly Column[],
  bucketing: Grouping,
  ofGroup: readonly (readonly number[])[],
): Steps<ShownBuckets> {
  const words = Math.ceil(bucketing.count / 32);
  const has: Uint32Array[][] = [];
  for (const { texts } of released) {
    yield;
    has.push(Array.from(texts, () => new Uint32Array(words)));
  }
  const counts: Map<string, number>[][] = [];
  yield* eachInSteps(bucketing.count, () => counts.push(ofGroup.map(() => new Map<string, number>())));
  for (let row = 0; row < rows; row++) {
    if (row % rowsAtOnce === 0) yield;
    const bucket = bucketing.groupOf[row];
    released.forEach((column, a) => (has[a][column.codes[row]][bucket >>> 5] |= 1 << (bucket & 31)));
    ofGroup.forEach((group, g) => {
      const key = group.map((a) => released[a].codes[row]).join(' ');
      const map = counts[bucket][g];
      map.set(key, (map.get(key) ?? 0) + 1);
    });
  }
  return { has, counts };
}

/** Coding of values that fewer than k rows have. */
interface RareCoding {
  /** [codes] rows of the input, or persons where they are known; null where it is unknown. */
  readonly rowsOfCode: Float64Array | null;
  readonly k: number;
  /** True where rows are counted in a public table, which holds the input: a value that the release shows is not rare there. */
  readonly isOfPublic: boolean;
}

/** Coding of the rare values of a column; null where they are not coded. */
function rareCodingOf({ fewest: k, publicTable }: Plan, name: string, bearers: Bearers | null): RareCoding | null {
  if (k === null) return null;
  return {
    rowsOfCode: bearers?.(name) ?? null,
    k,
    isOfPublic: publicTable !== null,
  };
}

/** [codes] rows of a column of the input that have each value, or persons; undefined without the column. */
type Bearers = (name: string) => Float64Array | undefined;

function* countBearers(plan: Plan, input: Table | undefined): Steps<Bearers | null> {
  if (input === undefined) return null;
  const keys = input.columns.filter(({ name }) => isKeyOfUnit(plan, name));
  const units = keys.length === 0 ? null : yield* numberUnits(input, keys);
  return (name) => {
    const column = input.column(name);
    if (column === undefined) return undefined;
    return units === null ? rowsPerCode(column, rowsPerEntry(input)) : Float64Array.from(unitsPerCode(column, units));
  };
}

/** [codes] rows of a column. */
function rowsPerCode({ codes, texts }: Column, weights: ArrayLike<number>): Float64Array {
  const rows = new Float64Array(texts.length);
  codes.forEach((code, entry) => (rows[code] += weights[entry]));
  return rows;
}

/** How labels are read whose input may lack values of the table of people. */
function readingOf({ hierarchy }: AuditQuasiIdentifier, { ranges }: Plan): LabelOptions {
  return isGiven(hierarchy) ? {} : { mayLack: { isRounded: ranges === 'rounded', hierarchy } };
}

/** A quasi-identifier of the table of people and of the release. */
interface ComparedColumn {
  readonly known: Column;
  readonly released: Column;
}

/** [codes of the table of people] the labels of the release that can show a value of a quasi-identifier. */
function* labelsByCode(
  attribute: AuditQuasiIdentifier,
  { known, released }: ComparedColumn,
  missing: ReadonlySet<string>,
  coding: RareCoding | null,
  options: LabelOptions,
): Steps<readonly (readonly number[])[]> {
  const refuse = (expected: string, received: string): never => {
    const where = `release, column ${JSON.stringify(attribute.name)}`;
    throw new InvalidArgumentError(where, expected, received, 'LABELS_UNKNOWN');
  };
  if (attribute.replacement !== undefined && isReplaced(attribute, released, known, missing)) {
    return refuse(
      'values, ranges or nodes, which show whose they may be (mdav with "replacement": "range" releases them)',
      `the ${attribute.replacement === 'median' ? 'median' : 'mean'} of every class, which does not`,
    );
  }
  const leaves = findLeaves(attribute, known, released, missing);
  const used = new Uint8Array(released.texts.length).fill(1);
  const plain = leaves === null ? null : yield* makeDomainInSteps(attribute, known, leaves, missing);
  const domain =
    plain?.height === null && !plain.isListed && coding !== null
      ? yield* roundedDomain(plain, kindOfAttribute(attribute, known)!, { known, released }, missing, coding, options)
      : plain;
  const labels = domain === null ? null : yield* readLabelsInSteps(released, domain, missing, used, options);
  if (domain === null || labels === null || labels.unresolved > 0) {
    return refuse(
      'values of the public table, or labels of the job that mean some of them',
      `${amount(labels?.unresolved ?? 0, 'label that means', 'labels that mean')} nothing there (is every person of the release in the public table?)`,
    );
  }
  const byLeaf: number[][] = Array.from({ length: domain.size }, () => []);
  let noted = 0;
  for (const [label, runs] of labels.runs.entries()) {
    for (let r = 0; runs !== null && r < runs.length; r += 2) {
      for (let leaf = runs[r]; leaf <= runs[r + 1]; leaf++) byLeaf[leaf].push(label);
      noted += runs[r + 1] - runs[r] + 1;
    }
    if (noted < LEAVES_AT_ONCE) continue;
    noted = 0;
    yield;
  }
  const leafOf = yield* findLeafCodes(known, domain, missing);
  yield;
  return Array.from(leafOf, (leaf) => (leaf < 0 ? [] : byLeaf[leaf]));
}

/**
 * Finds the buckets that show all values of a person, by codes of the table of people.
 *
 * @param has - [attributes][labels] the buckets that have a label, a bit each
 * @param shows - [attributes][codes] labels that can show a value
 */
function bucketsShowing(
  has: readonly (readonly Uint32Array[])[],
  shows: readonly (readonly (readonly number[])[])[],
  words: number,
): (codes: readonly number[]) => Generator<number> {
  const unions = shows.map(() => new Map<number, Uint32Array>());
  /** The buckets that show the value of a code by any of its labels; null where there are too many to be kept. */
  const anyOf = (a: number, code: number): Uint32Array | null => {
    if (shows[a].length * words > mostKeptWords) return null;
    const kept = unions[a].get(code) ?? new Uint32Array(words);
    if (!unions[a].has(code)) {
      for (const label of shows[a][code]) has[a][label].forEach((bits, word) => (kept[word] |= bits));
      unions[a].set(code, kept);
    }
    return kept;
  };
  return function* (codes) {
    const joined = codes.map((code, a) => anyOf(a, code));
    for (let word = 0; word < words; word++) {
      let bits = 0xffffffff;
      for (let a = 0; a < codes.length && bits !== 0; a++) {
        bits &= joined[a]?.[word] ?? shows[a][codes[a]].reduce((any, label) => any | has[a][label][word], 0);
      }
      for (; bits !== 0; bits &= bits - 1) yield word * 32 + 31 - Math.clz32(bits & -bits);
    }
  };
}

/** The leaves that fewer than k rows of the input have; null where the input is unknown. */
function* rareLeaves(
  domain: Domain,
  known: Column,
  missing: ReadonlySet<string>,
  { rowsOfCode, k }: RareCoding,
): Steps<number[] | null> {
  if (rowsOfCode === null) return null;
  const rows = new Float64Array(domain.size);
  const leafOf = yield* findLeafCodes(known, domain, missing);
  leafOf.forEach((leaf, code) => {
    if (leaf >= 0) rows[leaf] += rowsOfCode[code] ?? 0;
  });
  return Array.from(rows.keys()).filter((leaf) => rows[leaf] < k && leaf !== domain.missing);
}

/**
 * The domain of a column whose ranges are rounded. `other` stands for values that few rows of the input have. Without the
 * input it may be any value that the release does not show.
 */
function* roundedDomain(
  domain: Domain,
  given: ValueKind,
  { known, released }: ComparedColumn,
  missing: ReadonlySet<string>,
  coding: RareCoding,
  options: LabelOptions,
): Steps<Domain> {
  const kind: ValueKind = domain.numbers === null ? { type: 'string' } : given;
  const few = yield* rareLeaves(domain, known, missing, coding);
  if (few !== null && !coding.isOfPublic) return { ...domain, rounded: { kind, rare: few } };
  const used = new Uint8Array(released.texts.length).fill(1);
  const plain = { ...domain, rounded: { kind, rare: [] } };
  const { runs, unsure } = yield* readLabelsInSteps(released, plain, missing, used, options);
  yield;
  const isShown = new Uint8Array(domain.size);
  released.texts.forEach((text, label) => {
    if (unsure.has(label)) return;
    const beside = kind.type === 'string' ? membersBesideOther(text) : null;
    const own = beside === null ? runs[label] : [];
    for (const leaf of beside?.map((member) => domain.leafOf(member)) ?? []) if (leaf >= 0) isShown[leaf] = 1;
    for (let r = 0; text !== '*' && own !== null && r < own.length; r += 2) isShown.fill(1, own[r], own[r + 1] + 1);
  });
  const all = few ?? Array.from(isShown.keys()).filter((leaf) => leaf !== domain.missing);
  return { ...domain, rounded: { kind, rare: all.filter((leaf) => isShown[leaf] === 0) } };
}

/** Values that a label names beside `other`: those of `{a, b, other}`, none of `other`. Null for labels without `other`. */
function membersBesideOther(text: string): string[] | null {
  const members = text.startsWith('{') && text.endsWith('}') ? splitSet(text.slice(1, -1)) : [text];
  if (members === null || !members.includes(otherValue)) return null;
  return members.filter((member) => member !== otherValue).map(unquote);
}

function* bucketsOf(release: Table, { permutes }: Plan, released: readonly Column[]): Steps<Grouping> {
  const columns = permutes === null ? released : [requireColumn(release, permutes.bucketColumn, 'release')];
  return yield* groupByColumns(release.rows, columns);
}

/** Quasi-identifiers (by number) of every group of columns that has any. */
function columnGroups(
  { permutes }: Plan,
  names: readonly string[],
  given: readonly (readonly string[])[] | undefined,
): number[][] {
  const all = names.map((_, a) => a);
  if (permutes === null) return [all];
  const kept = given ?? permutes.groups;
  if (kept === null) {
    throw new InvalidArgumentError(
      'columns',
      'the groups of columns that were permuted together (solution.columns of the run)',
      'nothing, and the job does not say it',
      'GROUPS_NEEDED',
    );
  }
  const groups = kept
    .map((group) => group.flatMap((name) => (names.includes(name) ? [names.indexOf(name)] : [])))
    .filter((group) => group.length > 0);
  const named = new Set(groups.flat());
  return [...groups, ...all.filter((a) => !named.has(a)).map((a) => [a])];
}

/** Throws InvalidArgumentError UNKNOWN_COLUMN. */
export function requireColumn(table: Table, name: string, where: string): Column {
  const column = table.column(name);
  if (column !== undefined) return column;
  throw new InvalidArgumentError(where, `a column ${JSON.stringify(name)}`, 'none of that name', 'UNKNOWN_COLUMN');
}
