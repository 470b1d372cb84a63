import { attributeOf } from '../privacy/attribute-of.js';
import { appendAll } from '../base/sequences.js';
import { InfeasibleError, InvalidArgumentError } from '../base/errors.js';
import { formatPath } from '../base/describe.js';
import { averagedColumns, type ColumnPlan, isWithheld, type Plan, plannedColumn } from '../job/plan.js';
import { planRun } from './plan-run.js';
import type { ResolvedJob, RunCards } from './resolved-job.js';
import { counted } from '../base/numbers.js';
import type { Steps } from '../base/steps.js';
import type { Roles } from '../job/roles.js';
import { amount } from '../base/plural.js';
import { findMissingMarks, missingFlag, unknownMarks } from '../table/missing-marks.js';
import { findStrayRows, headerProblem, strayWarnings } from '../table/stray-rows.js';
import { type Column, Table, type Warning } from '../table/table.js';
import { unitsPerCode, type Units } from '../table/units.js';
import { listedOrder } from '../hierarchy/kinds.js';
import { attacksOnMinimality } from './minimal-recoding.js';
import { countValues } from './prepare.js';
import { refuseIdentifiersInTexts } from './search-identifiers.js';
import { mergeRare } from '../table/merge-rare.js';
import { warnOfRareValues, warnOfSingledOut } from './sensitive-rows.js';
import { warnOfUndoneGeneralization } from './undone-generalization.js';

/** Throws InfeasibleError `K_EXCEEDS_ROWS` for a table of fewer rows than k. */
export function requireRows({ rows }: Table, k: number): void {
  if (k <= rows) return;
  throw new InfeasibleError('K_EXCEEDS_ROWS', `k is ${k}, but the table has only ${amount(rows, 'row')}`);
}

/** Throws InvalidArgumentError `POPULATION_RANGE` for a population of fewer people than the input. */
function requirePopulation({ privacy }: Plan, people: number): void {
  privacy.forEach((spec, i) => {
    if (spec.model !== 'population-uniqueness' || spec.population === undefined || spec.population >= people) return;
    const expected = `at least the ${people} of the input`;
    throw new InvalidArgumentError(`privacy[${i}].population`, expected, String(spec.population), 'POPULATION_RANGE');
  });
}

/**
 * Checks that need no search. Throws InfeasibleError `K_EXCEEDS_ROWS` (also for an empty table) and `L_UNREACHABLE` when the table has fewer values
 * than l. Messages hold names and counts, never a cell. Yields between checks.
 */
export function* checkBeforeSearch(
  table: Table,
  { plan, algorithm }: Pick<RunCards, 'plan' | 'algorithm'>,
  roles: Roles,
  units: Units | null,
): Steps<Warning[]> {
  const { k } = plan;
  requireRows(table, k);
  requirePopulation(plan, units === null ? table.rows : units.count);
  const warnings: Warning[] = [];
  if (k === 1 && plan.isKAnonymous) {
    warnings.push({
      code: 'K_IS_ONE',
      message: `k is 1: a ${units === null ? 'row' : 'person'} may stay the only one of its kind; this protects nobody`,
    });
  }
  const released = releasedColumns(table, plan);
  if (plan.hidesRare) requireRepeatedTexts(table, plan, roles);
  yield;
  appendAll(warnings, checkStrayRows(table, released, plan));
  yield;
  warnIgnoredMarks(released, plan, warnings);
  warnMarks(table, released, warnings);
  checkSensitive(released, plan, warnings, units);
  yield;
  appendAll(warnings, warnOfSingledOut(table, roles.sensitive, units));
  const averaged = averagedColumns(plan);
  const insensitive = roles.insensitive.filter(({ name }) => !averaged.has(name));
  const unchanged = [...roles.sensitive, ...insensitive];
  appendAll(warnings, warnOfUndoneGeneralization(unchanged, roles.quasiIdentifiers, units));
  appendAll(warnings, yield* refuseIdentifiersInTexts(table, plan));
  warnUnusedHierarchies(released, plan, warnings);
  warnUnprotected(plan, roles, warnings);
  warnJudgedByClasses({ plan, algorithm }, released, warnings);
  warnInsensitive(table, { insensitive }, k, warnings, units);
  if (units === null) warnMinimal({ plan, algorithm }, table.rows, warnings);
  const isWarned = (name: string): boolean =>
    table.warnings.some(({ code, attribute }) => code === 'CONSTANT_COLUMN' && attribute === name);
  for (const { name, texts } of roles.quasiIdentifiers) {
    if (texts.length === 1 && !isWarned(name)) {
      warnings.push({
        code: 'CONSTANT_COLUMN',
        message: `quasi-identifier ${JSON.stringify(name)} has the same value in every row`,
        attribute: name,
      });
    }
  }
  return warnings;
}

