import { extentOf } from '../parts/extent.js';
import type { Catalogue, Preview, Table } from 'kohort/js';
import { useState } from 'preact/hooks';
import type { Choices, ModelChoice } from '../choices.js';
import { countedBy, textOfValue } from '../choices.js';
import type { Everybody } from '../search/everybody.js';
import { Notes } from '../parts/notes.js';
import { parameterText, unitNoun } from '../parts/words.js';
import { asOne, groupModels, type ModelGroup, modelsOf } from './model-groups.js';
import { promiseOf, type Words } from './model-words.js';
import { ParameterField } from './parameter-field.js';
import { wordsOf } from './parameter-words.js';

interface Props {
  readonly catalogue: Catalogue;
  readonly table: Table;
  readonly choices: Choices;
  /** Preview of the choices, where it is known. */
  readonly preview: Preview | null;
  /** The table that models of membership compare with. */
  readonly everybody: Everybody | null;
  readonly onChange: (choices: Choices) => void;
}

type ModelInfo = Catalogue['privacy'][number];
type Reached = Preview['privacy'][number];

/** The words a description lists, `a | b (default) | c: meaning`, or null when it is free. */
function listed(description: string): string[] | null {
  const words = description.split('|').map((part) => /^\s*([a-z][a-z-]*)/.exec(part)?.[1]);
  return words.length > 1 && words.every((word) => word !== undefined) ? (words as string[]) : null;
}

/** Initial value of a parameter. */
function startOf(name: string, description: string, sensitive: readonly string[]): string {
  if (name === 'attribute') return sensitive[0] ?? '';
  return listed(description)?.[0] ?? wordsOf(name)?.start ?? '';
}

/** Columns that models protect. */
const sensitiveIn = ({ columns }: Choices): string[] =>
  columns.filter(({ role }) => role === 'sensitive' || role === 'class').map(({ name }) => name);

/** Promises to everybody in the release. Models that compare with a table of everybody are offered when one is open. */
export function PrivacySection({ catalogue, table, choices, preview, everybody, onChange }: Props) {
  const offered = catalogue.privacy.filter((info) => !('public' in info.parameters) || everybody !== null);
  const sensitive = sensitiveIn(choices);
  const update = (models: readonly ModelChoice[]): void => onChange({ ...choices, models });
  const fresh = ({ name: model, parameters }: ModelInfo): ModelChoice => ({
    model,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, description]) => [
        name,
        name === 'public' && everybody !== null ? textOfValue(everybody.name) : startOf(name, description, sensitive),
      ]),
    ),
  });
  // Results of the last preview belong to these models only while they are as many.
  const reached = preview !== null && preview.privacy.length === choices.models.length ? preview.privacy : [];
  const groups = groupModels(choices.models);
  const noun = unitNoun(countedBy(choices));
  const updateGroup = (at: number, group: ModelGroup | null): void =>
    update(modelsOf(groups.flatMap((each, i) => (i !== at ? [each] : group === null ? [] : [group]))));
  const warnings = (preview?.warnings ?? []).filter(
    ({ attribute }) => attribute === undefined || sensitive.includes(attribute),
  );
  return (
    <section aria-labelledby="privacy-title">
      <h2 id="privacy-title">What the release promises</h2>
      <p class="facts">
        All of this has to hold for every {noun.hasSeveral === true ? 'person' : noun.one} of it. The audit of a release
        checks it again.
      </p>
      <ul class="models">
        {groups.map((group, at) => (
          <li key={at} class="card">
            <ModelCard
              info={catalogue.privacy.find(({ name }) => name === group.model) ?? offered[0]}
              group={group}
              noun={{ ...noun, permutes: preview?.solution.kind === 'permutation' }}
              sensitive={sensitive}
              reached={group.places.flatMap((place) => (reached[place]?.model === group.model ? [reached[place]] : []))}
              onChange={(changed) => updateGroup(at, changed)}
              onRemove={groups.length > 1 ? () => updateGroup(at, null) : null}
            />
          </li>
        ))}
      </ul>
      <Notes warnings={warnings} table={table} onCure={(apply) => onChange(apply(choices))} />
      <AddModel
        offered={offered}
        taken={choices.models.map(({ model }) => model)}
        hasSensitive={sensitive.length > 0}
        hasSeveral={noun.hasSeveral === true}
        onAdd={(info) => update([...choices.models, fresh(info)])}
      />
    </section>
  );
}

