import { InvalidArgumentError } from '../../base/errors.js';
import { listNames, nearCure, suggestion } from '../../base/near-name.js';
import { Problems } from '../../base/problems.js';
import { counted } from '../../base/numbers.js';
import { amount } from '../../base/plural.js';
import { nameColumns } from '../../base/name-columns.js';
import { mergeColumn } from '../../table/merge-spellings.js';
import type { Steps } from '../../base/steps.js';
import type { Column, Table, Warning } from '../../table/table.js';
import { countRowsPerCode } from '../../table/table.js';
import { inferKind } from '../../table/infer-kind.js';
import { countPerCode, type Units } from '../../table/units.js';
import { mergeRare } from '../../table/merge-rare.js';
import { nameWords, wordsOf } from '../inspection/name-words.js';
import { suggestRole } from '../inspection/suggest-role.js';
import { warnOfRareValues, warnOfSingledOut } from '../../pipeline/sensitive-rows.js';
import { rangesOfAreas } from './figures-of-areas.js';
import { asRead, codesOf } from './codes.js';
import { dropIdentifyingTexts } from './drop-identifying-texts.js';
import type { Battery } from './batteries.js';
import type { Goal } from './goal.js';
import { keptNames, unknownKept } from './kept-columns.js';
import { delimiterOfLists } from './list-cells.js';
import { protectSensitive } from './protect-sensitive.js';
import type { ProposedColumn } from './proposed-column.js';

export type { ProposedColumn } from './proposed-column.js';

/** Columns with roles from the caller. */
export interface NamedColumns {
  /** Columns that others may know. Default: those whose names or values say so. */
  readonly quasiIdentifiers?: readonly string[];
  /** Columns that must stay secret. Default: those whose names or values say so. */
  readonly sensitive?: readonly string[];
  /** Columns that together are the key of a person, who may have several rows. Default: none, each row counts as one. */
  readonly persons?: readonly string[];
  /** Columns to keep in the release: names and patterns such as `F*`. Default: none; columns of which little would be left are dropped. */
  readonly keep?: readonly string[];
  /** Columns that are treated as one. Default: none. */
  readonly batteries?: readonly Battery[];
  /** The job is to run from counts of distinct rows: no spellings are merged, no rare texts hidden. Default false. */
  readonly isCounted?: boolean;
}

/** The fewest rows or persons that share a released value. */
export interface Counting {
  /** Rows that must share what is released of a column, or persons. */
  readonly k: number;
  /** The persons of the rows; null where rows are counted. */
  readonly units: Units | null;
}

/** Proposed roles of all columns. */
interface ProposedRoles {
  readonly columns: readonly ProposedColumn[];
  /** Sensitive columns as the job releases them, by name. */
  readonly released: ReadonlyMap<string, Column>;
  /** Columns that are left out since they are many, as they would be if they were kept: each battery together. */
  readonly leftOut: readonly (readonly ProposedColumn[])[];
  readonly warnings: readonly Warning[];
}

const PERSON = 'named as the key of a person: counted, not released';
/** Texts of more values are hardly kinds of anything: their spellings are not compared. */
const MOST_FOLDED = 10_000;
/** Minimum rows with a value for shares of them to mean something. */
const FEWEST_ROWS = 20;
/** Share of the rows with texts that fewer than k people have, from which a column would be released as "other" nearly throughout. */
const NEARLY_ALL = 0.9;
/** Minimum quasi-identifiers that are kept of any table. */
const FEWEST_KEPT = 10;

/**
 * The role of every column: as somebody said, else as `suggestRole` has it, but that no column of texts is a quasi-identifier of which nearly nothing
 * could be released. Where the quasi-identifiers are named, every other column that others may know is not released; the warning `COLUMNS_NOT_NAMED`
 * lists them.
 *
 * Sensitive numbers and texts of which most are rare are not proposed as they are (`protectSensitive`), nor texts that hold identifiers of their rows
 * (`dropIdentifyingTexts`). Warns of rare values of sensitive columns as a run does.
 *
 * @param named - names of columns of the table ({@link requireNames})
 */
