import { describeRepeated, NO_KEY, ONE_ROW, ROW_QUESTION, severalRows } from 'kohort/assess';
import { useState } from 'preact/hooks';
import type { Opened } from '../choices.js';
import { counted } from '../parts/words.js';
import { capitalized } from '../parts/listed.js';

/** The answer to the question of what a row is. */
export type RowAnswer = { readonly unit: 'row' } | { readonly persons: readonly string[] };

interface Props {
  readonly opened: Opened;
  readonly disabled: boolean;
  readonly onAnswer: (answer: RowAnswer) => void;
}

/** Asks what a row is: where people seem to have several, nothing is proposed or released before the answer. */
export function RowQuestion({ opened, disabled, onAnswer }: Props) {
  const found = opened.inspection.repeatedPersons;
  const evidence = found === null ? opened.repeated : describeRepeated(found);
  const key = found?.columns ?? [];
  return (
    <section class="row-question" aria-labelledby="row-title">
      <h2 id="row-title">{ROW_QUESTION}</h2>
      {evidence !== null && <p class="note">{`Found: ${evidence}.`}</p>}
      <p>
        Ten rows that look alike may be one person. Name the key of persons, and every promise counts persons. Its
        column is read and counted, and never released.
      </p>
      {found !== null && key.length === 0 && <p>{`${capitalized(NO_KEY)}.`}</p>}
      <p class="buttons">
        {found !== null && key.length > 0 && (
          <button type="button" disabled={disabled} onClick={() => onAnswer({ persons: key })}>
            {capitalized(severalRows(found))}
          </button>
        )}
        <button type="button" disabled={disabled} onClick={() => onAnswer({ unit: 'row' })}>
          {capitalized(ONE_ROW)}
        </button>
      </p>
      <OtherKey opened={opened} isOpen={key.length === 0} {...{ disabled, onAnswer }} />
    </section>
  );
}

/** Other columns that together may say whose a row is. */
function OtherKey({ opened, isOpen, disabled, onAnswer }: Props & { readonly isOpen: boolean }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { inspection, table } = opened;
  // A column that is the same everywhere says nothing, and one without a value twice says no more than the rows.
  const offered = inspection.columns.filter(({ distinct, missing }) => {
    const values = distinct - Number(missing > 0);
    return values > 1 && values < table.rows;
  });
  return (
    <details open={isOpen}>
      <summary>{isOpen ? 'Columns that are the key of persons' : 'Another column is the key of persons'}</summary>
      <fieldset class="ticks keys">
        <legend>Ticked columns together are the key of a person</legend>
        {offered.map(({ name, distinct, missing }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                setChosen((last) => (checked ? [...last, name] : last.filter((each) => each !== name)))
              }
            />{' '}
            {name} <span class="facts">{counted(distinct - Number(missing > 0), 'value')}</span>
          </label>
        ))}
      </fieldset>
      <p class="buttons">
        <button type="button" disabled={disabled || chosen.length === 0} onClick={() => onAnswer({ persons: chosen })}>
          Count persons by this key
        </button>
      </p>
    </details>
  );
}
