import { amount } from '../../base/plural.js';
import { sortInSteps, type Steps } from '../../base/steps.js';
import { valuesOf } from '../../hierarchy/coding/code-domain.js';
import { averagedColumns, type Plan, plannedColumn, pseudonymColumns } from '../../job/plan.js';
import { settled } from '../../hierarchy/kinds.js';
import { countLeaves } from '../../quality/released.js';
import type { Domain } from '../../hierarchy/domain.js';
import type { Assigned, Found } from '../run-values.js';
import { Covering, coverOf, hasOwnLeaves, knownTexts } from './covers.js';
import { mapClasses, suppressedRow } from '../../release/pieces.js';
import type { ComparedAttribute } from './disjoint-classes.js';
import { showsDisjoint } from './disjoint-classes.js';
import { matchClasses } from './match-classes.js';
import type { Column } from '../../table/table.js';
import type { ApplicableRecoding, KeptAttribute, KeptSpec, KeptValue, UnsealedRecoding } from './recoding.js';
import { notApplicable, recodingVersion } from './recoding.js';

/** Looks at a class for trying a recoding that was not requested: some tenths of a second. */
const UNASKED_WORK = 1 << 25;

/**
 * The recoding of a run as plain data: released values with what each covers, and the classes. It holds no text that the release or the job does not
 * show, except, in columns of texts without a hierarchy, those that k people or more have. It is applied to the run's own vectors before it is called
 * applicable: every class must come out with the rows that it has. Yields between stretches.
 *
 * @param kind - of the solution
 * @param isAsked - takes what time it needs; otherwise a recoding of which trying would take long is called not applicable
 */
export function* keepRecoding(
  found: Found,
  assigned: Pick<Assigned, 'vectors' | 'counted'>,
  plan: Plan,
  { kind, isAsked }: { readonly kind: string; readonly isAsked: boolean },
): Steps<UnsealedRecoding> {
  const { recoding, shownClasses, prepared, roles } = found;
  if (recoding.permutation !== undefined) {
    return notApplicable(kind, 'values are released as they are and permuted among the rows of the input');
  }
  if (recoding.texts?.some((texts) => texts?.some((text) => text !== null)) === true) {
    return notApplicable(kind, 'means of the rows of the input are released');
  }
  if (pseudonymColumns(plan).size > 0) {
    return notApplicable(kind, 'pseudonyms of new rows need the key, which no recoding holds');
  }
  const attributes: KeptAttribute[] = [];
  const values: Uint32Array[] = [];
  for (const [a, released] of shownClasses.attributes.entries()) {
    const domain = prepared.domains[a];
    const kept = keepAttribute(domain, released.values, plan);
    if (kept === null) {
      const where = `ranges of ${JSON.stringify(domain.attribute)} follow a hierarchy that is made of the values of the input`;
      return notApplicable(kind, where);
    }
    attributes.push(kept.attribute);
    values.push(Uint32Array.from(released.valueOf, (value) => kept.places[value]));
    yield;
  }
  const order = yield* orderClasses(found, values);
  const sorted = values.map((valueOf) => Uint32Array.from(order, (id) => valueOf[id]));
  yield;
  const expected = Uint32Array.from(order, (id) => assigned.counted.sizes[id]);
  const kept = { attributes, values: sorted, sizes: expected, order };
  const problem = yield* tryOut(found, assigned, kept, isAsked ? Infinity : UNASKED_WORK);
  if (problem !== null) return notApplicable(kind, problem);
  const { suppressed, order: rowOrder, delimiter, bom, formulaGuard } = plan.output;
  // Released weights and averages are of the rows of this release, which new rows have no part in.
  const averaged = averagedColumns(plan);
  const others = roles.released.filter(({ name }) => name !== roles.weight?.name && !averaged.has(name));
  const columns: ApplicableRecoding['columns'] = others.map(({ name, texts, missingCode }) => ({
    name,
    role: roles.roleOf.get(name) ?? 'insensitive',
    ...specOf(plan, name),
    ...(plannedColumn(plan, name)?.spec.rare === undefined
      ? {}
      : { known: texts.filter((_, code) => code !== missingCode).sort() }),
  }));
  return {
    version: recodingVersion,
    kind,
    applicable: true,
    k: plan.isKAnonymous ? plan.k : null,
    ...inputOf(plan),
    output: { suppressed, order: rowOrder, delimiter, bom, formulaGuard },
    ...personsOf(plan, roles),
    columns,
    attributes,
    classes: Array.from(order, (_, c) => sorted.map((valueOf) => valueOf[c])),
  };
}

