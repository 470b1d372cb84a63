import type { Algorithm } from '../algorithms/algorithm.js';
import type { ListedModel } from '../privacy/definition.js';

/** What a job can name where it is run. */
export interface JobRegistry {
  readonly algorithms: readonly Algorithm[];
  /** Names of algorithms of this version that are not among them: they are imported one by one. */
  readonly elsewhere?: readonly string[];
  readonly models: readonly ListedModel[];
}
