/** Lists of words, folded as the words of a column's name are. */
import { foldText } from '../../table/fold-words.js';

/** The words of a list that blanks divide, in lower case without accents. */
export const setOfWords = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((words) => foldText(words).trim().split(/\s+/)));