interface ModelCardProps {
  readonly info: ModelInfo;
  readonly group: ModelGroup;
  readonly noun: Words;
  readonly sensitive: readonly string[];
  /** Reached values of each of its models; fewer where some are not known. */
  readonly reached: readonly Reached[];
  readonly onChange: (group: ModelGroup) => void;
  readonly onRemove: (() => void) | null;
}

/** A promise: what it says of this table, what is reached now, and its parameters. */
function ModelCard({ info, group, noun, sensitive, reached, onChange, onRemove }: ModelCardProps) {
  const { model, parameters, attributes } = group;
  const { variant } = parameters;
  const isAsked = (name: string): boolean =>
    name !== 'attribute' && name !== 'public' && (name !== 'c' || variant === undefined || variant === 'recursive');
  const isOfColumns = 'attribute' in info.parameters;
  return (
    <>
      <header>
        <h3>{info.title}</h3>
        <span class="facts" title={info.source}>
          {model}
        </span>
        {onRemove !== null && (
          <button type="button" class="quiet" aria-label={`Remove ${model}`} onClick={onRemove}>
            Remove
          </button>
        )}
      </header>
      <p class="promise">{promiseOf(asOne(group), noun)}</p>
      {Object.entries(info.parameters)
        .filter(([name]) => isAsked(name))
        .map(([name, description]) => (
          <ParameterField
            key={name}
            name={name}
            description={description}
            value={parameters[name] ?? ''}
            values={listed(description)}
            onChange={(value) => onChange({ ...group, parameters: { ...parameters, [name]: value } })}
          />
        ))}
      {isOfColumns && (
        <ProtectedColumns
          names={[...new Set([...sensitive, ...attributes.filter(Boolean)])]}
          chosen={attributes}
          onChange={(next) => onChange({ ...group, attributes: next })}
        />
      )}
      {reached.length > 0 && reached.length === group.places.length && <ReachedNow reached={reached} />}
    </>
  );
}

/** Reached values of a card's models: the range of each parameter over their columns. */
function ReachedNow({ reached }: { readonly reached: readonly Reached[] }) {
  const holds = reached.every((each) => each.holds);
  const texts = Object.keys(reached[0].achieved).map((name) => {
    const values = reached.map(({ achieved }) => achieved[name]);
    const range = extentOf(values);
    const [least, most] = [range.least, range.most].map((value) => parameterText({ [name]: value }));
    return least === most ? least : `${least} to ${most.slice(name.length + 1)}`;
  });
  return (
    <p class={holds ? 'reached good' : 'reached error'}>
      {holds ? 'Reached now: ' : 'Not reached: '}
      {texts.join(', ')}
    </p>
  );
}

interface ProtectedColumnsProps {
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The sensitive columns that a model protects, to be ticked; one has to stay. */
function ProtectedColumns({ names, chosen, onChange }: ProtectedColumnsProps) {
  if (names.length === 0) {
    return <p class="note">No column is sensitive yet: give one that role in the step “Columns”.</p>;
  }
  const isOnly = (name: string): boolean => chosen.length === 1 && chosen[0] === name;
  return (
    <fieldset class="ticks">
      <legend>Protected columns</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            disabled={isOnly(name)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...chosen.filter(Boolean), name]
                  : chosen.filter((each) => each !== name),
              )
            }
          />{' '}
          {name}
        </label>
      ))}
    </fieldset>
  );
}

interface AddModelProps {
  readonly offered: readonly ModelInfo[];
  readonly taken: readonly string[];
  readonly hasSensitive: boolean;
  /** People have several rows: models that count rows cannot be added. */
  readonly hasSeveral: boolean;
  readonly onAdd: (info: ModelInfo) => void;
}

/** Every model with what it is about, to be added. */
function AddModel({ offered, taken, hasSensitive, hasSeveral, onAdd }: AddModelProps) {
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
              const countsRows = hasSeveral && !info.countsPersons;
              return (
                <li key={info.name}>
                  <button
                    type="button"
                    class="quiet"
                    disabled={lacks || countsRows}
                    onClick={() => {
                      onAdd(info);
                      setOpen(false);
                    }}
                  >
                    <strong>{info.title}</strong>
                    <span class="facts">
                      {info.name}: {info.description}
                      {lacks && ' (needs a sensitive column)'}
                      {countsRows && ' (counts rows, and people have several here)'}
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
