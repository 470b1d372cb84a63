/** Roles of columns that look sensitive, where many of their values are rare: released as they are, these single out rows. */
import { counted } from '../../base/numbers.js';
import type { Column } from '../../table/table.js';
import type { ProposedColumn } from './proposed-column.js';

/** A share of rare rows from which on a sensitive column is not released as it is. */
const MOST = 0.5;
/** Numbers of fewer values are codes or scores. */
const FEWEST_NUMBERS = 10;
const FEWEST_ROWS = 20;

/** Counts of a sensitive column, and facts about it. */
interface RareValues {
  readonly rows: number;
  /** Rows with a value that fewer than k share. */
  readonly rare: number;
  readonly isCounted: boolean;
  readonly isCode: boolean;
  /** True for a column that somebody asks to keep. */
  readonly isKept: boolean;
}

/**
 * Numbers of which most rows have one that fewer than k share become a quasi-identifier, which is released in ranges; such texts are
 * dropped, but for codes, whose beginnings are released; a kept column of them releases the texts that are not rare. Where fewer rows have a rare text, these texts are released as `other`. A column that somebody named stays what it was named.
 */
export function protectSensitive(
  proposed: ProposedColumn,
  { type, texts }: Pick<Column, 'type' | 'texts'>,
  { rows, rare, isCounted, isCode, isKept }: RareValues,
  k: number,
): ProposedColumn {
  if (proposed.role !== 'sensitive' || rows < FEWEST_ROWS || rare === 0) return proposed;
  if (rare < MOST * rows) {
    if (type !== 'string' || isCounted) return proposed;
    const hidden = `${counted(rare, 'row has', 'rows have')} a text that fewer than ${k} share, released as "other"; without "rare" it is released as it is`;
    return { ...proposed, rare: k, reason: `${proposed.reason}; ${hidden}` };
  }
  const share = `${Math.round((100 * rare) / rows)} % of the rows`;
  if (isCode) {
    const reason = `${proposed.reason} is that of something sensitive, but ${share} have a code that fewer than ${k} share: released by the beginnings of the codes; "sensitive" releases them as they are`;
    return { ...proposed, role: 'quasi-identifier', reason };
  }
  if (type === 'string' && isKept && !isCounted && rare < rows) {
    const reason = `${proposed.reason}; ${share} have a text that fewer than ${k} share, released as "other"`;
    return { ...proposed, rare: k, reason };
  }
  if (type === 'string') {
    const reason = `${proposed.reason}, but ${share} have a text that fewer than ${k} share: "sensitive" releases it as it is`;
    return { ...proposed, role: 'drop', reason };
  }
  if (texts.length < FEWEST_NUMBERS) return proposed;
  const reason = `${proposed.reason} is that of something sensitive, but ${share} have a number that fewer than ${k} share: released in ranges; "sensitive" releases it as it is`;
  return { ...proposed, role: 'quasi-identifier', reason };
}
