import { useState } from 'preact/hooks';

interface Props {
  /** Evidence that people have several rows each. */
  readonly repeated: string;
  readonly disabled: boolean;
  readonly onPeople: () => void;
}

/** Asks what a row is where people seem to have several: nothing is proposed or released before the answer. */
export function RowQuestion({ repeated, disabled, onPeople }: Props) {
  const [hasSeveral, setSeveral] = useState(false);
  return (
    <section class="row-question" aria-labelledby="row-title">
      <h2 id="row-title">Is one row one person?</h2>
      <p class="note">{`Found: ${repeated}.`}</p>
      <p>
        Every promise of this page counts rows as people. Where one person has several rows, ten rows that look alike
        may be one person, and the release would show that person.
      </p>
      <p class="buttons">
        <button type="button" disabled={disabled} onClick={onPeople}>
          One row is one person
        </button>
        <button type="button" disabled={disabled} aria-pressed={hasSeveral} onClick={() => setSeveral(true)}>
          Several rows belong to one person
        </button>
      </p>
      <div role="status">
        {hasSeveral && (
          <p class="note">
            This page cannot protect people with several rows yet, and releases nothing of this file. Keep one row of
            each person, such as the latest one, or one row that sums up all of theirs, and open that file.
          </p>
        )}
      </div>
    </section>
  );
}
