import { charactersOf } from '../../../src/io/encoding/encodings.js';
import type { Encoding } from '../../../src/table/input-spec.js';

/** A text in an encoding; the platform writes UTF-8 only. */
export function encode(text: string, encoding: Encoding, { mark = false } = {}): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const units = [...(mark ? '\ufeff' : ''), ...text].join('');
    return Uint8Array.from(
      Array.from({ length: units.length }, (_, i) => units.charCodeAt(i)).flatMap((unit) =>
        encoding === 'utf-16le' ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255],
      ),
    );
  }
  const characters = charactersOf(encoding);
  return Uint8Array.from(text, (character) => {
    const byte = characters.indexOf(character);
    if (byte < 0) throw new Error(`${encoding} has no ${character}`);
    return byte;
  });
}
