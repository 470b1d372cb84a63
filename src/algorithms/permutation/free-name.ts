import { InvalidArgumentError } from '../../base/errors.js';
import type { Problem } from '../algorithm.js';

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