/** An attribute, its values by label, and [values] their places; null where a value has no cover for unseen values. */
function keepAttribute(
  domain: Domain,
  released: Found['shownClasses']['attributes'][number]['values'],
  plan: Plan,
): { readonly attribute: KeptAttribute; readonly places: Uint32Array } | null {
  const { attribute: name, column, labels } = domain;
  const spec = plannedColumn(plan, name)?.hierarchy;
  const covers = released.map((value) => coverOf(domain, spec, value));
  if (covers.includes(null)) return null;
  // Labels give the order: the places of first appearance would reveal the order of the rows.
  const order = Array.from(released.keys()).sort((a, b) => (released[a].label < released[b].label ? -1 : 1));
  const places = new Uint32Array(released.length);
  order.forEach((value, place) => (places[value] = place));
  const values = order.map((value): KeptValue => ({ label: released[value].label, ...covers[value] }));
  const known = values.some(({ other }) => other === true) ? knownTexts(domain) : null;
  const hasNodes = values.some(({ node }) => node !== undefined);
  const hasLeaves = values.some(({ leaves }) => leaves !== undefined);
  return {
    places,
    attribute: {
      name,
      type: column.type,
      ...(column.format === undefined ? {} : { format: column.format }),
      ...specOf(plan, name),
      ...(hasNodes && spec !== undefined ? { hierarchy: settled(spec, column) } : {}),
      ...(hasNodes && spec?.type === 'mask' ? { longest: longestOf(column) } : {}),
      ...(hasLeaves && hasOwnLeaves(spec) ? { leaves: labels } : {}),
      ...(known === null ? {} : { known }),
      values,
    },
  };
}

/** Reading of the input, except the format of its file. */
function inputOf({ input }: Plan): Pick<ApplicableRecoding, 'input'> {
  const { format: _, ...others } = input;
  return Object.keys(others).length === 0 ? {} : { input: others };
}

/** Persons of new rows, where the job counts persons. */
function personsOf(plan: Plan, { persons }: Found['roles']): Pick<ApplicableRecoding, 'persons'> {
  if (persons.length === 0) return {};
  const columns = persons.map(({ name, type, format }) => ({
    ...(format === undefined ? { name, type } : { name, type, format }),
    ...specOf(plan, name),
  }));
  const { missingPersons: missing, rowsPerPerson } = plan;
  return {
    persons: {
      columns,
      ...(missing === 'separate' ? { missing } : {}),
      ...(rowsPerPerson === null ? {} : { rowsPerPerson }),
    },
  };
}

/** Description in the job of how a column is written, if any. */
function specOf(plan: Plan, name: string): { readonly spec?: KeptSpec } {
  const { spec = {} } = plannedColumn(plan, name) ?? {};
  return Object.keys(spec).length === 0 ? {} : { spec };
}

/** Characters of the longest text that is not missing. */
const longestOf = ({ texts, missingCode }: Column): number =>
  texts.reduce((most, text, code) => (code === missingCode ? most : Math.max(most, Array.from(text).length)), 0);

/** A recoding to be tried: released values, [attributes][classes] value of every class, and [classes] rows. */
interface TriedRecoding {
  readonly attributes: readonly KeptAttribute[];
  readonly values: readonly Uint32Array[];
  readonly sizes: Uint32Array;
  /** [classes] class as shown. */
  readonly order: Uint32Array;
}

