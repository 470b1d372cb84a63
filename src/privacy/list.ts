import { alphaKAnonymity } from './alpha-k-anonymity.js';
import { averageRisk } from './average-risk.js';
import { betaLikeness } from './beta-likeness.js';
import type { ListedModel, SpecOf } from './definition.js';
import { deltaDisclosure } from './delta-disclosure.js';
import { deltaPresence } from './delta-presence.js';
import { kAnonymity } from './k-anonymity.js';
import { keAnonymity } from './ke-anonymity.js';
import { kmAnonymity } from './km-anonymity.js';
import { lDiversity } from './l-diversity.js';
import { lkcPrivacy } from './lkc-privacy.js';
import { maximumRisk } from './maximum-risk.js';
import { populationUniqueness } from './population-uniqueness.js';
import { kMap, weakKAnonymity } from './population.js';
import { tCloseness } from './t-closeness.js';
import { weakLDiversity } from './weak-l-diversity.js';

const models = [
  kAnonymity,
  lDiversity,
  tCloseness,
  keAnonymity,
  alphaKAnonymity,
  betaLikeness,
  deltaDisclosure,
  deltaPresence,
  weakKAnonymity,
  kMap,
  weakLDiversity,
  kmAnonymity,
  averageRisk,
  maximumRisk,
  lkcPrivacy,
  populationUniqueness,
] as const;

/** Every privacy model, in the order of the contract. */
export const privacyModels: readonly ListedModel[] = models as unknown as readonly ListedModel[];

/** The model of that name, if there is one. */
export const findModel = (name: string): ListedModel | undefined => privacyModels.find((each) => each.name === name);

type Listed = (typeof models)[number];
type SpecOfListed<Of> = Of extends ListedModel<infer Name, infer Parameters> ? SpecOf<Name, Parameters> : never;

/**
 * Specifications of privacy models in a job, by the name of the model.
 *
 * @interface
 */
type PrivacySpecs = {
  readonly [Name in Listed['name']]: SpecOfListed<Extract<Listed, { readonly name: Name }>>;
};

/** A privacy model as a job asks for it; docs/privacy.md says what each means. */
export type PrivacySpec = PrivacySpecs[keyof PrivacySpecs];
