/** Rows, or persons, that sets of columns single out, before and after. */
import { createEngine } from 'kohort';
import { compareUniqueness, type UniqueSets } from 'kohort/assess';
import type { HeldRun, Tell } from './read-release.js';

/** The comparison of `kohort/assess`, with an engine of its own. */
export async function countUnique(held: HeldRun, tell: Tell): Promise<UniqueSets> {
  const engine = await createEngine();
  try {
    return await compareUniqueness(held, engine, { onProgress: tell });
  } catch (reason) {
    throw wordsFor(reason);
  } finally {
    engine.dispose();
  }
}

/** The error in the words of this page where persons cannot be counted. */
function wordsFor(reason: unknown): unknown {
  const { code } = reason as { readonly code?: string };
  if (code === 'PERSON_MISSING') return new Error('Persons cannot be counted here: some rows lack the key of one.');
  if (code !== 'PERSONS_UNSUPPORTED' && code !== 'PERSONS_NOT_RECOUNTED') return reason;
  return new Error('Persons cannot be counted here: the release does not show which rows of your file a class has.');
}
