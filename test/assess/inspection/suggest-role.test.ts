import { describe, expect, it } from 'vitest';
import { suggestRole } from '../../../src/assess/inspection/suggest-role.js';
import { seededRandom } from '../../../src/base/random.js';
import { tableFromRows } from '../../../src/index.js';
import { countRowsPerCode } from '../../../src/table/table.js';

const rows = 400;
const random = seededRandom(5);
const below = (n: number): number => random.below(n);
const two = (n: number): string => String(n).padStart(2, '0');
const pick = (...texts: readonly string[]): string => texts[below(texts.length)];
const word = (): string => Array.from({ length: 6 }, () => 'abcdefghijklmnop'[below(16)]).join('');

/** Columns of a court, a hospital, an office: what a cell is, and the role that fits. */
const columns: Readonly<Record<string, readonly [cell: (row: number) => string, role: string]>> = {
  id: [(row) => String(row + 1), 'identifier'],
  name: [() => `${word()} ${word()}`, 'identifier'],
  first: [() => word().slice(0, 2), 'identifier'],
  last: [() => word().slice(0, 3), 'identifier'],
  'Nachname': [() => word().slice(0, 2), 'identifier'],
  "nom d'usage": [() => word().slice(0, 2), 'identifier'],
  apellido_1: [() => word().slice(0, 2), 'identifier'],
  contact: [() => `${word()}@${word()}.example`, 'identifier'],
  reach: [() => `+47 ${10 + below(90)} ${100 + below(900)} ${100 + below(900)}`, 'identifier'],
  host: [() => `10.${below(256)}.${below(256)}.${below(256)}`, 'identifier'],
  insured: [() => `${100 + below(900)}-${10 + below(90)}-${1000 + below(9000)}`, 'identifier'],
  r_case_number: [(row) => (row % 2 === 0 ? '' : `1${row}03${two(row % 90)}MM10A`), 'identifier'],
  Aktenzeichen: [(row) => `${row} Js ${below(10)}/24`, 'identifier'],
  admission_type_id: [() => String(1 + below(6)), 'quasi-identifier'],
  note: [() => Array.from({ length: 9 }, word).join(' '), 'drop'],
  constant: [() => 'x', 'drop'],
  dob: [() => `19${40 + below(60)}-${two(1 + below(12))}-${two(1 + below(28))}`, 'quasi-identifier'],
  geburtsdatum: [() => `${two(1 + below(28))}.${two(1 + below(12))}.19${40 + below(60)}`, 'quasi-identifier'],
  screened: [() => `${1 + below(12)}/${1 + below(28)}/2013`, 'quasi-identifier'],
  postcode: [() => `SW${1 + below(9)} ${1 + below(9)}AB`, 'quasi-identifier'],
  where: [() => `SW${1 + below(9)} ${1 + below(9)}AB`, 'quasi-identifier'],
  age_cat: [() => pick('Less than 25', '25 - 45', 'Greater than 45'), 'quasi-identifier'],
  'Sexe': [() => pick('F', 'M'), 'quasi-identifier'],
  code_postal: [() => String(10_000 + below(60)), 'quasi-identifier'],
  c_charge_desc: [() => pick('Battery', 'Theft', 'Driving'), 'sensitive'],
  Einkommen: [() => String(20_000 + 100 * below(300)), 'sensitive'],
  diagnóstico: [() => pick('flu', 'asthma', 'gout'), 'sensitive'],
  c_arrest_date: [() => `2013-${two(1 + below(12))}-${two(1 + below(28))}`, 'quasi-identifier'],
  c_jail_in: [() => `2013-${two(1 + below(12))}-${two(1 + below(28))} ${two(below(24))}:${two(below(60))}:${two(below(60))}`, 'identifier'],
  weight: [() => String((500 + below(4000)) / 10), 'quasi-identifier'],
}; // prettier-ignore

describe('the suggested role', () => {
  const table = tableFromRows(
    Array.from({ length: rows }, (_, row) => Object.values(columns).map(([cell]) => cell(row))),
    { columns: Object.keys(columns) },
  );

  it.each(Object.entries(columns))('of %s fits, with its reason', (name, [, role]) => {
    const column = table.column(name)!;
    const { suggestedRole, reason } = suggestRole(column, countRowsPerCode(column));
    expect([name, suggestedRole]).toEqual([name, role]);
    expect(reason).not.toBe('');
  });

  it('of a name in a table of a few rows is identifier, whatever its values', () => {
    const { columns: few } = tableFromRows([['Ann'], ['Ann'], ['Bo']], { columns: ['first_name'] });
    expect(suggestRole(few[0], countRowsPerCode(few[0])).suggestedRole).toBe('identifier');
  });

  it('of measured numbers is no identifier where every row has its own, that of other numbers is', () => {
    const names = { age: 'quasi-identifier', Einkommen: 'sensitive', x1: 'identifier', patient_age_no: 'identifier' };
    const { columns: measured } = tableFromRows(
      Array.from({ length: 50 }, (_, row) => [20 + row, 30_000 + 71 * row, 400 + 3 * row, 5 + row]),
      { columns: Object.keys(names) },
    );
    const found = measured.map((column) => [column.name, suggestRole(column, countRowsPerCode(column)).suggestedRole]);
    expect(Object.fromEntries(found)).toEqual(names);
    // Some programs write all their numbers with decimals.
    const { columns: spelled } = tableFromRows(
      Array.from({ length: 50 }, (_, row) =>
        [20 + row, 30_000 + 71 * row, 400 + 3 * row, 5 + row].map((n) => n.toFixed(2)),
      ),
      { columns: Object.keys(names) },
    );
    const same = spelled.map((column) => [column.name, suggestRole(column, countRowsPerCode(column)).suggestedRole]);
    expect(Object.fromEntries(same)).toEqual(names);
  });

  it('of a product name with six values among hundreds of rows is no identifier', () => {
    const { columns: kinds } = tableFromRows(
      Array.from({ length: 300 }, (_, row) => [`kind ${row % 6}`]),
      { columns: ['product_name'] },
    );
    expect(suggestRole(kinds[0], countRowsPerCode(kinds[0])).suggestedRole).toBe('quasi-identifier');
  });
});
