/** Search of the texts that a job releases for the identifiers of their rows. */
import { formatPath } from '../base/describe.js';
import { InvalidArgumentError } from '../base/errors.js';
import { nameColumns } from '../base/name-columns.js';
import { amount } from '../base/plural.js';
import { Problems } from '../base/problems.js';
import type { Steps } from '../base/steps.js';
import { type ColumnsPlan, isWithheld, type Plan, plannedRole } from '../job/plan.js';
import { findIdentifiersInTexts } from '../table/identifiers-in-texts.js';
import type { Column, Table, Warning } from '../table/table.js';
import { countRowsPerCode } from '../table/table.js';

/** True for columns whose values are looked for in texts. */
const isIdentifier = (plan: ColumnsPlan, name: string): boolean =>
  ['identifier', 'person', 'household', 'pseudonym'].includes(plannedRole(plan, name));

/**
 * Searches the released texts for values of identifier columns of the same row. Rare values of quasi-identifiers, which no release
 * shows, are left out, and so are counted tables.
 *
 * @returns a warning for texts that hold an identifier of another row
 * @throws InvalidArgumentError IDENTIFIER_IN_TEXT for texts that hold one of their own row, with counts and no cell
 */
export function* refuseIdentifiersInTexts(table: Table, plan: Plan): Steps<Warning[]> {
  const identifiers = table.columns.filter(({ name }) => isIdentifier(plan, name));
  const texts = table.columns.filter(({ name }) => !isWithheld(plan, name) && !isIdentifier(plan, name));
  const isShown = (column: Column, code: number): boolean =>
    !plan.hidesRare ||
    plannedRole(plan, column.name) !== 'quasi-identifier' ||
    countRowsPerCode(column)[code] >= plan.people;
  const found = yield* findIdentifiersInTexts(table, identifiers, texts, isShown);
  const problems = new Problems();
  for (const { text, identifier, own } of found) {
    if (own === 0) continue;
    problems.add(
      new InvalidArgumentError(
        formatPath(['attributes', text]),
        `texts without identifiers of their rows: the role "drop", or texts without ${JSON.stringify(identifier)}`,
        `${amount(own, 'row')} whose text holds the value of ${JSON.stringify(identifier)} of the same row`,
        'IDENTIFIER_IN_TEXT',
      ),
    );
  }
  problems.throwAll();
  return found.map(({ text, identifier, others }) => ({
    code: 'IDENTIFIER_OF_OTHERS',
    message: `${amount(others, 'row')} whose text holds a value of ${JSON.stringify(identifier)} of another row`,
    attribute: text,
  }));
}

/** Columns with more texts than this, a tenth of them of three words or more, may hold notes. */
const FEW_TEXTS = 20;
const mayHoldNotes = ({ type, texts }: Column): boolean =>
  type === 'string' &&
  texts.length > FEW_TEXTS &&
  texts.filter((text) => /\S\s+\S+\s+\S/.test(text)).length >= texts.length / 10;

/** IDENTIFIERS_NOT_SEARCHED where the rows are counted, so that identifiers were not read beside texts that may be notes. */
export function warnOfUnsearched(plan: ColumnsPlan, table: Table): Warning[] {
  if (
    table.weights === null ||
    ![...plan.columns, ...plan.patterns].some(({ role }) => ['identifier', 'person', 'household'].includes(role))
  )
    return [];
  const texts = table.columns.filter(
    (column) =>
      !isWithheld(plan, column.name) &&
      !isIdentifier(plan, column.name) &&
      plannedRole(plan, column.name) !== 'quasi-identifier' &&
      mayHoldNotes(column),
  );
  if (texts.length === 0) return [];
  const names = nameColumns(
    texts.map(({ name }) => name),
    { quote: true },
  );
  return [
    {
      code: 'IDENTIFIERS_NOT_SEARCHED',
      message: `identifiers are not read where rows are counted, so the texts of ${names} were not searched for them`,
    },
  ];
}
