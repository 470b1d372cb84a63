import { runToCompletion, type Steps } from '../../base/steps.js';
import { InfeasibleError, InvalidArgumentError } from '../../base/errors.js';
import { amount } from '../../base/plural.js';
import { Problems } from '../../base/problems.js';
import type { AlgorithmSpec, CheckedJob, InputSpec, SuppressionSpec } from '../../job/job.js';
import { withDeclaredTypes } from '../../table/declared-types.js';
import { mergingKinds } from '../../table/infer-kind.js';
import { presentTexts } from '../../table/present-texts.js';
import { expandCounted } from '../../table/expand-counted.js';
import { countRowsPerCode, type Column, Table, type ValueKind, type Warning } from '../../table/table.js';
import { keyedUnitsOf, numberUnits, type Units } from '../../table/units.js';
import { findStrayRows, footerProblem, headerRowsProblem, repeatedProblem } from '../../table/stray-rows.js';
import { attributesOf } from './attributes-of.js';
import { type Battery, findBatteries } from './batteries.js';
import { keptNames, requireKept, sayKept } from './kept-columns.js';
import { delimiterOfLists } from './list-cells.js';
import { DEFAULT_K } from './default-k.js';
import { DEFAULT_GOAL, type Goal, goalNames, goalsOfKnown } from './goal.js';
import { algorithmFor, algorithmForKnown, type Reasoned, suppressionFor } from './goal-algorithm.js';
import { leaveOutLevels, levelHierarchyOf } from './level-hierarchies.js';
import type { ProposedModel } from './propose-models.js';
import { proposeKnownModel, proposeModel, proposePresence } from './propose-models.js';
import { requireCoarsestKey, requireRowsArePeople, warnOfMissingKeys } from '../persons/person-messages.js';
import { type FoundMissing, sayMissing, withFoundMissing } from './propose-missing.js';
import type { Counting, NamedColumns, ProposedColumn } from './propose-roles.js';
import { areAmounts, countRare, proposeRoles, requireNames } from './propose-roles.js';

/** Wishes for the job that is to be proposed; the rest follows the table. */
export interface ProposeOptions extends NamedColumns {
  /** k of the job's k-anonymity, a whole number from 2. Default 5. */
  readonly k?: number;
  /** Distinct l-diversity for every sensitive column; default: a model that fits the column. */
  readonly l?: number;
  /**
   * Maximum number of quasi-identifiers of a person that somebody knows. With it wide tables keep their columns: the job requires k of those who share
   * that many values (`lkc-privacy`), instead of all. For the goals `fast` and `levels`. Default: all of them are known.
   */
  readonly known?: number;
  /** Purpose of the release. Default `fast`. */
  readonly goal?: Goal;
  /** Reading of the table; it becomes the job's `input`. */
  readonly input?: InputSpec;
  /** Asserts that each row is one person: the job says `"unit": "row"`, and the key of a person is not looked for. Default false. */
  readonly rowsArePeople?: boolean;
  /** True where the first line names the columns and no row is a header, a total or a note, although it looks like one. Default false. */
  readonly isPlain?: boolean;
  /** The job is to run from counts of distinct rows, as in an SQL engine: it has no `"fold"`, which needs the rows. Default false. */
  readonly isCounted?: boolean;
  /** Public table for the goal `membership`, with its name in the job: people, those of the first table among them. */
  readonly public?: PublicPeople;
}

/** A table of people that others have. */
export interface PublicPeople {
  /** Name in the job: on the command line its file. */
  readonly name: string;
  /** The table, with at least the quasi-identifiers as columns. */
  readonly table: Table;
}

/** A job made from a table, and why it is as it is. */
export interface ProposedJob {
  /** Job that `anonymize` takes, also as JSON. */
  readonly job: CheckedJob;
  /** Purpose of the release. */
  readonly goal: Goal;
  /** k of its k-anonymity, or of its bounded knowledge. */
  readonly k: number;
  /** Maximum number of quasi-identifiers that somebody knows, where the job bounds it. */
  readonly known?: number;
  /** Persons of the table, where columns are named as their key. */
  readonly persons?: number;
  /** Every column of the table, in its order. */
  readonly columns: readonly ProposedColumn[];
  /** Columns side by side with one set of values, which have one role; names of each such battery. */
  readonly batteries: readonly Battery[];
  /** Columns that are left out since many are known to others, as they would be if they were kept: each battery together. */
  readonly leftOut: readonly (readonly ProposedColumn[])[];
  /** The models that protect sensitive columns. */
  readonly models: readonly ProposedModel[];
  /** The algorithm, and why this one. */
  readonly algorithm: Reasoned<string | AlgorithmSpec>;
  /** Suppression limit, with its reason; null where the job sets none. */
  readonly suppression: Reasoned<SuppressionSpec> | null;
  /** `COLUMNS_NOT_NAMED`, `COLUMNS_LEFT_OUT`, `COLUMNS_NOT_KEPT`, and `FORMAT_FOUND` of days that are written in more than one way. */
  readonly warnings: readonly Warning[];
}