export function* proposeRoles(
  table: Table,
  named: NamedColumns,
  counting: Counting,
  { goal, known }: { readonly goal?: Goal; readonly known?: number } = {},
): Steps<ProposedRoles> {
  const { quasiIdentifiers, sensitive, persons, isCounted = false } = named;
  const { k, units } = counting;
  const kept = keptNames(named.keep, table.columns.map(({ name }) => name)); // prettier-ignore
  const isPermuted = goal === 'links' || goal === 'membership';
  const isLeft: string[] = [];
  const propose = (column: Column): ProposedColumn => {
    const { name } = column;
    const codes = readAs(column);
    if (persons?.includes(name) === true) return { name, role: 'person', reason: PERSON };
    if (quasiIdentifiers?.includes(name) === true)
      return { name, role: 'quasi-identifier', reason: 'named as known to others', ...codes };
    if (sensitive?.includes(name) === true)
      return spelled({ name, role: 'sensitive', reason: 'named as sensitive', ...secretAs(column) }, column, named);
    const isKept = kept.has(name);
    const own = proposeRole(column, counting, { named, isKept: isKept && !isPermuted });
    const isFree = quasiIdentifiers === undefined || isKept;
    if (own.role === 'quasi-identifier' && isFree) return { ...own, ...codes };
    const staysSensitive = own.role === 'sensitive' && (isFree || sensitive === undefined);
    if (staysSensitive) return { ...own, ...secretAs(column) };
    if (!['quasi-identifier', 'sensitive'].includes(own.role)) return own;
    isLeft.push(name);
    return { name, role: 'drop', reason: 'not named as known to others, and it may identify' };
  };
  const proposed: ProposedColumn[] = [];
  for (const column of table.columns) {
    yield;
    proposed.push(propose(column));
  }
  const { batteries = [] } = named;
  const isNamed = (name: string): boolean =>
    quasiIdentifiers?.includes(name) === true || sensitive?.includes(name) === true;
  const searched = yield* dropIdentifyingTexts(table, {
    columns: rangesOfAreas(
      table,
      ofSurvey(table, joinBatteries(proposed, batteries), { kept, isCounted, isPermuted }),
      { isNamed, units },
    ),
    isNamed,
    k,
    units,
    showsRare: goal === 'links',
  });
  const isLimited = quasiIdentifiers === undefined && known === undefined;
  const left = isLimited
    ? leaveOutMany(table, searched, { batteries, kept }, counting)
    : { columns: searched, leftOut: [], warnings: [] };
  const columns = joinBatteries(left.columns, batteries);
  const released = new Map(
    columns.flatMap((column) =>
      column.role === 'sensitive' ? [[column.name, releasedAs(table.column(column.name)!, column, units)]] : [],
    ),
  );
  const secret = [...released.values()];
  const warnings = [
    ...(isLeft.length === 0 ? [] : [warnOfLeft(isLeft)]),
    ...left.warnings,
    ...secret.flatMap((column) => warnOfRareValues(column, units)),
    ...warnOfSingledOut(table, secret, units),
  ];
  return { columns, released, leftOut: left.leftOut, warnings };
}

/** Conditions for the columns of a survey. */
interface SurveyRoles {
  /** Columns to keep. */
  readonly kept: ReadonlySet<string>;
  /** True for a job that runs from counts of distinct rows. */
  readonly isCounted: boolean;
  /** True for a goal that permutes values. */
  readonly isPermuted: boolean;
}

/**
 * Roles of a survey: one column of weights has the role `weight`, the first that is kept or else the first; the first key of households has the role
 * `household`. A job that runs from counts of distinct rows has neither. A kept weight is released as means of classes, further kept ones in ranges.
 */
function ofSurvey(
  table: Table,
  columns: readonly ProposedColumn[],
  { kept, isCounted, isPermuted }: SurveyRoles,
): ProposedColumn[] {
  const weights = columns.filter(({ role }) => role === 'weight');
  const weight = isCounted ? undefined : (weights.find(({ name }) => kept.has(name)) ?? weights[0]);
  const household = isCounted ? undefined : columns.find(({ role }) => role === 'household');
  return columns.map((column): ProposedColumn => {
    const { name, role } = column;
    if (role === 'weight') {
      const format = formatOf(table.column(name)!);
      if (column !== weight) return furtherWeight(name, format, { isKept: kept.has(name), isCounted });
      if (!kept.has(name)) return { ...column, ...format };
      return isPermuted
        ? { ...column, ...format, reason: 'weights of a survey, which a goal that permutes values does not release' }
        : { ...column, ...format, release: 'rounded', reason: ROUNDED };
    }
    if (role !== 'household' || column === household) return column;
    return { name, role: 'identifier', reason: 'its name' };
  });
}

