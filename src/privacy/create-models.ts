import { InvalidArgumentError } from '../errors.js';
import type { PrivacySpec } from '../job/job.js';
import { ALPHA_K_ANONYMITY_SOURCE, createAlphaKAnonymity } from './alpha-k-anonymity.js';
import { createAverageRisk } from './average-risk.js';
import { BETA_LIKENESS_SOURCE, createBetaLikeness } from './beta-likeness.js';
import { createDeltaDisclosure, DELTA_DISCLOSURE_SOURCE } from './delta-disclosure.js';
import { createDeltaPresence, DELTA_PRESENCE_SOURCE } from './delta-presence.js';
import { createKAnonymity, K_ANONYMITY_SOURCE } from './k-anonymity.js';
import { createKeAnonymity, KE_ANONYMITY_SOURCE } from './ke-anonymity.js';
import { createKmAnonymity, KM_ANONYMITY_SOURCE } from './km-anonymity.js';
import { createLDiversity, L_DIVERSITY_SOURCE } from './l-diversity.js';
import { createMaximumRisk, RISK_SOURCE } from './maximum-risk.js';
import type { PrivacyModel, SensitiveScale } from './model.js';
import { createPopulation, POPULATION_SOURCES } from './population.js';
import { createTCloseness, T_CLOSENESS_SOURCE } from './t-closeness.js';
import { createWeakLDiversity, WEAK_L_DIVERSITY_SOURCE } from './weak-l-diversity.js';

/** A privacy model as `kohort algorithms` lists it. */
export interface PrivacyModelInfo {
  readonly name: PrivacySpec['model'];
  /** Parameter -> what it means and may be. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly source: string;
  readonly monotone: boolean;
  /** True when it is judged from the rows themselves, not from counts of distinct rows. Default false. */
  readonly needsRows?: boolean;
}

/** Every privacy model, in the order of the contract. */
export const privacyModels: readonly PrivacyModelInfo[] = [
  {
    name: 'k-anonymity',
    parameters: { k: 'fewest rows of a class: integer from 1 to 2147483647' },
    source: K_ANONYMITY_SOURCE,
    monotone: true,
  },
  {
    name: 'l-diversity',
    parameters: {
      variant: 'distinct | entropy | recursive',
      l: 'at least 1; an integer for distinct and recursive',
      c: 'above 0, only for recursive: r_1 < c (r_l + ... + r_m)',
      attribute: 'a sensitive attribute',
    },
    source: L_DIVERSITY_SOURCE,
    monotone: true,
  },
  {
    name: 't-closeness',
    parameters: {
      t: "largest earth mover's distance between a class and the table: 0 to 1",
      distance: 'equal | ordered | hierarchical (the sensitive attribute then has a hierarchy)',
      attribute: 'a sensitive attribute',
    },
    source: T_CLOSENESS_SOURCE,
    monotone: true,
  },
  {
    name: 'ke-anonymity',
    parameters: {
      k: 'fewest different sensitive values of a class: integer from 1',
      e: 'least difference of the largest and the smallest sensitive number of a class: at least 0',
      attribute: 'a sensitive attribute of numbers or dates',
    },
    source: KE_ANONYMITY_SOURCE,
    monotone: true,
  },
  {
    name: 'alpha-k-anonymity',
    parameters: {
      k: 'fewest rows of a class: integer from 1',
      alpha: 'largest share of a class with one sensitive value: above 0, at most 1',
      attribute: 'a sensitive attribute',
    },
    source: ALPHA_K_ANONYMITY_SOURCE,
    monotone: true,
  },
  {
    name: 'beta-likeness',
    parameters: {
      variant: 'basic | enhanced (at most -ln of the share in the table, too)',
      beta: 'largest relative gain of the share of a sensitive value: above 0',
      attribute: 'a sensitive attribute',
    },
    source: BETA_LIKENESS_SOURCE,
    monotone: true,
  },
  {
    name: 'delta-disclosure',
    parameters: {
      delta: '|ln(share in the class / share in the table)| is below it: above 0, in nats',
      absent: 'ignored (default) | violates: values that a class lacks; monotone only with violates',
      attribute: 'a sensitive attribute',
    },
    source: DELTA_DISCLOSURE_SOURCE,
    monotone: false,
  },
  {
    name: 'delta-presence',
    parameters: {
      min: 'smallest private rows / public rows of a region: 0 to 1',
      max: 'largest of them: min to 1',
      public: 'the public table: a file, or a key of publicTables',
      outside:
        'judged (default) | ignored: public rows in no released region; not monotone with ignored and min above 0',
    },
    source: DELTA_PRESENCE_SOURCE,
    monotone: true,
  },
  {
    name: 'weak-k-anonymity',
    parameters: { k: 'fewest public rows in the region of a class: integer from 1', public: 'the public table' },
    source: POPULATION_SOURCES['weak-k-anonymity'],
    monotone: true,
  },
  {
    name: 'k-map',
    parameters: { k: 'fewest public rows in the region of a class: integer from 1', public: 'the public table' },
    source: POPULATION_SOURCES['k-map'],
    monotone: true,
  },
  {
    name: 'weak-l-diversity',
    parameters: {
      l: '1 / the largest share of public rows in the region of a class that are known to have one value: number from 1',
      attribute: 'a sensitive attribute',
      public: 'the public table',
    },
    source: WEAK_L_DIVERSITY_SOURCE,
    monotone: true,
  },
  {
    name: 'km-anonymity',
    parameters: {
      k: 'fewest rows of a class that have a set of items which one has: integer from 1',
      m: 'largest sets of items that are looked at: integer from 1 to 1000',
      attribute: 'a sensitive attribute with "set"',
    },
    source: KM_ANONYMITY_SOURCE,
    monotone: true,
    needsRows: true,
  },
  {
    name: 'average-risk',
    parameters: { risk: 'largest classes / rows of the release: above 0, at most 1' },
    source: RISK_SOURCE,
    monotone: true,
  },
  {
    name: 'maximum-risk',
    parameters: { risk: 'largest 1 / rows of a class: above 0, at most 1' },
    source: RISK_SOURCE,
    monotone: true,
  },
];

