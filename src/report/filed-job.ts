/**
 * The job as it may be filed. A job can hold values of people: a hierarchy lists leaves, an order lists values, a mark of missing
 * cells may be anything. What is copied here are names of columns, words of the job's own language and numbers; values are
 * counted, and of the labels above the values of a hierarchy those are listed that the release shows anyway.
 */
import { isMadeOfValues } from '../hierarchy/kinds.js';
import type { CheckedJob } from '../job/job.js';
import { keyOfName } from '../job/patterns.js';
import type { ColumnPlan, ColumnsPlan } from '../job/plan.js';
import type { RunResult } from '../pipeline/result.js';
import { isMissingMark } from '../table/missing-marks.js';
import type { Table } from '../table/table.js';
import { lastPart } from './report-facts.js';

type Plain = Readonly<Record<string, unknown>>;
type Hierarchy = NonNullable<CheckedJob['attributes'][string]['hierarchy']>;

/** A label of a hierarchy above its values that stands in the release. */
export interface ShownLabel {
  readonly label: string;
  /** From 1. */
  readonly level: number;
  /** Leaves under it. */
  readonly values: number;
}

/** The hierarchy of a column, without the values that the job lists in it. */
interface FiledHierarchy {
  readonly column: string;
  readonly type: string;
  /** Parameters in the job of a hierarchy that is made by a rule; empty for one that lists its values. */
  readonly parameters: Plain;
  /** Values that the job lists, levels above them, and labels of every level; null for a hierarchy that is made by a rule. */
  readonly values: number | null;
  readonly levels: number | null;
  readonly labelsByLevel: readonly number[] | null;
  /**
   * Labels above the values that stand in the release, the highest level first: of a quasi-identifier, where the report was given the
   * release; else null.
   */
  readonly shown: readonly ShownLabel[] | null;
  /** Labels that stand in the release beyond those that are listed. */
  readonly shownMore: number;
}

/** A job as a report holds it. */
export interface FiledJob {
  /** Every setting with its default written out. */
  readonly settings: Plain;
  /** By column, for columns that have one. */
  readonly hierarchies: readonly FiledHierarchy[];
}

/** Most labels of a column that are listed. */
const mostLabels = 1000;

/** A condition without its texts. */
export const withoutTexts = (where: string): string => where.replace(/(['"])(?:\\.|(?!\1).)*\1/gsu, '"..."');

/** Makes the job of a report. `release`: the released table, where it is at hand. */
export function fileJob(
  { description, publication, privacy, suppression, ...job }: CheckedJob,
  plan: ColumnsPlan,
  result: Pick<RunResult, 'algorithm'>,
  release: Table | undefined,
): FiledJob {
  const columns = plan.columns.filter(({ isNamed }) => isNamed);
  const settings = {
    ...(description === undefined ? {} : { description }),
    ...(publication === undefined ? {} : { publication }),
    input: fileInput(plan.input as Plain),
    attributes: fileAttributes(columns),
    defaultRole: plan.defaultRole,
    ...pickWords(job as unknown as Plain, ['unit', 'missingPersons', 'rowsPerPerson', 'history']),
    ...(plan.within.length === 0 ? {} : { within: plan.within }),
    ...(plan.queries.length === 0
      ? {}
      : { queries: plan.queries.map(({ name, where }) => ({ name, where: withoutTexts(where) })) }),
    privacy: privacy.map((spec) => fileModel(spec as unknown as Plain)),
    algorithm: result.algorithm,
    suppression: suppression ?? 'none, but for what the algorithm suppresses by itself',
    output: {
      suppressed: plan.suppressed,
      order: plan.order,
      ranges: plan.ranges,
    },
  };
  const hierarchies = columns.flatMap(({ name, role, given }) => {
    if (given === undefined) return [];
    const texts = role === 'quasi-identifier' ? release?.column(name)?.texts : undefined;
    return [fileHierarchy(name, given, texts)];
  });
  return { settings, hierarchies };
}

/** Words, numbers and switches of a part of the job; what is longer than a word of the job's language is left out. */
const pickWords = (part: Plain, keys: readonly string[]): Plain =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = part[key];
      const isWord = ['boolean', 'number'].includes(typeof value) || (typeof value === 'string' && value.length <= 40);
      return isWord ? [[key, value]] : [];
    }),
  );

function fileInput(input: Plain): Plain {
  const missing = (input.missing as readonly string[] | undefined) ?? [''];
  const known = missing.filter(isMissingMark); // others may be values of people: they are counted
  return {
    format: 'csv',
    delimiter: 'found in the file',
    header: true,
    trim: true,
    ...pickWords(input, [
      'format',
      'encoding',
      'sheet',
      'delimiter',
      'header',
      'skip',
      'headerRows',
      'badRows',
      'escapes',
      'strict',
      'decimal',
      'thousands',
      'trim',
    ]),
    ...(Array.isArray(input.columns) ? { columns: input.columns } : {}),
    missing: known,
    ...(known.length < missing.length ? { missingMarksNotListed: missing.length - known.length } : {}),
    onMissing: input.onMissing ?? 'keep',
    // Texts of the expression may be cells.
    ...(typeof input.where === 'string' ? { where: withoutTexts(input.where) } : {}),
    ...(input.sheets === '*' || Array.isArray(input.sheets) ? { sheets: input.sheets } : {}),
    ...(typeof input.baskets === 'string' ? { baskets: input.baskets } : {}),
    ...(typeof input.count === 'string' ? { count: input.count } : {}),
  };
}

