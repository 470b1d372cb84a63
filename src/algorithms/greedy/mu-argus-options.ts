import { InvalidArgumentError } from '../../errors.js';
import type { Domain } from '../../hierarchy/domain.js';
import { heightOf } from '../../lattice/level-maps.js';
import { checkOptions } from '../check-options.js';

export const CHOICES = {
  combinations: { values: ['two-and-three', 'all'], default: 'two-and-three' },
  violations: { values: ['refuse', 'release'], default: 'refuse' },
} as const;

const ROLES = ['identifying', 'more', 'most'] as const;

/** How identifying an attribute is. */
export type ArgusRole = (typeof ROLES)[number];

export interface ArgusOptions {
  readonly combinations: 'two-and-three' | 'all';
  readonly violations: 'refuse' | 'release';
  readonly roles: Readonly<Record<ArgusRole, readonly string[]>>;
  /** Attribute to the least level it is generalized to. */
  readonly levels: Readonly<Record<string, number>>;
}

/** Checks the options as far as that is possible without the columns. Throws InvalidArgumentError. */
export function checkArgusOptions(given: Readonly<Record<string, unknown>>, path: string): ArgusOptions {
  const { identifying, more, most, levels, ...others } = given;
  for (const key of Object.keys(others)) {
    if (key === 'name' || others[key] === undefined || Object.hasOwn(CHOICES, key)) continue;
    const expected = `one of the options ${[...Object.keys(CHOICES), ...ROLES, 'levels'].join(', ')}`;
    throw new InvalidArgumentError(`${path}.${key}`, expected, 'an unknown option', 'UNKNOWN_OPTION');
  }
  const choices = checkOptions(CHOICES, others, path) as unknown as Pick<ArgusOptions, 'combinations' | 'violations'>;
  const seen = new Set<string>();
  const namesOf = (value: unknown, role: ArgusRole): readonly string[] => {
    if (value === undefined) return [];
    if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) {
      throw new InvalidArgumentError(`${path}.${role}`, 'a list of names of attributes', typeof value);
    }
    for (const name of value as string[]) {
      if (seen.has(name)) {
        const received = `${JSON.stringify(name)} a second time`;
        throw new InvalidArgumentError(`${path}.${role}`, 'every attribute in one list', received);
      }
      seen.add(name);
    }
    return value as string[];
  };
  const roles = {
    identifying: namesOf(identifying, 'identifying'),
    more: namesOf(more, 'more'),
    most: namesOf(most, 'most'),
  };
  return { ...choices, roles, levels: levelsOf(levels, `${path}.levels`) };
}

function levelsOf(value: unknown, path: string): Readonly<Record<string, number>> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidArgumentError(path, 'an object of levels by attribute', typeof value);
  }
  for (const [name, level] of Object.entries(value)) {
    if (typeof level === 'number' && Number.isInteger(level) && level >= 0) continue;
    throw new InvalidArgumentError(`${path}.${name}`, 'a level: a whole number from 0', JSON.stringify(level) ?? '');
  }
  return value as Record<string, number>;
}

/** Role (0 identifying, 1 more, 2 most) and least level of every quasi-identifier. Attributes in no list are most identifying. */
export function resolveArgusOptions(
  options: ArgusOptions,
  domains: readonly Domain[],
): { readonly ranks: readonly number[]; readonly least: readonly number[] } {
  const names = new Set(domains.map(({ attribute }) => attribute));
  const refuse = (path: string, name: string): never => {
    throw new InvalidArgumentError(path, 'names of quasi-identifiers', JSON.stringify(name), 'UNKNOWN_COLUMN');
  };
  ROLES.forEach((role) => options.roles[role].forEach((name) => names.has(name) || refuse(`algorithm.${role}`, name)));
  Object.keys(options.levels).forEach((name) => names.has(name) || refuse('algorithm.levels', name));
  const rankOf = (name: string): number => {
    const rank = ROLES.findIndex((role) => options.roles[role].includes(name));
    return rank < 0 ? 2 : rank;
  };
  const least = domains.map((domain) => {
    const level = Object.hasOwn(options.levels, domain.attribute) ? options.levels[domain.attribute] : 0;
    if (level > heightOf(domain)) {
      const path = `algorithm.levels.${domain.attribute}`;
      throw new InvalidArgumentError(path, `a level from 0 to ${heightOf(domain)}`, String(level));
    }
    return level;
  });
  return { ranks: domains.map(({ attribute }) => rankOf(attribute)), least };
}
