import { InvalidArgumentError } from '../base/errors.js';
import { listNames, nearNames } from '../base/near-name.js';
import { fitsPattern } from './patterns.js';

/** The error UNKNOWN_COLUMN of a pattern that none of the columns matches. */
export function unmatchedPattern(
  path: string,
  pattern: string,
  columns: readonly string[],
  source: string,
): InvalidArgumentError {
  // Case alone differs, or the text beside the stars is mistyped.
  const blind = columns.filter((name) => fitsPattern(pattern.toLowerCase(), name.toLowerCase()));
  const near = blind.length > 0 ? blind.slice(0, 1) : nearNames(pattern, columns);
  const words = near.map((name) => JSON.stringify(name)).join(' or ');
  return new InvalidArgumentError(
    path,
    `a pattern that a column of ${source} matches: ${listNames(columns)}${near.length === 0 ? '' : ` (did you mean ${words}?)`}`,
    `${JSON.stringify(pattern)}, which none matches`,
    'UNKNOWN_COLUMN',
    near.length === 0 ? undefined : `write a pattern that ${words} matches (a star stands for any characters)`,
  );
}
