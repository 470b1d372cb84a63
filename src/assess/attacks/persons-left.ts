/** Values that several releases leave for somebody who may have several rows: over all rows of a person. */
import { InvalidArgumentError } from '../../base/errors.js';
import type { Steps } from '../../base/steps.js';
import type { Plan } from '../../job/plan.js';
import type { Column, Table } from '../../table/table.js';
import { isConstantWithin, numberUnits, separateUnits, type Units } from '../../table/units.js';
import { keyColumns } from './class-persons.js';
import { keysMissing } from './keyed-units.js';

/** People whose rows match the same classes everywhere. */
export interface Who {
  /** Kinds of their rows, each once. */
  readonly kinds: readonly number[];
  people: number;
  /** Those of them among whom others may hide: rows without the key of a person are left out. */
  company: number;
}

/** The persons of a table of people, and those who have a key. */
export interface KnownPersons extends Units {
  /** Persons from here on are rows without a key. */
  readonly keyed: number;
}

/**
 * The persons of a table of people, by the first job that names their key; null where no job does.
 *
 * @param what - counts persons, as a sentence names it
 * @throws InvalidArgumentError UNKNOWN_COLUMN for a table without the key, PERSON_MISSING
 */
export function* personsOfPeople(people: Table, plans: readonly Plan[], what: string): Steps<KnownPersons | null> {
  const plan = plans.find(({ unit }) => unit.name === 'person');
  if (plan === undefined) return null;
  const columns = keyColumns(plan, people);
  if (columns === null) {
    const expected = `the columns with the role "person" in the table of people (persons are counted by ${what})`;
    throw new InvalidArgumentError('people', expected, 'none', 'UNKNOWN_COLUMN');
  }
  const { missing, lacking, ...units } = yield* numberUnits(people, columns);
  if (missing === 0 || lacking === null) return { ...units, keyed: units.count };
  if (plan.missingPersons === 'separate') {
    const { keyed, each } = separateUnits(units, lacking);
    return { ...each, keyed: keyed.count };
  }
  throw keysMissing('people', missing);
}

/** Persons by the kinds of their rows; without persons each row is somebody of its own. */
export function groupWho(
  kindOf: ArrayLike<number>,
  weightOf: (entry: number) => number,
  persons: KnownPersons | null,
): Who[] {
  if (persons === null) {
    const found = new Map<number, Who>();
    for (let entry = 0; entry < kindOf.length; entry++) {
      const kind = kindOf[entry];
      const who = found.get(kind) ?? { kinds: [kind], people: 0, company: 0 };
      found.set(kind, who);
      who.people += weightOf(entry);
      who.company += weightOf(entry);
    }
    return [...found.values()];
  }
  const kindsOf = Array.from({ length: persons.count }, () => new Set<number>());
  for (let entry = 0; entry < kindOf.length; entry++) kindsOf[persons.of[entry]].add(kindOf[entry]);
  const found = new Map<string, Who>();
  kindsOf.forEach((own, person) => {
    const kinds = [...own].sort((a, b) => a - b);
    const key = kinds.join();
    const who = found.get(key) ?? { kinds, people: 0, company: 0 };
    found.set(key, who);
    who.people++;
    if (person < persons.keyed) who.company++;
  });
  return [...found.values()];
}

/** True where a column of the table of people has one value in all rows of each person; false where rows are counted. */
export const isConstantOf = (column: Column | undefined, persons: KnownPersons | null): boolean =>
  column !== undefined && persons !== null && isConstantWithin([column], persons);

/**
 * Values that are left to somebody with one value in all rows: those that every row leaves. Null where no row matches anything, and where
 * no value is left: then not all of these rows are in the releases, and each is judged by itself.
 */
export function sharedByRows(
  { kinds }: Who,
  left: readonly (ReadonlySet<string> | null)[],
): ReadonlySet<string> | null {
  const sets = kinds.flatMap((kind) => left[kind] ?? []).filter(({ size }) => size > 0);
  if (sets.length === 0) return null;
  const [first, ...others] = sets;
  const shared = new Set([...first].filter((value) => others.every((set) => set.has(value))));
  return shared.size === 0 ? null : shared;
}
