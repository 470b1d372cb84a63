import { checkListRun } from './dissociate.js';
import { fullRegistry } from './full-registry.js';
import { readForChecked } from './read-for-checked.js';
import type { RunParts } from './run-parts.js';

/** All parts, loaded with the entry point that has them. */
export const fullParts: RunParts = { registryFor: () => fullRegistry, read: readForChecked, checkListRun };