/** Classes with the most exact ones first, so that none comes after one that covers it; equal ones by their values. */
function* orderClasses({ shownClasses, prepared }: Found, values: readonly Uint32Array[]): Steps<Uint32Array> {
  const width = new Float64Array(shownClasses.count);
  shownClasses.attributes.forEach(({ values: released, valueOf }, a) => {
    const { size } = valuesOf(prepared.domains[a]);
    const shares = released.map((value) => (value.level ?? 0) / 64 + countLeaves(value) / size);
    for (let id = 0; id < shownClasses.count; id++) width[id] += shares[valueOf[id]];
  });
  const compare = (a: number, b: number): number => {
    if (width[a] !== width[b]) return width[a] - width[b];
    for (const valueOf of values) if (valueOf[a] !== valueOf[b]) return valueOf[a] - valueOf[b];
    return 0;
  };
  return yield* sortInSteps(shownClasses.count, compare);
}

/**
 * Null when every class comes out with as many rows of the input as it has; else what is in the way. Then it has the same rows:
 * those of the first class come out in it, for it is asked first, and so, one after the other, those of all.
 */
function* tryOut(
  { prepared }: Found,
  { vectors }: Pick<Assigned, 'vectors'>,
  { attributes, values, sizes, order }: TriedRecoding,
  budget: number,
): Steps<string | null> {
  const matched = attributes.map((attribute, a): ComparedAttribute => {
    const { column, leafOf, size, missingTexts } = valuesOf(prepared.domains[a]);
    const codeOf = new Uint32Array(size);
    const present = new Uint8Array(size);
    leafOf.forEach((leaf, code) => {
      codeOf[leaf] = code;
      present[leaf] = 1;
    });
    const covering = new Covering(attribute, column, missingTexts ?? new Set());
    return {
      cells: vectors.codes[a],
      size,
      present,
      values: values[a],
      valueCount: attribute.values.length,
      covers: (leaf, value) => covering.covers(codeOf[leaf], value),
    };
  });
  if (vectors.classOf !== undefined && (yield* comesOutAlone(vectors.classOf, order, matched, budget))) return null;
  const left = sizes.slice();
  const takes = (vector: number, id: number): boolean => {
    if (vectors.counts[vector] > left[id]) return false;
    left[id] -= vectors.counts[vector];
    return true;
  };
  const found = yield* matchClasses(vectors.counts.length, sizes.length, matched, { isWanted: takes, budget });
  if (found === 'over budget') return tooLong(sizes.length);
  if (found !== 'unwanted' && left.every((rows) => rows === 0)) return null;
  return 'classes overlap, so that rows of the input could be released in several ways';
}

/** True when no class can take a vector of another, or one that is suppressed. False where that was not shown within the budget. */
function* comesOutAlone(
  shownOf: Uint32Array,
  order: Uint32Array,
  matched: readonly ComparedAttribute[],
  budget: number,
): Steps<boolean> {
  const placeOf = new Uint32Array(order.length);
  order.forEach((id, place) => (placeOf[id] = place));
  const classOf = mapClasses(shownOf, placeOf);
  if (!(yield* showsDisjoint(classOf, order.length, matched))) return false;
  const outside: number[] = [];
  classOf.forEach((id, vector) => {
    if (id === suppressedRow) outside.push(vector);
  });
  const alone = matched.map((attribute) => ({
    ...attribute,
    cells: Uint32Array.from(outside, (vector) => attribute.cells[vector]),
  }));
  const found = yield* matchClasses(outside.length, order.length, alone, { isWanted: () => false, budget });
  return found !== 'unwanted' && found !== 'over budget';
}

const tooLong = (classes: number): string =>
  `trying it on the input with ${amount(classes, 'class', 'classes')} would take long; ask for it by --recoding FILE, or "recoding": true in the options of a program`;
