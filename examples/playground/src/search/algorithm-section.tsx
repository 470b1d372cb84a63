import type { Catalogue } from 'kohort/js';
import type { Choices } from '../choices.js';
import { Select, plain } from '../parts/fields.js';
import { OptionFields } from './option-fields.js';

interface Props {
  readonly catalogue: Catalogue;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

const limits: readonly (readonly [Choices['suppression']['kind'], string])[] = [
  ['none', 'none'],
  ['rows', 'at most, in rows'],
  ['percent', 'at most, in percent'],
  ['unlimited', 'any number'],
];

const OTHER = '';

/** What people want of a search, and who does that. */
const GOALS: readonly (readonly [algorithm: string, goal: string])[] = [
  ['mondrian', 'quick, and fine ranges'],
  ['local-recoding', 'values kept as fine as possible'],
  ['optimal-lattice', 'one level for a whole column, proven best'],
  ['k-optimize', 'the same ranges for everybody, proven best in the end'],
  ['anatomy', 'values as they are, their links to secrets cut'],
];

/** Who searches, with which options, and how many rows may be suppressed. */
export function AlgorithmSection({ catalogue, choices, onChange }: Props) {
  const info = catalogue.algorithms.find(({ name }) => name === choices.algorithm) ?? catalogue.algorithms[0];
  const { kind, amount } = choices.suppression;
  const goal = GOALS.find(([algorithm]) => algorithm === info.name)?.[0] ?? OTHER;
  return (
    <section aria-labelledby="algorithm-title">
      <h2 id="algorithm-title">How it is searched</h2>
      <p class="fields">
        <Select
          label="What matters most"
          value={goal}
          options={goal === OTHER ? [[OTHER, 'something else, chosen below'], ...GOALS] : GOALS}
          onChange={(algorithm) => onChange({ ...choices, algorithm, options: {} })}
        />
        <Select
          label="Algorithm"
          value={info.name}
          options={plain(catalogue.algorithms.map(({ name }) => name))}
          onChange={(algorithm) => onChange({ ...choices, algorithm, options: {} })}
        />
        <Select
          label="Suppressed rows"
          value={kind}
          options={limits}
          onChange={(next) =>
            onChange({ ...choices, suppression: { kind: next, amount: next === 'percent' ? '5' : '100' } })
          }
        />
        {(kind === 'rows' || kind === 'percent') && (
          <label>
            {kind}{' '}
            <input
              type="number"
              min={0}
              max={kind === 'percent' ? 100 : undefined}
              aria-label={`Most suppressed rows, in ${kind}`}
              value={amount}
              onInput={(event) => onChange({ ...choices, suppression: { kind, amount: event.currentTarget.value } })}
            />
          </label>
        )}
      </p>
      <p class="facts">
        {info.source}. Guarantee: {info.guarantee}.
      </p>
      {Object.keys(info.options).length > 0 && (
        <OptionFields
          info={info}
          values={choices.options}
          onChange={(name, value) => onChange({ ...choices, options: { ...choices.options, [name]: value } })}
        />
      )}
    </section>
  );
}