/** Descriptions of columns by name; those of a pattern once, with the columns that match it. */
function fileAttributes(columns: readonly ColumnPlan[]): Plain {
  const filed = Object.create(null) as Record<string, Plain>;
  for (const { pattern, ...column } of columns) {
    const key = pattern ?? keyOfName(column.name);
    const matches = (filed[key]?.matches ?? []) as readonly string[];
    filed[key] = { ...fileAttribute(column), ...(pattern === undefined ? {} : { matches: [...matches, column.name] }) };
  }
  return filed;
}

function fileAttribute({ role, description, given, spec: { set, ...spec } }: ColumnPlan): Plain {
  return {
    ...(description === undefined ? {} : { description }),
    role,
    ...pickWords(spec as Plain, ['type', 'format', 'odd', 'fold', 'rare', 'release']),
    ...(set === undefined ? {} : { set: pickWords(set, ['delimiter']) }),
    ...(given === undefined ? {} : { hierarchy: given.type }),
  };
}

/** Models have words and numbers; a public table is named without its folder or its address. */
function fileModel(spec: Plain): Plain {
  const { attribute, public: table } = spec;
  return {
    ...pickWords(
      spec,
      Object.keys(spec).filter((key) => key !== 'attribute' && key !== 'public'),
    ),
    ...(typeof attribute === 'string' ? { attribute } : {}),
    ...(typeof table === 'string' ? { public: nameOfSource(table) } : {}),
  };
}

/** A file without its folder; of an address in an SQL engine the engine and the table, without users, hosts and passwords. */
export function nameOfSource(text: string): string {
  const address = /^(duckdb|clickhouse|postgres(?:ql)?):([^]*)$/.exec(text);
  if (address === null) return lastPart(text);
  const [, engine, rest] = address;
  const hash = rest.lastIndexOf('#');
  const table = hash < 0 ? '' : rest.slice(hash);
  return engine === 'duckdb'
    ? `duckdb:${lastPart(hash < 0 ? rest : rest.slice(0, hash))}${table}`
    : `${engine}:${table}`;
}

function fileHierarchy(column: string, hierarchy: Hierarchy, texts: readonly string[] | undefined): FiledHierarchy {
  const { type, ...others } = hierarchy;
  if (isMadeOfValues(hierarchy)) {
    const none = { values: null, levels: null, labelsByLevel: null, shown: null, shownMore: 0 };
    return { column, type, parameters: others, ...none };
  }
  const paths = pathsOf(hierarchy);
  const height = paths.reduce((most, path) => Math.max(most, path.length - 1), 0);
  const byLevel = Array.from({ length: height + 1 }, () => new Map<string, number>());
  for (const path of paths) {
    path.forEach((label, level) => byLevel[level].set(label, (byLevel[level].get(label) ?? 0) + 1));
  }
  const stands = texts === undefined ? null : new Set(texts);
  const shown: ShownLabel[] = [];
  const seen = new Set<string>();
  for (let level = height; level >= 1 && stands !== null; level--) {
    for (const [label, values] of byLevel[level]) {
      if (!stands.has(label) || seen.has(label) || byLevel[0].has(label)) continue;
      seen.add(label);
      shown.push({ label, level, values });
    }
  }
  return {
    column,
    type,
    parameters: {},
    values: byLevel[0].size,
    levels: height,
    labelsByLevel: byLevel.map(({ size }) => size),
    shown: stands === null ? null : shown.slice(0, mostLabels),
    shownMore: Math.max(0, shown.length - mostLabels),
  };
}

/** One path a leaf, `[leaf, level 1, ..., root]`; of a kind that is not known none. */
function pathsOf(hierarchy: Hierarchy): readonly (readonly string[])[] {
  if (hierarchy.type === 'order') return hierarchy.values.map((value) => [value]);
  if (hierarchy.type === 'levels') return hierarchy.rows ?? [];
  if (hierarchy.type === 'tree') return pathsOfTree(hierarchy.tree, []);
  return [];
}

function pathsOfTree(node: unknown, above: readonly string[]): string[][] {
  if (Array.isArray(node)) return (node as string[]).map((leaf) => [leaf, ...above]);
  if (typeof node !== 'object' || node === null) return [];
  const children = Object.entries(node as Plain);
  return children.flatMap(([label, child]) => {
    const isLeaf = typeof child === 'object' && child !== null && Object.keys(child).length === 0;
    return isLeaf && !Array.isArray(child) ? [[label, ...above]] : pathsOfTree(child, [label, ...above]);
  });
}
