import type { Catalogue } from 'kohort/js';
import type { Choices } from '../choices.js';
import { weightsOf, withWeight } from '../choices.js';

interface Props {
  /** The column. */
  readonly name: string;
  readonly catalogue: Catalogue;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

/** Steps of the slider. */
const WEIGHTS = [0, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16];
const MIDDLE = WEIGHTS.indexOf(1);

const takesWeights = ({ optionInfos }: Catalogue['algorithms'][number]): boolean =>
  optionInfos.some(({ name, kind }) => name === 'weights' && kind === 'by-attribute');

/** Weight of a column in the search, where the algorithm takes weights; else the algorithms that do. */
export function WeightChoice({ name, catalogue, choices, onChange }: Props) {
  const info = catalogue.algorithms.find((each) => each.name === choices.algorithm);
  const option = info?.optionInfos.find((each) => each.name === 'weights');
  if (info === undefined || option === undefined || !takesWeights(info)) {
    const others = catalogue.algorithms.filter(takesWeights).map((each) => each.name);
    return (
      <p class="facts">
        {choices.algorithm} takes every column for equally important. Algorithms that take a weight: {others.join(', ')}
        .
      </p>
    );
  }
  // Some take none of 0.
  const least = option.items?.above === true && (option.items.min ?? 0) <= 0 ? 1 : 0;
  const weight = weightsOf(choices)[name] ?? 1;
  const at = WEIGHTS.findIndex((each) => each >= weight);
  return (
    <>
      <label class="slider">
        Weight{' '}
        <input
          type="range"
          aria-label={`Weight of ${name}`}
          min={least}
          max={WEIGHTS.length - 1}
          value={at < 0 ? WEIGHTS.length - 1 : at}
          aria-valuetext={String(weight)}
          onInput={(event) =>
            onChange(withWeight(choices, name, WEIGHTS[Number(event.currentTarget.value)] ?? WEIGHTS[MIDDLE]))
          }
        />
        <output>{weight}</output>
      </label>
      <p class="facts">{sentence(option.description)} All columns have 1 by default; what weighs more is kept finer.</p>
    </>
  );
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
