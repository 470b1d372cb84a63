/** Keys of `attributes` in a job: names of columns, and patterns with `*` that stand for several. */
import type { AttributeSpec, CheckedJob } from './job.js';

/** A pattern of a job, such as `F*`. */
export interface AttributePattern {
  /** The pattern as the job writes it. */
  readonly key: string;
  /** Description of the columns that it matches. */
  readonly spec: AttributeSpec;
  /** Columns that the job lists for it; null where it lists none. */
  readonly listed: readonly string[] | null;
  /** Characters that are no star. */
  readonly literals: number;
  readonly fits: (name: string) => boolean;
}

/** The attributes of a job by names and by patterns, in the job's order. */
interface NamedAttributes {
  readonly entries: readonly (AttributePattern | { readonly name: string; readonly spec: AttributeSpec })[];
  readonly byName: ReadonlyMap<string, AttributeSpec>;
  readonly patterns: readonly AttributePattern[];
}

/** The texts between the stars of a key; one for the name of a column. `\*` is a star, `\\` a backslash. */
function partsOf(key: string): string[] {
  const parts = [''];
  for (let at = 0; at < key.length; at++) {
    const isEscape = key[at] === '\\' && (key[at + 1] === '*' || key[at + 1] === '\\');
    if (isEscape) parts[parts.length - 1] += key[++at];
    else if (key[at] === '*') parts.push('');
    else parts[parts.length - 1] += key[at];
  }
  return parts;
}

/** True for a key with a star that stands for any characters. */
export const isPattern = (key: string): boolean => partsOf(key).length > 1;

/** The key of a column in `attributes`: its name, with a backslash before stars and backslashes. */
export const keyOfName = (name: string): string => name.replace(/[*\\]/g, '\\$&');

/** The name of the column of a key that is no pattern. */
export const nameOfKey = (key: string): string => partsOf(key).join('*');

function fits(parts: readonly string[], name: string): boolean {
  const [first, last] = [parts[0], parts[parts.length - 1]];
  if (parts.length === 1) return name === first;
  const end = name.length - last.length;
  let at = first.length;
  if (end < at || !name.startsWith(first) || !name.endsWith(last)) return false;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** True where a key is the name of a column, or a pattern that it matches. */
export const fitsPattern = (key: string, name: string): boolean => fits(partsOf(key), name);

/** Keeps the patterns with most literal characters of those that a column matches. More than one is a conflict. */
export function strongest<Pattern extends { readonly literals: number }>(fitting: readonly Pattern[]): Pattern[] {
  const most = fitting.reduce((sum, { literals }) => Math.max(sum, literals), 0);
  return fitting.filter(({ literals }) => literals === most);
}

const known = new WeakMap<CheckedJob['attributes'], NamedAttributes>();

function namedOf(attributes: CheckedJob['attributes']): NamedAttributes {
  const read = known.get(attributes);
  if (read !== undefined) return read;
  const entries = Object.keys(attributes).map((key): NamedAttributes['entries'][number] => {
    const { matches, ...spec } = attributes[key];
    const parts = partsOf(key);
    if (parts.length === 1) return { name: parts[0], spec };
    const literals = parts.reduce((sum, part) => sum + [...part].length, 0);
    return { key, spec, listed: matches ?? null, literals, fits: (name: string) => fits(parts, name) };
  });
  const named: NamedAttributes = {
    entries,
    byName: new Map(entries.flatMap((entry) => ('name' in entry ? [[entry.name, entry.spec] as const] : []))),
    patterns: entries.flatMap((entry) => ('key' in entry ? [entry] : [])),
  };
  known.set(attributes, named);
  return named;
}

/** A job as far as it says which column has which description. */
type Attributed = Pick<CheckedJob, 'attributes' | 'input'>;

/**
 * Patterns of a job that decide on a column: of those that match it, the ones with most literal characters. None for a column that
 * the job names, under `attributes` or as `count` of its input. More than one is a conflict.
 */
export function patternsFor({ attributes, input }: Attributed, name: string): readonly AttributePattern[] {
  const { byName, patterns } = namedOf(attributes);
  if (patterns.length === 0 || byName.has(name) || name === input?.count) return [];
  return strongest(patterns.filter((pattern) => pattern.fits(name)));
}

/** Patterns of a job, in its order. */
export const patternsOf = ({ attributes }: Pick<CheckedJob, 'attributes'>): readonly AttributePattern[] =>
  namedOf(attributes).patterns;

/** The description of a column in a job, by its name or by a pattern; undefined for one that the job does not describe. */
export const specOf = (job: Attributed, name: string): AttributeSpec | undefined =>
  namedOf(job.attributes).byName.get(name) ?? patternsFor(job, name)[0]?.spec;

/** A column that a job describes. */
interface DescribedColumn {
  readonly name: string;
  readonly spec: AttributeSpec;
  /** The pattern that describes it; null for a column that the job names. */
  readonly pattern: string | null;
}

/**
 * Columns that a job describes, in its order: those it names, and at the place of a pattern those that it lists for it.
 *
 * @param columns - columns of the table, which a pattern without a list stands for
 */
export function describedColumns(job: Attributed, columns: readonly string[] = []): DescribedColumn[] {
  const { entries, byName, patterns } = namedOf(job.attributes);
  if (patterns.length === 0) return Array.from(byName, ([name, spec]) => ({ name, spec, pattern: null }));
  const decided = new Map(entries.map((entry): [object, string[]] => [entry, []]));
  const open = columns.filter((name) => patternsFor(job, name)[0]?.listed === null);
  for (const name of [...patterns.flatMap(({ listed }) => listed ?? []), ...new Set(open)]) {
    const [pattern] = patternsFor(job, name);
    if (pattern !== undefined) decided.get(pattern)!.push(name);
  }
  return entries.flatMap((entry): DescribedColumn[] => {
    if ('name' in entry) return [{ ...entry, pattern: null }];
    return [...new Set(decided.get(entry))].map((name) => ({ name, spec: entry.spec, pattern: entry.key }));
  });
}

/** The job with each column that it describes by its name, and no pattern. */
export function expandPatterns<Asked extends Attributed>(job: Asked, columns: readonly string[]): Asked {
  if (patternsOf(job).length === 0) return job;
  const attributes = Object.create(null) as Record<string, AttributeSpec>;
  for (const { name, spec } of describedColumns(job, columns)) attributes[keyOfName(name)] = spec;
  return { ...job, attributes };
}

/** The job with the columns that each pattern stands for, where it does not list them: `"matches"`. */
export function listMatches<Asked extends Attributed>(job: Asked, columns: readonly string[]): Asked {
  if (patternsOf(job).every(({ listed }) => listed !== null)) return job;
  const attributes = Object.create(null) as Record<string, AttributeSpec>;
  const described = describedColumns(job, columns);
  for (const [key, spec] of Object.entries(job.attributes)) {
    const isOpen = isPattern(key) && spec.matches === undefined;
    const matches = described.flatMap(({ name, pattern }) => (pattern === key ? [name] : []));
    attributes[key] = isOpen ? { ...spec, matches } : spec;
  }
  return { ...job, attributes };
}
