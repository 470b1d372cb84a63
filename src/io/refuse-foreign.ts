import { InputError } from '../base/errors.js';
import type { ForeignFormat } from './foreign-format.js';
import { foreignFormatOf } from './foreign-format.js';
import type { InputDescription } from '../table/input-description.js';

/** Options of a look at the beginning of a file. */
export interface BeginningOptions {
  readonly sourceName?: string;
  /** Description of the input; its format is then known. */
  readonly described?: InputDescription;
}

/**
 * Refuses a file of another format than the one in which it is read.
 *
 * @param isRead true for formats that are read here
 * @throws InputError COMPRESSED_INPUT, FOREIGN_FORMAT
 */
export function refuseForeign(
  bytes: Uint8Array,
  { sourceName: source, described }: BeginningOptions,
  isRead: (format: ForeignFormat) => boolean = () => false,
): void {
  if (described !== undefined) return;
  const format = foreignFormatOf(bytes);
  if (format === null || isRead(format)) return;
  throw new InputError(format.code, `the file is ${format.name}; ${format.cure}`, { source });
}
