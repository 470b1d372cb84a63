import type { Stray } from '../choices.js';

interface Props {
  readonly stray: Stray;
  readonly disabled: boolean;
  readonly onWithoutHeader: () => void;
  readonly onPlain: () => void;
}

/** Asks what the first lines and the last line of a file are: nothing is proposed or released before the answer. */
export function StrayQuestion({ stray: { isHeader, text }, disabled, onWithoutHeader, onPlain }: Props) {
  return (
    <section class="row-question" aria-labelledby="stray-title">
      <h2 id="stray-title">{isHeader ? 'Does the first line name the columns?' : 'Is every row one of a person?'}</h2>
      <p class="note">{`Found: ${text}.`}</p>
      <p>
        {isHeader
          ? 'The first line is released as it is. If it is a row, the release would show that person.'
          : 'Every row is counted and released. Delete rows that are not people from the file, and open it again.'}
      </p>
      <p class="buttons">
        {isHeader && (
          <button type="button" disabled={disabled} onClick={onWithoutHeader}>
            The first line is a row
          </button>
        )}
        <button type="button" disabled={disabled} onClick={onPlain}>
          {isHeader ? 'The first line names the columns' : 'Every row is one of a person'}
        </button>
      </p>
    </section>
  );
}