/**
 * The models of a job, checked.
 *
 * @param scaleOf - what is known of a sensitive attribute. Without it, conditions and results of models that need it
 *   (hierarchical t-closeness, (k,e)-anonymity) throw.
 * @throws InvalidArgumentError with the path of what is wrong, such as `privacy[0].k`; MODEL_UNKNOWN for another name.
 */
export function createModels(
  specs: readonly PrivacySpec[],
  scaleOf: (attribute: string) => SensitiveScale | undefined = () => undefined,
): PrivacyModel[] {
  return specs.map((spec, i) => {
    const path = `privacy[${i}]`;
    switch (spec.model) {
      case 'k-anonymity':
        return createKAnonymity(spec, path);
      case 'l-diversity':
        return createLDiversity(spec, path);
      case 't-closeness':
        return createTCloseness(spec, path, scaleOf(spec.attribute));
      case 'ke-anonymity':
        return createKeAnonymity(spec, path, scaleOf(spec.attribute));
      case 'alpha-k-anonymity':
        return createAlphaKAnonymity(spec, path);
      case 'beta-likeness':
        return createBetaLikeness(spec, path);
      case 'delta-disclosure':
        return createDeltaDisclosure(spec, path);
      case 'delta-presence':
        return createDeltaPresence(spec, path);
      case 'weak-k-anonymity':
      case 'k-map':
        return createPopulation(spec, path);
      case 'weak-l-diversity':
        return createWeakLDiversity(spec, path);
      case 'km-anonymity':
        return createKmAnonymity(spec, path, scaleOf(spec.attribute));
      case 'average-risk':
        return createAverageRisk(spec, path);
      case 'maximum-risk':
        return createMaximumRisk(spec, path);
      default:
        throw new InvalidArgumentError(
          `${path}.model`,
          privacyModels.map((model) => model.name).join(', '),
          'another name',
          'MODEL_UNKNOWN',
        );
    }
  });
}
