import type { Algorithm } from '../algorithms/algorithm.js';
import type { ListedModel } from '../privacy/definition.js';

/** What a job can name where it is run. */
export interface JobRegistry {
  readonly algorithms: readonly Algorithm[];
  /** Of algorithms that are imported one by one: those of this version that are not among them. */
  readonly elsewhere?: {
    readonly names: readonly string[];
    /** What a job throws that names one of them. */
    readonly refuse: (name: string, path: string) => Error;
  };
  readonly models: readonly ListedModel[];
}
