/** The plan of a run as plain, printable data. `planColumns` and `planRun` make it of a job; nothing else reads a job. */
import type { HierarchySpec } from '../hierarchy/kinds.js';
import type { PrivacySpec } from '../privacy/list.js';
import type { InputSpec } from '../table/input-spec.js';
import { PACKED_DAYS } from '../table/infer-kind.js';
import { columnsOfWhere, parseWhere } from '../table/parse-where.js';
import { isSameKind } from '../table/spelling.js';
import type { ColumnType, DeclaredKind, ValueKind } from '../table/table.js';
import type { AlgorithmSpec, AttributeSpec, CheckedJob, OutputSpec, QuerySpec, Role, SuppressionSpec } from './job.js';
import { declaredKind, roleIn } from './declared.js';
import { type AttributePattern, describedColumns, fitsPattern, patternsOf, strongest } from './patterns.js';

/** A column of a table, as far as a plan looks at it. */
export type FoundColumn = ValueKind & { readonly name: string };

/** The plan for one column. */
export interface ColumnPlan {
  readonly name: string;
  readonly role: Role;
  /** True for a column that the job names, itself or by a pattern. */
  readonly isNamed: boolean;
  /** The pattern of the job that it matches; absent for one that the job names itself. */
  readonly pattern?: string;
  /** True where the job gives the role, false where it is the default. */
  readonly isRoleGiven: boolean;
  /** Kind of its values, where the job says it; null: as found. */
  readonly kind: DeclaredKind | null;
  /** Type of its values; null for a column of no known table and no declared type. */
  readonly type: ColumnType | null;
  /** Words for people. */
  readonly description?: string;
  /** Hierarchy of the job. */
  readonly given?: HierarchySpec;
  /** The rest of the description in the job. */
  readonly spec: Omit<AttributeSpec, 'role' | 'hierarchy' | 'description' | 'minLevel' | 'maxLevel' | 'matches'>;
  /** The lowest and the highest level that may be released, where the job says so. */
  readonly levels?: { readonly least?: number; readonly most?: number };
}

/** The plan for columns that match a pattern; its name is the pattern. */
type PatternPlan<Column extends ColumnPlan = ColumnPlan> = Column & Pick<AttributePattern, 'listed' | 'literals'>;

/** A pattern of a job with the columns that match it. */
export interface PlannedPattern {
  /** The pattern, such as `F*`. */
  readonly pattern: string;
  /** Role of these columns. */
  readonly role: Role;
  /** Their names. */
  readonly matches: readonly string[];
}

/** Facts about columns that need no algorithm. */
export interface ColumnsPlan<Column extends ColumnPlan = ColumnPlan> {
  /** Columns that the job names, in its order, then the others of the table. */
  readonly columns: readonly Column[];
  /** Patterns of the job, as plans for columns that no table has shown yet. */
  readonly patterns: readonly PatternPlan<Column>[];
  /** Role of all other columns. */
  readonly defaultRole: 'drop' | 'insensitive';
  /** The counted unit: persons (or households, which are counted as persons are), by the columns of their key, or rows. `isAsserted` is true where the job says that a row is a person. */
  readonly unit:
    | { readonly name: 'person'; readonly columns: readonly string[]; readonly isHousehold?: true }
    | { readonly name: 'row'; readonly isAsserted: boolean };
  /** Role of the columns of the key of what is counted. */
  readonly keyRole: 'person' | 'household';
  /** How the input is read, as the job gives it. */
  readonly input: InputSpec;
  /** Texts of missing cells. */
  readonly missing: readonly string[];
  /** How the release is written, as the job gives it. */
  readonly output: OutputSpec;
  /** Treatment of suppressed rows. */
  readonly suppressed: 'drop' | 'star';
  /** Order of the released rows. */
  readonly order: 'shuffle' | 'input';
  /** Ends of ranges: bounds of a grid, or values of the table. */
  readonly ranges: 'rounded' | 'tight';
  /** Maximum of rows of a person that are kept; null where all are. */
  readonly rowsPerPerson: number | null;
  /** Treatment of rows that lack the key of a person. */
  readonly missingPersons: 'refuse' | 'separate';
  /** Quasi-identifiers by which rows are in strata, which no class crosses. */
  readonly within: readonly string[];
  /** Counting queries of the job. */
  readonly queries: readonly QuerySpec[];
}