const NOT_COUNTED = 'weights of a survey, which a job that runs from counts of distinct rows does not read';
const FURTHER = 'more weights of a survey: one column can be the weight';
const ROUNDED =
  'its name, and numbers such as the weights of a survey: every row has the mean weight of its class, risks in the population are estimated by it';

/** A column of weights that is not the weight of the job. */
function furtherWeight(
  name: string,
  format: Pick<ProposedColumn, 'type' | 'format'>,
  { isKept, isCounted }: { readonly isKept: boolean; readonly isCounted: boolean },
): ProposedColumn {
  if (isKept) return { name, role: 'quasi-identifier', reason: 'weights of a survey, released in ranges', ...format };
  return { name, role: 'drop', reason: isCounted ? NOT_COUNTED : FURTHER };
}

/** A sensitive column as the job releases it: with merged spellings, and `other` for rare texts. */
function releasedAs(column: Column, { fold, set, rare }: ProposedColumn, units: Units | null): Column {
  const merged = fold === true ? mergeColumn(column, set?.delimiter) : asRead(column);
  return rare === undefined ? merged : mergeRare(merged, rare, units);
}

/**
 * No more quasi-identifiers than a release keeps something of: rows / k groups take log2(rows / k) cuts in two, and a column
 * that is never cut is a wide range everywhere (Aggarwal, VLDB 2005). Columns whose names say that others know them stay; of the
 * others batteries are left out first, the longest before shorter ones and each as a whole, then columns with the most values. Columns that somebody
 * asks to keep stay, and leave the others no less room.
 */
function leaveOutMany(
  table: Table,
  columns: readonly ProposedColumn[],
  { batteries, kept }: { readonly batteries: readonly Battery[]; readonly kept: ReadonlySet<string> },
  { k, units }: Counting,
): Pick<ProposedRoles, 'columns' | 'leftOut' | 'warnings'> {
  const most = Math.max(FEWEST_KEPT, countHalvings((units?.count ?? table.rows) / k) + 2);
  const known = columns.filter(({ name, role }) => role === 'quasi-identifier' && !kept.has(name));
  const isKnown = ({ name }: ProposedColumn): boolean => wordsOf(name).some((word) => nameWords.known.has(word));
  const distinct = ({ name }: ProposedColumn): number => table.column(name)?.texts.length ?? 0;
  const joined = new Set(batteries.flat());
  const parts = [
    ...batteries
      .map((battery) => known.filter(({ name }) => battery.includes(name)))
      .sort((a, b) => b.length - a.length),
    ...known
      .filter((column) => !isKnown(column) && !joined.has(column.name))
      .sort((a, b) => distinct(b) - distinct(a))
      .map((column) => [column]),
  ];
  const leave = new Set<ProposedColumn>();
  const leftOut: ProposedColumn[][] = [];
  for (const part of parts) {
    if (known.length - leave.size <= most) break;
    if (part.length > 0) leftOut.push(part);
    for (const column of part) leave.add(column);
  }
  const shortened = columns.map((column): ProposedColumn => {
    if (!leave.has(column)) return column;
    const it = joined.has(column.name) ? 'them' : 'it';
    const reason = `others may know ${it}, but ${known.length} such columns leave little of each: "quasi-identifier" releases ${it}`;
    return { name: column.name, role: 'drop', reason };
  });
  return { columns: shortened, leftOut, warnings: leave.size === 0 ? [] : [warnOfMany(columns, leave, known.length)] };
}

function warnOfMany(columns: readonly ProposedColumn[], left: ReadonlySet<ProposedColumn>, known: number): Warning {
  const names = columns.flatMap((column) => (left.has(column) ? [column.name] : []));
  return {
    code: 'COLUMNS_LEFT_OUT',
    message: `not released, since k rows alike in all ${known} columns that others may know leave little of each: ${nameColumns(names, { quote: true })}`,
  };
}

/** Roles from the most protective. */
const PROTECTIVE: readonly ProposedColumn['role'][] = ['identifier', 'drop', 'sensitive', 'quasi-identifier'];

