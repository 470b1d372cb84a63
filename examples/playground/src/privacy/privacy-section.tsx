import type { Catalogue } from 'kohort/js';
import { useId } from 'preact/hooks';
import type { Choices, ModelChoice } from '../choices.js';
import { Select, plain } from '../parts/fields.js';
import { K_PRESETS, promiseOf } from './model-words.js';

interface Props {
  readonly catalogue: Catalogue;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

type ModelInfo = Catalogue['privacy'][number];

const presets: Readonly<Record<string, string>> = {
  k: '10', l: '2', c: '3', t: '0.2', e: '1000', alpha: '0.5', beta: '2', delta: '1.5', m: '2', risk: '0.1',
}; // prettier-ignore

/** The words a description lists, `a | b (default) | c: meaning`, or null when it is free. */
function listed(description: string): string[] | null {
  const words = description.split('|').map((part) => /^\s*([a-z][a-z-]*)/.exec(part)?.[1]);
  return words.length > 1 && words.every((word) => word !== undefined) ? (words as string[]) : null;
}

/** What a parameter is before it is changed; texts that only some variants take are empty. */
function preset(name: string, description: string, sensitive: readonly string[]): string {
  if (name === 'attribute') return sensitive[0] ?? '';
  if (name === 'c') return '';
  return listed(description)?.[0] ?? presets[name] ?? '';
}

/** What every class must satisfy. Models that compare with a table of the public are left to the command line. */
export function PrivacySection({ catalogue, choices, onChange }: Props) {
  const offered = catalogue.privacy.filter((info) => !('public' in info.parameters));
  const sensitive = choices.columns
    .filter(({ role }) => role === 'sensitive' || role === 'class')
    .map(({ name }) => name);
  const update = (models: readonly ModelChoice[]): void => onChange({ ...choices, models });
  const fresh = ({ name: model, parameters }: ModelInfo): ModelChoice => ({
    model,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, description]) => [name, preset(name, description, sensitive)]),
    ),
  });
  const add = (): void => {
    const next = offered.find(({ name }) => !choices.models.some(({ model }) => model === name)) ?? offered[0];
    update([...choices.models, fresh(next)]);
  };
  return (
    <section aria-labelledby="privacy-title">
      <h2 id="privacy-title">Privacy</h2>
      <p>All of this must hold for everybody in the release.</p>
      <ul class="models">
        {choices.models.map((choice, at) => (
          <li key={at}>
            <ModelForm
              title={`Model ${at + 1}`}
              offered={offered}
              choice={choice}
              sensitive={sensitive}
              fresh={fresh}
              onChange={(model) => update(choices.models.map((each, i) => (i === at ? model : each)))}
              onRemove={choices.models.length > 1 ? () => update(choices.models.filter((_, i) => i !== at)) : null}
            />
          </li>
        ))}
      </ul>
      <p class="buttons">
        <button type="button" onClick={add}>
          Add a model
        </button>
      </p>
    </section>
  );
}

interface ModelFormProps {
  readonly title: string;
  readonly offered: readonly ModelInfo[];
  readonly choice: ModelChoice;
  readonly sensitive: readonly string[];
  readonly fresh: (info: ModelInfo) => ModelChoice;
  readonly onChange: (choice: ModelChoice) => void;
  readonly onRemove: (() => void) | null;
}

/** A model with its parameters. */
function ModelForm({ title, offered, choice, sensitive, fresh, onChange, onRemove }: ModelFormProps) {
  const find = (model: string): ModelInfo => offered.find(({ name }) => name === model) ?? offered[0];
  const info = find(choice.model);
  const promise = promiseOf(choice);
  return (
    <>
      {promise !== null && <p class="promise">{promise}</p>}
      <Select
        label={title}
        isLabelHidden
        value={choice.model}
        options={plain(offered.map(({ name }) => name))}
        onChange={(model) => onChange(fresh(find(model)))}
      />
      {Object.entries(info.parameters).map(([name, description]) => (
        <Parameter
          key={name}
          name={name}
          description={description}
          value={choice.parameters[name] ?? ''}
          values={name === 'attribute' ? sensitive : listed(description)}
          onChange={(value) => onChange({ ...choice, parameters: { ...choice.parameters, [name]: value } })}
        />
      ))}
      {'k' in info.parameters && (
        <SizeSlider
          value={choice.parameters.k ?? ''}
          onChange={(k) => onChange({ ...choice, parameters: { ...choice.parameters, k } })}
        />
      )}
      {onRemove !== null && (
        <button type="button" aria-label={`Remove ${choice.model}`} onClick={onRemove}>
          Remove
        </button>
      )}
      <span class="facts source">{info.source}</span>
    </>
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
  const id = useId();
  return (
    <span class="parameter">
      {values === null ? (
        <label>
          {name}{' '}
          <input
            type="text"
            inputMode="decimal"
            size={8}
            value={value}
            aria-describedby={id}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        </label>
      ) : (
        <Select
          label={name}
          value={value}
          options={
            values.includes(value) ? plain(values) : [[value, value || 'no column is sensitive'], ...plain(values)]
          }
          onChange={onChange}
        />
      )}
      <span class="facts" id={id}>
        {description}
      </span>
    </span>
  );
}

interface SizeSliderProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const LARGEST = 200;

/** The size of groups by a slider, and as guidelines ask for it. */
function SizeSlider({ value, onChange }: SizeSliderProps) {
  const size = Number(value);
  return (
    <div class="slider">
      <input
        type="range"
        aria-label="Size of groups"
        min={2}
        max={LARGEST}
        value={Number.isFinite(size) ? Math.min(LARGEST, Math.max(2, size)) : 2}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <span class="presets" role="group" aria-label="What guidelines ask for">
        {K_PRESETS.map(([k, why]) => (
          <button type="button" key={k} title={why} aria-pressed={value === k} onClick={() => onChange(k)}>
            {k}
          </button>
        ))}
      </span>
    </div>
  );
}