/** A column of a run with its hierarchy. */
export interface SearchedColumn extends ColumnPlan {
  /** The hierarchy that is used; undefined without one. */
  readonly hierarchy?: HierarchySpec;
  /**
   * Origin of the hierarchy: the job's own; made for an algorithm that needs levels (of an order, or none given); left out, since its labels are
   * values that ranges must not show; or none, since the job gives none.
   */
  readonly hierarchyBy: 'job' | 'algorithm' | 'left-out' | 'none';
  /** Largest l of the l-diversity of the column; null without one. */
  readonly diversity: number | null;
}

/** A release in buckets. */
interface PlannedBuckets {
  readonly bucketColumn: string;
  /** Columns that stay together; null where that depends on the table. */
  readonly groups: readonly (readonly string[])[] | null;
  readonly twoTables: boolean;
  /** States that counting the ways of one bucket may visit. */
  readonly waysBudget: number;
}

/** Everything that a job means for a table, decided before any work. */
export interface Plan extends ColumnsPlan<SearchedColumn> {
  /** Name and options, with their defaults. */
  readonly algorithm: AlgorithmSpec;
  /** Treatment of hierarchies of numbers by an algorithm with that option; null without it. */
  readonly hierarchies: 'strings' | 'follow' | null;
  /** True for ranges of every domain, and no nodes of a hierarchy. */
  readonly releasesRanges: boolean;
  /** True for algorithms that cut ordered domains into ranges. */
  readonly cutsDomains: boolean;
  /** True for algorithms that search between levels of the job. */
  readonly boundsLevels: boolean;
  /** Way in which strata are kept apart: by levels that are not raised, or each is searched; null where the algorithm knows none. */
  readonly strata: 'levels' | 'apart' | null;
  /** Release form by design: `values` as they are, a `value-or-star`; null for ranges, sets and nodes. */
  readonly releases: 'values' | 'value-or-star' | null;
  /** True where `*` matches no known value: it is in no group of bounded knowledge. */
  readonly starsMatchNothing: boolean;
  /** Treatment of lists of items by algorithms that release one column of them; null for others. */
  readonly takesLists: 'apart' | 'generalized' | null;
  /** Facts about a release in buckets; null for others. */
  readonly permutes: PlannedBuckets | null;
  /** True for buckets without two rows of one person. */
  readonly bucketsPersons: boolean;
  /** True when all rows of a vector go to one class. */
  readonly keepsVectors: boolean;
  /** Replacement that is written instead of ranges of numbers; null for none. */
  readonly replacement: 'centroid' | 'median' | null;
  /** The largest k of the k-anonymity of the job: persons, or rows; 1 without one. */
  readonly k: number;
  /** True where the job has k-anonymity. */
  readonly isKAnonymous: boolean;
  /** Models that every class must satisfy: those of the job, then those that the run adds. */
  readonly privacy: readonly PrivacySpec[];
  /** Number of models of the job. */
  readonly asked: number;
  /** Minimum persons, or rows, to hide among: k of the job's k-anonymity, else 3. */
  readonly people: number;
  /** Minimum persons, or rows, that must share a released value of a quasi-identifier; null where values are not coded before the search. */
  readonly fewest: number | null;
  /** True where the release hides values of fewer people. */
  readonly hidesRare: boolean;
  /** Maximum of suppressed rows. */
  readonly suppression: SuppressionSpec | 'none';
  /** Maximum of rows in classes that fail a model, where the algorithm suppresses and the job does not say how much; else null. */
  readonly failingByDefault: number | null;
  /** Name of the public table, and its path in the job; null without one. */
  readonly publicTable: { readonly name: string; readonly path: string } | null;
  /** Treatment of values that several rows of a person leave together. */
  readonly history: 'measure' | 'protect';
  /** Reason why the job cannot be run from counts of distinct rows; null where it can. */
  readonly whyRows: string | null;
}

