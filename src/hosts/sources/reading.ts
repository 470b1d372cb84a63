/** The formats of files, and the kinds of the values in them: for programs that ask people how a file is to be read. */
import type { CheckedJob } from '../../job/job.js';
import { listMatches } from '../../job/patterns.js';
import { planColumns, plannedKinds } from '../../job/plan.js';
import type { DeclaredKind } from '../../table/table.js';

export type { ReadColumnarOptions } from '../../io/columnar/read-columnar.js';
export type { FileEncoding, InputDescription } from '../../table/input-description.js';
export { columnarFormatOf, fileFormats, formatBeside, formatOf } from '../../table/file-formats.js';
export type { ColumnarFormat, FileFormat } from '../../table/file-formats.js';
export { withDeclaredTypes } from '../../table/declared-types.js';
export { encodings } from '../../table/input-spec.js';
export { isMissingMark } from '../../table/missing-marks.js';
export { kindOfFormat, spellingOf } from '../../table/spelling.js';
export type { CalendarSpelling, Spelling } from '../../table/spelling.js';
export type { DeclaredKind, ValueKind } from '../../table/table.js';

/**
 * Column name -> kind of values that a job declares for it, by a type or a format: the `types` of a reader.
 *
 * @param columns - columns of the file, which patterns of the job stand for
 */
export const declaredTypes = (
  job: Pick<CheckedJob, 'attributes' | 'input'>,
  columns: readonly string[] = [],
): Readonly<Record<string, DeclaredKind>> => Object.fromEntries(plannedKinds(planColumns(listMatches(job, columns))));
