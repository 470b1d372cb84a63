/** Success of a classifier that learns from the release. */
import { anonymize } from 'kohort';
import { studyAccuracy } from 'kohort/assess';
import type { Learned } from './answers.js';
import type { HeldRun, Tell } from './read-release.js';

/** Seed of the rows that are held out: the same for every release of a table. */
const SEED = 1;

/** Trains on released rows and on original ones, and asks both for the labels of rows that neither has seen. */
export async function learnFrom(
  held: HeldRun,
  holdouts: number,
  tell: Tell,
): Promise<Learned | { readonly reason: string }> {
  const { naiveBayes } = await import('kohort/classifier');
  await tell(0);
  const study = studyAccuracy(anonymize, held.original, held.job, naiveBayes, holdouts, SEED);
  if ('code' in study) return { reason: study.message };
  const { accuracy, reason } = await study.measure(held.job, {
    recoding: false,
    onProgress: ({ phase, share }) => void tell(phase === 'search' ? share : 0),
  });
  const { original, majority, classifier, attribute, testRows } = study.reference;
  return { release: accuracy, reason, original, majority, classifier, attribute, testRows };
}
