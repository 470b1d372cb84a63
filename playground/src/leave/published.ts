/** The result as files show it: figures of default output give away nothing that labels hide. */
import { hidesFigures, publishAudit, publishResult } from 'kohort/assess';
import type { Finished } from '../finished.js';

export const publishedResult = ({ job, result, audit }: Pick<Finished, 'job' | 'result' | 'audit'>) =>
  hidesFigures(job) ? publishResult(result, audit) : result;

/** The audit, likewise: the loss of every column. */
export const publishedAudit = ({ job, audit }: Pick<Finished, 'job' | 'audit'>) =>
  hidesFigures(job) ? publishAudit(audit) : audit;
