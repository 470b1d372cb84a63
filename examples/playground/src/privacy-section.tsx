import type { Catalogue } from 'kohort/js';
import type { Choices, ModelChoice } from './choices.js';

interface Props {
  readonly catalogue: Catalogue;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

type ModelInfo = Catalogue['privacy'][number];

const presets: Readonly<Record<string, string>> = {
  k: '10', l: '2', c: '3', t: '0.2', e: '1000', alpha: '0.5', beta: '2', delta: '1.5', m: '2', risk: '0.1',
}; // prettier-ignore

/** The words a description lists, `a | b | c`, or null when it is free. */
function listed(description: string): string[] | null {
  const words = description.split(';')[0].split(',')[0].split('|');
  return words.length > 1 ? words.map((word) => word.trim().split(' ')[0]) : null;
}

/** Step 3: what every class must satisfy. Models that compare with a table of the public are left to the command line. */
export function PrivacySection({ catalogue, choices, onChange }: Props) {
  const offered = catalogue.privacy.filter((info) => !('public' in info.parameters));
  const sensitive = choices.columns.filter(({ role }) => role === 'sensitive' || role === 'class');
  const update = (models: readonly ModelChoice[]): void => onChange({ ...choices, models });
  const replace = (at: number, model: ModelChoice): void =>
    update(choices.models.map((each, i) => (i === at ? model : each)));
  const fresh = (info: ModelInfo): ModelChoice => ({
    model: info.name,
    parameters: Object.fromEntries(
      Object.entries(info.parameters).map(([name, description]) => [
        name,
        name === 'attribute'
          ? (sensitive[0]?.name ?? '')
          : name === 'c'
            ? ''
            : (listed(description)?.[0] ?? presets[name] ?? ''),
      ]),
    ),
  });
  return (
    <section aria-labelledby="privacy-title">
      <h2 id="privacy-title">3. Privacy</h2>
      <p>All of these must hold in every class of the release.</p>
      <ul class="models">
        {choices.models.map((choice, at) => {
          const info = offered.find(({ name }) => name === choice.model);
          if (info === undefined) return null;
          return (
            <li key={at}>
              <label>
                <span class="hidden">Model {at + 1}</span>
                <select
                  value={choice.model}
                  onChange={(event) => {
                    const next = offered.find(({ name }) => name === event.currentTarget.value);
                    if (next !== undefined) replace(at, fresh(next));
                  }}
                >
                  {offered.map(({ name }) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>
              {Object.entries(info.parameters).map(([name, description]) => (
                <Parameter
                  key={name}
                  name={name}
                  description={description}
                  value={choice.parameters[name] ?? ''}
                  values={name === 'attribute' ? sensitive.map((column) => column.name) : listed(description)}
                  onChange={(value) => replace(at, { ...choice, parameters: { ...choice.parameters, [name]: value } })}
                />
              ))}
              {choices.models.length > 1 && (
                <button
                  type="button"
                  aria-label={`Remove ${choice.model}`}
                  onClick={() => update(choices.models.filter((_, i) => i !== at))}
                >
                  Remove
                </button>
              )}
              <span class="facts source">{info.source}</span>
            </li>
          );
        })}
      </ul>
      <p class="buttons">
        <button
          type="button"
          onClick={() => {
            const next = offered.find(({ name }) => !choices.models.some(({ model }) => model === name)) ?? offered[0];
            update([...choices.models, fresh(next)]);
          }}
        >
          Add a model
        </button>
      </p>
    </section>
  );
}

interface ParameterProps {
  readonly name: string;
  readonly description: string;
  readonly value: string;
  readonly values: readonly string[] | null;
  readonly onChange: (value: string) => void;
}

function Parameter({ name, description, value, values, onChange }: ParameterProps) {
  return (
    <label title={description}>
      {name}{' '}
      {values === null ? (
        <input
          type="text"
          inputMode="decimal"
          size={8}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {values.length === 0 && <option value="">no column is sensitive</option>}
          {values.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}
