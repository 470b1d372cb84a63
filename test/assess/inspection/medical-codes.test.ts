import { describe, expect, it } from 'vitest';
import { suggestRole } from '../../../src/assess/inspection/suggest-role.js';
import { tableFromRows } from '../../../src/index.js';
import { countRowsPerCode } from '../../../src/table/table.js';

const suggested = (name: string, ...cells: readonly string[]): { readonly suggestedRole: string; reason: string } => {
  const rows = Array.from({ length: 120 }, (_, row) => [cells[row % cells.length]]);
  const [column] = tableFromRows(rows, { columns: [name] }).columns;
  return suggestRole(column, countRowsPerCode(column));
};

describe('codes of medicine', () => {
  it.each([
    ['codes of diagnoses (ICD-10)', ['E11.9', 'I10', 'J45.909', 'C34.1', 'F32.1', 'Z00.0']],
    ['codes of diagnoses (ICD-10)', ['ICD10:E11', 'ICD10:I10', 'ICD10:J45']],
    ['codes of diagnoses (ICD-10)', ['E11.90', 'I10.00', 'N18.3', 'M54.5', 'D69.6-', 'A41.9!']],
    ['codes of drugs (ATC)', ['N02BE01', 'C09AA05', 'A10BA02', 'N06AB', 'B01AC06']],
    ['codes of procedures (OPS)', ['5-470.11', '1-650.1', '8-930', '5-820.00', '8-98f.0']],
    ['codes of cases (DRG)', ['I47A', 'F62B', 'G67C', 'O60D', 'B80Z']],
    ['codes of tests (LOINC)', ['2345-7', '718-7', '4548-4', '2160-0', '33914-3']],
    ['blood groups', ['A+', 'O-', 'AB+', 'B-', 'O+']],
    ['alleles', ['A*02:01', 'B*07:02', 'DRB1*15:01', 'C*07']],
  ])('%s are sensitive, whatever the column is called', (what, cells) => {
    for (const name of ['x1', 'Feld', 'value', 'hauptcode']) {
      expect(suggested(name, ...cells)).toEqual({ suggestedRole: 'sensitive', reason: `its values look like ${what}` });
    }
    // A code that hardly any two rows share identifies.
    const own = tableFromRows(
      Array.from({ length: 80 }, (_, i) => [`E${10 + i}.${i % 10}`]),
      { columns: ['x1'] },
    ).columns[0];
    expect(suggestRole(own, countRowsPerCode(own)).suggestedRole).toBe('identifier');
  });

  it.each(['CD4', 'cd4_count', 'CD4+ cells', 'cd8', 'blood_type', 'blood pressure', 'Blutgruppe', 'viral_load', 'HbA1c', 'rs7412', 'genotype', 'HLA'])(
    '%s is sensitive by its name',
    (name) => expect(suggested(name, '3', '5', '8', '13').suggestedRole).toBe('sensitive'),
  ); // prettier-ignore

  it('are not what districts, cabins, seats, plots, grades, levels and seasons are', () => {
    for (const cells of [
      ['E11', 'N1', 'SW4', 'W12', 'E2'],
      ['C85', 'C123', 'E46', 'G6', 'B28'],
      ['12A', '14C', '3F', '22D'],
      ['K23E', 'K23N', 'I25E', 'I25N', 'M25E', 'M25N'],
      ['A+', 'A', 'A-', 'B+', 'B', 'C'],
      ['A1', 'B2', 'C1', 'A2', 'B1', 'C2'],
      ['2012-13', '2013-14', '2014-15', '2015-16'],
      ['1-650', '2-300', '5-100', '8-200'],
      ['10-2', '11-3', '12-4', '13-5', '14-6'],
      ['CD2', 'CD40', 'CDX', 'CD-R'],
    ]) {
      expect([cells, suggested('x1', ...cells).suggestedRole]).toEqual([cells, 'quasi-identifier']);
    }
    expect(suggested('cd_price', '3', '5', '8').suggestedRole).toBe('quasi-identifier');
  });
});
