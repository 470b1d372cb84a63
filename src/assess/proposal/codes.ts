/** Columns of codes: their beginnings are groups, and numbers among them are no amounts. */
import { proposeForCodes, proposeHierarchy } from '../../hierarchy/propose-hierarchy.js';
import type { Column } from '../../table/table.js';
import { isSnomed } from '../inspection/check-digits.js';
import { nameWords, wordsOf } from '../inspection/name-words.js';
import type { ProposedColumn } from './proposed-column.js';

/** Values of a code without a meaning in its first digits that are released one by one. */
const FEW_VALUES = 20;
/** Minimum different numbers with check digits. */
const FEWEST_CHECKED = 3;

/** Reasons to read whole numbers as texts. */
type Nominal = 'classification' | 'code' | 'SNOMED CT';

/** Finds out whether whole numbers are names of things, as their column is called or their check digits show; null for amounts. */
function nominalOf({ name, type, texts, missingCode }: Column): Nominal | null {
  if (type !== 'integer') return null;
  const words = wordsOf(name);
  if (words.some((word) => nameWords.codes.has(word))) return 'classification';
  const values = texts.filter((_, code) => code !== missingCode);
  if (values.length >= FEWEST_CHECKED && values.every(isSnomed)) return 'SNOMED CT';
  const isAmount = words.some((word) => nameWords.counts.has(word) || nameWords.years.has(word));
  return !isAmount && words.some((word) => nameWords.nominal.has(word)) ? 'code' : null;
}

/** The column as texts where its numbers are codes. */
export const asRead = (column: Column): Column =>
  nominalOf(column) === null ? column : { ...column, type: 'string', format: undefined, numbers: null };

/** Proposes the type and the hierarchy of a column of codes; empty for others, and no hierarchy for codes whose beginnings say nothing. */
export function codesOf(column: Column): Pick<ProposedColumn, 'type' | 'hierarchy'> {
  const nominal = nominalOf(column);
  if (nominal === null && column.type !== 'string') return {};
  const read = asRead(column);
  const values = read.texts.filter((_, code) => code !== read.missingCode);
  const isGrouped = nominal === 'classification' || (nominal === 'code' && values.length > FEW_VALUES);
  const proposed = nominal === null ? proposeHierarchy(read) : isGrouped ? proposeForCodes(values) : null;
  const hierarchy = proposed?.type === 'mask' || proposed?.type === 'prefix' ? { hierarchy: proposed } : {};
  return { ...(nominal === null ? {} : { type: 'string' as const }), ...hierarchy };
}
