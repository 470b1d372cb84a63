import { InvalidArgumentError } from '../../base/errors.js';
import type { Domain } from '../../hierarchy/domain.js';
import { levelRangeOf } from '../lattice/level-maps.js';
import { amountsByAttribute, names, option, optionSet, ruled, word, type OptionsOf } from '../options.js';

const ROLES = ['identifying', 'more', 'most'] as const;

const attributes = (description: string) => option([], names('a list of names of attributes'), description, 'none');

/** Options as far as they can be checked without the columns. */
export const ARGUS_OPTIONS = ruled(
  optionSet({
    combinations: word(
      'two-and-three',
      { 'two-and-three': 'of two and three attributes', all: 'of any number; every model then holds' },
      'combinations of values that are tested',
    ),
    violations: word(
      'refuse',
      { refuse: 'it is an error', release: 'it is released, with a warning' },
      'treatment of a result that violates a model',
    ),
    identifying: attributes('attributes that are merely identifying'),
    more: attributes('attributes that are more identifying'),
    most: attributes('attributes that are most identifying, and all that are in no list'),
    levels: amountsByAttribute(
      '0 each',
      { min: 0, integer: true },
      'the least level that an attribute is generalized to',
      'an object of levels by attribute',
      'keys',
    ),
  }),
  (options) => {
    const seen = new Set<string>();
    for (const at of ROLES) {
      for (const name of options[at]) {
        if (seen.has(name)) {
          return { at, expected: `every attribute in one list, ${JSON.stringify(name)} not a second time` };
        }
        seen.add(name);
      }
    }
    return null;
  },
);

export type ArgusOptions = OptionsOf<typeof ARGUS_OPTIONS>;

/** Role (0 identifying, 1 more, 2 most) and least level of every quasi-identifier. Attributes in no list are most identifying. */
export function resolveArgusOptions(
  options: ArgusOptions,
  domains: readonly Domain[],
): { readonly ranks: readonly number[]; readonly least: readonly number[] } {
  const names = new Set(domains.map(({ attribute }) => attribute));
  const refuse = (path: string, name: string): never => {
    throw new InvalidArgumentError(path, 'names of quasi-identifiers', JSON.stringify(name), 'UNKNOWN_COLUMN');
  };
  ROLES.forEach((role) => options[role].forEach((name) => names.has(name) || refuse(`algorithm.${role}`, name)));
  options.levels.forEach((_, name) => names.has(name) || refuse('algorithm.levels', name));
  const rankOf = (name: string): number => {
    const rank = ROLES.findIndex((role) => options[role].includes(name));
    return rank < 0 ? 2 : rank;
  };
  const least = domains.map((domain) => {
    const { least: lowest, most } = levelRangeOf(domain);
    const level = options.levels.get(domain.attribute) ?? lowest;
    if (level < lowest || level > most) {
      const path = `algorithm.levels.${domain.attribute}`;
      throw new InvalidArgumentError(path, `a level from ${lowest} to ${most}`, String(level));
    }
    return level;
  });
  return { ranks: domains.map(({ attribute }) => rankOf(attribute)), least };
}
