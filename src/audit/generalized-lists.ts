/** The audit of a release of lists whose items are generalized, from the file alone and, where it is at hand, against the original. */
import { exponentialMinusOne, logarithmOnePlus } from '../base/elementary.js';
import { amount } from '../base/plural.js';
import type { Column, Table } from '../table/table.js';
import type { AuditHierarchy } from './hierarchies/list.js';
import type { LabelLosses } from './label-losses.js';
import { findLeaves, type Leaves } from './leaves.js';
import { rareTerms } from './exposed-terms.js';
import {
  listAt,
  type ListSpec,
  readRecords,
  readTerms,
  type ReadTerms,
  type TermLists,
  TermNumbers,
} from './list-terms.js';
import { measureSizes } from './measure.js';
import { countPersons, smallestSupport, sumOfRows } from './models/km-anonymity.js';
import { NONE, type Persons } from './persons.js';
import type { AuditReport } from './report.js';

/** Input of the audit of generalized lists. */
export interface GeneralizedListsSpec extends ListSpec {
  /** Hierarchy of the items. */
  readonly hierarchy?: AuditHierarchy;
}

/** Lists of a table, with the texts of their terms. */
interface Listed extends ReadTerms {
  /** [terms] */
  readonly names: readonly string[];
}

/**
 * Confirms k^m-anonymity (Terrovitis et al. 2008, definition 1): every set of up to m released items that a row has, k rows have, or persons. With the
 * original: each of its items stands behind one released item that covers it in the hierarchy, and its lists, written with these, are those of the release.
 * Yields between stretches of the work.
 */
export function* auditGeneralizedInSteps(
  release: Table,
  spec: GeneralizedListsSpec,
  whole?: Table,
): Generator<void, AuditReport> {
  const { k, m, attribute } = spec;
  const problems = checkNames(release, spec);
  const { original, persons, ...drawn } = yield* readRecords(spec, whole);
  const shown = yield* readListed(release, spec);
  const held = original === undefined ? null : yield* readListed(original, spec);
  if (original !== undefined && held === null)
    problems.push(`column ${JSON.stringify(attribute)}: not in the original`);
  const fitted = shown === null || held === null ? null : yield* fit(shown, held, spec, problems);
  if (original !== undefined && original.rows !== release.rows) {
    problems.push(`${amount(release.rows, 'row')}, the original has ${original.rows}`);
  }
  const exposed =
    fitted === null || shown === null
      ? null
      : yield* rareTerms(shown, fitted.written, shown.names.length, { k, persons });
  const counted = yield* countSets({ shown, fitted, persons, original }, spec, problems);
  const { figures } = counted;
  const fewest = Math.min(counted.fewest, figures.persons ?? release.rows);
  const holds = problems.length === 0 && fewest >= k;
  const rows = original?.rows ?? release.rows;
  const sizes = Uint32Array.from(release.rows === 0 ? [] : [release.rows]);
  return {
    rows,
    released: release.rows,
    suppressed: 0,
    persons: null,
    personsReleased: null,
    ...figures,
    ...drawn,
    classes: sizes.length,
    classSizes: Array.from(sizes, (size) => [size, 1] as const),
    privacy: [
      {
        model: 'km-anonymity',
        attribute,
        required: { k, m },
        achieved: { k: fewest },
        holds: fewest >= k && problems.length === 0,
      },
    ],
    metrics: { ...(yield* measureSizes({ rows, suppressed: 0, sizes, k })), ...lossesOf(fitted) },
    exposure: exposed === null ? null : { [attribute]: exposed },
    risk: { before: null, after: null },
    oneValued: {},
    largestShares: {},
    originalSizes: null,
    columns: {},
    labelLosses: fitted === null ? null : labelLossesOf(fitted, attribute),
    holds,
    problems,
    warnings: [],
  };
}

/** Reports problems of the columns of a release. */
function checkNames(release: Table, { attribute, identifiers }: GeneralizedListsSpec): string[] {
  const lacking = release.column(attribute) === undefined ? [`column ${JSON.stringify(attribute)}: not in the release`] : []; // prettier-ignore
  const others = release.columns.flatMap(({ name }) =>
    name === attribute ? [] : [`column ${JSON.stringify(name)}: ${identifiers.includes(name) ? 'must not be in the release' : 'not expected'}`]); // prettier-ignore
  return [...lacking, ...others];
}

