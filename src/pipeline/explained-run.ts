import { attributeOf } from '../privacy/attribute-of.js';
import type { Domain } from '../hierarchy/domain.js';
import type { HierarchySpec } from '../hierarchy/kinds.js';
import type { Role } from '../job/job.js';
import {
  averagedColumns,
  type ColumnsPlan,
  isWithheld,
  matchesOf,
  type Plan,
  plannedColumn,
  type PlannedPattern,
  plannedRole,
  type SearchedColumn,
} from '../job/plan.js';
import type { ColumnType, Table, Warning } from '../table/table.js';

/**
 * Release form of the cells of a column: `generalized` (a more general value of a hierarchy, a range or a set), `masked` (the value, or `*`),
 * `mean` (a mean or median of the class), `permuted` (as they are, moved within a bucket), `listed` (parts of lists), `exact` (as they are),
 * `withheld` (not at all).
 */
export type ReleasedAs = 'generalized' | 'masked' | 'mean' | 'permuted' | 'listed' | 'exact' | 'withheld';

/** The plan for one column. */
export interface PlannedColumn {
  /** Name of the column. */
  readonly name: string;
  /** Role of the column, as the job gives it or by its default. */
  readonly role: Role;
  /** Type of the cells; null for a column that was not read. */
  readonly type: ColumnType | null;
  /** Form in which its cells are released. */
  readonly released: ReleasedAs;
  /** The kind of the hierarchy that is used, and its levels above the values; null without one. */
  readonly hierarchy: { readonly type: HierarchySpec['type']; readonly levels: number } | null;
  /** Number of distinct values in the domain of a quasi-identifier; null for other columns. */
  readonly values: number | null;
  /** One sentence that says what happens to the cells, and why. */
  readonly why: string;
}

/** The plan of a run on its table, decided before the search. It holds no cell of the table. */
export interface RunPlan extends Pick<
  Plan,
  'algorithm' | 'k' | 'privacy' | 'fewest' | 'ranges' | 'suppression' | 'suppressed' | 'order' | 'rowsPerPerson'
> {
  /** Rows of the table. */
  readonly rows: number;
  /** The counted unit: persons by the columns of their key, or rows. `isAsserted` is true where the job says that a row is a person. */
  readonly unit:
    | {
        /** Persons are counted, or households. */
        readonly name: 'person';
        /** Columns of their key. */
        readonly columns: readonly string[];
        /** Their number in the input. */
        readonly persons: number;
        /** True where they are households. */
        readonly isHousehold?: true;
      }
    | { readonly name: 'row'; readonly isAsserted: boolean };
  /** The condition of the rows that are taken; null where all are. */
  readonly where: string | null;
  /** The column that says how many rows each stands for; null where each is one. */
  readonly count: string | null;
  /** Name of the public table; null without one. */
  readonly publicTable: string | null;
  /** Treatment of rows that lack the key of a person; null where rows are counted. */
  readonly missingPersons: Plan['missingPersons'] | null;
  /** Treatment of values that several rows of a person leave together; null where rows are counted. */
  readonly history: Plan['history'] | null;
  /** Columns of strata, which no class crosses; empty without any. */
  readonly within: readonly string[];
  /** Plans of the columns, in the order of the table. */
  readonly columns: readonly PlannedColumn[];
  /** Patterns of the job, with the columns that match them. */
  readonly patterns: readonly PlannedPattern[];
  /** Warnings that are known before the search. */
  readonly warnings: readonly Warning[];
}

/** Facts about a table that a plan needs beside its job. */
interface PlannedTable {
  readonly table: Table;
  /** Domains of the quasi-identifiers. */
  readonly domains: readonly Domain[];
  /** Persons of the table; null where rows are counted. */
  readonly persons: number | null;
}

/** Describes a plan on its table. */
export function describeRun(plan: Plan, { table, domains, persons }: PlannedTable): Omit<RunPlan, 'warnings'> {
  const { algorithm, k, privacy, fewest, ranges, suppression, suppressed, order, rowsPerPerson, unit } = plan;
  const columns = table.columns.map(({ name, type }): PlannedColumn => {
    const domain = domains.find(({ attribute }) => attribute === name);
    return { name, type, ...describeColumn(plan, name, domain) };
  });
  const isCounted = unit.name === 'person';
  return {
    algorithm,
    rows: table.rows,
    unit: isCounted ? { ...unit, persons: persons ?? 0 } : unit,
    ...{ k, privacy, fewest, ranges, suppression, suppressed, order },
    publicTable: plan.publicTable?.name ?? null,
    missingPersons: isCounted ? plan.missingPersons : null,
    rowsPerPerson,
    where: plan.input.where ?? null,
    count: plan.input.count ?? null,
    history: isCounted ? plan.history : null,
    within: plan.within,
    columns,
    patterns: matchesOf(plan),
  };
}

/**
 * The plan with the columns of the source that were not read, since they are not released.
 *
 * @param columns - names of all columns of the source, in their order
 */
export function withUnread(plan: RunPlan, asked: ColumnsPlan, columns: readonly string[]): RunPlan {
  const read = new Map(plan.columns.map((column) => [column.name, column]));
  const all = columns.map((name) => read.get(name) ?? { name, type: null, ...describeWithheld(asked, name) });
  return { ...plan, columns: all, patterns: matchesOf(asked) };
}

type Described = Omit<PlannedColumn, 'name' | 'type'>;

