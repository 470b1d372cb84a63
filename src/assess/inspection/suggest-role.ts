import type { Column } from '../../table/table.js';
import { type CellEvidence, readCells } from './cell-evidence.js';
import { decideRole, type SuggestedRole } from './decide-role.js';
import { type NameEvidence, readName } from './name-evidence.js';
import { isHouseholdKey } from './households.js';
import { arePersonNames } from './person-names.js';
import { isSurveyWeight } from './survey-weights.js';

export type { SuggestedRole } from './decide-role.js';

/** The reason of the role `household`. */
const HOUSEHOLD = 'its name, and values that a few rows share each: a household, not released';

/** The reason of the role `weight`. */
const WEIGHT =
  'its name, and numbers such as the weights of a survey: not released, risks in the population are estimated by it';

/** Evidence that a column is an identifier of people; for the search for the key of a person. */
interface ColumnEvidence {
  /** The cells. */
  readonly cells: CellEvidence;
  /** The words of the name. */
  readonly name: NameEvidence;
  /** The cells have the spelling of an identifier, such as mail addresses or cards. */
  readonly isIdentifierPattern: boolean;
  /** The cells are names of people. */
  readonly arePersonNames: boolean;
}

/** The evidence of a column. `counts`: rows per dictionary entry. */
export function evidenceOf(column: Column, counts: ArrayLike<number>): ColumnEvidence {
  const cells = readCells(column, counts);
  const name = readName(column.name);
  return {
    cells,
    name,
    isIdentifierPattern: cells.pattern?.role === 'identifier',
    arePersonNames:
      cells.names !== null && arePersonNames(cells.names, { isOfThings: name.isOfThings || name.isKnown }),
  };
}

/**
 * Suggests a role from what the cells are and, after that, from what the column is called; `decideRole` has the rules. Shares are those among the
 * rows that have a value.
 *
 * Sources: the 18 identifiers of HIPAA's Safe Harbor, 45 CFR 164.514(b)(2).
 *
 * @param counts - [distinct] rows per dictionary entry
 * @param times - treatment of times: with `tell` they identify somebody where nearly every row has its own; with `ranges` only stamps of records do,
 * found by their name, such as `created_at`
 */
export function suggestRole(
  column: Column,
  counts: ArrayLike<number>,
  times: 'tell' | 'ranges' = 'tell',
): SuggestedRole {
  const { texts, missingCode } = column;
  const distinct = texts.length - Number(missingCode >= 0);
  if (texts.length <= 1 || distinct === 0) return { suggestedRole: 'drop', reason: 'one value in all rows' };
  if (isHouseholdKey(column, counts)) return { suggestedRole: 'household', reason: HOUSEHOLD };
  if (isSurveyWeight(column, counts)) return { suggestedRole: 'weight', reason: WEIGHT };
  const cells = readCells(column, counts);
  const name = readName(column.name);
  // A stamp identifies its record, however coarse.
  const tells = cells.isTime && (times === 'tell' || name.isStamp);
  return decideRole({ cells, name, texts, tells });
}
