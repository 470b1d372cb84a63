import { createHash } from 'node:crypto';
import { expect } from 'vitest';

/** KOHORT_KEEP=1 writes what is kept, instead of comparing with it. */
export const keeps = process.env.KOHORT_KEEP === '1';

/** Hash of a text of lines. */
const hashOf = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);

/** The line that stands for a text which is kept by its hash. */
export const hashLine = (lines: readonly string[]): string => `sha256 ${hashOf(lines)}, ${lines.length} lines`;

/**
 * Compares a text with the kept one: its lines, or the one line of its hash. A failure prints the new text, the difference where the old one is kept
 * whole, and the command that keeps the new one.
 */
export function expectKept(
  found: readonly string[],
  kept: readonly string[],
  { name, command }: { readonly name: string; readonly command: string },
): void {
  const cure = `${name}: the new text is kept, where it is meant, by: ${command}`;
  const isHash = kept.length === 1 && kept[0].startsWith('sha256 ');
  if (!isHash) return expect(found, cure).toEqual(kept);
  if (hashLine(found) !== kept[0]) {
    expect.fail(`${cure}\nkept: ${kept[0]}\nfound: ${hashLine(found)}\n${found.join('\n')}`);
  }
}