function* readListed(table: Table, spec: GeneralizedListsSpec): Generator<void, Listed | null> {
  const numbers = new TermNumbers();
  const read = yield* readTerms(table, spec, numbers);
  return read === null ? null : { ...read, names: numbers.names() };
}

/** A release with the original that it is made of. */
interface Fitted {
  readonly shown: Listed;
  readonly held: Listed;
  /** [items of the original] the released item that stands for each. */
  readonly labelOf: Uint32Array;
  /** [released items] share of the leaves that each stands for beside one. */
  readonly penaltyOf: Float64Array;
  /** The lists of the original, written with released items. */
  readonly written: ReadTerms;
}

/** Finds the released item of each item, and compares the lists. Null where items have none, or several. */
function* fit(
  shown: Listed,
  held: Listed,
  { attribute, hierarchy, missing }: GeneralizedListsSpec,
  problems: string[],
): Generator<void, Fitted | null> {
  const asColumn = (names: readonly string[]): Column => ({
    name: attribute,
    type: 'string',
    texts: names,
    codes: Uint32Array.from(names.keys()),
    numbers: null,
    missingCode: -1,
  });
  const leaves = findLeaves({ name: attribute, type: 'string', hierarchy }, asColumn(held.names), asColumn(shown.names), new Set(missing)); // prettier-ignore
  yield;
  if (leaves === null) return null;
  const numberOf = new Map(shown.names.map((name, number) => [name, number]));
  const covered = new Float64Array(shown.names.length);
  const labelsOf = leaves.texts.map((text, leaf) => {
    const quoted = `"${text.replaceAll('"', '""')}"`;
    const path = [text, quoted, ...(leaves.levels ?? []).map((labels) => labels[leaf])];
    const own = [...new Set(path.flatMap((label) => numberOf.get(label) ?? []))];
    for (const label of own) covered[label]++;
    return own;
  });
  const labelOf = labelOfItems(held.names, { leaves, labelsOf, released: shown.names.length }, problems);
  if (labelOf === null) return null;
  const written = { ...held, lists: writeLists(held.lists, labelOf) };
  yield;
  compareLists(shown, written, problems);
  const all = leaves.texts.length;
  return { shown, held, labelOf, penaltyOf: covered.map((count) => (all > 1 ? (count - 1) / (all - 1) : 0)), written };
}

/** The one released item that covers each item of the original. Null, with the problem, where there is not one. */
function labelOfItems(
  items: readonly string[],
  { leaves, labelsOf, released }: { readonly leaves: Leaves; readonly labelsOf: readonly (readonly number[])[]; readonly released: number }, // prettier-ignore
  problems: string[],
): Uint32Array | null {
  const leafOf = new Map(leaves.texts.map((text, leaf) => [text, leaf]));
  const found = items.map((item) => labelsOf[leafOf.get(item) ?? -1] ?? []);
  const without = found.filter((labels) => labels.length === 0).length;
  const several = found.filter((labels) => labels.length > 1).length;
  const unused = released - new Set(found.flat()).size;
  if (without > 0) problems.push(`${amount(without, 'item')} of the original behind no released item`);
  if (several > 0) problems.push(`${amount(several, 'item')} of the original behind more than one released item`);
  if (unused > 0)
    problems.push(
      `${amount(unused, 'released item')} that ${unused === 1 ? 'stands' : 'stand'} for no item of the original`,
    );
  return without + several > 0 ? null : Uint32Array.from(found, ([label]) => label);
}

/** Lists of items as lists of the released items that stand for them, each once, ascending. */
function writeLists({ start, terms }: TermLists, labelOf: Uint32Array): TermLists {
  const starts = new Uint32Array(start.length);
  const labels = new Uint32Array(terms.length);
  let kept = 0;
  for (let list = 0; list + 1 < start.length; list++) {
    const own = new Set(Array.from(terms.subarray(start[list], start[list + 1]), (item) => labelOf[item]));
    labels.set(Uint32Array.from(own).sort(), kept);
    kept += own.size;
    starts[list + 1] = kept;
  }
  return { start: starts, terms: labels.slice(0, kept) };
}

