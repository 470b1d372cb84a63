import type { SensitiveScale } from './definition.js';
import type { PrivacySpec } from './list.js';
import { privacyModels } from './list.js';
import { makeModels } from './make-models.js';
import type { PrivacyModel } from './model.js';

/** `makeModels` of all models of this version. */
export const createModels = (
  specs: readonly PrivacySpec[],
  scaleOf?: (attribute: string) => SensitiveScale | undefined,
): PrivacyModel[] => makeModels(privacyModels, specs, scaleOf);