const MOST_K = 2 ** 31 - 1;

/**
 * Makes a complete job from a table: a role for every column, privacy models that its sensitive columns let hold, an
 * algorithm for a goal, and hierarchies where that uses them. Nothing is released that may identify and that nobody named:
 * no column becomes `insensitive`. The job holds bounds of a grid and names of columns, never a cell.
 *
 * A proposal: only somebody who knows the data can say what others know of the people in it. docs/init.md has the rules.
 *
 * @param table - any table; all columns are looked at
 * @param options - what is known already: `k`, `quasiIdentifiers`, `sensitive`, `keep`, `l`, `known`, `goal`, `input`, `rowsArePeople`, `persons`, `isPlain`, `public`
 * @returns the job, and for every part of it the reason; `jobText` writes both
 * @throws InvalidArgumentError REPEATED_PERSONS where people seem to have several rows, HEADER_MISSING, HEADER_ROWS, FOOTER_ROWS, UNKNOWN_COLUMN, ROLE_CONFLICT, KEEP_REFUSED, OPTION_RANGE, UNKNOWN_VALUE, MISSING_OPTION, OPTION_UNUSED, NO_QI, NO_SENSITIVE,
 *   PUBLIC_COLUMN, PUBLIC_NOT_SUPERSET, PERSONS_UNSUPPORTED; InfeasibleError K_EXCEEDS_ROWS,
 *   K_EXCEEDS_PERSONS, L_UNREACHABLE
 *
 * @example
 * ```js
 * const table = await readCsv(file);
 * const { job } = proposeJob(table, { k: 10, sensitive: ['diagnosis'] });
 * const { release } = await anonymize(table, job);
 * ```
 */
export function proposeJob(table: Table, options: ProposeOptions = {}): ProposedJob {
  return runToCompletion(proposeJobInSteps(table, options));
}

