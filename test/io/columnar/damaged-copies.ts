import { KohortError } from '../../../src/base/errors.js';
import type { ColumnarFormat } from '../../../src/table/file-formats.js';
import { decodeInThread } from '../../../src/io/columnar/decode-in-thread.js';
import type { StartReading } from '../../../src/io/columnar/reading-messages.js';

/**
 * Decodes copies of a file in which one byte is another, and counts how they end: `table`, or the code of the
 * error. Every `step`th byte takes up to five values: 0x00, 0xff, one more, one less, one drawn.
 */
export async function endsOfDamagedCopies(
  bytes: Uint8Array,
  format: ColumnarFormat,
  { step, start }: { readonly step: number; readonly start: StartReading },
): Promise<Record<string, number>> {
  let state = 1;
  const random = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 24;
  // A copy that hangs is ended; a busy machine needs far more than the milliseconds of a copy.
  const rules = { limits: { seconds: 60 }, sourceName: 'damaged' };
  const choose = ({ columns }: { columns: readonly string[] }) => ({ names: columns, matter: [] });
  const watch = { choose, progress: () => undefined, signal: undefined, handOver: false };
  const found: Record<string, number> = {};
  for (let at = 0; at < bytes.length; at += step) {
    for (const value of new Set([0x00, 0xff, (bytes[at] + 1) & 255, (bytes[at] + 255) & 255, random()])) {
      if (bytes[at] === value) continue;
      const task = { kind: 'columnar', bytes: bytes.with(at, value), format, rules } as const;
      const end = await decodeInThread(start, task, watch).then(
        () => 'table',
        (error: unknown) => (error instanceof KohortError ? error.code : String(error)),
      );
      found[end] = (found[end] ?? 0) + 1;
    }
  }
  return found;
}
