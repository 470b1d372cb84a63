import type { Catalogue, Table } from 'kohort/js';
import { useState } from 'preact/hooks';
import type { Choices } from '../choices.js';
import { keyOf } from '../choices.js';
import { someOf } from '../parts/listed.js';
import { COUNTS_ROWS } from './algorithm-words.js';
import { AlgorithmList } from './algorithm-list.js';
import type { Everybody } from './everybody.js';
import { GivenLevels } from './given-levels.js';
import { GoalChoice } from './goal-choice.js';
import { fitLevels } from './fit-levels.js';
import { goalCards, goalOf } from './goal-cards.js';
import { OptionFields } from './option-fields.js';
import { SuppressionLimit } from './suppression-limit.js';

interface Props {
  readonly catalogue: Catalogue;
  readonly table: Table;
  readonly choices: Choices;
  readonly everybody: Everybody | null;
  readonly onEverybody: (file: File) => Promise<void>;
  readonly onChange: (choices: Choices) => void;
}

/** Choice of the algorithm, its options, and the number of rows that may be suppressed. */
export function AlgorithmSection({ catalogue, table, choices, everybody, onEverybody, onChange }: Props) {
  const info = catalogue.algorithms.find(({ name }) => name === choices.algorithm) ?? catalogue.algorithms[0];
  const hasSeveral = keyOf(choices).length > 0;
  const cards = goalCards(choices, everybody).map((card) =>
    !hasSeveral || catalogue.algorithms.find(({ name }) => name === card.algorithm)?.countsPersons === true
      ? card
      : { ...card, missing: COUNTS_ROWS },
  );
  const [isOwn, setOwn] = useState(false);
  const goal = isOwn ? null : goalOf(cards, choices);
  const suggested = choices.columns.filter(({ isSuggested }) => isSuggested === true).map(({ name }) => name);
  return (
    <section aria-labelledby="algorithm-title">
      <h2 id="algorithm-title">How it is searched</h2>
      <GoalChoice
        cards={cards}
        chosen={goal}
        count={catalogue.algorithms.length}
        onGoal={(next) => {
          setOwn(false);
          onChange(fitLevels(next, table));
        }}
        onOwn={() => setOwn(true)}
        choices={choices}
        everybody={everybody}
        onOpen={onEverybody}
      />
      {goal === null && (
        <AlgorithmList
          catalogue={catalogue}
          chosen={info.name}
          hasEverybody={everybody !== null}
          hasSeveral={hasSeveral}
          onChoose={(algorithm) => {
            setOwn(true);
            onChange(fitLevels({ ...choices, algorithm, options: {} }, table));
          }}
        />
      )}
      <p class="facts">
        Algorithm <strong>{info.name}</strong>: {info.source}. Guarantee: {info.guarantee}.
      </p>
      {suggested.length > 0 && (
        <p class="facts">
          {`It needs levels: ${someOf(suggested)} ${suggested.length === 1 ? 'has a suggested hierarchy' : 'have suggested hierarchies'}, which you can change under Columns.`}
        </p>
      )}
      <GivenLevels choices={choices} onChange={onChange} />
      {info.optionInfos.length > 0 && (
        <OptionFields
          info={info}
          values={choices.options}
          columns={choices.columns}
          onChange={(name, value) => onChange({ ...choices, options: { ...choices.options, [name]: value } })}
        />
      )}
      <SuppressionLimit choices={choices} onChange={onChange} />
    </section>
  );
}