/** The columns with one role and one reason for each battery: those of most of its columns, of equally many the most protective. */
function joinBatteries(columns: readonly ProposedColumn[], batteries: readonly Battery[]): readonly ProposedColumn[] {
  const joined = new Map<string, ProposedColumn>();
  for (const battery of batteries) {
    const members = columns.filter(({ name }) => battery.includes(name));
    const having = (role: ProposedColumn['role']): ProposedColumn[] => members.filter((each) => each.role === role);
    const [role] = [...PROTECTIVE].sort((a, b) => having(b).length - having(a).length);
    const [chosen] = having(role);
    if (chosen === undefined) continue;
    const start = `${counted(battery.length, 'column')} side by side with one set of values, treated as one: `;
    const reason = chosen.reason.startsWith(start) ? chosen.reason : start + chosen.reason;
    for (const own of members) {
      joined.set(own.name, own.role === role ? { ...own, reason } : { name: own.name, role, reason });
    }
  }
  return columns.map((column) => joined.get(column.name) ?? column);
}

/** Number of times that a number can be halved before it is below 1. */
function countHalvings(number: number): number {
  let halvings = 0;
  for (let left = number; left > 1; left /= 2) halvings++;
  return halvings;
}

function warnOfLeft(names: readonly string[]): Warning {
  return {
    code: 'COLUMNS_NOT_NAMED',
    message: `not released, since they may identify and are not among the columns that were named: ${nameColumns(names, { quote: true })}`,
  };
}

/**
 * Requires each name to be that of a column, and to be named once; one error an option.
 *
 * @throws InvalidArgumentError UNKNOWN_COLUMN, ROLE_CONFLICT
 */
export function requireNames(
  table: Table,
  { persons = [], quasiIdentifiers = [], sensitive = [], keep = [] }: NamedColumns,
): void {
  const columns = table.columns.map(({ name }) => name);
  const problems = new Problems();
  const seen = new Set<string>();
  for (const [option, names] of [
    ['persons', persons],
    ['quasiIdentifiers', quasiIdentifiers],
    ['sensitive', sensitive],
  ] as const) {
    const unknown = names.filter((name) => !columns.includes(name));
    if (unknown.length > 0) problems.add(unknownNames(option, unknown, columns));
    for (const name of names) {
      if (seen.has(name)) {
        const again = `${JSON.stringify(name)} again`;
        problems.add(new InvalidArgumentError(option, 'every column once', again, 'ROLE_CONFLICT'));
      }
      seen.add(name);
    }
  }
  const { names: unknown, errors } = unknownKept(keep, columns);
  if (unknown.length > 0) problems.add(unknownNames('keep', unknown, columns));
  for (const error of errors) problems.add(error);
  problems.throwAll();
}

function unknownNames(option: string, unknown: readonly string[], columns: readonly string[]): InvalidArgumentError {
  const isJoined = unknown.some((name) => {
    const parts = name.split(/[,;|\t]/).map((part) => part.trim());
    return parts.length > 1 && parts.some((part) => columns.includes(part));
  });
  const between = !isJoined
    ? ''
    : option === 'persons'
      ? ' (each name by itself: --person once for each)'
      : ' (each name by itself: on the command line commas stand between names)';
  const expected = `names of columns of the table: ${listNames(columns)}${between}`;
  const received = unknown.map((name) => `${JSON.stringify(name)}${suggestion(name, columns)}`).join(', ');
  const cure = unknown.length === 1 ? nearCure(unknown[0], columns) : undefined;
  return new InvalidArgumentError(option, expected, received, 'UNKNOWN_COLUMN', cure);
}

const BEGINNINGS =
  'texts that hardly any rows share, released by their beginnings; a "tree" that groups them keeps more';

/** Proposes a role for a column that the caller did not name. */
function proposeRole(
  column: Column,
  counting: Counting,
  { named, isKept }: { readonly named: NamedColumns; readonly isKept: boolean },
): ProposedColumn {
  const { name } = column;
  const { k, units } = counting;
  const counts = countPerCode(column, units);
  const suggested = suggestRole(column, counts, 'ranges');
  const { reason } = suggested;
  const isConstant = suggested.suggestedRole === 'drop' && column.texts.length <= 1;
  const suggestedRole = isKept && isConstant ? 'quasi-identifier' : suggested.suggestedRole;
  const asked = suggestedRole === 'quasi-identifier' || suggestedRole === 'sensitive' ? readingsOf(column) : null;
  if (suggestedRole === 'quasi-identifier' && column.type === 'string' && codesOf(column).hierarchy === undefined) {
    const { rows, rare } = countRare(column, counting);
    if (rows >= FEWEST_ROWS && rare >= NEARLY_ALL * rows) {
      if (isKept && asked === null)
        return { name, role: 'quasi-identifier', reason: BEGINNINGS, hierarchy: { type: 'mask' } };
      return {
        name,
        role: 'drop',
        reason: `its texts are shared by fewer than k = ${k} ${units === null ? 'rows' : 'people'}`,
        ...asked,
      };
    }
  }
  const own = { name, role: suggestedRole, reason, ...asked };
  if (suggestedRole !== 'sensitive') return own;
  const proposed = spelled(own, column, named);
  const merged = proposed.fold === true ? mergeColumn(column, proposed.set?.delimiter) : asRead(column);
  const isCounted = named.isCounted === true;
  const { hierarchy } = codesOf(column);
  return protectSensitive(
    proposed,
    merged,
    { ...countRare(merged, counting), isCounted, isCode: hierarchy !== undefined, isKept },
    k,
  );
}

