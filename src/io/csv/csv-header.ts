import { InputError } from '../../base/errors.js';
import { cellContent } from './csv-record.js';

/**
 * Column names of a header record. A name keeps the spaces around it where it would be equal to another without them.
 *
 * @param line line of the record, for messages
 * @throws InputError EMPTY_COLUMN_NAME, DUPLICATE_COLUMN
 */
export function readHeader(
  record: readonly string[],
  { trim }: { readonly trim: boolean },
  line: number,
  source?: string,
): string[] {
  const trimmed = record.map((cell) => cellContent(cell, { trim }));
  const times = new Map<string, number>();
  for (const name of trimmed) times.set(name, (times.get(name) ?? 0) + 1);
  const names = record.map((cell, i) =>
    (times.get(trimmed[i]) ?? 0) > 1 ? cellContent(cell, { trim: false }) : trimmed[i],
  );
  const seen = new Map<string, number>();
  names.forEach((name, i) => {
    if (trimmed[i] === '') {
      throw new InputError('EMPTY_COLUMN_NAME', 'the column has no name', { source, line, column: i + 1 });
    }
    const before = seen.get(name);
    if (before !== undefined) {
      const message = `the name ${JSON.stringify(name)} already stands in column ${before}`;
      throw new InputError('DUPLICATE_COLUMN', message, { source, line, column: i + 1 });
    }
    seen.set(name, i + 1);
  });
  return names;
}
