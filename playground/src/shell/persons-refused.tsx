/** Names what counts rows where people have several rows, or rows without a key, each with a button that changes it. */
import type { Choices } from '../choices.js';
import { explainRefusal, type Refusal } from './explain-refusal.js';

interface Props {
  readonly refusal: Refusal;
  readonly choices: Choices;
  readonly onCure: (apply: (choices: Choices) => Choices) => void;
}

export function PersonsRefused({ refusal, choices, onCure }: Props) {
  const { text, cures } = explainRefusal(refusal, choices);
  return (
    <div class="live refused" role="status">
      <p class="error">{text}</p>
      <p class="buttons">
        {cures.map((cure) => (
          <button key={cure.text} type="button" onClick={() => onCure(cure.apply)}>
            {cure.text}
          </button>
        ))}
      </p>
    </div>
  );
}
