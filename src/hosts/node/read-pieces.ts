import type { FileHandle } from 'node:fs/promises';

const READ_BYTES = 1024 * 1024;

/**
 * The bytes `[from, to)` of an open file, fewer where it ends before; the next piece is read while one is looked at.
 *
 * @param reuse the pieces are read into two buffers by turns: each is valid until the next is asked for. Buffers of their own would
 *   wait for the garbage collector, which does not hurry for memory that is not its own
 */
export async function* readPieces(
  file: FileHandle,
  from: number,
  to: number,
  { reuse }: { readonly reuse: boolean },
): AsyncGenerator<Uint8Array> {
  const buffers: Uint8Array[] = [];
  let turn = 0;
  const start = async (at: number): Promise<Uint8Array> => {
    const length = Math.min(READ_BYTES, to - at);
    if (length <= 0) return new Uint8Array(0);
    turn = 1 - turn;
    let buffer = reuse ? buffers[turn] : undefined;
    if (buffer === undefined || buffer.length < length) buffers[turn] = buffer = new Uint8Array(length);
    const { bytesRead } = await file.read(buffer, 0, length, at);
    return buffer.subarray(0, bytesRead);
  };
  let at = from;
  let next = start(at);
  try {
    for (;;) {
      const piece = await next;
      if (piece.length === 0) return;
      at += piece.length;
      next = start(at);
      // A reader that stops early ignores the outcome.
      next.catch(() => undefined);
      yield piece;
    }
  } finally {
    await next.catch(() => undefined);
  }
}