/** Compares the lists of the original, written with released items, with those of the release. */
function compareLists(shown: ReadTerms, written: ReadTerms, problems: string[]): void {
  const rows = new Map<string, number>();
  const add = ({ lists, weightOf }: ReadTerms, sign: number): void => {
    weightOf.forEach((weight, text) => {
      const key = listAt(lists, text).join();
      rows.set(key, (rows.get(key) ?? 0) + sign * weight);
    });
  };
  add(written, 1);
  add(shown, -1);
  const wrong = [...rows.values()].filter((difference) => difference !== 0).length;
  if (wrong > 0) problems.push(`${amount(wrong, 'list')} in another number of rows than in the original`);
}

/** The fewest rows or persons with a set of up to m released items that a row has, and figures by persons. */
function* countSets(
  {
    shown,
    fitted,
    persons,
    original,
  }: {
    readonly shown: Listed | null;
    readonly fitted: Fitted | null;
    readonly persons: Persons | null;
    readonly original: Table | undefined;
  },
  { m, persons: key }: GeneralizedListsSpec,
  problems: string[],
): Generator<void, { readonly fewest: number; readonly figures: Partial<AuditReport> }> {
  if (shown === null) return { fewest: 0, figures: {} };
  yield;
  if (key === undefined) {
    const rows = Array.from(shown.weightOf, (weight, rank) => ({ rank, rows: weight })).filter(({ rows }) => rows > 0);
    return { fewest: smallestSupport(rows, setsOf(shown), m, sumOfRows), figures: {} };
  }
  const count = persons?.count ?? null;
  if (fitted === null || persons === null) {
    const reason = original === undefined ? 'no original was given' : persons === null ? 'the original lacks a column of their key' : 'the release does not fit the original'; // prettier-ignore
    problems.push(`persons could not be recounted, so that no model holds: ${reason}`);
    return { fewest: 0, figures: { persons: count, personsRecounted: false } };
  }
  const entries = Uint32Array.from(persons.of.keys()).sort((a, b) => persons.of[a] - persons.of[b]);
  const rows = Array.from(entries, (entry) => ({
    person: persons.of[entry] === NONE ? -1 : persons.of[entry],
    rank: fitted.held.codes[entry],
    rows: 1,
  })); // prettier-ignore
  const fewest = smallestSupport(rows, setsOf(fitted.written), m, countPersons);
  const classPersons = persons.count === 0 ? [] : [[persons.count, 1] as const];
  return { fewest, figures: { persons: count, personsReleased: count, personsRecounted: true, classPersons } };
}

/** [texts] released items of each list. */
const setsOf = ({ lists, weightOf }: ReadTerms): ReadonlySet<string>[] =>
  Array.from(weightOf, (_, text) => new Set(Array.from(listAt(lists, text), String)));

/** Mean penalty of the items of the original, as they are released. */
function lossesOf(fitted: Fitted | null): Pick<AuditReport['metrics'], 'loss' | 'lossGeometric' | 'lossSum' | 'ncp'> {
  if (fitted === null) return { loss: null, lossGeometric: null, lossSum: null, ncp: null };
  const { held, labelOf, penaltyOf } = fitted;
  return meanOf(held, (item) => penaltyOf[labelOf[item]]);
}

/** Mean penalty of the released items: what the release itself shows. */
function labelLossesOf({ shown, penaltyOf }: Fitted, attribute: string): LabelLosses {
  const losses = meanOf(shown, (label) => penaltyOf[label]);
  return { ...losses, columns: { [attribute]: losses.loss } };
}

function meanOf({ lists, weightOf }: Listed, cost: (term: number) => number): Omit<LabelLosses, 'columns'> {
  let [sum, items] = [0, 0];
  weightOf.forEach((weight, text) => {
    const own = listAt(lists, text);
    items += weight * own.length;
    for (const term of own) sum += weight * cost(term);
  });
  const loss = items === 0 ? 0 : sum / items;
  return { loss, lossGeometric: exponentialMinusOne(logarithmOnePlus(loss)), lossSum: loss, ncp: loss };
}