/** {@link proposeJob} that yields between stretches of the work. */
export function* proposeJobInSteps(table: Table, options: ProposeOptions = {}): Steps<ProposedJob> {
  const {
    k = DEFAULT_K,
    l,
    known,
    goal = DEFAULT_GOAL,
    input,
    rowsArePeople = false,
    isPlain = false,
    public: people,
  } = options;
  checkOptions(options);
  const given = expandCounted(table);
  const typedAlike = yield* withMixedKinds(given);
  if (typedAlike.rows < k) {
    const has = amount(typedAlike.rows, 'row');
    throw new InfeasibleError('K_EXCEEDS_ROWS', `k is ${k}, but the table has only ${has}`);
  }
  // Cells of a further header are odd in their columns: they are looked at before odd cells count as missing.
  if (!isPlain) requirePeople(typedAlike);
  requireNames(typedAlike, options);
  const kept = keptNames(options.keep, typedAlike.columns.map(({ name }) => name)); // prettier-ignore
  const batteries = findBatteries(typedAlike.columns, (name) => isNamedBy(options, name), (name) => kept.has(name)); // prettier-ignore
  const { table: looked, found } = yield* withFoundMissing(typedAlike, batteries);
  yield;
  const { units, warnings: ofPersons } = yield* findUnits(looked, options, k);
  const counting = { k, units };
  const isCounted = options.isCounted ?? table.weights !== null;
  const asked = { ...options, isCounted, batteries };
  const { columns: named, released, leftOut, warnings } = yield* proposeRoles(looked, asked, counting, { goal, known });
  if (!rowsArePeople && units === null) yield* requireRowsArePeople(withoutHouseholds(looked, named));
  const typed = (own: ProposedColumn): ProposedColumn => sayMissing(withMixedType(own, given, looked), found);
  const proposed = yield* withHierarchies(looked, publicOnly(named.map(typed), options), { goal, known }, counting);
  const columns = proposed.map((column) => (kept.has(column.name) ? sayKept(column) : column));
  const ofKept = requireKept(columns, options.keep ?? []);
  if (!columns.some(({ role }) => role === 'quasi-identifier')) {
    const expected =
      'at least one column that others may know and that can be generalized (name it as quasi-identifier)';
    throw new InvalidArgumentError('quasiIdentifiers', expected, 'none', 'NO_QI');
  }
  const sensitive = columns.filter(({ role }) => role === 'sensitive').length;
  const models: ProposedModel[] = columns.flatMap(({ name, role }) => {
    if (role !== 'sensitive') return [];
    const column = released.get(name) as Column;
    if (l !== undefined) requireValues(column, l);
    if (known !== undefined) return proposeKnownModel(column, { known, k, units }) ?? [];
    return proposeModel(column, { k, goal, l, sensitive, units }) ?? [];
  });
  if (goal === 'links') requireSensitive(models);
  if (people !== undefined) models.unshift(proposePresence(looked.rows, people));
  const algorithm =
    known === undefined
      ? algorithmFor(goal, models)
      : algorithmForKnown(goal, { areAmounts: areAmounts(looked, columns, counting) });
  const suppression = suppressionFor(goal);
  const job: CheckedJob = {
    ...(input === undefined || Object.keys(input).length === 0 ? {} : { input }),
    attributes: attributesOf(columns, batteries),
    privacy: [
      known === undefined ? { model: 'k-anonymity', k } : { model: 'lkc-privacy', known, k },
      ...models.map(({ spec }) => spec),
    ],
    algorithm: algorithm.spec,
    ...(suppression === null ? {} : { suppression: suppression.spec }),
    ...(rowsArePeople ? { unit: 'row' } : {}),
  };
  return {
    job,
    goal,
    k,
    ...(known === undefined ? {} : { known }),
    ...(units === null ? {} : { persons: units.count }),
    columns,
    batteries,
    models,
    leftOut: leftOut.map((group) => group.map(typed)),
    algorithm,
    suppression,
    warnings: [...warnOfMixed(given, looked, found), ...ofPersons, ...ofKept, ...warnings],
  };
}

/** True for a column that the caller named. */
const isNamedBy = ({ quasiIdentifiers = [], sensitive = [], persons = [] }: NamedColumns, name: string): boolean =>
  [quasiIdentifiers, sensitive, persons].some((names) => names.includes(name));

function checkOptions(options: ProposeOptions): void {
  const { k = DEFAULT_K, l, known, goal = DEFAULT_GOAL, public: people, persons = [], rowsArePeople = false } = options;
  const requireCount = (option: string, value: number, least: number): void => {
    if (Number.isInteger(value) && value >= least && value <= MOST_K) return;
    throw new InvalidArgumentError(option, `a whole number from ${least} to 2^31 - 1`, String(value), 'OPTION_RANGE');
  };
  requireCount('k', k, 2);
  if (l !== undefined) requireCount('l', l, 2);
  if (known !== undefined) requireCount('known', known, 1);
  if (known !== undefined && l !== undefined) {
    const expected = 'no l beside it: sensitive values are bounded among those who share known values';
    throw new InvalidArgumentError('known', expected, 'both', 'OPTION_UNUSED');
  }
  for (const option of ['rowsArePeople', 'isPlain'] as const) {
    const type = typeof (options[option] ?? false);
    if (type !== 'boolean') throw new InvalidArgumentError(option, 'true or false', `a ${type}`, 'WRONG_TYPE');
  }
  if (rowsArePeople && persons.length > 0) {
    throw new InvalidArgumentError('rowsArePeople', 'no key of a person beside it', 'both', 'ROLE_CONFLICT');
  }
  if (!goalNames.includes(goal)) {
    const expected = `one of ${goalNames.map((name) => JSON.stringify(name)).join(', ')}`;
    throw new InvalidArgumentError('goal', expected, JSON.stringify(goal), 'UNKNOWN_VALUE');
  }
  if (known !== undefined && !goalsOfKnown.includes(goal)) {
    const expected = `one of ${goalsOfKnown.map((name) => JSON.stringify(name)).join(', ')} beside "known", which the algorithms of the others do not judge`;
    throw new InvalidArgumentError('goal', expected, JSON.stringify(goal), 'OPTION_UNUSED');
  }
  if (persons.length > 0 && (goal === 'links' || goal === 'membership')) {
    const expected = 'beside the key of a person a goal whose algorithm counts persons ("fast", "best" or "levels")';
    throw new InvalidArgumentError('goal', expected, JSON.stringify(goal), 'PERSONS_UNSUPPORTED');
  }
  if (goal === 'membership' && people === undefined) {
    const expected = 'for "membership" a table of people among whom those of this one are hidden';
    throw new InvalidArgumentError('public', expected, 'none', 'MISSING_OPTION');
  }
  if (goal !== 'membership' && people !== undefined) {
    throw new InvalidArgumentError(
      'public',
      'the goal "membership", which hides who of it is there',
      `"${goal}"`,
      'OPTION_UNUSED',
    );
  }
}

