import { describe, expect, it } from 'vitest';
import { suggestRole } from '../../../src/assess/inspection/suggest-role.js';
import { findRepeatedPersons, tableFromRows } from '../../../src/index.js';
import { countRowsPerCode } from '../../../src/table/table.js';

const roleOf = (name: string, cell: (row: number) => string): string => {
  const rows = Array.from({ length: 120 }, (_, row) => [cell(row)]);
  const [column] = tableFromRows(rows, { columns: [name] }).columns;
  return suggestRole(column, countRowsPerCode(column)).suggestedRole;
};
/** Numbers of 30 people with four rows each, and short texts that name nobody. */
const number = (row: number): string => String(5003 + 7 * (row % 30));
const word = (row: number): string => `Xy${'abcdefghijklmnopqrstuvwxyz'[row % 26]}q`;
const kind = (row: number): string => 'ab'[row % 2];

describe('the suggested role of columns with names in further languages', () => {
  it.each([
    'imię', 'nazwisko', 'jméno', 'příjmení', 'priezvisko', 'név', 'vezetéknév', 'nume', 'prenume', 'fornavn', 'etternavn', 'efternamn',
    'etunimi', 'sukunimi', 'soyadı', 'имя', 'фамилия', 'ФИО', 'прізвище', 'όνομα', 'ΕΠΩΝΥΜΟ', '姓名', '氏名', 'フリガナ', '이름', '환자 성명',
    'الاسم', 'שם', 'Họ tên', 'nama', 'pasientnavn',
  ])('%s is a name of people', (name) => expect(roleOf(name, word)).toBe('identifier')); // prettier-ignore

  it.each([
    'numer pacjenta', 'rodné číslo', 'číslo pacienta', 'beteg azonosító', 'TAJ-szám', 'CNP', 'număr pacient', 'kundnr', 'Fødselsnummer', 'CPR-nr',
    'henkilötunnus', 'potilas', 'hasta no', 'müşteri no', 'T.C. Kimlik No', 'пациент', 'номер пациента', 'телефон', 'СНИЛС', 'ΑΦΜ', 'αριθμός ασθενούς',
    '患者番号', '患者ID', '電話番号', '身份证号', '客户编号', '电话', '환자번호', '주민등록번호', 'رقم المريض', 'الهاتف', 'מספר מטופל', 'ת.ז.', 'nomor pasien', 'idpaciente',
  ])('%s is a number of people', (name) => expect(roleOf(name, number)).toBe('identifier')); // prettier-ignore

  it.each([
    'rozpoznanie', 'diagnoza', 'choroba', 'mzda', 'betegség', 'jövedelem', 'boală', 'salariu', 'sjukdom', 'lønn', 'sairaus', 'palkka', 'teşhis',
    'maaş', 'диагноз', 'зарплата', 'діагноз', 'διάγνωση', 'μισθός', '诊断', '工资', '診断名', '年収', '진단', '연봉', 'التشخيص', 'אבחנה', 'gaji', 'Diagnosecode',
  ])('%s is sensitive', (name) => expect(roleOf(name, kind)).toBe('sensitive')); // prettier-ignore

  it.each([
    'intnum', 'ER30001', 'PSID', 'subid', 'pidp', 'hhidpn', 'mergeid', 'SEQN', 'xwaveid', 'hid', 'fid', 'pubid_1997', 'nomem_encr', 'childid',
  ])('%s is a number of people in surveys', (name) => expect(roleOf(name, number)).toBe('identifier')); // prettier-ignore

  it.each([
    'wiek',
    'věk',
    'возраст',
    '年龄',
    '年齢',
    '나이',
    'edad_paciente',
    'wiek pacjenta',
    'age_husband',
    'возраст пациента',
  ])('%s is an age, of numbers that nearly every row has alone too', (name) => {
    expect(roleOf(name, number)).toBe('quasi-identifier');
    expect(roleOf(name, (row) => String(1 + ((7 * row) % 120)))).toBe('quasi-identifier');
  });

  it('of words that end as numbers do, and of places, is none of people', () => {
    for (const name of ['paid', 'lipid', 'steroid', 'lacticacid', 'leftkid', 'medicaid', 'grid', 'geoid', 'covid']) {
      expect([name, roleOf(name, number)]).toEqual([name, 'quasi-identifier']);
    }
    for (const name of [
      'kod pocztowy',
      'PSČ',
      'postnummer',
      'почтовый индекс',
      '邮政编码',
      '우편번호',
      'sch_id',
      'pid7',
    ]) {
      expect([name, roleOf(name, (row) => String(1 + (row % 7)))]).toEqual([name, 'quasi-identifier']);
    }
  });

  it('finds the key of people by the names that trials and panels give it', () => {
    const rows = Array.from({ length: 120 }, (_, i) => ({
      AESPID: `E${String(i % 24).padStart(2, '0')}`,
      USUBJID: `01-701-${1000 + Math.floor(i / 6)}`,
    }));
    expect(findRepeatedPersons(tableFromRows(rows))?.columns).toEqual(['USUBJID']);
  });
});