/** A sensitive column of lists with their delimiter, and one that has several spellings of a value with `fold`. */
function spelled(proposed: ProposedColumn, column: Column, { isCounted = false }: NamedColumns): ProposedColumn {
  if (column.type !== 'string' || column.texts.length > MOST_FOLDED) return proposed;
  const delimiter = delimiterOfLists(column, countRowsPerCode(column)) ?? undefined;
  const set = delimiter === undefined ? {} : { set: { delimiter } };
  const found = delimiter === undefined ? '' : `; lists of items between ${JSON.stringify(delimiter)}`;
  const several = column.texts.length - mergeColumn(column, delimiter).texts.length;
  if (isCounted || (delimiter === undefined && several === 0))
    return { ...proposed, reason: proposed.reason + found, ...set };
  const merges =
    delimiter === undefined
      ? `; "fold" makes ${amount(several, 'further spelling')} of its values one with the commonest`
      : ', one value in any order ("fold")';
  return { ...proposed, reason: proposed.reason + found + merges, ...set, fold: true };
}

/** Returns the readings of a column of texts whose days, times or numbers may be read in two ways; null where there is nothing to ask. */
export function readingsOf(column: Column): Required<Pick<ProposedColumn, 'reason' | 'readings'>> | null {
  const { type, texts, missingCode } = column;
  if (type !== 'string') return null;
  const { readings } = inferKind(missingCode < 0 ? texts : texts.filter((_, code) => code !== missingCode));
  if (readings.length === 0) return null;
  const kind = readings[0].type;
  const what =
    kind === 'date'
      ? 'days'
      : kind === 'datetime'
        ? 'times'
        : kind === 'time' || kind === 'duration'
          ? 'lengths of time'
          : 'numbers';
  const ways = readings.map((each) => each.format ?? each.type).join(' or ');
  return {
    reason:
      readings.length === 1
        ? `${what} that may be ${ways}, of centuries that nobody said: say it`
        : `${what} that may be read as ${ways}: say which`,
    readings: readings.map((each) => (each.format === undefined ? { type: each.type } : { format: each.format })),
  };
}

/** True where most quasi-identifiers have, in most rows, a value that fewer than k share. */
export function areAmounts(table: Table, columns: readonly ProposedColumn[], counting: Counting): boolean {
  const known = columns.filter(({ role }) => role === 'quasi-identifier');
  const fine = known.filter(({ name }) => {
    const { rows, rare } = countRare(table.column(name)!, counting);
    return 2 * rare > rows;
  });
  return 2 * fine.length > known.length;
}

/** Rows with a value, and those of them whose value fewer than k rows, or persons, have. */
export function countRare(column: Column, { k, units }: Counting): { rows: number; rare: number } {
  let rows = 0;
  let rare = 0;
  const having = countPerCode(column, units);
  countRowsPerCode(column).forEach((count, code) => {
    if (code === column.missingCode) return;
    rows += count;
    if (having[code] < k) rare += count;
  });
  return { rows, rare };
}

/** The format of a column that has one of its own: a job that says it reads the next file as this one. */
const formatOf = ({ type, format }: Column): Pick<ProposedColumn, 'type' | 'format'> =>
  format === undefined ? (type === 'datetime' ? { type } : {}) : { type, format };

/** Proposes the format, or the type and the hierarchy of codes. */
const readAs = (column: Column): Pick<ProposedColumn, 'type' | 'format' | 'hierarchy'> => ({
  ...formatOf(column),
  ...codesOf(column),
});

/** The type of a sensitive column of codes, which no model takes for amounts, else its format. */
const secretAs = (column: Column): Pick<ProposedColumn, 'type' | 'format'> =>
  asRead(column) === column ? formatOf(column) : { type: 'string' };
