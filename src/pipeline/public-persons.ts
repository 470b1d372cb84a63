/** Persons of a public table: whose its rows are, and how many lie in the regions of released classes. */
import { InputError, InvalidArgumentError } from '../base/errors.js';
import { amount } from '../base/plural.js';
import { largestOf, smallestOf } from '../base/sequences.js';
import type { Steps } from '../base/steps.js';
import type { PublicCounts } from '../privacy/definition.js';
import type { PrivacyModel } from '../privacy/model.js';
import type { RegionCounts } from '../release/count-public.js';
import { type Codes, type Column, Table } from '../table/table.js';
import { isConstantWithin, keyedUnitsOf, numberUnits, orderByGroup, type Holders, type Units } from '../table/units.js';
import type { CodedPublic } from './prepare-public.js';

/** Persons of the rows of a public table. */
export interface PublicPersons {
  /** The persons of its rows, those of the input first, with the same numbers; null where each row is a person. */
  readonly units: Units | null;
  /** True when all rows of each person have one vector of quasi-identifiers. */
  readonly isApart: boolean;
}

/**
 * Finds whose the rows of a public table are: by the columns of the key where it has them, else each is a person.
 *
 * @param keys - the columns of the key in the input
 * @throws InvalidArgumentError PUBLIC_COLUMN for a part of the key, PUBLIC_TYPE for one of another type, PERSONS_NEEDED where persons of the
 *   input have several vectors and the public table lacks the key; InputError PERSON_MISSING
 */
export function* findPublicPersons(
  { table, columns, path }: CodedPublic & { readonly path: string },
  {
    units,
    keys,
    quasiIdentifiers,
  }: {
    readonly units: Units;
    readonly keys: readonly Column[];
    readonly quasiIdentifiers: readonly Column[];
  },
): Steps<PublicPersons> {
  const found = keys.map(({ name }) => table.column(name));
  const names = keys.map(({ name }) => JSON.stringify(name)).join(', ');
  if (found.every((column) => column === undefined)) {
    if (table.weights === null && isConstantWithin(quasiIdentifiers, units)) return { units: null, isApart: true };
    throw new InvalidArgumentError(
      path,
      `a public table with the key of the persons (${names})${table.weights === null ? ', whose rows differ in their quasi-identifiers in the input' : ''}`,
      'one without it',
      'PERSONS_NEEDED',
    );
  }
  const joined: Column[] = [];
  for (const [i, own] of keys.entries()) {
    const other = found[i];
    if (other === undefined) {
      const expected = `a table with all columns of the key (${names}), or none`;
      throw new InvalidArgumentError(path, expected, `one without ${JSON.stringify(own.name)}`, 'PUBLIC_COLUMN');
    }
    joined.push(joinKeys(own, other, path));
    yield;
  }
  const numbered = yield* numberUnits(new Table(units.of.length + table.entries, joined), joined);
  // Rows of the input without a key are counted apart.
  const missing = numbered.lacking?.subarray(units.of.length).reduce((sum, lacks) => sum + lacks, 0) ?? 0;
  if (missing > 0) {
    const rows = amount(missing, 'row');
    throw new InputError('PERSON_MISSING', `the public table has ${rows} without the key of a person (${names})`);
  }
  const keyed = keyedUnitsOf(numbered);
  const own = { of: keyed.of.subarray(units.of.length), count: keyed.count };
  return {
    units: own,
    isApart: isConstantWithin(
      columns.map(({ column }) => column),
      own,
    ),
  };
}

/** The values of a column of the key in the input, then those in the public table. */
function joinKeys(own: Column, other: Column, path: string): Column {
  const isNumber = ({ numbers }: Column): boolean => numbers !== null;
  if (own.type !== 'string' && isNumber(own) !== isNumber(other)) {
    const expected = `${JSON.stringify(own.name)} of type ${own.type}, as in the input`;
    throw new InvalidArgumentError(path, expected, `type ${other.type}`, 'PUBLIC_TYPE');
  }
  const first = own.texts.length;
  const codes = new Uint32Array(own.codes.length + other.codes.length);
  codes.set(own.codes);
  for (let row = 0; row < other.codes.length; row++) codes[own.codes.length + row] = first + other.codes[row];
  const texts = [...own.texts, ...other.texts.map((text, code) => (code === other.missingCode ? '' : text))];
  const numbers =
    own.numbers === null || other.numbers === null ? null : Float64Array.from([...own.numbers, ...other.numbers]);
  return { name: own.name, type: own.type, codes: codes as Codes, texts, numbers, missingCode: own.missingCode };
}

/** Persons of the input in a release. */
export interface ReleasedPersons {
  /** [classes] */
  readonly sizes: Uint32Array;
  /** Persons with a row that is suppressed. */
  readonly suppressed: number;
}

/**
 * The persons of the public table in the regions of the released classes, and for a model on presence the bounds of theirs: somebody in
 * several regions has the largest of their shares.
 */
export function countPublicPersons(
  { regionOf }: Pick<RegionCounts, 'regionOf'>,
  persons: Holders & { readonly count: number },
  { sizes, suppressed }: ReleasedPersons,
  { spec }: PrivacyModel,
): PublicCounts {
  const isOutsideJudged = spec.model === 'delta-presence' && spec.outside !== 'ignored';
  const { start, units, count } = persons;
  // The last region is that of what is released nowhere.
  const nowhere = sizes.length;
  const all = new Uint32Array(nowhere + 1);
  const byRegion = orderByGroup(regionOf.map((region) => (region < 0 ? nowhere : region)), nowhere + 1); // prettier-ignore
  const seen = new Int32Array(count).fill(-1);
  const visit = (region: number, each: (person: number) => void): void => {
    for (let at = byRegion.start[region]; at < byRegion.start[region + 1]; at++) {
      const vector = byRegion.order[at];
      for (let i = start[vector]; i < start[vector + 1]; i++) {
        if (seen[units[i]] === region) continue;
        seen[units[i]] = region;
        each(units[i]);
      }
    }
  };
  for (let region = 0; region <= nowhere; region++) visit(region, () => all[region]++);
  const shares = Array.from(all, (own, region) => (region < nowhere ? sizes[region] : suppressed) / own);
  const largest = new Float64Array(count).fill(-1);
  seen.fill(-1);
  const judged = isOutsideJudged ? nowhere : nowhere - 1;
  for (let region = 0; region <= judged; region++) {
    visit(region, (person) => (largest[person] = Math.max(largest[person], shares[region])));
  }
  const found = largest.filter((share) => share >= 0);
  const presence = found.length === 0 ? [] : [smallestOf(found), largestOf(found)];
  return { population: all.subarray(0, nowhere), outside: 0, suppressed: 0, presence };
}
