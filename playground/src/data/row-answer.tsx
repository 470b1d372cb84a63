import { namedColumns, ONE_ROW, ROW_QUESTION } from 'kohort/assess';
import { useState } from 'preact/hooks';
import type { Choices, Opened } from '../choices.js';
import { keyOf } from '../choices.js';
import { capitalized } from '../parts/listed.js';
import { type RowAnswer, RowQuestion } from './row-question.js';

interface Props {
  readonly opened: Opened;
  readonly choices: Choices;
  readonly disabled: boolean;
  readonly onAnswer: (answer: RowAnswer) => void;
  /** Refuses rows without a key again, where they were counted apart. */
  readonly onRefuse: () => void;
}

/** Shows the answer to the question of what a row is, with a button to change it. */
export function RowAnswered({ opened, choices, disabled, onAnswer, onRefuse }: Props) {
  const [isAsked, setAsked] = useState(false);
  if (isAsked) {
    return (
      <RowQuestion
        opened={opened}
        disabled={disabled}
        onAnswer={(answer) => {
          setAsked(false);
          onAnswer(answer);
        }}
      />
    );
  }
  return (
    <section aria-labelledby="row-title">
      <h2 id="row-title">{ROW_QUESTION}</h2>
      <p>{answerText(choices)}</p>
      <p class="buttons">
        <button type="button" disabled={disabled} onClick={() => setAsked(true)}>
          Say it otherwise
        </button>
      </p>
      {choices.missingPersons === 'separate' && keyOf(choices).length > 0 && (
        <>
          <p>Rows without a key are counted apart: they add nobody to a class.</p>
          <p class="buttons">
            <button type="button" disabled={disabled} onClick={onRefuse}>
              Refuse rows without a key
            </button>
          </p>
        </>
      )}
    </section>
  );
}

function answerText(choices: Choices): string {
  const key = keyOf(choices);
  if (key.length > 0) return `Several rows may belong to one person: ${namedColumns(key)} ${key.length === 1 ? 'is' : 'are'} the key of persons. Persons are counted.`; // prettier-ignore
  return choices.unit === 'row'
    ? `${capitalized(ONE_ROW)}.`
    : 'Nobody said it, and nothing in this file says that a person has several. Rows are counted.';
}
