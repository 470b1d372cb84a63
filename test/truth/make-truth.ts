/** The committed truth, made by the naive programs of this folder alone. */
import { createHash } from 'node:crypto';
import type { TruthCase } from './cases.js';
import { minimalVectors, satisfyingVectors, truthCases } from './cases.js';
import type { Cells } from './naive-lattice.js';
import { achievedByAll } from './model-cases.js';
import { measure } from './definitions/metrics.js';
import { classesOf, plainOf } from './plain-release.js';
import { publicPeople } from './people.js';

/** Known results of one case; numbers to twelve digits. */
export type Known =
  | {
      readonly kind: 'release';
      readonly classes: number;
      readonly suppressed: number;
      /** Hash of the released rows, sorted. */
      readonly sha256: string;
      readonly metrics: Readonly<Record<string, number | null>>;
    }
  | { readonly kind: 'buckets'; readonly buckets: number; readonly sha256: string }
  | { readonly kind: 'figures'; readonly of: Readonly<Record<string, number>> }
  | { readonly kind: 'bounds'; readonly of: Readonly<Record<string, readonly [number, number]>> };

export interface CommittedTruth {
  readonly people: { readonly rows: number; readonly sha256: string };
  /** By algorithm, then by what the case shows. */
  readonly algorithms: Readonly<Record<string, Readonly<Record<string, Known>>>>;
  /** Achieved parameters by model. */
  readonly models: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly lattice: { readonly minimal: readonly (readonly number[])[]; readonly satisfying: number };
}

export const digest = (lines: readonly string[]): string => createHash('sha256').update(lines.join('\n')).digest('hex');

/** Rows of texts, in no order. */
export const bag = (rows: readonly (readonly string[] | null)[]): string[] =>
  rows.map((row) => row?.join(' | ') ?? 'suppressed').sort();

const kOf = ({ job }: Pick<TruthCase, 'job'>): number =>
  job.privacy.flatMap((spec) => (spec.model === 'k-anonymity' ? [spec.k] : []))[0] ?? 1;

/** Every metric of what a case releases. */
export function measureCase(
  { people, attributes, job }: TruthCase,
  cells: Cells,
  levels: readonly number[] | null,
): Record<string, number | null> {
  const { salary } = job.attributes;
  const labelColumn = typeof salary === 'object' && salary.role === 'class' ? 'salary' : null;
  return measure(plainOf({ people, attributes, cells, k: kOf({ job }), levels, labelColumn }));
}

/** Suppressed rows of `*` are a class of the release where it has k rows, with the rows that have `*` already. */
function withStarClass(
  { cells, levels }: { readonly cells: Cells; readonly levels: readonly number[] | null },
  one: TruthCase,
): { readonly cells: Cells; readonly levels: readonly number[] | null } {
  const isStar = (row: Cells[number]): boolean => row?.every((cell) => cell === '*') ?? false;
  const rows = cells.filter((row) => row === null || isStar(row)).length;
  if (!cells.includes(null) || rows < kOf(one)) return { cells, levels };
  const stars = one.attributes.map(() => '*');
  return { cells: cells.map((row) => row ?? stars), levels: cells.some(isStar) ? levels : null };
}

function know(one: TruthCase): Known {
  const truth = one.truth();
  if (truth.kind === 'buckets') return { kind: 'buckets', buckets: truth.of.length, sha256: digest(truth.of) };
  if (truth.kind !== 'release') return truth;
  const { cells, levels } = withStarClass(truth, one);
  return {
    kind: 'release',
    classes: classesOf({ cells }).length,
    suppressed: cells.filter((row) => row === null).length,
    sha256: digest(bag(cells)),
    metrics: measureCase(one, cells, levels),
  };
}

/** Numbers to twelve digits: the last ones are those of one host's logarithms. */
const rounded = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'number' ? Number(each.toPrecision(12)) : each,
  );

export function makeTruth(): CommittedTruth {
  const algorithms: Record<string, Record<string, Known>> = {};
  for (const one of truthCases) (algorithms[one.algorithm] ??= {})[one.shows] = know(one);
  return rounded({
    people: { rows: publicPeople.length, sha256: digest(publicPeople.map((person) => Object.values(person).join())) },
    algorithms,
    models: achievedByAll(),
    lattice: { minimal: minimalVectors(), satisfying: satisfyingVectors() },
  });
}