/** A released column with its plan. */
interface ReleasedColumn {
  readonly column: Column;
  readonly planned: ColumnPlan;
}

const releasedColumns = ({ columns }: Table, plan: Plan): ReleasedColumn[] =>
  columns.flatMap((column) =>
    isWithheld(plan, column.name) ? [] : [{ column, planned: plannedColumn(plan, column.name)! }],
  );

/**
 * Warnings about headers, totals and row numbers among the people of the released columns.
 *
 * @throws InvalidArgumentError HEADER_MISSING for a released column that is called by a person's value and that the job does not name
 */
function checkStrayRows({ rows, weights }: Table, released: readonly ReleasedColumn[], plan: Plan): Warning[] {
  const columns = released.map(({ column }) => column);
  const found = findStrayRows(new Table(rows, columns, [], weights));
  const hasHeader = plan.input.header !== false;
  const named = new Set(released.flatMap(({ planned: { name, isNamed } }) => (isNamed ? [name] : [])));
  const unnamed = hasHeader ? found.called.filter((name) => !named.has(name)) : [];
  if (unnamed.length > 0) {
    const received = `"${plan.defaultRole}", which releases columns that the job does not name: ${headerProblem(unnamed.length)}`;
    throw new InvalidArgumentError('defaultRole', 'names of columns in the first line', received, 'HEADER_MISSING');
  }
  return strayWarnings(hasHeader ? found : { ...found, called: [] });
}

/** Warnings of readers whose cures make texts numbers, days or times. */
const askedOfTexts: readonly string[] = ['FORMAT_AMBIGUOUS', 'FORMAT_MIXED', 'ODD_CELLS', 'MAYBE_MISSING'];

/** Cure that makes people share the texts of a column: the reader's question about it comes first. */
function cureOf(name: string, warnings: readonly Warning[]): string {
  const asked = warnings.find(({ code, attribute }) => attribute === name && askedOfTexts.includes(code));
  return asked?.message ?? 'give it a hierarchy (such as {"type": "mask"}), or the role "identifier" or "drop"';
}

/** Minimum rows, and minimum share of texts in one row each, from which on a column of texts identifies people. */
const FEWEST_ROWS = 20;
const NEARLY_ALL = 0.9;

/** Throws InvalidArgumentError `NEARLY_UNIQUE` for texts without a hierarchy that nearly nobody shares: all would be `other`. */
function requireRepeatedTexts({ warnings }: Table, plan: Plan, { quasiIdentifiers }: Roles): void {
  for (const column of quasiIdentifiers) {
    if (column.type !== 'string' || plannedColumn(plan, column.name)?.hierarchy !== undefined) continue;
    const counts = countValues(column).filter((_, code) => code !== column.missingCode);
    const rows = counts.reduce((sum, n) => sum + n, 0);
    const unique = counts.reduce((sum, n) => (n === 1 ? sum + 1 : sum), 0);
    if (rows < FEWEST_ROWS || unique < NEARLY_ALL * rows) continue;
    throw new InvalidArgumentError(
      formatPath(['attributes', column.name]),
      `texts that rows share: ${cureOf(column.name, warnings)}`,
      `a column in which ${unique} of ${counted(rows, 'row')} have a text of their own`,
      'NEARLY_UNIQUE',
    );
  }
}

/**
 * Warns about a job before it runs on a table, columns that the table lacks left out: unique and rare values in insensitive columns, sensitive
 * columns without a model, and MINIMAL_RECODING.
 */