/**
 * Throws InvalidArgumentError HEADER_MISSING, HEADER_ROWS or FOOTER_ROWS for a file whose first line is a person, or whose first or
 * last rows are none: the release would show that person in its header, or headers and totals among people.
 */
function requirePeople(table: Table): void {
  const { called, headerRows, repeatedHeaders, footerRows } = findStrayRows(table);
  const problems = new Problems();
  if (called.length > 0) {
    const received = `${called.length} of ${amount(table.columns.length, 'column')} called by a value such as those in them, as the first row of a file without a header`;
    problems.add(new InvalidArgumentError('header', 'names of columns in the first line', received, 'HEADER_MISSING'));
  }
  const expected = 'one header line with rows of data alone below it (delete the other lines from the file)';
  if (headerRows > 0) {
    problems.add(new InvalidArgumentError('rows', expected, headerRowsProblem(headerRows), 'HEADER_ROWS'));
  }
  if (repeatedHeaders > 0) {
    problems.add(new InvalidArgumentError('rows', expected, repeatedProblem(repeatedHeaders), 'HEADER_ROWS'));
  }
  if (footerRows > 0)
    problems.add(new InvalidArgumentError('rows', expected, footerProblem(footerRows), 'FOOTER_ROWS'));
  problems.throwAll();
}

/** The table without the key of households, which is known to have several rows. */
function withoutHouseholds(table: Table, proposed: readonly ProposedColumn[]): Table {
  const keys = new Set(proposed.flatMap(({ name, role }) => (role === 'household' ? [name] : [])));
  if (keys.size === 0) return table;
  return new Table(table.rows, table.columns.filter(({ name }) => !keys.has(name)), table.warnings, table.weights); // prettier-ignore
}

/** The persons that somebody named by their key, and rows that lack a part of it. */
function* findUnits(
  table: Table,
  { persons = [] }: ProposeOptions,
  k: number,
): Steps<{ readonly units: Units | null; readonly warnings: readonly Warning[] }> {
  if (persons.length === 0) return { units: null, warnings: [] };
  const numbered = yield* numberUnits(
    table,
    persons.map((name) => table.column(name) as Column),
  );
  const { missing } = numbered;
  const units = keyedUnitsOf(numbered);
  if (k > units.count) {
    const has = amount(units.count, 'person', 'persons');
    throw new InfeasibleError('K_EXCEEDS_PERSONS', `k is ${k}, but the table has only ${has}`);
  }
  yield* requireCoarsestKey(table, persons, units.count);
  return { units, warnings: warnOfMissingKeys(missing, persons[0]) };
}

/**
 * The table with columns of one kind that write it in more than one way as that kind: days `9.2.1967` beside `09.02.1967`, numbers
 * `1.50` beside `1.5`, `3.38e-05` and doubles of 17 digits.
 */
function* withMixedKinds(table: Table): Steps<Table> {
  const kinds: [string, ValueKind][] = [];
  for (const column of table.columns) {
    yield;
    if (column.type !== 'string') continue;
    const merging = mergingKinds(presentTexts(column));
    if (merging.length === 1) kinds.push([column.name, merging[0]]);
  }
  yield;
  return withDeclaredTypes(table, new Map(kinds));
}

/** Warns of columns that {@link withMixedKinds} reads as one kind. */
const warnOfMixed = (given: Table, looked: Table, found: FoundMissing): Warning[] =>
  looked.columns.flatMap(({ name, type, format }): Warning[] => {
    if (given.column(name)?.type === type || found.has(name)) return [];
    const message = `values written in more than one way, read as ${format ?? type}`;
    return [{ code: 'FORMAT_FOUND', message, attribute: name }];
  });

