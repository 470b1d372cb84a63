import { algorithms } from '../algorithms/list.js';
import type { OptionsSchema } from '../algorithms/options.js';
import { describeEntries, optionText, type OptionInfo } from '../job/option-info.js';
import type { PrivacySpec } from '../privacy/list.js';
import { privacyModels } from '../privacy/list.js';
import { textsOf } from '../privacy/parameters.js';
import { metrics } from '../quality/list.js';
import { algorithmCountsPersons, modelCountsPersons } from './persons-counted.js';

/** An algorithm as it is listed. */
export interface AlgorithmInfo {
  /** Name as a job writes it. */
  readonly name: string;
  /** The paper that it is from, with the section. */
  readonly source: string;
  /** Known guarantee for its releases: optimal, minimal, or none of these. */
  readonly guarantee: string;
  /** Complexity in rows n, distinct vectors m, quasi-identifiers q. */
  readonly complexity: string;
  /** Option -> what it means, allowed values, default. */
  readonly options: Readonly<Record<string, string>>;
  /** True when it counts persons in a job with a column of the role `person`; others refuse such a job (PERSONS_UNSUPPORTED). */
  readonly countsPersons: boolean;
  /** The options as data, to make a form or a JSON Schema of. */
  readonly optionInfos: readonly OptionInfo[];
}

/** A privacy model as it is listed. */
interface PrivacyModelInfo {
  /** Name as a job writes it. */
  readonly name: PrivacySpec['model'];
  /** Title that fits rows and people. */
  readonly title: string;
  /** Requirement on a release, in a sentence. */
  readonly description: string;
  /** Parameter -> what it means and may be. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Values of its parameters in an example, without names of columns and tables. */
  readonly example: Readonly<Record<string, string | number>>;
  /** The paper that defines it. */
  readonly source: string;
  /** True when merging classes that satisfy it always gives one that does; searches prune by that. */
  readonly monotone: boolean;
  /** True when it is judged from the rows themselves, not from counts of distinct rows. Default false. */
  readonly needsRows?: boolean;
  /** True when it counts persons in a job with a column of the role `person`; others are refused in such a job (PERSONS_UNSUPPORTED). */
  readonly countsPersons: boolean;
}

/** A metric as it is listed; `name` is its key in the result. */
export interface MetricInfo {
  /** Its key in `metrics` of a result. */
  readonly name: string;
  /** Formula, in words and letters. */
  readonly definition: string;
  /** The paper that defines it. */
  readonly source: string;
  /** True when a larger value is better. */
  readonly higherIsBetter: boolean;
}

/** Everything a job can ask for and a result can hold. */
export interface Catalogue {
  /** All algorithms, by family as docs/algorithms.md has them. */
  readonly algorithms: readonly AlgorithmInfo[];
  /** All privacy models. */
  readonly privacy: readonly PrivacyModelInfo[];
  /** All metrics, as they stand in `metrics` of a result. */
  readonly metrics: readonly MetricInfo[];
}

/** Every algorithm, privacy model and metric of this version, with options and source. */
export function listAlgorithms(): Catalogue {
  return {
    algorithms: algorithms.map((algorithm) => ({
      name: algorithm.name,
      source: algorithm.source,
      guarantee: algorithm.guarantee,
      complexity: algorithm.complexity,
      countsPersons: algorithmCountsPersons(algorithm),
      ...listOptions(algorithm.options),
    })),
    privacy: privacyModels.map((model) => ({
      name: model.name as PrivacySpec['model'],
      title: model.title,
      description: model.description,
      parameters: textsOf(model.parameters),
      example: model.example,
      source: model.source,
      monotone: model.monotone,
      ...(model.needsRows === undefined ? {} : { needsRows: model.needsRows }),
      countsPersons: modelCountsPersons(model),
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
