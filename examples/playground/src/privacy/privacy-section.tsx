import type { Catalogue, Preview } from 'kohort/js';
import { useState } from 'preact/hooks';
import type { Choices, ModelChoice } from '../choices.js';
import { Notes } from '../parts/notes.js';
import { parameterText } from '../parts/words.js';
import { promiseOf, titleOf } from './model-words.js';
import { ParameterField } from './parameter-field.js';
import { wordsOf } from './parameter-words.js';

interface Props {
  readonly catalogue: Catalogue;
  readonly choices: Choices;
  /** What the choices come to, where that is known. */
  readonly preview: Preview | null;
  readonly onChange: (choices: Choices) => void;
}

type ModelInfo = Catalogue['privacy'][number];
type Reached = Preview['privacy'][number];

/** The words a description lists, `a | b (default) | c: meaning`, or null when it is free. */
function listed(description: string): string[] | null {
  const words = description.split('|').map((part) => /^\s*([a-z][a-z-]*)/.exec(part)?.[1]);
  return words.length > 1 && words.every((word) => word !== undefined) ? (words as string[]) : null;
}

/** What a parameter is before it is changed. */
function startOf(name: string, description: string, sensitive: readonly string[]): string {
  if (name === 'attribute') return sensitive[0] ?? '';
  return listed(description)?.[0] ?? wordsOf(name)?.start ?? '';
}

/** Columns that models protect. */
const sensitiveIn = ({ columns }: Choices): string[] =>
  columns.filter(({ role }) => role === 'sensitive' || role === 'class').map(({ name }) => name);

/** What is promised to everybody in the release. Models that compare with a table of the public have no form here. */
export function PrivacySection({ catalogue, choices, preview, onChange }: Props) {
  const offered = catalogue.privacy.filter((info) => !('public' in info.parameters));
  const sensitive = sensitiveIn(choices);
  const update = (models: readonly ModelChoice[]): void => onChange({ ...choices, models });
  const fresh = ({ name: model, parameters }: ModelInfo): ModelChoice => ({
    model,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, description]) => [name, startOf(name, description, sensitive)]),
    ),
  });
  // What the last preview says belongs to these models only while they are as many.
  const reached = preview !== null && preview.privacy.length === choices.models.length ? preview.privacy : [];
  const warnings = (preview?.warnings ?? []).filter(
    ({ attribute }) => attribute === undefined || sensitive.includes(attribute),
  );
  return (
    <section aria-labelledby="privacy-title">
      <h2 id="privacy-title">What the release promises</h2>
      <p class="facts">All of this has to hold for everybody in it. The audit of a release checks it again.</p>
      <ul class="models">
        {choices.models.map((choice, at) => (
          <li key={at} class="card">
            <ModelCard
              info={offered.find(({ name }) => name === choice.model) ?? offered[0]}
              choice={choice}
              sensitive={sensitive}
              reached={reached[at]?.model === choice.model ? reached[at] : null}
              onChange={(model) => update(choices.models.map((each, i) => (i === at ? model : each)))}
              onRemove={choices.models.length > 1 ? () => update(choices.models.filter((_, i) => i !== at)) : null}
            />
          </li>
        ))}
      </ul>
      <Notes warnings={warnings} />
      <AddModel
        offered={offered}
        taken={choices.models.map(({ model }) => model)}
        hasSensitive={sensitive.length > 0}
        onAdd={(info) => update([...choices.models, fresh(info)])}
      />
    </section>
  );
}

interface ModelCardProps {
  readonly info: ModelInfo;
  readonly choice: ModelChoice;
  readonly sensitive: readonly string[];
  readonly reached: Reached | null;
  readonly onChange: (choice: ModelChoice) => void;
  readonly onRemove: (() => void) | null;
}

/** A model: what it promises, what is reached now, and its parameters. */
function ModelCard({ info, choice, sensitive, reached, onChange, onRemove }: ModelCardProps) {
  const { variant } = choice.parameters;
  const isAsked = (name: string): boolean => name !== 'c' || variant === undefined || variant === 'recursive';
  const needsColumn = 'attribute' in info.parameters && sensitive.length === 0;
  return (
    <>
      <header>
        <h3>{titleOf(choice.model)}</h3>
        <span class="facts" title={info.source}>
          {choice.model}
        </span>
        {onRemove !== null && (
          <button type="button" class="quiet" aria-label={`Remove ${choice.model}`} onClick={onRemove}>
            Remove
          </button>
        )}
      </header>
      <p class="promise">{promiseOf(choice) ?? info.description}</p>
      {needsColumn && <p class="note">No column is sensitive yet: give one that role in the step “Columns”.</p>}
      {Object.entries(info.parameters)
        .filter(([name]) => isAsked(name))
        .map(([name, description]) => (
          <ParameterField
            key={name}
            name={name}
            description={description}
            value={choice.parameters[name] ?? ''}
            values={name === 'attribute' ? sensitive : listed(description)}
            onChange={(value) => onChange({ ...choice, parameters: { ...choice.parameters, [name]: value } })}
          />
        ))}
      {reached !== null && (
        <p class={reached.holds ? 'reached good' : 'reached error'}>
          {reached.holds ? 'Reached now: ' : 'Not reached: '}
          {parameterText(reached.achieved)}
        </p>
      )}
    </>
  );
}

interface AddModelProps {
  readonly offered: readonly ModelInfo[];
  readonly taken: readonly string[];
  readonly hasSensitive: boolean;
  readonly onAdd: (info: ModelInfo) => void;
}

/** Every model with what it is about, to be added. */
function AddModel({ offered, taken, hasSensitive, onAdd }: AddModelProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p class="buttons">
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Promise more
        </button>
      </p>
      {isOpen && (
        <ul class="model-list">
          {offered
            .filter(({ name, parameters }) => 'attribute' in parameters || !taken.includes(name))
            .map((info) => {
              const lacks = 'attribute' in info.parameters && !hasSensitive;
              return (
                <li key={info.name}>
                  <button
                    type="button"
                    class="quiet"
                    disabled={lacks}
                    onClick={() => {
                      onAdd(info);
                      setOpen(false);
                    }}
                  >
                    <strong>{titleOf(info.name)}</strong>
                    <span class="facts">
                      {info.name}: {info.description}
                      {lacks && ' (needs a sensitive column)'}
                    </span>
                  </button>
                </li>
              );
            })}
        </ul>
      )}
    </>
  );
}