function describeColumn(plan: Plan, name: string, domain: Domain | undefined): Described {
  const role = plannedRole(plan, name);
  const plain = { role, hierarchy: null, values: null };
  switch (role) {
    case 'identifier':
    case 'person':
    case 'household':
    case 'drop':
      return describeWithheld(plan, name);
    case 'quasi-identifier':
      if (domain !== undefined) return { role, ...describeQuasiIdentifier(plan, domain) };
      return { ...plain, released: 'listed', why: wordsOfLists(plan) };
    case 'sensitive':
      if (plan.takesLists !== null) return { ...plain, released: 'listed', why: wordsOfLists(plan) };
      if (plan.permutes === null) return { ...plain, released: 'exact', why: wordsOfSensitive(plan, name) };
      return {
        ...plain,
        released: 'permuted',
        why: plan.permutes.twoTables
          ? 'leaves in a second table, linked by the number of a bucket'
          : 'released as it is, moved among the rows of a bucket',
      };
    case 'pseudonym':
      return { ...plain, released: 'exact', why: 'released as a keyed pseudonym' };
    case 'weight':
      if (isWithheld(plan, name)) return describeWithheld(plan, name);
      return { ...plain, released: 'mean', why: 'weight of a row of a survey: released as the mean of its class' };
    case 'class':
      return { ...plain, released: 'exact', why: 'label for classifiers: released as it is' };
    default: {
      const average = averagedColumns(plan).get(name);
      if (average === undefined) return { ...plain, released: 'exact', why: 'released as it is' };
      return {
        ...plain,
        released: 'mean',
        why: `released as the ${average} of its class, over at least ${plan.people}`,
      };
    }
  }
}

const wordsOfLists = ({ takesLists }: Plan): string =>
  takesLists === 'generalized'
    ? 'its items are released as themselves or as nodes of their hierarchy'
    : 'its items are released in chunks that are not linked';

/** The plan for a column that is not released. */
function describeWithheld(plan: ColumnsPlan, name: string): Described {
  const role = plannedRole(plan, name);
  const words = {
    identifier: 'says who somebody is: not released',
    person: 'key of the person of the row: counted, not released',
    household: 'key of the household of the row: not released',
    weight: 'weight of a row of a survey: risks in the population are estimated by it; not released',
    drop:
      plannedColumn(plan, name)?.isRoleGiven === true
        ? 'dropped by the job: not released'
        : 'not named in the job: not released',
  };
  return { role, released: 'withheld', hierarchy: null, values: null, why: words[role as keyof typeof words] };
}

function wordsOfSensitive(plan: Plan, name: string): string {
  const { rare, fold = false } = plannedColumn(plan, name)?.spec ?? {};
  const models = plan.privacy.filter((spec) => attributeOf(spec) === name);
  const words = ['released as it is'];
  if (rare !== undefined) words.push(`values of fewer than ${rare} become "other"`);
  if (fold) words.push('spellings of one value become one');
  const named = [...new Set(models.map(({ model }) => model))];
  words.push(named.length === 0 ? 'no model protects it' : `protected by ${named.join(', ')}`);
  return words.join('; ');
}

function describeQuasiIdentifier(plan: Plan, domain: Domain): Omit<Described, 'role'> {
  const { releases, permutes, replacement, hierarchies, releasesRanges } = plan;
  const { name } = plan.algorithm;
  const planned = plannedColumn(plan, domain.attribute)!;
  const values = (domain.coding?.values ?? domain).size;
  const isNumeric = domain.numbers !== null;
  const plain = { hierarchy: null, values };
  if (permutes !== null && releases === 'values')
    return { ...plain, released: 'exact', why: 'released as it is; the link to the sensitive columns is broken' };
  if (releases === 'values') return { ...plain, released: 'exact', why: `released as it is by ${name}` };
  if (releases === 'value-or-star')
    return { ...plain, released: 'masked', why: 'released as it is where classes allow it, else as *' };
  if (replacement !== null && isNumeric) {
    const word = replacement === 'median' ? 'median' : 'mean';
    return { ...plain, released: 'mean', why: `numbers become the ${word} of their class` };
  }
  const isByNodes = !releasesRanges && (!isNumeric || hierarchies !== 'strings');
  const { given, hierarchy: own } = planned;
  if (own !== undefined && domain.hierarchy !== null && isByNodes) {
    const hierarchy = { type: own.type, levels: domain.hierarchy.height };
    const why =
      own.type === given?.type
        ? 'becomes values of its hierarchy'
        : `${name} needs levels, and the job gives none: released as it is, or as *`;
    return { hierarchy, values, released: 'generalized', why };
  }
  return { ...plain, released: 'generalized', why: wordsOfRanges(name, domain, planned) };
}

function wordsOfRanges(algorithm: string, { order }: Domain, { given, hierarchyBy }: SearchedColumn): string {
  const what = {
    numeric: 'becomes ranges',
    listed: 'becomes ranges of the listed order',
    hierarchy: 'becomes sets of values that are neighbours in its hierarchy',
    sorted: 'becomes sets of values',
  }[order];
  if (given === undefined) return `${what}: the job gives no hierarchy`;
  if (given.type === 'order') return what;
  return hierarchyBy === 'left-out'
    ? `${what}: its hierarchy is made of values of the table, which ranges must not show`
    : `${what}: ${algorithm} uses the order of its hierarchy alone`;
}
