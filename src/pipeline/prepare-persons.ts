/** Models that count persons, made ready for a search. */
import type { Steps } from '../base/steps.js';
import type { Roles } from '../job/roles.js';
import { asksForMembers, asksForPersons, byPersons, inPublicByPersons, type Pairs } from '../privacy/by-persons.js';
import type { PersonsOfTable } from '../privacy/definition.js';
import type { PrivacyModel } from '../privacy/model.js';
import { rowsPerEntry, type Table } from '../table/table.js';
import { isConstantWithin, type Units } from '../table/units.js';
import {
  firstColumn,
  firstPairs,
  pairColumn,
  personColumn,
  withoutOthers,
  type LookedColumn,
  type PairedColumn,
} from './pair-columns.js';
import type { SensitiveCodes } from './sensitive-codes.js';

/** Persons where each row that lacks a key is one, for the models on an attribute. */
export interface EachAPerson {
  readonly units: Units;
  readonly table: PersonsOfTable;
  /** In the order of {@link PersonsToMeasure.paired}. */
  readonly paired: readonly PairedColumn[];
}

/** Models, and the columns that they look at. */
export interface LookedAt {
  readonly models: readonly PrivacyModel[];
  readonly looked: readonly LookedColumn[];
  readonly persons: PersonsToMeasure;
  /** True where persons are judged by their first rows. */
  readonly isFirsts: boolean;
}

/** Persons, as a measured release needs them. */
export interface PersonsToMeasure {
  readonly units: Units;
  /** The units with each row that lacks a key as a person of its own; null where none does. */
  readonly each: EachAPerson | null;
  readonly table: PersonsOfTable;
  readonly paired: readonly PairedColumn[];
}

/** Arguments of {@link lookAtPersons}. */
interface Looking {
  readonly table: Table;
  readonly roles: Roles;
  readonly sensitive: readonly SensitiveCodes[];
  readonly models: readonly PrivacyModel[];
  /** True when all rows of a vector go to one class. */
  readonly keeps: boolean;
  /** True when it may be judged by first rows then. */
  readonly isKept: boolean;
  /** True unless a person has rows in several vectors of a public table. */
  readonly isApart: boolean;
}

/** The models as they count persons, and the columns that they look at. */
export function* lookAtPersons(
  { table, roles, sensitive, models, keeps, isKept, isApart }: Looking,
  units: Units,
  each: Units | null,
): Steps<LookedAt> {
  const weights = rowsPerEntry(table);
  const ofTable = { count: units.count, isApart: isConstantWithin(roles.quasiIdentifiers, units) };
  // First rows show neither how the values of a person are spread nor which values a person has together.
  const needsAll = (name: string): boolean =>
    models.some(({ attribute, byPersons: how }) => attribute === name && (how === 'weights' || how === 'pairs'));
  const isInPublic = models.some((model) => model.public !== undefined);
  const isMixed = models.some((model) => model.public !== undefined && needsAll(model.attribute ?? ''));
  const isFirsts = ofTable.isApart && isApart && isKept && !isMixed && table.weights === null;
  const paired: PairedColumn[] = [];
  const ofEach: PairedColumn[] = [];
  for (const codes of sensitive) {
    const all = pairColumn(codes, each ?? units, weights);
    const own = each === null ? all : withoutOthers(all, units.count);
    const isByFirsts = isFirsts && !needsAll(codes.column.name);
    paired.push(isByFirsts ? firstPairs(own, units, weights) : own);
    if (each !== null) ofEach.push(isByFirsts ? named(firstPairs(all, each, weights), eachOf) : all);
    yield;
  }
  const isAdditive = ofTable.isApart && isApart && keeps;
  const columns = { paired, each: each === null ? null : { units: each, paired: ofEach } };
  return {
    models: countedModels(models, columns, ofTable, { isFirsts, isKept: keeps, hasKeyless: each !== null, isAdditive }),
    looked: [
      ...paired,
      // Without first rows, one column of pairs serves both readings.
      ...ofEach.filter(({ counted: { attribute } }) => paired.every(({ counted }) => counted.attribute !== attribute)),
      // Each row without a key is distinguished from the others beside a public table.
      ...(each === null || !isInPublic
        ? []
        : [named(isFirsts ? firstColumn(each, weights) : personColumn(each, weights), eachOf)]),
      isFirsts ? firstColumn(units, weights) : personColumn(units, weights),
    ],
    persons: {
      units,
      table: ofTable,
      paired,
      each: each === null ? null : { units: each, paired: ofEach, table: { ...ofTable, count: each.count } },
    },
    isFirsts,
  };
}

/** A column under another name. */
const named = <Named extends LookedColumn>(column: Named, nameOf: (attribute: string) => string): Named => ({
  ...column,
  counted: { ...column.counted, attribute: nameOf(column.counted.attribute) },
});

/** The name of an attribute whose rows without a key are persons of their own: no column of a table has it. */
export const eachOf = (attribute: string): string => `${attribute}\u0000each`;

/** The models as they count persons; those on attributes twice where rows lack a key: without these rows, and with each as a person. */
function countedModels(
  models: readonly PrivacyModel[],
  { paired, each }: { readonly paired: readonly PairedColumn[]; readonly each: Omit<EachAPerson, 'table'> | null },
  ofTable: PersonsOfTable,
  { isAdditive, ...how }: Omit<Parameters<typeof byPersons>[2], 'pairsOf'> & Parameters<typeof inPublicByPersons>[1],
): PrivacyModel[] {
  const placeOf = ({ attribute }: PrivacyModel): number =>
    paired.findIndex(({ counted }) => counted.attribute === attribute);
  const own = models.map((model) => {
    if (model.public !== undefined) return inPublicByPersons(model, { isAdditive });
    const at = placeOf(model);
    // Such a model judges rows without a key, too.
    const isOfAll = each !== null && asksForPersons(model);
    const pairsOf = (): Pairs =>
      isOfAll ? { ...each.paired[at].searched, persons: ofTable.count } : paired[at].searched;
    return byPersons(model, ofTable, { ...how, pairsOf });
  });
  if (each === null) return own;
  const inPublic = models.filter((model) => model.public !== undefined && asksForMembers(model));
  const ofPublic = inPublic.map((model) => ({ ...inPublicByPersons(model, { isAdditive }), attribute: eachOf(model.attribute ?? '') })); // prettier-ignore
  const twice = models.filter((model) => model.public === undefined && placeOf(model) >= 0 && !asksForPersons(model));
  const ofEach = twice.map((model) => {
    const { searched, counted } = each.paired[placeOf(model)];
    const table = { ...ofTable, count: each.units.count };
    return { ...byPersons(model, table, { ...how, pairsOf: () => searched }), attribute: counted.attribute };
  });
  return [...own, ...ofPublic, ...ofEach];
}
