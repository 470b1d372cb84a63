/** Models that promise the same of several columns, as one: a table with many sensitive columns has one card for them. */
import type { ModelChoice } from '../choices.js';

export interface ModelGroup {
  readonly model: string;
  /** Without the column. */
  readonly parameters: ModelChoice['parameters'];
  /** The columns that it protects; none for a model that is of no column. */
  readonly attributes: readonly string[];
  /** Places of its models in the list. */
  readonly places: readonly number[];
}

const keyOf = (model: string, parameters: ModelChoice['parameters']): string =>
  JSON.stringify([model, Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** The models by what they promise, in the order of the first of each. Equal models of no column stay apart. */
export function groupModels(models: readonly ModelChoice[]): readonly ModelGroup[] {
  const groups = new Map<string, ModelGroup>();
  models.forEach(({ model, parameters: all }, place) => {
    const { attribute, ...parameters } = all;
    const key = attribute === undefined ? `${place}` : keyOf(model, parameters);
    const known = groups.get(key) ?? { model, parameters, attributes: [], places: [] };
    groups.set(key, {
      ...known,
      attributes: attribute === undefined ? [] : [...known.attributes, attribute],
      places: [...known.places, place],
    });
  });
  return [...groups.values()];
}

/** The models of groups, one behind the other. */
export const modelsOf = (groups: readonly Pick<ModelGroup, 'model' | 'parameters' | 'attributes'>[]): ModelChoice[] =>
  groups.flatMap(({ model, parameters, attributes }): ModelChoice[] =>
    attributes.length === 0
      ? [{ model, parameters }]
      : attributes.map((attribute) => ({ model, parameters: { ...parameters, attribute } })),
  );

/** The group as one model, its columns named together: for a sentence. */
export const asOne = ({ model, parameters, attributes }: ModelGroup): ModelChoice => ({
  model,
  parameters: attributes.length === 0 ? parameters : { ...parameters, attribute: listed([...new Set(attributes)]) },
});

const listed = (names: readonly string[]): string =>
  names.length === 1 ? names[0] : `each of ${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
