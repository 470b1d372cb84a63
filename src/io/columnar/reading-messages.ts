/** Messages between the reader of a file and the thread that decodes it. Everything in them survives structured cloning. */
import type { PlainError } from '../../base/plain-error.js';
import type { Thread, ThreadEvents } from '../../base/team.js';
import type { PlainTable } from '../../table/plain-table.js';
import type { ColumnarFormat } from '../../table/file-formats.js';
import type { DecodedSheet, WorkbookRules } from '../row-files/decode-workbook.js';
import type { ChosenColumns, DecodeRules, FoundColumns } from './decode-columnar.js';

/** A Parquet or Arrow file to be decoded. */
interface ColumnarTask {
  readonly kind: 'columnar';
  readonly bytes: Uint8Array;
  readonly format: ColumnarFormat;
  readonly rules: DecodeRules;
}

/** An Excel workbook to be decoded. */
interface WorkbookTask {
  readonly kind: 'workbook';
  readonly bytes: Uint8Array;
  readonly rules: WorkbookRules;
}

/** A file to be decoded. */
export type ReadingTask = ColumnarTask | WorkbookTask;

/** Result of decoding a file. */
export type Decoded<Task extends ReadingTask> = Task extends ColumnarTask ? PlainTable : DecodedSheet;

/** Messages to the thread. */
export type ReadingOrder =
  { readonly kind: 'decode'; readonly task: ReadingTask } | { readonly kind: 'chosen'; readonly chosen: ChosenColumns };

/** Messages from the thread: first that it runs, then which columns there are, and so on. */
export type ReadingAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'found'; readonly found: FoundColumns }
  | { readonly kind: 'progress'; readonly rows: number }
  | { readonly kind: 'done'; readonly decoded: PlainTable | DecodedSheet }
  | { readonly kind: 'error'; readonly error: PlainError };

/** Memory of a thread: at most what the host itself may take, unless a limit was said. */
interface ReadingMemory {
  readonly bytes: number;
  readonly isSaid: boolean;
}

/** Starts a thread; throws, or reports a failure before it is ready, where there can be none. */
export type StartReading = (events: ThreadEvents, memory: ReadingMemory) => Thread;
