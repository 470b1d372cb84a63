import { auditedModels } from './models/list.js';
import { kindsAmong, type KindOf } from './privacy.js';

/** The definition of any model that the audit knows. */
export const kindOf: KindOf = /* @__PURE__ */ kindsAmong(auditedModels);
