import { InputError } from '../base/errors.js';
import type { FileEncoding } from './input-description.js';
import type { Warning } from './table.js';

/** Filter of the bytes of each file, before anything else. */
export type ByteFilter = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

const asTheyAre: ByteFilter = (bytes) => bytes;

/** Bytes that can be read from their beginning again and again, as those of a file. */
export class ReopenableBytes implements AsyncIterable<Uint8Array> {
  /**
   * @param open opens them, and filters the bytes of every file that they are joined of
   * @param warnings what was noticed of the files when they were read last
   * @param encodings encodings of the files as they were read last; null where the bytes are as in the files, not decoded to UTF-8
   * @param locate finds the file of a line of what was read last; null where they are one file
   */
  constructor(
    readonly open: (filter: ByteFilter) => AsyncIterable<Uint8Array>,
    readonly warnings: () => readonly Warning[] = () => [],
    readonly encodings: (() => readonly FileEncoding[]) | null = null,
    readonly locate: ((line: number) => { readonly source: string; readonly line: number }) | null = null,
  ) {}

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.open(asTheyAre)[Symbol.asyncIterator]();
  }
}

/** The error of an input that is not what was counted. */
export function changedInput(source: string | undefined, cause?: unknown): InputError {
  const message = 'the input changed after it was counted; run again when it is at rest';
  return new InputError('INPUT_CHANGED', message, { source }, { cause });
}
