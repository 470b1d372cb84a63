import { InvalidArgumentError } from '../../errors.js';
import type { Problem } from '../algorithm.js';
import { LATTICE_METRICS, type LatticeMetric } from './objective.js';

/** Options that every search over the lattice has. */
export interface LatticeOptions {
  readonly metric: LatticeMetric;
  /** Attribute -> weight in the metric; those not named weigh 1. */
  readonly weights: Readonly<Record<string, number>> | null;
  /** Nodes whose metrics the solution lists. */
  readonly nodes: NodeList;
  /** MiB of kept frequency sets past which no further one is kept. */
  readonly memory: number;
}

const NODE_LISTS = ['none', 'minimal', 'height', 'satisfying', 'all'] as const;
export type NodeList = (typeof NODE_LISTS)[number];

/** Allowed values of an option that is a word; the first one is the default. */
export type Words = Readonly<Record<string, readonly string[]>>;

export const LATTICE_DESCRIPTIONS = {
  metric: `${LATTICE_METRICS.join(', ')}: what is minimized (precision: maximized)`,
  weights: 'object, attribute to number from 0: weight in loss, lossGeometric, precision and entropy, default 1',
  memory: 'MiB, default 256: once kept frequency sets take so much, nodes are rolled up from those that are kept',
  nodes:
    'none (default), minimal, height (the least with a satisfying vector), satisfying or all: level vectors that the solution lists with their metrics, at most 10,000',
} as const;

/**
 * Checks options and fills in defaults.
 *
 * @param words - options of this algorithm that are words
 * @param metric - default metric
 * @throws InvalidArgumentError for an unknown option (UNKNOWN_OPTION) or a wrong value
 */
export function checkLatticeOptions(
  words: Words,
  metric: LatticeMetric,
  given: Readonly<Record<string, unknown>>,
  path: string,
): LatticeOptions & Readonly<Record<string, unknown>> {
  const all: Words = { ...words, metric: [metric, ...LATTICE_METRICS], nodes: NODE_LISTS };
  const checked: Record<string, unknown> = { weights: null, memory: 256 };
  for (const [key, values] of Object.entries(all)) checked[key] = values[0];
  for (const [key, value] of Object.entries(given)) {
    if (key === 'name' || value === undefined) continue;
    if (key === 'weights') checked.weights = checkWeights(value, `${path}.weights`);
    else if (key === 'memory') {
      if (typeof value !== 'number' || !(value >= 0 && value <= 65536)) {
        throw new InvalidArgumentError(`${path}.memory`, 'a number of MiB in 0 .. 65536', JSON.stringify(value) ?? '');
      }
      checked.memory = value;
    } else if (!Object.hasOwn(all, key)) {
      const known = [...Object.keys(all), 'weights', 'memory'].join(', ');
      throw new InvalidArgumentError(
        `${path}.${key}`,
        `one of the options ${known}`,
        'an unknown option',
        'UNKNOWN_OPTION',
      );
    } else if (typeof value !== 'string' || !all[key].includes(value)) {
      const expected = `one of ${[...new Set(all[key])].join(', ')}`;
      throw new InvalidArgumentError(`${path}.${key}`, expected, JSON.stringify(value) ?? typeof value);
    } else checked[key] = value;
  }
  return checked as unknown as LatticeOptions & Record<string, unknown>;
}

function checkWeights(value: unknown, path: string): Record<string, number> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidArgumentError(path, 'an object, attribute to weight', typeof value);
  }
  const weights = Object.create(null) as Record<string, number>;
  for (const [name, weight] of Object.entries(value)) {
    if (typeof weight !== 'number' || !(weight >= 0) || !Number.isFinite(weight)) {
      throw new InvalidArgumentError(`${path}[${JSON.stringify(name)}]`, 'a finite number from 0', String(weight));
    }
    weights[name] = weight;
  }
  return weights;
}

/** [attributes] weights in the job's order. Throws InvalidArgumentError for a name that is no quasi-identifier. */
export function importanceOf(problem: Problem, weights: LatticeOptions['weights']): number[] {
  const names = problem.domains.map(({ attribute }) => attribute);
  for (const name of Object.keys(weights ?? {})) {
    if (!names.includes(name)) {
      throw new InvalidArgumentError(
        'algorithm.weights',
        `names of quasi-identifiers (${names.join(', ')})`,
        JSON.stringify(name),
      );
    }
  }
  const importance = names.map((name) => weights?.[name] ?? 1);
  if (!importance.some((weight) => weight > 0)) {
    throw new InvalidArgumentError('algorithm.weights', 'at least one weight above 0', 'none');
  }
  return importance;
}
