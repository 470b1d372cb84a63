import { algorithms } from '../algorithms/list.js';
import type { OptionsSchema } from '../algorithms/options.js';
import { describeEntries, optionText, type OptionInfo } from '../job/option-info.js';
import type { PrivacySpec } from '../privacy/list.js';
import { privacyModels } from '../privacy/list.js';
import { textsOf } from '../privacy/parameters.js';
import { metrics } from '../quality/list.js';

/** An algorithm as it is listed. */
export interface AlgorithmInfo {
  readonly name: string;
  readonly source: string;
  readonly guarantee: string;
  readonly complexity: string;
  /** Option -> what it means, allowed values, default. */
  readonly options: Readonly<Record<string, string>>;
  /** The options as data, to make a form or a JSON Schema of. */
  readonly optionInfos: readonly OptionInfo[];
}

/** A privacy model as it is listed. */
export interface PrivacyModelInfo {
  readonly name: PrivacySpec['model'];
  /** What it asks of a release, in a sentence. */
  readonly description: string;
  /** Parameter -> what it means and may be. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly source: string;
  readonly monotone: boolean;
  /** True when it is judged from the rows themselves, not from counts of distinct rows. Default false. */
  readonly needsRows?: boolean;
}

/** A metric as it is listed; `name` is its key in the result. */
export interface MetricInfo {
  readonly name: string;
  readonly definition: string;
  readonly source: string;
  /** True when a larger value is better. */
  readonly higherIsBetter: boolean;
}

/** Everything a job can ask for and a result can hold. */
export interface Catalogue {
  readonly algorithms: readonly AlgorithmInfo[];
  readonly privacy: readonly PrivacyModelInfo[];
  readonly metrics: readonly MetricInfo[];
}

/** Every algorithm, privacy model and metric of this version, with options and source. */
export function listAlgorithms(): Catalogue {
  return {
    algorithms: algorithms.map(({ name, source, guarantee, complexity, options }) => ({
      name,
      source,
      guarantee,
      complexity,
      ...listOptions(options),
    })),
    privacy: privacyModels.map(({ name, description, parameters, source, monotone, needsRows }) => ({
      name: name as PrivacySpec['model'],
      description,
      parameters: textsOf(parameters),
      source,
      monotone,
      ...(needsRows === undefined ? {} : { needsRows }),
    })),
    metrics: metrics.map(({ name, definition, source, better }) => ({
      name,
      definition,
      source,
      higherIsBetter: better === 'more',
    })),
  };
}

function listOptions({ entries }: OptionsSchema): Pick<AlgorithmInfo, 'options' | 'optionInfos'> {
  const optionInfos = describeEntries(entries);
  return { options: Object.fromEntries(optionInfos.map((info) => [info.name, optionText(info)])), optionInfos };
}
