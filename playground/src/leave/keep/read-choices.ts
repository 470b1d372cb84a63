/** Reads and checks a job that comes from outside of the page: a file, a link, or this machine's memory. Runs in the worker. */
import { type CheckedJob, KohortError, listErrors, parseJobText } from 'kohort';

/** Most privacy models that the page shows: each is a card of its own. */
export const MOST_MODELS = 100;
/** Most words for missing values that the page shows: each is a box to tick. */
export const MOST_MARKS = 1000;
/** Errors that a message holds, and characters of each. */
const SHOWN_ERRORS = 3;
const LONGEST_ERROR = 400;

/** The job of a text, checked whole. Throws what is wrong with it, in one line of bounded length. */
export function readChoices(text: string, name: string): CheckedJob {
  const job = parse(text, name);
  const models = job.privacy.length;
  if (models > MOST_MODELS)
    throw new Error(`privacy: this page shows at most ${MOST_MODELS} models, received ${models}`);
  const marks = job.input?.missing?.length ?? 0;
  if (marks > MOST_MARKS)
    throw new Error(`input.missing: this page shows at most ${MOST_MARKS} words for missing values, received ${marks}`);
  return job;
}

function parse(text: string, name: string): CheckedJob {
  try {
    return parseJobText(text, name);
  } catch (error) {
    if (!(error instanceof KohortError)) throw error;
    throw new Error(shortened(listErrors(error).map(({ message }) => message)));
  }
}

function shortened(messages: readonly string[]): string {
  const shown = messages
    .slice(0, SHOWN_ERRORS)
    .map((each) => (each.length > LONGEST_ERROR ? `${each.slice(0, LONGEST_ERROR)}...` : each));
  const left = messages.length - shown.length;
  return left === 0 ? shown.join('; ') : `${shown.join('; ')}; and ${left} more`;
}
