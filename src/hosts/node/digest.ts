import { createHash } from 'node:crypto';
import { throwIfAborted } from '../../base/errors.js';
import { openInput } from './open-input.js';

/** SHA-256 of a text in UTF-8, in hexadecimal digits. */
export function sha256OfText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** SHA-256 of a file on the disk, and its bytes. Throws InputError as `openInput` does. */
export async function sha256OfFile(
  path: string,
  signal?: AbortSignal,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const { source, close } = await openInput(path, { reuse: true });
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of source) {
      throwIfAborted(signal);
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { sha256: hash.digest('hex'), bytes };
  } finally {
    await close();
  }
}