/** Plans the columns of a job, and of a table where one is known. */
export function planColumns(
  job: Pick<
    CheckedJob,
    | 'attributes'
    | 'defaultRole'
    | 'input'
    | 'output'
    | 'unit'
    | 'rowsPerPerson'
    | 'missingPersons'
    | 'within'
    | 'queries'
  >,
  found: readonly FoundColumn[] = [],
): ColumnsPlan {
  const { defaultRole = 'drop', input = {}, output = {} } = job;
  const { rowsPerPerson = null, missingPersons = 'refuse', within = [], queries = [] } = job;
  const { suppressed = 'drop', order = 'shuffle', ranges = 'rounded' } = output;
  const foundOf = new Map(found.map((column) => [column.name, column]));
  const { count } = input;
  const described = describedColumns(job, [...foundOf.keys()]);
  const named = new Map(described.map((column) => [column.name, column]));
  const names = new Set([...named.keys(), ...foundOf.keys(), ...(count === undefined ? [] : [count])]);
  const columns = Array.from(names, (name): ColumnPlan => {
    const { spec, pattern = null } = named.get(name) ?? {};
    const own = planColumn({ name, spec, role: roleIn(job, name) }, job, foundOf.get(name));
    return pattern === null ? own : { ...own, pattern };
  });
  const patterns = patternsOf(job).map(({ key: name, spec, listed, literals }): PatternPlan => {
    const own = planColumn({ name, spec, role: spec.role ?? defaultRole }, job, undefined);
    return { ...own, listed, literals };
  });
  const isHousehold = job.unit === 'household';
  const keyRole = isHousehold ? 'household' : 'person';
  const isKey = (name: string): boolean => roleIn(job, name) === keyRole;
  // Keys stand in the order of the table.
  const keys = [...new Set([...foundOf.keys(), ...names])].filter(isKey);
  return {
    columns,
    patterns,
    defaultRole,
    unit:
      keys.length > 0
        ? { name: 'person', columns: keys, ...(isHousehold ? { isHousehold } : {}) }
        : { name: 'row', isAsserted: job.unit === 'row' },
    keyRole,
    input,
    missing: input.missing ?? [''],
    output,
    suppressed,
    order,
    ranges,
    rowsPerPerson,
    missingPersons,
    within: typeof within === 'string' ? [within] : within,
    queries,
  };
}

function planColumn(
  { name, spec: given, role }: { readonly name: string; readonly spec?: AttributeSpec; readonly role: Role },
  job: Pick<CheckedJob, 'input'>,
  found: FoundColumn | undefined,
): ColumnPlan {
  const { role: own, hierarchy, description, minLevel, maxLevel, ...spec } = given ?? {};
  const kind = given === undefined ? null : (declaredKind(given, job) ?? kindOfGroups(hierarchy, found));
  return {
    name,
    role,
    isNamed: given !== undefined,
    isRoleGiven: own !== undefined,
    kind,
    type: (kind ?? found)?.type ?? null,
    description,
    given: hierarchy,
    ...(minLevel === undefined && maxLevel === undefined ? {} : { levels: { least: minLevel, most: maxLevel } }),
    spec,
  };
}

/** Whole numbers that seem days, such as `19670209`, are numbers where the job groups them into intervals of numbers. */
function kindOfGroups(hierarchy: HierarchySpec | undefined, found: FoundColumn | undefined): ValueKind | null {
  if (hierarchy?.type !== 'intervals' || found === undefined || !isSameKind(found, PACKED_DAYS)) return null;
  return { type: 'integer' };
}

const indexes = new WeakMap<object, ReadonlyMap<string, ColumnPlan>>();

/** The plan for a column; undefined for one that neither the job nor the table has. */
export function plannedColumn<Column extends ColumnPlan>(plan: ColumnsPlan<Column>, name: string): Column | undefined {
  let index = indexes.get(plan.columns);
  if (index === undefined) indexes.set(plan.columns, (index = new Map(plan.columns.map((each) => [each.name, each]))));
  return (index.get(name) as Column | undefined) ?? columnOfPattern(plan, name);
}

/** Patterns of a job that decide on a column that it does not name; several are a conflict. */
export const fittingPatterns = <Column extends ColumnPlan>(
  { patterns }: ColumnsPlan<Column>,
  name: string,
): PatternPlan<Column>[] => strongest(patterns.filter((pattern) => fitsPattern(pattern.name, name)));

/** The plan for a column that no table has shown, by the pattern that it matches. */
function columnOfPattern<Column extends ColumnPlan>(plan: ColumnsPlan<Column>, name: string): Column | undefined {
  if (plan.patterns.length === 0) return undefined;
  const [first] = fittingPatterns(plan, name);
  if (first === undefined) return undefined;
  const { listed: _, literals: __, ...own } = first;
  return { ...(own as unknown as Column), name, pattern: first.name };
}

