import { InvalidArgumentError } from '../errors.js';
import type { PrivacySpec } from '../job/job.js';
import { createKAnonymity, K_ANONYMITY_SOURCE } from './k-anonymity.js';
import { createLDiversity, L_DIVERSITY_SOURCE } from './l-diversity.js';
import type { PrivacyModel } from './model.js';
import { createTCloseness, T_CLOSENESS_SOURCE } from './t-closeness.js';

/** A privacy model as `kohort algorithms` lists it. */
export interface PrivacyModelInfo {
  readonly name: PrivacySpec['model'];
  /** Parameter -> what it means and may be. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly source: string;
  readonly monotone: boolean;
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
      distance: 'equal | ordered',
      attribute: 'a sensitive attribute',
    },
    source: T_CLOSENESS_SOURCE,
    monotone: true,
  },
];

/**
 * The models of a job, checked.
 *
 * @throws InvalidArgumentError with the path of what is wrong, such as `privacy[0].k`; MODEL_UNKNOWN for another name.
 */
export function createModels(specs: readonly PrivacySpec[]): PrivacyModel[] {
  return specs.map((spec, i) => {
    const path = `privacy[${i}]`;
    switch (spec.model) {
      case 'k-anonymity':
        return createKAnonymity(spec, path);
      case 'l-diversity':
        return createLDiversity(spec, path);
      case 't-closeness':
        return createTCloseness(spec, path);
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
