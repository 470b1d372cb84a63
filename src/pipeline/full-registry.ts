import { algorithms } from '../algorithms/list.js';
import { privacyModels } from '../privacy/list.js';
import type { JobRegistry } from './registry.js';

/** Every algorithm and model of this version. */
export const fullRegistry: JobRegistry = { algorithms, models: privacyModels };
