import type { Catalogue } from 'kohort/js';
import type { Choices } from './choices.js';

interface Props {
  readonly catalogue: Catalogue;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

/** Step 4: who searches, with which options, and how many rows may be left out. */
export function AlgorithmSection({ catalogue, choices, onChange }: Props) {
  const info = catalogue.algorithms.find(({ name }) => name === choices.algorithm) ?? catalogue.algorithms[0];
  const { kind, amount } = choices.suppression;
  type Kind = Choices['suppression']['kind'];
  return (
    <section aria-labelledby="algorithm-title">
      <h2 id="algorithm-title">4. Algorithm</h2>
      <p class="fields">
        <label>
          Algorithm{' '}
          <select
            aria-label="Algorithm"
            value={info.name}
            onChange={(event) => onChange({ ...choices, algorithm: event.currentTarget.value, options: {} })}
          >
            {catalogue.algorithms.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Rows left out{' '}
          <select
            aria-label="Rows left out"
            value={kind}
            onChange={(event) =>
              onChange({ ...choices, suppression: { kind: event.currentTarget.value as Kind, amount } })
            }
          >
            <option value="none">none</option>
            <option value="rows">at most, in rows</option>
            <option value="percent">at most, in percent</option>
            <option value="unlimited">any number</option>
          </select>
        </label>
        {(kind === 'rows' || kind === 'percent') && (
          <label>
            {kind === 'rows' ? 'rows' : 'percent'}{' '}
            <input
              type="number"
              min={0}
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
        <details>
          <summary>Options</summary>
          <dl class="options">
            {Object.entries(info.options).map(([name, description]) => (
              <div key={name}>
                <dt>
                  <label for={`option-${name}`}>{name}</label>
                </dt>
                <dd>
                  <input
                    id={`option-${name}`}
                    type="text"
                    placeholder="default"
                    value={choices.options[name] ?? ''}
                    aria-describedby={`option-${name}-text`}
                    onInput={(event) =>
                      onChange({ ...choices, options: { ...choices.options, [name]: event.currentTarget.value } })
                    }
                  />
                  <span class="facts" id={`option-${name}-text`}>
                    {description}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}