export function warnOfJob(table: Table, job: ResolvedJob): Warning[] {
  const warnings: Warning[] = [];
  const plan = planRun(job, table.columns);
  const released = releasedColumns(table, plan);
  const ofRole = (role: string) => released.flatMap(({ column, planned }) => (planned.role === role ? column : []));
  warnIgnoredMarks(released, plan, warnings);
  warnMarks(table, released, warnings);
  warnUnusedHierarchies(released, plan, warnings);
  warnUnprotected(plan, { sensitive: ofRole('sensitive') }, warnings);
  warnJudgedByClasses({ plan, algorithm: job.algorithm }, released, warnings);
  warnInsensitive(table, { insensitive: ofRole('insensitive') }, plan.k, warnings);
  if (plan.unit.name === 'row') warnMinimal({ plan, algorithm: job.algorithm }, table.rows, warnings);
  return warnings;
}

const MARKS: ReadonlySet<string> = new Set(unknownMarks);

/**
 * MAYBE_MISSING for marks among the texts of released columns, where they count as values of their own: in sensitive columns every mark
 * of what is not known, in others those that the reader asks about where no type is declared.
 */
function warnMarks({ warnings: noticed }: Table, released: readonly ReleasedColumn[], warnings: Warning[]): void {
  for (const { column, planned } of released) {
    const { name, type, texts, missingCode } = column;
    const isAsked = noticed.some(({ code, attribute }) => code === 'MAYBE_MISSING' && attribute === name);
    if (type !== 'string' || isAsked) continue;
    const isSensitive = planned.role === 'sensitive';
    const asked = isSensitive ? MARKS : new Set(findMissingMarks(column)?.marks);
    const codes = texts.flatMap((text, code) => (code !== missingCode && text !== '' && asked.has(text) ? [code] : []));
    if (codes.length === 0) continue;
    const counts = countValues(column);
    const cells = codes.reduce((sum, code) => sum + counts[code], 0);
    const marks = codes.map((code) => texts[code]);
    const named = marks.map((mark) => JSON.stringify(mark)).join(', ');
    warnings.push({
      code: 'MAYBE_MISSING',
      message: `${counted(cells, 'cell')} ${named} of ${isSensitive ? 'the sensitive column' : 'column'} ${JSON.stringify(name)} count as values; if they stand for missing values, say ${missingFlag(marks)}, or "input": {"missing": ${JSON.stringify(['', ...marks])}}`,
      attribute: name,
    });
  }
}

/** OPTION_UNUSED for columns in which marks of `input.missing` are values: the table was read without them. */
function warnIgnoredMarks(released: readonly ReleasedColumn[], plan: Plan, warnings: Warning[]): void {
  const marks = plan.input.missing ?? [];
  if (marks.length === 0) return;
  for (const { name, texts, missingCode } of released.map(({ column }) => column)) {
    const kept = marks.filter((mark) => {
      const code = texts.indexOf(mark);
      return code >= 0 && code !== missingCode;
    });
    if (kept.length === 0) continue;
    const listed = kept.map((mark) => JSON.stringify(mark)).join(', ');
    warnings.push({
      code: 'OPTION_UNUSED',
      message: `input.missing names ${listed}, but the table was read without it and counts them as values; set it where the table is read: readTable(source, { missing }), or give the rows themselves to the job`,
      attribute: name,
    });
  }
}

/** JUDGED_BY_CLASSES for models on groups of known values whose algorithm requires them of every class. */
function warnJudgedByClasses(
  { plan, algorithm }: Pick<RunCards, 'plan' | 'algorithm'>,
  released: readonly ReleasedColumn[],
  warnings: Warning[],
): void {
  const { judgesGroups = false } = algorithm;
  if (judgesGroups === true || (judgesGroups === 'alone' && plan.privacy.every((spec) => 'known' in spec))) return;
  const quasi = released.filter(({ planned }) => planned.role === 'quasi-identifier').length;
  plan.privacy.forEach((spec, index) => {
    if (!('known' in spec) || spec.known >= quasi) return;
    warnings.push({
      code: 'JUDGED_BY_CLASSES',
      message: `privacy[${index}]: ${algorithm.name} requires k = ${spec.k} of all ${quasi} quasi-identifiers together, as k-anonymity does; "known": ${spec.known} asks it of combinations of ${spec.known}, which keep more detail`,
    });
  });
}

/** Warnings that say what knowledge of the algorithm reveals, by attack. */
const LEARNED = {
  downcoding:
    'this algorithm generalizes a class only as far as it needs, so that somebody who knows the algorithm can find the exact value of some generalized cells; kohort attack downcoding counts the rows',
  minimality:
    'this algorithm generalizes a class only where a model would fail, so that somebody who knows the algorithm and the people of the table can find some sensitive values likelier than the model allows; kohort attack minimality counts them',
} as const;

