/** Columns of a job as the audit reads them, by code of its own: a plan that read a pattern in another way is not confirmed. */
import type { AttributeSpec } from '../job/job.js';
import type { ResolvedJob } from './resolved-job.js';

/** A key of `attributes`, its characters one by one; null for a star that stands for any. */
interface Key {
  readonly key: string;
  readonly characters: readonly (string | null)[];
  readonly expression: RegExp;
}

function readKey(key: string): Key {
  const characters = Array.from(
    key.matchAll(/\\([*\\])|[^]/gu),
    ([text, escaped]) => escaped ?? (text === '*' ? null : text),
  );
  const source = characters.map((own) => own?.replace(/[\\^$.*+?()[\]{}|]/, '\\$&') ?? '[^]*').join('');
  return { key, characters, expression: new RegExp(`^${source}$`) };
}

const isName = ({ characters }: Key): boolean => !characters.includes(null);
const literals = ({ characters }: Key): number => characters.filter((own) => own !== null).length;

/**
 * The columns of a job and their descriptions, in its order: those that it names, and at the place of a pattern the columns that it lists for it,
 * or that are found.
 */
export function auditedColumns(
  { attributes, input }: Pick<ResolvedJob, 'attributes' | 'input'>,
  found: readonly string[],
): (readonly [name: string, spec: AttributeSpec])[] {
  const keys = Object.keys(attributes).map(readKey);
  const names = keys.filter(isName);
  const patterns = keys.filter((key) => !isName(key)).sort((a, b) => literals(b) - literals(a));
  const keyOf = new Map<string, string>();
  const listed = patterns.flatMap(({ key }) => attributes[key].matches ?? []);
  for (const name of new Set([...listed, ...found])) {
    if (name === input?.count || names.some(({ expression }) => expression.test(name))) continue;
    const longest = patterns.find(({ expression }) => expression.test(name));
    if (longest === undefined) continue;
    const { matches } = attributes[longest.key];
    if (matches === undefined || matches.includes(name)) keyOf.set(name, longest.key);
  }
  return keys.flatMap((own) => {
    const { matches: _, ...spec } = attributes[own.key];
    const matched = isName(own)
      ? [own.characters.join('')]
      : [...keyOf].flatMap(([name, key]) => (key === own.key ? [name] : []));
    return matched.map((name) => [name, spec] as const);
  });
}
