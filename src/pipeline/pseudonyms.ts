/** Columns of the role `pseudonym`: their values are replaced by keyed pseudonyms, which are equal in all files of one key. */
import { formatPath } from '../base/describe.js';
import { InvalidArgumentError } from '../base/errors.js';
import { counted } from '../base/numbers.js';
import { canHash, hexadecimal } from '../base/sha256.js';
import { eachInSteps, type Steps } from '../base/steps.js';
import type { ColumnsPlan } from '../job/plan.js';
import { pseudonymColumns } from '../job/plan.js';
import { replaceTexts } from '../table/replace-texts.js';
import { countRowsPerCode, type Column, Table, type Warning } from '../table/table.js';
import type { FoundUnits } from '../table/units.js';
import { numberTyped } from './take-rows.js';

/** Least bytes of a key: those of the pseudonyms. */
const KEY_BYTES = 16;

/** Bytes of a pseudonym, written as twice as many hexadecimal digits. */
const PSEUDONYM_BYTES = 16;

/** Values whose pseudonyms are computed at once. */
const AT_ONCE = 1024;

/** Raised with another rule of pseudonyms, which then differ from those of before. */
const DOMAIN = 'kohort pseudonym 1';

/**
 * Returns the key of a job with columns of the role `pseudonym`, undefined for another job.
 *
 * @param argument - name of the key for messages
 * @throws InvalidArgumentError MISSING_OPTION without a key, OPTION_UNUSED for a key that no column needs, OPTION_RANGE for a short one
 */
export function requireKey(plan: ColumnsPlan, key: Uint8Array | undefined, argument: string): Uint8Array | undefined {
  const [first] = pseudonymColumns(plan).keys();
  if (first === undefined) {
    if (key === undefined) return undefined;
    const expected = 'no key, since no column has the role "pseudonym"';
    throw new InvalidArgumentError(argument, expected, 'one', 'OPTION_UNUSED');
  }
  if (key === undefined) {
    const expected = `a key of at least ${KEY_BYTES} bytes for the pseudonyms of ${JSON.stringify(first)} (--key FILE)`;
    throw new InvalidArgumentError(argument, expected, 'none', 'MISSING_OPTION');
  }
  if (key.length >= KEY_BYTES) return key;
  throw new InvalidArgumentError(argument, `at least ${KEY_BYTES} bytes`, counted(key.length, 'byte'), 'OPTION_RANGE');
}

/**
 * The table with pseudonyms in the columns of the role `pseudonym`: the first 128 bits of HMAC-SHA-256 of the group of the column and the text of
 * the value. Missing cells stay missing.
 *
 * @param key - the secret of the project, at least 16 bytes
 * @throws InvalidArgumentError as {@link requireKey}, and NO_CRYPTOGRAPHY in a page without https
 */
export async function replaceByPseudonyms(
  table: Table,
  plan: ColumnsPlan,
  key: Uint8Array | undefined,
): Promise<Table> {
  const groups = pseudonymColumns(plan);
  const secretBytes = requireKey(plan, key, 'options.pseudonymKey');
  if (secretBytes === undefined) return table;
  if (!canHash()) {
    throw new InvalidArgumentError('options.pseudonymKey', 'a platform with cryptography', 'a page without https', 'NO_CRYPTOGRAPHY'); // prettier-ignore
  }
  const secret = await crypto.subtle.importKey('raw', new Uint8Array(secretBytes), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']); // prettier-ignore
  const columns: Column[] = [];
  for (const column of table.columns) {
    const group = groups.get(column.name);
    columns.push(group === undefined ? column : await replaceColumn(column, group, secret));
  }
  return new Table(table.rows, columns, table.warnings, table.weights);
}

async function replaceColumn(column: Column, group: string, secret: CryptoKey): Promise<Column> {
  const { texts, missingCode } = column;
  const encoder = new TextEncoder();
  const pseudonyms: string[] = [];
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const some = texts.slice(from, from + AT_ONCE).map(async (text, i) => {
      if (from + i === missingCode) return text;
      const named = encoder.encode(JSON.stringify([DOMAIN, group, text]));
      return hexadecimal(new Uint8Array(await crypto.subtle.sign('HMAC', secret, named)).subarray(0, PSEUDONYM_BYTES));
    });
    for (const pseudonym of await Promise.all(some)) pseudonyms.push(pseudonym);
  }
  return replaceTexts(column, (code) => pseudonyms[code]);
}

/**
 * Refuses pseudonyms that link rows of one person, which no model of this program counts, and warns that a release is pseudonymous.
 *
 * @throws InvalidArgumentError PSEUDONYM_LINKS_ROWS where two rows of one person have one value, or where nobody says whose rows these are
 */
export function* checkPseudonyms(table: Table, plan: ColumnsPlan): Steps<Warning[]> {
  const units =
    plan.unit.name === 'person' && plan.unit.columns.every((name) => table.column(name) !== undefined)
      ? (yield* numberTyped(table, plan)).units
      : null;
  const warnings: Warning[] = [];
  for (const name of pseudonymColumns(plan).keys()) {
    const column = table.column(name);
    if (column === undefined) continue;
    const isAsserted = plan.unit.name === 'row' && plan.unit.isAsserted;
    const linked = isAsserted ? 0 : units === null ? countRepeated(column) : yield* countLinked(column, units);
    if (linked > 0) {
      const whose = units === null ? counted(linked, 'value') + ' in several rows' : `values that link the rows of ${counted(linked, 'person', 'people')}`; // prettier-ignore
      const expected =
        units === null
          ? 'a value of its own in each row, or "unit": "row" where each row is one person'
          : 'one row of a person for each value, since rows that are linked reveal more together than their classes';
      throw new InvalidArgumentError(formatPath(['attributes', name]), expected, whose, 'PSEUDONYM_LINKS_ROWS');
    }
    const message = `pseudonymous, not anonymous: with the key each value of ${JSON.stringify(name)} leads back to its rows, and without it equal values are linked across all files of the key`;
    warnings.push({ code: 'PSEUDONYMOUS', message, attribute: name });
  }
  return warnings;
}

/** Values that several rows have. */
const countRepeated = (column: Column): number =>
  countRowsPerCode(column).reduce((sum, rows, code) => sum + (rows > 1 && code !== column.missingCode ? 1 : 0), 0);

/** Persons of whom two rows have one value. A row without a key that shares its value counts as one more. */
function* countLinked(column: Column, { of, lacking }: FoundUnits): Steps<number> {
  const { codes, missingCode, texts } = column;
  const rowsOf = countRowsPerCode(column);
  const seen = new Set<number>();
  const linked = new Set<number>();
  let keyless = 0;
  yield* eachInSteps(codes.length, (row) => {
    const [code, person] = [codes[row], of[row]];
    if (code === missingCode) return;
    if (lacking?.[row] === 1) {
      if (rowsOf[code] > 1) keyless++;
      return;
    }
    const pair = person * texts.length + code;
    if (seen.has(pair)) linked.add(person);
    else seen.add(pair);
  });
  return linked.size + keyless;
}
