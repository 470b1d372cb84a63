import { InvalidArgumentError } from '../../errors.js';
import type { Problem } from '../algorithm.js';

/** Name of the column of bucket numbers where the job gives none. */
const defaultBucketColumn = 'bucket';

export const BUCKET_COLUMN_DESCRIPTION =
  'name of the column of bucket numbers (from 1), default "bucket"; no released column may have it';

/** Splits off `bucketColumn` from an algorithm's options. Throws InvalidArgumentError. */
export function takeBucketColumn(
  given: Readonly<Record<string, unknown>>,
  path: string,
): { bucketColumn: string; others: Record<string, unknown> } {
  const { bucketColumn = defaultBucketColumn, ...others } = given;
  if (typeof bucketColumn !== 'string' || bucketColumn === '') {
    throw new InvalidArgumentError(`${path}.bucketColumn`, 'a name of at least one character', typeof bucketColumn);
  }
  return { bucketColumn, others };
}

/** Splits off a true-or-false option. Throws InvalidArgumentError. */
export function takeFlag(
  given: Readonly<Record<string, unknown>>,
  name: string,
  preset: boolean,
  path: string,
): { flag: boolean; others: Record<string, unknown> } {
  const { [name]: flag = preset, ...others } = given;
  if (typeof flag !== 'boolean') throw new InvalidArgumentError(`${path}.${name}`, 'true or false', typeof flag);
  return { flag, others };
}

/** Throws InvalidArgumentError when the column of bucket numbers would stand beside one of its name. */
export function requireFreeName(problem: Problem, bucketColumn: string): void {
  if (problem.released.some(({ name }) => name === bucketColumn)) {
    throw new InvalidArgumentError(
      'algorithm.bucketColumn',
      'a name that no released column has',
      JSON.stringify(bucketColumn),
      'BUCKET_COLUMN_TAKEN',
    );
  }
}
