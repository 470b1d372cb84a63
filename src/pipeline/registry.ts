import type { Algorithm } from '../algorithms/algorithm.js';
import type { ListedModel } from '../privacy/definition.js';

/** Algorithms and models that a job can name where it is run. */
export interface JobRegistry {
  readonly algorithms: readonly Algorithm[];
  /** Algorithms of this version that are not among them, where algorithms are imported one by one. */
  readonly elsewhere?: {
    readonly names: readonly string[];
    /** Returns the error of a job that names one of them. */
    readonly refuse: (name: string, path: string) => Error;
  };
  readonly models: readonly ListedModel[];
}
