/** Reasons for a suggested role, in sentences. */
import type { Opened } from '../choices.js';
import { ROLES } from '../roles.js';

type Facts = Opened['inspection']['columns'][number];

/** Reasons of `inspect`, each with its sentence. */
const SENTENCES: Readonly<Record<string, string>> = {
  'one value in all rows': 'every row has the same value, so it says nothing about a row.',
  'its name': 'columns of such a name mostly are.',
  'nearly every row with a value has a different one':
    'nearly every row has a value of its own, so that a value names a person.',
  'its name, and many rows with a value of their own':
    'columns of such a name number people or records, and many rows have a value of their own.',
  'named as the key of a person: counted, not released': 'you said that it is the key of persons.',
  'long texts of their own, which may name anybody': 'it holds long texts, which may name anybody.',
  'times, finer than a year': 'it holds times, and others may know what happened to a person when.',
  'days, finer than a year': 'it holds days, and others may know what happened to a person on which day.',
  'its name, and numbers such as the weights of a survey: not released, risks in the population are estimated by it':
    'it is called so, and its numbers are such as the weights of the rows of a survey.',
  'its name, and values that a few rows share each: a household, not released':
    'it is called so, and a few rows share each of its values, as members of a household do.',
  'others may know it': 'others may know it of a person, and nothing speaks against that.',
};

const LOOK = 'its values look like ';

/** The suggestion for a column, and why: one or two sentences. */
export function suggestionText(
  { suggestedRole, reason }: Pick<Facts, 'suggestedRole' | 'reason'>,
  isTaken: boolean,
): string {
  const because =
    SENTENCES[reason] ??
    (reason.startsWith(LOOK) ? `the values look like ${reason.slice(LOOK.length)}.` : `${reason}.`);
  const name = ROLES.find(({ role }) => role === suggestedRole)?.name ?? suggestedRole;
  return isTaken ? `This is suggested because ${because}` : `Suggested is “${name}”, because ${because}`;
}
