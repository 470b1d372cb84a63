import type { Choices } from '../choices.js';
import { EverybodyField, type EverybodyProps } from './everybody-field.js';
import { type GoalCard, choicesFor } from './goal-cards.js';

interface Props extends EverybodyProps {
  readonly cards: readonly GoalCard[];
  /** Null where the user chooses an algorithm. */
  readonly chosen: GoalCard['id'] | null;
  /** Number of algorithms. */
  readonly count: number;
  readonly choices: Choices;
  readonly onGoal: (choices: Choices) => void;
  readonly onOwn: () => void;
}

/** Goals of the release, as cards: each chooses an algorithm. */
export function GoalChoice({ cards, chosen, count, choices, everybody, onGoal, onOwn, onOpen }: Props) {
  return (
    <fieldset class="goals">
      <legend>What matters most</legend>
      {cards.map((card) => (
        <div key={card.id} class={card.missing === null ? 'goal' : 'goal lacking'}>
          <label>
            <input
              type="radio"
              name="goal"
              value={card.id}
              aria-label={card.title}
              aria-describedby={`goal-${card.id}`}
              checked={chosen === card.id}
              disabled={card.missing !== null && chosen !== card.id}
              onChange={() => onGoal(choicesFor(card.id, choices, everybody))}
            />
            <span class="goal-title">{card.title}</span>
            <span class="goal-time">{card.time}</span>
          </label>
          <p id={`goal-${card.id}`}>
            {card.meaning} {card.missing !== null && <strong>{card.missing}</strong>}
          </p>
          {card.id === 'membership' && <EverybodyField everybody={everybody} onOpen={onOpen} />}
        </div>
      ))}
      <div class="goal">
        <label>
          <input
            type="radio"
            name="goal"
            value="own"
            aria-label="Choose yourself"
            checked={chosen === null}
            onChange={onOwn}
          />
          <span class="goal-title">Choose yourself</span>
          <span class="goal-time">{count} algorithms</span>
        </label>
      </div>
    </fieldset>
  );
}
