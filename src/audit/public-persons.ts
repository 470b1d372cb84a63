import { Table, type Column } from '../table/table.js';
import type { PublicMeasure } from './models/model.js';
import type { PersonRows } from './person-counts.js';
import { NONE, readPersons } from './persons.js';

/** The persons of a public table in the regions of released classes. */
export interface PublicPersons {
  /** [classes] */
  readonly population: Float64Array;
  /** [persons who lie in some region] the largest share of persons of the input in a region of each. */
  readonly shares: Float64Array;
  /** [persons who lie in some region] largest shares, with all that is released nowhere as one more region. */
  readonly sharesWithOutside: Float64Array;
}

/** Input of {@link countPublicPersons}. */
interface BesidePublic {
  readonly original: Table;
  readonly publicTable: Table;
  /** The columns of the key. */
  readonly keys: readonly string[];
  readonly missing: ReadonlySet<string>;
  readonly measure: PublicMeasure;
  /** Rows of the original by class and person. */
  readonly rows: PersonRows;
  /** [rows of the original] class of each, {@link NONE} for what is not released. */
  readonly classOf: Uint32Array;
  /** True where some person has rows in the original that differ in their quasi-identifiers. */
  readonly areSplit: boolean;
}

/**
 * Counts the persons of a public table by region, and how many of them are persons of the input, or returns the reason why it cannot. A public table
 * without the key has one row of each person. Yields between stretches of the work.
 */
export function* countPublicPersons(input: BesidePublic): Generator<void, PublicPersons | { readonly reason: string }> {
  const { original, publicTable, keys, missing, measure, rows, classOf, areSplit } = input;
  const { sizes } = rows;
  const nowhere = sizes.length;
  const regionOf = measure.regionOf.map((region) => (region === NONE ? nowhere : region));
  const isKeyed = keys.every((name) => publicTable.column(name) !== undefined);
  if (!isKeyed && (areSplit || publicTable.weights !== null))
    return { reason: 'rows of a person differ in their quasi-identifiers, and the public table has no key' };
  const joined = isKeyed ? joinTables(original, publicTable, keys) : null;
  if (isKeyed && joined === null) return { reason: 'the key is of another type in the public table' };
  const known = joined === null ? null : yield* readPersons(joined, keys, missing);
  if (known?.of.subarray(original.entries).includes(NONE) === true)
    return { reason: 'rows of the public table lack a key' };
  const firstPublic = original.entries;
  const people = known?.count ?? publicTable.entries;
  const personOf = known?.of.subarray(firstPublic) ?? Uint32Array.from(regionOf.keys());
  const persons: Set<number>[] = Array.from({ length: nowhere + 1 }, () => new Set<number>());
  for (let row = 0; row < regionOf.length; row++) persons[regionOf[row]].add(personOf[row]);
  yield;
  const suppressed = new Set<number>();
  for (let row = 0; row < classOf.length; row++) {
    const person = rows.personOf[row];
    if (person === NONE) continue;
    const region = classOf[row] === NONE ? nowhere : classOf[row];
    if (region === nowhere) suppressed.add(person);
    const ofPublic = known?.of[row] ?? NONE;
    // An unreleased row of the original may have its public twin under a class. Nobody is found without a key.
    if (ofPublic !== NONE && region !== nowhere && !persons[region].has(ofPublic))
      return { reason: 'persons of the original are not in the public table with their quasi-identifiers' };
  }
  const members = [...sizes, suppressed.size];
  if (members.some((own, region) => region < nowhere && own > persons[region].size))
    return { reason: 'the public table has fewer persons than the original under a class' };
  const shares = new Float64Array(people).fill(-1);
  const sharesWithOutside = new Float64Array(people).fill(-1);
  for (const [region, all] of persons.entries()) {
    for (const person of all) {
      const share = members[region] / all.size;
      sharesWithOutside[person] = Math.max(sharesWithOutside[person], share);
      if (region < nowhere) shares[person] = Math.max(shares[person], share);
    }
    yield;
  }
  return {
    population: Float64Array.from(persons.slice(0, nowhere), ({ size }) => size),
    shares: shares.filter((share) => share >= 0),
    sharesWithOutside: sharesWithOutside.filter((share) => share >= 0),
  };
}

/** The columns of the key of both tables, one below the other; null where one is of another type. */
function joinTables(first: Table, second: Table, keys: readonly string[]): Table | null {
  const columns: Column[] = [];
  for (const name of keys) {
    const [one, other] = [first.column(name), second.column(name)];
    if (one === undefined || other === undefined) return null;
    if (one.type !== 'string' && (one.numbers === null) !== (other.numbers === null)) return null;
    const { length } = one.texts;
    const blank = (text: string, code: number): string => (code === other.missingCode ? '' : text);
    columns.push({
      name,
      type: one.type,
      texts: [...one.texts, ...other.texts.map(blank)],
      codes: Uint32Array.from([...one.codes, ...Array.from(other.codes, (code) => length + code)]),
      numbers:
        one.numbers === null || other.numbers === null ? null : Float64Array.from([...one.numbers, ...other.numbers]),
      missingCode: one.missingCode,
    });
  }
  return new Table(first.entries + second.entries, columns);
}
