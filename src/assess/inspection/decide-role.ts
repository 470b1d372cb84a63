/** The role that the evidence of the cells and of the name leaves. */
import type { Role } from '../../job/job.js';
import type { CellEvidence } from './cell-evidence.js';
import { areKindsOfThings, FEW_VALUES, FEWEST_ROWS } from './cell-evidence.js';
import type { NameEvidence } from './name-evidence.js';
import { arePersonNames, mayBePersonNames } from './person-names.js';

/** A role and the reason for it. */
export interface SuggestedRole {
  readonly suggestedRole: Role;
  readonly reason: string;
}

/** Evidence of a column, and its different texts. */
export interface Evidence {
  readonly cells: CellEvidence;
  readonly name: NameEvidence;
  readonly texts: readonly string[];
  /** True for times that differ in nearly every row, and stamps of records: they identify a row. */
  readonly tells: boolean;
}

/** Shares of the rows with a value whose value no other row has. */
const NEARLY_ALL = 0.95;
const MANY = 0.5;
/** Minimum characters, on average, of texts that are sentences. */
const LONG_TEXT = 40;

const is = (suggestedRole: Role, reason: string): SuggestedRole => ({ suggestedRole, reason });
const WRITTEN = is('drop', 'long texts of their own, which may name anybody');

/** An identifier or a text that the cells show, whatever the column is called. */
function byCells({ cells, name }: Evidence): SuggestedRole | null {
  if (cells.pattern?.role === 'identifier') return is('identifier', `its values look like ${cells.pattern.what}`);
  const isOther = name.isOfThings || (name.isKnown && !name.isPersonName);
  if (cells.names !== null && arePersonNames(cells.names, { isOfThings: isOther })) {
    return is('identifier', 'its values look like names of people');
  }
  return null;
}

/** An identifier that the name says and the cells allow: they are no kinds, and numbers where numbers are meant. */
function byName({ cells, name, texts }: Evidence): SuggestedRole | null {
  const identifier = is('identifier', 'its name');
  const isKind = areKindsOfThings(cells, texts);
  if ((name.isPersonName || name.isContact) && !isOtherThanName(cells, name, isKind)) return identifier;
  if (name.isPersonNumber && !cells.isFlag && (cells.isNumberLike || !isKind) && !cells.isDay) return identifier;
  if (!name.isPerson || cells.isFlag || cells.isDay) return null;
  const isNamed = cells.names !== null && mayBePersonNames(cells.names) && !isKind && !cells.isFreeText;
  if (isNamed || (cells.isNumberLike && !(cells.isWhole && cells.distinct <= 2))) return identifier;
  return null;
}

/** True for cells that are not names, addresses or numbers of people, although the name of the column says so. */
function isOtherThanName(cells: CellEvidence, name: NameEvidence, isKind: boolean): boolean {
  if (cells.isFlag && cells.rows >= FEWEST_ROWS) return true;
  if (!cells.isKind) return false;
  if (name.isContact) return cells.isText ? isKind && cells.length <= 12 && cells.words < 2 : cells.distinct <= 2;
  return cells.isText ? isKind : false;
}

/** Numbers that count or measure, such as ages, salaries, years and days, which ranges or a model protect. */
const isMeasured = ({ cells, name }: Evidence): boolean =>
  cells.isWhole &&
  (name.isKnown || name.isConfidential || name.isCount || (name.isYear && cells.areYears) || cells.areDayNumbers) &&
  !name.isNumbering;

/** An identifier or a text of nearly every row's own. */
function byUniqueness(evidence: Evidence): SuggestedRole | null {
  const { cells, name, tells } = evidence;
  const { rows, unique } = cells;
  const isSpelled = cells.pattern !== null && cells.pattern.role !== 'sensitive';
  if (cells.isSerial && !cells.isDay && !cells.areYears && !name.isMeasure && !isMeasured(evidence)) {
    return is('identifier', 'its values count the rows');
  }
  const isCountable = tells || (cells.isText && !isSpelled) || cells.isWhole;
  if (isCountable && !isMeasured(evidence) && rows >= FEWEST_ROWS && unique >= NEARLY_ALL * rows) {
    return cells.length >= LONG_TEXT ? WRITTEN : is('identifier', 'nearly every row with a value has a different one');
  }
  if (name.isNumbering && isCountable && !name.isCount && unique >= MANY * rows) {
    return is('identifier', 'its name, and many rows with a value of their own');
  }
  return null;
}

/** Numbers of records or people that repeat, since people have several rows. */
function byRepeats({ cells, name }: Evidence): SuggestedRole | null {
  if (!cells.isNumberLike || cells.isFlag || cells.isDay || cells.pattern?.role === 'sensitive') return null;
  const repeats = is('identifier', 'its name, and values that look like numbers of records');
  if (name.isRecordNumber) {
    return !name.isOrdinal || cells.isLongNumber || cells.distinct > FEW_VALUES ? repeats : null;
  }
  // A code of a diagnosis is in many rows; a number of five digits or more under such a name belongs to a person.
  return name.isNumbering && name.isConfidential && !name.isOrdinal && cells.isLongNumber ? repeats : null;
}

/** Role of a remaining column: others may know it, or it must stay secret. */
function byMeaning({ cells, name }: Evidence): SuggestedRole {
  if (cells.isDay) return is('quasi-identifier', cells.isTime ? 'times, finer than a year' : 'days, finer than a year');
  if (name.isConfidential) return is('sensitive', 'its name');
  const looks = cells.pattern === null ? null : is(cells.pattern.role, `its values look like ${cells.pattern.what}`);
  if (name.isKnown) return is('quasi-identifier', 'its name');
  if (looks !== null) return looks;
  return is('quasi-identifier', 'others may know it');
}

/**
 * Decides a role by the first of these that applies: constant; identifier or names by the cells; identifier by the name; free text;
 * values of nearly every row's own; numbers of records that repeat; the meaning of the name.
 */
export function decideRole(evidence: Evidence): SuggestedRole {
  if (evidence.cells.distinct <= 1 && evidence.texts.length <= 1) return is('drop', 'one value in all rows');
  return (
    byCells(evidence) ??
    byName(evidence) ??
    (evidence.cells.isFreeText ? WRITTEN : null) ??
    byUniqueness(evidence) ??
    byRepeats(evidence) ??
    byMeaning(evidence)
  );
}