/** True where the job says that each row is one person. */
export const rowsArePeople = ({ unit }: ColumnsPlan): boolean => unit.name === 'row' && unit.isAsserted;

/** Names of the columns that the job names, in its order. */
export const namedColumns = ({ columns }: ColumnsPlan): string[] =>
  columns.flatMap(({ name, isNamed }) => (isNamed ? [name] : []));

/** The columns that match each pattern of a job, in its order. */
export const matchesOf = ({ columns, patterns }: ColumnsPlan): PlannedPattern[] =>
  patterns.map(({ name: pattern, role }) => {
    const matches = columns.flatMap((column) => (column.pattern === pattern ? [column.name] : []));
    return { pattern, role, matches };
  });

/** Names of the columns of a role, in the order of the job. */
export const namesOfRole = ({ columns }: ColumnsPlan, asked: Role): string[] =>
  columns.flatMap(({ name, role }) => (role === asked ? [name] : []));

/** The role of a column: as the job says, or its default. */
export const plannedRole = (plan: ColumnsPlan, name: string): Role =>
  plannedColumn(plan, name)?.role ?? plan.defaultRole;

/** Columns that say which rows are taken, by `where` and `count` of the input. */
export const takingColumns = ({ input: { where, count } }: Pick<ColumnsPlan, 'input'>): string[] => [
  ...(where === undefined ? [] : columnsOfWhere(parseWhere(where)).keys()),
  ...(count === undefined ? [] : [count]),
];

/** Columns of the role `pseudonym`, each with its group. */
export const pseudonymColumns = ({ columns }: ColumnsPlan): ReadonlyMap<string, string> =>
  new Map(columns.flatMap(({ name, role, spec }) => (role === 'pseudonym' ? [[name, spec.group ?? name]] : [])));

/** True when a column is not released. */
export const isWithheld = (plan: ColumnsPlan, name: string): boolean =>
  isUnread(plan, name) || ['person', 'household'].includes(plannedRole(plan, name)) || isHiddenWeight(plan, name);

/** True for a column of the key of what is counted. */
export const isKeyOfUnit = (plan: ColumnsPlan, name: string): boolean => plannedRole(plan, name) === plan.keyRole;

/** True for survey weights that are not released. */
const isHiddenWeight = (plan: ColumnsPlan, name: string): boolean =>
  plannedRole(plan, name) === 'weight' && plannedColumn(plan, name)?.spec.release !== 'rounded';

/** True when no step of a run looks at a column. */
export const isUnread = (plan: ColumnsPlan, name: string): boolean =>
  ['identifier', 'drop'].includes(plannedRole(plan, name));

/** Fewest values of a sensitive column that the classes of a person may leave together: l of its l-diversity, 2 without one. */
export const leastValuesLeft = (plan: Plan, name: string): number => plannedColumn(plan, name)?.diversity ?? 2;

/** Column name -> kind of its values, where the plan says it. */
export const plannedKinds = ({ columns }: ColumnsPlan): Map<string, DeclaredKind> =>
  new Map(columns.flatMap(({ name, kind }) => (kind === null ? [] : [[name, kind]])));

/** Columns with `fold`, and what stands between the items of their cells where `set` says it. */
export const foldedColumns = ({ columns }: ColumnsPlan): Map<string, string | undefined> =>
  new Map(columns.flatMap(({ name, spec }) => (spec.fold === true ? [[name, spec.set?.delimiter]] : [])));

/** Columns with `rare`, and the fewest rows of their values. */
export const rareColumns = ({ columns }: ColumnsPlan): Map<string, number> =>
  new Map(columns.flatMap(({ name, spec: { rare } }) => (rare === undefined ? [] : [[name, rare]])));

/** Columns that are released as an average of each class. */
export const averagedColumns = ({ columns }: ColumnsPlan): Map<string, 'mean' | 'median'> =>
  new Map(
    columns.flatMap(({ name, role, spec: { release } }) =>
      role === 'insensitive' && (release === 'mean' || release === 'median') ? [[name, release]] : [],
    ),
  );

/** The job of a counted table of an engine, whose rows have no order that could be kept. */
export function withoutOrder(job: CheckedJob): CheckedJob {
  const { order, output } = planColumns(job);
  return order === 'input' ? { ...job, output: { ...output, order: 'shuffle' } } : job;
}
