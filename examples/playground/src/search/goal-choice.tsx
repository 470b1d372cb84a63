import type { Choices } from '../choices.js';
import { type GoalCard, MEMBERSHIP_COMMAND, choicesFor } from './goal-cards.js';

interface Props {
  readonly cards: readonly GoalCard[];
  /** Null where the user chooses an algorithm. */
  readonly chosen: GoalCard['id'] | null;
  /** How many algorithms there are. */
  readonly count: number;
  readonly choices: Choices;
  readonly onGoal: (choices: Choices) => void;
  readonly onOwn: () => void;
}

/** What the release is for, as cards: each comes to an algorithm. */
export function GoalChoice({ cards, chosen, count, choices, onGoal, onOwn }: Props) {
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
              onChange={() => onGoal(choicesFor(card.id, choices))}
            />
            <span class="goal-title">{card.title}</span>
            <span class="goal-time">{card.time}</span>
          </label>
          <p id={`goal-${card.id}`}>
            {card.meaning} {card.missing !== null && <strong>{card.missing}</strong>}
          </p>
          {card.id === 'membership' && (
            <details>
              <summary>By the command</summary>
              <p>
                The models of this kind compare your rows with a table of everybody, such as the register that they were
                drawn from. This page reads one table; the command reads both:
              </p>
              <pre tabIndex={0}>{MEMBERSHIP_COMMAND}</pre>
            </details>
          )}
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
