import { alphaKAnonymity } from './alpha-k-anonymity.js';
import { betaLikeness } from './beta-likeness.js';
import { deltaDisclosure } from './delta-disclosure.js';
import { deltaPresence } from './delta-presence.js';
import { kAnonymity } from './k-anonymity.js';
import { keAnonymity } from './ke-anonymity.js';
import { kmAnonymity } from './km-anonymity.js';
import { lDiversity } from './l-diversity.js';
import { lkcPrivacy } from './lkc-privacy.js';
import type { AuditedModelKind } from './model.js';
import { kMap, weakKAnonymity } from './population.js';
import { populationUniqueness } from './population-uniqueness.js';
import { averageRisk, maximumRisk } from './risk.js';
import { tCloseness } from './t-closeness.js';
import { weakLDiversity } from './weak-l-diversity.js';

/** Every privacy model that the audit knows. */
export const auditedModels = [
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

type SpecOf<Listed> = Listed extends AuditedModelKind<infer Spec> ? Spec : never;

/** The privacy models of a job, as far as the audit knows them; any other model is an InvalidArgumentError. */
export type AuditPrivacy = SpecOf<(typeof auditedModels)[number]>;
