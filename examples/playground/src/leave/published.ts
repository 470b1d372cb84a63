/** The result as files show it: figures of default output give away nothing that labels hide. */
import { hidesFigures, publishResult } from 'kohort/inside/pipeline/publish-figures';
import type { Finished } from '../finished.js';

export const publishedResult = ({ job, result, audit }: Pick<Finished, 'job' | 'result' | 'audit'>) =>
  hidesFigures(job) ? publishResult(result, audit) : result;