/** MINIMAL_RECODING where it is known what the algorithm could not have released more exactly, and an attack uses that. */
function warnMinimal(run: Pick<RunCards, 'plan' | 'algorithm'>, rows: number, warnings: Warning[]): void {
  const attacks = attacksOnMinimality(run, rows);
  if (attacks.length > 0) {
    warnings.push({
      code: 'MINIMAL_RECODING',
      message: attacks.map((attack) => LEARNED[attack]).join('; '),
    });
  }
}

function checkSensitive(
  released: readonly ReleasedColumn[],
  plan: Plan,
  warnings: Warning[],
  units: Units | null,
): void {
  const looked = new Set<string>();
  plan.privacy.forEach((spec, index) => {
    const attribute = attributeOf(spec);
    const known = released.find(({ column }) => column.name === attribute);
    if (attribute === undefined || known === undefined) return;
    const { column, planned } = known;
    const values = column.texts.length;
    const name = JSON.stringify(attribute);
    if (spec.model === 'l-diversity') {
      if (spec.c !== undefined && spec.variant !== 'recursive') {
        const message = `privacy[${index}].c is only used by recursive (c,l)-diversity`;
        warnings.push({ code: 'OPTION_UNUSED', message, attribute });
      }
      if (spec.l > values) {
        throw new InfeasibleError(
          'L_UNREACHABLE',
          `privacy[${index}]: l is ${spec.l}, but attribute ${name} has only ${amount(values, 'distinct value')}`,
        );
      }
    }
    if (looked.has(attribute)) return;
    looked.add(attribute);
    if (values === 1) {
      warnings.push({
        code: 'SENSITIVE_CONSTANT',
        message: `sensitive attribute ${name} has the same value in every row: to be in the table is to have it`,
        attribute,
      });
    }
    appendAll(warnings, warnOfRareValues(mergeRare(column, planned.spec.rare ?? 0, units), units));
  });
}

/** HIERARCHY_UNUSED for columns that are released as they are, unless t-closeness measures by their hierarchy. */
function warnUnusedHierarchies(released: readonly ReleasedColumn[], plan: Plan, warnings: Warning[]): void {
  for (const { name, role, given: hierarchy } of released.map(({ planned }) => planned)) {
    if (hierarchy === undefined || role === 'quasi-identifier') continue;
    const used = listedOrder(hierarchy) === null ? 'hierarchical' : 'ordered';
    const isUsed = plan.privacy.some(
      (spec) => spec.model === 't-closeness' && spec.attribute === name && spec.distance === used,
    );
    if (isUsed) continue;
    warnings.push({
      code: 'HIERARCHY_UNUSED',
      message: `its hierarchy is not used: its role is "${role}", and its values are released as they are`,
      attribute: name,
    });
  }
}

function warnUnprotected(plan: Plan, roles: Pick<Roles, 'sensitive'>, warnings: Warning[]): void {
  for (const { name } of roles.sensitive) {
    if (plan.privacy.some((spec) => attributeOf(spec) === name)) continue;
    warnings.push({
      code: 'SENSITIVE_UNPROTECTED',
      message: `no privacy model protects sensitive attribute ${JSON.stringify(name)}: all rows of a class may have the same value of it`,
      attribute: name,
    });
  }
}

function warnInsensitive(
  table: Table,
  roles: Pick<Roles, 'insensitive'>,
  k: number,
  warnings: Warning[],
  units: Units | null = null,
): void {
  for (const column of roles.insensitive) {
    const name = JSON.stringify(column.name);
    if (column.texts.length === table.rows && table.rows > 1) {
      warnings.push({
        code: 'UNIQUE_INSENSITIVE_COLUMN',
        message: `insensitive column ${name} has another value in every row: it identifies the person of the row, and is released unchanged`,
        attribute: column.name,
      });
      continue;
    }
    const counts = units === null ? countValues(column) : unitsPerCode(column, units);
    const rare = counts.reduce((sum, having) => (having < k ? sum + 1 : sum), 0);
    if (rare > 0) {
      warnings.push({
        code: 'RARE_INSENSITIVE_VALUES',
        message: `insensitive column ${name} has ${amount(rare, 'value')} that fewer than k = ${k} ${units === null ? 'rows' : 'people'} have`,
        attribute: column.name,
      });
    }
  }
}
