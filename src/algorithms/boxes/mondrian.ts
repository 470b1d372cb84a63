import { runByLabel } from './mondrian-by-label.js';
import { mondrianWith } from './mondrian-with.js';

export const mondrian = /* @__PURE__ */ mondrianWith(runByLabel);
