import { algorithms } from './algorithms/list.js';
import type { PrivacyModelInfo } from './privacy/create-models.js';
import { privacyModels } from './privacy/create-models.js';

/** An algorithm as it is listed. */
export interface AlgorithmInfo {
  readonly name: string;
  readonly source: string;
  readonly guarantee: string;
  readonly complexity: string;
  /** Option -> what it means, allowed values, default. */
  readonly options: Readonly<Record<string, string>>;
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

const metric = (name: string, definition: string, source: string, higherIsBetter = false): MetricInfo => ({
  name,
  definition,
  source,
  higherIsBetter,
});

const metrics: readonly MetricInfo[] = [
  metric(
    'discernibility',
    'sum over classes of the squared number of rows, plus all rows for every suppressed one',
    'Bayardo, Agrawal: Data Privacy through Optimal k-Anonymization, ICDE 2005',
  ),
  metric(
    'classification',
    'released rows outside the majority label of their class, plus suppressed rows',
    'Iyengar: Transforming Data to Satisfy Privacy Constraints, KDD 2002; Bayardo, Agrawal 2005',
  ),
  metric(
    'classificationPenalty',
    'sum over released rows outside the majority label of their class of the rows of the class, plus all rows for every suppressed one',
    'Machanavajjhala: K-Anonymity & Algorithms, lecture 3 of CompSci 590.03, Duke 2012',
  ),
  metric(
    'averageClassSize',
    'rows / (classes, and one more when rows are suppressed) / k',
    'LeFevre, DeWitt, Ramakrishnan: Mondrian Multidimensional K-Anonymity, ICDE 2006',
  ),
  metric(
    'largestClass',
    'rows of the largest released class',
    'Sweeney: k-Anonymity: A Model for Protecting Privacy, 2002 (sizes of classes)',
  ),
  metric(
    'loss',
    'mean over quasi-identifiers and rows of (leaves under the released value - 1) / (leaves - 1)',
    'Iyengar: Transforming Data to Satisfy Privacy Constraints, KDD 2002',
  ),
  metric(
    'lossGeometric',
    'geometric mean over quasi-identifiers of (loss + 1), minus 1',
    'Prasser, Kohlmayer: Putting Statistical Disclosure Control into Practice, 2015',
  ),
  metric(
    'lossSum',
    'mean over rows of the loss of each quasi-identifier (of intervals: width / span), summed, plus quasi-identifiers / rows for every suppressed row',
    'Huang: K-anonymity implementation via Samarati and Mondrian',
  ),
  metric(
    'ncp',
    'mean over quasi-identifying cells of the normalized certainty penalty',
    'Xu, Wang, Pei, Wang, Shi, Fu: Utility-Based Anonymization Using Local Recoding, KDD 2006; Ghinita et al., VLDB 2007',
  ),
  metric(
    'precision',
    '1 - mean over quasi-identifiers and rows of level / height',
    'Sweeney: Achieving k-Anonymity Privacy Protection Using Generalization and Suppression, 2002',
    true,
  ),
  metric(
    'generalization',
    'amount of generalization: sum over rows and quasi-identifiers of the level of the released value',
    'Toth: Data Anonymization, IT University of Copenhagen 2015',
  ),
  metric(
    'informationLoss',
    'mean over quasi-identifying cells of 1 - 1 / leaves under the released value',
    'Machanavajjhala: K-Anonymity & Algorithms, lecture 3 of CompSci 590.03, Duke 2012',
  ),
  metric(
    'rowInformationLoss',
    'mean over rows of 1 - 1 / vectors of leaves under the released vector',
    'Machanavajjhala: K-Anonymity & Algorithms, lecture 3 of CompSci 590.03, Duke 2012',
  ),
  metric(
    'height',
    'sum of the levels of a full-domain generalization',
    "Samarati: Protecting Respondents' Identities in Microdata Release, TKDE 2001",
  ),
  metric(
    'entropy',
    'non-uniform entropy of the released cells in bits',
    'Gionis, Tassa: k-Anonymization with Minimal Loss of Information, TKDE 2009',
  ),
  metric(
    'klDivergence',
    'divergence in nats of the distribution that the release implies from that of the input',
    'Kifer, Gehrke: Injecting Utility into Anonymized Datasets, SIGMOD 2006',
  ),
  metric(
    'queryError',
    'mean over 32 counting queries, the same for every release of a table, of |rows expected from the release - rows| / rows',
    'Machanavajjhala: K-Anonymity & Algorithms, lecture 3 of CompSci 590.03, Duke 2012; Xiao, Tao: Anatomy, VLDB 2006',
  ),
  metric(
    'queryErrorMedian',
    'median over the same queries of |rows expected from the release - rows| / rows',
    'Machanavajjhala: K-Anonymity & Algorithms, lecture 3 of CompSci 590.03, Duke 2012; Xiao, Tao: Anatomy, VLDB 2006',
  ),
];

/** Every algorithm, privacy model and metric of this version, with options and source. */
export function listAlgorithms(): Catalogue {
  return {
    algorithms: algorithms.map(({ name, source, guarantee, complexity, options }) => ({
      name,
      source,
      guarantee,
      complexity,
      options,
    })),
    privacy: privacyModels,
    metrics,
  };
}
