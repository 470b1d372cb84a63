import { it } from 'vitest';
import { long } from './shared.js';

/** A test of `npm run test:long` alone, whatever the share: too dear for `npm test`, which counts it as skipped. */
export const longTest = it.runIf(long);
