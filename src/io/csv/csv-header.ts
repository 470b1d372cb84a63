import { InputError } from '../../base/errors.js';
import type { Warning } from '../../table/table.js';
import { cellContent } from './csv-record.js';

/** Column names of a file, each once, and what was done to have them so. */
export interface Header {
  readonly names: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * Column names of a header record. A name keeps the spaces around it where it would be equal to another without them. A column
 * without a name is called `column_3` by its place, and the second of a name `name_2`; under `strict` both are errors.
 *
 * @param line line of the record, for messages
 * @throws InputError EMPTY_COLUMN_NAME, DUPLICATE_COLUMN
 */
export function readHeader(
  record: readonly string[],
  { trim, strict }: { readonly trim: boolean; readonly strict: boolean },
  line: number,
  source?: string,
): Header {
  const trimmed = record.map((cell) => cellContent(cell, { trim }));
  const times = new Map<string, number>();
  for (const name of trimmed) times.set(name, (times.get(name) ?? 0) + 1);
  const given = record.map((cell, i) =>
    trimmed[i] !== '' && (times.get(trimmed[i]) ?? 0) > 1 ? cellContent(cell, { trim: false }) : trimmed[i],
  );
  if (strict) refuseUnclear(given, line, source);
  const taken = new Set(given);
  const seen = new Map<string, number>();
  const nameless: string[] = [];
  const warnings: Warning[] = [];
  const names = given.map((name, i) => {
    if (name === '') {
      nameless.push(unusedName(`column_${i + 1}`, taken));
      return nameless[nameless.length - 1];
    }
    const before = seen.get(name);
    seen.set(name, before ?? i + 1);
    if (before === undefined) return name;
    const own = unusedName(name, taken, 2);
    const message = `the name ${JSON.stringify(name)} of column ${before} stands over column ${i + 1} too, which is called ${JSON.stringify(own)}`;
    warnings.push({ code: 'COLUMN_RENAMED', message, attribute: own });
    return own;
  });
  if (nameless.length > 0) {
    const called = nameless.map((name) => JSON.stringify(name)).join(', ');
    const message = `columns without a name: ${nameless.length}, called by their place: ${called}`;
    warnings.unshift({ code: 'COLUMN_NAMED', message });
  }
  return { names, warnings };
}

/** A name that no column has; taken from now on. */
function unusedName(name: string, taken: Set<string>, first?: number): string {
  let number = first ?? 2;
  let own = first === undefined ? name : `${name}_${number++}`;
  while (taken.has(own)) own = `${name}_${number++}`;
  taken.add(own);
  return own;
}

function refuseUnclear(names: readonly string[], line: number, source: string | undefined): void {
  const seen = new Map<string, number>();
  names.forEach((name, i) => {
    if (name === '') {
      throw new InputError('EMPTY_COLUMN_NAME', 'the column has no name', { source, line, column: i + 1 });
    }
    const before = seen.get(name);
    if (before !== undefined) {
      const message = `the name ${JSON.stringify(name)} is already used for column ${before}`;
      throw new InputError('DUPLICATE_COLUMN', message, { source, line, column: i + 1 });
    }
    seen.set(name, i + 1);
  });
}