/** The column with the type that {@link withMixedKinds} gave it, which the reader does not find by itself. */
function withMixedType(proposed: ProposedColumn, given: Table, looked: Table): ProposedColumn {
  const { name, role, type: said } = proposed;
  const type = looked.column(name)?.type;
  const isReleased = role === 'quasi-identifier' || role === 'sensitive' || role === 'weight';
  return !isReleased || said !== undefined || type === given.column(name)?.type ? proposed : { ...proposed, type };
}

/**
 * With a public table, quasi-identifiers that it has: the others are not released, since nothing would hide whose they are.
 *
 * @throws InvalidArgumentError PUBLIC_COLUMN for one that was named
 */
function publicOnly(
  columns: readonly ProposedColumn[],
  { public: people, quasiIdentifiers = [] }: ProposeOptions,
): readonly ProposedColumn[] {
  if (people === undefined) return columns;
  return columns.map((column) => {
    const { name, role } = column;
    if (role !== 'quasi-identifier' || people.table.column(name) !== undefined) return column;
    if (quasiIdentifiers.includes(name)) {
      const expected = `a table with the column ${JSON.stringify(name)}, which is named as known to others`;
      throw new InvalidArgumentError('public', expected, 'none of that name', 'PUBLIC_COLUMN');
    }
    return { name, role: 'drop', reason: 'others may know it, and the public table does not have it' };
  });
}

function requireValues({ name, texts }: Column, l: number): void {
  if (texts.length >= l) return;
  const has = amount(texts.length, 'distinct value');
  throw new InfeasibleError('L_UNREACHABLE', `l is ${l}, but column ${JSON.stringify(name)} has only ${has}`);
}

/** Throws InvalidArgumentError NO_SENSITIVE where there is no link to cut. */
function requireSensitive(models: readonly ProposedModel[]): void {
  if (models.length > 0) return;
  const expected = 'for "links" a sensitive column of two values or more, whose links to the others are cut (name it)';
  throw new InvalidArgumentError('goal', expected, 'none', 'NO_SENSITIVE');
}

/** The columns with the hierarchies that the algorithm of the goal uses, and what there is to say of texts without one. */
function* withHierarchies(
  table: Table,
  columns: readonly ProposedColumn[],
  { goal, known }: { readonly goal: Goal; readonly known?: number },
  counting: Counting,
): Steps<ProposedColumn[]> {
  const hasLevels = goal === 'levels' || known !== undefined;
  if (goal === 'links') return columns.map(({ hierarchy: _, ...column }) => column);
  if (goal === 'membership') return [...columns];
  const complete = (proposed: ProposedColumn): ProposedColumn => {
    if (proposed.role !== 'quasi-identifier' || proposed.hierarchy !== undefined) return proposed;
    const column = table.column(proposed.name) as Column;
    if (!hasLevels) return withRareShare(column, proposed, counting);
    const { hierarchy, what } = levelHierarchyOf(column);
    if (what === null) return { ...withRareShare(column, proposed, counting), hierarchy };
    return { ...proposed, hierarchy, reason: `${proposed.reason}; ${what}` };
  };
  const completed: ProposedColumn[] = [];
  for (const column of columns) {
    yield;
    completed.push(complete(column));
  }
  return goal === 'levels' ? leaveOutLevels(completed) : completed;
}

/** Share of rare rows from which on the reason of a column mentions them. */
const MANY_RARE = 0.05;

/** A column of texts with the share of the rows whose value is rare: only people who know the values can group them. */
function withRareShare(column: Column, proposed: ProposedColumn, counting: Counting): ProposedColumn {
  if (column.type !== 'string') return proposed;
  const { rows, rare } = countRare(column, counting);
  if (rows === 0 || rare < MANY_RARE * rows) return proposed;
  const share = `${Math.round((100 * rare) / rows)} % of the rows`;
  const delimiter = delimiterOfLists(column, countRowsPerCode(column));
  const cure =
    delimiter === null
      ? 'a "tree" that groups the values keeps more'
      : `its cells are lists of items between ${JSON.stringify(delimiter)}, of which "dissociation" keeps more (docs/dissociation.md)`;
  const reason = `${proposed.reason}; ${share} have a value that fewer than ${counting.k} share, released as "other": ${cure}`;
  return { ...proposed, reason };
}
