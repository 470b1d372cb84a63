import { attributeOf } from './attribute-of.js';
import type { Achievement, ListedModel, SensitiveScale } from './definition.js';
import { privacyModels, type PrivacySpec } from './list.js';
import type { PrivacyModel, PrivacyResult } from './model.js';

/**
 * The models of a job that was checked.
 *
 * @param scaleOf - what is known of a sensitive attribute. Without it, conditions and results of models that need it
 *   (hierarchical t-closeness, (k,e)-anonymity) throw.
 * @throws InvalidArgumentError with the path of what does not fit the data, such as `privacy[0].attribute`
 */
export function createModels(
  specs: readonly PrivacySpec[],
  scaleOf: (attribute: string) => SensitiveScale | undefined = () => undefined,
): PrivacyModel[] {
  return specs.map((spec, i) => createModel(spec, `privacy[${i}]`, scaleOf));
}

function createModel(
  spec: PrivacySpec,
  path: string,
  scaleOf: (attribute: string) => SensitiveScale | undefined,
): PrivacyModel {
  const definition = privacyModels.find(({ name }) => name === spec.model) as ListedModel;
  const { source, monotone, parameters } = definition;
  const attribute = attributeOf(spec) ?? null;
  const judge = definition.create(spec, { path, scale: () => (attribute === null ? undefined : scaleOf(attribute)) });
  const given = spec as Readonly<Record<string, unknown>>;
  const named = ['variant', 'distance', 'absent', 'outside', 'estimator', 'attribute'].filter(
    (key) => typeof given[key] === 'string',
  );
  const numbers = Object.keys(parameters).filter((key) => typeof given[key] === 'number');
  const told = (achievement: Achievement): PrivacyResult => ({
    model: spec.model,
    ...Object.fromEntries(named.map((key) => [key, given[key]])),
    required: Object.fromEntries(numbers.map((key) => [key, given[key] as number])),
    ...achievement,
  });
  const nothing: Achievement = { achieved: {}, holds: true };
  return {
    monotone,
    ...judge,
    ...{ name: spec.model, spec, source, attribute, byPersons: definition.byPersons },
    achieved: (sizes, ...others) =>
      told(sizes.length === 0 && judge.public === undefined ? nothing : judge.achieved(sizes, ...others)),
    achievedOfKnown: (found) =>
      told(found.fewest === Infinity ? nothing : (judge.achievedOfGroups?.(found) ?? nothing)),
    achievedOfPersons: (classes) => {
      if (classes.sizes.length === 0) return told(nothing);
      const { sizes, holders, tableHolders } = classes;
      return told(judge.achievedByPersons?.(classes) ?? judge.achieved(sizes, holders, tableHolders));
    },
  };
}
