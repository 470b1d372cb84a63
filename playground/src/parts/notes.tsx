import type { Table, Warning } from 'kohort/js';
import type { Choices } from '../choices.js';
import { pageWarnings } from './page-warnings.js';

interface Props {
  readonly warnings: readonly Warning[];
  readonly table: Table;
  /** Changes the choices; absent where they cannot be changed. */
  readonly onCure?: (apply: (choices: Choices) => Choices) => void;
  /** Reads the file again with these words as missing values. */
  readonly onMissing?: (marks: readonly string[]) => void;
  /** Class of the list; default `notes`. */
  readonly kind?: 'notes' | 'warnings';
}

/** Warnings where they belong: beside what they are about, each with its cures as buttons. Those of every run are folded. */
export function Notes({ warnings, table, onCure, onMissing, kind = 'notes' }: Props) {
  const lines = pageWarnings(warnings, table);
  const own = lines.filter((line) => !line.isDetail);
  const details = lines.filter((line) => line.isDetail);
  return (
    <>
      {own.length > 0 && (
        <ul class={kind} aria-label="Warnings">
          {own.map(({ code, text, cures, marks }) => (
            <li key={code + text} class={kind === 'notes' ? 'note' : undefined}>
              {text}
              {onCure !== undefined &&
                cures.map((cure) => (
                  <button key={cure.text} type="button" onClick={() => onCure(cure.apply)}>
                    {cure.text}
                  </button>
                ))}
              {onMissing !== undefined && marks.length > 0 && (
                <button type="button" onClick={() => onMissing(marks)}>
                  {`Yes, ${marks.map((mark) => `“${mark}”`).join(', ')} count as missing`}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {details.length > 0 && kind === 'warnings' && (
        <details>
          <summary>What holds for every run of this algorithm</summary>
          {details.map(({ code, text }) => (
            <p key={code + text}>{text}</p>
          ))}
        </details>
      )}
    </>
  );
}
