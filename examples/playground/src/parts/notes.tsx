import type { Warning } from 'kohort/js';
import { warningLines } from './words.js';

/** Warnings where they belong: beside what they are about. */
export function Notes({ warnings }: { readonly warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul class="notes" aria-label="Warnings">
      {warningLines(warnings).map(({ code, text }) => (
        <li key={code + text} class="note">
          {text}
        </li>
      ))}
    </ul>
  );
}
